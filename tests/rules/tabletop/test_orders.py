"""An order given: tests, FUBAR, panic, rally, snap to action, ambush, Down, reserves; sides that leave."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.dice import TableDice
from rules.tabletop.documents.view import view
from rules.tabletop.stock import add_pins, destroy
from tests.rules.tabletop.playing import Robot, check, three_sides, two_sides
from tests.rules.tabletop.test_choosing import kinds


def test_two_sixes_are_fubar_and_the_opponent_chooses() -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.put("a2", pins=1)
    table.do("order", 0, unit="a2", order="fire", typed=[6, 6, 2])
    assert kinds(table) == ["friendly"]
    with pytest.raises(RefusedError):
        table.do("friendly", 0, target="a3")
    table.do("friendly", 1, target="a3")
    assert table.unit("a2").order == "fire"


@pytest.mark.parametrize(("how", "order"), [("run", "run"), ("down", "down"), ("edge", "")])
def test_panic(how: str, order: str) -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.put("a2", pins=1)
    table.do("order", 0, unit="a2", order="fire", typed=[6, 6, 5])
    table.do("panic", 0, how=how)
    assert table.unit("a2").order == order
    assert table.unit("a2").alive is (how != "edge")
    check(table)


@pytest.mark.parametrize("how", ["run", "edge"])
def test_what_cannot_move_goes_down_in_panic(how: str) -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.put("a5", pins=1, immobilised=True)
    table.do("order", 0, unit="a5", order="fire", typed=[6, 6, 5])
    with pytest.raises(RefusedError, match="cannot move"):
        table.do("panic", 0, how=how)
    table.do("panic", 0, how="down")
    assert table.unit("a5").order == "down"


def test_rally_loses_one_then_a_die() -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.put("a2", pins=6)
    table.do("order", 0, unit="a2", order="rally", officer="a1", typed=[2, 3, 2])
    assert table.unit("a2").pins == 3


def test_a_failed_test_is_down() -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.put("a2", pins=4)
    table.do("order", 0, unit="a2", order="fire", typed=[3, 3])
    assert table.unit("a2").order == "down"
    assert table.unit("a2").pins == 4


def test_an_officer_snaps_two_to_action_but_not_an_officer_in_turn() -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a1", order="fire")
    for unit in ("a2", "a3"):
        table.do("snap", 0)
        table.do("order", 0, unit=unit, order="down")
    with pytest.raises(RefusedError):
        table.do("snap", 0)
    table.do("done", 0)
    check(table)


def test_an_ambush_is_sprung_only_while_an_enemy_acts() -> None:
    table = two_sides()
    table.put("b1", order="ambush")
    with pytest.raises(RefusedError):
        table.do("spring", 1, unit="b1")
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="advance")
    table.do("spring", 1, unit="b1")
    assert table.unit("b1").order == "fire"


def test_who_stayed_down_all_turn_loses_pins_and_a_kept_die_stays_out_of_the_bag() -> None:
    table = two_sides()
    robot = Robot(table, 5)
    while table.game.phase == "orders":
        acting = table.game.current
        if acting is None:
            table.do("draw", 0)
            continue
        unit = table.game.able(acting.side)[0]
        table.do("order", acting.side, unit=unit.id, order="down")
    table.do("keep", 0, units=["a1"])
    table.do("keep", 1, units=[])
    table.do("next turn", 0)
    assert (table.unit("a1").order, table.unit("a1").kept) == ("down", True)
    assert table.game.sides[0].bag == 4
    table.put("a1", pins=5)
    while table.game.phase == "orders":
        robot.one()
    if table.unit("a1").alive:
        assert table.unit("a1").order == "down"


def test_a_reserve_enters_by_advance_or_run_and_waits_by_down() -> None:
    table = two_sides()
    table.put("a2", reserve=True, entry=2)
    table.do("draw", 0, side=0)
    for order in ("fire", "advance"):
        with pytest.raises(RefusedError):
            table.do("order", 0, unit="a2", order=order)
    with pytest.raises(RefusedError, match="reserve"):
        table.do("shoot", 0, shooter="a1", target="a2", weapon="Rifle")
    table.do("order", 0, unit="a2", order="down")
    assert table.unit("a2").reserve


def test_a_destroyed_unit_loses_one_die_wherever_it_is() -> None:
    for order in ("", "fire"):
        table = two_sides()
        if order:
            table.put("b1", order=order)
        from rules.tabletop.action import Pen

        pen = Pen(TableDice(bytes(32), "x", 0))
        table.game = destroy(table.game, "b1", pen)
        table.game = add_pins(table.game, "b1", 2, pen)
        check(table)
        assert table.game.sides[1].out == 1


def test_a_side_that_concedes_ends_a_battle_of_two() -> None:
    table = two_sides()
    table.do("concede", 1, side=1)
    assert "finish" in kinds(table)
    table.do("finish", 0, winner=0)
    with pytest.raises(RefusedError, match="over"):
        table.do("draw", 0)


def test_a_team_mate_takes_over_before_anybody_else() -> None:
    table = three_sides("dice bag")
    with pytest.raises(RefusedError, match="team-mate"):
        table.do("leave", 0, who=3, by=1)
    table.do("leave", 0, who=3, by=0)
    assert table.game.players[3].played_by == 0


@pytest.mark.parametrize("step", ["friendly", "panic", "test"])
def test_what_is_asked_of_a_confused_unit_or_of_a_failed_test_names_it(step: str) -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    acting = replace(table.game.acting[-1], unit="a2", order="fire", step=step, chooser=1, ask=("9", "0"))
    table.game = table.game.with_acting(acting)
    (prompt,) = view(table.game, -1)["wanted"]
    assert prompt.get("unit") == "a2"
