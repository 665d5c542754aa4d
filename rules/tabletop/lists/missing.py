"""What a unit does not tell and most others of its list do: that is asked of it (Tabletop E)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.raw import Raw

LEAST = 3
"""A shorter list says nothing of how its writer tells units."""


def expecting(units: Sequence[Raw]) -> list[Raw]:
    """The units, each with the fields that it lacks and two thirds of all have: quality, points."""
    facts = [facts_of(one) for one in units]
    told = {
        "quality": [bool(one.qualities or one.green) for one in facts],
        "points": [raw.points is not None or bool(one.bare) for raw, one in zip(units, facts, strict=True)],
    }
    most = [name for name, each in told.items() if len(each) >= LEAST and sum(each) * 3 >= len(each) * 2]
    lacking = [frozenset(name for name in most if not told[name][at]) for at in range(len(units))]
    return [replace(one, expected=lacks) for one, lacks in zip(units, lacking, strict=True)]
