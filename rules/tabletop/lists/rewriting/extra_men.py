"""Men that are bought beside those of a unit, "NCO and 4 men", "3 extra men": as one number (Tabletop E)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

_MEN = r"(?:men|man|models?|soldiers?|troopers?)"
_HELD = r"(?P<held>\s+with\s+(?:an?\s+)?rifles?)?"
_COSTS = r"(?P<costs>\s*[:=(-]?\s*\+?(?P<points>\d{1,3})\s*(?:pts?|points?)?\)?)?\s*$"
_BASE = re.compile(
    r"^(?P<lead>\s*(?:[-*\u2022]\s*)?)(?:base(?: (?:unit|squad))?\s*:\s*)?"
    rf"(?P<who>(?:nco|sergeant|sgt|corporal|cpl|leader)\s*(?:and|&|\+|plus)\s*)?(?P<men>\d{{1,2}})\s+{_MEN}"
    rf"{_HELD}{_COSTS}",
    re.IGNORECASE,
)
_EXTRA = re.compile(
    r"^\s*(?:[-*\u2022]\s*)?(?:\+\s*(?P<plus>\d{1,2})\s+(?:(?:extra|additional|more|further)\s+)?"
    rf"|(?P<more>\d{{1,2}})\s*x?\s+(?:extra|additional|more|further)\s+){_MEN}{_HELD}{_COSTS}",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"^\s*(?:[-*\u2022]\s*)?(?:extra|additional|more|further)\s+{_MEN}\s*:\s*(?P<more>\d{{1,2}})\s*$", re.I
)
"""The same as a field: "extra men: 6"."""
_LEADER = re.compile(r"\b(?:nco|sergeant|sgt|corporal|cpl|leader)\b", re.IGNORECASE)
MOST_OPTIONS = 8


def with_extra_men(lines: Sequence[str]) -> list[str]:
    """The lines; a unit's men and those below that it has more are so many together, at what both cost."""
    found: list[str] = []
    for at, line in enumerate(lines):
        base = _BASE.match(found[-1]) if found else None
        extra = (_EXTRA.match(line) or _TOLD.match(line)) if base is not None else None
        if base is None or extra is None:
            found.append(line)
            continue
        told = extra.groupdict("0")
        men = int(base["men"]) + int(told.get("plus", 0)) + int(told["more"])
        points = int(base["points"] or 0) + int(told.get("points", 0))
        leads = base["who"] is not None
        rifle = leads and base["held"] and not _is_armed_below(lines[at + 1 :])
        all_ = f"{base['lead']}{men + leads} men{', NCO with rifle' if rifle else ''}"
        found[-1] = f"{all_}: {points} pts" if points else all_
    return found


def _is_armed_below(lines: Sequence[str]) -> bool:
    """Whether one of the lines up to an empty one tells what their leader has."""
    own = itertools.takewhile(str.strip, itertools.islice(lines, MOST_OPTIONS))
    return any(_LEADER.search(line) for line in own)
