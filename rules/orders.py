"""The orders a banner can be given, and a player's plan of one turn (Rules 3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from enum import StrEnum

from rules.armies import Trait
from rules.state import At, BannerId, FeatureId, RelicId, SpecialOrders
from rules.values import value


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
    USE = "use"
    OTHER = "other"


class Names(StrEnum):
    """What kind of thing a part of an order names."""

    SECTOR = "sector"
    BANNER = "banner"
    RELIC = "relic"
    FEATURE = "feature"
    NUMBER = "number"
    TEXT = "text"


@value
class Part:
    """Something that an order can carry: ``key`` in documents, ``field`` of ``Order``.

    Where what can be named is listed beforehand, ``offers`` is the key of the list in documents and
    ``offered`` the field of ``rules.plans.legality.Option``. A text with ``most`` has so many characters at
    most, and is not empty.
    """

    key: str
    field: str
    names: Names
    offers: str = ""
    offered: str = ""
    most: int = 0


TO = Part("to", "to", Names.SECTOR, "targets", "targets")
GIVER = Part("from", "giver", Names.BANNER, "from", "givers")
LEVELS = Part("levels", "levels", Names.NUMBER)
RELIC = Part("relic", "relic", Names.RELIC, "relics", "relics")
PARTNER = Part("with", "partner", Names.BANNER, "with", "partners")
NAME = Part("name", "name", Names.TEXT)
FEATURE = Part("feature", "feature", Names.FEATURE, "features", "features")
TEXT = Part("text", "text", Names.TEXT, most=500)

PARTS = (TO, GIVER, LEVELS, RELIC, PARTNER, NAME, FEATURE, TEXT)
"""All that orders carry, in the order in which documents have it."""


@value
class OrderRecord:
    """What an order is, whatever it does: all that lists, reads, draws or stores orders is built from these.

    It needs the parts of ``needs`` and may have those of ``may``; ``section`` of the rules says what it does.
    ``anywhere``: its sector may be any passable one, so none are listed. ``moves`` and ``digs``: it does not
    go with one that digs or moves (Rules 3). ``busies``: its banner gives nothing to friends (Rules 5.8).
    ``sweeps``: it ends an Infestation (Rules 6). ``mutual``: both have to name each other (Rules 5.11).
    ``either``: it names exactly one of what it may carry. ``allowed``: only with these ``special_orders``.
    """

    kind: OrderKind
    slot: Slot
    section: str
    needs: tuple[Part, ...] = ()
    may: tuple[Part, ...] = ()
    anywhere: bool = False
    moves: bool = False
    digs: bool = False
    busies: bool = False
    sweeps: bool = False
    mutual: bool = False
    either: bool = False
    allowed: tuple[SpecialOrders, ...] = tuple(SpecialOrders)

    @property
    def parts(self) -> tuple[Part, ...]:
        """All that it can carry."""
        return self.needs + self.may


_K, _FIRST, _SECOND, _ALONE = OrderKind, Slot.PRIMARY, Slot.SECONDARY, Slot.SPECIAL

ORDERS: tuple[OrderRecord, ...] = (
    OrderRecord(_K.MARCH, _FIRST, "5.4", (TO,), moves=True, busies=True),
    OrderRecord(_K.TELEPORT, _FIRST, "5.3", (TO,), anywhere=True, moves=True, busies=True),
    OrderRecord(_K.SEARCH, _FIRST, "8.7", sweeps=True),
    OrderRecord(_K.FORTIFY, _SECOND, "5.5", digs=True, sweeps=True),
    OrderRecord(_K.ENTRENCH, _SECOND, "5.2", digs=True, sweeps=True),
    OrderRecord(_K.UNFORTIFY, _SECOND, "5.1", digs=True),
    OrderRecord(_K.RESUPPLY, _SECOND, "5.7", sweeps=True),
    OrderRecord(_K.TRANSFER, _SECOND, "5.8", may=(GIVER, LEVELS, RELIC)),
    OrderRecord(_K.SPLIT, _SECOND, "5.10", may=(NAME,), busies=True),
    OrderRecord(_K.JOIN, _SECOND, "5.11", (PARTNER,), busies=True, mutual=True),
    OrderRecord(_K.RETREAT, _ALONE, "5.6", (TO,)),
    OrderRecord(_K.DESTROY_RELIC, _ALONE, "5.9", (RELIC,)),
    OrderRecord(
        _K.USE,
        _ALONE,
        "14.2",
        may=(RELIC, FEATURE),
        either=True,
        allowed=(SpecialOrders.USE, SpecialOrders.ALL),
    ),
    OrderRecord(_K.OTHER, _ALONE, "14.2", (TEXT,), allowed=(SpecialOrders.ALL,)),
)
"""All orders in the table's order (Rules 3); last those that a campaign has to allow (Rules 14.2)."""

STANDARD = tuple(record for record in ORDERS if SpecialOrders.NONE in record.allowed)
"""The orders of every campaign."""

ORDER: Mapping[OrderKind, OrderRecord] = {record.kind: record for record in ORDERS}
SLOT_OF: Mapping[OrderKind, Slot] = {record.kind: record.slot for record in ORDERS}

MOVES = tuple(record.kind for record in ORDERS if record.moves)
DIGGING = tuple(record.kind for record in ORDERS if record.digs)
BUSY = tuple(record.kind for record in ORDERS if record.busies)
ASKED = tuple(
    record.kind
    for record in ORDERS
    if record.slot == Slot.PRIMARY or record.digs or record.kind == OrderKind.RESUPPLY
)
"""The orders that a trigger can ask for (Rules 14.4)."""
SWEEPING = tuple(record.kind for record in ORDERS if record.sweeps)


@value
class Pair:
    """A primary and a secondary order that void each other, but for an army with the rule ``unless``."""

    primary: OrderKind
    secondary: OrderKind
    unless: Trait | None = None


_UNLESS = {OrderKind.FORTIFY: Trait.STEADFAST}

PAIRS: tuple[Pair, ...] = tuple(Pair(move, dig, _UNLESS.get(dig)) for move in MOVES for dig in DIGGING)
"""The forbidden pairs (Rules 3)."""


def pairs_for(traits: Collection[str]) -> tuple[Pair, ...]:
    """The pairs that are forbidden to an army with these rules (Rules 3, 11)."""
    return tuple(pair for pair in PAIRS if pair.unless not in traits)


@value
class Order:
    """One order; which of the optional fields is set depends on ``kind`` (Rules 3)."""

    kind: OrderKind
    to: At | None = None
    giver: BannerId | None = None
    levels: int = 0
    relic: RelicId | None = None
    partner: BannerId | None = None
    name: str = ""
    feature: FeatureId | None = None
    text: str = ""


@value
class BannerOrders:
    """What is written for one banner: one order per slot at most (Rules 3)."""

    primary: Order | None = None
    secondary: Order | None = None
    special: Order | None = None


@value
class Plan:
    """A player's action plan: orders per own banner, and the node named for a Hive Mentality army."""

    orders: Mapping[BannerId, BannerOrders] = field(default_factory=dict)
    node: BannerId | None = None
