"""Plans in the scenario format, both ways."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules.format.reading import Fields, Node, shown
from rules.orders import ORDER, ORDERS, SLOT_OF, BannerOrders, Names, Order, OrderKind, Plan, Slot
from rules.state import BannerId, PlayerId, State

_KEYS: Mapping[OrderKind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    record.kind: (("order", *(part.key for part in record.needs)), tuple(part.key for part in record.may))
    for record in ORDERS
}


def read_plans(node: Node, state: State) -> dict[PlayerId, Plan]:
    """The plans of a scenario by player; ScenarioError if one is not valid."""
    banners: dict[PlayerId, set[BannerId]] = {player.id: set() for player in state.players}
    for banner in state.banners:
        banners[banner.owner].add(banner.id)
    plans = {}
    for key, plan in node.members().items():
        player = PlayerId(key)
        if player not in banners:
            raise plan.error("unknown_player", id=shown(key))
        plans[player] = read_plan(plan, banners[player])
    return plans


def read_plan(node: Node, own: Collection[BannerId]) -> Plan:
    """One player's plan; every order must be for one of its own banners."""
    fields = node.fields((), ("node", "orders"))
    named = fields.maybe("node", Node.name)
    orders: dict[BannerId, BannerOrders] = {}
    for key, item in fields.get("orders", Node.members, {}).items():
        if key not in own:
            raise item.error("banner_of_another", banner=shown(key))
        orders[BannerId(key)] = _read_orders(item)
    return Plan(orders, BannerId(named) if named is not None else None)


def plan_document(plan: Plan) -> dict[str, object]:
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


def order_document(order: Order) -> dict[str, object]:
    """One order as a scenario holds it."""
    document: dict[str, object] = {"order": order.kind.value}
    for part in ORDER[order.kind].parts:
        given = getattr(order, part.field)
        if given or (given is not None and part.names in _IDS):
            document[part.key] = list(given) if part.names is Names.SECTOR else given
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
            raise word["order"].error(
                "wrong_slot", order=kind.value, slot=SLOT_OF[kind].value, other=slot.value
            )
        order = _read_order(kind, node.fields(*_KEYS[kind]))
        record = ORDER[kind]
        if record.either and sum(getattr(order, part.field) is not None for part in record.may) != 1:
            raise node.error("one_of", allowed=" and ".join(part.key for part in record.may))
        return order

    return read


def _read_order(kind: OrderKind, fields: Fields) -> Order:
    parts = ORDER[kind].parts
    given = {part.field: _READ[part.names](fields, part.key) for part in parts if part.key in fields}
    for part in parts:
        if part.most and not 1 <= len(given[part.field]) <= part.most:
            length = len(given[part.field])
            raise fields[part.key].error("text_length", count=length, most=part.most)
    return Order(kind, **given)


_IDS = (Names.BANNER, Names.RELIC, Names.FEATURE)

_READ: Mapping[Names, Callable[[Fields, str], Any]] = {
    Names.SECTOR: lambda fields, key: fields[key].sector(),
    Names.BANNER: lambda fields, key: fields.maybe(key, Node.name),
    Names.RELIC: lambda fields, key: fields.maybe(key, Node.name),
    Names.FEATURE: lambda fields, key: fields.maybe(key, Node.name),
    Names.NUMBER: lambda fields, key: fields[key].integer(),
    Names.TEXT: lambda fields, key: fields[key].text(),
}
