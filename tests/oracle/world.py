"""What the oracle knows of a turn while it works: read from a scenario document, with all defaults filled."""

import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import product
from typing import Any

Sector = tuple[int, int]
Document = dict[str, Any]

# Clockwise from north (Rules 4: direction 1 is N).
DIRECTIONS: tuple[Sector, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@dataclass
class Banner:
    """A banner as it changes through the turn; `start` is where it (or its parent) stood when it began."""

    id: str
    owner: str
    at: Sector
    level: int
    works: str
    retreating: bool
    beaten_by: str | None
    start: Sector
    orders: dict[str, Document] = field(default_factory=dict)
    """The effective orders, by name."""
    retreated: bool = False
    moved: bool = False
    move_to: Sector | None = None
    """Where a settlement moves it."""
    stood: list[Sector] = field(default_factory=list)
    """All places that count as where it stood at the start, for contact (Rules 5.12)."""


@dataclass
class Player:
    """A player with its army rules, conditions and node."""

    id: str
    rules: set[str]
    node: str | None
    submitted: bool
    excused: bool
    conditions: list[Document]
    mods: list[Document] = field(default_factory=list)
    never: set[str] = field(default_factory=set)


@dataclass
class Relic:
    """A relic, carried by a banner or lying in a sector."""

    id: str
    carried_by: str | None
    at: Sector | None
    known_to: set[str]
    destructible: bool
    sealed: bool = False


@dataclass
class Row:
    """One banner's part of the ledger."""

    banner: str
    began: int
    items: list[Document] = field(default_factory=list)
    gone: bool = False


@dataclass
class Feature:
    """Something special in a sector."""

    id: str
    at: Sector
    needs_search: bool
    effect: str | None
    known_to: set[str]


@dataclass
class World:
    """Everything of one turn."""

    turn: int
    seed: bytes
    battle_radius: int
    recon_radius: int
    search_radius: int
    engagement: str
    rows: list[str]
    passable: set[Sector]
    players: dict[str, Player]
    banners: dict[str, Banner]
    occupier: dict[Sector, str]
    disputed: set[Sector]
    features: dict[str, Feature]
    relics: dict[str, Relic]
    plans: dict[str, Document]
    document: Document
    occupier_at_start: dict[Sector, str] = field(default_factory=dict)
    destroyed: list[Document] = field(default_factory=list)
    heirs: dict[str, str] = field(default_factory=dict)
    void: list[Document] = field(default_factory=list)
    credits: list[tuple[str, int, str]] = field(default_factory=list)
    """(banner, whole level of one destroyed to its credit while retreating, that one)."""
    battles: list[Document] = field(default_factory=list)
    special_orders: str = "none"
    settlements: list[Document] = field(default_factory=list)
    spies: list[tuple[str, Sector, int]] = field(default_factory=list)
    fired: dict[str, set[str]] = field(default_factory=dict)
    ledger: list[Row] = field(default_factory=list)

    def note(self, banner: str, rule: str, item: str, levels: int, other: str | None = None) -> None:
        """Writes what changed a level into the ledger."""
        (row,) = [row for row in self.ledger if row.banner == banner and not row.gone]
        if levels != 0:
            row.items.append({"rule": rule, "item": item, "levels": levels, "with": other})

    def close(self, banner: str) -> None:
        """A banner is gone."""
        (row,) = [row for row in self.ledger if row.banner == banner and not row.gone]
        row.gone = True

    def mod(self, player: str, what: str, held: Collection[str] = ()) -> int:
        """What a player's house rules add to something; `held` is what is so of its side of a battle."""
        mods = [mod for mod in self.players[player].mods if mod["what"] == what]
        return sum(mod["by"] for mod in mods if mod.get("when") is None or mod["when"] in held)

    def has(self, player: str, rule: str) -> bool:
        """Whether the player's army has a rule."""
        return rule in self.players[player].rules

    def enemies(self, one: Banner, other: Banner) -> bool:
        """Any banner of another player is an enemy (Rules 1)."""
        return one.owner != other.owner

    def range_of(self, at: Sector, radius: int) -> set[Sector]:
        """The passable sectors on the map within `radius` of a sector (Rules 1)."""
        x, y = at
        square = product(range(x - radius, x + radius + 1), range(y - radius, y + radius + 1))
        return {sector for sector in square if sector in self.passable}

    def battle_range(self, banner: Banner, at: Sector | None = None) -> set[Sector]:
        """The banner's battle range, where it is or as if it stood elsewhere."""
        radius = self.recon_radius if self.has(banner.owner, "battlelust") else self.battle_radius
        radius = max(0, radius + self.mod(banner.owner, "battle_radius"))
        return self.range_of(banner.at if at is None else at, radius)

    def recon_radius_of(self, player: str) -> int:
        """One more with Superior Intelligence (Rules 9)."""
        radius = self.recon_radius + (1 if self.has(player, "superior_intelligence") else 0)
        return max(0, radius + self.mod(player, "recon_radius"))

    def recon_range(self, banner: Banner) -> set[Sector]:
        """The banner's recon range."""
        return self.range_of(banner.at, self.recon_radius_of(banner.owner))

    def die(self, label: str, sides: int) -> int:
        """One die of the turn (Rules 4)."""
        return roll(self.seed, label, sides)


def roll(seed: bytes, label: str, sides: int) -> int:
    """The die of a label and a seed (Rules 4)."""
    counter = 0
    while True:
        digest = hmac.new(seed, f"{label}/{counter}".encode(), hashlib.sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < sides * (2**64 // sides):
            return 1 + value % sides
        counter += 1


def distance(a: Sector, b: Sector) -> int:
    """Chebyshev (Rules 1)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def squared(a: Sector, b: Sector) -> int:
    """Squared Euclidean distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def overlap(one: set[Sector], other: set[Sector]) -> bool:
    """They share a sector (Rules 1)."""
    return bool(one & other)


def beside(sector: Sector, area: set[Sector]) -> bool:
    """Whether the sector is in the area or at distance 1 from one of its sectors."""
    if sector in area:
        return True
    return any((sector[0] + dx, sector[1] + dy) in area for dx, dy in DIRECTIONS)


def touch(one: set[Sector], other: set[Sector]) -> bool:
    """They overlap, or a sector of one is at distance 1 from a sector of the other (Rules 1)."""
    return overlap(one, other) or any(beside(sector, other) for sector in one)


def by_row(sector: Sector) -> tuple[int, int]:
    """The order of sectors in every list: (y, x)."""
    return (sector[1], sector[0])


def read(document: Document) -> World:
    """A world from a valid scenario document."""
    settings = document.get("settings") or {}
    rows = list(document["map"])
    passable = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "#"}
    occupier, disputed = _read_sectors(document)
    world = World(
        turn=document["turn"],
        seed=bytes.fromhex(document["seed"]),
        battle_radius=settings.get("battle_radius", 1),
        recon_radius=settings.get("recon_radius", 2),
        search_radius=settings.get("search_radius", 3),
        engagement=settings.get("engagement", "on_contact"),
        rows=rows,
        passable=passable,
        players={one["id"]: _read_player(one, document.get("house", [])) for one in document["players"]},
        banners={one["id"]: _read_banner(one) for one in document["banners"]},
        occupier=occupier,
        disputed=disputed,
        features={one["id"]: _read_feature(one) for one in document.get("features", [])},
        relics={one["id"]: _read_relic(one) for one in document.get("relics", [])},
        plans={},
        document=document,
        occupier_at_start=dict(occupier),
        special_orders=settings.get("special_orders", "none"),
        settlements=document.get("settlements", []),
        fired={one["id"]: set(one.get("fired_by", [])) for one in document.get("triggers", [])},
        ledger=[Row(one["id"], one["level"]) for one in document["banners"]],
    )
    # A plan of a player who did not submit is ignored.
    for player, plan in document.get("plans", {}).items():
        if world.players[player].submitted:
            world.plans[player] = plan
    return world


def _read_sectors(document: Document) -> tuple[dict[Sector, str], set[Sector]]:
    occupier: dict[Sector, str] = {}
    disputed: set[Sector] = set()
    for one in document.get("sectors", []):
        at = (one["at"][0], one["at"][1])
        if one.get("occupier") is not None:
            occupier[at] = one["occupier"]
        if one.get("disputed", False):
            disputed.add(at)
    return occupier, disputed


def sector_of(at: list[int]) -> Sector:
    """A sector as documents write it."""
    return (at[0], at[1])


def _read_player(one: Document, house: list[Document]) -> Player:
    own = [rule for rule in house if rule["id"] in one.get("rules", [])]
    return Player(
        id=one["id"],
        rules={*one.get("rules", []), *[given for rule in own for given in rule.get("gives", [])]},
        mods=[mod for rule in own for mod in rule.get("mods", [])],
        never={kind for rule in own for kind in rule.get("never", [])},
        node=one.get("node"),
        submitted=one.get("submitted", True),
        excused=one.get("excused", False),
        conditions=list(one.get("conditions", [])),
    )


def _read_banner(one: Document) -> Banner:
    at = (one["at"][0], one["at"][1])
    return Banner(
        id=one["id"],
        owner=one["owner"],
        at=at,
        level=one["level"],
        works=one.get("works", "none"),
        retreating=one.get("retreating", False),
        # null unless it must retreat after a lost battle
        beaten_by=one.get("beaten_by") if one.get("retreating", False) else None,
        start=at,
        stood=[at],
    )


def _read_feature(one: Document) -> Feature:
    return Feature(
        id=one["id"],
        at=(one["at"][0], one["at"][1]),
        needs_search=one.get("needs_search", False),
        effect=one.get("effect"),
        known_to=set(one.get("known_to", [])),
    )


def _read_relic(one: Document) -> Relic:
    at = one.get("at")
    return Relic(
        id=one["id"],
        carried_by=one.get("carried_by"),
        at=None if at is None else (at[0], at[1]),
        known_to=set(one.get("known_to", [])),
        destructible=one.get("destructible", True),
        sealed=one.get("sealed", False),
    )
