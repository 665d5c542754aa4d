"""Lists as people type and paste them: what is understood is right, and the rest is asked (Tabletop E)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.listing import read

UNDERSTOOD = {
    "Regular rifle squad 10 men rifle LMG 100 pts": "8 Rifle*, 1 LMG (2)",
    "Grenadiers 10 men 7 rifles, 2 submachine guns, MG42": "6 Rifle*, 2 Submachine gun (SMG), 1 LMG (2)",
    "Rifle section 9 men - 8 x Lee-Enfield, 1 x Bren": "7 Rifle*, 1 LMG (2)",
    "NCO with SMG, 6 men with rifles, LMG gunner and loader": "6 Rifle, 1 Submachine gun (SMG)*, 1 LMG (2)",
    "Captain Hill + 2 men with SMGs": "3 Submachine gun (SMG)*",
    "Medium machine gun team 3 men 50 pts": "1 MMG (3)",
    "Anti-tank gun light AT gun gun shield 4 crew 60 pts": "1 Light AT gun (4)",
    "5cm PaK 38 (3 men) regular 75 pts": "1 Medium AT gun (3)",
    "Inexperienced Volkssturm (10 men) 5 Panzerfausts": "10 Rifle*, 5 Panzerfaust (0)",
    "Sniper Team (Veteran) 65pts": "2 Rifle*",
    "Panzer III Ausf. H": "1 Medium AT gun, 1 MMG, 1 MMG",
    "T-34/85": "1 Heavy AT gun, 1 MMG, 1 MMG",
    "Sherman, medium tank, medium AT gun, MMG 195 pts": "1 Medium AT gun, 1 MMG, 1 MMG",
    "Jeep with HMG": "1 HMG",
    "Truck 39 pts": "",
}
ASKED = {
    "Anti-tank gun 3 crew": "which weapon",
    "Sherman": "which arms",
    "Panzer III 150 pts": "which kind",
    "Half-track": "which kind",
    "Light tank and a truck": "which kind",
    "Machine gun team 3 men": "which weapon",
    "Rifle squad": "how many men",
    "Lieutenant 2 men": "which rank",
    "Dragons 100 pts": "what is it",
    "Rifle squad 10 men, 2 fnords": "what means",
    "Assault squad 8 men with 8 SMGs and a Bren": "who holds what",
}


def groups_of(line: str) -> str:
    """The groups of a line's unit in words."""
    return ", ".join(
        f"{one['count']} {one['weapon']}"
        + (f" ({one['crew']})" if one["crew"] != 1 and not one["mount"] else "")
        + ("*" if one["leader"] else "")
        for one in read(line).document["units"][0]["groups"]
    )


@pytest.mark.parametrize("line", UNDERSTOOD)
def test_what_is_understood_is_right(line: str) -> None:
    assert groups_of(line) == UNDERSTOOD[line]
    assert not read(line).questions


@pytest.mark.parametrize("line", ASKED)
def test_what_is_not_understood_is_asked(line: str) -> None:
    assert ASKED[line] in [one.question.code for one in read(f"Squad 5 men\n{line}").questions if one.at == 2]
