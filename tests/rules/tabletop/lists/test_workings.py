"""Lists that show how what a unit costs comes about (page 9 D)."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read
from rules.tabletop.lists.rewriting.workings import worked_out

SQUADS = (
    "10 men x 13 = 130\nNCO has an Owen (SMG) +3\nBren with gunner and loader +20"
    "\nthe other 7 keep their rifles\n= 153",
    "5 men 65\n+5 more men 65\n+LMG 20 (needs a loader out of the ten)\n+SMG for the NCO 3"
    "\nother 7 are rifles\nTotal 153",
    "65 base for 5\n+65 five more men\n+20 Bren LMG, one of them is the loader\n+3 SMG for the NCO"
    "\nrest have rifles\nso 153",
    "10 men @ 13 pts = 130 pts\nNCO w/ SMG: 3\nLMG + loader: 20\n7 rifles\nmakes 153",
    "130 for 10 men\n20 for an LMG with loader\n3 for an SMG (NCO)\n7 rifles\nsum: 153",
)


def _listed(told: str) -> list[ListedUnit]:
    text = (
        f"Captain, regular, SMG\n= 110\n\nRifle squad, veteran\n{told}\n\nMMG team, regular\n50 base\n= 50"
        "\n\nJeep, inexperienced, no MG\n= 21"
    )
    return read(text).document["units"]


@pytest.mark.parametrize("told", SQUADS)
def test_figures_that_make_up_what_a_squad_costs_are_no_men(told: str) -> None:
    units = _listed(told)
    assert [one["points"] for one in units] == [110, 153, 50, 21]
    squad = units[1]
    if "groups" not in squad["ask"] and "line" not in squad["ask"]:
        held = {(one["weapon"], one["crew"]): 0 for one in squad["groups"]}
        for one in squad["groups"]:
            held[one["weapon"], one["crew"]] += one["count"]
        assert held == {("Rifle", 1): 7, ("Submachine gun (SMG)", 1): 1, ("LMG", 2): 1}


def test_most_such_squads_are_read_without_a_question() -> None:
    asked = [told for told in SQUADS if _listed(told)[1]["ask"]]
    assert len(asked) < 2, asked


@pytest.mark.parametrize(
    "lines",
    [
        ["10 men x 13 = 130", "LMG +20", "= 151"],
        ["Rifle squad, regular - 100", "MMG team, regular - 50", "= 150"],
        ["10 men", "7 rifles", "= 153"],
        ["LMG +20", "SMG +3", "Total 823"],
    ],
)
def test_what_does_not_add_up_or_are_units_stays_as_it_is_written(lines: list[str]) -> None:
    assert worked_out(lines) == lines


def test_a_total_of_all_stays_one() -> None:
    lines = ["MMG team, regular", "Total 50", "", "Sniper, veteran", "Total 65", "", "Total 115"]
    assert worked_out(lines) == lines
