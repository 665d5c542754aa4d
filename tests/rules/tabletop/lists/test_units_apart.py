"""Where units begin in posts whose units take several lines (Tabletop E, page 9 B)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.listing import read

_FORM = "Entry: {}\nHow many: {}\nQuality: Regular\nPoints each: {}\n"
POSTS = {
    "messages of a chat, some of another": (
        "[12.03., 18:43] Ann: Rifle squad\nregular\n8 men: NCO SMG, 7 rifles\n83\n"
        "[12.03., 18:44] Ben: only eight??\n"
        "[12.03., 18:45] Ann: Sniper team\nveteran\n65\n[12.03., 18:46] Ann: MMG team\nregular\n50\n"
        "[12.03., 18:47] Ann: Jeep\nregular\n21\n",
        [(1, "regular", 83), (1, "veteran", 65), (1, "regular", 50), (1, "regular", 21)],
    ),
    "labels with dots below an underlined name": (
        "Rifle squad\n===========\nMen ....... 8\nWeapons ... NCO SMG, 7 rifles\nQuality ... regular\n"
        "Points .... 83\n\nSniper team\n===========\nQuality ... veteran\nPoints .... 65\n\n"
        "MMG team\n========\nQuality ... regular\nPoints .... 50\n",
        [(1, "regular", 83), (1, "veteran", 65), (1, "regular", 50)],
    ),
    "qualities between empty lines, prices above": (
        "REGULARS\n\n- 83 -\nRifle squad\n8 men\nnco smg / 7 rifles\n\n- 50 -\nMMG team\n\n"
        "- 115 -\n75mm AT gun\n\nINEXPERIENCED\n\n- 56 -\nMilitia\n8 men\nall rifles\n\n- 31 -\nTruck\n",
        [
            (1, "regular", 83),
            (1, "regular", 50),
            (1, "regular", 115),
            (1, "inexperienced", 56),
            (1, "inexperienced", 31),
        ],
    ),
    "lines that add up to what stands with the name": (
        "=== 1. COMMANDO SECTION | Veteran | 110 pts ===\n * 5 men with rifles: 65\n * 3 extra men: 39\n"
        " * Sergeant swaps rifle for SMG: 6\n\n=== 2. SNIPER TEAM | Veteran | 65 pts ===\n"
        " * Sniper and assistant: 65\n\n=== 3. JEEP | Veteran | 25 pts ===\n * Jeep, no weapons: 25\n\n"
        "=== 4. 6-PDR ANTI-TANK GUN | Veteran | 102 pts ===\n * 3 crew, gun shield: 102\n",
        [(1, "veteran", 110), (1, "veteran", 65), (1, "veteran", 25), (1, "veteran", 102)],
    ),
    "what each costs before its name": (
        "1 @ 92 = second lieutenant, veteran\n  - SMG, plus one man with rifle\n"
        "2 @ 104 = rifle section, veteran\n  - 8 men\n  - NCO SMG\n  - 7 rifles\n"
        "1 @ 65 = MMG team, veteran\n1 @ 46 = 2 inch mortar, veteran\n",
        [(1, "veteran", 92), (2, "veteran", 104), (1, "veteran", 65), (1, "veteran", 46)],
    ),
    "how many in a field of a form": (
        "\n".join(
            _FORM.format(*one)
            for one in (("Rifle squad", 2, 83), ("MMG team", 1, 50), ("Truck", 1, 39), ("Medic", 1, 23))
        ),
        [(2, "regular", 83), (1, "regular", 50), (1, "regular", 39), (1, "regular", 23)],
    ),
    "how many said with what each costs": (
        "Rifle squad\nRegular\n8 men: NCO SMG, 7 rifles\n83 each and I take two\n\nMMG team\nRegular\n50\n\n"
        "Truck\nRegular\n39\n\nMedic\nVeteran\n30\n",
        [(2, "regular", 83), (1, "regular", 50), (1, "regular", 39), (1, "veteran", 30)],
    ),
    "a price alone that is hardly one": (
        "sunday vs tom (all reg)\n\n1st lt, smg, on his own\n=75\nsquad #1\n10 men\nnco smg\nlmg + loader\n"
        "7 rifles\n=134\nsquad #2\n8 men\nnco rifle\nlmg + loader\n5 rifles\n=98\nmedic\n=23\n"
        "mg42 mmg team\n=50\npuma\n=165\n",
        [(1, "regular", points) for points in (75, 134, 98, 23, 50, 165)],
    ),
    "prices above all but one, which tells its own": (
        "75 p\nLieutenant, regular\n1 man, both with SMG\n\n2x Rifle squad, regular, 83 p each\n8 men\n"
        "NCO with SMG\n7 rifles\n\n50 p\nMMG team, regular\n\n65 p\nSniper team, veteran\n\n"
        "60 p\nBazooka team, regular\n\n21 p\nJeep, regular\n",
        [
            (1, "regular", 75),
            (2, "regular", 83),
            (1, "regular", 50),
            (1, "veteran", 65),
            (1, "regular", 60),
            (1, "regular", 21),
        ],
    ),
    "a name that may head several, among others with a price": (
        "All veteran.\n\nHEADQUARTERS (107 points)\nLt. Low (First Lieutenant) - SMG\nPte. Fox - rifle\n\n"
        "DEMOLITION PARTY (70 points)\nSgt. Hill - SMG\nPte. Moss - rifle\nPte. Lake - rifle\n\n"
        "SNIPER (65 points)\nPte. Reed\n\nPIAT (52 points)\nPte. Hay\nPte. Rye\n\n"
        "JEEP (26 points)\ncomes in late\n\n320 points\n",
        [(1, "veteran", points) for points in (107, 70, 65, 52, 26)],
    ),
    "a chat with a small price that is not the last line": (
        "[14/03/2025, 19:43:22] Col: ok everything regular\n[14/03/2025, 19:44:10] Col: rifle squad\n"
        "8 men, NCO with SMG, 7 rifles\n83\n[14/03/2025, 19:45:31] Col: bazooka team\n60\n"
        "[14/03/2025, 19:46:31] Col: mmg team\n50\n[14/03/2025, 19:48:51] Col: jeep\n21\nno mg on it\n",
        [(1, "regular", points) for points in (83, 60, 50, 21)],
    ),
    "one whose price nobody told yet": (
        "--- REGULAR ---\nRifle squad\n  - 8 men\n  - NCO with SMG\n  - 7 rifles\n  - 83\nMMG team\n  - 50\n"
        "Bazooka team\n  - 60\nMedic\n  - 23\n\n--- VETERAN ---\nSniper team\n  - 65\nTACAM R-2\n"
        "  - price to be looked up\n",
        [
            *((1, "regular", points) for points in (83, 50, 60, 23)),
            *((1, "veteran", points) for points in (65, 0)),
        ],
    ),
    "how many told below or behind a title": (
        "The Chief\nMajor, regular, pistol, two riflemen with him. 170 points.\n\nThe Many\n"
        "Painted last year.\n2 infantry sections, regular, eight men each: NCO with SMG, seven rifles. "
        "83 points per section.\n\nThe Gun\nRegular MMG team. 50 points.\n\n"
        "The Wheels\nRegular truck. 39 points.\n",
        [(1, "regular", 170), (2, "regular", 83), (1, "regular", 50), (1, "regular", 39)],
    ),
    "letters in stars, and one that is not taken": (
        "**Night raid** (V = vet, R = reg)\n\n**Lieutenant** *V* `92`\n- smg\n- 1 guy w/ rifle\n"
        "**Medic** *V* `30`\n**Anti-tank rifle team** *V* `39`\n**Medium mortar** *R* `50`\n"
        "**Kettenkrad** is NOT in, before anyone asks\n**Sd.Kfz. 222** *R* `100`\n",
        [
            *((1, "veteran", points) for points in (92, 30, 39)),
            *((1, "regular", points) for points in (50, 100)),
        ],
    ),
    "qualities as headings between lines that follow at once": (
        "Veteran:\n* Captain (122pts), pistol, alone\n* Uhlans on foot, 6 men, all rifles (78pts)\nRegular:\n"
        "* Infantry squad, 8 men, rifles (80pts)\n* MMG team (50pts)\nInexperienced:\n* Truck (31pts)\n",
        [
            *((1, "veteran", points) for points in (122, 78)),
            *((1, "regular", points) for points in (80, 50)),
            (1, "inexperienced", 31),
        ],
    ),
    "dashes without a space below a title with a number": (
        "Last days in Berlin 1k\n\n-Vet 1st Lt + 1, assault rifles, 113pts\n"
        "-Inexp Volkssturm, 10 men, rifles, 80pts\n-Reg MMG, 50pts\n-Reg Panzerschreck team, 80pts\n",
        [
            (1, "veteran", 113),
            (1, "inexperienced", 80),
            *((1, "regular", points) for points in (50, 80)),
        ],
    ),
    "points first, before names that begin with figures, and one more of the same": (
        "my horde (v2)\n\n50 - 2nd lt, reg, just him\n15 - commissar, inexp\n"
        "84 - inexp squad, 12 guys w/ rifles\n"
        "84 - another one of the same\n110 - vet SMG squad 7 men all smgs\n50 - 45mm at gun reg\n"
        "188 - T34/76 inexp\n",
        [
            (1, "regular", 50),
            *((1, "inexperienced", points) for points in (15, 84, 84)),
            (1, "veteran", 110),
            (1, "regular", 50),
            (1, "inexperienced", 188),
        ],
    ),
    "points in a column before names, with a line of men below each": (
        "HQ\n  60  Lieutenant, regular, +1 man\n      [2nd Lt, pistol; rifle]\nINFANTRY\n"
        " 110  Infantry section, regular, 9 men\n      [NCO + 6 men rifles, LMG w/ loader]\n"
        " 147  Evzone section, veteran, 9 men\n      [NCO smg, 6 rifle, LMG w/ loader]\n"
        "  70  Infantry section, inexp, 10 men\n      [10 rifles]\nSUPPORT TEAMS\n  50  MMG team, regular\n",
        [
            (1, "regular", 60),
            (1, "regular", 110),
            (1, "veteran", 147),
            (1, "inexperienced", 70),
            (1, "regular", 50),
        ],
    ),
    "numbered platoons, each of one quality": (
        "1. PLATOON - regulars\n\n   First Lieutenant\n      85 pts | 2 men | SMG, rifle\n   Rifle Squad\n"
        "      123 pts | 10 men | NCO SMG, LMG, 7 rifles\n\n2. PLATOON - inexperienced\n\n"
        "   Second Lieutenant\n      35 pts | 1 man | pistol\n   Rifle Squad\n"
        "      63 pts | 9 men | all rifles\n",
        [
            *((1, "regular", points) for points in (85, 123)),
            *((1, "inexperienced", points) for points in (35, 63)),
        ],
    ),
    "a numbered platoon with what all in it cost": (
        "Rifle Platoon #1 [138 pts]:\n"
        "- Platoon Commander [40 pts] (Regular, 1x Second Lieutenant w/ Pistol)\n"
        "- Infantry Squad [98 pts] (Regular, 1x NCO w/ SMG, 8x Soldier w/ Rifle)\n\n"
        "Armoured Platoon [110 pts]:\n- Truck [31 pts] (Inexperienced)\n- Jeep [79 pts] (Inexperienced)\n",
        [
            *((1, "regular", points) for points in (40, 98)),
            *((1, "inexperienced", points) for points in (31, 79)),
        ],
    ),
    "capitals above guns, and what all cost in a last line": (
        "-- REGULAR --\nRifle squad, 8 men, rifles (80)\nVickers MMG (50)\nSniper (65)\n\nBIG GUNS\n"
        "25 pdr short (70)\n"
        "Matilda II (165)\n\n430 all up\n",
        [(1, "regular", points) for points in (80, 50, 65, 70, 165)],
    ),
    "what each costs and the row does, without how many": (
        "Dice  Each  Line  Exp   Unit             Men   Armament\n"
        "   1    85    85  reg   1st Lieutenant     1   pistol\n"
        "   2   120   240  reg   Infantry squad    10   LMG, rest rifles\n"
        "   1    50    50  reg   Hotchkiss MMG      3\n"
        "   1    39    39  inex  Laffly truck\n",
        [(1, "regular", 85), (2, "regular", 120), (1, "regular", 50), (1, "inexperienced", 39)],
    ),
    "a roster as its page shows it, its men set in": (
        "Mine [210pts]\n\nInfantry [160pts]\nInfantry Squad [110pts]\n"
        "Selections: NCO [10pts], Regular, 9x Soldier"
        " [90pts]\n    NCO\n    Selections: Rifle\n    9x Soldier\n    Selections: 9x Rifle\n"
        "Categories: Infantry\n\n"
        "Medium Machine Gun Team [50pts]\nSelections: Regular\nCategories: Infantry\nRules: Fixed\n\n"
        "Transports [50pts]\nTruck [50pts]\nSelections: Inexperienced\nCategories: Transports\n",
        [(1, "regular", 110), (1, "regular", 50), (1, "inexperienced", 50)],
    ),
}
"""A post, and of each of its units how many there are, their quality and what each costs."""


@pytest.mark.parametrize("post", POSTS)
def test_each_unit_has_the_lines_that_are_its_own(post: str) -> None:
    text, right = POSTS[post]
    units = read(text.encode()).document["units"]
    assert [(one["count"], one["quality"], one["points"]) for one in units] == right


@pytest.mark.parametrize(
    "text",
    [
        "MMG team, regular, 50\nRifle squad, regular, 8 men\n  all rifles\n  80 pts\n"
        "  Odds and ends follow:\n"
        "Sniper team, regular, 50\nTruck, regular, 39\n",
        "Odds 1k\n\nRomanians 42. I sort them by how much I trust them.\n\n--- REGULAR ---\n"
        "Rifle squad\n  - 8 men\n"
        "  - NCO with SMG\n  - 7 rifles\n  - 83\nMMG team\n  - 50\nBazooka team\n  - 60\n\n--- VETERAN ---\n"
        "Sniper team\n  - 65\nTACAM R-2\n  - price to be looked up, left the book at work\n",
    ],
)
def test_what_looks_as_units_do_and_is_taken_for_none_is_asked_about(text: str) -> None:
    assert "begins" in {one.question.key for one in read(text).questions}


def test_a_gun_without_a_quality_is_a_unit_as_all_others_that_end_in_a_price() -> None:
    units = read(
        "Finns, work in progress\n\n2nd Lieutenant, reg, 50\nSquad, reg, 10 men, 1 LMG, NCO smg, 125\n"
        "Sniper, vet, 65\nMaxim MMG, reg, 50\nLahti AT rifle, reg, 30\n37mm Bofors AT gun, 50\n"
        "T-26, inexperienced, 92\n"
    ).document["units"]
    assert [one["points"] for one in units] == [50, 125, 65, 50, 30, 50, 92]
    assert ["quality" in one["ask"] for one in units] == [False] * 5 + [True, False]


def test_somebody_who_is_not_in_the_book_is_no_unit() -> None:
    found = read(
        "HQ\nCaptain + 1 man, vet, 138\nMedic, vet, 30\nChaplain? not in the book so left out\n\n"
        "Squad, vet, 10 men\n- Bren\n- Cpl with SMG\n- 159 pts\n"
        "Squad, reg, 8 men\n- Bren\n- 100 pts\n"
        "Vickers MMG, regular, 50\n"
    )
    assert [one["points"] for one in found.document["units"]] == [138, 30, 159, 100, 50]
    assert "Chaplain? not in the book so left out" in found.left


def test_stressed_lines_above_bullets_are_headings() -> None:
    units = read(
        "**HQ (regular)**\n- 2nd Lt + 1 guy - 60\n- Artillery observer - 100\n\n"
        "**Inexperienced**\n- Rifle squad, 12 men with rifles x2 @ 84\n- maxim MMG - 35\n\n"
        "**Vets**\n- Scouts, 8 men all SMGs - 128\n- sniper - 65\n\n"
        "**Tanks and guns (inexperienced too)**\n- T-34/76 - 156\n- ZiS-3 - 88\n"
    ).document["units"]
    told = [(one["count"], one["quality"], one["points"]) for one in units]
    assert told[:4] == [
        (1, "regular", 60),
        (1, "regular", 100),
        (2, "inexperienced", 84),
        (1, "inexperienced", 35),
    ]
    assert told[4:] == [
        (1, "veteran", 128),
        (1, "veteran", 65),
        (1, "inexperienced", 156),
        (1, "inexperienced", 88),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "The gun is towed by the truck, obviously.",
        "How do I get the 17 pounder into 1000pts? Thanks!!",
        "Platoon total 317",
    ],
)
def test_what_is_said_below_all_is_no_unit(said: str) -> None:
    units = ["Sniper, regular, 50", "MMG team, regular, 50", "17 pounder, regular, 128", "Truck, regular, 39"]
    text = "\n".join([*units, "Bazooka team, regular, 50"])
    found = read(f"{text}\n\n{said}\n")
    assert [one["points"] for one in found.document["units"]] == [50, 50, 128, 39, 50]
    assert found.left == [said]


def test_what_a_game_may_cost_is_no_unit_though_units_tell_their_points_below_their_names() -> None:
    units = "Second Lieutenant\n  Regular, 50 pts\nMMG team\n  Regular, 50 pts\n"
    units += "Bersaglieri Section\n  Veteran, 7 men, NCO with SMG, 1 LMG, rest rifles, 114 pts\n"
    units += "Autoblinda AB41\n  Regular, 80 pts\n47mm light anti-tank gun\n  Regular, 50 pts\n"
    found = read(f"Army: Italy, Western Desert\nPoints: 400\n\nPLATOON 1\n\n{units}").document["units"]
    assert [one["points"] for one in found] == [50, 50, 114, 80, 50]


def test_a_title_above_bullets_that_are_units_is_none_though_it_names_one() -> None:
    units = read(
        "Soviet guards, 800ish, WIP. will add it up later\n\n- 2nd Lt, reg, 50\n"
        "- Rifle squad, vet, 10 men, LMG, 156\n- Engineers, vet, 6 men, flamethrower, rest SMG, 110\n"
        "- Guards SMG squad, 8 men, all SMG, 128\n- ATR team, reg, 30\n- Maxim, reg\n- SU-76, reg, 120\n"
    ).document["units"]
    assert [one["points"] for one in units] == [50, 156, 110, 128, 30, 0, 120]
    assert ["quality" in one["ask"] for one in units] == [False] * 3 + [True] + [False] * 3


def test_what_each_of_several_costs_ends_the_unit() -> None:
    units = read("2x Suicide anti-tank team: 20 each\nType 92 MMG: 50\nSniper: 50\n").document["units"]
    assert [(one["count"], one["points"]) for one in units] == [(2, 20), (1, 50), (1, 50)]


def test_the_sum_of_a_list_set_in_below_its_last_unit_is_not_that_units() -> None:
    units = (
        "MMG team, regular ....... 50\n75mm field gun, regular ....... 75\nTKS tankette, regular ....... 60\n"
    )
    found = read(f"{units}7TP, regular ....... 115\n                     = 300\n\n12 dice, which I like.\n")
    assert [one["points"] for one in found.document["units"]] == [50, 75, 60, 115]


def test_arms_set_in_below_some_men_are_theirs_though_titles_stand_above() -> None:
    squad = "Infantry Squad (123 points)\n  • Regular\n  • 1x NCO\n    ◦ 1x Submachine gun\n"
    squad += "  • 9x Infantryman\n    ◦ 7x Rifle\n    ◦ 1x Light machine gun (with loader)\n\n"
    text = "Odessa 41 (246 points)\n\nRomania\nReinforced Company (1000 point limit)\n\nRIFLE PLATOON\n\n"
    for unit in read(f"{text}{squad}{squad}").document["units"][-2:]:
        assert {(one["weapon"], one["count"], one["crew"]) for one in unit["groups"]} == {
            ("LMG", 1, 2),
            ("Rifle", 7, 1),
            ("Submachine gun (SMG)", 1, 1),
        }


@pytest.mark.parametrize("title", ["finns for sunday, 600", "Heer late war"])
def test_a_title_above_bullets_is_no_unit(title: str) -> None:
    units = "- 1st lt vet + 1 guy 108\n- squad 1: vet x9, 3 smg 1 lmg rest rifles 154\n- sniper vet 65\n"
    found = read(f"{title}\n{units}- lahti at rifle vet 39\n").document["units"]
    assert [one["points"] for one in found] == [108, 154, 65, 39]


def test_a_squad_of_so_many_men_is_no_part_of_the_unit_above() -> None:
    units = read(
        "M3A1 Stuart - vet - 175 pts\n75mm pack howitzer - reg - 3 crew - 55 pts\nMMG team - reg - 50 pts\n"
        "Captain (veteran, pistol) and two men with Stens\n10 man rifle squad, 100pts\n"
    ).document["units"]
    assert [one["points"] for one in units] == [175, 55, 50, 0, 100]
    assert "points" in units[3]["ask"]
