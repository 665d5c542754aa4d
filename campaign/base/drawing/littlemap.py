"""Little maps: a scenario document before its turn, and after it, drawn as one small picture.

The rules' pages and the cases use them. A map is cut down to where something stands or happens, with a margin
of two sectors. Lengths are in units of the picture: a sector is ``CELL`` wide. Inks, patterns, signs and
shapes are those of the war map (``look.json``); pages take the inks from their variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from campaign.base.answers import Json
from campaign.base.drawing.look import LOOK, army_number
from campaign.base.drawing.textures import border_of, texture_of
from campaign.base.setup.ground_words import drawn_as
from rules.maps.grid import distance, name_of
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
    unknown: bool = False
    relic: bool = False

    @property
    def sign(self) -> str:
        """The army's sign, as a path in the box of a shield."""
        return LOOK.signs[self.army - 1].path

    @property
    def shield(self) -> str:
        """The shield, as a path."""
        return LOOK.shapes["shield"]

    @property
    def rampart(self) -> str:
        """What is drawn below it for its works, as a path; nothing without any."""
        parts = {"fortified": ("rampart",), "entrenched": ("rampart", "trench")}.get(self.works, ())
        return "".join(LOOK.shapes[part] for part in parts)


@dataclass(frozen=True, slots=True)
class Land:
    """What an army holds: its pattern as lines of ``width`` and as dots, and the border, as paths."""

    army: int
    lines: str
    dots: str
    width: float
    border: str


@dataclass(frozen=True, slots=True)
class Ring:
    """The outline of a range, as a path: ``kind`` is ``battle``, ``recon`` or ``search``."""

    kind: str
    army: int
    path: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What a picture shows beside what stands there: whose ranges, as (banner, kind), and whose knowledge."""

    ranges: tuple[tuple[str, str], ...] = ()
    eyes: str | None = None


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
    """A sign in a sector: ``battle``, ``relic``, ``feature``, or ``aim`` in one that a condition lists."""

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
    lands: tuple[Land, ...] = ()
    rings: tuple[Ring, ...] = ()
    fog: tuple[Patch, ...] = ()

    @property
    def swords(self) -> str:
        """The sign of a battle, as a path."""
        return LOOK.shapes["swords"]


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

    def sectors(self) -> Iterator[Pair]:
        """All its sectors, row by row."""
        for y in range(self.top, self.top + self.down):
            yield from ((x, y) for x in range(self.left, self.left + self.across))

    def corner(self, at: Iterable[int]) -> Pair:
        x, y = at
        return EDGE + (x - self.left) * CELL, EDGE + (y - self.top) * CELL

    def middle(self, at: Iterable[int]) -> Pair:
        x, y = self.corner(at)
        return x + CELL // 2, y + CELL // 2


def before_and_after(scenario: Document, outcome: Document) -> tuple[LittleMap, LittleMap]:
    """The turn's start with the orders as arrows, and its end with the ways gone; both cut alike."""
    frame = _frame(scenario, outcome)
    armies = {player["id"]: army_number(number) for number, player in enumerate(scenario["players"], start=1)}
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


def with_sight(picture: LittleMap, scenario: Document, outcome: Document, shown: Shown) -> LittleMap:
    """A picture of a turn's end with ranges around banners and, for somebody's eyes, with what they do not
    see in fog: enemies whose place is not known are left out, a level that is not known is ``?``.
    """
    frame = _frame(scenario, outcome)
    numbers = {player["id"]: army_number(n) for n, player in enumerate(scenario["players"], start=1)}
    picture = replace(picture, rings=tuple(_rings(scenario, outcome, frame, numbers, shown.ranges)))
    if shown.eyes is None:
        return picture
    known = outcome["intelligence"][shown.eyes]
    levels = {one["id"]: one["level"] for one in known["banners"]}
    own = {one["id"] for one in outcome["banners"] if one["owner"] == shown.eyes}
    seen = {tuple(one["at"]) for one in known["sectors"]}
    pieces = tuple(
        one
        if one.name in own
        else replace(one, level=str(levels[one.name] or "?"), unknown=not levels[one.name])
        for one in picture.pieces
        if one.name in own or one.name in levels
    )
    fog = tuple(Patch(*frame.corner(at), "fog") for at in frame.sectors() if at not in seen)
    unseen = {(one.x, one.y) for one in fog}
    patches = tuple(
        one for one in picture.patches if (one.x, one.y) not in unseen or one.kind not in ("army", "disputed")
    )
    return replace(picture, pieces=pieces, fog=fog, patches=patches, lands=tuple(_lands(patches)))


def _rings(
    scenario: Document,
    outcome: Document,
    frame: _Frame,
    armies: Mapping[str, int],
    asked: Iterable[tuple[str, str]],
) -> Iterator[Ring]:
    """The outlines of ranges; impassable sectors belong to none (Rules 1)."""
    radii = {"battle": 1, "recon": 2, "search": 3} | {
        key.removesuffix("_radius"): value for key, value in scenario.get("settings", {}).items()
    }
    rows = scenario["map"]
    open_ground = {kind.letter for kind in TERRAIN if kind.passable}
    standing = {one["id"]: one for one in outcome["banners"]}
    for banner, kind in asked:
        x, y = standing[banner]["at"]
        corners = {
            frame.corner(at)
            for at in frame.sectors()
            if rows[at[1]][at[0]] in open_ground and distance(at, (x, y)) <= radii[kind]
        }
        yield Ring(kind, armies[standing[banner]["owner"]], border_of(corners, CELL))


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
    held = tuple(_held(shown, frame, armies))
    return LittleMap(
        width=width + EDGE + 2,
        height=height + EDGE + 2,
        patches=(*_ground(scenario["map"], frame), *held),
        lands=tuple(_lands(held)),
        arrows=tuple(arrow for arrow in arrows if (arrow.x1, arrow.y1) != (arrow.x2, arrow.y2)),
        marks=tuple(_marks(scenario, shown, frame)),
        pieces=tuple(_pieces(shown, lost, frame, armies)),
        labels=tuple(_labels(frame)),
        lines=(
            *((EDGE + i * CELL, EDGE, EDGE + i * CELL, EDGE + height) for i in range(frame.across + 1)),
            *((EDGE, EDGE + i * CELL, EDGE + width, EDGE + i * CELL) for i in range(frame.down + 1)),
        ),
    )


def _ground(rows: list[str], frame: _Frame) -> Iterator[Patch]:
    kinds = {kind.letter: drawn_as(kind) for kind in TERRAIN if drawn_as(kind)}
    for x, y in frame.sectors():
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


def _lands(held: Iterable[Patch]) -> Iterator[Land]:
    """Each army's land, with its pattern and border."""
    corners: dict[int, set[Pair]] = {}
    for patch in held:
        if patch.army:
            corners.setdefault(patch.army, set()).add((patch.x, patch.y))
    for army, taken in sorted(corners.items()):
        lines, dots, width = texture_of(LOOK.patterns[army - 1], taken, CELL)
        yield Land(army, lines, dots, width, border_of(taken, CELL))


def _marks(scenario: Document, shown: Document, frame: _Frame) -> Iterator[Mark]:
    for feature in scenario.get("features", ()):
        if frame.holds(feature["at"]):
            yield Mark(*frame.middle(feature["at"]), "feature", feature["id"])
    for relic in shown.get("relics", ()):
        if "at" in relic and frame.holds(relic["at"]):
            yield Mark(*frame.middle(relic["at"]), "relic", relic["id"])
    listed = {
        (at[0], at[1])
        for player in scenario["players"]
        for condition in player.get("conditions", ())
        for at in condition.get("sectors", ())
    }
    for at in sorted(listed):
        if frame.holds(at):
            yield Mark(*frame.middle(at), "aim")
    for battle in shown.get("battles", ()):
        if frame.holds(battle["sector"]):
            yield Mark(*frame.middle(battle["sector"]), "battle")


def _pieces(
    shown: Document, lost: Iterable[Document], frame: _Frame, armies: Mapping[str, int]
) -> Iterator[Piece]:
    """Each banner in its sector; several in one stand a little apart."""
    carrying = {relic.get("carried_by") for relic in shown.get("relics", ())}
    together: dict[Pair, list[tuple[Document, bool]]] = {}
    for gone, group in ((True, lost), (False, shown["banners"])):
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
                relic=banner["id"] in carrying and not gone,
            )


def _labels(frame: _Frame) -> Iterator[Label]:
    for i in range(frame.across):
        letters = name_of((frame.left + i, 0)).rstrip("0123456789")
        yield Label(EDGE + i * CELL + CELL // 2, EDGE - 6, letters)
    for i in range(frame.down):
        yield Label(EDGE - 9, EDGE + i * CELL + CELL // 2 + 3, str(frame.top + i + 1))
