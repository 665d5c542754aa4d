"""A roster copied from the page that shows it: "Selections: ...", "Categories: ..." (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.forms.flagged import LEADS_IN

_SELECTIONS = re.compile(r"^\s*Selections:\s*", re.IGNORECASE)
_CATEGORIES = re.compile(r"^\s*Categories:\s*", re.IGNORECASE)
_SO_MANY = re.compile(r"([^\W\d_][^,()]*?)\s*\(x(\d{1,2})\)")
_POINTS = re.compile(r"(?<=\d) Points\]", re.IGNORECASE)
FEWEST = 2


def set_in(lines: Sequence[str]) -> list[str]:
    """The lines, if they are such a page, as the program prints them; all beside the units is a heading."""
    if sum(_CATEGORIES.match(one) is not None for one in lines) < FEWEST:
        return [*lines]
    found: list[str] = []
    unit = False
    for at, line in enumerate(lines):
        told = _POINTS.sub("pts]", _SO_MANY.sub(r"\2x \1", _SELECTIONS.sub("", line).strip()))
        if not told or _is_unit(lines, at):
            unit = bool(told)
            found.append(told)
        elif not unit:
            found.append(f"{LEADS_IN}{told}")
        elif _SELECTIONS.match(line):
            found[-1] = f"{found[-1]}: {told}"
        elif not _CATEGORIES.match(line):
            found.append(f". {told}")
    return found


def _is_unit(lines: Sequence[str], at: int) -> bool:
    """Whether a line is the name of a unit: what it selects and its categories stand below it."""
    if _SELECTIONS.match(lines[at]) or _CATEGORIES.match(lines[at]):
        return False
    behind = lines[at + 1 : at + 3]
    if behind and _CATEGORIES.match(behind[0]):
        return True
    return len(behind) > 1 and bool(_SELECTIONS.match(behind[0]) and _CATEGORIES.match(behind[1]))
