"""What a list says of the quality of all its units, of some, or of nobody in particular (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read

UNITS = """
Captain + 1
smg n rifle
132

Grenadier squad
10 men: NCO with SMG, LMG with loader, 7 rifles
125

sniper team
50

Pak 40
110

Panzer IV H
235

kubelwagen, no gun on it
21
"""
V, R, G = "veteran", "regular", "inexperienced"


def units_of(text: str) -> list[ListedUnit]:
    return read(text).document["units"]


def qualities(text: str) -> list[str]:
    """The quality of each unit, "?" where it is asked."""
    return ["?" if "quality" in one["ask"] else one["quality"] for one in units_of(text)]


@pytest.mark.parametrize(
    ("said", "quality"),
    [
        ("everything vet cos i like them", V),
        ("its all vets because of course it is", V),
        ("It's a veteran force through and through.", V),
        ("Quality is veteran for the whole thing, as ever", V),
        ("all dice veteran unless I say otherwise", V),
        ("every unit counts as inexperienced in this one", G),
        ("Inexperienced across the board, they're conscripts", G),
        ("the whole lot are veterans", V),
        ("Default quality: veteran", V),
        ("Everyone's a veteran here", V),
        ("all the rest are regular", R),
        ("alle Einheiten sind Veteranen", V),
    ],
)
def test_a_quality_that_is_said_of_all_is_theirs(said: str, quality: str) -> None:
    assert qualities(f"thursday, 700ish\n{said}\n{UNITS}") == [quality] * 6
    assert qualities(f"{said}\n{UNITS}") == [quality] * 6


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("everything vet apart from vehicles = reg", [V, V, V, V, R, R]),
        ("All veteran except the tank, which is inexperienced.", [V, V, V, V, G, V]),
        ("all vets bar the sniper (reg) and the guns (inexp)", [V, V, R, G, V, V]),
        ("Regular throughout but the grenadiers are veterans", [R, V, R, R, R, R]),
        ("everyone is a vet bar the gunners, who are regular", [V, V, V, R, V, V]),
        ("all veteran except the officer", ["?", V, V, V, V, V]),
        ("all veteran except the guns, couldn't paint any inexperienced ones", [V, V, V, "?", V, V]),
    ],
)
def test_whoever_is_excepted_is_what_is_told_of_him_or_asked(said: str, told: list[str]) -> None:
    assert qualities(f"{said}\n{UNITS}") == told


@pytest.mark.parametrize(
    "said",
    [
        "A veteran army, bar one exception.",
        "All regular apart from two of them.",
        "These are the veterans I told you of!",
        "not everything is veteran",
        "nearly all veterans",
        "I wish they were all veterans",
    ],
)
def test_where_what_is_said_may_not_be_so_of_all_it_is_asked(said: str) -> None:
    assert qualities(f"{said}\n{UNITS}") == ["?"] * 6


@pytest.mark.parametrize("said", ["Regular readers know me", "my regular list for the club"])
def test_other_talk_of_what_is_regular_says_nothing(said: str) -> None:
    assert qualities(f"{said}\n{UNITS}") == [R] * 6


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("== Veterans ==", "== Regulars =="),
        ("--- VETERANS ---", "--- The regular lads ---"),
        ("== OLD HANDS (veteran) ==", "== The rest (regular) =="),
        ("COMMAND STUFF (all veteran)", "EVERYTHING ELSE WE GOT (all regular)"),
        ("Veterans:", "Regulars:"),
    ],
)
def test_headings_tell_the_quality_of_those_below_them(first: str, second: str) -> None:
    blocks = UNITS.strip().split("\n\n")
    text = "\n\n".join([f"My Germans\n\n{first}", *blocks[:3], second, *blocks[3:]])
    assert qualities(text) == [V, V, V, R, R, R]


def test_whoever_stands_below_another_heading_than_those_of_qualities_is_asked() -> None:
    blocks = UNITS.strip().split("\n\n")
    text = "\n\n".join(["== Veterans ==", *blocks[:3], "== Rolling stuff ==", *blocks[3:]])
    assert qualities(text) == [V, V, V, "?", "?", "?"]


def test_what_a_line_that_is_left_out_says_of_some_is_asked_of_those_who_tell_none() -> None:
    text = """
* Captain (veteran), SMG and 1 man with rifle - 142 pts
* Guards squad (veteran), 10 men, all SMG - 160 pts
* Conscript squad, 12 men, all rifles - 84 pts
* Maxim MMG team - 50 pts

PS the boys of the third one are inexperienced as ever
"""
    assert qualities(text) == [V, V, "?", "?"]


BY_KIND = """
Captain + 1 man - 145
Marine squad: 10 men, NCO smg, 1 BAR, 8 rifles - 150
MMG team - 65
37mm AT gun - 50
M3 Stuart - 115
"""


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("All infantry is veteran, vehicles are regular.", [V, V, V, "?", R]),
        ("Everyone on foot is veteran, the AT gun and the tank are regular.", [V, V, V, R, R]),
        ("Infantry vet, everything else reg", [V, V, V, R, R]),
        ("Men are veteran, tank and gun inexperienced", [V, V, V, G, G]),
        (
            "Hey Tom, marines for Sunday, 1000 pts. Everybody on foot is vet, guns and tanks are reg.",
            [V, V, V, R, R],
        ),
        ("Marines 1000 pts, infantry veteran, everything else regular", ["?"] * 5),
    ],
)
def test_a_line_may_tell_the_quality_of_all_on_foot_and_of_all_vehicles(said: str, right: list[str]) -> None:
    assert qualities(f"{said}\n{BY_KIND}") == right


@pytest.mark.parametrize(
    "said", ["USMC 1944, vets except tank", "1000pts marines. Squads and teams vets, armour reg"]
)
def test_what_may_be_said_of_all_is_asked_of_all_though_it_is_taken_for_a_unit(said: str) -> None:
    assert qualities(f"{said}\n{BY_KIND}")[-5:] == ["?"] * 5


def test_a_quality_that_is_told_of_nobody_here_makes_all_others_asked() -> None:
    said = "My force. All is regular, except the bamboo spear men who are inexperienced."
    units = "MMG team\n50 pts\n\nBamboo Spear Fighters\n10 men\n50 pts\n\nSniper\n50 pts\n\nChi-Ha\n135 pts\n"
    assert qualities(f"{said}\n\n{units}") == ["?"] * 4


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        (["Truck (I), 31", "MMG (V), 65", "PIAT (R), 40"], [G, V, R]),
        (["[I] Truck, 31", "[V] MMG team, 65", "[R] PIAT, 40"], [G, V, R]),
        (["Truck (i), 31", "MMG (v), 65", "PIAT (v), 52"], [G, V, V]),
        (["Zis-3 divisional gun (I) 48pts"], ["?"]),
        (["Pak 36(r), regular, 75", "Panzer 38(t), veteran, 100", "Marder, regular, 90"], [R, V, R]),
    ],
)
def test_letters_in_brackets_are_qualities_or_asked(lines: list[str], right: list[str]) -> None:
    assert qualities("\n".join(lines)) == right


def test_a_whole_platoon_is_of_the_quality_that_its_heading_tells() -> None:
    text = "Rifle Platoon (all Veteran)\n\n=== HQ ===\n2nd Lieutenant [65]\n\n=== Support ===\n"
    text += "Boys ATR team [39]\nVickers MMG [65]\n\n2nd Platoon (all regular)\n\n=== Armour ===\n"
    text += "Valentine II [174]\n"
    assert qualities(text) == [V, V, V, R]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        (
            "Sorry! Infantry and teams are regular, the tank is inexperienced and the gun is vet.",
            [R, R, R, V, G],
        ),
        (
            "US Army 1944. The men on foot are all regular, anything with an engine is veteran.",
            [R, R, R, "?", V],
        ),
        (
            "Quality: squads and teams are regular, gun inexperienced, tanks inexperienced, Captain veteran",
            [V, R, R, G, G],
        ),
    ],
)
def test_a_sentence_among_others_tells_whose_quality_is_which(said: str, right: list[str]) -> None:
    assert qualities(f"{said}\n{BY_KIND}") == right
