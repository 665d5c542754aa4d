"""Posts whose units take several lines are told apart however they are laid out (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.layout.gathering import JOINED, gathered
from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.posts import Post
from tests.rules.tabletop.lists.test_files import wrong_in
from tests.rules.tabletop.lists.test_phrases import wrong_of
from tests.rules.tabletop.lists.told_posts import ToldPost

ASKED = 0.06
"""So few are asked."""
MOST_ASKED = 0.08
"""Of those whose words are drawn at random."""


@pytest.mark.parametrize("posts", [60, pytest.param(3000, marks=pytest.mark.long)])
def test_no_post_is_parted_wrong_and_no_unit_is_read_wrong(posts: int) -> None:
    units = 0
    wrong, parted, asked = [], [], []
    for seed in range(posts):
        post = Post(seed)
        found = read(post.text()).document["units"]
        units += len(post.squads)
        if len(found) != len(post.squads):
            parted.append(f"{seed}: {len(found)} units for {len(post.squads)}")
            continue
        pairs = [*zip(found, post.squads, strict=True)]
        wrong += [f"{seed}: {one}" for unit, squad in pairs for one in wrong_in(unit, squad)]
        asked += [f"{seed}: {unit['name']}: {unit['ask']}" for unit, _squad in pairs if unit["ask"]]
    assert parted == []
    assert wrong == []
    assert len(asked) <= ASKED * units, asked[:20]


@pytest.mark.parametrize("posts", [40, pytest.param(1000, marks=pytest.mark.long)])
def test_a_post_of_any_phrases_is_right_or_asked(posts: int) -> None:
    units = asked = 0
    wrong, parted = [], []
    for seed in range(posts):
        post = ToldPost(seed)
        found = read(post.text()).document["units"]
        units += len(post.units)
        if len(found) != len(post.units):
            parted.append(f"{seed}: {len(found)} units for {len(post.units)}")
            continue
        for unit, right in zip(found, post.units, strict=True):
            wrong += [f"{seed}: {one} {unit['line']}" for one in wrong_of(unit, right)]
            asked += bool(unit["ask"])
    assert parted == []
    assert wrong == []
    assert asked <= MOST_ASKED * units


FORM = """Unit name
First Lieutenant
Troop quality
Regular
Men and weapons
Officer and 2 men, 3 rifles
Points
95
Unit name
Rifle Section
Troop quality
Veteran
Men and weapons
10 men: NCO with SMG, 7 rifles, LMG
with loader
Points
150
Unit name
Tankette
Troop quality
Regular
Men and weapons
1 HMG
Points
60
Total points
305"""


def test_a_form_whose_labels_stand_above_is_read() -> None:
    units = read(FORM).document["units"]
    assert [(one["quality"], one["points"]) for one in units] == [
        ("regular", 95),
        ("veteran", 150),
        ("regular", 60),
    ]
    section = {(one["weapon"], one["count"], one["crew"]) for one in units[1]["groups"]}
    assert section == {("Submachine gun (SMG)", 1, 1), ("Rifle", 7, 1), ("LMG", 1, 2)}


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        (["10 men: NCO with SMG, seven", "rifles."], ["10 men: NCO with SMG, seven rifles.", JOINED]),
        (["Bren (gunner", "and loader)", "123 pts"], ["Bren (gunner and loader)", JOINED, "123 pts"]),
        (["Sniper team", "regular", "50 pts"], ["Sniper team", "regular", "50 pts"]),
        (["> Sniper team", "> regular"], ["Sniper team", "regular"]),
        (
            ["1.", "Sniper team", "2.", "MMG team", "3.", "Jeep"],
            ["", "1. Sniper team", "", "2. MMG team", "", "3. Jeep"],
        ),
    ],
)
def test_what_belongs_in_one_line_is_put_there(lines: list[str], right: list[str]) -> None:
    assert gathered(lines) == right


def test_a_unit_whose_price_was_forgotten_is_asked_for_it_and_not_joined_with_the_next() -> None:
    told = "UNIT: {}\nEXP: Regular\nSTR: 3\nPTS: {}\n"
    text = "\n".join(
        told.format(*one) for one in (("Bazooka team", 60), ("MMG team", ""), ("Medic", 23), ("HMG", 70))
    )
    units = read(text).document["units"]
    assert [one["points"] for one in units] == [60, 0, 23, 70]
    assert [bool("points" in one["ask"]) for one in units] == [False, True, False, False]


def test_a_list_of_many_units_of_several_lines_is_told_apart() -> None:
    told = "Rifle squad {}\nregular\n10 men: NCO with SMG, LMG with loader, 7 rifles\n{} pts\n"
    found = read("\n".join(told.format(at, 60 + at) for at in range(1, 100))).document["units"]
    assert [one["points"] for one in found] == [*range(61, 160)]
    assert all(one["quality"] == "regular" and not one["ask"] for one in found)
