"""Roster files as trees: whose points, which numbers, whose army; and what is no number (page 9 D)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read
from rules.tabletop.refusing import RefusedError

Inner = dict[str, object]

FRESH = Path(__file__).parent / "fresh" / "files"


def unit(points: object, *, number: object = 1, inner: tuple[int, ...] = ()) -> Inner:
    """A squad of five with options that cost something."""
    options = [{"name": "Rifle", "number": 5, "costs": [{"name": "pts", "value": cost}]} for cost in inner]
    men = {"name": "Rifleman", "number": 5, "type": "model", "selections": options or [{"name": "Rifle"}]}
    return {
        "name": "Rifle squad",
        "number": number,
        "type": "unit",
        "costs": [{"name": "pts", "value": points}],
        "selections": [{"name": "Regular", "type": "upgrade"}, men],
    }


def roster(*units: Inner, total: object = None) -> str:
    """A roster as JSON."""
    forces = [{"name": "Platoon", "catalogueName": "Finland", "selections": [*units]}]
    costs = [{"name": "pts", "value": total}] if total is not None else []
    return json.dumps({"roster": {"name": "Mine", "costs": costs, "forces": forces}})


def as_xml(text: str, head: str = "") -> str:
    """A roster of one sniper team with these attributes."""
    forces = f"<forces><force catalogueName='Finland'><selections>{text}</selections></force></forces>"
    return f"{head}<roster name='Mine'>{forces}</roster>"


def points_of(text: str) -> list[tuple[int, bool]]:
    """The points of the units, and whether they are asked."""
    return [(one["points"], "points" in one["ask"]) for one in read(text).document["units"]]


def test_what_adds_up_to_the_total_is_right_and_anything_else_is_asked() -> None:
    assert points_of(roster(unit(60), unit(80), total=140)) == [(60, False), (80, False)]
    assert points_of(roster(unit(60, inner=(20,)), unit(80), total=140)) == [(60, False), (80, False)]
    assert points_of(roster(unit(60, inner=(20,)), unit(80), total=160)) == [(80, False), (80, False)]
    assert points_of(roster(unit(60), unit(80), total=200)) == [(0, True), (0, True)]
    assert points_of(roster(unit(60), unit(80))) == [(60, False), (80, False)], "no total is told"


def test_what_is_left_out_may_cost_something_too() -> None:
    rules: Inner = {
        "name": "House rules",
        "type": "upgrade",
        "costs": [{"name": "pts", "value": 10}],
        "categories": [{"name": "Configuration"}],
    }
    assert points_of(roster(unit(60), rules, total=70)) == [(60, False)]


@pytest.mark.parametrize("number", ["NaN", "nan", "Infinity", "one", "1e3", "12345678", "1.5", "-1", "0x3"])
def test_a_number_that_is_none_is_refused_whatever_the_notation(number: str) -> None:
    attributes = f"<selection name='Sniper team' type='unit' number='{number}'/>"
    priced = (
        "<selection name='Sniper team' type='unit' number='1'><costs>"
        f"<cost name='pts' value='{number}'/></costs></selection>"
    )
    for text in (roster(unit(60, number=number)), as_xml(attributes)):
        with pytest.raises(RefusedError, match="list number"):
            read(text)
    for text in (roster(unit(number)), as_xml(priced)):
        if number in ("1.5", "-1"):
            # A number, but none of points: these are asked.
            assert points_of(text) == [(0, True)]
        else:
            with pytest.raises(RefusedError, match="list number"):
                read(text)


@pytest.mark.parametrize("number", [True, [2], {"a": 2}])
def test_what_is_neither_a_number_nor_a_text_is_refused(number: object) -> None:
    for text in (roster(unit(60, number=number)), roster(unit(number))):
        with pytest.raises(RefusedError, match="list number"):
            read(text)


def test_what_is_not_told_is_one_and_costs_nothing() -> None:
    for nothing in (None, "", " "):
        (one,) = read(roster(unit(nothing, number=nothing))).document["units"]
        assert (one["count"], one["points"], one["ask"]) == (1, 0, [])


@pytest.mark.parametrize("said", ["1,240", "1240", "1240.0", "1240,00", " 1240 ", "1,240.0"])
def test_numbers_are_read_as_programs_write_them(said: str) -> None:
    assert points_of(roster(unit(said), total=1240)) == [(1240, False)]


def test_the_army_is_that_of_the_file() -> None:
    document = read(roster(unit(60))).document
    assert (document["name"], document["army"]) == ("Mine", "Finland")
    assert read(json.dumps(document)).document == document
    assert read(as_xml("<selection name='Sniper team' type='unit'/>")).document["army"] == "Finland"


@pytest.mark.parametrize("before", ["\n", "\ufeff\r\n ", "\ufeff", "  "])
def test_a_file_may_stand_below_empty_lines(before: str) -> None:
    """As it is, where somebody pastes it."""
    text = as_xml("<selection name='Sniper team' type='unit'/>", '<?xml version="1.0" encoding="UTF-8"?>')
    assert [one["name"] for one in read(before + text).document["units"]] == ["Sniper team"]


def test_costs_by_a_name_that_nobody_knows_are_asked() -> None:
    text = (FRESH / "a9-elalamein_it.json").read_text(encoding="utf-8").replace("Punti", "Pisteet")
    found = read(text)
    assert all("points" in unit["ask"] for unit in found.document["units"])


def test_what_stands_below_two_units_is_counted_for_both() -> None:
    """A roster says of two tanks that they have two guns; of one number each has one."""

    def tanks(guns: int) -> Inner:
        below = [
            {"name": name, "number": guns, "type": "upgrade"} for name in ("Regular", "Medium AT gun", "MMG")
        ]
        costs = [{"name": "pts", "value": 390}]
        return {"name": "Tank", "number": 2, "type": "model", "costs": costs, "selections": below}

    for guns in (2, 1):
        (unit,) = read(roster(tanks(guns))).document["units"]
        assert (unit["count"], unit["points"]) == (2, 195)
        assert sorted((one["weapon"], one["count"]) for one in unit["groups"]) == [
            ("MMG", 1),
            ("Medium AT gun", 1),
        ]


def squad(*more: Inner) -> Inner:
    """A squad of a leader, seven with rifles, and others."""
    men: Inner = {
        "name": "Infantryman",
        "number": 7,
        "type": "model",
        "selections": [{"name": "Rifle", "number": 7}],
    }
    leader: Inner = {"name": "NCO", "number": 1, "type": "model", "selections": [{"name": "SMG"}]}
    regular: Inner = {"name": "Regular", "type": "upgrade"}
    return {"name": "Infantry Section", "type": "unit", "selections": [regular, leader, men, *more]}


def test_a_gunners_assistant_among_the_models_is_the_loader() -> None:
    gunner: Inner = {
        "name": "Infantryman with LMG",
        "number": 1,
        "type": "model",
        "selections": [{"name": "LMG"}],
    }
    helper: Inner = {"name": "Gunner's assistant", "number": 1, "type": "model"}
    (one,) = read(roster(squad(gunner, helper))).document["units"]
    held = sorted((group["count"], group["crew"], group["weapon"]) for group in one["groups"])
    assert held == [(1, 1, "Submachine gun (SMG)"), (1, 2, "LMG"), (7, 1, "Rifle")]
    assert one["ask"] == []


def test_whether_a_team_that_is_one_model_is_two_men_is_asked() -> None:
    team: Inner = {
        "name": "LMG team",
        "number": 1,
        "type": "model",
        "selections": [{"name": "LMG"}, {"name": "Loader"}],
    }
    (one,) = read(roster(squad(team))).document["units"]
    assert one["ask"] == ["groups"], "seven of seven have a rifle, so none of them loads"


def test_an_option_of_a_file_may_say_what_all_of_them_are() -> None:
    nco, men = selected("NCO with SMG", "model"), selected("Soldier with SMG", "model", number=9)
    squad = selected("SMG Squad (Regular)", "unit", nco, men, selected("Tank riders", "upgrade"))
    (unit,) = read(rostered(squad)).document["units"]
    assert sum(one["count"] for one in unit["groups"]) == 10
    assert unit["ask"] == []


def test_all_men_of_a_file_have_their_leader_among_them() -> None:
    options = selected("Submachine gun (NCO)", "upgrade"), selected("BAR", "upgrade", number=2)
    squad = selected("US Infantry Squad (Regular)", "unit", selected("Men", "model", number=12), *options)
    (unit,) = read(rostered(squad)).document["units"]
    assert sum(one["count"] for one in unit["groups"]) == 12 or "groups" in unit["ask"]


def test_what_a_file_does_not_price_is_asked_where_it_prices_all_else() -> None:
    priced = [
        {"name": name, "type": "unit", "number": 1, "costs": [{"name": "pts", "value": 50}]}
        for name in ("MMG Team", "Sniper Team", "Light Mortar Team")
    ]
    bare = {"name": "Medium Mortar Team", "type": "unit", "number": 1}
    roster = {
        "name": "x",
        "costs": [{"name": "pts", "value": 150}],
        "forces": [{"selections": [*priced, bare]}],
    }
    units = read(json.dumps({"roster": roster})).document["units"]
    assert ["points" in one["ask"] for one in units] == [False, False, False, True]


def rostered(*selections: dict[str, object]) -> str:
    total = sum(one["costs"][0]["value"] for one in selections)  # type: ignore[index]
    forces = [{"selections": list(selections)}]
    return json.dumps({"roster": {"name": "x", "costs": [{"name": "pts", "value": total}], "forces": forces}})


def selected(name: str, type_: str = "unit", *below: dict[str, object], **more: object) -> dict[str, object]:
    costs = [{"name": "pts", "value": 50 if type_ == "unit" else 0}]
    return {"name": name, "type": type_, "number": 1, "costs": costs, "selections": list(below), **more}


def test_a_quality_that_stands_in_nothing_that_is_read_of_a_file_is_asked() -> None:
    found = read(rostered(selected("MMG Team"), selected("Sniper Team"))).document["units"]
    assert [one["ask"] for one in found] == [["quality"], ["quality"]]


def test_a_category_may_tell_the_quality() -> None:
    veteran = selected("MMG Team", categories=[{"name": "Infantry"}, {"name": "Veteran troops"}])
    own = selected("Sniper Team", "unit", selected("Regular", "upgrade"), categories=[{"name": "Veteran"}])
    found = read(rostered(veteran, own)).document["units"]
    assert [(one["quality"], one["ask"]) for one in found] == [("veteran", []), ("regular", [])]


def test_how_many_men_there_are_is_asked_where_only_more_of_them_are_told() -> None:
    squad = selected(
        "Infantry Squad",
        "unit",
        selected("Regular", "upgrade"),
        selected("Extra men w/ rifle", "upgrade", number=5),
        selected("SMG: 1 man", "upgrade"),
    )
    (unit,) = read(rostered(squad)).document["units"]
    assert "groups" in unit["ask"]


def test_no_model_of_a_file_is_lost() -> None:
    def squad(*models: dict[str, object]) -> ListedUnit:
        (unit,) = read(rostered(selected("Squad", "unit", selected("Regular", "upgrade"), *models))).document[
            "units"
        ]
        return unit

    gunner = (selected("MG42 Gunner (LMG)", "model"), selected("MG42 Assistant", "model"))
    corps = squad(
        selected("NCO with SMG", "model"), selected("SS-Grenadier with Rifle", "model", number=4), *gunner
    )
    assert {(one["weapon"], one["count"]) for one in corps["groups"]} == {
        ("Submachine gun (SMG)", 1),
        ("Rifle", 4),
        ("LMG", 1),
    }
    assert corps["ask"] == []
    mortars = squad(
        selected("NCO", "model", selected("Rifle", "upgrade")),
        selected("Infantryman", "model", selected("Rifle", "upgrade", number=5), number=5),
        selected("Light Mortar Team (2 men)", "model", number=3),
    )
    assert "groups" in mortars["ask"]
