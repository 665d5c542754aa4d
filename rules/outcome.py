"""What a turn comes to: ``Movement`` after section 5 of the rules and ``Outcome`` at its end, as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import NewType

from rules.club.ledger import Explained
from rules.club.triggers import Firing
from rules.events import Event
from rules.orders import BannerOrders, OrderKind, Slot
from rules.plans.knowledge import Sighting
from rules.plans.legality import Problem
from rules.results import Method, Pair
from rules.state import At, BannerId, FeatureId, PlayerId, RelicId, Sector, State, Works
from rules.tables import Degree
from rules.values import value

Bits = NewType("Bits", int)
"""Sectors of one row: bit x stands for sector x."""


class Cause(StrEnum):
    """How a banner was destroyed: in an auto battle or while retreating."""

    BATTLE = "battle"
    RETREAT = "retreat"


class Category(StrEnum):
    """The table that a battle's mission is rolled on (Rules 5.12)."""

    BATTLE = "battle"
    RAID = "raid"
    BREAKTHROUGH = "breakthrough"


@value
class Destroyed:
    """A banner that is gone: ``at`` and ``level`` as it died, ``by`` to whose credit, None if nobody's."""

    id: BannerId
    owner: PlayerId
    at: At
    level: int
    by: BannerId | None
    cause: Cause


@value
class Void:
    """An order that did not count; ``problems`` say why, all of them (Rules 3)."""

    banner: BannerId
    owner: PlayerId
    slot: Slot
    order: OrderKind
    problems: tuple[Problem, ...]

    @property
    def reason(self) -> str:
        """All the reasons as one sentence for people."""
        return "; ".join(problem.sentence for problem in self.problems)


@value
class Battle:
    """Two enemies that meet (Rules 5.12). All pairs stand in the order of ``banners``: string order.

    ``levels`` are full levels; ``attacker_die`` is None where no die decided who attacks.
    """

    banners: Pair
    owners: tuple[PlayerId, PlayerId]
    levels: tuple[int, int]
    works: tuple[Works, Works]
    sector: At
    city: bool
    attacker: BannerId
    category: Category
    mission_die: int
    attacker_die: int | None
    auto: bool


@value
class BattleResult:
    """How a battle ended (Rules 7). All pairs stand in the order of the battle's banners.

    ``winner`` None is a draw, or that both were destroyed; ``points_lost`` is None for an auto battle;
    ``rolls`` lists every attempt of an abstract resolution as the two dice of each side; ``clause`` is that
    of Rules 7, None for an auto battle; ``forfeited`` tells who has, whatever the clause.
    """

    battle: Battle
    method: Method
    winner: BannerId | None
    degree: Degree | None
    rolls: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    points_lost: tuple[int, int] | None
    sacrifices: tuple[int, int]
    inflicted: tuple[int, int]
    lost: tuple[int, int]
    clause: int | None = None
    forfeited: tuple[bool, bool] = (False, False)


@value
class Intelligence:
    """What one player has learnt at the end of a turn (Rules 9).

    ``sightings`` by banner id. The sectors whose occupation the player knows are those of ``seen`` and those
    of ``sectors``: ``seen`` holds ``(y, bits)`` by y, bit x standing for sector x, of all sectors in or
    adjacent to its recon ranges; ``sectors`` lists by (y, x) every known sector that is occupied or disputed,
    and those the player has lost to nobody. A sector of ``seen`` that is not in ``sectors`` is nobody's.
    ``features`` and ``relics`` are the ids found this turn.
    """

    sightings: tuple[Sighting, ...] = ()
    seen: Sequence[tuple[int, Bits]] = ()
    sectors: Sequence[Sector] = ()
    features: tuple[FeatureId, ...] = ()
    relics: tuple[RelicId, ...] = ()

    def known_sectors(self) -> Iterator[Sector]:
        """Every sector whose occupation the player knows, those of nobody included, by (y, x)."""
        return iter(known_sectors(self.seen, self.sectors))


@value
class Holding:
    """How a victory condition stands: ``held`` counts turns in a row, this one included (Rules 10)."""

    met: bool
    held: int


@value
class Movement:
    """A turn up to the end of section 5 of the rules.

    ``start`` is the state before it (with the node that the turn began with), ``state`` the one after it;
    ``orders`` are the effective orders of the banners now living; ``board`` is for the aftermath alone, which
    goes on from a copy of it. Lists are sorted as the scenario format says.
    """

    start: State
    state: State
    destroyed: tuple[Destroyed, ...]
    heirs: Mapping[BannerId, BannerId]
    void: tuple[Void, ...]
    battles: tuple[Battle, ...]
    events: tuple[Event, ...]
    orders: Mapping[BannerId, BannerOrders]
    board: object = field(compare=False, repr=False)


@value
class Outcome:
    """A whole turn. ``events`` are those of the aftermath; the movement has its own.

    ``state`` is the truth at the turn's end: its players have the nodes, and the conditions with what has
    been held and with heirs in the place of banners joined away. ``firings`` say by id what became of the
    triggers; ``spies`` where each player had one, and how far it looked; ``explained`` is None unless asked
    for.
    """

    movement: Movement
    state: State
    destroyed: tuple[Destroyed, ...]
    battles: tuple[BattleResult, ...]
    intelligence: Mapping[PlayerId, Intelligence]
    conditions: Mapping[PlayerId, tuple[Holding, ...]]
    victors: tuple[PlayerId, ...]
    events: tuple[Event, ...]
    firings: tuple[Firing, ...] = ()
    spies: Mapping[PlayerId, Sequence[tuple[At, int]]] = field(default_factory=dict)
    explained: Explained | None = None

    @property
    def heirs(self) -> Mapping[BannerId, BannerId]:
        """Each banner joined away with the one that took its place."""
        return self.movement.heirs

    @property
    def void(self) -> tuple[Void, ...]:
        """The orders that did not count, by (banner, order)."""
        return self.movement.void


def known_sectors(seen: Iterable[tuple[int, int]], sectors: Iterable[Sector]) -> list[Sector]:
    """All sectors of ``seen`` and ``sectors``, those that only ``seen`` has as nobody's, by (y, x)."""
    known = {(sector.at[1], sector.at[0]): sector for sector in sectors}
    for y, bits in seen:
        while bits:
            lowest = bits & -bits
            x = lowest.bit_length() - 1
            known.setdefault((y, x), Sector((x, y)))
            bits ^= lowest
    return [known[key] for key in sorted(known)]
