"""Lists as text: as rosters are printed, with bullets, in columns, in the lines of a forum (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.forms.written import Written
from rules.tabletop.lists.lines import chatter
from rules.tabletop.lists.lines.figures import number
from rules.tabletop.lists.lines.flagged import LEADS_IN, unflagged
from rules.tabletop.lists.lines.heading import (
    goes_on_below,
    holds_all,
    is_above,
    is_heading,
    is_told_below,
    of_section,
)
from rules.tabletop.lists.lines.leading import preamble
from rules.tabletop.lists.lines.lining import TOTAL, Line, is_head, lines_of
from rules.tabletop.lists.lines.of_all import of_all, said_of_all, speaks_of_all
from rules.tabletop.lists.lines.of_some import Clauses, remarks
from rules.tabletop.lists.lines.opening import openings
from rules.tabletop.lists.lines.parting import apart, names_unit, signed
from rules.tabletop.lists.lines.pasted import set_in
from rules.tabletop.lists.lines.talking import (
    costs_all,
    is_arm_or_quality,
    is_chat,
    is_led,
    is_number,
    is_prose,
    is_said_below,
    is_set_in_unit,
    is_talk,
    is_told_of,
    is_unit,
    is_verdict,
    leads_over,
)
from rules.tabletop.lists.rewriting.drawn import undrawn
from rules.tabletop.lists.rewriting.joined_pieces import together
from rules.tabletop.lists.rewriting.legends import explained, is_legend
from rules.tabletop.lists.rewriting.option_costs import costs_behind
from rules.tabletop.lists.rewriting.paragraphs import in_paragraphs
from rules.tabletop.lists.rewriting.plainer import plainer
from rules.tabletop.lists.rewriting.senders import sent_in_one
from rules.tabletop.lists.rewriting.so_many import so_many
from rules.tabletop.lists.rewriting.spoken_numbers import in_figures
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL, bare
from rules.tabletop.lists.rewriting.workings import worked_out
from rules.tabletop.lists.tables.columns import Rows, columned
from rules.tabletop.lists.units.closing import SUM, Closings
from rules.tabletop.lists.units.parts_below import HELD, OPTION_LINE
from rules.tabletop.lists.units.unit_lines import (
    PRICED,
    SUMMED,
    OpenUnit,
    of_quality,
)
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    LEADER,
    LOADER,
    MAN,
    NUMBER,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    VEHICLE,
    scan,
)

_PLUS = re.compile(r"(?:\+|--)\s[^+]*$")
"""A bullet, where rosters write a category between two of them."""
_YEAR = re.compile(r"\b19(?:3[6-9]|4[0-5])\b")
_SUMMED_UP = re.compile(rf"\b(?:{chatter.TOTALS})\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)\d{2,3}(?!\d)")
_TELLS_POINTS = re.compile(r"(?<!\d)\d{2,3}\W*(?:p(?:oin)?ts?\W*)?$|\d\s*(?:pts?|points?)\b", re.IGNORECASE)
_QUOTED = re.compile(r"^\s*>")


def written(text: str) -> Written:
    """The units of a text."""
    lines = bare(unflagged(text)).splitlines()
    lines, signature = lines[: signed(lines)], lines[signed(lines) :]
    bounds.within(len(lines), bounds.MOST_LINES, "lines")
    lines = [piece for line in lines for piece in apart(line)]
    for at, line in enumerate(lines, 1):
        if len(line) > bounds.LONGEST_VALUE:
            raise bounds.too_much("value", bounds.LONGEST_VALUE, at)
    lines = worked_out(
        costs_behind(
            plainer(
                so_many(explained(undrawn(sent_in_one(in_paragraphs(in_figures(together(set_in(lines))))))))
            )
        )
    )
    plain = [unflagged(line) for line in lines]
    if (rows := columned(plain)) is not None:
        apart_ = _with_those_apart(rows, plain)
        apart_.lines = lines
        return apart_
    told = lines_of(lines)
    some = remarks(told)
    above = {line.number for line in openings([line for line in told if line.number not in some])}
    said = {*above, *some, *(line.number for line in told if is_verdict(line.text))}
    lines = [f"{LEADS_IN}{unflagged(line)}" if at in said else line for at, line in enumerate(lines, 1)]
    found = _Reader(lines, above, some).read()
    found.lines = lines
    found.left += [line.strip() for line in signature if re.search(r"\w", line)]
    return found


def _with_those_apart(rows: Rows, lines: Sequence[str]) -> Written:
    """What stands in columns, and units in lines of their own between: "plus a jeep, regular, 20 pts"."""
    units, left = [*rows.units], rows.left[: rows.above]
    where = {line.strip(): at for at, line in enumerate(lines, 1)}
    for text in rows.left[rows.above :]:
        alone = written(text).units if text in where and _is_priced_unit(text) else []
        units += [replace(one, number=where[text]) for one in alone] if len(alone) == 1 else []
        left += [text] if len(alone) != 1 else []
    found = Written(sorted(units, key=lambda one: one.number), left, rows.total, headed=rows.headed)
    for line in lines_of(left):
        if line.points is None and (said := said_of_all(line)):
            found.said.take(line, said, begun=False)
    return found


def _is_priced_unit(text: str) -> bool:
    """Whether a line tells of a unit's quality and what it costs, or names one and ends in that."""
    line = next(iter(lines_of([text])), None)
    if line is None or said_of_all(line) or (line.points or 0) >= LEAST_OF_ALL or _SUMMED_UP.search(text):
        return False
    if is_told_of(line):
        return _NUMBER.search(text) is not None
    return _TELLS_POINTS.search(text) is not None and names_unit(line.rest) and not is_heading(line)


class _Reader:
    def __init__(self, lines: list[str], above: Collection[int], some: Mapping[int, Clauses]) -> None:
        self.lines = lines_of(lines)
        self.above, self.some = above, some
        self.found = Written()
        self.open: OpenUnit | None = None
        self.closes = False
        self.closings = Closings()
        self.section, self.whole = "", False

    def read(self) -> Written:
        self._leave_preamble()
        for at, line in enumerate(self.lines):
            following = self.lines[at + 1] if at + 1 < len(self.lines) else None
            if line.number in self.above:
                self._begin_all(line)
            elif line.number in self.some:
                self._leave(line)
                self.found.said.take_some(line, self.some[line.number])
            elif line.leads_in:
                self._leave(line)
                if said := said_of_all(line):
                    self.found.said.take(line, said, begun=bool(self.found.units))
            else:
                self._take(line, following)
        self._close()
        if not self.found.units:
            self._take_told()
        return self.found

    def _take_told(self) -> None:
        """Take what looked like headings or talk, if nothing else is there: "Infantry (10 men, regular)"."""
        for line in self.lines:
            if is_told_of(line):
                self.found.left = [text for text in self.found.left if text != line.text.strip()]
                self.found.units.append(OpenUnit(line).raw())

    def _leave_preamble(self) -> None:
        """Leave out what stands above the units and names none."""
        above = preamble(self.lines)
        self.found.left += [line.text.strip() for line in above]
        self.found.total = next((line.points for line in above if line.points), None)
        for line in above:
            if (section := of_section(line)) is not None:
                self._begin(line, section)
            elif said := said_of_all(line):
                self.found.said.take(line, said, begun=False)
        self.lines = [line for line in self.lines if not any(line is one for one in above)]

    def _take(self, line: Line, following: Line | None) -> None:
        if self.open is not None and self.open.wraps(line):
            self.open.wrap(line)
            return
        if (section := of_section(line)) is not None and not is_told_below(line, following):
            self._leave(line)
            self._begin(line, section)
            return
        if (said := of_all(line)) and not self._is_inside(line):
            self._leave(line)
            if not self.found.said.take(line, said, begun=bool(self.found.units)):
                self.section = said
            return
        if self.open is not None and self.open.empty and is_led(self.open.head, line):
            self.found.left.append(self.open.head.text.strip())
            self.open = None
        if self._is_remark_below(line) or (
            _QUOTED.match(line.text) and (is_talk(line) or self._is_remark(line))
        ):
            self.found.left.append(line.text.strip())
            return
        if self._of_open(line):
            assert self.open is not None
            self.open.add(line)
            return
        words = len(line.text.split())
        signs = self.closes and ((line.goes_on and words < 5) or (following is None and words < 3))
        left_out = signs or self._is_left_out(line) or is_above(line, following)
        if left_out and not is_told_below(line, following):
            self._leave(line)
            self.closes = chatter.CLOSES.match(line.text) is not None
            self.section = goes_on_below(self.section, self.whole, line)
            if line.points is not None or TOTAL.search(line.text) or chatter.SPENT.search(line.text):
                self._say_total(line)
            return
        self._open(line)

    def _open(self, line: Line) -> None:
        self._close()
        self.open = OpenUnit(line)
        if len(self.found.units) >= bounds.MOST_LINES_OF_UNITS:
            raise bounds.too_much("units", bounds.MOST_UNITS)

    def _begin_all(self, line: Line) -> None:
        """Take what a line above all units says of them."""
        self._leave(line)
        if said := said_of_all(line):
            self.found.said.take(line, said, begun=False)
        if (line.points or 0) >= LEAST_OF_ALL and self.found.total is None:
            self.found.total = line.points

    def _begin(self, line: Line, quality: str) -> None:
        """Begin with those who are of a quality, as their heading says."""
        self.section, self.whole = quality, holds_all(line)
        self.found.said.used.append(line.text.strip())

    def _leave(self, line: Line) -> None:
        """Leave a line out; the unit above it ends."""
        self._close()
        self.found.left.append(line.text.strip())

    def _say_total(self, line: Line) -> None:
        if re.search(r"\bsub[\s-]?total", line.text, re.IGNORECASE):
            return
        if spent := chatter.SPENT.search(line.text):
            self.found.total = number(spent[1])
        elif TOTAL.search(line.text):
            found = re.findall(r"\d[\d,.]*", line.text)
            if line.points is not None and line.points > 0:
                self.found.total = line.points
            elif found and not re.search(r"dice|units|drops", line.text, re.IGNORECASE):
                self.found.total = number(found[-1].strip(".,"))
        elif (
            self.found.total is None
            and line.points is not None
            and is_head(line)
            and not self.found.units
            and not self.found.left[:-1]
        ):
            self.found.total = line.points

    def _of_open(self, line: Line) -> bool:
        """Whether a line belongs to the unit above it."""
        if self.open is None or line.priced_first:
            return False
        head = self.open.head
        inside = line.of_above or self._is_of_it(line) or self._is_said_of(line)
        if inside or self._is_summed_by(line) or self._is_closed_by(line):
            return True
        drawn = line.after_rule and not re.search(r"[^\W\d_]", line.text)
        if drawn or SUM.fullmatch(line.text) or SUMMED.fullmatch(line.text):
            return False  # the sum of all, below a line drawn across, or "TOTAL 745"
        if self.open.empty and line.bullet and line.points and costs_all(head) and "+" not in line.text:
            return not is_unit(line)
        if (of_form := self.open.of_form(line)) is not None:
            return of_form
        set_in = line.depth > head.depth and (
            PRICED.match(line.text) or not is_set_in_unit(line) or self.open.ends_in(line)
        )
        goes_on = line.goes_on and not line.bullet and self.open.goes_on(line)
        return bool(set_in) or goes_on or self.open.holds(line) or self._of_level(line)

    def _is_summed_by(self, line: Line) -> bool:
        """Whether "= 115" is what the open unit makes, and not what all do, whose last one has its price."""
        assert self.open is not None
        found = SUMMED.fullmatch(line.text)
        alone = self.open.empty and self.open.head.points not in (None, int(found[1]) if found else None)
        return found is not None and not alone

    def _is_closed_by(self, line: Line) -> bool:
        assert self.open is not None
        return self.closings.takes(self.open, line, self.found.units, last=line is self.lines[-1])

    def _is_inside(self, line: Line) -> bool:
        """Whether a line stands right below those of the open unit, further in."""
        return self.open is not None and line.goes_on and self.open.is_inside(line)

    def _is_of_it(self, line: Line) -> bool:
        """Whether "- total 145 pts", "100 pts for both" among its lines tells what the open unit costs."""
        assert self.open is not None
        inside = self._is_inside(line)
        each = re.search(r"\b(?:per [^\W\d_]+|each)\W*$", line.text) is not None
        costs = 0 < (line.points or 0) < LEAST_OF_ALL and (each or not is_unit(line))
        return inside and costs and not self.open.empty and self.open.unpriced

    def _is_said_of(self, line: Line) -> bool:
        """Whether a sentence stands below a name with its points: "MORTAR TEAM (50 pts)", "3 regulars."."""
        assert self.open is not None
        head = self.open.head
        told = any(one.kind == QUALITY for one in scan(line.rest)) and line.points is None and line.goes_on
        named = (head.points or 0) > 0 and head.rest.isupper() and self.open.empty
        return told and named and not line.bullet and not line.text.isupper()

    def _of_level(self, line: Line) -> bool:
        """Whether a line that is no further in belongs to the unit above it."""
        assert self.open is not None
        if line.bullet and not self.open.head.bullet:
            return self._of_bullets(line)
        told = line.rest.strip()
        if PRICED.match(line.text) and line.goes_on and self.open.unpriced and not self.open.empty:
            # "Cost: 85", below "Models: 2"
            return True
        if HELD.match(line.text.strip()) and line.goes_on and self.open.empty:
            return self.open.head.points is not None
        return bool(OPTION_LINE.match(told) or HELD.match(told)) and not line.points

    def _of_bullets(self, line: Line) -> bool:
        """Whether a line with a bullet belongs to a unit without one."""
        assert self.open is not None
        if not line.goes_on and is_told_of(line):
            # Below an empty line, with its quality: a unit of its own.
            return False
        return not (self.open.head.points is None and line.points is not None and self.open.empty)

    def _is_remark(self, line: Line) -> bool:
        """Whether "> they did all the work" stands below a unit that is not quoted itself."""
        kinds = {one.kind for one in scan(line.rest)}
        said = kinds & {ARM, LEADER, LOADER, QUALITY, RANK, TEAM, VEHICLE} or kinds >= {MAN, NUMBER}
        said = said or kinds <= {NUMBER, STOP, BREAK}
        return self.open is not None and not _QUOTED.match(self.open.head.text) and not said

    def _is_remark_below(self, line: Line) -> bool:
        """Whether somebody says something of the unit above, which is all told with its points."""
        below = self.open is not None and (self.open.head.points or 0) > 0
        return below and line.depth > 0 and is_said_below(line)

    def _is_left_out(self, line: Line) -> bool:
        text = line.text.strip()
        begun = self.found.units or self.open
        if not begun and line.points is None and _YEAR.search(text) and not is_arm_or_quality(line):
            # "Nationalist China - Shanghai 1937"
            return True
        if is_head(line) and not line.bullet and not (_PLUS.match(text) and is_told_of(line)):
            return True
        if line.after_rule and re.fullmatch(r"\W*\d[\d.,]*\W*", text):
            self.found.total = number(re.sub(r"[^\d]", "", text))
            return True
        if chatter.SUMMARY.match(text) or (chatter.SPENT.search(text) and not is_arm_or_quality(line)):
            return True
        if (
            (chatter.CLOSES.match(text) and line.points is None and not is_arm_or_quality(line))
            or is_number(line)
            or leads_over(line)
            or (TOTAL.search(text) and not is_told_of(line))
            or chatter.LINK.search(text)
            or is_legend(text)
            or chatter.ABOUT.match(text)
            or chatter.SAID.match(text)
            or chatter.FOR_ALL.search(text)
            or chatter.EMPTY.match(text)
            or chatter.AFTERWORD.match(text)
            or chatter.SIGNED.match(text)
            or line.struck
        ):
            return True
        return is_heading(line) or is_chat(line) or is_prose(line) or is_talk(line) or speaks_of_all(line)

    def _close(self) -> None:
        if self.open is not None:
            self.found.units.append(of_quality(self.open.raw(), self.section))
            self.open = None
