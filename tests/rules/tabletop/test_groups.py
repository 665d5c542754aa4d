"""Who holds what in a unit, who falls first, and tables of before there were groups."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.action import Action, RefusedError
from rules.tabletop.dice import TableDice
from rules.tabletop.documents.view import unit_of, view
from rules.tabletop.documents.wire import game_from_plain, game_to_plain
from rules.tabletop.game import step
from rules.tabletop.squads.losing import fallen, straggler, with_models
from rules.tabletop.squads.mustering import mustered
from rules.tabletop.units import Group, Unit
from tests.rules.tabletop.playing import two_sides

SQUAD = (
    Group("Submachine gun (SMG)", 1, leader=True),
    Group("Rifle", 6),
    Group("LMG", 1, 2),
    Group("Panzerfaust", 1, 0),
)


def squad(*groups: Group, **more: Any) -> Unit:
    """A unit of these groups."""
    return Unit("x", "X", 0, groups=groups or SQUAD, **more)


def lost(unit: Unit) -> list[int]:
    return [group.lost for group in unit.groups]


@pytest.mark.parametrize(
    ("kind", "men", "weapons", "groups"),
    [
        ("infantry", 10, (), (Group("Rifle", 10, leader=True),)),
        ("infantry", 10, ("LMG",), (Group("Rifle", 8, leader=True), Group("LMG", 1, 2))),
        (
            "infantry",
            10,
            ("LMG", "Rifle", "Panzerfaust"),
            (Group("Rifle", 8, leader=True), Group("LMG", 1, 2), Group("Panzerfaust", 1, 0)),
        ),
        ("infantry", 3, ("MMG",), (Group("MMG", 1, 3),)),
        ("infantry", 2, ("PIAT",), (Group("PIAT", 1, 2),)),
        ("artillery", 6, ("Heavy AT gun",), (Group("Heavy AT gun", 1, 6),)),
        (
            "medium tank",
            1,
            ("MMG", "Medium AT gun"),
            (Group("Medium AT gun", 1, 0, mount="turret 1"), Group("MMG", 1, 0, mount="hull")),
        ),
        ("soft-skin", 1, (), ()),
    ],
)
def test_a_list_without_groups_is_mustered(
    kind: str, men: int, weapons: tuple[str, ...], groups: tuple[Group, ...]
) -> None:
    assert mustered(kind, men, weapons, int("tank" in kind)) == groups


def test_the_order_in_which_men_fall() -> None:
    found = [lost(fallen(squad(), number)) for number in range(10)]
    assert found[6] == [0, 6, 0, 0]  # the riflemen
    assert found[7] == [0, 6, 1, 0]  # the loader: the only one with a submachine gun is the NCO
    assert found[8] == [0, 6, 2, 0]  # the gunner
    assert found[9] == [1, 6, 2, 0]
    assert fallen(squad(), 8).nco
    assert not fallen(squad(), 9).nco


def test_men_who_come_back() -> None:
    seven = fallen(squad(), 7)
    assert lost(with_models(seven, 3)) == [0, 6, 0, 0]  # a correction: the last who fell
    assert lost(straggler(seven)) == [0, 5, 1, 0]  # a card: whom an opponent chooses
    assert with_models(squad(), 12).start == 12


def test_what_can_fire() -> None:
    unit = fallen(squad(), 7)
    assert [group.able(unit.models) for group in unit.groups] == [1, 0, 1, 1]
    assert [group.able(unit.models) for group in fallen(squad(), 8).groups] == [1, 0, 0, 1]
    assert Group("Panzerfaust", 2, 0, spent=2).able(9) == 0
    assert Group("MMG", 2, 0, mount="hull").able(1) == 2
    assert Group("Panzerfaust", 3, 0).able(2) == 2


def test_models_are_sums_and_a_vehicle_is_one() -> None:
    assert (squad().models, squad().start) == (9, 9)
    assert (squad(kind="medium tank").models, squad(kind="medium tank").start) == (1, 1)
    assert squad(kind="medium tank", destroyed=True).models == 0


def test_a_table_of_before_the_groups_is_read() -> None:
    table = two_sides()
    table.put("a2", models=6)
    document = game_to_plain(table.game)
    for unit in document["game"]["units"]:  # type: ignore[index]
        unit.pop("groups"), unit.pop("check", None)
        if unit["id"] == "a2":
            unit |= {"models": 6, "start": 10, "weapons": ["LMG", "Rifle"], "spent": []}
        if unit["id"] == "a3":
            unit |= {"models": 8, "start": 8, "weapons": ["Panzerfaust"], "spent": ["Panzerfaust"]}
        if unit["id"] == "b1":
            unit |= {"models": 0, "start": 5, "destroyed": True}
    game = game_from_plain(document)
    old, spent, gone = game.unit("a2"), game.unit("a3"), game.unit("b1")
    assert old.groups == (Group("Rifle", 8, lost=4, leader=True), Group("LMG", 1, 2))
    assert (old.models, old.start, old.check) == (6, 10, True)
    assert spent.groups[1] == Group("Panzerfaust", 1, 0, spent=1)
    assert (spent.spent, spent.check) == (("Panzerfaust",), True), "that they hold rifles is assumed"
    assert (gone.models, gone.start) == (0, 5)
    assert game_from_plain(game_to_plain(game)) == game


def test_groups_are_said_outright_and_corrected_with_their_losses() -> None:
    table = two_sides(begin=False)
    said = [{"weapon": "Rifle", "count": 5, "leader": True}, {"weapon": "LMG", "crew": 2}]
    table.do("edit unit", 0, unit="a2", groups=said)
    unit = table.unit("a2")
    assert unit.groups == (Group("Rifle", 5, leader=True), Group("LMG", 1, 2))
    assert (unit.models, unit.check) == (7, False)
    with pytest.raises(RefusedError, match="men of groups"):
        table.do("edit unit", 0, unit="a2", groups=[{"weapon": "Panzerfaust", "crew": 0}])
    table.do("begin")
    table.do("correct", 0, unit="a2", groups=[{**said[0], "lost": 2}, said[1]], reason="counted anew")
    assert (table.unit("a2").models, table.unit("a2").start) == (5, 7)


def test_the_view_shows_the_groups_and_is_read_back() -> None:
    table = two_sides()
    seen = next(unit for unit in view(table.game, -1)["units"] if unit["id"] == "a2")
    assert [(one["weapon"], one["men"], one["able"]) for one in seen["groups"]] == [
        ("Rifle", 8, 8),
        ("LMG", 2, 1),
    ]
    assert (seen["models"], seen["start"], seen["check"]) == (10, 10, True)
    assert unit_of(seen).groups == table.unit("a2").groups


RIFLES = {"weapon": "Rifle", "count": "5"}


@pytest.mark.parametrize(
    ("groups", "code", "values"),
    [
        ([RIFLES, {"weapon": "LMG", "count": "0"}], "group number", {"group": "LMG (2)", "name": "count"}),
        ([RIFLES, {"weapon": "LMG", "crew": "x"}], "group number", {"group": "LMG (2)", "name": "crew"}),
        ([RIFLES, {"weapon": "Sling"}], "group weapon", {"group": 2, "value": "Sling"}),
        ([RIFLES, {"weapon": "LMG", "mount": "hull"}], "group mounted", {"group": "LMG (2)"}),
        ([RIFLES, {"weapon": "LMG", "mount": "roof"}], "group place", {"group": "LMG (2)", "value": "roof"}),
        ([RIFLES, {"crew": "0"}], "group of nobody", {"group": "unarmed (2)"}),
        (
            [{**RIFLES, "leader": "on"}, {"weapon": "LMG", "leader": "on"}],
            "group leads too",
            {"group": "LMG (2)", "other": "Rifle (1)"},
        ),
        ([RIFLES] * 21, "too many groups", {"most": 20}),
    ],
)
def test_a_refusal_of_groups_names_the_group(
    groups: list[dict[str, str]], code: str, values: dict[str, object]
) -> None:
    table = two_sides(begin=False)
    with pytest.raises(RefusedError) as refused:
        table.do("edit unit", 0, unit="a2", groups=groups)
    assert refused.value.code == code
    assert values.items() <= refused.value.values.items()


def test_a_form_that_leaves_the_groups_as_they_were_still_changes_the_men() -> None:
    table = two_sides(begin=False)
    table.do(
        "edit unit", 0, unit="a2", groups=[{"weapon": "Rifle", "count": 8}, {"weapon": "LMG", "crew": 2}]
    )
    same = [{"weapon": "Rifle", "count": "8"}, {"weapon": "LMG", "count": "1", "crew": "2"}]
    table.do("edit unit", 0, unit="a2", groups=same, start="8")
    assert [group.men for group in table.unit("a2").groups] == [6, 2]
    fewer = [{"weapon": "Rifle", "count": "3"}, {"weapon": "LMG", "count": "1", "crew": "2"}]
    table.do("edit unit", 0, unit="a2", groups=fewer, start="8")
    assert table.unit("a2").start == 5
    with pytest.raises(RefusedError, match="men differ"):
        table.do("edit unit", 0, unit="a2", groups=[RIFLES], start="9")


def test_as_a_vehicle_a_unit_is_armed_anew_unless_its_arms_are_said() -> None:
    table = two_sides(begin=False)
    table.do("edit unit", 0, unit="a2", groups=[RIFLES])
    car = {"unit": "a2", "groups": [RIFLES], "kind": "armoured car", "locomotion": "wheeled"}
    table.game = step(table.game, Action("edit unit", 0, car), TableDice(table.seed, "test", 0)).game
    assert table.unit("a2").groups == (Group("Rifle", 1, 0, mount="hull"),)
    gun = [{"weapon": "HMG", "crew": "0", "mount": "turret 1"}, {"weapon": "MMG", "crew": 0, "mount": "hull"}]
    table.do("edit unit", 0, unit="a2", groups=gun)
    assert [(one.weapon, one.mount) for one in table.unit("a2").groups] == [
        ("HMG", "turret 1"),
        ("MMG", "hull"),
    ]
    # Where a gun stands in a turret, there is one that may jam.
    assert table.unit("a2").turrets == 1
