"""Men that are bought beside those of a unit, "NCO and 4 men", "3 extra men": as one number (Tabletop E)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

_MEN = r"(?:men|man|models?|soldiers?|troopers?|infantrym[ae]n)"
_HELD = r"(?P<held>\s+with\s+(?:an?\s+)?rifles?)?"
_EACH = r"(?:\s*(?:@|\bat\b|[x\u00d7])\s*(?P<each>\d{1,3})\s*(?:pts?|points?)?(?:\s*(?:each|ea))?)?"
_COSTS = (
    rf"{_EACH}(?:\s*[._]{{3,}})?(?:\s*base\b)?"
    r"(?:\s*[:=|(-]?\s*\+?\s*(?P<points>\d{1,3})\s*(?:pts?|points?)?\)?)?\s*$"
)
_MORE = r"(?:extra|additional|more|further)"
_BASE = re.compile(
    r"^(?P<lead>\s*(?:[-*\u2022]\s*)?)(?:base(?: (?:unit|squad|cost))?\s*:?\s*)?"
    rf"\(?(?P<who>(?:nco|sergeant|sgt|corporal|cpl|leader)\s*(?:and|&|\+|plus)\s*)?(?P<men>\d{{1,2}})\s+{_MEN}\)?"
    rf"{_HELD}{_COSTS}",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"^(?P<head>\S.*?[^\s,;|])\s*[,;|]?\s+(?:base\s+|\|\s*)(?P<men>\d{{1,2}})\s+{_MEN}{_COSTS}",
    re.IGNORECASE,
)
"""The same behind a unit's name: "Paratroop section, veteran, base 5 men 70"."""
_EXTRA = re.compile(
    rf"^\s*(?:[-*\u2022]\s*)?(?:\+\s*(?P<plus>\d{{1,2}})\s+(?:{_MORE}\s+)?"
    rf"|(?P<more>\d{{1,2}})\s*x?\s+{_MORE}\s+){_MEN}{_HELD}{_COSTS}",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"^\s*(?:[-*\u2022]\s*)?{_MORE}\s+{_MEN}\s*:\s*(?P<more>\d{{1,2}})(?!\d)(?:\s*{_MEN})?{_COSTS}", re.I
)
"""The same as a field: "extra men: 6", "Extra men: 5 x 14 = 70"."""
_LEADER = re.compile(r"\b(?:nco|sergeant|sgt|corporal|cpl|leader)\b", re.IGNORECASE)
_WORD = re.compile(
    r"^(\s*(?:[-*\u2022+]\s*)?)base(?: (?:unit|squad|cost))?\s*:?\s*(?=\(?\d{1,2} (?:men|man)\b)"
    r"|(?<=, )base\s+(?=\d{2,3}\s*$)",
    re.IGNORECASE,
)
"""What only says that options follow: "base 75"."""
_ALONE = re.compile(
    r"^\s*(?:[-*\u2022+]\s*)?base(?: cost)?\s*:?\s*(\d{2,3})\s*(?:pts?|points?)?\s*$", re.IGNORECASE
)
MOST_OPTIONS = 8


def with_extra_men(lines: Sequence[str]) -> list[str]:
    """The lines; a unit's men and those below that it has more are so many together, at what both cost."""
    found: list[str] = []
    for at, line in enumerate(lines):
        alone = _ALONE.match(line)
        if alone is not None and found and re.search(rf"(?<!\d){alone[1]}(?!\d)", found[-1]):
            # It stands with the name already.
            continue
        extra = _EXTRA.match(line) or _TOLD.match(line)
        base = _BASE.match(found[-1]) if found and extra is not None else None
        named = _NAMED.match(found[-1]) if found and extra is not None and base is None else None
        if extra is None or (base is None and named is None):
            found.append(line)
            continue
        more, paid = _told(extra)
        if named is not None:
            men, points = _told(named)
            found[-1] = named["head"]
            found.append(
                _written(f"{line[: len(line) - len(line.lstrip())] or ' '}", men + more, points + paid)
            )
            continue
        assert base is not None
        men, points = _told(base)
        leads = base["who"] is not None
        rifle = leads and base["held"] and not _is_armed_below(lines[at + 1 :])
        found[-1] = _written(
            base["lead"], men + leads + more, points + paid, ", NCO with rifle" * bool(rifle)
        )
    return [_WORD.sub(lambda word: word[1] or "", line) for line in found]


def _told(found: re.Match[str]) -> tuple[int, int]:
    """How many men, and what they cost."""
    told = found.groupdict("0")
    men = int(told.get("men", 0)) + int(told.get("plus", 0)) + int(told.get("more", 0))
    return men, int(told["points"] or 0) or men * int(told["each"])


def _written(lead: str, men: int, points: int, more: str = "") -> str:
    told = f"{lead}{men} men{more}"
    return f"{told}: {points} pts" if points else told


def _is_armed_below(lines: Sequence[str]) -> bool:
    """Whether one of the lines up to an empty one tells what their leader has."""
    own = itertools.takewhile(str.strip, itertools.islice(lines, MOST_OPTIONS))
    return any(_LEADER.search(line) for line in own)
