"""How a whole list is laid out: where its units begin, told from all of its lines at once (Tabletop E).

A writer does with each unit what he does with the others: its price stands with its name, below it, above it
or at its end, and its name is numbered, stressed, or behind an empty line. Each such habit is tried on the
whole list; the one that leaves the least unexplained is taken if no other explains it nearly as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rules.tabletop.lists.layout.gathering import gathered
from rules.tabletop.lists.layout.how_many import says_number
from rules.tabletop.lists.layout.line_roles import SURE, Told
from rules.tabletop.lists.layout.line_signs import named, part, plain
from rules.tabletop.lists.layout.line_sums import told_by

FEWEST = 3
_PRINTED = re.compile(r"^\s*\+\+ .* \+\+\s*$")
"""A force as a program prints it, which sets in what is below a unit."""
HEAD, INSIDE, LAST, ABOVE = "head", "inside", "last", "above"
_NAMED = (0.0, 0.3, 2.0, 4.0)
MOST_WRONG = 1.5
"""So much of a unit may be unexplained."""
MARGIN = 0.25
MOST_LINES = 24
"""No unit has so many lines before what it costs."""
LEAST_TELLING = 0.8
ADDED_UP = 0.5
"""So much speaks for a unit whose lines make up what its first one costs."""
MOST_PARTED, PARTED = 0.2, 1.2
"""Of so few units of a list some lines stand apart: that speaks against their being one."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where units begin and end among the lines; ``above`` if each one's price stands above its name."""

    units: tuple[tuple[int, int], ...]
    above: bool
    wrong: float
    marked: bool = False
    """Whether each unit's name has a sign, and no other line."""

    @property
    def starts(self) -> tuple[int, ...]:
        return tuple(start for start, _end in self.units)


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Lines, each unit's together with its name first.

    ``heads``: in which lines, counted from 1, they begin, with what each costs; ``parts``: what is below.
    """

    lines: list[str]
    heads: dict[int, int | None]
    parts: frozenset[int]
    sure: bool = False
    """Whether nothing is left unexplained: each unit has a name, a quality, a price, and the sign of one."""


def laid_out(lines: Sequence[str]) -> LaidOut | None:
    """The lines with each unit's together; None if nothing sure is to be said of their layout."""
    if any(_PRINTED.match(line) for line in lines):
        return None
    put = gathered(lines)
    told = told_by(put)
    found = layout_of(told)
    if found is None or (put == [*lines] and all(end - start == 1 for start, end in found.units)):
        # They stand in one line each, as they are read.
        return None
    apart = all(told[start].gap for start, _end in found.units)
    if 2 * sum(end - start > 1 for start, end in found.units) <= len(found.units) and any(
        _may_begin(one, told[start]) and (one.gap or not apart)
        for start, end in found.units
        for one in told[start + 1 : end]
    ):
        # Most do, and what one seems to hold is another.
        return None
    made = [""] * len(lines)
    heads, parts = dict[int, int | None](), set[int]()
    inside = {at for start, end in found.units for at in range(start, end)}
    for at, one in enumerate(told):
        if at not in inside:
            made[one.at] = one.text
    for start, end in found.units:
        rows = [one for one in told[start:end] if not one.idle]
        head = 1 if found.above and len(rows) > 1 and rows[0].alone else 0
        at = told[start].at
        heads[at + 1] = next((row.price for row in rows if row.price is not None), None)
        made[at] = named(rows[head].text)
        below = [*rows[:head], *rows[head + 1 :]]
        for row in sorted(below, key=lambda row: row.alone and row.price is not None):
            at += 1
            parts.add(at + 1)
            told_ = part(row.text, row.price if row.alone else None)
            # "(I have two of these)" is no remark.
            made[at] = f"- {told_.strip('()[] ') if says_number(told_) else told_}"
        for row in told[start:end]:
            if row.idle:
                at += 1
                made[at] = row.text
    return LaidOut(made, heads, frozenset(parts), found.wrong <= 0 and found.marked)


def _may_begin(one: Told, head: Told) -> bool:
    """Whether a line may be another unit's first, as that of a unit is."""
    told = bool(one.qualities) or one.name == SURE
    if None not in (one.price, head.price) and not (one.alone or head.alone):
        # "37mm AT gun, 50" below "AT rifle, reg, 30"
        told = told or one.marks == head.marks
    return not one.idle and told and one.marks >= head.marks


def layout_of(told: Sequence[Told]) -> Layout | None:
    """The one that explains a list, None if several do, or none does."""
    marks = sorted(set().union(*(one.marks for one in told)))
    habits = product(_anchors(told, marks), (LAST, HEAD, INSIDE, ABOVE), (None, *marks))
    tried = [Habit(told, anchors, price, mark).layout() for anchors, price, mark in habits]
    fitting = sorted((one for one in tried if one is not None), key=lambda one: one.wrong / len(one.units))
    if not fitting or (best := fitting[0]).wrong > MOST_WRONG * len(best.units):
        return None
    for other in fitting[1:]:
        apart = len(set(best.starts) ^ set(other.starts)) / 2
        if other.wrong - best.wrong < MARGIN * apart:
            return None
    return best


def _anchors(told: Sequence[Told], marks: Sequence[str]) -> list[tuple[int, ...]]:
    """Lines of which each unit may have one: with what it costs, its quality, or a sign of its name."""
    priced = tuple(at for at, one in enumerate(told) if one.price is not None)
    qualified = tuple(at for at, one in enumerate(told) if one.qualities and not one.idle)
    marked = [
        tuple(at for at, one in enumerate(told) if mark in one.marks and not one.idle) for mark in marks
    ]
    most = max(len(priced), len(qualified))
    apart = tuple(at for at, one in enumerate(told) if one.gap and not one.idle)
    few = [one for one in (priced, qualified, *marked) if FEWEST <= len(one) <= most]
    # One of them tells no price.
    few += [one for one in marked if most > FEWEST and len(one) == most + 1 and _tell_more(told, one)]
    if most > FEWEST and most - 1 <= len(apart) <= most + 1:
        # One of them tells no price.
        few.append(apart)
    return [*dict.fromkeys(few)]


def _tell_more(told: Sequence[Told], marked: Sequence[int]) -> bool:
    """Whether each of these lines has another below it, that tells of it, or tells what it costs."""
    below = {at: told[at + 1] for at in marked if at + 1 < len(told) and at + 1 not in marked}
    return all(
        told[at].price is not None or (at in below and not (below[at].idle or below[at].gap)) for at in marked
    )


def _title(one: Told) -> float:
    """What speaks against a line above all units being none of theirs."""
    if not one.tells:
        return 0.0
    if one.alone and one.price is not None:
        return 4.0
    return 0.5 if one.name == SURE and one.price is None and not one.qualities else 2.0


def _left(one: Told) -> float:
    """The same of one between two units."""
    return 0.0 if one.idle else 3.0 if one.name == SURE else 2.0 if one.tells else 0.5


def _swallowed(one: Told) -> float:
    """What speaks against a line being one of the unit above it."""
    return 1.0 * (one.name == SURE and not one.heading)


class Habit:
    """A way of writing units: where their prices stand, and which sign their names have."""

    def __init__(self, told: Sequence[Told], anchors: Sequence[int], price: str, mark: str | None) -> None:
        self.told, self.anchors, self.price, self.mark = told, anchors, price, mark
        least, most = len(anchors) - 1, LEAST_TELLING * len(told)
        # Where all lines stand apart, an empty one between tells nothing.
        self.gaps = least <= sum(one.gap for one in told) <= most
        self.rules = least <= sum(one.rule for one in told) <= most
        self.priced = sum(one.price is not None for one in told) >= max(FEWEST, 0.5 * len(anchors))
        self.qualified = sum(bool(one.qualities) for one in told) * 5 >= len(anchors) * 4

    def layout(self) -> Layout | None:
        """The list as that habit has it, and what it leaves unexplained."""
        starts = [*self._starts()]
        if not starts or len(starts) < len(self.anchors):
            return None
        units = []
        wrong = sum(map(_title, self.told[: starts[0]]))
        for at, start in enumerate(starts):
            last = at + 1 == len(starts)
            if self.price == LAST:
                end = self._counted(self.anchors[at] + 1)
            else:
                end = (
                    self._tail(self.anchors[at] + 1)
                    if last
                    else self._without_headings(start, starts[at + 1])
                )
            after = len(self.told) if last else starts[at + 1]
            wrong += sum(2.0 for one in self.told[end:after] if one.tells)
            if self._holds_two(start, end):
                return None
            wrong += self._wrong(start, end)
            units.append((start, end))
        if self.mark is not None:
            wrong -= 0.5 * len(units)
        inner = [sum(one.gap for one in self.told[start + 1 : end]) for start, end in units]
        if self.gaps and sum(inner) <= MOST_PARTED * len(units):
            # All others stand without an empty line in them.
            wrong += PARTED * sum(inner)
        if self.price == INSIDE:
            # It explains nearly anything.
            wrong += 0.05 * len(units)
        return Layout(tuple(units), self.price == ABOVE, wrong, self.mark is not None)

    def _counted(self, end: int) -> int:
        """Where a unit ends, below whose price it may stand how many there are: "I take that one twice"."""
        return end + (end < len(self.told) and says_number(plain(self.told[end].text)) > 0)

    def _holds_two(self, start: int, end: int) -> bool:
        """Whether two of its lines each name a unit, with its quality or the sign of a name."""
        names = [one for one in self.told[start:end] if one.name == SURE]
        return sum(bool(one.qualities) or self.mark in one.marks for one in names) > 1

    def _without_headings(self, start: int, end: int) -> int:
        while end > start + 1 and self.told[end - 1].idle:
            end -= 1
        return end

    def _tail(self, start: int) -> int:
        """Where the last unit ends: before a total, talk, or what stands apart and tells nothing."""
        for at in range(start, len(self.told)):
            one = self.told[at]
            if one.idle or (one.gap and not one.tells):
                return at
        return len(self.told)

    def _starts(self) -> Iterator[int]:
        before = -1
        for anchor in self.anchors:
            if self.price in (HEAD, ABOVE):
                if self.price == ABOVE and not (self.told[anchor].alone or self._costs_itself(anchor)):
                    return
                yield anchor
            else:
                low = max(before + 1, anchor - MOST_LINES)
                one = self.told[anchor]
                # "DEMOLITION PARTY (70 points)", behind an empty line as all others
                own = one.name == SURE or (self.gaps and one.gap and not one.alone and one.price is not None)
                high = anchor if self.price == LAST or own else anchor - 1
                if low > high:
                    return
                yield min(range(low, high + 1), key=self._cost_of(low, anchor, first=before < 0))
            before = anchor

    def _costs_itself(self, at: int) -> bool:
        """Whether a name tells its price among others that have it above them: "2x Rifle squad, 130 each"."""
        one = self.told[at]
        above = sum(self.told[anchor].alone for anchor in self.anchors)
        return above * 4 > len(self.anchors) * 3 and one.name == SURE and one.gap and one.price is not None

    def _cost_of(self, low: int, anchor: int, *, first: bool) -> Callable[[int], tuple[float, int]]:
        """What is unexplained if the unit of an anchor begins at a line, of those from ``low`` on."""
        leave = _title if first else _left if self.price == LAST else _swallowed

        def cost(at: int) -> tuple[float, int]:
            gaps = self.gaps * sum(one.gap for one in self.told[at + 1 : anchor + 1])
            return self._start(at) + sum(map(leave, self.told[low:at])) + 0.5 * gaps, at

        return cost

    def _start(self, at: int) -> float:
        one = self.told[at]
        wrong = _NAMED[one.name]
        if one.idle:
            wrong += 3.0
        if one.alone:
            wrong += 2.0
        if self.gaps and not one.gap and at:
            wrong += 1.0
        if self.rules and not one.rule:
            wrong += 1.0
        if self.mark is not None and self.mark not in one.marks:
            wrong += 2.0
        return wrong

    def _wrong(self, start: int, end: int) -> float:
        """What a unit leaves unexplained."""
        rows = self.told[start:end]
        name = rows[1] if self.price == ABOVE and len(rows) > 1 and rows[0].alone else rows[0]
        wrong = _NAMED[name.name] + 3.0 * name.idle
        wrong += 2.0 if name.alone else 0.0
        if self.mark is not None:
            wrong += 0.0 if self.mark in name.marks else 2.0
            wrong += sum(2.0 for one in rows if one is not name and self.mark in one.marks)
        wrong += 0.3 * self.gaps * sum(one.gap for one in rows[1:])
        wrong += 0.5 * self.rules * sum(one.rule for one in rows[1:])
        wrong += 0.5 * (self.gaps and not rows[0].gap) + 0.5 * (self.rules and not rows[0].rule)
        told = [one.qualities for one in rows if one.qualities]
        # "MARINES AT LAST!" tells nothing.
        wrong += 1.0 * (self.priced and len(rows) == 1 and not told and name.price is None)
        if self.qualified:
            wrong += 1.5 if not told else 0.0
        if self.priced:
            wrong += _costs(rows)
        wrong += 2.0 * (len(set().union(*told)) > 1)
        wrong += 2.0 * max(0, sum(one.alone and bool(one.qualities) for one in rows) - 1)
        wrong += sum(1.0 for one in rows if one is not name and one.name == SURE)
        wrong += sum(2.0 for one in rows if one.heading)
        return wrong


def _costs(rows: Sequence[Told]) -> float:
    """What speaks against a unit by what its lines cost: nothing, several, or what makes up its price."""
    prices = [one.price for one in rows if one.price is not None]
    if not prices:
        return 1.0
    whole, *told = prices
    if told and whole in (sum(told), max(told)) and sum(told) <= whole:
        # "Section: 159", and below it 65, 65 and what options cost.
        return -ADDED_UP
    if len(told) > 1 and max(told) < whole and sum(told) < whole and not rows[0].alone:
        # What its options cost is told in another way, "rifle for SMG: 3".
        return -0.5 * ADDED_UP
    return 2.0 * len(told)
