"""Files of every form: what is read is right, or it is asked; nothing is wrong unasked (page 9 D)."""

from __future__ import annotations

import json

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.armies import ARMIES, Squad
from tests.rules.tabletop.lists.forms import FORMS

RIGHT = 0.95


def in_words(unit: ListedUnit) -> str:
    """The groups of a unit."""
    return ", ".join(
        f"{one['count']} {one['weapon']}"
        + (f" ({one['crew']})" if one["crew"] != 1 and not one["mount"] else "")
        + ("*" if one["leader"] else "")
        for one in unit["groups"]
    )


def wrong_in(unit: ListedUnit, squad: Squad) -> list[str]:
    """What was read of a unit otherwise than it is, and is not asked."""
    quality, kind, points = squad.quality.lower(), squad.kind, squad.points
    compared = {
        "quality": (unit["quality"], quality),
        "kind": (unit["kind"], kind),
        "points": (unit["points"], points),
        "groups": (sorted(in_words(unit).split(", ")), sorted(squad.right.split(", "))),
    }
    return [
        f"{squad.name}: {name}: {was} for {right}"
        for name, (was, right) in compared.items()
        if was != right and name not in unit["ask"]
    ]


def test_the_files_are_right_or_ask() -> None:
    units, asked, wrong, files = 0, [], [], 0
    for army, squads in ARMIES.items():
        for form, write in FORMS.items():
            files += 1
            found = read(write(squads))
            where = f"{army} as {form}"
            assert len(found.document["units"]) == len(squads), where
            for unit, squad in zip(found.document["units"], squads, strict=True):
                units += 1
                wrong += [f"{where}: {one}" for one in wrong_in(unit, squad)]
                asked += [f"{where}: {unit['name']}: {unit['ask']}"] if unit["ask"] else []
    assert not wrong
    assert files >= 60
    assert len(asked) <= units * (1 - RIGHT), asked


def test_what_is_written_is_read_the_same() -> None:
    for squads in ARMIES.values():
        document = read(FORMS["ros"](squads)).document
        assert read(json.dumps(document)).document == document


def test_units_between_lines_that_part_them_stay_units() -> None:
    names = ("Rifle squad, regular, 10 men, rifles", "MMG team, veteran", "Medium mortar team, regular")
    assert len(read("".join(f"{name}\n-----\n" for name in names)).document["units"]) == 3
    below = (
        "Rifle squad, regular, 10 men, rifles, 100 pts\nMMG team, 50 pts\n--\nSniper team, veteran, 65 pts"
    )
    assert len(read(below).document["units"]) == 3
    told = "Rifle squad of ten men, the sergeant has an SMG, one LMG with loader and the rest have rifles."
    assert len(read(f"{told}\nMMG team, regular, 50 pts").document["units"]) == 2
    assert len(read("[u]Tiger I, regular, 395 pts[/u]\nMMG team, regular, 50 pts").document["units"]) == 2


BELOW = (
    "Rifle squad\n- Regular\n- NCO with SMG\n- 7 rifles\n- LMG and loader\n{}\nMedic, regular\n- pistol\n{}"
)
"""Two units, below the lines of each what it costs."""


@pytest.mark.parametrize(
    "price", ["{} pts", "\n{} pts\n", "10 men, {} points", "Regular, {}pts", "Total: {} pts", "= {} pts"]
)
def test_a_price_below_the_lines_of_a_unit_is_its_own(price: str) -> None:
    units = read(BELOW.format(price.format(120), price.format(23).replace("10 men", "1 man"))).document[
        "units"
    ]
    assert [(one["points"], one["ask"]) for one in units] == [(120, []), (23, [])]


def test_a_total_below_the_last_of_several_units_is_none_of_theirs() -> None:
    squad = "Rifle squad, regular\n- NCO with SMG\n- 9 rifles\n"
    nothing = read(f"{squad}\n{squad}\n320 pts").document["units"]
    assert [(one["points"], one["ask"]) for one in nothing] == [(0, []), (0, [])]
    short = read(f"Sniper team, veteran, 65 pts\n{squad}Total: 185 pts").document["units"]
    assert [(one["points"], one["ask"]) for one in short] == [(65, []), (0, ["points"])]


def test_men_in_total_are_no_total_of_points() -> None:
    (unit,) = read("Squad, 11 men in total: 1 NCO with SMG, 10 riflemen: 153 points").document["units"]
    assert (unit["points"], in_words(unit), unit["ask"]) == (153, "10 Rifle, 1 Submachine gun (SMG)*", [])


@pytest.mark.parametrize(
    "table",
    ["Unit\tNumber\tPoints", "Unit;Number;Points\nTotal;8;0", "| unit | number | points |\n|---|---|---|"],
)
def test_of_a_table_without_units_it_is_asked_what_it_is(table: str) -> None:
    assert ["kind" in one["ask"] for one in read(table).document["units"]] == [True]
