"""The clauses of the order table: what each order needs of the banner and of what it names (Rules 3)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from rules.armies import Trait
from rules.grid import distance
from rules.knowledge import Knowledge
from rules.orders import Order, OrderKind
from rules.state import MAX_LEVEL, At, Banner, Relic, Works
from rules.tables import PLAYABLE_LEVEL

SPLIT_BONUS = 2
"""How many levels higher Flexible Command splits (Rules 11)."""


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


Reasons = tuple[tuple[Fault, str], ...]

_Standing = Callable[["Own", Banner], Reasons]
_Naming = Callable[["Own", Banner, Order], Reasons]

# Read from the class these take longer than being looked for.
_NO_WORKS, _DUG_IN = Works.NONE, Works.ENTRENCHED
_MASSIVE, _SLOW, _MOBILE = Trait.MASSIVE_ARMIES, Trait.SLOW_RESUPPLY, Trait.HIGHLY_MOBILE
_RAIDERS, _TRIBAL, _FLEXIBLE = Trait.RAIDERS, Trait.TRIBAL_ANIMOSITY, Trait.FLEXIBLE_COMMAND


class Own:
    """A player's knowledge, ready to be asked; ``reach`` is how far its army marches (Rules 11)."""

    __slots__ = ("banners", "reach", "relics", "rows", "traits")

    def __init__(self, own: Knowledge) -> None:
        self.rows = own.rows
        self.traits = own.player.rules
        self.reach = 2 if _MOBILE in self.traits else 1
        self.banners = {banner.id: banner for banner in own.banners}
        self.relics = {relic.id: relic for relic in own.relics}


def _place(asked: Own, to: At | None) -> Reasons:
    if to is None:
        return ((Fault.NO_TARGET, "no sector is named"),)
    x, y = to
    if not (0 <= y < len(asked.rows) and 0 <= x < len(asked.rows[0])):
        return ((Fault.OFF_MAP, f"sector [{x}, {y}] is off the map"),)
    if asked.rows[y][x] == "#":
        return ((Fault.IMPASSABLE, f"sector [{x}, {y}] is impassable"),)
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
            and asked.rows[line][column] != "#"
        ):
            return ()
    reasons = _place(asked, to)
    if to is not None:
        away = distance(banner.at, to)
        if away == 0:
            reasons += ((Fault.OWN_SECTOR, "it stands there already"),)
        elif away > reach:
            far = f"sector [{to[0]}, {to[1]}] is {away} sectors away; this army goes at most {reach}"
            reasons += ((Fault.TOO_FAR, far),)
    return reasons


def _bound(asked: Own, banner: Banner) -> Reasons:
    """Why works hold the banner in place, if they do."""
    if banner.works == _NO_WORKS or Trait.MOBILIZATION in asked.traits:
        return ()
    return ((Fault.IN_WORKS, f"it is {banner.works}: it must unfortify first"),)


def _without(asked: Own, trait: Trait, doing: str) -> Reasons:
    """Why an army with this rule cannot do something, if it has it."""
    if trait in asked.traits:
        return ((Fault.ARMY_CANNOT, f"an army with {trait.replace('_', ' ').title()} never {doing}"),)
    return ()


# What must hold whatever the order names: the banner's state and its army's rules.


def _can_teleport(asked: Own, banner: Banner) -> Reasons:
    reasons = _bound(asked, banner)
    if Trait.TELEPORT not in asked.traits:
        reasons += ((Fault.ARMY_CANNOT, "only an army with Teleport teleports"),)
    return reasons


def _can_fortify(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons = _without(asked, _RAIDERS, "fortifies")
    if banner.works != _NO_WORKS:
        reasons += ((Fault.IN_WORKS, f"it is {banner.works} already"),)
    return reasons


def _can_entrench(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons = _without(asked, Trait.RAIDERS, "entrenches") + _without(asked, Trait.IMPETUOUS, "entrenches")
    if banner.works == Works.ENTRENCHED:
        reasons += ((Fault.IN_WORKS, "it is entrenched already"),)
    elif banner.works == Works.NONE and Trait.STEADFAST not in asked.traits:
        reasons += ((Fault.NOT_FORTIFIED, "it must be fortified before it can entrench"),)
    return reasons


def _can_unfortify(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    if banner.works == Works.NONE:
        return ((Fault.NO_WORKS, "it has no works to leave"),)
    return ()


def _can_resupply(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons: Reasons = ()
    if banner.level >= MAX_LEVEL and _MASSIVE not in asked.traits:
        reasons += ((Fault.FULL, f"it has level {banner.level}; resupply needs a level below {MAX_LEVEL}"),)
    if asked.traits and _SLOW in asked.traits and banner.works != _DUG_IN:
        reasons += ((Fault.NOT_ENTRENCHED, "an army with Slow Resupply resupplies only while entrenched"),)
    return reasons


def _can_split(asked: Own, banner: Banner, _: Order | None = None) -> Reasons:
    reasons = _bound(asked, banner) + _without(asked, _TRIBAL, "splits")
    bonus = SPLIT_BONUS if _FLEXIBLE in asked.traits else 0
    least = PLAYABLE_LEVEL - bonus
    if banner.level < least:
        reasons += ((Fault.LEVEL_TOO_LOW, f"it has level {banner.level}; a split needs {least} or more"),)
    return reasons


def _can_join(asked: Own, banner: Banner) -> Reasons:
    return _bound(asked, banner) + _without(asked, Trait.TRIBAL_ANIMOSITY, "joins")


def _can_retreat(asked: Own, banner: Banner) -> Reasons:
    if not banner.retreating:
        return ((Fault.NOT_RETREATING, "only a banner that must retreat can be ordered to"),)
    return ()


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
}
"""What each order needs of the banner, whatever it names (Rules 3)."""


# What depends on what the order names.


def _teleport(asked: Own, banner: Banner, order: Order) -> Reasons:
    if order.to == banner.at:
        return ((Fault.OWN_SECTOR, "it stands there already"),)
    return _place(asked, order.to)


def _transfer(asked: Own, banner: Banner, order: Order) -> Reasons:
    relic = asked.relics.get(order.relic) if order.relic is not None else None
    if order.giver is None:
        return _pick_up(order, relic)
    reasons: Reasons = ()
    if order.giver == banner.id:
        reasons += ((Fault.ITSELF, "it cannot give to itself"),)
    elif order.giver not in asked.banners:
        reasons += ((Fault.NO_GIVER, f"{order.giver} is not a banner of yours"),)
    if order.relic is None and order.levels <= 0:
        reasons += ((Fault.NOTHING_NAMED, "it asks for no levels and no relic; levels are 1 or more"),)
    elif order.levels < 0:
        reasons += ((Fault.NOTHING_NAMED, f"it asks for {order.levels} levels; levels are 0 or more"),)
    if order.relic is not None and (relic is None or relic.carried_by != order.giver):
        reasons += ((Fault.NOT_CARRIED, f"{order.giver} does not carry relic {order.relic}"),)
    return reasons


def _pick_up(order: Order, relic: Relic | None) -> Reasons:
    reasons: Reasons = ()
    if order.levels != 0:
        reasons += ((Fault.NO_GIVER, "levels need a banner that gives them"),)
    if order.relic is None:
        reasons += ((Fault.NOTHING_NAMED, "it names neither a giving banner nor a relic"),)
    elif relic is None or relic.at is None:
        reasons += ((Fault.NOT_LYING, f"no place is known where relic {order.relic} lies"),)
    return reasons


def _join(asked: Own, banner: Banner, order: Order) -> Reasons:
    if order.partner == banner.id:
        return ((Fault.ITSELF, "it cannot join itself"),)
    if order.partner not in asked.banners:
        return ((Fault.NO_PARTNER, f"{order.partner} is not a banner of yours"),)
    return ()


def _retreat(asked: Own, banner: Banner, order: Order) -> Reasons:
    return _march(asked, banner, order) if banner.retreating else ()


def _destroy_relic(asked: Own, banner: Banner, order: Order) -> Reasons:
    relic = asked.relics.get(order.relic) if order.relic is not None else None
    if relic is None or relic.carried_by != banner.id:
        return ((Fault.NOT_CARRIED, f"it does not carry relic {order.relic}"),)
    if not relic.destructible:
        return ((Fault.INDESTRUCTIBLE, f"relic {order.relic} cannot be destroyed"),)
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
}
"""Why the table forbids this order to this banner, whatever stands beside it; empty if it does not."""
