"""Files of every form: what is read is right, or it is asked; nothing is wrong unasked (page 9 D)."""

from __future__ import annotations

import json

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
