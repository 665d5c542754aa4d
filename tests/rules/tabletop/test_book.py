"""The numbers of the book, written down a second time from page 3, and the order tables."""

from __future__ import annotations

import pytest

from rules.tabletop.tables import FULL_COLUMN, NUMBERS, SUPERFICIAL_COLUMN
from tests.rules.tabletop.playing import Table, two_sides

BOOK = """
ampulomet.fire from 6; sight.smoke 2
morale.inexperienced 8; morale.regular 9; morale.veteran 10
test.no NCO -1; test.pin -1; test.last crewman -1; test.enclosed armour -3
fubar.friendly fire up to 2; fubar.enemy within 12; rally.die 6
down.die 3; down.save 5; down.bonus 2
move.foot 6; move.tracked 9; move.half-track 9; move.wheeled 12; pivots.advance 2; pivots.run 1
hit.base 3; hit.point blank 2; hit.pinned -1; hit.inexperienced -1; hit.moved -1; hit.smoke -1; point blank 6
indirect.first 6; indirect.best 2
damage.inexperienced 3; damage.regular 4; damage.veteran 5; damage.gun shield 1; damage.soft-skin 6
damage.armoured car 7; damage.light tank 8; damage.medium tank 9
damage.heavy tank 10; damage.super-heavy tank 11
save.soft 5; save.hard 4
pen.side 1; pen.top 1; pen.rear 2; pen.long -1; pen.point blank 1
armour.normal from 1; armour.massive from 3; open-topped 1; jam.from 4
close.react over 6; vehicle.hit advance 6; vehicle.hit 4
air.rookie up to 1; air.rookie within 12; air.empty up to 3; air.marker 18; air.within 6; air.pins 3
barrage.miss up to 1; barrage.delay up to 3; barrage.drift 3; barrage.moves 12; barrage.within 6
barrage.pins 3
barrage.hit from 6; barrage.hit pins 6
momentum.end 2; volley.split 0
"""
ROWS = {
    path: int(value)
    for path, _, value in (
        entry.strip().rpartition(" ") for line in BOOK.strip().splitlines() for entry in line.split(";")
    )
}
ELSEWHERE = ("officer.", "he.", "smoke.", "weapon.")


def test_every_number_is_as_in_the_book_and_none_is_left_out() -> None:
    assert {path: value for path, value in NUMBERS.items() if not path.startswith(ELSEWHERE)} == ROWS


def test_both_columns_of_the_damage_table_are_as_in_the_book() -> None:
    assert FULL_COLUMN == {1: "stunned", 2: "immobilised", 3: "on fire"}
    light = ("stunned", "steering", "turret", "engine", "immobilised", "on fire")
    assert dict(enumerate(light, 1)) == SUPERFICIAL_COLUMN


def ordered(
    order: str, typed: list[int], *, unit: str = "a2", before: dict[str, object], **more: object
) -> Table:
    """Green gives an order with these dice."""
    table = two_sides()
    table.put(unit, **before)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=typed, unit=unit, order=order, **more)
    return table


@pytest.mark.parametrize(
    ("before", "dice", "more", "passes"),
    [
        ({"pins": 1}, [4, 4], {}, True),
        ({"pins": 1}, [4, 5], {}, False),
        ({"pins": 3}, [3, 3], {}, True),
        ({"pins": 3}, [3, 4], {}, False),
        ({"pins": 1, "nco": False}, [3, 4], {}, True),
        ({"pins": 1, "nco": False}, [4, 4], {}, False),
        ({"pins": 1, "quality": "veteran"}, [4, 5], {}, True),
        ({"pins": 1, "quality": "inexperienced"}, [4, 4], {}, False),
        ({"pins": 1}, [5, 5], {"officer": "a1"}, True),
        ({"pins": 2}, [5, 5], {"officer": "a1"}, False),
        ({}, [3, 3], {"enclosed": True}, True),
        ({}, [3, 4], {"enclosed": True}, False),
        ({}, [5, 4], {"asked": True}, True),
        ({}, [5, 5], {"asked": True}, False),
    ],
)
def test_the_order_test(
    before: dict[str, object], dice: list[int], more: dict[str, object], passes: bool
) -> None:
    table = ordered("run", dice, before=before, **more)
    assert table.unit("a2").order == ("run" if passes else "down")


@pytest.mark.parametrize(
    ("pins", "dice", "left"), [(1, [1, 1, 6], 0), (5, [1, 1, 3], 1), (4, [1, 1, 1], 2), (7, [1, 1, 6], 0)]
)
def test_rally_loses_one_by_the_test_and_then_a_die(pins: int, dice: list[int], left: int) -> None:
    assert ordered("rally", dice, before={"pins": pins}).unit("a2").pins == left


@pytest.mark.parametrize(
    ("die", "step"),
    [(1, "friendly"), (2, "friendly"), (3, "panic"), (4, "panic"), (5, "panic"), (6, "panic")],
)
def test_every_row_of_fubar(die: int, step: str) -> None:
    table = ordered("fire", [6, 6, die], before={"pins": 1})
    assert table.game.current is not None
    assert table.game.current.step == step


@pytest.mark.parametrize(("die", "left"), [(1, 3), (2, 2), (3, 1)])
def test_staying_down_loses_a_die_of_pins(die: int, left: int) -> None:
    table = two_sides()
    while table.game.phase == "orders":
        table.do("draw", 0)
        acting = table.game.current
        assert acting is not None
        able = table.game.able(acting.side)
        table.do("order", acting.side, unit=able[0].id, order="down")
    table.put("a2", pins=4, was_down=True)
    for player in (0, 1):
        table.do("keep", player, units=[])
    table.do("next turn", 0, typed=[die])
    assert table.unit("a2").pins == left
