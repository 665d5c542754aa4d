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


@pytest.mark.parametrize(
    "told", ["2x Vickers MMG teams, regular, 100 pts", "2x 60mm mortar, reg, 70", "2x PIAT, reg, 80"]
)
def test_what_no_team_costs_may_be_the_price_of_both(told: str) -> None:
    (unit,) = read(told).document["units"]
    assert (unit["count"], unit["ask"]) == (2, ["points"])


BRACKETS = """Command
Captain, Regular (110)
 - 2 soldiers with rifles (20)
Medic, Inexperienced (18)
Artillery observer, Regular (0)

Infantry Squad, Inexperienced, 12 men (84)
 - rifles
MMG Team, Inexperienced (35)
R-2 (Panzer 35t), Regular (110)

Total {total} points
"""


def test_what_others_tell_in_brackets_is_a_price_though_men_may_be_as_many() -> None:
    units = read(BRACKETS.format(total=357)).document["units"]
    assert [one["points"] for one in units] == [110, 18, 0, 84, 35, 110]
    assert not any("points" in one["ask"] for one in units)


def test_units_that_explain_why_a_list_does_not_add_up_are_asked() -> None:
    units = read(BRACKETS.format(total=377)).document["units"]
    assert [one["name"] for one in units if "points" in one["ask"]] == ["Captain"]
    found = read(BRACKETS.format(total=377))
    asked = next(one.question for one in found.questions if one.question.key == "points")
    assert {"110", "130"} <= {*asked.answers}


def test_of_a_list_added_up_wrong_no_unit_is_asked() -> None:
    units = read(BRACKETS.format(total=611)).document["units"]
    assert not any("points" in one["ask"] for one in units)


@pytest.mark.parametrize(
    "line", ["2 jeeps @ 21 = 42 pts, regular", "2 x Jeep (21 each) 42, regular", "2x Jeep, reg, 21, 42 total"]
)
def test_what_each_costs_is_told_beside_what_both_do(line: str) -> None:
    (unit,) = read(line).document["units"]
    assert (unit["count"], unit["points"], unit["ask"]) == (2, 21, [])


@pytest.mark.parametrize(
    ("base", "extra", "men"),
    [
        (" - NCO and 4 men: 70pts", " - 3 extra men: 42pts", 8),
        ("  Base: NCO and 4 men with rifles     50", "  7 extra men with rifles     70", 12),
        (" - 5 men 75", " - +5 men 75", 10),
        (" - NCO and 4 men", " - extra men: 6", 11),
        ("   base: NCO and 4 men", "   + 5 extra men at 13pts = 65", 10),
        ("   base (6 men) 60", "   2 extra men 20", 8),
        ("   7 men 91pts", "   Extra men: 5 65pts", 12),
        ("   5 men with rifles ......... base 65", "   +5 men with rifles ........ +65", 10),
    ],
)
def test_men_that_are_bought_more_are_of_the_same_squad(base: str, extra: str, men: int) -> None:
    text = (
        f"Para Squad (Veteran) (160)\n{base}\n{extra}\n - NCO SMG\n - 2 men with SMG\nSniper (Veteran) (65)\n"
    )
    (squad, _sniper) = read(text).document["units"]
    assert sum(one["count"] * max(1, one["crew"]) for one in squad["groups"]) == men
    groups = {(one["weapon"], one["count"], one["leader"]) for one in squad["groups"]}
    assert groups == {
        ("Rifle", men - 3, False),
        ("Submachine gun (SMG)", 2, False),
        ("Submachine gun (SMG)", 1, True),
    }


@pytest.mark.parametrize(
    "rows",
    [
        "- 1x Infantry: LMG\n- 1x Infantry: LMG assistant",
        "- 1x Gunner: LMG\n- 1x LMG loader",
        "- 1x Machine gunner: DP-28 light machine gun\n- 1x Machine gunner assistant",
    ],
)
def test_who_is_called_by_what_another_fires_loads_it(rows: str) -> None:
    (unit,) = read(f"Squad [162 pts]: Veteran\n- 1x NCO: SMG\n- 4x Infantry: Rifle\n{rows}\n").document[
        "units"
    ]
    assert {(one["weapon"], one["count"], one["crew"]) for one in unit["groups"]} == {
        ("LMG", 1, 2),
        ("Rifle", 4, 1),
        ("Submachine gun (SMG)", 1, 1),
    }
    assert unit["ask"] == []


def test_men_that_are_bought_more_stand_below_a_name_with_the_first_ones() -> None:
    (squad, _sniper) = read(
        "Paratroop Section, Veteran, base 5 men 70\n  Extra men: 5 x 14 = 70\n  Bren LMG: 20\n"
        "  NCO SMG: 3\n  = 163\n"
        "Sniper team, Veteran\n  = 65\n"
    ).document["units"]
    assert (squad["points"], squad["ask"]) == (163, [])
    assert {(one["weapon"], one["count"]) for one in squad["groups"]} == {
        ("Rifle", 7),
        ("LMG", 1),
        ("Submachine gun (SMG)", 1),
    }


def test_options_may_cost_what_their_unit_does_by_chance() -> None:
    units = (
        "First Lieutenant, Regular (75pts)\n  * 1 extra man (10pts)\n"
        "Squad, Regular (50pts)\n  * 5 extra men (50pts)\n  * LMG (20pts)\n  * NCO SMG (3pts)\n"
        "Squad, Regular (50pts)\n  * 3 extra men (30pts)\n  * LMG (20pts)\n"
        "MMG Team, Regular (50pts)\n"
    )
    found = read(f"{units}\nTOTAL: 358pts\n").document["units"]
    assert [one["points"] for one in found] == [85, 123, 100, 50]
    asked = read(units).document["units"]
    assert ["points" in one["ask"] for one in asked] == [True, True, True, False]


@pytest.mark.parametrize("crew", [": 2x crew", " (2 crew)", ": 2 crew"])
def test_the_crew_behind_a_weapon_are_its_own(crew: str) -> None:
    (unit,) = read(
        f"Squad [146pts]: Regular\n. NCO with rifle\n. 9x Rifleman with rifle\n. LMG{crew}\n"
    ).document["units"]
    assert sum(one["count"] * one["crew"] for one in unit["groups"]) == 12


@pytest.mark.parametrize(
    ("line", "rifles"),
    [
        ("US Infantry Squad, Regular, 12 men, NCO w/ SMG, BAR - 128pts", 10),
        ("Polish section, regular, 10 men, BAR, 105", 9),
    ],
)
def test_a_squad_has_one_automatic_rifle_if_nothing_else_is_said(line: str, rifles: int) -> None:
    (unit,) = read(line).document["units"]
    assert unit["ask"] == []
    held = {one["weapon"]: one["count"] for one in unit["groups"]}
    assert (held["Rifle"], held["Automatic rifle"]) == (rifles, 1)


def test_how_many_automatic_rifles_there_are_is_asked_where_there_are_several() -> None:
    (unit,) = read("US squad reg 12 men w/ BARs and SMG 128").document["units"]
    assert "groups" in unit["ask"]


def test_a_weapon_named_twice_in_one_word_is_asked() -> None:
    (unit,) = read("Squad 2: 11 men, SMG, LMG, LMG, rifles - reg - 153").document["units"]
    assert "groups" in unit["ask"]
