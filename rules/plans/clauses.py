"""The clauses of the order table: what each order needs of the banner and of what it names (Rules 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.armies import Trait
from rules.club.house import Mod, forbidden, mods_of, traits_of
from rules.maps.grid import distance
from rules.maps.terrain import BARRED
from rules.orders import ORDER, Order, OrderKind
from rules.plans.knowledge import Knowledge
from rules.sentences import Values
from rules.state import MAX_LEVEL, At, Banner, Relic, Works
from rules.tables import PLAYABLE_LEVEL, SPLIT_BONUS, battle_radius, pace

_NOTHING: Values = {}


class Fault(StrEnum):
    """The kinds of reason why an order is void (closed list)."""

    NO_BANNER = "no_banner"
    MUST_RETREAT = "must_retreat"
    NOT_RETREATING = "not_retreating"
    SPECIAL_ALONE = "special_alone"
    FORBIDDEN_PAIR = "forbidden_pair"
    NO_TARGET = "no_target"
    OFF_MAP = "off_map"
    IMPASSABLE = "impassable"
    OWN_SECTOR = "own_sector"
    TOO_FAR = "too_far"
    IN_WORKS = "in_works"
    NO_WORKS = "no_works"
    NOT_FORTIFIED = "not_fortified"
    NOT_ENTRENCHED = "not_entrenched"
    ARMY_CANNOT = "army_cannot"
    FULL = "full"
    LEVEL_TOO_LOW = "level_too_low"
    NOTHING_NAMED = "nothing_named"
    NO_GIVER = "no_giver"
    ITSELF = "itself"
    NO_PARTNER = "no_partner"
    NO_RELIC = "no_relic"
    NOT_CARRIED = "not_carried"
    NOT_LYING = "not_lying"
    INDESTRUCTIBLE = "indestructible"
    NOT_ALLOWED = "not_allowed"
    NO_FEATURE = "no_feature"
    OUT_OF_RANGE = "out_of_range"


class Reason(NamedTuple):
    """Why an order is void: ``values`` fill its sentence, ``detail`` chooses among several of one fault."""

    fault: Fault
    values: Values = _NOTHING
    detail: str = ""


Reasons = tuple[Reason, ...]

_Standing = Callable[["Own", Banner], Reasons]
_Naming = Callable[["Own", Banner, Order], Reasons]

# Read from the class these take longer than being looked for.
_NO_WORKS, _DUG_IN = Works.NONE, Works.ENTRENCHED
_MASSIVE, _SLOW = Trait.MASSIVE_ARMIES, Trait.SLOW_RESUPPLY
_RAIDERS, _TRIBAL, _FLEXIBLE = Trait.RAIDERS, Trait.TRIBAL_ANIMOSITY, Trait.FLEXIBLE_COMMAND


_NEVER: Mapping[str, str] = {}


class Own:
    """A player's knowledge, ready to be asked.

    ``traits`` are the army's rules with those that its house rules give, ``reach`` is how far it marches, and
    ``never`` has the kinds of order that a house rule forbids, each with that rule (Rules 11, 14.1).
    """

    __slots__ = ("banners", "known", "mods", "never", "reach", "relics", "rows", "traits")

    def __init__(self, own: Knowledge) -> None:
        self.known = own
        self.rows = own.rows
        self.traits = own.player.rules
        self.never = _NEVER
        self.mods: tuple[Mod, ...] = ()
        if own.house:
            self.traits = traits_of(own.player.rules, own.house)
            self.never = forbidden(own.player.rules, own.house)
            self.mods = mods_of(own.player.rules, own.house)
        self.reach = pace(self.traits, self.mods)
        self.banners = {banner.id: banner for banner in own.banners}
        self.relics = {relic.id: relic for relic in own.relics}


def _place(asked: Own, to: At | None) -> Reasons:
    if to is None:
        return (Reason(Fault.NO_TARGET),)
    x, y = to
    if not (0 <= y < len(asked.rows) and 0 <= x < len(asked.rows[0])):
        return (Reason(Fault.OFF_MAP, {"sector": to}),)
    if asked.rows[y][x] in BARRED:
        return (Reason(Fault.IMPASSABLE, {"sector": to}),)
    return ()


def _march(asked: Own, banner: Banner, order: Order) -> Reasons:
    reach, to = asked.reach, order.to
    if to is not None:
        (x, y), (column, line) = banner.at, to
        across, down = column - x, line - y
        if (
            -reach <= across <= reach
            and -reach <= down <= reach
            and (across or down)
            and 0 <= line < len(asked.rows)
            and 0 <= column < len(asked.rows[line])
            and asked.rows[line][column] not in BARRED
        ):
            return ()
    reasons = _place(asked, to)
    if to is not None:
        away = distance(banner.at, to)
        if away == 0:
            reasons += (Reason(Fault.OWN_SECTOR),)
        elif away > reach:
            reasons += (Reason(Fault.TOO_FAR, {"sector": to, "away": away, "reach": reach}),)
    return reasons


def _bound(asked: Own, banner: Banner) -> Reasons:
    """Why works hold the banner in place, if they do."""
    if banner.works == _NO_WORKS or Trait.MOBILIZATION in asked.traits:
        return ()
    return (Reason(Fault.IN_WORKS, {"works": banner.works.value}),)


def _without(asked: Own, trait: Trait) -> Reasons:
    """Why an army with this rule cannot do something, if it has it."""
    return (Reason(Fault.ARMY_CANNOT, {"rule": trait.value}),) if trait in asked.traits else ()


# What must hold whatever the order names: the banner's state and its army's rules.


def _can_teleport(asked: Own, banner: Banner) -> Reasons:
    reasons = _bound(asked, banner)
    if Trait.TELEPORT not in asked.traits:
        reasons += (Reason(Fault.ARMY_CANNOT),)
    return reasons


def _can_fortify(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons = _without(asked, _RAIDERS)
    if banner.works != _NO_WORKS:
        reasons += (Reason(Fault.IN_WORKS, {"works": banner.works.value}),)
    return reasons


def _can_entrench(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons = _without(asked, Trait.RAIDERS) + _without(asked, Trait.IMPETUOUS)
    if banner.works == Works.ENTRENCHED:
        reasons += (Reason(Fault.IN_WORKS),)
    elif banner.works == Works.NONE and Trait.STEADFAST not in asked.traits:
        reasons += (Reason(Fault.NOT_FORTIFIED),)
    return reasons


def _can_unfortify(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    if banner.works == Works.NONE:
        return (Reason(Fault.NO_WORKS),)
    return ()


def _can_resupply(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons: Reasons = ()
    if banner.level >= MAX_LEVEL and _MASSIVE not in asked.traits:
        reasons += (Reason(Fault.FULL, {"level": banner.level, "most": MAX_LEVEL}),)
    if asked.traits and _SLOW in asked.traits and banner.works != _DUG_IN:
        reasons += (Reason(Fault.NOT_ENTRENCHED),)
    return reasons


def _can_split(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons = _bound(asked, banner) + _without(asked, _TRIBAL)
    bonus = SPLIT_BONUS if _FLEXIBLE in asked.traits else 0
    least = PLAYABLE_LEVEL - bonus
    if banner.level < least:
        reasons += (Reason(Fault.LEVEL_TOO_LOW, {"level": banner.level, "least": least}),)
    return reasons


def _can_join(asked: Own, banner: Banner) -> Reasons:
    return _bound(asked, banner) + _without(asked, Trait.TRIBAL_ANIMOSITY)


def _can_retreat(asked: Own, banner: Banner) -> Reasons:
    if not banner.retreating:
        return (Reason(Fault.NOT_RETREATING),)
    return ()


def _can_use(asked: Own, banner: Banner) -> Reasons:
    return _allowed(asked, OrderKind.USE)


def _can_do_other(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    return _allowed(asked, OrderKind.OTHER)


def _allowed(asked: Own, kind: OrderKind) -> Reasons:
    """Why the campaign's setting forbids a kind of order, if it does."""
    if asked.known.settings.special_orders in ORDER[kind].allowed:
        return ()
    return (Reason(Fault.NOT_ALLOWED),)


def forbidden_by_house(asked: Own, kind: OrderKind) -> Reasons:
    """Why a house rule forbids a kind of order, if one does."""
    if kind not in asked.never:
        return ()
    return (Reason(Fault.ARMY_CANNOT, {"house": asked.never[kind]}, "house"),)


STANDING: dict[OrderKind, _Standing] = {
    OrderKind.MARCH: _bound,
    OrderKind.TELEPORT: _can_teleport,
    OrderKind.FORTIFY: _can_fortify,
    OrderKind.ENTRENCH: _can_entrench,
    OrderKind.UNFORTIFY: _can_unfortify,
    OrderKind.RESUPPLY: _can_resupply,
    OrderKind.SPLIT: _can_split,
    OrderKind.JOIN: _can_join,
    OrderKind.RETREAT: _can_retreat,
    OrderKind.USE: _can_use,
    OrderKind.OTHER: _can_do_other,
}
"""What each order needs of the banner, whatever it names (Rules 3)."""


# What depends on what the order names.


def _teleport(asked: Own, banner: Banner, order: Order) -> Reasons:
    if order.to == banner.at:
        return (Reason(Fault.OWN_SECTOR),)
    return _place(asked, order.to)


def _transfer(asked: Own, banner: Banner, order: Order) -> Reasons:
    relic = asked.relics.get(order.relic) if order.relic is not None else None
    if order.giver is None:
        return _pick_up(order, relic)
    reasons: Reasons = ()
    if order.giver == banner.id:
        reasons += (Reason(Fault.ITSELF),)
    elif order.giver not in asked.banners:
        reasons += (Reason(Fault.NO_GIVER, {"giver": order.giver}),)
    if order.relic is None and order.levels <= 0:
        reasons += (Reason(Fault.NOTHING_NAMED, detail="amount"),)
    elif order.levels < 0:
        reasons += (Reason(Fault.NOTHING_NAMED, {"levels": order.levels}, "negative"),)
    if order.relic is not None and (relic is None or relic.carried_by != order.giver):
        reasons += (Reason(Fault.NOT_CARRIED, {"giver": order.giver, "relic": order.relic}),)
    return reasons


def _pick_up(order: Order, relic: Relic | None) -> Reasons:
    reasons: Reasons = ()
    if order.levels != 0:
        reasons += (Reason(Fault.NO_GIVER, detail="levels"),)
    if order.relic is None:
        reasons += (Reason(Fault.NOTHING_NAMED),)
    elif relic is None or relic.at is None:
        reasons += (Reason(Fault.NOT_LYING, {"relic": order.relic}),)
    return reasons


def _join(asked: Own, banner: Banner, order: Order) -> Reasons:
    if order.partner == banner.id:
        return (Reason(Fault.ITSELF),)
    if order.partner not in asked.banners:
        return (Reason(Fault.NO_PARTNER, {"partner": str(order.partner)}),)
    return ()


def _retreat(asked: Own, banner: Banner, order: Order) -> Reasons:
    return _march(asked, banner, order) if banner.retreating else ()


def _destroy_relic(asked: Own, banner: Banner, order: Order) -> Reasons:
    relic = asked.relics.get(order.relic) if order.relic is not None else None
    if relic is None or relic.carried_by != banner.id:
        return (Reason(Fault.NOT_CARRIED, {"relic": str(order.relic)}),)
    if not relic.destructible:
        return (Reason(Fault.INDESTRUCTIBLE, {"relic": relic.id}),)
    return ()


def _use(asked: Own, banner: Banner, order: Order) -> Reasons:
    if order.feature is None:
        relic = asked.relics.get(order.relic) if order.relic is not None else None
        if relic is None or relic.carried_by != banner.id:
            return (Reason(Fault.NOT_CARRIED, {"relic": str(order.relic)}),)
        return ()
    place = next((feature.at for feature in asked.known.features if feature.id == order.feature), None)
    if place is None:
        return (Reason(Fault.NO_FEATURE, {"feature": order.feature}),)
    if distance(place, banner.at) > battle_radius(asked.known.settings, asked.traits, asked.mods):
        return (Reason(Fault.OUT_OF_RANGE, {"feature": order.feature}),)
    return ()


def _both(standing: _Standing, naming: _Naming) -> _Naming:
    """What must hold whatever is named, and what depends on it."""
    return lambda asked, banner, order: standing(asked, banner) + naming(asked, banner, order)


def _can_march(asked: Own, banner: Banner, order: Order) -> Reasons:
    reasons = _march(asked, banner, order)
    return reasons if banner.works == _NO_WORKS else _bound(asked, banner) + reasons


def _can_always(asked: Own, banner: Banner, order: Order) -> Reasons:
    return ()


REASONS: dict[OrderKind, _Naming] = {
    OrderKind.MARCH: _can_march,
    OrderKind.TELEPORT: _both(_can_teleport, _teleport),
    OrderKind.SEARCH: _can_always,
    OrderKind.FORTIFY: _can_fortify,
    OrderKind.ENTRENCH: _can_entrench,
    OrderKind.UNFORTIFY: _can_unfortify,
    OrderKind.RESUPPLY: _can_resupply,
    OrderKind.TRANSFER: _transfer,
    OrderKind.SPLIT: _can_split,
    OrderKind.JOIN: _both(_can_join, _join),
    OrderKind.RETREAT: _both(_can_retreat, _retreat),
    OrderKind.DESTROY_RELIC: _destroy_relic,
    OrderKind.USE: _both(_can_use, _use),
    OrderKind.OTHER: _can_do_other,
}
"""Why the table forbids this order to this banner, whatever stands beside it; empty if it does not."""
