"""What a unit does not tell and its list does: whose its points are, and what it lacks (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.lines.figures import EACH_COSTS
from rules.tabletop.lists.lines.of_all import SaidOfAll, excepted_by
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL
from rules.tabletop.lists.sizes import MANY
from rules.tabletop.lists.units.costing import OF_BOTH
from rules.tabletop.lists.units.prices import told_points
from rules.tabletop.lists.words.scanning import QUALITY, scan
from rules.tabletop.lists.words.troops import QUALITIES

_FREE = {"free", "gratis", "gratuit", "gratuito", "kostenlos"}
MOST_SHARED = 10
"""Of so many lines it is tried out whether their points are those of each unit or of all."""
LEAST = 3
"""A shorter list says nothing of how its writer tells units."""

_EACH = re.compile(
    r"@|\b(?:je|jeweils|chacune?s?|ciascun[oa]|cad(?:auno|a)?|cada un[oa]|po|per|stuk|darab(?:ja)?|kpl)\b"
    r"|\b[2-9]\s?[x\u00d7*]\s?\d{2,3}\s*(?:pts?|points?)?\s*=",
    re.IGNORECASE,
)
"""What each of several costs, in other words than "each": "@ 50", "je 50 Punkte", "3 x 50 = 150"."""
_CELLS = re.compile(r"[\t|]|;(?! (?:[-*.\u2022\u00b7]|$))|\S\s{2,}\S")
"""A row of a table: its columns mostly tell what one costs. Behind "; -" are lines below."""
LEAST_OF_A_MAN, LEAST_OF_ONE = 6, 17
"""No man, and neither a car nor a team, costs less."""


def expecting(
    units: Sequence[Raw],
    left: Sequence[str] = (),
    said: SaidOfAll | None = None,
    total: int | None = None,
    *,
    doubted: bool = False,
) -> list[Raw]:
    """The units, each with the fields that it lacks and two thirds of all have: quality, points.

    Points are expected of half of them, too, where the others' fall short of the ``total`` that is told.

    Quality is expected, too, where what is ``left`` out speaks of one, "my veterans", and was not used as a
    heading or as ``said`` of all; where headings tell it of some; where what is said of all is ``doubted``;
    and of those whom that excepts.
    """
    said = said or SaidOfAll()
    facts = [facts_of(one) for one in units]
    told = {
        "quality": [bool(one.qualities or one.green) for one in facts],
        "points": [
            raw.points is not None or bool(one.bare or _FREE & one.words)
            for raw, one in zip(units, facts, strict=True)
        ],
    }
    most = [name for name, each in told.items() if len(each) >= LEAST and sum(each) * 3 >= len(each) * 2]
    if "points" not in most and sum(told["points"]) * 2 >= len(units) and _falls_short(units, total):
        most.append("points")
    spoken = any(_of_quality(line) for line in left if line not in said.used)
    if doubted or spoken or (said.used and not said.quality) or _speaks_for_all(units, told["quality"]):
        most.append("quality")
    lacking = [frozenset(name for name in most if not told[name][at]) for at in range(len(units))]
    lacking = [
        # Roster programs always tell it; where it is not among what is read of a file it is asked.
        found | {"quality"} if raw.structured and not told["quality"][at] else found
        for at, (raw, found) in enumerate(zip(units, lacking, strict=True))
    ]
    lacking = [
        found | {"quality"} if excepted_by(one, said.but) is not None else found
        for one, found in zip(units, lacking, strict=True)
    ]
    return [replace(one, expected=one.expected | lacks) for one, lacks in zip(units, lacking, strict=True)]


def _speaks_for_all(units: Sequence[Raw], told: Sequence[bool]) -> bool:
    """Whether only something that costs nothing, or too much for a unit, tells a quality, and no other does.

    "Men are veteran, the tank regular" may be said of all.
    """
    priced = [0 < told_points(one) < LEAST_OF_ALL for one in units]
    speaking = [not costs for costs, tells in zip(priced, told, strict=True) if tells]
    return any(speaking) and len(units) > LEAST and 3 * (len(speaking) - sum(speaking)) < len(units)


def _falls_short(units: Sequence[Raw], total: int | None) -> bool:
    """Whether what is told of units costs less than the total of all."""
    return total is not None and 0 < sum(max(0, one.points or 0) * one.times for one in units) < total


def _of_quality(line: str) -> bool:
    """Whether a line left out speaks of troops that are not regular, which a unit is where none is told."""
    return any(one.kind == QUALITY and QUALITIES[one.key] != "regular" for one in scan(line))


def shared(units: list[Raw], total: int | None) -> list[Raw]:
    """Points of "2x" are each unit's, unless only as those of both they add up to the total that is told.

    Where several ways add up, or no total is told, what differs between them is asked.
    """
    # "10x Grenadiers" are men: nobody has as many squads.
    times = [one.times if one.times < MANY else 1 for one in units]
    told = [
        at
        for at, one in enumerate(units)
        if times[at] > 1 and one.kind == "" and (told_points(one) > 0 or EACH_COSTS.search(one.line))
    ]
    several = [at for at in told if not EACH_COSTS.search(units[at].line)][:MOST_SHARED]
    if total is None and several:
        # Nothing tells whether it is of each or of all, but where it is said in other words; where others
        # say "each", whoever does not may mean all, whatever he costs.
        contrast = len(several) < len(told)
        open_ones = [at for at in several if _may_be_of_all(units[at], whatever=contrast)]
        return [_asked_of(one) if at in open_ones else one for at, one in enumerate(units)]
    if total is None or not several:
        return units
    each = sum(max(0, one.points or 0) * count for one, count in zip(units, times, strict=True))
    if each == total:
        return units
    less = {at: (units[at].points or 0) * (units[at].times - 1) for at in several}
    fitting = [
        some
        for count in range(1, len(several) + 1)
        for some in combinations(several, count)
        if each - sum(less[at] for at in some) == total
    ]
    if not fitting:
        return units
    sure = set(fitting[0]).intersection(*fitting[1:])
    open_ = {at for some in fitting for at in some} - sure
    return [
        _asked_of(one) if at in open_ else one.with_points(_share(one)) if at in sure else one
        for at, one in enumerate(units)
    ]


def _may_be_of_all(one: Raw, *, whatever: bool) -> bool:
    """Whether points of several may be those of all: nothing says of whom, and each might cost so little.

    ``whatever``: what each would cost then tells nothing.
    """
    if OF_BOTH.search(one.line) or _EACH.search(one.line) or _CELLS.search(one.line):
        return False
    if whatever:
        return True
    facts = facts_of(one)
    arms, men = (sum(named.count or 0 for named in some) for some in (facts.arms, facts.men))
    men = max(facts.total or 0, arms, men)
    return _share(one) >= (LEAST_OF_A_MAN * men if men >= MANY else LEAST_OF_ONE)


def _asked_of(one: Raw) -> Raw:
    """A unit of which it is asked whether its points are those of all."""
    points = told_points(one)
    return one.with_points(-1, tuple(number for number in (points, _share(one)) if number > 0))


def _share(one: Raw) -> int:
    """The points of each of several units of which those of all are told; -1 if they do not go round."""
    points = told_points(one)
    return points // one.times if points % one.times == 0 else -1
