"""What counts over an action or over turns: volleys, indirect fire, charges, and the first marker."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.units import Group
from tests.rules.tabletop.playing import Table, check, three_sides, two_sides
from tests.rules.tabletop.test_resolvers import said


def acts(order: str = "fire", unit: str = "a2", typed: list[int] | None = None, **more: Any) -> Table:
    """Green's unit follows an order."""
    table = two_sides()
    table.put("b4", recce=False)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=typed, unit=unit, order=order, **more)
    return table


# All that a squad fires at one target in one action.


def fires(table: Table, weapon: str, shots: int, typed: list[int] | None = None, **more: Any) -> None:
    values = {"shooter": "a2", "target": "b1", **more}
    table.do("shoot", 0, typed=typed, weapon=weapon, shots=shots, **values)


def test_a_target_answers_once_to_all_that_a_unit_fires_at_it() -> None:
    table = acts()
    fires(table, "Rifle", 2)
    table.do("answer", 1, typed=[1, 1], how="stand")
    fires(table, "LMG", 1, [1])
    assert table.game.attack is None
    assert [one["how"] for one in said(table, "answered")] == ["stand"]


def test_one_pin_for_rifles_and_light_machine_gun() -> None:
    table = acts()
    table.put("b1", order="fire")
    fires(table, "Rifle", 2, [3, 3, 1, 1])
    fires(table, "LMG", 4, [3, 3, 3, 3, 1, 1, 1, 1])
    assert table.unit("b1").pins == 1


def test_a_miss_and_then_a_hit_is_one_pin() -> None:
    table = acts()
    table.put("b1", order="fire")
    fires(table, "Rifle", 1, [1])
    assert table.unit("b1").pins == 0
    fires(table, "LMG", 1, [6, 1])
    assert table.unit("b1").pins == 1


@pytest.mark.parametrize(
    ("second", "dice", "pins"),
    [("Light AT gun", [6, 2, 1], 2), ("Light AT gun", [6, 1, 1], 1), ("Rifle", [6, 1], 1)],
)
def test_a_shells_die_stands_in_place_of_the_pin(second: str, dice: list[int], pins: int) -> None:
    table = acts()
    table.put("b1", order="fire")
    fires(table, "Rifle", 1, [6, 1])
    fires(table, second, 1, dice, he=True)
    assert table.unit("b1").pins == pins


@pytest.mark.parametrize(
    ("first", "dice", "then", "more", "pins"),
    [
        ("Heavy AT gun", [6, 1, 1], "Light AT gun", [6, 1], 1),  # the smaller shell has no die more
        ("Heavy AT gun", [6, 2, 1], "Super-heavy AT gun", [6, 3, 1], 3),  # the greater one's counts
        ("Super-heavy AT gun", [6, 1, 1], "Heavy AT gun", [6, 1], 1),
    ],
)
def test_the_greatest_shell_pins(first: str, dice: list[int], then: str, more: list[int], pins: int) -> None:
    table = acts()
    table.put("b1", order="fire")
    fires(table, first, 1, dice, he=True)
    fires(table, then, 1, more, he=True)
    assert table.unit("b1").pins == pins


def test_losses_of_all_weapons_are_added_up_for_one_morale_test() -> None:
    table = acts()
    table.put("b1", order="fire", models=8)
    fires(table, "Rifle", 3, [6] * 6)
    assert not said(table, "morale")
    fires(table, "LMG", 1, [6, 6, 3, 4])  # four of eight: 8 - 1 pin against 7
    assert [one["value"] for one in said(table, "morale")] == [7]
    fires(table, "Pistol", 2, [6, 6, 6, 6])
    assert len(said(table, "morale")) == 1
    assert table.unit("b1").models == 2


def test_another_unit_or_another_target_is_another_attack() -> None:
    table = acts()
    table.put("b1", order="fire")
    table.put("b2", order="fire")
    fires(table, "Rifle", 1, [6, 1])
    fires(table, "LMG", 1, [6, 1], target="b2")
    assert (table.unit("b1").pins, table.unit("b2").pins) == (1, 1)
    table.do("done", 0)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a3", order="fire")
    fires(table, "Rifle", 1, [6, 1], shooter="a3")
    assert table.unit("b1").pins == 2
    assert [one.shooter for one in table.game.volleys] == ["a3"]
    table.do("done", 0)
    assert table.game.volleys == ()


def test_a_new_turns_fire_is_a_new_attack() -> None:
    table = acts()
    fires(table, "Rifle", 1)
    table.do("answer", 1, typed=[6, 1], how="stand")
    _end_turn(table)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="fire")
    fires(table, "Rifle", 1)
    table.do("answer", 1, typed=[6, 1], how="stand")
    assert table.unit("b1").pins == 1  # one for each turn's fire; the first was taken off


# Indirect fire.


def _end_turn(table: Table) -> None:
    """The rest of the turn: all go Down; then all pins come off."""
    while table.game.phase == "orders":
        if table.game.current is None:
            table.do("draw", 0)
        acting = table.game.current
        assert acting is not None
        if acting.step == "act":
            table.do("done", acting.side)
            continue
        table.do("order", acting.side, unit=table.game.able(acting.side)[0].id, order="down")
    for side in (0, 1):
        table.do("keep", side, units=[])
    for unit in table.game.units:
        table.put(unit.id, pins=0)
    table.do("next turn", 0)


def mortar(table: Table, needed: int, **more: Any) -> None:
    """a4 (told to be a mortar team) fires at b1, and needs so much."""
    values = {"shooter": "a4", "target": "b1", "weapon": "Medium mortar", "shots": 1, **more}
    table.do("shoot", 0, **values)
    if table.game.attack is not None and table.game.attack.step == "react":
        table.do("answer", 1, typed=[1], how="stand")
    assert said(table, "hit rolls")[-1]["needed"] == needed


def fires_again(table: Table, order: str = "fire", **more: Any) -> None:
    """Green's mortar acts in this turn."""
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a4", order=order, **more)


def begun() -> Table:
    """The mortar has fired once."""
    table = two_sides()
    fires_again(table)
    mortar(table, 6)
    return table


def test_a_second_shot_in_the_same_turn_needs_the_same() -> None:
    table = begun()
    mortar(table, 6)
    _end_turn(table)
    fires_again(table)
    mortar(table, 5)
    mortar(table, 5)
    _end_turn(table)
    fires_again(table)
    mortar(table, 4)


def test_every_turn_one_less_down_to_two() -> None:
    table = begun()
    for needed in (5, 4, 3, 2, 2):
        _end_turn(table)
        fires_again(table)
        mortar(table, needed)


def test_a_turn_without_a_shot_begins_anew() -> None:
    table = begun()
    _end_turn(table)
    _end_turn(table)
    fires_again(table)
    mortar(table, 6)


def test_another_target_or_another_weapon_begins_anew() -> None:
    table = begun()
    _end_turn(table)
    fires_again(table)
    mortar(table, 6, weapon="Heavy mortar")
    mortar(table, 5)
    mortar(table, 6, target="b2")


@pytest.mark.parametrize("order", ["advance", "run"])
def test_a_target_that_moves_is_stationary_no_more(order: str) -> None:
    for more, needed in (({}, 6), ({"stays": True}, 5)):
        table = begun()
        _end_turn(table)
        table.do("draw", 0, side=1)
        table.do("order", 1, unit="b1", order=order, **more)
        table.do("done", 1)
        fires_again(table)
        mortar(table, needed)


def test_a_firer_that_advances_begins_anew_unless_it_stays() -> None:
    for more, needed in (({}, 6), ({"stays": True}, 5)):
        table = begun()
        _end_turn(table)
        fires_again(table, "advance", **more)
        mortar(table, needed)
        assert table.game.unit("a4").aims[0].needed == needed


def test_a_firer_on_advance_that_is_told_at_the_shot_that_it_stays() -> None:
    table = begun()
    _end_turn(table)
    fires_again(table, "advance")
    mortar(table, 5, moved=False)
    assert table.unit("a4").moves == 0
    mortar(table, 6, moved=True)
    assert table.unit("a4").moves == 1


def test_an_immobilised_vehicle_on_advance_has_not_moved() -> None:
    table = begun()
    _end_turn(table)
    table.put("b1", immobilised=True)
    table.do("draw", 0, side=1)
    table.do("order", 1, unit="b1", order="advance")
    assert table.unit("b1").moves == 0


def test_an_order_that_is_not_followed_is_no_move() -> None:
    table = two_sides()
    table.put("a2", pins=4)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=[5, 6], unit="a2", order="run")
    assert (table.unit("a2").order, table.unit("a2").moves) == ("down", 0)


def test_who_enters_fires_on_the_move_though_it_is_said_to_stay() -> None:
    table = two_sides()
    table.put("a2", reserve=True, groups=(Group("Rifle", 5),))
    table.put("b1", order="fire")
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="advance", stays=True)
    table.do("volley", 0, shooter="a2", fire=[{"group": 0, "target": "b1"}])
    table.do("measure", 0, typed=[1] * 5, at=[{"target": "b1", "inches": 20}])
    assert said(table, "hit rolls")[-1]["needed"] == 4


def test_entering_panic_escape_and_regrouping_are_moves() -> None:
    table = two_sides()
    table.put("a2", reserve=True)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="advance", stays=True)
    assert table.unit("a2").moves == 1

    table = two_sides()
    table.put("a2", pins=1)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=[6, 6, 3], unit="a2", order="fire")
    table.do("panic", 0, how="run")
    assert table.unit("a2").moves == 1

    table = acts("run")
    table.put("a2", models=1)
    table.put("b1", models=5, order="fire")
    table.do("assault", 0, typed=[1, 6, 6, 6, 6, 6], shooter="a2", target="b1")
    assert said(table, "regroups") == [{"unit": "b1"}]
    assert table.unit("b1").moves == 1


def test_a_recce_vehicle_that_escapes_is_aimed_at_anew_at_once() -> None:
    table = two_sides()
    fires_again(table)
    table.do("shoot", 0, shooter="a4", target="b4", weapon="Medium mortar", shots=1)
    table.do("answer", 1, how="stand")
    assert said(table, "hit rolls")[-1]["needed"] == 6
    _end_turn(table)
    fires_again(table)
    table.do("shoot", 0, shooter="a4", target="b4", weapon="Medium mortar", shots=1)
    assert table.game.attack is not None
    assert table.game.attack.fire[0].needed == 5
    table.do("answer", 1, how="escape")
    table.do("go on", 0)
    assert said(table, "hit rolls")[-1]["needed"] == 6
    assert table.unit("b4").moves == 1


def test_a_displacement_is_a_move() -> None:
    table = two_sides(momentum=True)
    table.do("momentum", 0, side0=3)
    table.do("reward", 0, unit="a2", what="displacement")
    assert table.unit("a2").moves == 1


# Charges at closed armour.


@pytest.mark.parametrize(
    ("before", "dice", "order"),
    [({}, [3, 3], "run"), ({}, [3, 4], "down"), ({"pins": 1}, [2, 3], "run"), ({"pins": 1}, [3, 3], "down")],
)
def test_infantry_without_anti_tank_weapons_tests_at_minus_three(
    before: dict[str, Any], dice: list[int], order: str
) -> None:
    table = two_sides()
    table.put("a2", **before)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=dice, unit="a2", order="run", charge="b4")
    assert table.unit("a2").order == order


@pytest.mark.parametrize(
    ("own", "target"), [({"anti_tank": True}, {}), ({}, {"open_topped": True}), ({}, {"kind": "soft-skin"})]
)
def test_a_charge_that_needs_no_test_has_none(own: dict[str, Any], target: dict[str, Any]) -> None:
    table = two_sides()
    table.put("a2", **own)
    table.put("b4", **target)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=[], unit="a2", order="run", charge="b4")
    assert not said(table, "tested")
    assert said(table, "charges") == [{"unit": "a2", "target": "b4"}]


def test_an_assault_on_closed_armour_that_was_not_declared_is_refused() -> None:
    for charge in ("", "b1"):
        table = acts("run", charge=charge)
        with pytest.raises(RefusedError, match="charge not declared"):
            table.do("assault", 0, shooter="a2", target="b4")
    table = acts("run", typed=[1, 1], charge="b4")
    table.do("assault", 0, typed=[1] * 10, shooter="a2", target="b4")
    assert table.game.attack is None
    check(table)


@pytest.mark.parametrize("dice", [[3, 4], [6, 6, 6], [6, 6, 1]])
def test_who_fails_the_test_of_its_charge_does_not_assault_though_somebody_holds(dice: list[int]) -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    table.do("hold", 1)
    table.do("order", 0, typed=dice, unit="a2", order="run", charge="b4")
    with pytest.raises(RefusedError, match="charge not declared"):
        table.do("assault", 0, shooter="a2", target="b4")


@pytest.mark.parametrize(
    ("unit", "order", "charge", "code"),
    [
        ("a2", "advance", "b4", "charge by Run"),
        ("a2", "run", "a3", "assault an enemy"),
        ("a5", "run", "b4", "only infantry"),
        ("a2", "run", "zz", "no such unit"),
    ],
)
def test_what_is_no_charge_is_refused_and_the_die_is_still_there(
    unit: str, order: str, charge: str, code: str
) -> None:
    table = two_sides()
    table.do("draw", 0, side=0)
    with pytest.raises(RefusedError, match=code):
        table.do("order", 0, unit=unit, order=order, charge=charge)
    assert table.unit(unit).order == ""


# The initiative marker.


def test_units_in_reserve_count_for_fewest_units() -> None:
    table = two_sides(begin=False)
    for key in ("a1", "a2", "a3"):
        table.put(key, reserve=True)
    table.do("begin")
    assert table.game.marker == 1  # four of Brown's against five of Green's


def test_three_sides_with_reserves() -> None:
    assert three_sides("dice bag").game.marker == 2
