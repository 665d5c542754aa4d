"""Lists in columns as they are pasted: what stands below which heading (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read

ALIGNED = """\
UNIT              MEN  NCO  LMG  REST    Q   PTS
2nd Lt              2                     R    60
Rifle squad        10  SMG  1    rifles   V   153
Pak 38              3                     R    75
Panzer III                                R   170
SUM                                           458
"""
WRAPPED = """\
UNIT             QUALITY    MEN  ARMS                       POINTS
Lieutenant       Veteran    2    SMG, rifle                     90
Rifle            Regular    10   NCO with SMG, 7               123
section                          rifles, 1 Bren
                                 (LMG)
Militia section  Regular    8    all rifles                     80
"""
WIKI = """\
{| class="wikitable"
! Unit !! Quality !! Men !! Arms !! Points
|-
| Rifle squad || Veteran || 10 || NCO SMG, 1 LMG, 7 rifles || 153
|-
| Maxim MMG || Regular || 3 || || 50
|-
| Sniper team || Veteran || 2 || || 65
|-
! colspan="4" | Total !! 268
|}
"""
JIRA = """\
||Qty||Unit||Quality||Men||Weapons||Pts each||Pts||
|1|Rifle squad|Veteran|10|NCO SMG, 1 LMG, 7 rifles|153|153|
|2|MMG team|Regular|3| |50|100|
|1|Sniper team|Veteran|2| |65|65|
"""
HTML = """\
<h3>Rifles</h3>
<table border="1">
<tr><th>Unit</th><th>Quality</th><th>Men</th><th>Arms</th><th>Points</th></tr>
<tr><td>Rifle squad</td><td>Veteran</td><td>10</td><td>NCO SMG, 1 LMG, 7 rifles</td><td>153</td></tr>
<tr><td>MMG team</td><td>Regular</td><td>3</td><td>&nbsp;</td><td>50</td></tr>
<tr><td>Sniper team</td><td>Veteran</td><td>2</td><td>&nbsp;</td><td>65</td></tr>
</table>
"""
TAGS = """\
[table][tr][th]Unit[/th][th]Quality[/th][th]Men[/th][th]Arms[/th][th]Points[/th][/tr]
[tr][td]Rifle squad[/td][td]Veteran[/td][td]10[/td][td]NCO SMG, 1 LMG, 7 rifles[/td][td]153[/td][/tr]
[tr][td]MMG team[/td][td]Regular[/td][td]3[/td][td][/td][td]50[/td][/tr]
[tr][td]Sniper team[/td][td]Veteran[/td][td]2[/td][td][/td][td]65[/td][/tr][/table]
"""
HEADED_ROWS = """\
Odessa 1941
VETERAN,,,,
Vanatori squad,10,NCO SMG; LMG; 7 rifles,,153
REGULAR,,,,
Infantry squad,10,NCO SMG; LMG; 7 rifles,,123
MMG team,3,,,50
,,,SUM,326
"""
RUNNING = """\
#\tUnit\tVet/Reg/Inexp\tMen\tWeapons\tPts\tRunning total
1\tRifle squad\tVet\t10\tNCO SMG, LMG, 7 rifles\t153\t153
2\tConscripts\tInexp\t12\t12 rifles\t0 (free)\t153
3\tMedium mortar\tReg\t3\t\t50\t203
4\tTruck\tReg\t\t\t39\t242
"""
PER_MAN = """\
Unit\tLvl\tMen\tPts/man\tMen pts\tWeapons\tWpn pts\tTotal
Rifle squad\tR\t10\t10\t100\tNCO SMG, 1 LMG, 7 rifles\t23\t123
Ski squad\tV\t8\t13\t104\tNCO SMG, 7 rifles\t3\t107
MMG team\tR\t3\t\t\t\t\t50
"""
JOINED_CELLS = """\
Quality\tUnit\tMen\tArms\tCost
Veterans\tRifle squad\t10\tNCO SMG, 1 LMG, 7 rifles\t153
\tAssault squad\t6\t6 SMG\t96
Regulars\tMMG team\t3\t\t50
\tTruck\t\t\t39
"""
Row = tuple[str, int]
TABLES: dict[str, tuple[str, list[Row]]] = {
    "of the same width": (
        ALIGNED,
        [("regular", 60), ("veteran", 153), ("regular", 75), ("regular", 170)],
    ),
    "cells that go on below": (WRAPPED, [("veteran", 90), ("regular", 123), ("regular", 80)]),
    "of a wiki": (WIKI, [("veteran", 153), ("regular", 50), ("veteran", 65)]),
    "heads between two bars": (JIRA, [("veteran", 153), ("regular", 50), ("veteran", 65)]),
    "of a page": (HTML, [("veteran", 153), ("regular", 50), ("veteran", 65)]),
    "in tags": (TAGS, [("veteran", 153), ("regular", 50), ("veteran", 65)]),
    "qualities in rows of their own": (HEADED_ROWS, [("veteran", 153), ("regular", 123), ("regular", 50)]),
    "what all above cost beside it": (
        RUNNING,
        [("veteran", 153), ("inexperienced", 0), ("regular", 50), ("regular", 39)],
    ),
    "what a man costs": (PER_MAN, [("regular", 123), ("veteran", 107), ("regular", 50)]),
    "cells in front of several rows": (
        JOINED_CELLS,
        [("veteran", 153), ("veteran", 96), ("regular", 50), ("regular", 39)],
    ),
}
SQUAD = {("Rifle", 7, 1), ("Submachine gun (SMG)", 1, 1), ("LMG", 1, 2)}


@pytest.mark.parametrize("kind", TABLES)
def test_each_row_has_what_stands_in_its_columns(kind: str) -> None:
    text, right = TABLES[kind]
    units = read(text).document["units"]
    assert [(one["quality"], one["points"]) for one in units] == right
    assert not [one["ask"] for one in units if {"quality", "points"} & {*one["ask"]}]
    assert SQUAD in [groups_of(one) for one in units]


def groups_of(unit: ListedUnit) -> set[tuple[str, int, int]]:
    """The weapons of a unit, how many of each and with what crew."""
    return {(group["weapon"], group["count"], group["crew"]) for group in unit["groups"]}


def test_a_quality_that_a_table_leaves_out_is_asked() -> None:
    heads = "Unit\tQuality\tMen\tArms\tPoints\n"
    table = f"{heads}Rifle squad\tVeteran\t8\t8 rifles\t104\nPioneers\t\t6\t6 rifles\t78\n"
    units = read(f"{table}MMG team\t\t3\t\t65\nTruck\t\t\t\t47\n").document["units"]
    assert ["quality" in one["ask"] for one in units] == [False, True, True, True]


def test_what_is_said_of_all_above_a_table_holds_for_its_rows() -> None:
    table = (
        "Unit\tMen\tArms\tPoints\nRifle squad\t8\t8 rifles\t104\nPioneers\t6\t6 rifles\t78\nSniper\t2\t\t65\n"
    )
    units = read(f"Our paras, all of them veterans\n\n{table}").document["units"]
    assert [one["quality"] for one in units] == ["veteran"] * 3
    assert not [one["ask"] for one in units if "quality" in one["ask"]]


def test_columns_may_be_parted_by_strokes() -> None:
    units = read(
        "8th Army\n\nName / Quality (I,R,V) / Men / Weapons / Pts\nMajor / R / 3 / pistol, 2 rifles / 170\n"
        "Section A / R / 10 / NCO SMG, LMG, 7 rifles / 123\nSection C / I / 8 / LMG, 6 rifles / 76\n"
        "Vickers / R / 3 / MMG / 50\nCrusader II / V / - / 2 pdr / 145\nTotal 564\n"
    ).document["units"]
    told = [(one["quality"], one["points"]) for one in units]
    assert told == [
        ("regular", 170),
        ("regular", 123),
        ("inexperienced", 76),
        ("regular", 50),
        ("veteran", 145),
    ]


def test_a_column_says_what_leaders_hold() -> None:
    units = read(
        "Unit\tQuality\tMen\tNCO arm\tRifle\tSMG\tLMG\tPts\nSection 1\tReg\t10\tSMG\t7\t\t1\t123\n"
        "Section 3\tReg\t8\trifle\t5\t\t1\t100\nAssault section\tVet\t7\tSMG\t3\t3\t\t103\n"
    ).document["units"]
    leaders = [[one["weapon"] for one in unit["groups"] if one["leader"]] for unit in units]
    assert leaders == [["Submachine gun (SMG)"], ["Rifle"], ["Submachine gun (SMG)"]]
    assert [sum(one["count"] * one["crew"] for one in unit["groups"]) for unit in units] == [10, 8, 7]
