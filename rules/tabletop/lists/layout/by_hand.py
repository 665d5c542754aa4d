"""A list of whose lines its owner says where each unit begins (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.lists.forms.texts import written
from rules.tabletop.lists.layout.best_told import told_best
from rules.tabletop.lists.layout.gathering import gathered
from rules.tabletop.lists.layout.line_roles import Told
from rules.tabletop.lists.layout.line_signs import named, part
from rules.tabletop.lists.layout.line_sums import told_by
from rules.tabletop.lists.lines.flagged import unflagged
from rules.tabletop.lists.lines.lining import lines_of
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.units.unit_lines import OpenUnit, of_quality
from rules.tabletop.lists.words.scanning import QUALITY, scan

UNIT, PART, LEAVE = "unit", "part", "leave"
ROLES = (UNIT, PART, LEAVE)
"""What a line is: a unit's first, one more of the unit above it, or no unit's."""
MUTE = ""
"""A line without a word is none of these."""
MOST_LINES, LONGEST = 600, 60_000
"""Lines with a word, and characters, of a list that is kept line by line."""
_ENDS = re.compile(r"^\W+|\W+$")


def may_be_parted(lines: Sequence[str], units: Sequence[Raw]) -> bool:
    """Whether each of the units begins in a line of its own, and the list is none of the longest."""
    begins = {one.number for one in units}
    apart = len(begins) == len(units) and all(0 < at <= len(lines) for at in begins)
    spoken = sum(re.search(r"\w", line) is not None for line in lines)
    return apart and spoken <= MOST_LINES and sum(map(len, lines)) <= LONGEST


def roles_of(lines: Sequence[str], units: Sequence[Raw], left: Sequence[str]) -> list[str]:
    """What each line was taken for when the list was read."""
    begins = {one.number for one in units}
    out = {_bare(piece) for line in left for piece in (line, *line.split("; "))} - {""}
    meant = [unflagged(line) for line in gathered(lines)]
    found: list[str] = []
    for at, line in enumerate(lines, 1):
        if not re.search(r"\w", line):
            found.append(MUTE)
        elif at in begins:
            found.append(UNIT)
        else:
            # Who sent a message, and when, is not in what is left out.
            without = _bare(line) in out or _bare(meant[at - 1]) in out
            found.append(LEAVE if without or UNIT not in found else PART)
    return found


def by_gaps(lines: Sequence[str]) -> list[str]:
    """What each line is where a unit begins below every empty one that tells something, and nowhere else."""
    tells = {one.at for one in told_by(lines) if one.tells}
    found: list[str] = []
    begin = 0
    for at, line in enumerate([*lines, ""]):
        if re.search(r"\w", line):
            continue
        block = range(begin, at)
        role = PART if tells & {*block} else LEAVE
        found += [UNIT if role == PART and row == begin else role for row in block]
        found += [MUTE] * (at < len(lines))
        begin = at + 1
    return found


def parted(
    lines: Sequence[str], units: Sequence[Raw], left: Sequence[str], roles: Sequence[str]
) -> list[Raw]:
    """The units as ``roles`` part the lines; those that begin and end as before are as they were read."""
    before = extents(roles_of(lines, units, left))
    known = {one.number: one for one in units}
    above = {at: known[begin] for begin, own in before.items() for at in own}
    found = []
    for begin, own in extents(roles).items():
        if before.get(begin) == own:
            found.append(known[begin])
        else:
            made = _made(begin, [lines[at - 1] for at in own])
            found.append(of_quality(made, _given(above[begin])) if begin in above else made)
    return found


def _given(unit: Raw) -> str:
    """The quality that a heading, or what is said of all, gave a unit; empty if it tells its own, or none."""
    parts = (one.text for one in unit.parts if one.text.lower() not in unit.line.lower())
    return next((text for text in parts if {one.kind for one in scan(text)} == {QUALITY}), "")


def _bare(line: str) -> str:
    return " ".join(_ENDS.sub("", line).split()).lower()


def extents(roles: Sequence[str]) -> dict[int, list[int]]:
    """The lines of each unit, counted from 1, by its first one; what no unit stands above is none's."""
    found: dict[int, list[int]] = {}
    begin = 0
    for at, role in enumerate(roles, 1):
        if role == UNIT:
            begin = at
            found[begin] = []
        if role in (UNIT, PART) and begin:
            found[begin].append(at)
    return found


def _made(begin: int, lines: Sequence[str]) -> Raw:
    """The unit of these lines: as it is read where it stands alone, else its name and all else below it."""
    rows = told_by(gathered(lines))
    raw = replace(_alone(lines) or _put_together(rows), number=begin)
    sums = [one.price for one in rows if one.alone and one.price]
    price = sums[-1] if sums else next((one.price for one in rows if one.price is not None), None)
    if sums and price == max(sums) and raw.points != price:
        # "10 men x 13 = 130", and below all "= 153"
        return raw.with_points(price)
    return raw.with_points(price) if raw.points in (None, -1) and price is not None else raw


def _alone(lines: Sequence[str]) -> Raw | None:
    """The unit as it is read where nothing stands beside it, if it is read as one."""
    found = told_best(written("\n".join(lines)))
    return found.units[0] if len(found.units) == 1 and not found.left else None


def _put_together(rows: Sequence[Told]) -> Raw:
    """The unit with the first of these rows for its name, and all others below it."""
    # "95 pts" may stand above the name.
    head = 1 if len(rows) > 1 and rows[0].alone and rows[0].price is not None else 0
    name, below = rows[head].text, [one.text for one in (*rows[:head], *rows[head + 1 :])]
    first, *rest = lines_of([named(name) or name, *(f"- {part(one)}" for one in below)])
    opened = OpenUnit(first)
    for line in rest:
        # All stand beside each other, whatever sign is before them.
        line.depth = 1
        opened.add(line)
    return opened.raw()
