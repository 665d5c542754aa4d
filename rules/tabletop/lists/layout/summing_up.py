"""A last line that is read as a unit and says what all others cost: "1043 all up" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.words.phrases import PRINTED

_LAST = re.compile(r"(?<!\d)(\d{1,3})\W*$")
FEWEST = 3
"""Of fewer units one may cost as much as the others."""


def without_sum(units: Sequence[Raw], left: list[str]) -> list[Raw]:
    """The units; the last is ``left`` out if the first number of its line is what all others cost."""
    if len(units) <= FEWEST:
        return [*units]
    told = re.search(r"\d+", units[-1].line)
    others = sum(_cost(one) * one.times for one in units[:-1])
    # A "Fiat 626 [31pts]" costs 31, whatever the others do.
    if told is None or int(told[0]) != others or PRINTED.search(units[-1].line):
        return [*units]
    left.append(units[-1].line)
    return [*units[:-1]]


def _cost(unit: Raw) -> int:
    """What a unit costs, or the number that its line ends in."""
    if unit.points:
        return unit.points
    found = _LAST.search(unit.line)
    return int(found[1]) if found else 0
