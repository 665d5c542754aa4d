"""Areas are read as the tuples that they stand for, and hold nothing but bits and the map."""

from __future__ import annotations

import copy
import pickle

import pytest

from rules.areas import Places, Rows, Sectors
from rules.ground import Ground
from rules.maps.field import Field, field_of
from rules.maps.grid import Grid, grid_of
from rules.reports.plain import to_plain
from rules.reports.report import publications, report_from, to_document
from rules.state import PlayerId, Sector
from tests.rules.builders import played

ADA, BEN = PlayerId("ada"), PlayerId("ben")
SIZES = [(5, 4), (300, 40)]


def fields(grid: Grid) -> tuple[Field, Field, Field]:
    """Two players' and the disputed cells, over more than one band of a large map."""
    low = grid.height - 1
    places = [[(0, 0), (4, 3), (1, low)], [(3, 1)], [(2, 0), (2, low)]]
    one, two, three = (field_of(grid, map(grid.cell, some)) for some in places)
    return one, two, three


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_sectors_read_as_their_tuple(width: int, height: int) -> None:
    grid = grid_of(("." * width,) * height, 3)
    ada, ben, disputed = fields(grid)
    free = field_of(grid, [grid.cell((4, 0))])
    sectors = Sectors(grid, {BEN: ben, ADA: ada}, disputed, free)
    low = height - 1
    listed = [
        Sector((0, 0), ADA),
        Sector((2, 0), None, True),
        Sector((4, 0)),
        Sector((3, 1), BEN),
        Sector((4, 3), ADA),
        Sector((1, low), ADA),
        Sector((2, low), None, True),
    ]
    expected = tuple(sorted(listed, key=lambda one: (one.at[1], one.at[0])))
    assert tuple(sectors) == expected
    assert sectors == expected
    assert expected == sectors
    assert sectors == Sectors(grid, {ADA: ada, BEN: ben}, disputed, free)
    assert sectors != Sectors(grid, {ADA: ada, BEN: ben}, disputed, {})
    assert sectors != ()
    assert hash(sectors) == hash(expected)
    assert (len(sectors), sectors[0], sectors[1:]) == (7, expected[0], expected[1:])
    assert repr(sectors) == repr(expected)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_places_and_rows_read_as_their_tuples(width: int, height: int) -> None:
    grid = grid_of(("." * width,) * height, 3)
    ada, _, disputed = fields(grid)
    low = height - 1
    assert Places(grid, ada) == tuple(sorted([(0, 0), (4, 3), (1, low)], key=lambda at: (at[1], at[0])))
    assert Rows(grid, disputed) == ((0, 4), (low, 4))
    assert Places(grid, {}) == Rows(grid, {}) == ()


@pytest.mark.parametrize("passed_on", [lambda one: pickle.loads(pickle.dumps(one)), copy.deepcopy])
def test_what_is_passed_on_is_a_plain_tuple(passed_on) -> None:
    grid = grid_of(("...", "..."), 3)
    ada = field_of(grid, [grid.cell((1, 1))])
    for area in (Sectors(grid, {ADA: ada}, {}, {}), Places(grid, ada), Rows(grid, ada)):
        assert type(passed_on(area)) is tuple
        assert passed_on(area) == area


def test_ground_takes_bits_and_lists_alike() -> None:
    grid = grid_of(("." * 5,) * 5, 3)
    ada, ben, disputed = fields(grid)
    sectors = Sectors(grid, {ADA: ada, BEN: ben}, disputed, {})
    taken, read = Ground(grid, sectors), Ground(grid, tuple(sectors))
    assert (taken.held, taken.disputed) == (read.held, read.disputed)
    other = grid_of(("." * 5,) * 5, 4)
    assert Ground(other, sectors).sectors() == sectors


def test_a_report_has_bits_of_nothing_that_its_player_does_not_see() -> None:
    """Two far apart: neither report's areas hold a bit of the other's."""
    outcome = played("a1:15 . . . . . . . . . . . b1:15", "a1 march 1,0", "b1 march 11,0")
    truth = outcome.state.sectors
    assert isinstance(truth, Sectors)
    assert set(truth.held) == {"alpha", "beta"}
    for player, report in publications(outcome).items():
        assert isinstance(report.sectors, Sectors)
        assert set(report.sectors.held) == {player}
        stored = to_document(report)
        assert report_from(stored) == report
        assert to_plain(report_from(stored)) == stored
