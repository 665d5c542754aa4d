"""Sets of sectors as integers, joined and parted a whole band of rows at a time (Rules 1).

A ``Field`` maps the number of a band to its cells as bits: bit k of band b stands for cell ``b * size + k``,
``size`` being the grid's. A small map is one band; a large one has many of about two thousand cells each, so
that the work is in proportion to the ground covered and not to the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.grid import Grid

Field = dict[int, int]


def ranges(grid: Grid, cells: Iterable[int], radius: int) -> Field:
    """The passable cells within a radius of any of the cells (Rules 1)."""
    size = grid.size
    square = _square_bits(grid.stride, radius)
    corner = radius * (grid.stride + 1)
    field: Field = {}
    for cell in cells:
        band, low = divmod(cell - corner, size)
        if band in field:
            field[band] |= square << low
        else:
            field[band] = square << low
    return _on_land(grid, field)


def beside(grid: Grid, field: Field) -> Field:
    """The cells of a field and the passable cells at distance 1 from them (Rules 1)."""
    size, stride = grid.size, grid.stride
    wide: Field = {}
    for band, bits in field.items():
        across = bits | bits << 1 | bits >> 1
        wide[band] = wide.get(band, 0) | across | across << stride | across >> stride
        first = across & grid.line
        if first:
            wide[band - 1] = wide.get(band - 1, 0) | first << (size - stride)
    return _on_land(grid, wide)


def union(one: Field, other: Field) -> Field:
    """The cells of either field."""
    both = one.copy()
    for band, bits in other.items():
        both[band] = both.get(band, 0) | bits
    return both


def common(one: Field, other: Field) -> Field:
    """The cells of both fields."""
    return {band: shared for band, bits in one.items() if (shared := bits & other.get(band, 0))}


def without(one: Field, other: Field) -> Field:
    """The cells of one field that are not in the other."""
    return {band: left for band, bits in one.items() if (left := bits ^ (bits & other.get(band, 0)))}


def count(field: Field) -> int:
    """How many cells a field has."""
    return sum(bits.bit_count() for bits in field.values())


def runs_of(grid: Grid, field: Field) -> list[tuple[int, int]]:
    """The runs of cells of a field, ``(first, one past the last)``, in ascending order.

    None goes past the end of a line, for the margin is never part of a field.
    """
    runs: list[tuple[int, int]] = []
    for band in sorted(field):
        base = band * grid.size
        digits = bin(field[band])[:1:-1]
        first = digits.find("1")
        while first >= 0:
            past = digits.find("0", first)
            if past < 0:
                past = len(digits)
            runs.append((base + first, base + past))
            first = digits.find("1", past)
    return runs


def cells_of(grid: Grid, field: Field) -> list[int]:
    """The cells of a field in ascending order."""
    return [cell for first, past in runs_of(grid, field) for cell in range(first, past)]


def near(grid: Grid, field: Field, cell: int, radius: int) -> list[int]:
    """The cells of a field that lie within a radius of a cell, in ascending order."""
    size = grid.size
    corner = cell - radius * (grid.stride + 1)
    band, low = divmod(corner, size)
    square = _square_bits(grid.stride, radius)
    bits, shift = field.get(band, 0) >> low, size - low
    while square >> shift:
        band += 1
        bits |= field.get(band, 0) << shift
        shift += size
    bits &= square
    return [corner + step for step in cells_of(grid, {0: bits})] if bits else []


def rows_of(grid: Grid, field: Field) -> list[tuple[int, int]]:
    """A field as ``(y, bits)`` by y, bit x for sector x; rows without a cell are left out."""
    stride, full = grid.stride, grid.full
    above, left = divmod(grid.origin, stride)
    rows = []
    for band in sorted(field):
        bits = field[band]
        if not bits:
            continue
        empty = ((bits & -bits).bit_length() - 1) // stride
        y = band * grid.size // stride - above + empty
        lines = range(empty * stride + left, bits.bit_length(), stride)
        rows += [(line, row) for line, low in enumerate(lines, y) if (row := bits >> low & full)]
    return rows


def field_of(grid: Grid, marks: bytearray) -> Field:
    """The field of cells given as bits, 8 to a byte."""
    step = grid.size // 8
    field = {}
    for band in range(0, len(marks) // step + 1):
        bits = int.from_bytes(marks[band * step : (band + 1) * step], "little")
        if bits:
            field[band] = bits
    return field


def _on_land(grid: Grid, field: Field) -> Field:
    """A field with what reaches past the end of a band carried over, and impassable cells left out."""
    size, mask, land = grid.size, grid.mask, grid.land
    if len(field) == 1:
        ((only, bits),) = field.items()
        if bits <= mask:
            return {only: bits & land[only]}
    clean: Field = {}
    carried, after = 0, -1
    for band in sorted(field):
        while carried and after < band:
            clean[after] = carried & land[after]
            carried, after = carried >> size, after + 1
        bits = field[band] | carried if after == band else field[band]
        clean[band] = bits & land[band]
        carried, after = (bits >> size if bits > mask else 0), band + 1
    while carried:
        clean[after] = carried & land[after]
        carried, after = carried >> size, after + 1
    return clean


@lru_cache(maxsize=256)
def _square_bits(stride: int, radius: int) -> int:
    """A square of side ``2 * radius + 1``; on a narrow map its lines run into each other."""
    line, square = (1 << (2 * radius + 1)) - 1, 0
    for down in range(2 * radius + 1):
        square |= line << (down * stride)
    return square
