"""What a unit's owner is asked in the middle of a hit: who helps its morale, where a turret jams."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.documents.view import view, wanted
from rules.tabletop.documents.wire import game_from_plain, game_to_plain
from rules.tabletop.units import Jam
from tests.rules.tabletop.playing import Table, check, two_sides
from tests.rules.tabletop.test_resolvers import said, shoot, strike

KILLED = [6, 6, 6, 6, 6, 6, 6, 6]


def brown_under_fire(*, officer: str = "captain", **changes: Any) -> Table:
    """Green's squad acts; b2 is an officer of Brown's, b1 has eight men."""
    table = two_sides()
    table.put("b2", officer=officer, **changes)
    table.put("b4", recce=False)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    return table


def asked(table: Table) -> dict[str, Any]:
    """The one thing that is wanted."""
    (only,) = wanted(table.game)
    return only


def test_half_lost_with_an_officer_in_play_asks_its_owner_who_is_near() -> None:
    table = brown_under_fire()
    shoot(table, KILLED)
    assert asked(table) == {
        "kind": "morale", "side": 1, "unit": "b1", "why": "losses", "officers": ["b2"]
    }  # fmt: skip
    check(table)


@pytest.mark.parametrize(
    ("rank", "dice", "officer", "alive"),
    [
        # b1: inexperienced 8, one pin: 7, with a captain 11, with a lieutenant 9.
        ("captain", [5, 6], "b2", True),
        ("captain", [4, 4], "", False),
        ("captain", [4, 3], "", True),
        ("captain", [6, 6], "b2", False),
        ("second lieutenant", [4, 5], "b2", True),
        ("second lieutenant", [5, 5], "b2", False),
    ],
)
def test_morale_has_the_bonus_of_the_officer_who_is_near(
    rank: str, dice: list[int], officer: str, alive: bool
) -> None:
    table = brown_under_fire(officer=rank)
    shoot(table, KILLED)
    table.do("morale", 1, typed=dice, officer=officer)
    assert table.unit("b1").alive is alive
    assert (table.game.due, table.game.attack) == ((), None)
    check(table)


@pytest.mark.parametrize("changes", [{"officer": ""}, {"reserve": True}, {"destroyed": True}])
def test_nobody_is_asked_where_no_officer_can_help(changes: dict[str, Any]) -> None:
    table = brown_under_fire(**{"officer": "captain", **changes})
    shoot(table, [*KILLED, 6, 6])
    assert table.unit("b1").destroyed


def test_an_officer_does_not_help_his_own_unit_nor_the_other_side() -> None:
    table = brown_under_fire()
    table.put("b1", officer="major")
    shoot(table, KILLED)
    assert asked(table)["officers"] == ["b2"]
    for helper in ("b1", "a1", "b3"):
        with pytest.raises(RefusedError, match="officer"):
            table.do("morale", 1, typed=[3, 3], officer=helper)


def test_only_the_owner_answers_and_all_else_waits() -> None:
    table = brown_under_fire()
    shoot(table, KILLED)
    with pytest.raises(RefusedError, match="Brown"):
        table.do("morale", 0, typed=[3, 3], officer="b2")
    for kind in ("done", "go on", "shoot", "draw", "order", "jam", "answer"):
        with pytest.raises(RefusedError):
            table.do(kind, 0, shooter="a2", target="b2", weapon="Rifle", unit="a3", order="fire")
    assert view(table.game, 0)["wanted"] == view(table.game, -1)["wanted"]


def test_for_an_absent_owner_no_officer_is_near() -> None:
    table = brown_under_fire()
    shoot(table, KILLED)
    table.do("absent", 0, typed=[4, 4], who=1)
    assert table.unit("b1").destroyed


def test_a_correction_that_destroys_the_unit_ends_the_question() -> None:
    table = brown_under_fire()
    shoot(table, KILLED)
    table.do("correct", 0, unit="b1", destroyed=True, reason="It had only three men")
    assert (table.game.due, table.game.attack) == ((), None)
    check(table)


def burning(dice: list[int], **more: Any) -> Table:
    """b4, a closed car of Brown's, is set on fire: 6 hits, 6 + 5 on 7, the table, which of two turrets."""
    table = brown_under_fire()
    table.put("b4", kind="medium tank", turrets=2)
    shoot(table, dice, target="b4", weapon="Medium AT gun", shots=1, **more)
    return table


@pytest.mark.parametrize(("officer", "alive"), [("b2", True), ("", False)])
def test_on_fire_has_the_officers_bonus_too(officer: str, alive: bool) -> None:
    table = burning([6, 4, 6])
    assert asked(table)["why"] == "on fire"
    pins = table.unit("b4").pins
    table.do("morale", 1, typed=[5, 5], officer=officer)
    assert table.unit("b4").alive is alive
    assert (pins, table.unit("b4").order) == (2, "down" if alive else "")
    check(table)


def test_the_second_roll_of_a_massive_hit_waits_for_the_answer_to_the_first() -> None:
    table = burning([6, 6, 3, 2], arc="rear")
    assert [one["effect"] for one in said(table, "damage")] == ["on fire", "immobilised"]
    assert not table.unit("b4").immobilised
    table.do("morale", 1, typed=[1, 1], officer="b2")
    assert table.unit("b4").immobilised
    assert table.game.attack is None


@pytest.mark.parametrize("arc", ["front", "left", "right", "rear"])
def test_a_turret_jams_where_its_owner_sees_the_nearest_enemy(arc: str) -> None:
    table = burning([6, 4, 3, 1])
    question = asked(table)
    assert (question["kind"], question["side"], question["assault"]) == ("jam", 1, False)
    with pytest.raises(RefusedError):
        table.do("jam", 0, arc=arc)
    table.do("jam", 1, arc=arc)
    assert table.unit("b4").jams == (Jam(question["turret"], arc),)
    assert said(table, "jammed") == [{"unit": "b4", "turret": question["turret"], "arc": arc}]
    check(table)


def test_with_no_enemy_in_sight_it_jams_to_the_front() -> None:
    table = burning([6, 4, 3, 1])
    table.do("jam", 1)
    assert table.unit("b4").jammed == ("front",)


@pytest.mark.parametrize("arc", ["side", "top", "upwards"])
def test_a_turret_jams_in_one_of_four_arcs(arc: str) -> None:
    table = burning([6, 4, 3, 1])
    with pytest.raises(RefusedError):
        table.do("jam", 1, arc=arc)


def test_a_second_jam_takes_the_turret_that_still_turns_and_a_third_none() -> None:
    table = burning([6, 4, 3, 1])
    table.do("jam", 1, arc="left")
    shoot(table, [6, 4, 3], target="b4", weapon="Medium AT gun", shots=1)
    table.do("jam", 1, arc="rear")
    assert sorted(jam.turret for jam in table.unit("b4").jams) == [1, 2]
    shoot(table, [6, 4, 3], target="b4", weapon="Medium AT gun", shots=1)
    assert table.game.due == ()
    assert len(table.unit("b4").jams) == 2


def test_in_an_assault_the_owner_tells_where_most_assaulters_stand() -> None:
    table = two_sides()
    table.put("a2", anti_tank=True)
    table.put("b4", kind="medium tank", turrets=1, order="fire", recce=False)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="run", charge="b4")
    table.do("assault", 0, typed=[6, 6, 6, 6, 5, 3], shooter="a2", target="b4", own_dice=4)
    assert asked(table)["assault"]
    assert not said(table, "regroups")
    table.do("jam", 1, arc="right")
    assert table.unit("b4").jammed == ("right",)
    assert [said(table, "regroups"), table.game.attack] == [[{"unit": "a2"}], None]


def test_a_barrage_goes_on_with_the_next_unit_after_the_answer() -> None:
    table = strike("barrage")
    table.put("b2", officer="captain")
    table.do("strike", 0, typed=[4, 3], strike_id="s1")
    table.do("strike near", 0, typed=[6, 6], strike_id="s1", units=["b1", "b3"])
    table.do("strike hits", 0, typed=[6] * 4, strike_id="s1", hits={"b1": 4, "b3": 1})
    assert asked(table)["unit"] == "b1"
    with pytest.raises(RefusedError):
        table.do("orders", 0)
    table.do("morale", 1, typed=[6, 4, 5, 1, 2], officer="b2")
    assert (table.unit("b1").pins, table.unit("b3").pins, table.unit("b3").models) == (5, 2, 3)
    table.do("orders", 0)
    check(table)


def test_a_question_is_kept_with_the_table() -> None:
    table = burning([6, 4, 3, 1])
    table.game = game_from_plain(game_to_plain(table.game))
    table.do("jam", 1, arc="right")
    table.game = game_from_plain(game_to_plain(table.game))
    assert table.unit("b4").jammed == ("right",)


def test_a_table_of_an_earlier_version_is_read() -> None:
    table = burning([6, 1])
    document = game_to_plain(table.game)
    for unit in document["game"]["units"]:
        if unit["id"] == "b4":
            unit["jammed"] = ["rear", "front"]
        if unit["id"] == "b3":
            unit |= {"indirect": 2, "aimed_at": "a2", "aimed_turn": 1}
    document["game"]["attacks"] = [
        {"kind": "shot", "shooter": "a2", "target": "b1", "step": "react", "jam_arc": "front"}
    ]
    document["game"]["tables"] = {"changes": [["he.3.pin die", 3], ["save.soft", 6]]}
    game = game_from_plain(document)
    assert game.tables.changes == (("save.soft", 6),)
    assert game.unit("b4").jams == (Jam(1, "rear"), Jam(2, "front"))
    (aim,) = game.unit("b3").aims
    assert (aim.weapon, aim.target, aim.needed) == ("Light mortar", "a2", 5)
    assert game.attack is not None
