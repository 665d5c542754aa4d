"""What is counted around a battle: points named in a list, and how long a place is kept."""

from __future__ import annotations

import re
from datetime import timedelta

KEPT = timedelta(days=30)
"""How long after its date a place is kept."""

_POINTS = re.compile(r"(?<![\w.])(\d{1,4})\s*(?:pts?|points?|p)\b\.?", re.IGNORECASE)
_TOTAL = re.compile(r"\b(total|sum|altogether|army)\b", re.IGNORECASE)


def points_in(text: str) -> int | None:
    """What the points named in a list add up to (``Squad 120 pts``), lines that speak of a total aside;
    None if it names none.
    """
    found = [
        int(match.group(1))
        for line in text.splitlines()
        if not _TOTAL.search(line)
        for match in list(_POINTS.finditer(line))[-1:]
    ]
    return sum(found) if found else None
