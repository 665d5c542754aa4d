"""A roster copied from the page that shows it: "Selections: ...", "Categories: ..." (Tabletop E)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from rules.tabletop.lists.lines.flagged import LEADS_IN

_SELECTIONS = re.compile(r"^\s*Selections:\s*", re.IGNORECASE)
_CATEGORIES = re.compile(r"^\s*Categories:\s*", re.IGNORECASE)
_SO_MANY = re.compile(r"([^\W\d_][^,()]*?)\s*\(x(\d{1,2})\)")
_POINTS = re.compile(r"(?<=\d) Points\]", re.IGNORECASE)
_PRICE = re.compile(r"\s*\[\d+pts\]$")
FEWEST = 2


def set_in(lines: Sequence[str]) -> list[str]:
    """The lines, if they are such a page, as the program prints them; all beside the units is a heading."""
    if sum(_CATEGORIES.match(one) is not None for one in lines) < FEWEST:
        return [*lines]
    found: list[str] = []
    unit, head = False, 0
    for at, line in enumerate(lines):
        told = _POINTS.sub("pts]", _SO_MANY.sub(r"\2x \1", _SELECTIONS.sub("", line).strip()))
        if not told or _is_unit(lines, at):
            unit, head = bool(told), len(found)
            found.append(told)
        elif not unit:
            found.append(f"{LEADS_IN}{told}")
        elif _SELECTIONS.match(line):
            found[-1] = f"{found[-1]}: {told}"
        elif not _CATEGORIES.match(line):
            # Who is told of below is no other than who is named above.
            found[head] = _without(told, found[head])
            found.append(f". {told}")
    return found


def _without(told: str, head: str) -> str:
    """The first line of a unit without what is told of in a line of its own."""
    name, colon, rest = head.partition(": ")
    kept = [one for one in rest.split(", ") if _PRICE.sub("", one) != _PRICE.sub("", told)]
    return f"{name}{colon}{', '.join(kept)}"


def _is_unit(lines: Sequence[str], at: int) -> bool:
    """Whether a line is the name of a unit: what it selects and its categories stand below it, as far in.

    Between these may stand, set in, who is in it and what each has.
    """
    if _SELECTIONS.match(lines[at]) or _CATEGORIES.match(lines[at]):
        return False
    behind = lines[at + 1 :]
    if behind and _SELECTIONS.match(behind[0]):
        behind = [*itertools.dropwhile(lambda line: _depth(line) > _depth(lines[at]), behind[1:])]
    return bool(behind) and bool(_CATEGORIES.match(behind[0])) and _depth(behind[0]) == _depth(lines[at])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 0
