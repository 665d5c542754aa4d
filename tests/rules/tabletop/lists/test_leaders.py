"""Who leads holds what is told of him, and nobody is counted twice or forgotten beside him."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.groups.tallying import leads_as_told
from rules.tabletop.lists.listing import read
from rules.tabletop.lists.once import leads_with
from rules.tabletop.lists.said import Facts
from rules.tabletop.units import Group
from tests.rules.tabletop.lists.expecting import differences, expected


def is_read(unit: ListedUnit, right: str) -> None:
    wrong, missed, vain = differences(unit, expected(right))
    assert (wrong, missed, vain) == ([], [], [])


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (
            "Marine Rifle Squad, Veteran ...... 187 pts\n    12 Marines: Sergeant with SMG, 3 BARs, 8 rifles",
            "1x / infantry foot / veteran / 187 / 1 SMG*, 8 Rifle, 3 Auto",
        ),
        (
            "No. 1 Section (regular) 125 pts\n- Cpl, Sten\n- 7 men, Lee Enfields\n- Bren gun, No.1 and No.2",
            "1x / infantry foot / regular / 125 / 1 SMG*, 7 Rifle, 1 LMG(2)",
        ),
        (
            "Sturmgruppe, Veteran - 166 Punkte\n- Unteroffizier, StG 44\n- 7 Mann, StG 44",
            "1x / infantry foot / veteran / 166 / 1 Assault*, 7 Assault",
        ),
        (
            "Pioneer Squad [110pts]: Veteran, NCO: SMG, 4x Pioneer: 4x Rifle, Flame team: Flamethrower,"
            " Flamethrower assistant",
            "1x / infantry foot / veteran / 110 / 1 SMG*, 4 Rifle, 1 Flame(2)",
        ),
    ],
)
def test_the_leader_and_who_serves_are_counted_once(text: str, right: str) -> None:
    (unit,) = read(text).document["units"]
    is_read(unit, right)


def test_whether_a_leader_is_one_of_those_counted_behind_him_is_asked() -> None:
    (unit,) = read("Rifle section regular, Cpl with Sten, 9 men, rifles, Bren gun, 100 pts").document["units"]
    assert "groups" in unit["ask"]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("Marine squad (reg), 8 men with rifles, 2 shotguns, 90", "groups"),
        ("2x Kübelwagen, regular, 42pts", "points"),
        ("2 jeeps, regular, 42pts", "points"),
    ],
)
def test_what_may_be_of_both_is_asked(line: str, field: str) -> None:
    (unit,) = read(line).document["units"]
    assert unit["ask"] == [field]


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("12 men: Sergeant with Thompson, 3 BARs", {"Submachine gun (SMG)"}),
        ("NCO: rifle, 7 rifles", {"Rifle"}),
        ("2 NCOs with SMG, 4 rifles", set()),
        ("Sten for the NCO, a Bren", set()),
        ("NCO, SMG", set()),
    ],
)
def test_what_a_leader_holds_stands_right_behind_him(line: str, rows: set[str]) -> None:
    assert leads_with(line) == rows


def test_a_leader_with_another_arm_than_is_told_is_seen() -> None:
    facts = Facts("Squad", 1, 100, leads_with=frozenset({"Rifle"}))
    smg, rifles = Group("Submachine gun (SMG)", 1, leader=True), Group("Rifle", 9)
    assert not leads_as_told(facts, (smg, rifles))
    assert leads_as_told(facts, (Group("Rifle", 1, leader=True), rifles))


def test_a_column_of_riflemen_counts_those_who_have_rifles() -> None:
    told = (
        "#\tName\tExperience\tRiflemen\tSMG\tLMG\tOther\tPts\n"
        "1\tMajor\tRegular\t2\t\t\tMajor with pistol\t170\n"
        "2\tTrained Squad\tVeteran\t6\t2\t1 (2 men)\t\t156\n"
        "3\tConscript Squad\tInexperienced\t12\t\t\t\t84\n"
    )
    major, squad, conscripts = read(told).document["units"]
    is_read(major, "1x / infantry foot / regular / 170 / 1 Pistol*, 2 Rifle / officer=major")
    is_read(squad, "1x / infantry foot / veteran / 156 / 6 Rifle, 2 SMG, 1 LMG(2)")
    is_read(conscripts, "1x / infantry foot / inexperienced / 84 / 12 Rifle")


def test_what_a_roster_counts_beside_points_is_no_price() -> None:
    told = (
        "++ Platoon [2 Order Dice, 1 Air Strike, 194pts] ++\n\n+ Infantry +\n\n"
        "Second Lieutenant [1 Order Dice, 66pts]: Regular [50pts]\n. Officer: Submachine gun [4pts]\n"
        ". Soldier: Rifle [12pts]\n\nRifle Squad [1 Order Dice, 128pts]: Regular [125pts]\n"
        ". NCO: Submachine gun [3pts]\n. 10x Soldier: 10x Rifle\n\n++ Total: [2 Order Dice, 194pts] ++\n"
    )
    officer, squad = read(told).document["units"]
    is_read(officer, "1x / infantry foot / regular / 66 / 1 SMG*, 1 Rifle / officer=second lieutenant")
    is_read(squad, "1x / infantry foot / regular / 128 / 1 SMG*, 10 Rifle")
