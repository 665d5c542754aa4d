"""Ranges on a map with rocks, held against their definitions (Rules 1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.maps.field import (
    around,
    beside,
    cells_of,
    common,
    count,
    cut,
    overlay,
    ranges,
    rows_of,
    stretches,
    union,
    without,
)
from rules.maps.grid import Grid, Index, distance, is_passable, name_of
from rules.state import At

MARGIN = 8


@pytest.mark.parametrize(
    ("at", "name"),
    [((0, 0), "A1"), ((25, 0), "Z1"), ((26, 2), "AA3"), ((701, 9), "ZZ10"), ((702, 0), "AAA1")],
)
def test_sectors_have_the_names_that_people_read(at: At, name: str) -> None:
    assert name_of(at) == name


@st.composite
def maps(draw: st.DrawFn) -> tuple[str, ...]:
    """A small map, often with rocks, at times wide enough for many bands."""
    width = draw(st.sampled_from((1, 2, 5, 9, 300)))
    height = draw(st.integers(1, 12))
    rock = draw(st.sampled_from((".", ".#", "..C#", ".....#")))
    return tuple(draw(st.text(rock, min_size=width, max_size=width)) for _ in range(height))


@st.composite
def maps_and_places(draw: st.DrawFn) -> tuple[tuple[str, ...], list[At]]:
    """A map and some passable sectors of it."""
    rows = draw(maps().filter(lambda rows: any(set(row) - {"#"} for row in rows)))
    places = [(x, y) for y, row in enumerate(rows) for x, sector in enumerate(row) if sector != "#"]
    return rows, draw(st.lists(st.sampled_from(places), min_size=2, max_size=6))


def range_of(rows: tuple[str, ...], at: At, radius: int) -> set[At]:
    """A range by its definition."""
    return {
        (x, y)
        for y in range(at[1] - radius, at[1] + radius + 1)
        for x in range(at[0] - radius, at[0] + radius + 1)
        if is_passable(rows, (x, y))
    }


radii = st.integers(0, 5)


@given(maps_and_places(), radii, radii)
def test_overlap_and_touch_are_what_the_rules_say(
    drawn: tuple[tuple[str, ...], list[At]], one_radius: int, other_radius: int
) -> None:
    rows, (one, other, *_) = drawn
    grid = Grid(rows, MARGIN)
    left, right = range_of(rows, one, one_radius), range_of(rows, other, other_radius)
    assert grid.overlap(one, one_radius, other, other_radius) == bool(left & right)
    touching = any(distance(here, there) <= 1 for here in left for there in right)
    assert grid.touch(one, one_radius, other, other_radius) == touching
    assert {grid.at(cell) for cell in grid.range_of(grid.cell(one), one_radius)} == left


@given(maps_and_places(), radii)
def test_fields_are_the_sets_that_they_stand_for(
    drawn: tuple[tuple[str, ...], list[At]], radius: int
) -> None:
    rows, places = drawn
    grid = Grid(rows, MARGIN)
    field = ranges(grid, [grid.cell(at) for at in places], radius)
    expected = set().union(*(range_of(rows, at, radius) for at in places))
    cells = cells_of(grid, field)
    assert {grid.at(cell) for cell in cells} == expected
    assert cells == sorted(cells)
    assert count(field) == len(expected)
    wide = {(x, y) for at in expected for x, y in range_of(rows, at, 1)}
    assert {grid.at(cell) for cell in cells_of(grid, beside(grid, field))} == wide
    by_row = {(x, y) for y, bits in rows_of(grid, field) for x in range(len(rows[0])) if bits >> x & 1}
    assert by_row == expected


def bits_of(bits: int, start: int) -> set[int]:
    """The cells that bits stand for, the first for ``start``."""
    return {start + place for place in range(bits.bit_length()) if bits >> place & 1}


@given(maps_and_places(), st.integers(0, 3), st.integers(0, 5))
def test_a_stretch_has_all_of_a_field_and_what_is_around_it(
    drawn: tuple[tuple[str, ...], list[At]], radius: int, lines: int
) -> None:
    rows, places = drawn
    grid = Grid(rows, MARGIN)
    field = ranges(grid, [grid.cell(at) for at in places], radius)
    on_map = {grid.cell((x, y)) for y in range(len(rows)) for x in range(len(rows[0]))}
    found: set[int] = set()
    reached: set[int] = set()
    for start, length in stretches(grid, field, lines):
        bits = cut(grid, field, start, length)
        found |= bits_of(bits, start)
        assert bits & cut(grid, grid.land, start, length) == bits
        for _ in range(lines):
            bits = around(bits, grid.stride)
        reached |= bits_of(bits, start) & on_map
    cells = set(cells_of(grid, field))
    assert found == cells
    steps = grid.square(lines)
    assert reached == {cell + step for cell in cells for step in steps} & on_map


@given(maps_and_places(), radii, radii)
def test_fields_are_joined_and_parted_like_sets(
    drawn: tuple[tuple[str, ...], list[At]], one_radius: int, other_radius: int
) -> None:
    rows, (one, other, *_) = drawn
    grid = Grid(rows, MARGIN)
    left, right = ranges(grid, [grid.cell(one)], one_radius), ranges(grid, [grid.cell(other)], other_radius)
    sets = set(cells_of(grid, left)), set(cells_of(grid, right))
    assert set(cells_of(grid, union(left, right))) == sets[0] | sets[1]
    assert set(cells_of(grid, overlay([left, right, left]))) == sets[0] | sets[1]
    assert set(cells_of(grid, common(left, right))) == sets[0] & sets[1]
    assert set(cells_of(grid, without(left, right))) == sets[0] - sets[1]


class Stone:
    """Something that lies in a sector."""

    def __init__(self, at: At) -> None:
        self.at = at


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=25), st.integers(1, 7))
def test_an_index_finds_all_within_reach(places: list[At], reach: int) -> None:
    stones = [Stone(at) for at in places]
    index = Index(stones, reach)
    for one in stones:
        close = [stone for stone in stones if distance(stone.at, one.at) <= reach]
        assert set(map(id, close)) <= set(map(id, index.near(one.at)))
