"""Units that another of their own numbers would make add up to what the list says they cost (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.understanding import understand
from rules.tabletop.lists.units.prices import told_points

LEAST_TOTAL = 100
"""What costs less in all is no list's total."""
LEAST = 20
"""No unit costs less, and no more men are in one."""
MOST = 40
"""Of more units too many pairs would add up by chance."""
_BESIDE = re.compile(r"(?:\(|\+ ?|(?:[-\u2013:]) )(\d{1,3})(?:\)| ?(?:pts?|points?)\b|\s*(?:$|[,;]))")
"""What an option may cost: "rifles (20)", "LMG +20"."""
_NUMBERS = re.compile(r"(?<![\d.,/])\d{1,3}(?![\d/]|[.,]\d)")


def adding_up(units: Sequence[Raw], total: int | None) -> list[Raw]:
    """The units; of those is asked what they cost that explain why all do not cost ``total``.

    These do at another of their own numbers; two of them do where no one does. Where nothing explains it the
    list is added up wrong, or tells what may be spent.
    """
    if total is None or total < LEAST_TOTAL or len(units) > MOST:
        return [*units]
    if sum(told_points(one) * one.times for one in units) == total:
        return [*units]
    found = [understand(one, {}).unit for one in units]
    missing = total - sum(one["points"] * one["count"] for one in found)
    if not missing or any("points" in one["ask"] for one in found):
        return [*units]
    changes = [
        {(other - one["points"]) * one["count"]: other for other in _others(raw, one["points"], one["count"])}
        for raw, one in zip(units, found, strict=True)
    ]
    doubted = {at: told[missing] for at, told in enumerate(changes) if missing in told} or _pairs(
        changes, missing
    )
    return [
        raw.with_points(-1, (found[at]["points"], doubted[at])) if at in doubted else raw
        for at, raw in enumerate(units)
    ]


def _others(raw: Raw, points: int, count: int) -> Iterator[int]:
    """What else one such unit may cost: a number of its line, more by that, or its share of the price."""
    for told in map(int, _NUMBERS.findall(raw.line)):
        if told >= LEAST and told != points:
            yield told
    for found in _BESIDE.finditer(raw.line):
        if int(found[1]) != points:
            yield points + int(found[1])
    if count > 1 and points % count == 0:
        yield points // count


def _pairs(changes: Sequence[dict[int, int]], missing: int) -> dict[int, int]:
    """Two units of which each costs otherwise, and both together so much more as is ``missing``."""
    found: dict[int, int] = {}
    for (at, first), (beside, second) in combinations(enumerate(changes), 2):
        for change, other in first.items():
            if missing - change in second:
                found |= {at: other, beside: second[missing - change]}
    return found
