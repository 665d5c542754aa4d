"""The map as a grid: sectors, ranges, what overlaps, what is adjacent (Rules 1).

Inside the engine a sector is a *cell*: one integer, so that a range is a few sums and the order of sectors
by (y, x) is the order of integers. A margin of impassable cells surrounds the map: no range has to look for
the edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from rules.maps.terrain import BARRED, TERRAIN
from rules.state import At

DIRECTIONS: tuple[At, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""North, then clockwise, as steps of x and y (Rules 3, 4)."""


def distance(one: At, other: At) -> int:
    """The Chebyshev distance of two sectors: diagonals count as one (Rules 1)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def squared(one: At, other: At) -> int:
    """The squared Euclidean distance of two sectors (Rules 3, 5.12)."""
    across, down = one[0] - other[0], one[1] - other[1]
    return across * across + down * down


def name_of(at: At) -> str:
    """The sector as people read it: ``A1`` is (0, 0), ``AA3`` is (26, 2) (Rules 1)."""
    letters = ""
    left = at[0] + 1
    while left > 0:
        left, letter = divmod(left - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{at[1] + 1}"


def is_passable(rows: tuple[str, ...], at: At) -> bool:
    """Whether the sector is on the map and can be stood in (Rules 1)."""
    x, y = at
    return 0 <= y < len(rows) and 0 <= x < len(rows[y]) and rows[y][x] not in BARRED


def _towards(at: At, radius: int, other: At) -> At:
    """Of the sectors within a radius the one nearest to another sector; it may be impassable."""
    x, y = other
    left, right, top, bottom = at[0] - radius, at[0] + radius, at[1] - radius, at[1] + radius
    return (
        left if x < left else right if x > right else x,
        top if y < top else bottom if y > bottom else y,
    )


@lru_cache(maxsize=64)
def _square(stride: int, radius: int) -> tuple[int, ...]:
    span = range(-radius, radius + 1)
    return tuple(down * stride + across for down in span for across in span)


@lru_cache(maxsize=256)
def square_bits(stride: int, radius: int) -> int:
    """A square of side ``2 * radius + 1`` as bits; on a narrow map its lines run into each other."""
    line, square = (1 << (2 * radius + 1)) - 1, 0
    for down in range(2 * radius + 1):
        square |= line << (down * stride)
    return square


_BAND = 2048


@lru_cache(maxsize=8)
def _ones(size: int) -> tuple[int, ...]:
    return (0, *[1 << bit for bit in range(size)])


class _Places(dict[int, At]):
    """The sectors of cells, each worked out when it is first asked for."""

    __slots__ = ("origin", "stride")

    def __init__(self, origin: int, stride: int) -> None:
        super().__init__()
        self.origin = origin
        self.stride = stride

    def __missing__(self, cell: int) -> At:
        y, x = divmod(cell - self.origin, self.stride)
        at = self[cell] = (x, y)
        return at


class Grid:
    """A map with its ranges; ``margin`` is at least the greatest radius that will be asked of it.

    ``open[cell]`` is 1 where a banner can stand, else 0; ``clear`` tells that no sector is impassable;
    ``places[cell]`` is the sector of a cell on the map. For ``rules.maps.field``: a band has ``size`` cells,
    ``land[band]`` has the passable ones as bits, ``mask`` is a band of bits all set, ``line`` one of its
    lines, ``full`` a row of the map, and ``ones[n]`` the nth bit of a band; ``small`` tells that the whole
    map is one band.
    """

    __slots__ = (
        "clear",
        "full",
        "height",
        "land",
        "line",
        "mask",
        "ones",
        "open",
        "origin",
        "places",
        "rows",
        "size",
        "small",
        "stride",
        "width",
    )

    def __init__(self, rows: tuple[str, ...], margin: int) -> None:
        self.rows = rows
        self.width = len(rows[0])
        self.height = len(rows)
        self.stride = stride = self.width + margin
        self.origin = margin * stride + margin
        self.places = _Places(self.origin, stride)
        land = ("\0" * (stride - self.width)).join(rows)
        self.clear = not any(letter in land for letter in BARRED)
        wall = bytes(self.origin)
        self.open = wall + land.translate(_CELLS).encode() + wall
        self.size = size = max(1, _BAND // stride) * stride
        self.mask = (1 << size) - 1
        self.line = (1 << stride) - 1
        self.small = len(self.open) <= size
        self.ones = _ones(size)
        self.full = (1 << self.width) - 1
        digits = self.open.translate(_DIGITS)
        self.land = {
            band: int(digits[first : first + size][::-1], 2)
            for band, first in enumerate(range(0, len(digits), size))
        }

    def cell(self, at: At) -> int:
        """The cell of a sector."""
        return self.origin + at[1] * self.stride + at[0]

    def at(self, cell: int) -> At:
        """The sector of a cell that is on the map."""
        return self.places[cell]

    def square(self, radius: int) -> tuple[int, ...]:
        """What to add to a cell for all cells within a radius, by (y, x); pass them through ``open``."""
        return _square(self.stride, radius)

    def range_of(self, cell: int, radius: int) -> list[int]:
        """The passable cells within a radius, by (y, x) (Rules 1)."""
        is_open = self.open
        return [near for step in _square(self.stride, radius) if is_open[near := cell + step]]

    def overlap(self, one: At, one_radius: int, other: At, other_radius: int) -> bool:
        """Whether the ranges of two passable sectors share a sector (Rules 1)."""
        away = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        if away > one_radius + other_radius:
            return False
        # Nearer than this one of the two sectors is itself in both ranges.
        if self.clear or away <= one_radius or away <= other_radius:
            return True
        x, y = _towards(one, one_radius, other)
        return bool(self.open[self.origin + y * self.stride + x]) or self._any_open(
            max(one[0] - one_radius, other[0] - other_radius),
            min(one[0] + one_radius, other[0] + other_radius),
            max(one[1] - one_radius, other[1] - other_radius),
            min(one[1] + one_radius, other[1] + other_radius),
        )

    def touch(self, one: At, one_radius: int, other: At, other_radius: int) -> bool:
        """Whether the ranges of two passable sectors overlap or are adjacent (Rules 1)."""
        away = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
        if away > one_radius + other_radius + 1:
            return False
        if self.clear or away <= one_radius or away <= other_radius:
            return True
        near = _towards(one, one_radius, other)
        beside = _towards(other, other_radius, near)
        if self.open[self.cell(near)] and self.open[self.cell(beside)]:
            return True
        return self._touch_among_rocks(one, one_radius, other, other_radius)

    def _any_open(self, left: int, right: int, top: int, bottom: int) -> bool:
        if left > right:
            return False
        for y in range(top, bottom + 1):
            start = self.origin + y * self.stride + left
            if self.open.find(1, start, start + right - left + 1) >= 0:
                return True
        return False

    def _touch_among_rocks(self, one: At, one_radius: int, other: At, other_radius: int) -> bool:
        left, right = other[0] - other_radius, other[0] + other_radius
        top, bottom = other[1] - other_radius, other[1] + other_radius
        for y in range(max(one[1] - one_radius, top - 1), min(one[1] + one_radius, bottom + 1) + 1):
            for x in range(max(one[0] - one_radius, left - 1), min(one[0] + one_radius, right + 1) + 1):
                if self.open[self.cell((x, y))] and self._any_open(
                    max(x - 1, left), min(x + 1, right), max(y - 1, top), min(y + 1, bottom)
                ):
                    return True
        return False


@lru_cache(maxsize=32)
def grid_of(rows: tuple[str, ...], margin: int) -> Grid:
    """The grid of a map: made once, for the map of a campaign stays as it is from turn to turn."""
    return Grid(rows, margin)


_CELLS = str.maketrans({"\0": "\0", **{kind.letter: "\1" if kind.passable else "\0" for kind in TERRAIN}})
_DIGITS = bytes.maketrans(b"\0\1", b"01")


class Placed(Protocol):
    """Anything that stands in a sector."""

    @property
    def at(self) -> At: ...


Thing = TypeVar("Thing", bound=Placed)


_WIDE = 1 << 20
"""From the number of a square to that of the one below it: more than any map is wide."""


class Index(Generic[Thing]):
    """Things hashed by the square of ``reach`` sectors that they stand in: neighbours without all pairs."""

    __slots__ = ("_squares", "reach")

    def __init__(self, things: Iterable[Thing], reach: int) -> None:
        self.reach = reach
        squares: dict[int, list[Thing]] = {}
        for thing in things:
            x, y = thing.at
            key = y // reach * _WIDE + x // reach
            if key in squares:
                squares[key].append(thing)
            else:
                squares[key] = [thing]
        self._squares = squares

    def near(self, at: At) -> list[Thing]:
        """All things within ``reach`` of a sector, and some beyond."""
        key = at[1] // self.reach * _WIDE + at[0] // self.reach
        found: list[Thing] = []
        for line in (key - _WIDE, key, key + _WIDE):
            for near in (line - 1, line, line + 1):
                found += self._squares.get(near, ())
        return found
