"""What is asked of a whole list: where its units begin, and whether they add up (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.questions import Question

WHOLE = -1
"""The number of the unit in a question about all of them."""
BEGINS, TOTAL = "begins", "total"
AS_READ = "as read"
LEAST_TOTAL, ROUND, UNSPENT = 100, 50, 0.1
MOST_DOUBTS, FEWEST_DOUBTS = 0.3, 2
"""Of so many units it may be open what they are, or what they cost: of more, how the list was parted is."""
_DOUBTS = ({"kind", "points"}, {"quality"}, {"line", "count"})


def questions_of_whole(
    units: Sequence[ListedUnit],
    lines: Sequence[str],
    total: int | None,
    *,
    sure: bool | None,
    open_: bool,
    told: Collection[str] = (),
) -> Iterator[Question]:
    """What is asked of all units together, beside what ``told`` has an answer to.

    ``lines``: those of a text; ``sure``: whether its owner has said where units begin, False if they seem to
    begin elsewhere; ``open_``: whether anything is asked of one of them.
    """
    doubtful = sure is False or (sure is None and _are_doubtful(units, lines))
    if doubtful and BEGINS not in told:
        yield Question(BEGINS, "where units begin", "line", "", (AS_READ,), AS_READ)
        open_ = True
    made = sum(one["points"] * one["count"] for one in units)
    if TOTAL not in told and not open_ and _is_amiss(total or 0, made):
        yield Question(TOTAL, "does it add up", "points", str(total), (AS_READ,), AS_READ)


def _are_doubtful(units: Sequence[ListedUnit], lines: Sequence[str]) -> bool:
    """Whether so much is open of units that take several lines that some may be parted wrongly.

    Of 1,161 lists of known truth this holds for all that were, and for one in twenty-five of the others.
    """
    if sum(re.search(r"\w", line) is not None for line in lines) <= len(units):
        return False
    doubts = sum(bool(fields & {*one["ask"]}) for one in units for fields in _DOUBTS)
    return doubts >= max(FEWEST_DOUBTS, MOST_DOUBTS * len(units))


def _is_amiss(total: int, made: int) -> bool:
    """Whether a list tells another sum than its units make.

    "1000 points" may be as many as are allowed, and a number far from the sum is that of something else.
    """
    if total < LEAST_TOTAL or total == made or not total / 2 <= made <= 2 * total:
        return False
    allowed = total % ROUND == 0 and made < total
    return not (allowed and total - made <= total * UNSPENT)
