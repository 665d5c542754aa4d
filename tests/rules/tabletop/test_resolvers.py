"""The resolvers with typed dice: every die is known, so every outcome is."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.dice import NeedDiceError
from rules.tabletop.units import Group, Jam
from tests.rules.tabletop.playing import Table, check, two_sides


def green_acts(order: str = "fire", unit: str = "a2", **more: Any) -> Table:
    """Green's die is drawn, a unit follows its order."""
    table = two_sides(**more)
    table.put("b4", recce=False)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit=unit, order=order)
    return table


def said(table: Table, kind: str) -> list[dict[str, Any]]:
    """The values of the events of a kind."""
    return [dict(event.values) for event in table.events if event.kind == kind]


def shoot(table: Table, typed: list[int], **more: Any) -> None:
    """a2 shoots at b1, which stands."""
    values = {"shooter": "a2", "target": "b1", "weapon": "Rifle", "shots": 4, **more}
    table.put(values["target"], order="fire") if not table.unit(values["target"]).order else None
    table.do("shoot", 0, typed=typed, **values)


def test_a_shot_is_hit_damage_save_casualties() -> None:
    table = green_acts()
    shoot(table, [6, 3, 2, 1, 3, 2, 1], cover="soft")
    assert table.unit("b1").models == 7
    assert table.unit("b1").pins == 1
    assert table.game.attack is None


def test_a_miss_puts_no_pin() -> None:
    table = green_acts()
    shoot(table, [2, 2, 1, 1])
    assert table.unit("b1").pins == 0


def test_seven_is_a_six_and_another() -> None:
    table = green_acts()
    table.put("a2", pins=1, quality="inexperienced")
    shoot(table, [6, 6, 5, 5, 6, 5, 6], moved=True, smoke=True)
    assert said(table, "hits")[0]["hits"] == 1


def test_high_explosive_pins_by_its_die_and_hits_under_the_template() -> None:
    table = green_acts()
    shoot(table, [3, 2, 1, 1, 6, 6], weapon="Light AT gun", shots=1, he=True, template=4)
    assert table.unit("b1").pins == 2
    assert table.unit("b1").models == 6


def test_small_arms_cannot_harm_armour() -> None:
    table = green_acts()
    table.put("b4", order="fire")
    shoot(table, [6, 6, 6, 6], target="b4")
    assert table.unit("b4").alive
    assert table.unit("b4").pins == 1
    assert said(table, "no harm")


@pytest.mark.parametrize(("models", "shots", "alive"), [(8, 4, False), (8, 3, True)])
def test_half_the_models_lost_is_a_morale_test(models: int, shots: int, alive: bool) -> None:
    table = green_acts()
    table.put("b1", models=models)
    dice = [6] * shots + [6] * shots + ([6, 6] if not alive else [])
    shoot(table, dice, shots=shots)
    assert table.unit("b1").alive is alive


def test_a_target_may_go_down_and_uses_its_die() -> None:
    table = green_acts()
    table.do("shoot", 0, shooter="a2", target="b1", weapon="Rifle", shots=1)
    assert table.game.attack is not None
    assert table.game.attack.step == "react"
    bag = table.game.sides[1].bag
    table.do("answer", 1, typed=[1], how="down")
    assert table.unit("b1").order == "down"
    assert table.game.sides[1].bag == bag - 1
    check(table)


def test_only_the_targets_side_answers() -> None:
    table = green_acts()
    table.do("shoot", 0, shooter="a2", target="b1", weapon="Rifle", shots=1)
    with pytest.raises(RefusedError, match="Brown"):
        table.do("answer", 0, how="down")


def test_a_one_shot_weapon_is_counted_off() -> None:
    table = green_acts()
    shoot(table, [1], weapon="Panzerfaust", shots=1)
    with pytest.raises(RefusedError, match="one-shot"):
        shoot(table, [1], weapon="Panzerfaust", shots=1)


@pytest.mark.parametrize(("count", "spent", "most"), [(3, 1, 2), (1, 0, 1), (0, 0, 1)])
def test_of_a_one_shot_weapon_no_more_fly_than_are_left(count: int, spent: int, most: int) -> None:
    table = green_acts()
    groups = table.unit("a2").groups
    carried = (Group("Panzerfaust", count, 0, spent=spent),) if count else ()
    table.put("a2", groups=(*groups, *carried))
    with pytest.raises(RefusedError, match="one-shot left") as refused:
        shoot(table, [1] * (most + 1), weapon="Panzerfaust", shots=most + 1)
    assert refused.value.values["count"] == most
    shoot(table, [1] * most, weapon="Panzerfaust", shots=most)
    assert table.unit("a2").spent == ("Panzerfaust",)


def test_what_is_still_to_be_typed_is_asked_for_by_name() -> None:
    table = green_acts()
    with pytest.raises(NeedDiceError) as need:
        shoot(table, [6, 6, 6])
    assert (need.value.what, need.value.count, need.value.sides) == ("hit", 1, 6)


ARMOUR = [
    # die, arc, rolls on the table, what becomes of it
    (3, "front", [], "nothing"),
    (4, "front", [1], "down"),
    (4, "front", [2], "steering"),
    (4, "front", [3], "jam"),
    (4, "front", [4], "slow"),
    (4, "front", [5], "immobilised"),
    (4, "front", [6, 1, 1], "down"),
    (4, "front", [6, 6, 6], "destroyed"),
    (5, "front", [1], "down"),
    (6, "front", [2], "immobilised"),
    (5, "front", [3, 1, 1], "down"),
    (5, "front", [4], "destroyed"),
    (5, "front", [6], "destroyed"),
    (6, "rear", [1, 2], "immobilised"),
    (6, "rear", [4, 1], "destroyed"),
    (6, "rear", [2, 2], "destroyed"),
    (1, "rear", [], "nothing"),
]


@pytest.mark.parametrize(("die", "arc", "rolls", "result"), ARMOUR)
def test_every_row_of_the_damage_table(die: int, arc: str, rolls: list[int], result: str) -> None:
    table = green_acts()
    table.put("b4", kind="medium tank", turrets=1, order="fire")
    shoot(table, [6, die, *rolls], target="b4", weapon="Medium AT gun", shots=1, arc=arc)
    if result == "jam":
        table.do("jam", 1, arc="left")
    found = table.unit("b4")
    assert {
        "nothing": found.pins == 1 and found.order == "fire",
        "down": found.order == "down",
        "steering": found.steering == 1,
        "jam": found.jams == (Jam(1, "left"),),
        "slow": found.slow,
        "immobilised": found.immobilised and found.order == "down",
        "destroyed": found.destroyed and found.wreck,
    }[result]
    check(table)


def test_open_topped_adds_one_for_indirect_fire_and_six_is_the_most_on_the_light_column() -> None:
    table = green_acts()
    table.put("b4", kind="armoured car", open_topped=True, order="fire")
    dice = [6, 1, 6, 6, 1, 1]
    shoot(table, dice, target="b4", weapon="Light mortar", shots=1, indirect=True)
    assert said(table, "damage")[0]["effect"] == "on fire"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"slow": True, "fast": False}),
        ({"fast": True}, {"slow": True, "fast": False}),
        ({"slow": True}, {"halved": True}),
        ({"slow": True, "halved": True}, {"immobilised": True}),
    ],
)
def test_engines(before: dict[str, bool], after: dict[str, bool]) -> None:
    table = green_acts()
    table.put("b4", kind="medium tank", order="fire", **before)
    shoot(table, [6, 4, 4], target="b4", weapon="Medium AT gun", shots=1)
    assert {name: getattr(table.unit("b4"), name) for name in after} == after


def test_a_third_steering_result_knocks_out_and_a_second_immobilisation_too() -> None:
    for changes, roll in (({"steering": 2}, 2), ({"immobilised": True}, 5)):
        table = green_acts()
        table.put("b4", kind="medium tank", order="fire", **changes)
        shoot(table, [6, 4, roll], target="b4", weapon="Medium AT gun", shots=1)
        assert table.unit("b4").destroyed


def test_as_a_blacker_bombard_the_weapon_sets_nothing_on_fire() -> None:
    table = green_acts()
    table.do("table", 0, path="ampulomet.fire from", value=7)
    shoot(table, [6, 1, 1], target="b4", weapon="AT weapon", shots=1)
    assert (table.unit("b4").alive, table.game.attack) == (True, None)


def test_an_ampulomet_sets_armour_on_fire_on_a_six() -> None:
    table = green_acts()
    table.put("b4", kind="heavy tank", order="fire")
    shoot(table, [6, 1, 2, 6, 6, 6], target="b4", weapon="AT weapon", shots=1)
    assert table.unit("b4").destroyed


def fight(typed: list[int], **more: Any) -> Table:
    """a2 (regular) charges b1 (inexperienced)."""
    table = green_acts("run")
    table.put("a2", models=3)
    table.put("b1", models=3, order="fire")
    table.do("assault", 0, typed=typed, shooter="a2", target="b1", **more)
    return table


@pytest.mark.parametrize(
    ("dice", "gone"),
    [
        ([3, 3, 1, 3, 3, 3], "b1"),
        ([2, 2, 2, 4, 1, 1], "a2"),
        ([6, 6, 6, 6, 6, 6], "both"),
        ([3, 1, 1, 4, 1, 1], "again"),
    ],
)
def test_close_quarters(dice: list[int], gone: str) -> None:
    table = fight(dice)
    alive = (table.unit("a2").alive, table.unit("b1").alive)
    assert alive == {"b1": (True, False), "a2": (False, True), "both": (False, False)}.get(gone, (True, True))
    assert (table.game.attack is not None) is (gone == "again")
    if gone == "again":
        table.do("go on", 0, typed=[6, 6, 1, 1])
        assert not table.unit("b1").alive
    check(table)


def charge(order: str, typed: list[int], **vehicle: Any) -> Table:
    """a2 charges the armoured car, closed or not."""
    table = two_sides()
    table.put("a2", models=2)
    table.put("b4", order=order, recce=False, **vehicle)
    table.do("draw", 0, side=0)
    closed = table.unit("b4").enclosed
    table.do("order", 0, typed=[1, 1] if closed else [], unit="a2", order="run", charge="b4")
    table.do("assault", 0, typed=typed, shooter="a2", target="b4")
    return table


@pytest.mark.parametrize(
    ("order", "dice", "vehicle", "alive"),
    [
        ("fire", [4, 3, 6, 1], {}, True),  # one hit: 6 + 1 = 7, superficial: stunned
        ("advance", [5, 5], {}, True),  # only sixes hit
        ("fire", [4, 4, 5], {"open_topped": True}, False),  # two hits: 5 + 2 = 7
        ("fire", [4, 4, 5], {"kind": "soft-skin"}, False),
        ("fire", [4, 4, 4], {"open_topped": True}, True),
    ],
)
def test_infantry_against_vehicles(order: str, dice: list[int], vehicle: dict[str, Any], alive: bool) -> None:
    assert charge(order, dice, **vehicle).unit("b4").alive is alive


def test_without_anti_tank_weapons_only_superficially() -> None:
    table = charge("fire", [6, 6, 6, 6, 1, 1])
    assert said(table, "damage")[0]["superficial"] == 1


def test_a_vehicle_on_run_cannot_be_assaulted_unless_it_was_stopped() -> None:
    table = green_acts("run")
    table.put("b4", order="run", open_topped=True)
    with pytest.raises(RefusedError, match="Run"):
        table.do("assault", 0, shooter="a2", target="b4")
    table.do("assault", 0, typed=[1] * 10, shooter="a2", target="b4", stopped=True)


def strike(kind: str, **more: Any) -> Table:
    """A strike of Green that is due."""
    table = two_sides()
    table.do("call strike", 0, strike=kind, side=0, **more)
    while table.game.phase != "turn end":
        table.do("draw", 0)
        side = table.game.current.side  # type: ignore[union-attr]
        able = table.game.able(side)[0]
        table.do("order", side, unit=able.id, order="down")
    for side in (0, 1):
        table.do("keep", side)
    table.do("next turn", 0, typed=None)
    assert table.game.phase == "preliminary"
    for unit in table.game.units:
        table.put(unit.id, pins=0)
    return table


def test_an_empty_sky_is_tried_again_next_turn() -> None:
    table = strike("air", target="b1")
    table.do("strike", 0, typed=[2], strike_id="s1")
    assert table.game.strikes[0].due == 3
    table.do("orders", 0)
    assert table.game.phase == "orders"


def test_it_comes_flak_and_pins_each_unit_once() -> None:
    table = strike("air", target="b1")
    with pytest.raises(RefusedError):
        table.do("orders", 0)
    table.do("strike", 0, typed=[5], strike_id="s1")
    table.do("flak", 1, strike_id="s1", down=False)
    table.do("strike near", 0, typed=[3, 1], strike_id="s1", units=["b1", "a2", "b1"])
    assert (table.unit("b1").pins, table.unit("a2").pins) == (3, 1)


def test_a_plane_shot_down_does_nothing_more() -> None:
    table = strike("air", target="b1")
    table.do("strike", 0, typed=[6], strike_id="s1")
    table.do("flak", 1, strike_id="s1", down=True)
    assert table.game.strikes[0].step == "done"


def test_a_rookie_gets_another_target_from_the_opponent_or_only_pins() -> None:
    table = strike("air", target="b1")
    table.do("strike", 0, typed=[1], strike_id="s1")
    with pytest.raises(RefusedError):
        table.do("strike target", 0, strike_id="s1", target="a2")
    table.do("strike target", 1, strike_id="s1", typed=[2])
    assert table.unit("b1").pins == 2


def test_a_barrage_pins_and_hits_and_down_halves() -> None:
    table = strike("barrage", aim="the mill")
    table.do("strike", 0, typed=[4, 3], strike_id="s1")
    assert table.game.strikes[0].reach == 9
    table.do("strike near", 0, typed=[5, 2, 6], strike_id="s1", units=["a2", "b1"])
    assert table.unit("a2").pins == 2
    table.do("strike hits", 0, typed=[6, 6, 4], strike_id="s1", hits={"b1": 3}, downs=["b1"])
    assert table.unit("b1").order == "down"
    assert (table.unit("b1").models, table.unit("b1").pins) == (6, 4)
    check(table)


def test_a_barrage_hits_who_is_in_a_building_as_often_as_its_dice_say() -> None:
    for downs, hits in (([], 12), (["b1"], 6)):
        table = strike("barrage", aim="the mill")
        table.do("strike", 0, typed=[4, 3], strike_id="s1")
        table.do("strike near", 0, typed=[6], strike_id="s1", units=["b1"])
        dice = [5, 4, 3, *[1] * hits, 1]
        table.do("strike hits", 0, typed=dice, strike_id="s1", buildings=["b1"], downs=downs)
        assert table.unit("b1").models == 8


def test_no_more_are_under_a_barrage_than_there_are() -> None:
    table = strike("barrage", aim="the mill")
    table.do("strike", 0, typed=[4, 3], strike_id="s1")
    table.do("strike near", 0, typed=[6], strike_id="s1", units=["b1"])
    table.do("strike hits", 0, typed=[1] * 5, strike_id="s1", hits={"b1": 12}, downs=["b1"])


def test_a_unit_that_one_barrage_has_destroyed_is_not_hit_by_the_next() -> None:
    table = strike("barrage", aim="the mill")
    table.do("call strike", 0, strike="barrage", side=0, aim="the ford")
    for key in ("s1", "s2"):
        table.do("strike", 0, typed=[4, 3], strike_id=key)
        table.do("strike near", 0, typed=[6], strike_id=key, units=["b1"])
    table.do("strike hits", 0, typed=[6] * 8, strike_id="s1", hits={"b1": 8})
    assert table.unit("b1").destroyed
    table.do("strike hits", 0, typed=[], strike_id="s2", hits={"b1": 3}, downs=["b1"])
    assert table.unit("b1").order == ""
    check(table)


def test_a_miscalculated_barrage_drifts_and_falls_and_a_delayed_one_waits() -> None:
    table = strike("barrage")
    table.do("strike", 0, typed=[1, 2, 3, 4, 7, 2], strike_id="s1")
    assert said(table, "drift")[0] == {"inches": 9, "clock": 7}
    assert table.game.strikes[0].step == "near"
    table = strike("barrage")
    table.do("strike", 0, typed=[3], strike_id="s1")
    assert table.game.strikes[0].due == 3


def test_smoke_has_the_diameter_that_the_group_has_filled_in() -> None:
    table = strike("smoke", weapon="light mortar")
    table.do("table", 0, path="smoke.light mortar", value=8)
    table.do("strike", 0, typed=[4], strike_id="s1")
    assert said(table, "smoke")[0]["diameter"] == 8


@pytest.mark.parametrize(("die", "jammed"), [(1, ()), (3, ()), (4, ("left",)), (6, ("left",))])
def test_a_turret_check_jams_from_four(die: int, jammed: tuple[str, ...]) -> None:
    table = two_sides()
    table.do("turret check", 0, typed=[die], unit="a5", arc="left")
    assert table.unit("a5").jammed == jammed
    with pytest.raises(RefusedError):
        table.do("turret check", 0, unit="a2", arc="side")


@pytest.mark.parametrize(
    ("changes", "escapes"),
    [
        ({}, True),
        ({"towing": True}, False),
        ({"escaped": True}, False),
        ({"immobilised": True}, False),
        ({"kind": "infantry"}, False),
    ],
)
@pytest.mark.parametrize("attack", ["shoot", "assault"])
def test_who_makes_a_recce_escape(attack: str, changes: dict[str, Any], escapes: bool) -> None:
    """Seed 001: recce vehicles, once a turn, not when towing; and nobody who cannot move."""
    table = two_sides()
    table.put("b4", **{"recce": True, **changes})
    table.put("a2", anti_tank=True)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a2", order="run")
    table.do(attack, 0, shooter="a2", target="b4", weapon="Rifle", far=True)
    if not escapes:
        with pytest.raises(RefusedError, match="no escape"):
            table.do("answer", 1, how="escape")
        return
    table.do("answer", 1, how="escape")
    assert (table.unit("b4").escaped, table.unit("b4").moves, table.unit("b4").order) == (True, 1, "")


@pytest.mark.parametrize(("changes", "asked"), [({}, True), ({"immobilised": True}, False)])
def test_a_vehicle_with_its_order_is_asked_only_if_it_may_escape(
    changes: dict[str, Any], asked: bool
) -> None:
    table = green_acts()
    table.put("b4", order="fire", recce=True, **changes)
    table.do("shoot", 0, typed=[] if asked else [1], shooter="a2", target="b4", weapon="Rifle", shots=1)
    assert (table.game.attack is not None) is asked
