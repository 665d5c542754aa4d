"""However a unit is told, in phrases drawn at random, it is read right or asked (page 9 D)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import read
from tests.rules.tabletop.lists.phrases import Phrased, phrased

SHORT, MANY = 160, 6000
MOST_ASKED = 0.08
"""More than of lists: many lines leave open which of several variants a tank is."""


def wrong_of(unit: ListedUnit, right: Phrased) -> list[str]:
    """What is read otherwise than it is meant, and not asked."""
    asked = {*unit["ask"]}
    asked |= {"groups", "quality", "kind"} if "line" in asked else set()
    asked |= {"groups"} if "kind" in asked else set()
    told = {
        "count": right.count,
        "kind": right.kind,
        "quality": right.quality,
        "points": right.points,
        "officer": right.officer,
    }
    found = [name for name, value in told.items() if unit[name] != value and name not in asked]  # type: ignore[literal-required]
    if right.groups is not None and "groups" not in asked:
        groups: Counter[tuple[str, int]] = Counter()
        for one in unit["groups"]:
            groups[one["weapon"], one["crew"]] += one["count"]
        found += ["groups"] if groups != right.groups else []
        leads = [one["weapon"] for one in unit["groups"] if one["leader"]]
        found += ["leader"] if right.leader and right.leader not in leads else []
    return found


def judged(first: int, last: int) -> tuple[list[str], int]:
    """The units that are read wrong, and how many are asked."""
    wrong, asked = [], 0
    for seed in range(first, last):
        right = phrased(seed)
        units = read(right.text).document["units"]
        found = wrong_of(units[0], right) if len(units) == 1 else [f"{len(units)} units"]
        wrong += [f"{seed}: {found} {right.text!r}"] if found else []
        asked += bool(units[0]["ask"])
    return wrong, asked


def test_what_is_told_in_some_phrase_is_right_or_asked() -> None:
    wrong, asked = judged(0, SHORT)
    assert wrong == []
    assert asked <= SHORT * MOST_ASKED


@pytest.mark.long
def test_what_is_told_in_any_phrase_is_right_or_asked() -> None:
    wrong, asked = judged(SHORT, MANY)
    assert wrong == []
    assert asked <= MANY * MOST_ASKED
