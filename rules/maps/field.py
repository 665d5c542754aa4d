"""Sets of sectors as integers, joined and parted a whole band of rows at a time (Rules 1).

A ``Field`` maps the number of a band to its cells as bits: bit k of band b stands for cell ``b * size + k``,
``size`` being the grid's. A small map is one band; a large one has many of about two thousand cells each, so
that the work is in proportion to the ground covered and not to the map.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from rules.maps.grid import Grid, square_bits

Field = dict[int, int]


def ranges(grid: Grid, cells: Iterable[int], radius: int) -> Field:
    """The passable cells within a radius of any of the cells (Rules 1)."""
    square = square_bits(grid.stride, radius)
    corner = radius * (grid.stride + 1)
    if grid.small:
        only = 0
        for cell in cells:
            only |= square << cell - corner
        return {0: only & grid.land[0]}
    field: Field = defaultdict(int)
    size = grid.size
    for cell in cells:
        first = cell - corner
        field[first // size] |= square << first % size
    return _on_land(grid, field)


def beside(grid: Grid, field: Field) -> Field:
    """The cells of a field and the passable cells at distance 1 from them (Rules 1)."""
    size, stride = grid.size, grid.stride
    if grid.small:
        return {0: around(field.get(0, 0), stride) & grid.land[0]}
    wide: Field = {}
    for band, bits in field.items():
        across = bits | bits << 1 | bits >> 1
        bits = across | across << stride | across >> stride
        wide[band] = wide[band] | bits if band in wide else bits
        first = across & grid.line
        if first:
            wide[band - 1] = wide.get(band - 1, 0) | first << (size - stride)
    return _on_land(grid, wide)


def stretches(grid: Grid, field: Field, lines: int) -> list[tuple[int, int]]:
    """Where a field lies: the first cell and the number of cells of each run of bands that it has, and of as
    many lines before and after it.
    """
    if grid.small:
        return [(0, grid.size)]
    size, more = grid.size, lines * grid.stride
    runs: list[tuple[int, int]] = []
    after = -1
    for band in sorted(field):
        if band == after:
            start, length = runs.pop()
            runs.append((start, length + size))
        else:
            runs.append((max(0, band * size - more), size + 2 * more))
        after = band + 1
    return runs


def cut(grid: Grid, field: Mapping[int, int], start: int, length: int) -> int:
    """A stretch of a field as the bits of one integer: bit k for the cell ``start + k``."""
    if grid.small:
        return field.get(0, 0)
    size = grid.size
    band, low = divmod(start, size)
    bits, done = field.get(band, 0) >> low, size - low
    while done < length:
        band += 1
        bits, done = bits | field.get(band, 0) << done, done + size
    return bits


def around(bits: int, stride: int) -> int:
    """The cells of a stretch and those at distance 1 from them, whatever lies there."""
    across = bits | bits << 1 | bits >> 1
    return across | across << stride | across >> stride


def union(one: Field, other: Field) -> Field:
    """The cells of either field."""
    both = one.copy()
    for band, bits in other.items():
        both[band] = both[band] | bits if band in both else bits
    return both


def overlay(fields: Iterable[Field]) -> Field:
    """The cells of any of these fields."""
    everything: Field = {}
    for field in fields:
        for band, bits in field.items():
            everything[band] = everything[band] | bits if band in everything else bits
    return everything


# Plain loops from here on: a comprehension is a call of its own, and on a small map there is one band.


def common(one: Field, other: Field) -> Field:
    """The cells of both fields."""
    both: Field = {}
    for band, bits in one.items():
        if band in other and (shared := bits & other[band]):
            both[band] = shared
    return both


def without(one: Field, other: Field) -> Field:
    """The cells of one field that are not in the other."""
    left: Field = {}
    for band, bits in one.items():
        if band in other:
            bits ^= bits & other[band]
        if bits:
            left[band] = bits
    return left


def count(field: Field) -> int:
    """How many cells a field has."""
    return sum(bits.bit_count() for bits in field.values())


def cells_of(grid: Grid, field: Field) -> list[int]:
    """The cells of a field in ascending order."""
    if len(field) == 1:
        ((band, bits),) = field.items()
        return places_of(grid, bits, band * grid.size)
    cells: list[int] = []
    for band in sorted(field):
        cells += places_of(grid, field[band], band * grid.size)
    return cells


def places_of(grid: Grid, bits: int, start: int) -> list[int]:
    """The cells that the bits of one integer stand for, in ascending order; the first bit for ``start``."""
    cells = []
    ones, before = grid.ones, start - 1
    # From above, so that the numbers shrink on the way.
    while bits:
        length = bits.bit_length()
        cells.append(before + length)
        bits ^= ones[length]
    cells.reverse()
    return cells


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
        bits >>= empty * stride + left
        lines = range(0, bits.bit_length(), stride)
        y = band * grid.size // stride - above + empty
        rows += [(line, row) for line, low in enumerate(lines, y) if (row := bits >> low & full)]
    return rows


def field_of(grid: Grid, cells: Iterable[int]) -> Field:
    """The field of these cells."""
    if grid.small:
        bits = 0
        for cell in cells:
            bits |= 1 << cell
        return {0: bits} if bits else {}
    size = grid.size
    field: Field = defaultdict(int)
    for cell in cells:
        field[cell // size] |= 1 << cell % size
    return dict(field)


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
