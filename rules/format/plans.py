"""Plans in the scenario format, both ways."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules.format.reading import Fields, Node, shown
from rules.orders import SLOT_OF, BannerOrders, Order, OrderKind, Plan, Slot
from rules.state import BannerId, PlayerId, RelicId, State

_KEYS: Mapping[OrderKind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    OrderKind.MARCH: (("order", "to"), ()),
    OrderKind.TELEPORT: (("order", "to"), ()),
    OrderKind.TRANSFER: (("order",), ("from", "levels", "relic")),
    OrderKind.SPLIT: (("order",), ("name",)),
    OrderKind.JOIN: (("order", "with"), ()),
    OrderKind.RETREAT: (("order", "to"), ()),
    OrderKind.DESTROY_RELIC: (("order", "relic"), ()),
}
_ALONE: tuple[tuple[str, ...], tuple[str, ...]] = (("order",), ())


def read_plans(node: Node, state: State) -> dict[PlayerId, Plan]:
    """The plans of a scenario by player; ScenarioError if one is not valid."""
    banners: dict[PlayerId, set[BannerId]] = {player.id: set() for player in state.players}
    for banner in state.banners:
        banners[banner.owner].add(banner.id)
    plans = {}
    for key, plan in node.members().items():
        player = PlayerId(key)
        if player not in banners:
            raise plan.error(f"{shown(key)} is not the id of a player")
        plans[player] = read_plan(plan, banners[player])
    return plans


def read_plan(node: Node, own: Collection[BannerId]) -> Plan:
    """One player's plan; every order must be for one of its own banners."""
    fields = node.fields((), ("node", "orders"))
    named = fields.maybe("node", Node.name)
    orders: dict[BannerId, BannerOrders] = {}
    for key, item in fields.get("orders", Node.members, {}).items():
        if key not in own:
            raise item.error(f"{shown(key)} is not a banner of this player")
        orders[BannerId(key)] = _read_orders(item)
    return Plan(orders, BannerId(named) if named is not None else None)


def plan_document(plan: Plan) -> dict[str, Any]:
    """A plan as a scenario holds it: banners by id, only what each order carries."""
    return {
        "node": plan.node,
        "orders": {
            banner: {
                slot.value: order_document(order)
                for slot, order in (
                    (Slot.PRIMARY, plan.orders[banner].primary),
                    (Slot.SECONDARY, plan.orders[banner].secondary),
                    (Slot.SPECIAL, plan.orders[banner].special),
                )
                if order is not None
            }
            for banner in sorted(plan.orders)
        },
    }


def order_document(order: Order) -> dict[str, Any]:
    """One order as a scenario holds it."""
    document: dict[str, Any] = {"order": order.kind.value}
    if order.to is not None:
        document["to"] = list(order.to)
    if order.giver is not None:
        document["from"] = order.giver
    if order.levels:
        document["levels"] = order.levels
    if order.relic is not None:
        document["relic"] = order.relic
    if order.partner is not None:
        document["with"] = order.partner
    if order.name:
        document["name"] = order.name
    return document


def _read_orders(node: Node) -> BannerOrders:
    fields = node.fields((), tuple(slot.value for slot in Slot))
    return BannerOrders(
        fields.maybe("primary", _order_in(Slot.PRIMARY)),
        fields.maybe("secondary", _order_in(Slot.SECONDARY)),
        fields.maybe("special", _order_in(Slot.SPECIAL)),
    )


def _order_in(slot: Slot) -> Callable[[Node], Order]:
    def read(node: Node) -> Order:
        word = Fields(node.members())
        if "order" not in word:
            raise node.missing("order")
        kind = word["order"].choice(OrderKind)
        if SLOT_OF[kind] != slot:
            raise word["order"].error(f"{kind} is a {SLOT_OF[kind]} order, not a {slot} one")
        return _read_order(kind, node.fields(*_KEYS.get(kind, _ALONE)))

    return read


def _read_order(kind: OrderKind, fields: Fields) -> Order:
    giver = fields.maybe("from", Node.name)
    relic = fields.maybe("relic", Node.name)
    partner = fields.maybe("with", Node.name)
    return Order(
        kind,
        to=fields.get("to", Node.sector, None),
        giver=BannerId(giver) if giver is not None else None,
        levels=fields.get("levels", Node.integer, 0),
        relic=RelicId(relic) if relic is not None else None,
        partner=BannerId(partner) if partner is not None else None,
        name=fields.get("name", Node.text, ""),
    )
