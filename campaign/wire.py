"""A plan on the wire: the form in which pages and programs send one, and in which it is shown again.

It is the scenario format's plan: ``{"node": null, "orders": {banner: {"primary": {...}, ...}}}`` with public
ids; ``{"hold": true}`` says that a banner is meant to have no orders, ``"sacrifice"`` (0 to 3) how many levels
it would give up in a battle where all battles are abstract. What cannot be read is a ``WireError`` that
names the place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.orders import SLOT_OF, BannerOrders, Order, OrderKind, Plan, Slot
from rules.state import At, BannerId, RelicId

MOST_SACRIFICED = 3
MOST_ASKED = 1000
LONGEST_NAME = 60
HOLD = "hold"
SACRIFICE = "sacrifice"

_CARRIES: Mapping[OrderKind, tuple[str, ...]] = {
    OrderKind.MARCH: ("to",),
    OrderKind.TELEPORT: ("to",),
    OrderKind.RETREAT: ("to",),
    OrderKind.TRANSFER: ("from", "levels", "relic"),
    OrderKind.SPLIT: ("name",),
    OrderKind.JOIN: ("with",),
    OrderKind.DESTROY_RELIC: ("relic",),
}
_NEEDS: Mapping[OrderKind, tuple[str, ...]] = {
    OrderKind.MARCH: ("to",),
    OrderKind.TELEPORT: ("to",),
    OrderKind.RETREAT: ("to",),
    OrderKind.JOIN: ("with",),
    OrderKind.DESTROY_RELIC: ("relic",),
}


class WireError(ValueError):
    """A plan that cannot be read; ``path`` names the place, as ``orders.3f9a.primary.to``."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


@dataclass(frozen=True, slots=True)
class Written:
    """A plan as it was written: orders, the banners meant to hold, and sacrifices by banner."""

    plan: Plan
    holds: tuple[BannerId, ...] = ()
    sacrifices: Mapping[BannerId, int] = field(default_factory=dict)

    @property
    def decides(self) -> bool:
        """Whether it holds at least one order or says of a banner that it is to hold."""
        return bool(self.holds) or any(
            orders.primary or orders.secondary or orders.special for orders in self.plan.orders.values()
        )


def read_plan(document: object) -> Written:
    """Read a plan. Raises ``WireError``; whose the banners are and what is legal is not looked at."""
    plan = _object(document, "plan", ("node", "orders"))
    orders: dict[BannerId, BannerOrders] = {}
    holds: list[BannerId] = []
    sacrifices: dict[BannerId, int] = {}
    for key, given in sorted(_object(plan.get("orders", {}), "orders", None).items()):
        path, banner = f"orders.{key}", BannerId(key)
        entry = _object(given, path, (*Slot, HOLD, SACRIFICE))
        if entry.get(HOLD):
            if any(entry.get(slot) for slot in Slot):
                raise WireError(path, "a banner that is to hold can have no orders")
            holds.append(banner)
        if entry.get(SACRIFICE):
            sacrifices[banner] = _whole(entry[SACRIFICE], f"{path}.sacrifice", MOST_SACRIFICED)
        slots = {slot: read_order(entry[slot], slot, f"{path}.{slot}") for slot in Slot if entry.get(slot)}
        if slots:
            orders[banner] = BannerOrders(**slots)
    node = plan.get("node")
    return Written(
        Plan(orders, BannerId(_text(node, "node")) if node is not None else None), tuple(holds), sacrifices
    )


def read_order(document: object, slot: Slot, path: str) -> Order:
    """Read one order as the scenario format writes it. Raises ``WireError``."""
    given = _object(document, path, None)
    try:
        kind = OrderKind(str(given.get("order")))
    except ValueError:
        names = ", ".join(kind for kind in OrderKind if SLOT_OF[kind] == slot)
        raise WireError(f"{path}.order", f"{given.get('order')!r} is no order; there are {names}") from None
    if SLOT_OF[kind] != slot:
        raise WireError(f"{path}.order", f"{kind} is a {SLOT_OF[kind]} order, not a {slot} one")
    carries = _CARRIES.get(kind, ())
    _object(given, path, ("order", *carries))
    for name in _NEEDS.get(kind, ()):
        if given.get(name) is None:
            raise WireError(f"{path}.{name}", f"{kind} needs it")
    return Order(
        kind,
        to=_sector(given["to"], f"{path}.to") if "to" in given else None,
        giver=_banner(given, "from", path),
        levels=_whole(given.get("levels") or 0, f"{path}.levels", MOST_ASKED),
        relic=RelicId(_text(given["relic"], f"{path}.relic")) if given.get("relic") is not None else None,
        partner=_banner(given, "with", path),
        name=_text(given.get("name") or "", f"{path}.name")[:LONGEST_NAME],
    )


def order_document(order: Order) -> dict[str, Any]:
    """One order as the scenario format writes it, without what it does not carry."""
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


def plan_document(written: Written) -> dict[str, Any]:
    """A plan as it goes over the wire, banners in the order of their ids."""
    entries: dict[str, dict[str, Any]] = {}
    for banner in sorted({*written.plan.orders, *written.holds, *written.sacrifices}):
        orders = written.plan.orders.get(banner, BannerOrders())
        slots = {slot.value: getattr(orders, slot.value) for slot in Slot}
        entry: dict[str, Any] = {name: order_document(order) for name, order in slots.items() if order}
        if banner in written.holds:
            entry[HOLD] = True
        if banner in written.sacrifices:
            entry[SACRIFICE] = written.sacrifices[banner]
        entries[banner] = entry
    return {"node": written.plan.node, "orders": entries}


def receipt_of(document: Mapping[str, Any]) -> str:
    """The receipt of a plan: SHA-256 of its canonical JSON (keys sorted, no spaces), in hex."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def renamed(order: Order, banners: Mapping[str, BannerId], relics: Mapping[str, RelicId]) -> Order:
    """The order with other ids for what it names. Raises ``KeyError`` with the id that is not known."""
    return Order(
        order.kind,
        to=order.to,
        giver=banners[order.giver] if order.giver is not None else None,
        levels=order.levels,
        relic=relics[order.relic] if order.relic is not None else None,
        partner=banners[order.partner] if order.partner is not None else None,
        name=order.name,
    )


def _object(value: object, path: str, keys: Iterable[str] | None) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise WireError(path, "must be an object")
    allowed = None if keys is None else [str(key) for key in keys]
    for key in value:
        if allowed is not None and key not in allowed:
            raise WireError(f"{path}.{key}", f"is not known here; there are {', '.join(allowed)}")
    return dict(value)


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise WireError(path, "must be text")
    return value.strip()


def _whole(value: object, path: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise WireError(path, f"must be a whole number from 0 to {most}")
    return value


def _sector(value: object, path: str) -> At:
    if isinstance(value, list | tuple) and len(value) == 2:
        x, y = value
        if type(x) is int and type(y) is int:
            return x, y
    raise WireError(path, "must be a sector [x, y]")


def _banner(given: Mapping[str, Any], name: str, path: str) -> BannerId | None:
    value = given.get(name)
    return None if value is None else BannerId(_text(value, f"{path}.{name}"))
