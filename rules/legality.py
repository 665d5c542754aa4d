"""Which orders are legal, every reason why one is not, and what a form may offer (Rules 3).

Only a player's own ``Knowledge`` is looked at, never the truth: the plan page, a bot and the engine itself
ask the same questions and get the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rules.armies import Trait
from rules.clauses import REASONS, STANDING, Fault, Own, Reasons
from rules.grid import is_passable
from rules.knowledge import Knowledge
from rules.orders import SLOT_OF, BannerOrders, Order, OrderKind, Plan, Slot
from rules.state import At, Banner, BannerId, RelicId
from rules.values import quick

__all__ = ["Fault", "Option", "Problem", "effective", "options", "problems"]

_MOVES = (OrderKind.MARCH, OrderKind.TELEPORT)
_DIGGING = (OrderKind.FORTIFY, OrderKind.ENTRENCH, OrderKind.UNFORTIFY)

_NO_PROBLEMS: list[Problem] = []


@quick
@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why an order is void: ``fault`` for programs, ``text`` for people, ``rule`` the section."""

    banner: BannerId
    slot: Slot
    order: OrderKind
    rule: str
    fault: Fault
    text: str


@quick
@dataclass(frozen=True, slots=True)
class Option:
    """What one order offers a banner: lists by (y, x) or by id, empty unless the order uses them."""

    order: OrderKind
    legal: bool
    targets: tuple[At, ...] = ()
    givers: tuple[BannerId, ...] = ()
    partners: tuple[BannerId, ...] = ()
    relics: tuple[RelicId, ...] = ()
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
            text = f"{banner_id} is not a banner of yours"
            against = _all_void(banner_id, orders, Fault.NO_BANNER, text)
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
    """What each order of section 3 offers one banner, in the table's order; KeyError if it is not its own."""
    asked = Own(own)
    banner = asked.banners[banner_id]
    return tuple(_option(asked, banner, kind) for kind in OrderKind)


def _option(asked: Own, banner: Banner, kind: OrderKind) -> Option:
    if banner.retreating and kind != OrderKind.RETREAT:
        text = "it must retreat, and can do nothing else"
        return Option(kind, False, problems=(_problem(banner.id, kind, Fault.MUST_RETREAT, text),))
    reasons = STANDING[kind](asked, banner) if kind in STANDING else ()
    if kind in _OFFERS and not reasons:
        offer = _OFFERS[kind](asked, banner)
        if any((offer.targets, offer.givers, offer.partners, offer.relics)):
            return offer
        reasons = ((Fault.NOTHING_NAMED, _LACKS[kind]),)
    found = tuple(_problem(banner.id, kind, *reason) for reason in reasons)
    return Option(kind, not found, problems=found)


def _given(orders: BannerOrders) -> Iterator[Order]:
    for order in (orders.primary, orders.secondary, orders.special):
        if order is not None:
            yield order


def _problem(banner: BannerId, kind: OrderKind, fault: Fault, text: str) -> Problem:
    return Problem(banner, SLOT_OF[kind], kind, "3", fault, text)


def _all_void(banner: BannerId, orders: BannerOrders, fault: Fault, text: str) -> list[Problem]:
    return [_problem(banner, order.kind, fault, text) for order in _given(orders)]


def _problems_of_a_retreat(asked: Own, banner: Banner, orders: BannerOrders) -> list[Problem]:
    given = list(_given(orders))
    if len(given) == 1 and given[0].kind == OrderKind.RETREAT:
        return _problems_of(asked, banner, given[0])
    text = "a banner that must retreat can have a retreat order and nothing beside it"
    return _all_void(banner.id, orders, Fault.MUST_RETREAT, text)


def _problems_of_free_orders(asked: Own, banner: Banner, orders: BannerOrders) -> list[Problem]:
    primary, secondary, special = orders.primary, orders.secondary, orders.special
    if special is not None:
        if primary is not None or secondary is not None:
            text = "a special order can have no other order beside it"
            return _all_void(banner.id, orders, Fault.SPECIAL_ALONE, text)
        return _problems_of(asked, banner, special)
    against = REASONS[primary.kind](asked, banner, primary) if primary is not None else ()
    against_second = REASONS[secondary.kind](asked, banner, secondary) if secondary is not None else ()
    if against or against_second:
        return _told(banner, primary, against) + _told(banner, secondary, against_second)
    if primary is None or secondary is None or secondary.kind not in _DIGGING or primary.kind not in _MOVES:
        return _NO_PROBLEMS
    return _problems_of_a_pair(asked, banner, primary.kind, secondary.kind)


def _problems_of(asked: Own, banner: Banner, order: Order) -> list[Problem]:
    return _told(banner, order, REASONS[order.kind](asked, banner, order))


def _told(banner: Banner, order: Order | None, reasons: Reasons) -> list[Problem]:
    """These reasons against an order as problems of its banner."""
    if order is None or not reasons:
        return _NO_PROBLEMS
    return [_problem(banner.id, order.kind, *reason) for reason in reasons]


def _problems_of_a_pair(
    asked: Own, banner: Banner, primary: OrderKind, secondary: OrderKind
) -> list[Problem]:
    if secondary == OrderKind.FORTIFY and Trait.STEADFAST in asked.traits:
        return []
    text = f"{primary} and {secondary} cannot be done in one turn"
    return [_problem(banner.id, kind, Fault.FORBIDDEN_PAIR, text) for kind in (primary, secondary)]


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
        if terrain != "#" and (x, y) != banner.at
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


_OFFERS: dict[OrderKind, Callable[[Own, Banner], Option]] = {
    OrderKind.MARCH: _offer_march,
    OrderKind.TELEPORT: _offer_teleport,
    OrderKind.TRANSFER: _offer_transfer,
    OrderKind.JOIN: _offer_join,
    OrderKind.RETREAT: _offer_retreat,
    OrderKind.DESTROY_RELIC: _offer_destroy_relic,
}

_LACKS: dict[OrderKind, str] = {
    OrderKind.MARCH: "no passable sector is in reach",
    OrderKind.TELEPORT: "there is no other passable sector",
    OrderKind.TRANSFER: "there is no other banner to give and no relic known to lie anywhere",
    OrderKind.JOIN: "there is no other banner to join",
    OrderKind.RETREAT: "no passable sector is in reach",
    OrderKind.DESTROY_RELIC: "it carries no relic that can be destroyed",
}
