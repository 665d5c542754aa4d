"""How many there are and who is beside or apart, in few words (page 9 D)."""

from __future__ import annotations

import json

import pytest

from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.layouts import Layout

TEAMS = ("light mortar", "MMG")


@pytest.mark.parametrize(
    "told",
    [
        "{}, two teams @35, reg",
        "{}: two teams @35, reg",
        "{} (2 teams), reg, 35 each",
        "{} - 2 teams, reg, 35 each",
        "{}\n- two teams @35\n- reg",
        "{}\n    two teams @35\n    reg",
    ],
)
@pytest.mark.parametrize("what", TEAMS)
def test_two_teams_behind_or_below_what_they_are_are_two_and_no_crew(what: str, told: str) -> None:
    (unit,) = read(told.format(what)).document["units"]
    (once,) = read(f"2x {what}, reg, 35 each").document["units"]
    assert (unit["count"], unit["points"], unit["quality"]) == (2, 35, "regular")
    assert unit["groups"] == once["groups"]


def test_what_two_teams_cost_without_each_is_asked() -> None:
    (unit,) = read("Light mortar: two teams, reg, 70").document["units"]
    assert (unit["count"], unit["ask"]) == (2, ["points"])


@pytest.mark.parametrize(
    "who", ["companions", "orderlies", "clerks", "couriers", "messengers", "signallers", "radio operators"]
)
def test_who_helps_an_officer_is_beside_him(who: str) -> None:
    (unit,) = read(f"Major, regular, 2 {who}, 170").document["units"]
    assert [(one["count"], one["weapon"]) for one in unit["groups"]] == [(3, "Rifle")]


def test_bar_before_one_is_but_and_no_automatic_rifle() -> None:
    (unit,) = read("Romanian infantry, inexp, 11 men, all rifles bar one LMG: 97pts").document["units"]
    held = sorted((one["count"], one["crew"], one["weapon"]) for one in unit["groups"])
    assert held == [(1, 2, "LMG"), (9, 1, "Rifle")]
    assert unit["ask"] == []
    (armed,) = read("Rifle squad, reg, 10 men, all rifles but one BAR, 105").document["units"]
    assert "Automatic rifle" in [one["weapon"] for one in armed["groups"]]


def test_the_part_of_a_list_before_a_unit_is_no_word_of_it() -> None:
    (unit,) = read("[Inf] Reservists, Inexp, 10 men w/ rifles (70)").document["units"]
    assert (unit["name"], unit["ask"]) == ("Reservists", [])


def test_who_is_named_behind_an_officers_runner_is_beside_him_too() -> None:
    (unit,) = read("2nd Lieutenant w/ pistol, 1 x runner w/ rifle, 1 x rifleman, regular, 70").document[
        "units"
    ]
    held = sorted((one["count"], one["weapon"], one["leader"]) for one in unit["groups"])
    assert held == [(1, "Pistol", True), (2, "Rifle", False)]
    (few,) = read("2nd Lieutenant, 1 runner, 1 rifleman, regular, 70").document["units"]
    assert sum(one["count"] for one in few["groups"]) == 3


def test_a_quality_in_capitals_behind_a_star_is_of_the_unit_above() -> None:
    layout = Layout(2555)
    text = layout.text()
    assert "\n* REGULAR\n" in text
    units = read(text).document["units"]
    assert [one["points"] for one in units] == [one.points for one in layout.squads]


def test_who_serves_a_weapon_beside_the_men_is_told_behind_it() -> None:
    (unit,) = read("Pioneers, reg, 6 men with rifles, flamethrower (2 more men) - 110pts").document["units"]
    held = sorted((one["count"], one["crew"], one["weapon"]) for one in unit["groups"])
    assert held == [(1, 2, "Flamethrower (infantry)"), (6, 1, "Rifle")]


def test_a_team_among_the_models_of_a_squad_is_two_men() -> None:
    def model(name: str, number: int, arm: str) -> dict[str, object]:
        return {
            "name": name,
            "type": "model",
            "number": number,
            "selections": [{"name": arm, "type": "upgrade", "number": number}],
        }

    models = [model("NCO", 1, "SMG"), model("Rifleman", 7, "Rifle"), model("Bren Team", 1, "LMG")]
    costs = [{"name": "pts", "value": 123}]
    unit = {"name": "Infantry Section", "type": "unit", "number": 1, "costs": costs, "selections": models}
    roster = {"roster": {"name": "Normandy", "costs": costs, "forces": [{"selections": [unit]}]}}
    (squad,) = read(json.dumps(roster)).document["units"]
    held = sorted((one["count"], one["crew"], one["weapon"]) for one in squad["groups"])
    assert held == [(1, 1, "Submachine gun (SMG)"), (1, 2, "LMG"), (7, 1, "Rifle")]
