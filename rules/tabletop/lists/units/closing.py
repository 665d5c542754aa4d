"""A line below a unit and what is set in there, which tells what all of it costs (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.lines import chatter
from rules.tabletop.lists.lines.lining import MOST_OF_UNIT, Line
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL
from rules.tabletop.lists.units.unit_lines import OpenUnit
from rules.tabletop.lists.words.scanning import ARM, BREAK, MAN, NUMBER, QUALITY, STOP, scan

SUM = re.compile(rf"\W*(?:{chatter.TOTALS})\W*\d[\d.,]*\s*(?:pts?|points?)?\W*", re.IGNORECASE)


class Closings:
    """How many of a list's units have such a line: where all above have one, the last has, too."""

    def __init__(self) -> None:
        self.count = 0

    def takes(self, unit: OpenUnit, line: Line, above: Sequence[Raw], *, last: bool) -> bool:
        """Whether a line is the unit's own, and tells not what several cost of whom no price is told."""
        if not _may_close(unit, line):
            return False
        # "My army - 1025 pts", "Kampfgruppe Nord": a title is no unit.
        first = above[:1] if above and _is_titled(above[0]) else ()
        units = above[len(first) :]
        below = line.goes_on and not SUM.fullmatch(line.text)
        cheap = (line.points or 0) < LEAST_OF_ALL and not last
        own = below and (cheap or all(one.points is not None for one in units))
        if not own and self.count < len(units):
            return False
        unit.closing = line
        self.count += 1
        return True


def _may_close(unit: OpenUnit, line: Line) -> bool:
    """Whether a line tells a price, and nothing else but men and quality: "10 men, 120 pts"."""
    kinds = {one.kind for one in scan(line.rest)}
    alone = kinds <= {QUALITY, MAN, NUMBER, STOP, BREAK} or SUM.fullmatch(line.text) is not None
    costs = 0 < (line.points or 0) < MOST_OF_UNIT and alone
    return costs and unit.unpriced and all(map(unit.is_inside, unit.below)) and not line.bullet


def _is_titled(unit: Raw) -> bool:
    """Whether what stands first costs as much as several units, or nothing, and says only its name."""
    said = {one.kind for one in scan(unit.name)} & {ARM, NUMBER, QUALITY}
    return not (said or unit.parts) and (unit.points is None or unit.points >= LEAST_OF_ALL)
