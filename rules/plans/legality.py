"""Which orders are legal, every reason why one is not, and what a form may offer (Rules 3).

Only a player's own ``Knowledge`` is looked at, never the truth: the plan page, a bot and the engine itself
ask the same questions and get the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

from rules.maps.grid import distance, is_passable
from rules.maps.terrain import BARRED
from rules.orders import (
    DIGGING,
    MOVES,
    ORDER,
    ORDERS,
    SLOT_OF,
    TO,
    BannerOrders,
    Order,
    OrderKind,
    Plan,
    Slot,
    pairs_for,
)
from rules.plans.clauses import REASONS, STANDING, Fault, Own, Reason, Reasons, forbidden_by_house
from rules.plans.knowledge import Knowledge
from rules.sentences import PROBLEMS, Values, code_of, filled
from rules.state import At, Banner, BannerId, FeatureId, RelicId
from rules.tables import battle_radius
from rules.values import value

__all__ = ["Fault", "Option", "Problem", "effective", "offers", "options", "problems"]

_NO_PROBLEMS: list[Problem] = []

_LACK, _LACK_OF_A_GIVER = Reason(Fault.NOTHING_NAMED), Reason(Fault.NOTHING_NAMED, detail="offer")


@value
class Problem:
    """One reason why an order is void: ``fault`` for programs, ``rule`` the section.

    ``code`` names its sentence in ``sentences.PROBLEMS``, which ``values`` fill; ``detail`` chooses among
    several of one fault. Reports told under rules version 1 hold the sentence itself, as ``text``.
    """

    banner: BannerId
    slot: Slot
    order: OrderKind
    rule: str
    fault: Fault
    values: Values = field(default_factory=dict, hash=False)
    detail: str = ""
    text: str = ""

    @property
    def code(self) -> str:
        """The key of its sentence."""
        return code_of(self.order, self.fault, self.detail)

    @property
    def sentence(self) -> str:
        """Why the order is void, in English, as the command line says it."""
        return self.text or filled(PROBLEMS[self.code], self.values)


@value
class Option:
    """What one order offers a banner: lists by (y, x) or by id, empty unless the order uses them."""

    order: OrderKind
    legal: bool
    targets: tuple[At, ...] = ()
    givers: tuple[BannerId, ...] = ()
    partners: tuple[BannerId, ...] = ()
    relics: tuple[RelicId, ...] = ()
    features: tuple[FeatureId, ...] = ()
    problems: tuple[Problem, ...] = ()


def problems(own: Knowledge, plan: Plan) -> tuple[Problem, ...]:
    """Every reason why an order of this plan is void, by banner, slot and clause; empty if none is (Rules 3).

    Legality is judged on the state at the start of the turn, which ``own`` must be.
    """
    asked = Own(own)
    banners = asked.banners
    found: dict[BannerId, list[Problem]] = {}
    for banner_id, orders in plan.orders.items():
        banner = banners.get(banner_id)
        if banner is None:
            against = _all_void(banner_id, orders, Reason(Fault.NO_BANNER, {"banner": banner_id}))
        elif banner.retreating:
            against = _problems_of_a_retreat(asked, banner, orders)
        else:
            against = _problems_of_free_orders(asked, banner, orders)
        if against:
            found[banner_id] = against
    return tuple([problem for banner_id in sorted(found) for problem in found[banner_id]])


def effective(plan: Plan, found: Sequence[Problem]) -> dict[BannerId, BannerOrders]:
    """The plan's orders without those that ``problems`` found void: the effective orders (Rules 3)."""
    orders = dict(plan.orders)
    for problem in found:
        given = orders[problem.banner]
        orders[problem.banner] = BannerOrders(
            None if problem.slot == Slot.PRIMARY else given.primary,
            None if problem.slot == Slot.SECONDARY else given.secondary,
            None if problem.slot == Slot.SPECIAL else given.special,
        )
    return orders


def options(own: Knowledge, banner_id: BannerId) -> tuple[Option, ...]:
    """What each order of section 3 offers one banner, in the table's order, and after them each special order
    that the campaign allows (Rules 14.2); KeyError if it is not its own.
    """
    asked = Own(own)
    banner = asked.banners[banner_id]
    allowed = own.settings.special_orders
    return tuple(_option(asked, banner, record.kind) for record in ORDERS if allowed in record.allowed)


def offers(option: Option) -> dict[str, list[Any]]:
    """What an order's parts can name, by key in documents; not the sectors of one that may go anywhere."""
    record = ORDER[option.order]
    found: dict[str, list[Any]] = {}
    for part in record.parts:
        if part.offers and not (part is TO and record.anywhere):
            listed = getattr(option, part.offered)
            found[part.offers] = [list(at) for at in listed] if part is TO else list(listed)
    return found


def _option(asked: Own, banner: Banner, kind: OrderKind) -> Option:
    if banner.retreating and kind != OrderKind.RETREAT:
        alone = Reason(Fault.MUST_RETREAT, detail="offer")
        return Option(kind, False, problems=(_problem(banner.id, kind, alone),))
    reasons = STANDING[kind](asked, banner) if kind in STANDING else ()
    reasons = forbidden_by_house(asked, kind) + reasons
    if kind in _OFFERS and not reasons:
        offer = _OFFERS[kind](asked, banner)
        if any((offer.targets, offer.givers, offer.partners, offer.relics, offer.features)):
            return offer
        reasons = (_LACK_OF_A_GIVER if kind == OrderKind.TRANSFER else _LACK,)
    found = tuple(_problem(banner.id, kind, reason) for reason in reasons)
    return Option(kind, not found, problems=found)


def _given(orders: BannerOrders) -> Iterator[Order]:
    for order in (orders.primary, orders.secondary, orders.special):
        if order is not None:
            yield order


def _problem(banner: BannerId, kind: OrderKind, reason: Reason) -> Problem:
    return Problem(banner, SLOT_OF[kind], kind, "3", *reason)


def _all_void(banner: BannerId, orders: BannerOrders, reason: Reason) -> list[Problem]:
    return [_problem(banner, order.kind, reason) for order in _given(orders)]


def _problems_of_a_retreat(asked: Own, banner: Banner, orders: BannerOrders) -> list[Problem]:
    given = list(_given(orders))
    if len(given) == 1 and given[0].kind == OrderKind.RETREAT:
        return _problems_of(asked, banner, given[0])
    return _all_void(banner.id, orders, Reason(Fault.MUST_RETREAT))


def _problems_of_free_orders(asked: Own, banner: Banner, orders: BannerOrders) -> list[Problem]:
    primary, secondary, special = orders.primary, orders.secondary, orders.special
    if special is not None:
        if primary is not None or secondary is not None:
            return _all_void(banner.id, orders, Reason(Fault.SPECIAL_ALONE))
        return _problems_of(asked, banner, special)
    against = REASONS[primary.kind](asked, banner, primary) if primary is not None else ()
    against_second = REASONS[secondary.kind](asked, banner, secondary) if secondary is not None else ()
    if asked.never:
        if primary is not None:
            against = forbidden_by_house(asked, primary.kind) + against
        if secondary is not None:
            against_second = forbidden_by_house(asked, secondary.kind) + against_second
    if against or against_second:
        return _told(banner, primary, against) + _told(banner, secondary, against_second)
    if primary is None or secondary is None or secondary.kind not in DIGGING or primary.kind not in MOVES:
        return _NO_PROBLEMS
    return _problems_of_a_pair(asked, banner, primary.kind, secondary.kind)


def _problems_of(asked: Own, banner: Banner, order: Order) -> list[Problem]:
    reasons = forbidden_by_house(asked, order.kind) + REASONS[order.kind](asked, banner, order)
    return _told(banner, order, reasons)


def _told(banner: Banner, order: Order | None, reasons: Reasons) -> list[Problem]:
    """These reasons against an order as problems of its banner."""
    if order is None or not reasons:
        return _NO_PROBLEMS
    return [_problem(banner.id, order.kind, reason) for reason in reasons]


def _problems_of_a_pair(
    asked: Own, banner: Banner, primary: OrderKind, secondary: OrderKind
) -> list[Problem]:
    if all((primary, secondary) != (pair.primary, pair.secondary) for pair in pairs_for(asked.traits)):
        return []
    pair = Reason(Fault.FORBIDDEN_PAIR, {"order": primary.value, "other": secondary.value})
    return [_problem(banner.id, kind, pair) for kind in (primary, secondary)]


def _offer_steps(asked: Own, banner: Banner) -> tuple[At, ...]:
    (x, y), reach = banner.at, asked.reach
    near = [(x + dx, y + dy) for dy in range(-reach, reach + 1) for dx in range(-reach, reach + 1)]
    return tuple(at for at in near if at != banner.at and is_passable(asked.rows, at))


def _offer_march(asked: Own, banner: Banner) -> Option:
    return Option(OrderKind.MARCH, True, targets=_offer_steps(asked, banner))


def _offer_retreat(asked: Own, banner: Banner) -> Option:
    return Option(OrderKind.RETREAT, True, targets=_offer_steps(asked, banner))


def _offer_teleport(asked: Own, banner: Banner) -> Option:
    targets = tuple(
        (x, y)
        for y, row in enumerate(asked.rows)
        for x, terrain in enumerate(row)
        if terrain not in BARRED and (x, y) != banner.at
    )
    return Option(OrderKind.TELEPORT, True, targets=targets)


def _others(asked: Own, banner: Banner) -> tuple[BannerId, ...]:
    return tuple(sorted(other for other in asked.banners if other != banner.id))


def _offer_transfer(asked: Own, banner: Banner) -> Option:
    relics = tuple(sorted(relic.id for relic in asked.relics.values() if relic.carried_by != banner.id))
    return Option(OrderKind.TRANSFER, True, givers=_others(asked, banner), relics=relics)


def _offer_join(asked: Own, banner: Banner) -> Option:
    return Option(OrderKind.JOIN, True, partners=_others(asked, banner))


def _offer_destroy_relic(asked: Own, banner: Banner) -> Option:
    carried = [relic for relic in asked.relics.values() if relic.carried_by == banner.id]
    relics = tuple(sorted(relic.id for relic in carried if relic.destructible))
    return Option(OrderKind.DESTROY_RELIC, True, relics=relics)


def _offer_use(asked: Own, banner: Banner) -> Option:
    relics = tuple(sorted(relic.id for relic in asked.relics.values() if relic.carried_by == banner.id))
    reach = battle_radius(asked.known.settings, asked.traits, asked.mods)
    near = [one.id for one in asked.known.features if distance(one.at, banner.at) <= reach]
    return Option(OrderKind.USE, True, relics=relics, features=tuple(sorted(near)))


_OFFERS: dict[OrderKind, Callable[[Own, Banner], Option]] = {
    OrderKind.MARCH: _offer_march,
    OrderKind.TELEPORT: _offer_teleport,
    OrderKind.TRANSFER: _offer_transfer,
    OrderKind.JOIN: _offer_join,
    OrderKind.RETREAT: _offer_retreat,
    OrderKind.DESTROY_RELIC: _offer_destroy_relic,
    OrderKind.USE: _offer_use,
}
