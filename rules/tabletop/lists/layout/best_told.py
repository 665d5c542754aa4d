"""Which of two ways of reading a list leaves less of its units untold (Tabletop E)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.forms.written import Written
from rules.tabletop.lists.layout.gathering import gathered
from rules.tabletop.lists.layout.habits import LaidOut, laid_out
from rules.tabletop.lists.layout.line_roles import SURE, Told
from rules.tabletop.lists.layout.line_signs import plain
from rules.tabletop.lists.layout.line_sums import told_by
from rules.tabletop.lists.layout.said_again import says_same
from rules.tabletop.lists.lines.heading import goes_on_below, holds_all, is_heading, of_section
from rules.tabletop.lists.lines.lining import LEAST_POINTS, Line, is_head, lines_of
from rules.tabletop.lists.lines.of_all import of_all
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.titling import units_of
from rules.tabletop.lists.units.unit_lines import OpenUnit, of_quality
from rules.tabletop.lists.words.scanning import ARM, CLASS, MAN, QUALITY, RANK, TEAM, VEHICLE, scan
from rules.tabletop.refusing import RefusedError

_OF_UNITS = frozenset({ARM, CLASS, MAN, QUALITY, RANK, TEAM, VEHICLE})
FEWEST = 3
"""A list in which so many lines tell a price is one of points."""


def told_best(found: Written) -> Written:
    """What is written, put together as the whole list is laid out where that tells more of its units.

    Raises ``RefusedError`` for what goes beyond a limit.
    """
    told = told_by(gathered(found.lines))
    try:
        found.units = _without_headings(units_of(found), told_by(found.lines), found.left)
    except RefusedError:
        # What goes beyond a limit may be two units.
        if (laid := laid_out(found.lines)) is None:
            raise
        return _written(laid, found)
    if found.headed:
        return found
    costs = len([one for one in told if one.price is not None]) >= FEWEST
    lost = max(_lost(told, found), _joined(told, found))
    of_all = bool(found.said.quality)
    untold = _untold(found.units, costs=costs, of_all=of_all) + lost
    if not untold or (laid := laid_out(found.lines)) is None:
        return found
    other = _written(laid, found)
    # Where most units' names are left out, what is read are their parts.
    parts = 2 * _left_out(told, found) > len(other.units) and not _lost(told, other)
    said = [one.text for one in told if one.said]
    known = sum(_is_whole(one) and not _is_in(one, said) for one in found.units)
    whole = parts or laid.sure or len(other.units) >= max(2, known)
    left = _untold(other.units, costs=costs, of_all=of_all) + _lost(told, other)
    if not (whole and left < untold):
        return found
    other.units = _as_set_in(other.units, found.units)
    return other


def _as_set_in(units: Sequence[Raw], read: Sequence[Raw]) -> list[Raw]:
    """The units; where the same lines were read as they are set in below each other, as these were."""
    deep = {one.number: one for one in read if any(part.parts for part in one.parts)}
    return [
        same
        if (same := deep.get(one.number)) is not None
        and same.points == one.points
        and same.line.count(";") == one.line.count(";")
        else one
        for one in units
    ]


def _without_headings(units: list[Raw], told: Sequence[Told], left: list[str]) -> list[Raw]:
    """The units without names alone that are headings, as the others of the list are: "TANK"."""
    headings = {plain(one.text) for one in told if one.heading}
    if sum(one.price is not None for one in told) < FEWEST:
        return units
    kept = []
    for one in units:
        if one.points is None and not one.parts and plain(one.line) in headings:
            left.append(one.line)
        else:
            kept.append(one)
    return kept


def _lost(told: Sequence[Told], found: Written) -> int:
    """How many lines that name a unit and its quality are left out, or are no unit's first."""
    return max(_left_out(told, found), len(_names(told)) - len(found.units))


def _left_out(told: Sequence[Told], found: Written) -> int:
    left = {plain(line) for line in found.left}
    return sum(name in left for name in _names(told))


def _names(told: Sequence[Told]) -> list[str]:
    """The lines that name a unit and its quality."""
    return [plain(one.text) for one in told if one.name == SURE and one.qualities and not one.idle]


def _joined(told: Sequence[Told], found: Written) -> int:
    """How many lines that tell nothing but a price are one too many in a unit."""
    return max(0, sum(one.alone and bool(one.price) for one in told) - len(found.units))


def _written(laid: LaidOut, found: Written) -> Written:
    """The units of a list that is laid out so; what is said of all of them is as it was read."""
    other = replace(found, units=[], left=[], said=replace(found.said, used=[*found.said.used]))
    opened: OpenUnit | None = None
    section, whole = "", False
    for line in [*lines_of(laid.lines), None]:
        if line is not None and line.number in laid.parts and opened is not None:
            # All stand beside each other, whatever sign is before them.
            line.depth = 1
            opened.add(line)
            continue
        if opened is not None:
            other.units.append(of_quality(_raw(opened, laid.heads[opened.head.number]), section))
            opened = None
        if line is not None and line.number in laid.heads:
            opened = OpenUnit(line)
        elif line is not None:
            other.left.append(line.text.strip())
            if own := _section(line, other):
                section, whole = own, holds_all(line)
            elif is_heading(line) or is_head(line):
                section = goes_on_below(section, whole, line)
    return other


def _section(line: Line, found: Written) -> str:
    """The quality that a line says those below it have, if not all."""
    if section := of_section(line):
        found.said.used.append(line.text.strip())
        return section
    said = of_all(line)
    return said if said and found.said.quality and said.lower() != found.said.quality.lower() else ""


def _raw(opened: OpenUnit, costs: int | None) -> Raw:
    """A unit, with what its lines cost as they are laid out if it tells no points itself."""
    raw = opened.raw()
    return raw.with_points(costs) if raw.points in (None, -1) and costs is not None else raw


def _priced(units: Sequence[Raw]) -> int:
    return sum((one.points or 0) > 0 or (one.points is None and _ends_in_price(one)) for one in units)


def _ends_in_price(unit: Raw) -> bool:
    """Whether a unit has a number that can only be its price: "Sniper team 50"."""
    dear = any(number > LEAST_POINTS for number in facts_of(unit).bare)
    return dear and any(one.kind in _OF_UNITS for one in scan(unit.line))


def _is_whole(unit: Raw) -> bool:
    """Whether a unit has a price, and more than that."""
    return (unit.points or 0) > 0 and any(one.kind in _OF_UNITS for one in scan(unit.line))


def _is_in(unit: Raw, said: Sequence[str]) -> bool:
    """Whether its first line is of what is no unit's."""
    first = unit.line.split(";", maxsplit=1)[0].strip()
    return any(first in line for line in said)


def _untold(units: Sequence[Raw], *, costs: bool, of_all: bool) -> float:
    """Of how large a share nobody tells what the others do, or what ``costs`` of all: points and quality.

    ``of_all``: their quality is told of all.
    """
    told = [bool((facts := facts_of(one)).qualities or facts.green) or says_same(one.name) for one in units]
    qualified = sum(told)
    missing = len(units) - _priced(units) if costs else 0
    missing += len(units) - qualified if qualified and not of_all else 0
    return missing / len(units) if units else 0.0
