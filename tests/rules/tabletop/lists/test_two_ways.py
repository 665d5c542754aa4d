"""What a line says in two ways is asked, of the same words without the second way nothing."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.listing import read
from rules.tabletop.lists.units.two_ways import either_class, wrong_working

ASKED = {
    "points": [
        "Rifle squad, regular, 10 men with rifles @ 10 pts = 110 pts",
        "Tiger I, veteran, 395 + 79 = 464 pts",
        "Medic x2, veteran: 60pts",
        "2 trucks, inexperienced, 62 pts",
        "T-34/85, regular, 1950 pts",
        "Name;No;Quality;Each;Total\nJeep;2;Regular;21;21",
        "2x PaK 38, regular, 100 pts",
        "2 Bren carriers, regular, 120 pts",
        "3x Bren carrier, regular, 60 each = 240 pts",
    ],
    "groups": [
        "Regular infantry section, Corporal with Sten, 10 men, 1 Bren with loader, 130pts",
        "Second Lieutenant, veteran, 3 men, pistol and rifles, 91 pts",
        "Infantry section, regular, 10 men + Bren team, Sergeant with SMG, 145 pts",
        "2x Rifle Squad [200pts]: Inexperienced, 20x Rifleman: 20x Rifle",
        "Humber, veteran, 85 pts",
        "Scouts, veteran, 6 men, NCO + 5 SMGs, 102 pts",
        "Pioneers, veteran, 8 men, NCO SMG, 1 flamethrower (with assistant), 1 LMG, rest rifles, 147 pts",
        "Cossacks, veteran, 8 men counting the NCO, he has an SMG, the rest rifles, 131 pts",
        "Section, veteran, ten men, corporal has an Owen, so has one other, rest rifles, 156 pts",
        "Squad, regular, NCO with rifle, 5 men with rifles, 4 men on the two LMGs (10 together), 140 pts",
    ],
    "kind": ["Truck or half-track, regular, 39pts", "M8 (regular) - 110"],
    "quality": ["Green Rifle Squad [Veteran] - 8 men with rifles - 70 pts"],
    "count": [
        "Marines x8, regular, NCO SMG, 2 men with BARs, 116 pts",
        "1-2 Sniper teams, regular, 50 pts each",
        "2x Panzerschreck team x3, veteran, 80 pts each",
    ],
    "locomotion": ["Cossack squad, 8 men with rifles, mounted or on foot, regular, 96 pts"],
}
CLEAR = [
    "3x Bren carrier, regular, 60 each = 180 pts",
    "Rifle squad, regular, 11 men with rifles @ 10 pts = 110 pts",
    "Tiger I, veteran, 395 + 79 = 474 pts",
    "2x truck, regular, 39 pts",
    "T-34/85, regular, 195 pts",
    "Regular infantry section, 10 men: Corporal with Sten, 1 Bren with loader, 7 rifles, 130pts",
    "Second Lieutenant, veteran, pistol, and 2 men with rifles, 91 pts",
    "2x Rifle Squad [110pts]: Inexperienced, NCO: SMG, 9x Rifleman: 9x Rifle",
    "Infantry squad, veteran, 10 men with rifles, 130 pts",
    "Vanguard squad, veteran, 10 men, rifles, 400 pts",
    "Green Rifle Squad [Inexperienced] - 10 men with rifles - 70 pts",
    "2 Sniper teams, regular, 50 pts each",
    "2x Panzerschreck team, regular @ 80 pts",
    "2x Panzerschreck team, regular, 160 pts for both",
    "10 all told, veteran: SMG for the NCO, everyone else rifles, 133 pts",
    "Squad, veteran, 6 men, SMGs for the NCO and 2 others, rest rifles, 87 pts",
    "Commissar, regular, one man, 15",
    "2x Panzerschreck team, veteran, 80 pts each",
]


@pytest.mark.parametrize(("field", "text"), [(field, text) for field in ASKED for text in ASKED[field]])
def test_what_may_be_one_or_the_other_is_asked(field: str, text: str) -> None:
    (unit,) = read(text).document["units"]
    assert field in unit["ask"]


@pytest.mark.parametrize("text", CLEAR)
def test_what_says_one_thing_only_is_not(text: str) -> None:
    (unit,) = read(text).document["units"]
    assert unit["ask"] == []


def test_workings_that_come_out_are_right() -> None:
    assert wrong_working("Tiger 395 + 79 = 464") == (464, 474)
    assert wrong_working("10 men x 13 = 130") == ()
    assert wrong_working("10 men x 13 + 20 = 150") == ()
    assert wrong_working("8 x 10 = 90 pts") == (90, 80)


def test_two_classes_of_vehicles_and_one_by_two_names() -> None:
    assert either_class("Truck or half-track")
    assert not either_class("Truck")
    assert not either_class("Truck, towed or not")


def test_where_others_say_of_each_whoever_does_not_is_asked_whatever_each_would_cost() -> None:
    squad = "2x Grenadier squad, veteran, 145 pts{}\n - 8 men\n - NCO with SMG\n - 1 LMG\n - 5 rifles\n"
    units = read(squad.format(" each") + squad.format("")).document["units"]
    assert [unit["ask"] for unit in units] == [[], ["points"]]
    assert units[0]["points"] == 145
