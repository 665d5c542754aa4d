"""What is asked of a whole list: where its units begin, and whether they add up (Tabletop E)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.layout.doubts import CLEAR, DOUBTFUL, TOLD, UNEVEN
from rules.tabletop.lists.questions import Question

WHOLE = -1
"""The number of the unit in a question about all of them."""
BEGINS, TOTAL = "begins", "total"
AS_READ = "as read"
_OPEN = frozenset({"kind", "points", "quality", "line", "count"})
LEAST_TOTAL, ROUND, UNSPENT = 100, 50, 0.1
FEWEST, SEVERAL = 2, 3
"""Of so many units it is open what they are, or what they cost: how the list was parted is, too."""
MOST_UNPRICED, MANY, MOST = 0.7, 0.25, 0.5
"""Where more units have no price, prices say nothing; of many lines, of most units, something is open."""


def questions_of_whole(
    units: Sequence[ListedUnit],
    lines: Sequence[str],
    total: int | None,
    *,
    doubt: int,
    open_: bool,
    told: Collection[str] = (),
) -> Iterator[Question]:
    """What is asked of all units together, beside what ``told`` has an answer to.

    ``lines``, ``total``, ``doubt``: as the source of the list has them; ``open_``: whether anything is asked
    of one of them.
    """
    if lines and BEGINS not in told and _are_doubtful(units, doubt):
        yield Question(BEGINS, "where units begin", "line", "", (AS_READ,), AS_READ)
        open_ = True
    made = sum(one["points"] * one["count"] for one in units)
    if TOTAL not in told and not open_ and _is_amiss(total or 0, made):
        yield Question(TOTAL, "does it add up", "points", str(total), (AS_READ,), AS_READ)


def _are_doubtful(units: Sequence[ListedUnit], doubt: int) -> bool:
    """Whether units seem to begin elsewhere, or so much is open of them that some may."""
    if doubt in (TOLD, DOUBTFUL):
        return doubt == DOUBTFUL
    asked = [{*one["ask"]} for one in units]
    unknown = sum(bool(fields & {"kind", "points"}) for fields in asked)
    if doubt == CLEAR:
        # A line of which it is open what it is may be part of the one above.
        return unknown >= max(SEVERAL, MANY * len(units))
    opened = sum(bool(fields & _OPEN) for fields in asked)
    much = opened >= FEWEST
    unpriced = sum(not one["points"] for one in units)
    odd = 0 < unpriced <= MOST_UNPRICED * len(units)
    most = opened >= max(FEWEST, MOST * len(units))
    uneven = doubt == UNEVEN
    return most or unknown >= FEWEST or (odd and (much or uneven or unpriced >= FEWEST)) or (uneven and much)


def _is_amiss(total: int, made: int) -> bool:
    """Whether a list tells another sum than its units make.

    "1000 points" may be as many as are allowed, and a number far from the sum is that of something else.
    """
    if total < LEAST_TOTAL or total == made or not total / 2 <= made <= 2 * total:
        return False
    allowed = total % ROUND == 0 and made < total
    return not (allowed and total - made <= total * UNSPENT)
