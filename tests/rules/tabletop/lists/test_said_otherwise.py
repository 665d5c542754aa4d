"""What is said in another form is read the same, or asked (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.otherwise import FORMS, difference, parted
from tests.rules.tabletop.lists.test_fresh import LINES, judged

MOST_ASKED = 0.02
"""Of so much may be asked what is clear between commas."""
FEW = 3
EVERY = [40, pytest.param(1, marks=pytest.mark.long)]
"""The short form has a fortieth of the lines in each form."""


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("form", FORMS)
def test_a_line_in_another_form_is_read_the_same_or_asked(form: str, every: int) -> None:
    lines = [found for line, _told in LINES if (found := parted(line)) is not None]
    assert len(lines) > 2000
    wrong, asked, told = [], 0, 0
    # Each form has a share of its own.
    for name, parts in lines[list(FORMS).index(form) % every :: every]:
        before = read(", ".join([name, *parts])).document["units"]
        text = FORMS[form](name, parts)
        after = read(text).document["units"]
        if len(after) != len(before) or (not before[0]["ask"] and difference(before[0], after[0])):
            wrong.append(text)
        told += not before[0]["ask"]
        asked += bool(after[0]["ask"]) and not before[0]["ask"]
    assert wrong == []
    assert asked <= max(FEW, told * MOST_ASKED)


SEVEN = 7
PARTED = 0.9
"""So many lists of lines that nobody wrote in one list are parted as they were."""


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_seven_lines_as_one_list_are_read_as_each_alone(every: int) -> None:
    found, parted_right, silent = [], 0, []
    lists = [LINES[at : at + SEVEN] for at in range(0, len(LINES) - SEVEN, SEVEN)][::every]
    for lines in lists:
        told = read("\n".join(line for line, _told in lines))
        units = told.document["units"]
        if len(units) == SEVEN:
            parted_right += 1
            found += [judged(line, unit, right)[0] for (line, right), unit in zip(lines, units, strict=True)]
        elif not told.questions:
            silent.append(lines)
    assert [wrong for wrong in found if wrong] == []
    assert parted_right >= PARTED * len(lists)
    assert len(silent) <= 0.01 * len(lists)


def test_what_differs_would_be_seen() -> None:
    ten, nine = (
        read(f"Rifle squad, regular, {men} men with rifles, 100 pts").document["units"][0] for men in (10, 9)
    )
    asked: ListedUnit = {**nine, "ask": ["groups"]}
    assert difference(ten, nine) == "groups"
    assert difference(ten, {**ten, "points": 90}) == "points"
    assert difference(ten, asked) == difference(ten, ten) == ""


def test_what_several_cost_together_is_shared_once_it_is_said_how_many_there_are() -> None:
    text = "MMG x2 | 130 pts for both\n- 3 men each"
    assert [one["ask"] for one in read(text).document["units"]] == [["count", "points", "groups"]]
    for said, points in (("2", 65), ("1", 130)):
        (unit,) = read(text, {"0": {"count": said}}).document["units"]
        assert (unit["count"], unit["points"]) == (int(said), points)


@pytest.mark.parametrize("text", ["1 or 2 snipers reg 50 each", "Riflemen, two or three of them, regular"])
def test_how_many_units_there_are_is_asked_where_it_is_left_open(text: str) -> None:
    (unit,) = read(text).document["units"]
    assert "count" in unit["ask"]


def test_men_before_what_they_have_behind_a_dash_are_not_all_of_them() -> None:
    rows = "1 NCO - Submachine gun\n    3 Men - Submachine gun\n    2 Men - Rifle"
    (unit,) = read(f"Pioneer Squad (Veteran) - 120pts\n    {rows}").document["units"]
    held = [(one["count"], one["weapon"], one["leader"]) for one in unit["groups"]]
    assert sorted(held) == [
        (1, "Submachine gun (SMG)", True),
        (2, "Rifle", False),
        (3, "Submachine gun (SMG)", False),
    ]
    assert unit["ask"] == []


def test_boys_of_a_village_are_no_anti_tank_rifle() -> None:
    (village,) = read("Village boys: 8 inexperienced, old rifles: 56").document["units"]
    assert [(one["count"], one["weapon"]) for one in village["groups"]] == [(8, "Rifle")]
    (team,) = read("Regular Boys team 30").document["units"]
    assert [one["weapon"] for one in team["groups"]] == ["Anti-tank rifle"]


@pytest.mark.parametrize(
    "said",
    ["another one of the same", "another of the same", "one more of these", "second one, same", "another"],
)
def test_one_more_of_the_same_is_as_the_one_above(said: str) -> None:
    text = (
        f"90 - vet squad 7 men all smgs\n84 - inexp squad, 12 guys w/ rifles\n84 - {said}\n50 - maxim reg\n"
    )
    units = read(text + "60 - reg squad 6 men all rifles\n").document["units"]
    assert [one["points"] for one in units] == [90, 84, 84, 50, 60]
    assert units[2]["groups"] == units[1]["groups"]
    assert (units[2]["quality"], units[2]["ask"]) == ("inexperienced", [])


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Line sections, two off, regular, ten in each, rifles, price: 100 for each section", True),
        ("1x Line section, regular, ten men, rifles, 100 pts each", False),
        ("Line section, regular, 8 men, rifles, 2 Panzerfausts 5 pts each, 90 pts", False),
        ("7 Section, 8 men, rifles, regular, 80 pts", True),
        ("7 Section, 8 men, rifles, regular, 80 pts each", False),
    ],
)
def test_what_each_costs_of_how_many_nobody_knows_is_asked(text: str, asked: bool) -> None:
    (unit,) = read(text).document["units"]
    assert ("count" in unit["ask"]) is asked


def test_the_number_of_a_section_behind_its_company_counts_nobody() -> None:
    text = (
        "A COMPANY, 7 SECTION\n"
        "- 8 men: corporal with Thompson, 5 riflemen, Bren gunner and No. 2\n- regular 103 pts"
    )
    (unit,) = read(text).document["units"]
    held = sorted((one["count"], one["crew"], one["weapon"]) for one in unit["groups"])
    assert held == [(1, 1, "Submachine gun (SMG)"), (1, 2, "LMG"), (5, 1, "Rifle")]


def test_a_man_behind_a_plus_on_his_own_line_is_beside_the_officer() -> None:
    text = "Leutnant (regul\u00e4r)\n   + 1 Mann\n   beide mit MP40\n   66 Punkte\n"
    (unit,) = read(text).document["units"]
    assert [(one["count"], one["weapon"]) for one in unit["groups"]] == [(2, "Submachine gun (SMG)")]
    assert unit["ask"] == []


def test_of_both_there_are_two_or_it_is_asked() -> None:
    (unit,) = read("Lieutenant, regular\n- 1 man\n- both SMG\n- 60 pts\n").document["units"]
    assert sum(one["count"] for one in unit["groups"]) == 2 or "groups" in unit["ask"]


def test_as_many_men_with_their_officer_are_told_in_brackets() -> None:
    text = "Unit: Captain\nModels: 3 (Captain + 2 men)\nWeapons: Captain pistol, 2 rifles\nQuality: veteran\n"
    (unit,) = read(f"{text}Points: 169\n").document["units"]
    held = sorted((one["count"], one["weapon"]) for one in unit["groups"])
    assert held == [(1, "Pistol"), (2, "Rifle")] or "groups" in unit["ask"]
