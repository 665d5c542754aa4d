"""What a list that somebody sends may hold: everything beyond it is refused by name (Tabletop E)."""

from __future__ import annotations

from rules.tabletop.refusing import RefusedError

MOST_BYTES = 1024 * 1024
MOST_INFLATED = 4 * 1024 * 1024
MOST_RATIO = 100
MOST_DEPTH = 40
MOST_NODES = 50_000
LONGEST_VALUE = 500
MOST_LINES = 2_000
MOST_UNITS = 120
MOST_LINES_OF_UNITS = 5 * MOST_UNITS
"""So many lines may look like units until it is known how a list is laid out."""
MOST_AT_TABLE = 2 * MOST_UNITS
"""Two whole lists: whichever comes first, it leaves room for the other."""
MOST_MEN = 99
MOST_OF_A_KIND = 30
MOST_GROUPS = 20
MOST_COUNTED = 20
MOST_PARTS = 200
MOST_QUESTIONS = 500
MOST_READ = 1024 * 1024
"""Characters of all that is read of a list, as it is kept."""
MOST_POINTS = 9999
LONGEST_ANSWER = 300
LONGEST_TOLD = 60
"""Of a name that stands in a refusal."""
MEGABYTES, SECONDS = 256, 5


def too_much(what: str, most: int, line: int = 0, unit: str = "") -> RefusedError:
    """The refusal of a list that goes beyond a limit, which it names, with the line or unit at fault."""
    named = {"unit": unit[:LONGEST_TOLD]} if unit else {}
    return RefusedError(f"list {what}", "roster", most=most, line=line, **named)


def within(count: int, most: int, what: str, line: int = 0, unit: str = "") -> None:
    """Raises ``RefusedError`` beyond a limit."""
    if count > most:
        raise too_much(what, most, line, unit)
