"""All fire of a unit's action: declared by groups, answered, measured, and resolved in waves (page 9 B)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.tabletop.action import RefusedError
from rules.tabletop.documents.view import view, wanted
from rules.tabletop.documents.wire import game_from_plain, game_to_plain
from rules.tabletop.resolvers.officers import helpers
from rules.tabletop.squads.losing import with_models
from rules.tabletop.squads.reaching import reach_of, tiles
from rules.tabletop.tables import Tables
from rules.tabletop.units import Group
from tests.rules.tabletop.playing import Table, two_sides
from tests.rules.tabletop.test_resolvers import said

SMG = "Submachine gun (SMG)"
SQUAD = (
    Group(SMG, 1, leader=True),
    Group("Rifle", 6),
    Group("LMG", 1, 2),
    Group("Panzerfaust", 1, 0),
)
TANK = (Group("Medium AT gun", 1, 0, mount="turret 1"), Group("MMG", 2, 0, mount="hull"))


def squad(order: str = "fire", groups: tuple[Group, ...] = SQUAD, unit: str = "a2", **more: Any) -> Table:
    """A unit of these groups acts; b1 (nine conscripts in place of eight), b2 and b4 have their orders."""
    table = two_sides()
    table.put(unit, groups=groups, **more)
    table.put("b1", start=9, quality="regular")
    for key in ("b1", "b2", "b4"):
        table.put(key, order="fire", recce=False)
    table.do("draw", 0, side=0)
    table.do("order", 0, unit=unit, order=order)
    return table


def fire(table: Table, *groups: int | dict[str, Any], shooter: str = "a2", target: str = "b1") -> None:
    """These groups are declared."""
    entries = [one if isinstance(one, dict) else {"group": one} for one in groups]
    table.do("volley", 0, shooter=shooter, fire=[{"target": target, **one} for one in entries])


def measure(table: Table, typed: list[int], target: str = "b1", **more: Any) -> None:
    """What is measured at one target; then these dice fall."""
    table.do("measure", 0, typed=typed, at=[{"target": target, **more}])


def refused(code: str, table: Table, *groups: int | dict[str, Any], **more: Any) -> RefusedError:
    with pytest.raises(RefusedError, match=code) as caught:
        fire(table, *groups, **more)
    return caught.value


# Declared.


def test_waves_over_all_groups_one_pin_and_one_morale_test() -> None:
    table = squad()
    fire(table, 0, 1, 2)
    # two of two by submachine gun, one of six by rifle, none by machine gun; then all damage, then all saves
    measure(table, [3, 3, 1, 1, 4, 1, 1, 1, 1, 2, 1, 1, 4, 3, 6, 5, 4], inches=12, cover="soft")
    assert [(one["group"], one["hits"]) for one in said(table, "hits")] == [(0, 2), (1, 1), (2, 0)]
    assert [(one["group"], one["count"]) for one in said(table, "damaged")] == [(0, 1), (1, 1)]
    kinds = [event.kind for event in table.events if event.dice and "group" in dict(event.values)]
    assert kinds == ["hit rolls"] * 3 + ["damage rolls"] * 2 + ["saves"] * 2
    assert (table.unit("b1").pins, table.unit("b1").models) == (1, 8)
    assert table.game.attack is None


def test_each_group_needs_its_own() -> None:
    table = squad()
    fire(table, 0, 1, 2)
    measure(table, [1] * 12, inches=6)
    assert [(one["group"], one["needed"]) for one in said(table, "hit rolls")] == [(0, 2), (1, 2), (2, 2)]
    table = squad()
    fire(table, 0, 1, 2)
    measure(table, [1] * 12, inches=12)
    assert [one["needed"] for one in said(table, "hit rolls")] == [3, 3, 3]


def test_what_cannot_reach_is_silent_and_unspent() -> None:
    table = squad()
    fire(table, 0, 1, 2, 3)
    measure(table, [1] * 10, inches=24)
    assert [(one["group"], one["weapon"]) for one in said(table, "silent")] == [(0, SMG), (3, "Panzerfaust")]
    assert table.unit("a2").spent == ()
    table = squad()
    fire(table, 3)
    measure(table, [1], inches=12)
    assert table.unit("a2").spent == ("Panzerfaust",)


def test_all_silent_is_no_fire_and_another_target_may_be_declared() -> None:
    table = squad()
    fire(table, 0)
    measure(table, [], inches=13)
    assert table.game.attack is None
    fire(table, 0, target="b2")
    measure(table, [1, 1], target="b2", inches=12)
    assert view(table.game, -1)["firing"] == []


def test_half_losses_are_counted_over_the_whole_volley() -> None:
    table = squad()
    table.put("b1", models=8)
    fire(table, 1, 2)
    hits = [3, 3, 3, 1, 1, 1, 3, 1, 1, 1]
    measure(table, [*hits, 4, 4, 4, 4, 6, 5], inches=12)
    assert table.unit("b1").destroyed  # four of eight, then 11 against 9 - 1
    assert len(said(table, "morale")) == 1


def test_the_greatest_shell_that_hit_pins_once() -> None:
    groups = (Group("Light AT gun", 1, 0, mount="hull"), Group("Super-heavy AT gun", 1, 0, mount="turret 1"))
    table = squad(groups=groups, kind="heavy tank")
    fire(table, {"group": 0, "he": True}, {"group": 1, "he": True})
    measure(table, [3, 3, 3, 1, 1], inches=20)
    assert [len(event.dice) for event in table.events if event.kind == "he pins"] == [1]
    assert [event.dice[0].sides for event in table.events if event.kind == "he pins"] == [3]
    assert table.unit("b1").pins == 3


def test_small_arms_share_a_target_and_heavy_weapons_may_have_their_own() -> None:
    table = squad()
    error = refused("group splits", table, 1, {"group": 2, "target": "b2"})
    assert error.values["group"] == "LMG"
    fire(table, 1, {"group": 3, "target": "b4"})
    attack = table.game.attack
    assert attack is not None
    assert [one.unit for one in attack.targets] == ["b1", "b4"]


def test_a_vehicles_weapons_fire_where_they_like() -> None:
    table = squad(groups=TANK, kind="medium tank")
    fire(table, {"group": 0, "target": "b4"}, {"group": 1, "target": "b1"})
    at = [{"target": "b4", "inches": 40, "arc": "side"}, {"target": "b1", "inches": 20, "cover": "hard"}]
    # one shell, two machine guns of six shots each
    hits = [3, *[3, 3], *[1] * 10]
    table.do("measure", 0, typed=[*hits, 1, 6, 6, 4, 3], at=at)
    assert [(one["target"], one["hits"]) for one in said(table, "hits")] == [("b4", 1), ("b1", 2)]
    assert table.unit("b1").models == 8  # one of two is saved
    assert (table.unit("b4").pins, table.unit("b1").pins) == (1, 1)


@pytest.mark.parametrize(("split", "refuses"), [("heavy", False), ("all", False), ("none", True)])
def test_how_fire_may_be_split_is_the_groups_to_say(split: str, refuses: bool) -> None:
    table = squad()
    table.do("table", 0, path="volley.split", value=split)
    if refuses:
        refused("group splits", table, 1, {"group": 3, "target": "b2"})
    else:
        fire(table, 1, {"group": 3, "target": "b2"})


def test_each_weapon_fires_once_an_action() -> None:
    table = squad()
    assert refused("group twice", table, 1, 1).values["group"] == "Rifle"
    table.do("hold", 1)  # else its go would be over
    fire(table, 1)
    measure(table, [1] * 6, inches=20)
    assert refused("group has fired", table, 1).values["group"] == "Rifle"
    # Of who has not fired yet it is not said that he has.
    assert refused("others have fired", table, 2).values["group"] == "Rifle"


@pytest.mark.parametrize(
    ("weapon", "code", "group"),
    [("LMG", "others have fired", "LMG"), ("Rifle", "group has fired", "Rifle"), ("HMG", "has fired", None)],
)
def test_a_volley_after_a_single_shot_is_refused_by_the_name_of_what_has_fired(
    weapon: str, code: str, group: str | None
) -> None:
    table = squad()
    table.do("shoot", 0, shooter="a2", target="b1", weapon=weapon, shots=1, typed=[1])
    assert refused(code, table, 1).values.get("group") == group


@pytest.mark.parametrize(
    ("code", "entry", "lost"),
    [
        ("group without men", {"group": 2}, 9),
        ("group unarmed", {"group": 4}, 0),
        ("group spent", {"group": 3}, 0),
        ("group without shells", {"group": 1, "he": True}, 0),
        ("group not indirect", {"group": 1, "indirect": True}, 0),
        ("group not at it", {"group": 1, "target": "a3"}, 0),
    ],
)
def test_a_refusal_names_the_group(code: str, entry: dict[str, Any], lost: int) -> None:
    groups = (*SQUAD[:3], Group("Panzerfaust", 1, 0, spent=1), Group("", 1))
    table = squad(groups=groups)
    unit = table.unit("a2")
    table.game = table.game.with_unit(with_models(unit, unit.models - lost))
    names = {1: "Rifle", 2: "LMG", 3: "Panzerfaust", 4: "unarmed"}
    assert refused(code, table, entry).values["group"] == names[int(entry["group"])]


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("", "group without target"),
        ("zz", "group not at it"),
        ("a2", "group not at it"),
        ("b3", "group not at it"),
        ("b4", "group not at it"),
    ],
)
def test_a_refusal_of_a_target_names_the_group_and_whom_it_may_fire_at(target: str, code: str) -> None:
    table = squad()
    table.put("b3", reserve=True)
    table.do("correct", 0, unit="b4", destroyed=True, reason="so that it is gone")
    error = refused(code, table, 1, {"group": 2, "target": target})
    assert (error.field, error.values["group"]) == ("fire", "LMG")
    assert error.values["allowed"] == (table.unit("b1").name, table.unit("b2").name)


def test_a_gunner_fires_without_his_loader_and_a_loader_takes_his_place() -> None:
    table = squad()
    table.game = table.game.with_unit(with_models(table.unit("a2"), 2))  # the NCO and one of the crew
    fire(table, 0, 2)
    measure(table, [1] * 6, inches=10)
    assert [one["group"] for one in said(table, "hit rolls")] == [0, 2]


@pytest.mark.parametrize("order", ["ambush", "run", "rally"])
def test_other_orders_do_not_fire(order: str) -> None:
    table = squad(order)
    refused("fires not now", table, 1)


def test_only_its_own_side_declares_and_measures() -> None:
    table = squad()
    with pytest.raises(RefusedError, match="not your decision"):
        table.do("volley", 1, shooter="a2", fire=[{"group": 1, "target": "b1"}])
    fire(table, 1)
    with pytest.raises(RefusedError, match="not your decision"):
        table.do("measure", 1, at=[])


# Answered and measured.


def asks(table: Table) -> list[tuple[str, str]]:
    return [(one["kind"], one.get("unit", "")) for one in wanted(table.game)]


def free(table: Table, *keys: str) -> None:
    """These have no order yet."""
    for key in keys:
        table.do("correct", 0, unit=key, order="", reason="so that it may answer")


def test_targets_answer_at_the_same_time_while_the_shooter_measures() -> None:
    table = squad()
    free(table, "b1", "b2")
    fire(table, 1, {"group": 3, "target": "b2"})
    assert asks(table) == [("answer", "b1"), ("answer", "b2"), ("measure", "a2")]
    table.do("answer", 1, target="b2", how="down")
    assert asks(table) == [("answer", "b1"), ("measure", "a2")]
    table.do("measure", 0, at=[{"target": "b1", "inches": 20}])
    assert asks(table) == [("answer", "b1")]
    table.do("answer", 1, typed=[1] * 7, how="stand")
    assert table.game.attack is None
    assert table.unit("b2").order == "down"


def test_a_target_answers_once_a_go() -> None:
    table = squad()
    free(table, "b1")
    fire(table, 1)
    table.do("answer", 1, how="stand")
    table.do("call off", 0)
    fire(table, 1)
    assert asks(table) == [("measure", "a2")]


def test_an_escape_has_to_be_measured_anew() -> None:
    table = squad()
    table.put("b4", recce=True)
    fire(table, 1, target="b4")
    table.do("measure", 0, at=[{"target": "b4", "inches": 20}])
    table.do("answer", 1, how="escape")
    assert asks(table) == [("measure", "a2")]
    measure(table, [], target="b4", inches=40)
    assert said(table, "silent") != []


def test_what_is_not_measured_is_short_in_the_open_and_at_the_front() -> None:
    table = squad()
    fire(table, 1)
    table.do("measure", 0, typed=[3, 1, 1, 1, 1, 1, 4], at=[])
    assert table.unit("b1").models == 8


def test_fewer_of_a_group_may_see_the_target() -> None:
    table = squad()
    fire(table, 1, 2)
    with pytest.raises(RefusedError, match="group smaller"):
        measure(table, [], inches=20, weapons={"1": 7})
    with pytest.raises(RefusedError, match="group not firing"):
        measure(table, [], inches=20, weapons={"0": 1})
    measure(table, [1] * 3, inches=20, weapons={"1": 3, "2": 0})
    assert [(one["group"], one["weapon"]) for one in said(table, "silent")] == [(2, "LMG")]


def test_cover_stays_with_the_target_for_the_next_time() -> None:
    table = squad()
    fire(table, 1)
    measure(table, [1] * 6, inches=20, cover="hard")
    seen = next(unit for unit in view(table.game, 0)["units"] if unit["id"] == "b1")
    assert seen["cover"] == "hard"


def test_who_advances_fires_on_the_move_unless_it_says_otherwise() -> None:
    for more, needed in (({}, 4), ({"moved": False}, 3)):
        table = squad("advance")
        fire(table, 1)
        measure(table, [1] * 6, inches=20, **more)
        assert said(table, "hit rolls")[0]["needed"] == needed


def test_a_mortar_has_a_least_distance_and_is_fired_indirectly() -> None:
    for inches, dice in ((11, []), (12, [1]), (60, [1]), (61, [])):
        table = squad(groups=(Group("Medium mortar", 1, 3),))
        fire(table, 0)
        measure(table, dice, inches=inches)
        assert len(said(table, "hit rolls")) == len(dice)


def test_each_of_two_mortars_remembers_at_whom_it_fired() -> None:
    table = squad(kind="artillery", groups=(Group("Medium mortar", 1, 3), Group("Medium mortar", 1, 3)))
    at = [{"target": key, "inches": 30} for key in ("b1", "b2")]
    for needed in (6, 5):
        table.do("hold", 1)
        fire(table, 0, {"group": 1, "target": "b2"})
        table.do("measure", 0, typed=[1, 1], at=at)
        assert [one["needed"] for one in said(table, "hit rolls")[-2:]] == [needed, needed]
        table.game = replace(table.game, turn=table.game.turn + 1, volleys=(), held=-1)


def test_a_volley_is_kept_with_the_table() -> None:
    table = squad()
    free(table, "b1")
    fire(table, 1, {"group": 3, "target": "b2"})
    table.do("measure", 0, at=[{"target": "b1", "inches": 20, "weapons": {"1": 2}}])
    assert game_from_plain(game_to_plain(table.game)) == table.game


# On other occasions.


def test_with_its_volley_a_go_ends_itself_if_anything_was_fired() -> None:
    table = squad()
    fire(table, 0)
    measure(table, [], inches=30)
    assert table.game.current is not None
    fire(table, 1)
    measure(table, [1] * 6, inches=20)
    assert table.game.current is None
    table = squad()
    table.do("shoot", 0, typed=[1], shooter="a2", target="b1", weapon="Rifle", shots=1)
    assert table.game.current is not None  # a program may have more to fire


def test_a_go_waits_for_an_ambush_that_has_been_sprung() -> None:
    table = squad()
    table.put("b2", order="ambush")
    fire(table, 1)
    table.do("spring", 1, unit="b2")
    measure(table, [1] * 6, inches=20)
    assert table.game.current is not None
    table.do("volley", 1, shooter="b2", fire=[{"group": 0, "target": "a2"}])
    table.do("call off", 1)
    assert table.game.current is not None
    table.do("volley", 1, shooter="b2", fire=[{"group": 0, "target": "a2"}])
    count = table.unit("b2").groups[0].able(table.unit("b2").models)
    table.do("measure", 1, typed=[1] * count, at=[{"target": "a2", "inches": 20}])
    assert table.game.current is None


def test_a_sprung_ambush_fires_a_volley_once() -> None:
    table = two_sides()
    table.put("a2", order="ambush", groups=SQUAD)
    table.put("b1", order="")
    table.do("draw", 0, side=1)
    table.do("order", 1, unit="b1", order="advance")
    refused("fires not now", table, 1)
    table.do("spring", 0, unit="a2")
    assert [one["unit"] for one in view(table.game, -1)["firing"]] == ["a2", "b1"]
    fire(table, 1, 2)
    measure(table, [1] * 10, inches=20)
    assert refused("others have fired", table, 0).values["group"] == "Rifle"


def test_friendly_fire_is_at_the_friend_that_was_chosen() -> None:
    table = two_sides()
    table.put("a2", groups=SQUAD, pins=1)
    table.do("draw", 0, side=0)
    table.do("order", 0, typed=[6, 6, 1], unit="a2", order="fire")
    table.do("friendly", 1, target="a3")
    refused("group not at it", table, 1)
    fire(table, 1, target="a3")
    measure(table, [4, 1, 1, 1, 1, 1, 4], target="a3", inches=20)
    assert table.unit("a3").models == 9


def test_a_charge_is_answered_by_a_volley_at_who_charges() -> None:
    table = two_sides()
    table.put("a5", groups=TANK, order="fire")
    table.put("b1", anti_tank=True)
    table.do("draw", 0, side=1)
    table.do("order", 1, unit="b1", order="run")
    table.do("assault", 1, shooter="b1", target="a5", far=True)
    table.do("answer", 0, how="fire")
    refused("group not at it", table, 1, shooter="a5", target="b2")
    fire(table, 1, shooter="a5")
    measure(table, [1] * 12, inches=20)
    assert asks(table) == [("go on", "")]


def charged() -> Table:
    """Brown's squad charges Green's from afar, which says that it fires."""
    table = two_sides()
    table.put("a2", groups=SQUAD)
    table.do("draw", 0, side=1)
    table.do("order", 1, unit="b1", order="run")
    table.do("assault", 1, shooter="b1", target="a2", far=True)
    table.do("answer", 0, how="fire")
    return table


def test_who_fires_at_a_charge_is_asked_until_it_has() -> None:
    table = charged()
    first = [{"kind": "go on", "side": 0, "unit": "a2"}]
    assert wanted(table.game) == first
    fire(table, 0)
    measure(table, [], inches=30)
    assert wanted(table.game) == first
    fire(table, 1)
    measure(table, [1] * 6, inches=20)
    assert wanted(table.game) == [{"kind": "go on", "side": -1}]


def test_nothing_is_fired_at_a_charge_once_it_is_fought() -> None:
    table = charged()
    table.do("go on", 0, typed=[1] * 17)
    assert table.game.attack is not None
    assert (table.game.attack.round, wanted(table.game)) == (2, [{"kind": "go on", "side": -1}])
    assert view(table.game, 0)["firing"] == []
    refused("fires not now", table, 1)


def test_a_charge_is_over_when_those_who_charge_have_fallen() -> None:
    table = charged()
    fire(table, 1)
    measure(table, [*[6] * 6, *[6] * 6, 6, 6], inches=20)
    assert table.unit("b1").destroyed
    assert table.game.attacks == ()
    assert [one["kind"] for one in wanted(table.game)] == ["draw"]


def test_every_shell_hits_all_who_stand_under_it() -> None:
    for template, hits in ((1, 2), (3, 4)):
        table = squad(groups=(Group("Light auto cannon", 1, 3), Group("Rifle", 5)))
        table.put("b1", groups=(Group("Rifle", 2),))
        fire(table, {"group": 0, "he": True})
        measure(table, [3, 3, 1, *[1] * hits], inches=20, template=template)
        assert table.unit("b1").models == 2


# Losses.


def lose(table: Table, count: int) -> None:
    """b1 loses so many to one volley."""
    hits = [6] * count + [1] * (6 - count)
    fire(table, 1)
    measure(table, [*hits, *[6] * count], inches=20)


def test_losses_are_told_by_group() -> None:
    table = squad()
    table.put("b1", groups=(Group("Rifle", 2, leader=True), Group("LMG", 1, 3), Group("Panzerfaust", 1, 0)))
    lose(table, 2)
    assert said(table, "casualties") == [{"unit": "b1", "lost": 2, "left": 3, "who": "Rifle 1, LMG 1"}]
    table = squad()
    table.put("b1", groups=(Group("Rifle", 7, leader=True),))
    lose(table, 2)
    assert said(table, "casualties") == [{"unit": "b1", "lost": 2, "left": 5}]


def test_the_owner_moves_losses_until_the_next_order() -> None:
    table = squad()
    table.put("b1", groups=SQUAD)
    lose(table, 2)
    assert [group.lost for group in table.unit("b1").groups] == [0, 2, 0, 0]
    assert table.unit("b1").fell == (0, 2, 0, 0)
    with pytest.raises(RefusedError, match="not your decision"):
        table.do("losses", 0, unit="b1", groups={"1": 2})
    with pytest.raises(RefusedError, match="other losses"):
        table.do("losses", 1, unit="b1", groups={"1": 1})
    with pytest.raises(RefusedError, match="group has fewer") as caught:
        table.do("losses", 1, unit="b1", groups={"0": 2})
    assert caught.value.values["group"] == SMG
    table.do("losses", 1, unit="b1", groups={"0": 1, "2": 1})
    assert [group.lost for group in table.unit("b1").groups] == [1, 0, 1, 0]
    assert not table.unit("b1").nco
    table.do("losses", 1, unit="b1", groups={"1": 1, "2": 1})
    assert table.unit("b1").nco
    table.do("draw", 0, side=0)
    table.do("order", 0, unit="a3", order="fire")
    with pytest.raises(RefusedError, match="no losses to move"):
        table.do("losses", 1, unit="b1", groups={"1": 2})


def test_an_officer_on_whom_losses_are_moved_leads_nobody_any_more() -> None:
    table = squad()
    table.put("b1", groups=SQUAD, officer="captain")
    lose(table, 2)
    assert table.unit("b1").rank == "captain"
    table.do("losses", 1, unit="b1", groups={"0": 1, "1": 1})
    assert table.unit("b1").rank == ""
    table.put("b2", officer="")
    assert "b1" not in [one.id for one in helpers(table.game, table.unit("b2"))]
    table.do("losses", 1, unit="b1", groups={"1": 2})
    assert table.unit("b1").rank == "captain"
    assert "b1" in [one.id for one in helpers(table.game, table.unit("b2"))]


# Inches.


def test_tiles_are_the_inches_that_change_something() -> None:
    book = Tables()
    found = [reach_of(name, indirect=False, tables=book) for name in ("Rifle", "LMG", SMG)]
    assert tiles(found, book, armoured=False) == (6, 12, 24, 36)
    # Small arms do not harm armour: half their reach changes nothing there either.
    assert tiles(found, book, armoured=True) == (6, 12, 24, 36)
    gun = [reach_of("Medium AT gun", indirect=False, tables=book)]
    assert tiles(gun, book, armoured=True) == (6, 30, 60)
    assert tiles(gun, book, armoured=False) == (6, 60)
    mortar = [reach_of("Medium mortar", indirect=True, tables=book)]
    assert tiles(mortar, book, armoured=False) == (60,)
    assert tiles(mortar, book, armoured=True) == (30, 60)
    assert tiles([reach_of("Pistol", indirect=False, tables=book)], book, armoured=True) == (6,)
