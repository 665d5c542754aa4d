"""Little maps: a scenario document before its turn, and after it, drawn as one small picture.

The rules' pages and the cases use them. A map is cut down to where something stands or happens, with a margin
of two sectors. Lengths are in units of the picture: a sector is ``CELL`` wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from campaign.base.answers import Json
from campaign.base.setup.ground_words import drawn_as
from rules.maps.grid import name_of
from rules.maps.terrain import TERRAIN

CELL = 24
EDGE = 18
MARGIN = 2
MOST = 24
"""A picture shows at most so many sectors each way."""

Document = Mapping[str, Json]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Patch:
    """A square of the ground: ``kind`` is ``city``, ``rock``, ``disputed`` or ``army``."""

    x: int
    y: int
    kind: str
    army: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A banner: its army, what is written on it and below it, and whether it is gone or must retreat."""

    x: int
    y: int
    army: int
    level: str
    name: str
    works: str = ""
    retreating: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """An order to go somewhere, or the way that was gone."""

    x1: int
    y1: int
    x2: int
    y2: int
    army: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign in a sector: ``battle``, ``relic`` or ``feature``."""

    x: int
    y: int
    kind: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A column's letters or a row's number, at the edge."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class LittleMap:
    """One picture: its size, and what is drawn in order."""

    width: int
    height: int
    patches: tuple[Patch, ...]
    arrows: tuple[Arrow, ...]
    marks: tuple[Mark, ...]
    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...]
    lines: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The cut of the map: its first sector, and its size in sectors."""

    left: int
    top: int
    across: int
    down: int

    def holds(self, at: Iterable[int]) -> bool:
        x, y = at
        return 0 <= x - self.left < self.across and 0 <= y - self.top < self.down

    def corner(self, at: Iterable[int]) -> Pair:
        x, y = at
        return EDGE + (x - self.left) * CELL, EDGE + (y - self.top) * CELL

    def middle(self, at: Iterable[int]) -> Pair:
        x, y = self.corner(at)
        return x + CELL // 2, y + CELL // 2


def before_and_after(scenario: Document, outcome: Document) -> tuple[LittleMap, LittleMap]:
    """The turn's start with the orders as arrows, and its end with the ways gone; both cut alike."""
    frame = _frame(scenario, outcome)
    armies = {player["id"]: number % 8 + 1 for number, player in enumerate(scenario["players"])}
    start = {banner["id"]: banner for banner in scenario["banners"]}
    before = _draw(scenario, scenario, frame, armies, tuple(_ordered(scenario, start, frame, armies)))
    gone = {one["id"] for one in outcome["destroyed"]}
    ways = tuple(
        Arrow(*frame.middle(start[banner["id"]]["at"]), *frame.middle(banner["at"]), armies[banner["owner"]])
        for banner in outcome["banners"]
        if banner["id"] in start and banner["at"] != start[banner["id"]]["at"]
    )
    lost = [banner for key, banner in start.items() if key in gone]
    after = _draw(scenario, outcome, frame, armies, ways, lost)
    return before, after


def _frame(*documents: Document) -> _Frame:
    rows = documents[0]["map"]
    places = [tuple(at) for document in documents for at in _places(document)]
    if not places:
        return _Frame(0, 0, min(len(rows[0]), MOST), min(len(rows), MOST))
    left = max(0, min(x for x, _ in places) - MARGIN)
    top = max(0, min(y for _, y in places) - MARGIN)
    right = min(len(rows[0]) - 1, max(x for x, _ in places) + MARGIN)
    bottom = min(len(rows) - 1, max(y for _, y in places) + MARGIN)
    return _Frame(left, top, min(right - left + 1, MOST), min(bottom - top + 1, MOST))


def _places(document: Document) -> Iterator[list[int]]:
    yield from (banner["at"] for banner in document["banners"])
    yield from (relic["at"] for relic in document.get("relics", ()) if "at" in relic)
    yield from (feature["at"] for feature in document.get("features", ()) if "at" in feature)
    yield from (battle["sector"] for battle in document.get("battles", ()))
    yield from _targets(document)


def _targets(document: Document) -> Iterator[list[int]]:
    rows = document.get("map")
    for plan in document.get("plans", {}).values():
        for orders in plan.get("orders", {}).values():
            for order in orders.values():
                to = order.get("to")
                if rows and to and 0 <= to[1] < len(rows) and 0 <= to[0] < len(rows[0]):
                    yield to


def _ordered(
    scenario: Document, start: Mapping[str, Document], frame: _Frame, armies: Mapping[str, int]
) -> Iterator[Arrow]:
    for player, plan in scenario.get("plans", {}).items():
        for banner, orders in plan.get("orders", {}).items():
            for order in orders.values():
                to = order.get("to")
                if to and banner in start and frame.holds(to):
                    yield Arrow(*frame.middle(start[banner]["at"]), *frame.middle(to), armies[player])


def _draw(
    scenario: Document,
    shown: Document,
    frame: _Frame,
    armies: Mapping[str, int],
    arrows: tuple[Arrow, ...],
    lost: Iterable[Document] = (),
) -> LittleMap:
    width, height = frame.across * CELL, frame.down * CELL
    return LittleMap(
        width=width + EDGE + 2,
        height=height + EDGE + 2,
        patches=(*_ground(scenario["map"], frame), *_held(shown, frame, armies)),
        arrows=tuple(arrow for arrow in arrows if (arrow.x1, arrow.y1) != (arrow.x2, arrow.y2)),
        marks=tuple(_marks(scenario, shown, frame)),
        pieces=tuple(_pieces(shown["banners"], lost, frame, armies)),
        labels=tuple(_labels(frame)),
        lines=(
            *((EDGE + i * CELL, EDGE, EDGE + i * CELL, EDGE + height) for i in range(frame.across + 1)),
            *((EDGE, EDGE + i * CELL, EDGE + width, EDGE + i * CELL) for i in range(frame.down + 1)),
        ),
    )


def _ground(rows: list[str], frame: _Frame) -> Iterator[Patch]:
    kinds = {kind.letter: drawn_as(kind) for kind in TERRAIN if drawn_as(kind)}
    for y in range(frame.top, frame.top + frame.down):
        for x in range(frame.left, frame.left + frame.across):
            if rows[y][x] in kinds:
                yield Patch(*frame.corner((x, y)), kinds[rows[y][x]])


def _held(shown: Document, frame: _Frame, armies: Mapping[str, int]) -> Iterator[Patch]:
    for sector in shown.get("sectors", ()):
        if not frame.holds(sector["at"]):
            continue
        corner = frame.corner(sector["at"])
        if sector.get("disputed"):
            yield Patch(*corner, "disputed")
        elif sector.get("occupier"):
            yield Patch(*corner, "army", armies[sector["occupier"]])


def _marks(scenario: Document, shown: Document, frame: _Frame) -> Iterator[Mark]:
    for feature in scenario.get("features", ()):
        if frame.holds(feature["at"]):
            yield Mark(*frame.middle(feature["at"]), "feature", feature["id"])
    for relic in shown.get("relics", ()):
        if "at" in relic and frame.holds(relic["at"]):
            yield Mark(*frame.middle(relic["at"]), "relic", relic["id"])
    for battle in shown.get("battles", ()):
        if frame.holds(battle["sector"]):
            yield Mark(*frame.middle(battle["sector"]), "battle")


def _pieces(
    banners: Iterable[Document], lost: Iterable[Document], frame: _Frame, armies: Mapping[str, int]
) -> Iterator[Piece]:
    """Each banner in its sector; several in one stand a little apart."""
    together: dict[Pair, list[tuple[Document, bool]]] = {}
    for gone, group in ((True, lost), (False, banners)):
        for banner in group:
            at = (banner["at"][0], banner["at"][1])
            if frame.holds(at):
                together.setdefault(at, []).append((banner, gone))
    for at, standing in sorted(together.items()):
        x, y = frame.middle(at)
        for place, (banner, gone) in enumerate(standing):
            aside = (2 * place - len(standing) + 1) * CELL // 4
            yield Piece(
                x + aside,
                y - 2,
                armies[banner["owner"]],
                str(banner["level"]),
                banner["id"],
                banner.get("works", "none").replace("none", ""),
                bool(banner.get("retreating")),
                gone,
            )


def _labels(frame: _Frame) -> Iterator[Label]:
    for i in range(frame.across):
        letters = name_of((frame.left + i, 0)).rstrip("0123456789")
        yield Label(EDGE + i * CELL + CELL // 2, EDGE - 6, letters)
    for i in range(frame.down):
        yield Label(EDGE - 9, EDGE + i * CELL + CELL // 2 + 3, str(frame.top + i + 1))
