"""Who holds what, as numbers to draw by: whose each sector is, who disputes it, where the armies' signs lie.

The twin of ``static/js/web/map/signs.js``: both count in whole numbers and place every sign alike. Scales and
lengths are in twelfths of a pixel. An area is what one army holds in one piece, from side to side; each that
has room for a square of ``ROOM`` pixels gets a sign, beneath as few pieces and as deep inside as can be; a
wide one gets more, ``APART`` pixels from each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

if TYPE_CHECKING:
    from campaign.base.documents import Map

PIXEL = 12
ROOM = 12
LARGE = 22
APART = 240
PIECE = 10
"""Half of what a piece covers, about: a sign had better lie beside it."""
DEEP = 64
"""Depth counts no further: in the middle of a wide land the place nearest to the middle is as good as any."""

DISPUTED = -1
CODES = 254
Pair = tuple[int, int]
Placed = tuple[int, Pair, int]


def seat_of(sign: str) -> int:
    """The seat that a sign of a map's territory stands for; 0 is nobody, ``DISPUTED`` two of them."""
    if sign in ".*":
        return DISPUTED if sign == "*" else 0
    return ord(sign) - 0x10000 if ord(sign) >= 0x10000 else int(sign, 36)


def holders_of(rows: Sequence[str]) -> list[int]:
    """Whose each sector is, row by row."""
    codes = {sign: seat_of(sign) for sign in set("".join(rows))}
    return [codes[sign] for row in rows for sign in row]


def standing(document: Map) -> list[Pair]:
    """The sectors where pieces stand, as the page knows them."""
    banners = [one["at"] for one in document.get("banners", ()) if one.get("alive", True)]
    return [(x, y) for x, y in [*banners, *(one["at"] for one in document.get("sightings", ()))]]


def placed_in(document: Map) -> list[Placed]:
    """The banners that are known to stand where they are: seat, sector, the radius of their battle range."""
    radii = {seat["n"]: seat.get("battle", document["radii"]["battle"]) for seat in document.get("seats", ())}
    you = next((seat["n"] for seat in document.get("seats", ()) if seat.get("you")), 0)
    own = [(you, one["at"]) for one in document.get("banners", ()) if one.get("alive", True)]
    seen = [
        (one["seat"], one["at"])
        for one in document.get("sightings", ())
        if one["turn"] >= document.get("turn", 0)
    ]
    return [(seat, (x, y), radii[seat]) for seat, (x, y) in own + seen if seat in radii]


def disputants(
    placed: Iterable[Placed], holders: Sequence[int], size: Sequence[int], at: Pair
) -> tuple[int, ...]:
    """The seats that dispute a sector, as far as a map tells.

    Those with a known banner within battle range, else those that hold a sector beside it; at most two, the
    lower number first.
    """
    width, height = size
    near = {seat: None for seat, (x, y), radius in placed if max(abs(x - at[0]), abs(y - at[1])) <= radius}
    for y in range(max(0, at[1] - 1), min(height, at[1] + 2)):
        for x in range(max(0, at[0] - 1), min(width, at[0] + 2)):
            if holders[y * width + x] > 0:
                near[holders[y * width + x]] = None
    return tuple(sorted(list(near)[:2]))


@dataclass(frozen=True, slots=True)
class Area:
    """What one army holds in one piece: how many sectors, and the sums of their columns and rows."""

    seat: int
    count: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Areas:
    """What is held, in areas; ``runs`` are the pieces of rows that they are made of.

    ``codes`` is a picture of a pixel a sector and a rim of one: 0 where nobody holds it, else a number for
    each holder.
    """

    width: int
    height: int
    areas: tuple[Area, ...]
    runs: Sequence[tuple[int, int, int, int]]
    """The row, from which column before which, the area."""

    codes: Image.Image


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign: whose it is, the pixel of the map that it is centred on, its size in pixels."""

    seat: int
    x: int
    y: int
    size: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom, in twelfths of a pixel of the map."""
        x, y, half = PIXEL * self.x, PIXEL * self.y, PIXEL * self.size // 2
        return x - half, y - half, x + half, y + half


def areas_of(width: int, height: int, holders: Sequence[int]) -> Areas:
    """The areas of a map of so many sectors each way."""
    runs = _runs(width, height, holders)
    roots = _joined(runs)
    numbers: dict[int, int] = {}
    sums: list[list[int]] = []
    placed = []
    for (y, x0, x1, seat), root in zip(runs, roots, strict=True):
        number = numbers.setdefault(root, len(numbers))
        if number == len(sums):
            sums.append([seat, 0, 0, 0])
        many = x1 - x0
        sums[number][1] += many
        sums[number][2] += many * (x0 + x1 - 1) // 2
        sums[number][3] += many * y
        placed.append((y, x0, x1, number))
    areas = tuple(Area(*one) for one in sums)
    return Areas(width, height, areas, placed, coded(width, height, holders))


def coded(width: int, height: int, holders: Sequence[int]) -> Image.Image:
    """A picture of a pixel a sector, and a rim of one, with the place of each holder among them; 0 is nobody.

    Beyond ``CODES`` holders begin to share theirs: no picture shows so many.
    """
    code = codes_of(holders).get
    small = Image.new("L", (width + 2, height + 2))
    small.paste(Image.frombytes("L", (width, height), bytes([code(one, 0) for one in holders])), (1, 1))
    return small


def codes_of(holders: Iterable[int]) -> dict[int, int]:
    """The code of each seat that holds something."""
    return {seat: 1 + n % CODES for n, seat in enumerate(sorted(set(holders) - {0, DISPUTED}))}


def _runs(width: int, height: int, holders: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """What is held in each row, from a column to before another, and by whom."""
    found = []
    for y in range(height):
        first = 0
        for holder, group in groupby(holders[y * width : (y + 1) * width]):
            after = first + len(list(group))
            if holder > 0:
                found.append((y, first, after, holder))
            first = after
    return found


def _joined(runs: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """For each run the first one of its area."""
    root = list(range(len(runs)))

    def first(one: int) -> int:
        while root[one] != one:
            root[one] = root[root[one]]
            one = root[one]
        return one

    above = 0
    for n, (y, x0, x1, holder) in enumerate(runs):
        while runs[above][0] < y - 1 or (runs[above][0] == y - 1 and runs[above][2] <= x0):
            above += 1
        other = above
        while runs[other][0] == y - 1 and runs[other][1] < x1:
            if runs[other][3] == holder:
                one, two = sorted((first(n), first(other)))
                root[two] = one
            other += 1
    return [first(n) for n in range(len(runs))]


def _inner(picture: Image.Image) -> bytes:
    """The sectors of a picture with a rim, row by row."""
    return picture.crop((1, 1, picture.width - 1, picture.height - 1)).tobytes()


def _alike(codes: Image.Image, steps: Iterable[Pair]) -> Image.Image:
    """255 where a held sector's neighbours at some steps have the same holder."""
    other = Image.new("L", codes.size)
    for dx, dy in steps:
        other = ImageChops.lighter(other, ImageChops.difference(codes, ImageChops.offset(codes, -dx, -dy)))
    return ImageChops.darker(other.point(_NONE), codes.point(_ANY))


def _least(picture: Image.Image, steps: Iterable[Pair]) -> Image.Image:
    """The least value of each sector and its neighbours at some steps."""
    found = picture
    for dx, dy in steps:
        found = ImageChops.darker(found, ImageChops.offset(picture, -dx, -dy))
    return found


def _squares(codes: Image.Image, side: int) -> bytes:
    """Where a square of one holder begins, of so many sectors a side."""
    alike, found = _alike(codes, _CORNER), codes.point(_ANY)
    for _ in range(1, side):
        found = ImageChops.darker(alike, _least(found, _CORNER))
    return _inner(found)


def _depths(codes: Image.Image) -> bytes:
    """How many steps it is from each held sector to the next one that is another's, up to ``DEEP``."""
    alike, found = _alike(codes, _AROUND), codes.point(_ANY)
    depth = Image.new("L", codes.size)
    for _ in range(DEEP):
        if found.getbbox() is None:
            break
        depth = ImageChops.add(depth, found.point(_ONE))
        found = ImageChops.darker(alike, _least(_least(found, _ACROSS), _DOWN))
    return _inner(depth)


_ANY, _NONE, _ONE = [0] + 255 * [255], [255] + 255 * [0], [0] + 255 * [1]
_CORNER = ((1, 0), (0, 1), (1, 1))
_ACROSS, _DOWN = ((-1, 0), (1, 0)), ((0, -1), (0, 1))
_AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


Rank = tuple[int, int, int, int]
"""How many pieces cover it, how deep it lies (the deeper the less), how far off the middle, its number."""


def sign_places(areas: Areas, taken: Iterable[Sequence[int]], scale: int) -> list[Sign]:
    """The signs of all areas at a scale; ``taken`` are the sectors where pieces stand."""
    side = -(-ROOM * PIXEL // scale)
    span = max(side, -(-APART * PIXEL // scale))
    best: dict[tuple[int, int, int], tuple[Rank, int]] = {}
    reach = max(0, -(-(2 * PIECE * PIXEL - scale) // (2 * scale)))
    for key, rank, deep in _candidates(areas, _sums(areas, taken), side, reach, span):
        if key not in best or rank < best[key][0]:
            best[key] = (rank, deep)
    grouped: dict[int, list[tuple[Rank, int]]] = {}
    for (number, _down, _across), one in sorted(best.items()):
        grouped.setdefault(number, []).append(one)
    found = []
    for number, group in sorted(grouped.items()):
        for at, deep in _apart(group, areas.width, span):
            y, x = divmod(at, areas.width)
            found.append(
                Sign(
                    areas.areas[number].seat,
                    ((2 * x + side) * scale + PIXEL) // (2 * PIXEL),
                    ((2 * y + side) * scale + PIXEL) // (2 * PIXEL),
                    min(LARGE, max(side, 2 * deep - 1) * scale // PIXEL),
                )
            )
    return found


def _candidates(
    areas: Areas, sums: Sequence[Sequence[int]], side: int, reach: int, span: int
) -> Iterable[tuple[tuple[int, int, int], Rank, int]]:
    """The places where a sign has room: area and part of it, rank, depth; those that others beat left out."""
    width, height = areas.width, areas.height
    low, high = (side - 1) // 2 * (width + 1), side // 2 * (width + 1)
    squares, depths = _squares(areas.codes, side), _depths(areas.codes)
    best: dict[tuple[int, int, int], Pair] = {}
    for y, first, after, number in areas.runs:
        area = areas.areas[number]
        above, below = sums[max(0, y - reach)], sums[min(height, y + side + reach)]
        down = abs((2 * y + side - 1) * area.count - 2 * area.y)
        for x in range(first, after):
            at = y * width + x
            if not squares[at]:
                continue
            left, right = max(0, x - reach), min(width, x + side + reach)
            pieces = below[right] - above[right] - below[left] + above[left]
            deep = min(depths[at + low], depths[at + high])
            key = (number, (2 * y + side) // (2 * span), (2 * x + side) // (2 * span))
            here = (pieces, -deep)
            if here > best.get(key, here):
                continue
            best[key] = here
            aside = abs((2 * x + side - 1) * area.count - 2 * area.x)
            yield key, (pieces, -deep, max(aside, down), at), deep


def _apart(group: list[tuple[Rank, int]], width: int, span: int) -> Iterable[Pair]:
    """The best place of an area, and those of its parts that lie far enough from all before."""
    first = min(group)
    chosen: list[Pair] = []
    for (_pieces, _deep, _far, at), deep in (first, *group):
        y, x = divmod(at, width)
        if all(3 * max(abs(x - i), abs(y - j)) >= 2 * span for i, j in chosen):
            chosen.append((x, y))
            yield at, deep


def _sums(areas: Areas, taken: Iterable[Sequence[int]]) -> list[list[int]]:
    """How many of some sectors lie above and left of each corner of the map, row by row."""
    width, height = areas.width, areas.height
    rows: dict[int, set[int]] = {}
    for x, y in taken:
        if 0 <= x < width and 0 <= y < height:
            rows.setdefault(y, set()).add(x)
    found = [[0] * (width + 1)]
    for y in range(height):
        there = rows.get(y)
        if there is None:
            found.append(found[-1])
            continue
        line = accumulate((x in there for x in range(width)), initial=0)
        found.append([above + beside for above, beside in zip(found[-1], line, strict=True)])
    return found


def as_json(signs: Iterable[Sign]) -> list[Mapping[str, int]]:
    """Signs as the page's ``signPlaces`` gives them."""
    return [{"seat": one.seat, "x": one.x, "y": one.y, "size": one.size} for one in signs]
