"""Lists as people type and paste them: what is understood is right, and the rest is asked (Tabletop E)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.tabletop.lists.listing import read_listed
from rules.tabletop.lists.roster import read_roster
from rules.tabletop.refusing import RefusedError

SMG = "Submachine gun (SMG)"
UNDERSTOOD: dict[str, dict[str, Any]] = {
    "Regular rifle squad 10 men rifle 100 pts": {"models": 10, "weapons": ("Rifle",), "points": 100},
    "2x Regular rifle squad 10 men rifle LMG 100 pts": {"models": 10, "weapons": ("LMG", "Rifle")},
    "Veteran paratroopers (8 men): SMG, LMG, 120pts": {"quality": "veteran", "weapons": (SMG, "LMG")},
    "Assault squad 8 men with 8 SMGs and a Bren": {"models": 8, "weapons": ("Bren", SMG)},
    "Grenadiers 10 men 7 rifles, 2 submachine guns, MG42": {"weapons": ("LMG", "Rifle", SMG)},
    "Rifle section 9 men - 8 x Lee-Enfield, 1 x Bren": {"models": 9, "weapons": ("LMG", "Rifle")},
    "Engineers 6 men flamethrower": {"weapons": ("Flamethrower (infantry)",)},
    "Tank hunters 4 men Panzerfaust": {"models": 4, "weapons": ("Panzerfaust",), "anti_tank": True},
    "Inexperienced conscripts 12 men rifles 84 pts": {"quality": "inexperienced", "weapons": ("Rifle",)},
    "Second lieutenant 2 men pistol": {"officer": "second lieutenant", "models": 2},
    "Captain Hill 3 men SMG 90 points": {"officer": "captain", "weapons": (SMG,)},
    "Sniper team 2 men rifle": {"models": 2},
    "PIAT team 2 men PIAT 40 pts": {"weapons": ("PIAT",), "anti_tank": True},
    "Anti-tank rifle team 2 men": {"weapons": ("Anti-tank rifle",), "anti_tank": True},
    "Medium machine gun team 3 men 50 pts": {"weapons": ("MMG",)},
    "Light mortar 3 men 35 pts": {"weapons": ("Light mortar",)},
    "Medium anti-tank gun 3 crew 75 pts": {"kind": "artillery", "weapons": ("Medium AT gun",)},
    "Anti-tank gun light AT gun gun shield 4 crew 60 pts": {
        "kind": "artillery",
        "weapons": ("Light AT gun",),
        "gun_shield": True,
    },
    "Light howitzer 3 crew": {"kind": "artillery", "weapons": ("Light howitzer",)},
    "Medium tank 1 turret medium AT gun 150 pts": {"kind": "medium tank", "weapons": ("Medium AT gun",)},
    "Sherman, medium tank, medium AT gun, MMG 195 pts": {"kind": "medium tank", "turrets": 1},
    "Super-heavy tank super-heavy AT gun 400 pts": {
        "kind": "super-heavy tank",
        "weapons": ("Super-heavy AT gun",),
    },
    "Light tank flamethrower": {"kind": "light tank", "weapons": ("Flamethrower (vehicle)",)},
    "Armoured car recce heavy auto cannon 90 pts": {"kind": "armoured car", "recce": True},
    "Truck 39 pts": {"kind": "soft-skin", "locomotion": "wheeled"},
    "Armoured half-track MMG 80 pts": {"kind": "armoured car", "locomotion": "half-track"},
    "Squad 5 men 50 pts": {"models": 5},
    "Rifle squad 8 men rifle reserve turn 3": {"reserve": True, "entry": 3},
}
ASKED: dict[str, str] = {
    "Anti-tank gun": "which weapon|anti tank gun|Light AT gun, Medium AT gun, Heavy AT gun",
    "Anti-tank gun 3 crew 75 pts": "which weapon|anti tank gun|",
    "Sherman": "which kind|sherman|light tank, medium tank",
    "2x Sherman 195 pts": "which kind|sherman|",
    "Panzer III 150 pts": "which kind|panzer|",
    "T-34/85": "which kind|t 34|",
    "Green tank 150 pts": "which kind|tank|",
    "StuG assault gun": "which kind|assault gun|",
    "Half-track": "which kind|half track|",
    "Bren carrier": "which kind|bren carrier|",
    "Light tank and a truck": "which kind|",
    "Guns 5 men 100 pts": "which weapon|gun|",
    "Machine gun team 3 men": "which weapon|machine gun|LMG, MMG, HMG",
    "Mortar 3 men": "which weapon|mortar|Light mortar, Medium mortar, Heavy mortar",
    "Howitzer 4 crew": "which weapon|howitzer|",
    "Pak 40 4 crew": "which weapon|pak|",
    "Rifle squad": "how many men||",
    "SMG": "how many men||",
    "Medium AT gun": "how many men||",
    "Captain": "how many men||",
    "Lieutenant 2 men": "which rank|lieutenant|second lieutenant, first lieutenant",
    "Wirbelwind": "what is it||",
    "x": "what is it||",
    "Dragons 100 pts": "what is it||",
    "Rifle squad 10 men, 2 fnords": "what means|fnords|",
    "Squad 10 men with Gewehr 43": "what means|gewehr|",
    "Squad 10 men rifles zook 100 pts": "what means|zook|",
    '{"roster": {"forces": []}}': "no unit|",
    '[{"name": "Squad", "men": 10}]': "no unit|",
    '"name": "Rifle squad 10 men",': "no unit|",
    "<selection name='Rifle squad 10 men'/>": "no unit|",
    "]": "no unit|",
    "+++ Tank War: 995 points +++": "which kind|tank|",
}


@pytest.mark.parametrize("line", UNDERSTOOD)
def test_what_is_understood_is_right(line: str) -> None:
    wanted = {**UNDERSTOOD[line]}
    values = dict(read_listed(line)[0].values)
    arms = wanted.pop("weapons", None)
    if arms is not None:
        assert sorted(values["weapons"]) == sorted("LMG" if arm == "Bren" else arm for arm in arms)  # type: ignore[arg-type]
    assert {key: values.get(key) for key in wanted} == wanted
    if wanted.get("kind", "infantry") in ("infantry", "artillery"):
        assert values["start"] == values["models"]


@pytest.mark.parametrize("line", ASKED)
def test_what_is_not_understood_is_asked(line: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_listed(f"Squad 5 men\n{line}")
    asked = caught.value.values["asked"]
    assert isinstance(asked, tuple)
    assert any(one.startswith(f"2|{ASKED[line]}") for one in asked), asked


def test_all_lines_are_asked_about_at_once() -> None:
    with pytest.raises(RefusedError) as caught:
        read_listed("\n".join(ASKED))
    asked = caught.value.values["asked"]
    assert isinstance(asked, tuple)
    assert len({one.split("|")[0] for one in asked}) > 8


def test_the_corpus_is_large_enough() -> None:
    assert len(UNDERSTOOD) + len(ASKED) >= 40


def test_what_was_logged_before_is_read_as_it_was_then() -> None:
    """A log names how its lists were read; without that it is of the time when much was guessed."""
    (gun,) = read_roster("Anti-tank gun")
    assert gun.values["kind"] == "medium tank"
