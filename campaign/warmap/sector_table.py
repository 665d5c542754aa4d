"""The map as a table: the same knowledge as the war map, one row a sector, with what can be ordered there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from campaign.base.answers import Json
from campaign.base.coordinates import sector_name, sign_of
from campaign.base.setup.ground_words import GROUND_WORDS
from campaign.base.words.sighting_words import GRADE_WORDS, age_words
from campaign.warmap.selectors import WarMapPage
from rules.maps.terrain import TERRAIN_OF, Terrain
from rules.orders import ORDER, OrderKind
from rules.state import At

NEAR = 3
PAGE = 200


class Shown(StrEnum):
    """Which sectors the table lists."""

    NEAR = "near"
    THINGS = "things"
    HELD = "held"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Area:
    """What the table is to list: which sectors, around which one if any, which page of them (from 1)."""

    shown: Shown = Shown.NEAR
    around: At | None = None
    page: int = 1


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in a sector: an own banner, a sighting, a feature, a relic or a battle.

    ``level`` is None where it is not known or there is none; ``turn`` is set for a sighting that is old,
    ``mark`` for one of a banner that is to be destroyed, ``grade`` for one that says how true it is.
    """

    kind: str
    id: str
    name: str
    seat: int = 0
    level: int | None = None
    turn: int | None = None
    text: str = ""
    mark: str = ""
    grade: str = ""

    @property
    def before(self) -> str:
        """How long before the war it was seen, in words; empty if it was seen since."""
        return age_words(-self.turn) if self.turn is not None and self.turn < 0 else ""

    @property
    def truth(self) -> str:
        """How true it is, in words; empty if it does not say."""
        return str(GRADE_WORDS[self.grade]) if self.grade else ""


@dataclass(frozen=True, slots=True)
class March:
    """A banner that can be sent into a sector, by march or by retreat; ``chosen`` if that is its order."""

    banner: str
    name: str
    kind: OrderKind
    chosen: bool


@dataclass(frozen=True, slots=True)
class SectorRow:
    """One sector as the seat knows it; ``known`` is 0 never, 1 in an earlier turn, 2 now."""

    at: At
    terrain: Terrain
    holder: str
    disputed: bool
    known: int
    things: tuple[Thing, ...]
    marches: tuple[March, ...]

    @property
    def ground(self) -> str:
        """What its terrain is called."""
        return str(GROUND_WORDS[self.terrain.id])

    @property
    def name(self) -> str:
        """The sector as people read it."""
        return sector_name(*self.at)


@dataclass(frozen=True, slots=True)
class SectorTable:
    """A page of rows by (y, x), and how many pages there are."""

    rows: tuple[SectorRow, ...]
    page: int
    pages: int

    @property
    def previous(self) -> int:
        """The number of the page before."""
        return self.page - 1

    @property
    def next(self) -> int:
        """The number of the page after."""
        return self.page + 1


def sector_rows(page: WarMapPage, area: Area) -> SectorTable:
    """The rows of the table, from the map's own document and the seat's banners: no query."""
    reader = _Reader(page)
    places = [at for at in reader.places() if reader.wanted(at, area)]
    pages = max(1, -(-len(places) // PAGE))
    number = min(max(area.page, 1), pages)
    shown = places[(number - 1) * PAGE : number * PAGE]
    return SectorTable(tuple(reader.row(at) for at in shown), number, pages)


class _Reader:
    """Reads the map's document sector by sector."""

    def __init__(self, page: WarMapPage) -> None:
        self.page = page
        self.map: Mapping[str, Json] = json.loads(page.map_text)
        self.armies = {sign_of(seat["n"]): seat for seat in self.map["seats"]}
        self.things: dict[At, list[Thing]] = {}
        self.own = [banner.at for banner in page.banners]
        for at, thing in self._all_things():
            self.things.setdefault(at, []).append(thing)
        self.marches = _marches(page)

    def places(self) -> Iterator[At]:
        """Every sector of the map, by (y, x)."""
        width, height = self.map["size"]
        return ((x, y) for y in range(height) for x in range(width))

    def wanted(self, at: At, area: Area) -> bool:
        """Whether the table is to list the sector."""
        if area.around is not None:
            return _near(at, area.around)
        if area.shown == Shown.THINGS:
            return at in self.things
        if area.shown == Shown.HELD:
            return bool(self._holder(at).get("you"))
        return area.shown == Shown.ALL or any(_near(at, own) for own in self.own)

    def row(self, at: At) -> SectorRow:
        """The sector as the seat knows it."""
        x, y = at
        return SectorRow(
            at=at,
            terrain=TERRAIN_OF[self.map["terrain"][y][x]],
            holder=self._holder(at).get("army", ""),
            disputed=self.map["territory"][y][x] == "*",
            known=int(self.map["fog"][y][x]),
            things=tuple(self.things.get(at, ())),
            marches=tuple(self.marches.get(at, ())),
        )

    def _holder(self, at: At) -> Mapping[str, Json]:
        holder: Mapping[str, Json] = self.armies.get(self.map["territory"][at[1]][at[0]], {})
        return holder

    def _all_things(self) -> Iterator[tuple[At, Thing]]:
        turn = self.map["turn"]
        for banner in self.page.banners:
            yield banner.at, Thing("banner", banner.id, banner.name, self.page.frame.number, banner.level)
        for one in self.map["sightings"]:
            old = one["turn"] if one["turn"] < turn else None
            name, said = one["name"], {"mark": one.get("mark", ""), "grade": one.get("grade", "")}
            yield _at(one), Thing("sighting", one["id"], name, one["seat"], one["level"], old, **said)
        for one in self.map["features"]:
            heard = [hint["text"] for hint in self.map.get("hints", ()) if hint["thing"] == one["id"]]
            text = " ".join(part for part in (one.get("description", ""), *heard) if part)
            yield _at(one), Thing("feature", one["id"], one["name"], text=text)
        for one in self.map["relics"]:
            yield _at(one), Thing("relic", one["id"], one["name"], text=one.get("description", ""))
        for battle in self.page.battles:
            yield _at(battle), Thing("battle", battle["id"], battle["with"])


def _at(entry: Mapping[str, Json]) -> At:
    at: Sequence[int] = entry["at"]
    return at[0], at[1]


def _near(at: At, other: At) -> bool:
    return max(abs(at[0] - other[0]), abs(at[1] - other[1])) <= NEAR


def _marches(page: WarMapPage) -> dict[At, list[March]]:
    """Who can be sent where: the targets of every legal march and retreat."""
    found: dict[At, list[March]] = {}
    offered = page.options()
    for banner in page.banners:
        given = page.plan.orders.get(banner.id, {})
        orders = [order for order in given.values() if isinstance(order, Mapping)]
        for option in offered.get(banner.id, ()):
            if ORDER[option.order].anywhere:
                continue
            for at in option.targets:
                chosen = any(
                    order.get("to") == list(at) and order["order"] == option.order for order in orders
                )
                found.setdefault(at, []).append(March(banner.id, banner.name, option.order, chosen))
    return found
