"""The orders a banner can be given, and a player's plan of one turn (Rules 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.state import At, BannerId, RelicId
from rules.values import quick


class Slot(StrEnum):
    """Where an order stands in a banner's orders (Rules 3)."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SPECIAL = "special"


class OrderKind(StrEnum):
    """The orders, in the table's order (Rules 3)."""

    MARCH = "march"
    TELEPORT = "teleport"
    SEARCH = "search"
    FORTIFY = "fortify"
    ENTRENCH = "entrench"
    UNFORTIFY = "unfortify"
    RESUPPLY = "resupply"
    TRANSFER = "transfer"
    SPLIT = "split"
    JOIN = "join"
    RETREAT = "retreat"
    DESTROY_RELIC = "destroy_relic"


SLOT_OF: Mapping[OrderKind, Slot] = {
    OrderKind.MARCH: Slot.PRIMARY,
    OrderKind.TELEPORT: Slot.PRIMARY,
    OrderKind.SEARCH: Slot.PRIMARY,
    OrderKind.FORTIFY: Slot.SECONDARY,
    OrderKind.ENTRENCH: Slot.SECONDARY,
    OrderKind.UNFORTIFY: Slot.SECONDARY,
    OrderKind.RESUPPLY: Slot.SECONDARY,
    OrderKind.TRANSFER: Slot.SECONDARY,
    OrderKind.SPLIT: Slot.SECONDARY,
    OrderKind.JOIN: Slot.SECONDARY,
    OrderKind.RETREAT: Slot.SPECIAL,
    OrderKind.DESTROY_RELIC: Slot.SPECIAL,
}


@quick
@dataclass(frozen=True, slots=True)
class Order:
    """One order; which of the optional fields is set depends on ``kind`` (Rules 3)."""

    kind: OrderKind
    to: At | None = None
    giver: BannerId | None = None
    levels: int = 0
    relic: RelicId | None = None
    partner: BannerId | None = None
    name: str = ""


@quick
@dataclass(frozen=True, slots=True)
class BannerOrders:
    """What is written for one banner: one order per slot at most (Rules 3)."""

    primary: Order | None = None
    secondary: Order | None = None
    special: Order | None = None


@quick
@dataclass(frozen=True, slots=True)
class Plan:
    """A player's action plan: orders per own banner, and the node named for a Hive Mentality army."""

    orders: Mapping[BannerId, BannerOrders] = field(default_factory=dict)
    node: BannerId | None = None
