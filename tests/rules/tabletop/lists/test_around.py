"""What stands around a list's units: titles that say what all are, remarks of some, verdicts (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import Read, read

UNITS = """Oberleutnant, MP40, 1 man w/ rifle 116pts
squad, 8 men, 2 LMG, 3 smg, 1 rifle 164pts
squad, 6 men, all rifles 87pts
MMG team 65pts
sniper team 65pts
Pak 40 132pts"""
BERLIN = """Hauptmann, Pistole, regular, 110
Volkssturm squad A, 10 men, all rifles, 70
Volkssturm squad B, 10 men, all rifles, 70
Fallschirmj\u00e4ger, 8 men, all rifles, 104
Pak 40, 110
K\u00fcbelwagen, no MG, 21
Tiger II, 465"""
TOLD = """Captain, pistol, 1 man w rifle, regular, 110
Infantry section, regular, 10 men, rifles, 100
MMG team, regular, 50
Panhard 178, regular, 85"""
V, R, G = "veteran", "regular", "inexperienced"


def qualities(found: Read) -> str:
    """The first letter of each unit's quality, "?" where it is asked."""
    return "".join("?" if "quality" in one["ask"] else one["quality"][0] for one in found.document["units"])


def units_of(text: str) -> list[ListedUnit]:
    return read(text).document["units"]


@pytest.mark.parametrize(
    ("title", "quality"),
    [
        ("FJ list, Italy 44 - everything veteran", V),
        ("US Infantry, Normandy, all Regular", R),
        ("82nd Airborne, vets thruout", V),
        ("Fallschirmj\u00e4ger, Monte Cassino 1944: all veterans", V),
        ("Panzergrenadiers (everyone vet)", V),
        ("Volkssturm Berlin 45, all inexperienced", G),
        ("Everything's vet - US Rangers at Pointe du Hoc", V),
        ("USMC infantry, Peleliu '44, vets, the lot of them", V),
        ("Paras, 750 pts limit, all vets", V),
        ("6th Airborne, D-Day, 100% veterans", V),
        ("1000 pts Grenadiere, Ostfront 43, alles Veteranen", V),
        ("Gebirgsj\u00e4ger, alle Veteranen", V),
        ("Infanterie fran\u00e7aise mai 40, tous v\u00e9t\u00e9rans sauf mention", V),
        ("Chasseurs alpins (tout le monde v\u00e9t\u00e9ran)", V),
        ("Captain Miller's Rangers, all vets", V),
        ("Tiger list, Kursk, all vets", V),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_title_that_says_what_all_are_is_no_unit(title: str, quality: str, gap: str) -> None:
    found = read(title + gap + UNITS)
    assert qualities(found) == quality[0] * 6
    assert title in found.left


def test_a_title_of_a_quality_that_may_not_be_all_their_own_is_asked_about() -> None:
    assert qualities(read(f"82nd Airborne, veterans\n{UNITS}")) == "??????"


@pytest.mark.parametrize(
    "unit",
    [
        "Fallschirmj\u00e4ger squad, all veteran",
        "Rifle section (all regular)",
        "Sniper, Stalingrad 42, veteran",
        "2nd Lt and 1 man, all veteran",
        "5 Fallschirmj\u00e4ger, all veteran",
        "M4 Sherman, D-Day, veteran",
        "Grenadiers, veteran, 105",
        "Engineers with flamethrower, all veteran",
    ],
)
def test_a_first_unit_without_its_price_is_no_title(unit: str) -> None:
    assert len(units_of(f"{unit}\n{UNITS}")) == 7


@pytest.mark.parametrize(
    ("remark", "told"),
    [
        ("all the volkssturm are inexp obviously", "rii????"),
        ("volkssturm = inexp", "rii????"),
        ("PS the volkssturm are all inexperienced of course", "rii????"),
        ("inexp for the Volkssturm", "rii????"),
        ("die Volkssturmgruppen sind alle unerfahren", "rii????"),
        ("volkssturm are inexp, FJ are vet", "riiv???"),
        ("all the volkssturm are inexp, rest are vets", "riivvvv"),
        ("Only the Volkssturm are inexperienced, all others regular", "riirrrr"),
        ("Pak and K\u00fcbelwagen are both regular", "r???rr?"),
        ("Volkssturm squad A is inexperienced", "r??????"),
        ("Grenadiers are veteran", "r??????"),
    ],
)
def test_what_is_said_of_some_is_theirs_and_asked_of_the_others(remark: str, told: str) -> None:
    for text in (f"{BERLIN}\n{remark}", f"{BERLIN}\n\n{remark}", f"Berlin 45 list\n{remark}\n\n{BERLIN}"):
        assert qualities(read(text)) == told


@pytest.mark.parametrize("line", ["Grenadiers, all veteran", "MMG team: veteran", "Pak 40 - regular"])
def test_a_unit_without_its_price_is_no_remark(line: str) -> None:
    assert len(units_of(f"{TOLD}\nGrenadiers, regular, 10 men, rifles, 100\n{line}")) == 6


@pytest.mark.parametrize(
    "last",
    [
        "\u26a0 Validation: Roster is 5 Points under the limit of 750",
        "Warning: roster is 12 pts over the limit",
        "* Roster exceeds the 300 points limit by 45",
        "Error: Force must contain at least 1 lieutenant",
        "No validation errors",
        "5 points under the limit",
        "12 pts over, sorry",
        "20 pts to spare",
        "leaves 35 points unspent",
        "Points left: 35",
        "35 points short of 380",
        "25 pts left over for a faust or two",
        "Still 25 points to play with",
        "noch 25 Punkte \u00fcbrig",
        "il reste 25 points",
        "avanzano 25 punti",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_is_left_of_the_points_is_no_unit(last: str, gap: str) -> None:
    units = units_of(TOLD + gap + last)
    assert [one["points"] for one in units] == [110, 100, 50, 85]
    assert [one["ask"] for one in units] == [[]] * 4


def _held(line: str) -> list[tuple[str, int, int]]:
    (unit,) = units_of(line)
    return sorted((one["weapon"], one["count"], one["crew"]) for one in unit["groups"])


@pytest.mark.parametrize(
    ("told", "weapon"),
    [
        ("two manning a wz.35 anti-tank rifle", "Anti-tank rifle"),
        ("2 serving the Bren", "LMG"),
        ("two on the LMG", "LMG"),
        ("2 with a PIAT", "PIAT"),
    ],
)
def test_two_with_one_weapon_serve_it_together(told: str, weapon: str) -> None:
    held = _held(f"squad, regular, 8 men, six with rifles, {told}, 100 points")
    assert held == sorted([(weapon, 1, 2), ("Rifle", 6, 1)])


def test_boys_beside_men_are_no_anti_tank_rifle() -> None:
    held = _held("Volkssturm, inexp, 12 old men & boys, rifles, 4 Panzerfaust, 104")
    assert held == [("Panzerfaust", 4, 0), ("Rifle", 12, 1)]


def test_all_but_a_feldwebel_have_rifles() -> None:
    held = _held("Squad, veteran, 6 men, all rifles except the Feldwebel (MP40) 87pts")
    assert held == [("Rifle", 5, 1), ("Submachine gun (SMG)", 1, 1)]


@pytest.mark.parametrize("price", ["7 points each man", "7pts a head", "7 pts per man"])
def test_what_a_man_costs_is_not_what_a_unit_does(price: str) -> None:
    (unit,) = units_of(f"militia squad, inexp, 10 men, rifles, {price}")
    assert unit["ask"] == ["points"]
