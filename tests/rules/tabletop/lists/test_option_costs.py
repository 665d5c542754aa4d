"""What options cost, beside what a unit costs: the total tells whether it holds them, or it is asked."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.listing import read

SQUAD = "Rifle squad, veteran, 10 men{colon} 130{pts}\n{below}\n\n"
BELOW = {
    "bullets with a plus": "- NCO SMG +3\n- LMG +20\n- 7 rifles",
    "set in": "   NCO SMG +3\n   LMG +20\n   7 rifles",
    "with their word": "- NCO SMG +3 pts\n- LMG +20 pts\n- 7 rifles",
    "quoted": "> NCO SMG +3\n> LMG +20\n> 7 rifles",
    "behind dots": "    + NCO SMG ... 3\n    + LMG ... 20\n    + 7 rifles",
}


def listed(below: str, total: int | None) -> str:
    squad = SQUAD.format(colon="," if "\n>" in below else ":", pts=" pts", below=below)
    return f"{squad}MMG team, regular: 50 pts\n\nTruck, regular: 39 pts\n" + (
        "" if total is None else f"\nTotal: {total} pts\n"
    )


@pytest.mark.parametrize("form", BELOW)
def test_the_total_tells_whether_points_hold_what_options_cost(form: str) -> None:
    for total, points in ((242, 153), (219, 130)):
        units = read(listed(BELOW[form], total)).document["units"]
        assert [one["points"] for one in units] == [points, 50, 39], total
        assert not [one["ask"] for one in units if "points" in one["ask"]]


@pytest.mark.parametrize("form", BELOW)
def test_without_a_total_it_is_asked_and_both_are_answers(form: str) -> None:
    found = read(listed(BELOW[form], None))
    assert [("points" in one["ask"]) for one in found.document["units"]] == [True, False, False]
    asked = next(one.question for one in found.questions if one.question.key == "points")
    assert {"130", "153"} <= {*asked.answers}


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("Squad vet 10 men: 130 +20 LMG +3 SMG (NCO) = 153, rest rifles", 153),
        ("Squad, vet, 10 men, 130 + 20 LMG + 3 SMG for NCO = 153, 7 rifles", 153),
        ("Squad vet 10 men 130 +20 LMG +3 SMG for NCO, 7 rifles", None),
        ("Squad, vet, 10 men, 130 pts, LMG +20, NCO SMG +3, 7 rifles", None),
    ],
)
def test_in_one_line_it_is_told_or_asked(line: str, points: int | None) -> None:
    (unit,) = read(line).document["units"]
    assert ("points" in unit["ask"]) == (points is None)
    assert points is None or unit["points"] == points
    groups = {(one["weapon"], one["count"], one["leader"]) for one in unit["groups"]}
    assert groups == {("LMG", 1, False), ("Rifle", 7, False), ("Submachine gun (SMG)", 1, True)}


def test_of_several_it_is_asked_where_others_say_each() -> None:
    units = read("2 x Squad, reg, 8 rifles, 80 each\nSniper, vet, 65\n2 x Jeep, reg, 42\n").document["units"]
    assert [("points" in one["ask"]) for one in units] == [False, False, True]
