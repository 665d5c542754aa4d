"""Whether what a unit costs holds what its options cost: the total tells, or it is asked (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.lists.raw import Raw

_NUMBER = re.compile(r"(?<![\d.,])\d{2,5}(?![\d]|[.,]\d)")

_LAST = re.compile(r"(?<![\d.])([2-9]\d|[1-4]\d\d)\W*$")


def settled(units: Sequence[Raw], left: Sequence[str], total: int | None) -> list[Raw]:
    """The units with their points. ``left``: lines that are no unit's: one may tell what all cost."""
    made = [_unless_all(one) for one in units]
    if not any(one.options for one in made):
        return made
    if 2 * sum(one.options > 0 for one in made) < sum(one.options > 0 for one in units):
        units = made
    # Else what makes up a price does so by chance: most others' options stand beside it.
    units = [*units]
    told = {int(found) for line in left for found in _NUMBER.findall(line)} | {total}
    own = sum(told_points(one) * one.times for one in units)
    plain = sum((one.options - one.marked) * one.times for one in units)
    every = sum(one.options * one.times for one in units)
    if own in told:
        return units
    if own + every in told:
        return [one.with_points(_points(one) + one.options) if one.options else one for one in units]
    if own + plain in told:
        return [_with(one, one.options - one.marked) for one in units]
    return [_asked(one) if one.options else one for one in units]


def _unless_all(unit: Raw) -> Raw:
    """The unit; what its parts cost is what it costs, and no options."""
    parts = unit.points in (unit.options, unit.options - unit.marked)
    return replace(unit, options=0, marked=0) if parts and unit.options else unit


def told_points(unit: Raw) -> int:
    """What a unit costs, or the number that its line ends in; 0 if neither is told."""
    found = None if unit.points is not None else _LAST.search(unit.line)
    return int(found[1]) if found is not None else _points(unit)


def _points(unit: Raw) -> int:
    return max(0, unit.points or 0)


def _with(unit: Raw, more: int) -> Raw:
    return unit.with_points(_points(unit) + more) if more else unit


def _asked(unit: Raw) -> Raw:
    """A unit of which it is asked whether its points hold what its options cost."""
    return unit.with_points(-1, (_points(unit), _points(unit) + unit.options))
