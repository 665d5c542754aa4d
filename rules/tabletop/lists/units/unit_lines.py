"""A unit of a text: its first line, and those below that belong to it (Tabletop E)."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.lines import chatter
from rules.tabletop.lists.lines.figures import LAST_SQUARE, POINTS_AFTER, TIMES
from rules.tabletop.lists.lines.lining import TOTAL, Line
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.rewriting.option_costs import told_behind
from rules.tabletop.lists.rewriting.unmarked import MODELS_FIRST, OF_MODELS
from rules.tabletop.lists.tables.columns import columned
from rules.tabletop.lists.units.fragments import goes_on, listed
from rules.tabletop.lists.units.man_by_man import man_by_man
from rules.tabletop.lists.units.parts_below import HELD, beside_him, counted_once, said_once, tree
from rules.tabletop.lists.words import phrases
from rules.tabletop.lists.words.armoury import ARMS, CARRIED, SMALL
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    FLAG,
    GUNNER,
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

_NUMBERED = re.compile(
    r"^\s*(?:[a-z]?\d{1,2}[.)]-?|[a-z][.)]|(?:order )?di[ce]e? \d{1,2}\s*[:.)-]|unit \d{1,2}\s*[:.)-]"
    r"|(?:squad|section|team|zug|trupp|gruppe) (?:\d{1,2}|[a-d])\s*:(?=.*\b(?:reg|vet|inexp))"
    r"|#\d{1,2}[:.)]?)\s+",
    re.IGNORECASE,
)
_MADE = re.compile(r"=\s*\d{2,3}\s*(?:pts?|points?)?\W*$", re.IGNORECASE)
LABEL = re.compile(r"^(?:type|unit|unit type|unit name|einheit|name)\s*:\s*", re.IGNORECASE)
_FIELD = re.compile(r"^\W*[\w ]{3,20}:")
PRICED = re.compile(r"^\W*(?:points?|pts|cost|punkte|kosten)\s*[:=]", re.IGNORECASE)
SUMMED = re.compile(
    r"(?:\s{2,}|\s*[-*\u2022\u2013]\s+|\s(?==\s*[1-3]?\d\d(?!\d)))=\s*(\d{2,3})\s*(?:pts?|points?)?\s*",
    re.IGNORECASE,
)
"""Set in below a unit, what it costs with all its options."""
LEFT_OUT_WORDS = re.compile(
    r"^(?:rules?|special rules?|categories|profiles?|abilities|unit rules?|description|notes?)\s*[:=]",
    re.IGNORECASE,
)


_PLUS = re.compile(r"\+\s?(\d{1,3})\s*(?:pts?|points?|p)?[)\]]?\s*$", re.IGNORECASE)
"""What an option costs, behind it: "fanatics +10"."""
_SMALL = re.compile(r":\s+(\d{1,2})\s*$")
"""What may be a cost or how many: "SMG for rifle: 6"."""
_COLON = re.compile(r":\s+(\d{1,3})\s*$")
DEAR = 15
"""So many weapons nobody has: "LMG: 20" is what it costs, and so is "SMG for the NCO: 3" beside it."""
_BARE_PRICE = re.compile(r"(?<=[^\W\d_])(?:\s*[,;:\u2013-])?\s+([2-9]\d|[1-3]\d\d)\s*$")
"""What a unit costs, without the word: "Honved squad, reg, 100"."""
LEAST_OF_UNIT = 50
"""What no option costs."""


class OpenUnit:
    """A unit whose lines are still being read."""

    def __init__(self, head: Line) -> None:
        self.head = head
        self.below: list[Line] = []
        self.closing: Line | None = None
        """The line below all others that tells what it costs."""

    @property
    def empty(self) -> bool:
        return not self.below

    @property
    def unpriced(self) -> bool:
        """Whether none of its lines tells what it costs."""
        return self.head.points is None and all(one.points is None for one in self.below)

    def add(self, line: Line) -> None:
        """Another line of it."""
        if self.below and goes_on(line.rest.strip()):
            self.below[-1].rest = f"{self.below[-1].rest.rstrip()}, {line.rest.strip()}"
            self.below[-1].points = self.below[-1].points or line.points
            return
        self.below.append(line)

    def goes_on(self, line: Line) -> bool:
        """Whether a name alone has its quality, men and points in the lines right below it."""
        told = self.head.points is not None or self.closing is not None
        if told or self.head.goes_on or self.head.bullet or _says_more(self.head) or self._is_other(line):
            return False
        if self.empty:
            return any(one.kind == QUALITY for one in scan(line.rest)[:1])
        return not any(map(self.is_inside, self.below))

    def _is_other(self, line: Line) -> bool:
        """Whether a line tells what only another unit has: "Vet sniper ... 65", "Reg Lt, 75 pts"."""
        kinds = {one.kind for one in scan(line.rest)}
        if line.points is None or QUALITY not in kinds:
            return False
        return bool(kinds & {RANK, VEHICLE}) or any(one.points is not None for one in self.below)

    def wraps(self, line: Line) -> bool:
        """Whether a line is the rest of its first one, which was too long."""
        unended = self.head.text.rstrip().lower().endswith((",", " with", " mit", " and", " und", " &", " +"))
        below = line.goes_on and not line.bullet and line.depth > self.head.depth
        return unended and below and self.empty and self.head.points is None

    def wrap(self, line: Line) -> None:
        """Take the rest of the first line."""
        self.head.text = f"{self.head.text.rstrip()} {line.text.strip()}"
        self.head.rest, self.head.points = f"{self.head.rest.rstrip()} {line.rest.strip()}", line.points

    def of_form(self, line: Line) -> bool | None:
        """Whether a line of a form is its own: "Type: Infantry squad", "Strength: 11"; None if it is none."""
        told = any(PRICED.match(one.text) for one in self.below)
        if chatter.ABOUT.match(line.text) or (told and TOTAL.search(line.text)):
            # What all cost, and who signs for it.
            return None
        if not LABEL.match(self.head.rest) or not _FIELD.match(line.text) or LABEL.match(line.rest):
            return None
        return line.bullet == self.head.bullet

    def holds(self, line: Line) -> bool:
        """Whether a line that is set in tells what one more part of it costs, all of them no more than it."""
        priced = [one.points for one in self.below if one.points is not None]
        if line.depth <= self.head.depth or not priced or line.points is None or self.head.points is None:
            return False
        return sum(priced) + line.points <= self.head.points

    def ends_in(self, line: Line) -> bool:
        """Whether a line that is set in is the last of it, and tells with men's arms what all of it costs."""
        if not self.unpriced:
            return False
        kinds = {one.kind for one in scan(line.rest)}
        if kinds & {QUALITY, MAN} and kinds <= {QUALITY, MAN, NUMBER, STOP, BREAK}:
            return True
        if self._is_detailed() and kinds & {ARM, FLAG} and not kinds & {VEHICLE, CLASS, RANK}:
            # "7 crew", and then what it has, with what it costs.
            return not (TEAM in kinds and QUALITY in kinds)
        mounted = {one.kind for one in scan(self.head.rest)} & {VEHICLE, CLASS}
        # "1 LMG team of 2 ... 110"
        team = set() if re.search(r"\bteam of \d", line.rest) else {TEAM}
        named = kinds & {*team, VEHICLE, CLASS, RANK, *(() if mounted else (QUALITY,))}
        return ARM in kinds and not named and (bool(mounted) or not is_lone_arm(line.rest))

    def _is_detailed(self) -> bool:
        """Whether lines set in below tell nothing but its quality or its men, so that it is a unit."""
        inside = [line for line in self.below if self.is_inside(line)]
        told = [{one.kind for one in scan(line.rest)} for line in inside]
        return any(HELD.match(line.rest.strip()) for line in inside) or any(
            kinds & {QUALITY, MAN} and kinds <= {QUALITY, MAN, NUMBER, STOP} for kinds in told
        )

    def is_inside(self, line: Line) -> bool:
        """Whether a line is set in below its first one."""
        return line.bullet > self.head.bullet or line.depth > self.head.depth

    def _points_below(self) -> int | None:
        """A line of its own tells the points of all; those beside a name may be of that alone: asked."""
        priced = [one for one in self.below if one.points is not None]
        if (sum_ := self.summed()) is not None:
            return sum_
        told = [one for one in priced if POINTS_AFTER.search(one.text) or _MADE.search(one.text)]
        if len(told) == 1:
            # "Quality: regular | Points: 108"
            return told[0].points
        alone = [one for one in priced if {word.kind for word in scan(one.rest)} <= {NUMBER, STOP, BREAK}]
        if not priced:
            return None
        one = priced[0]
        last = one is self.below[-1] and (one.points or 0) >= LEAST_OF_UNIT
        if len(priced) == 1 and (last or one is self.closing):
            # "7 rifles - 125 pts", the last of its lines.
            return one.points
        return alone[0].points if len(alone) == 1 else -1

    def summed(self) -> int | None:
        """What its last line says that all of it makes, "= 115"; None if none does."""
        found = SUMMED.fullmatch(self.below[-1].text) if self.below else None
        return int(found[1]) if found is not None else None

    def priced(self) -> tuple[int, int]:
        """What its options cost, and of these what stands behind a bullet or a plus.

        In what rosters print its points hold them, which is nothing here.
        """
        base = self._base()
        if base is None or "[" in base.text or self.summed() is not None:
            return 0, 0
        others = [one for one in self.below if one is not base]
        behind = [found for one in others if (found := _COLON.search(one.text)) is not None]
        colons = any(int(found[1]) >= DEAR for found in behind) or _COLON.search(base.text) is not None
        costs = [(one, _cost(one, colons=colons)) for one in others]
        beside = told_behind(base.text, base.points or 0)
        more = beside + sum(cost for _line, cost in costs)
        marked = beside + sum(cost for one, cost in costs if one.bullet or "+" in one.text)
        small = sum(int(found[1]) for one, cost in costs if not cost and (found := _SMALL.search(one.text)))
        # What its parts cost is what it costs.
        return (0, 0) if small and base.points == more + small else (more, marked)

    def _base(self) -> Line | None:
        """The line that tells what a unit costs without its options: the first, or one below."""
        if (self.head.points or 0) > 0:
            return self.head
        priced = [one for one in self.below if (one.points or 0) >= LEAST_OF_UNIT]
        alone = self.head.points is None and len(priced) == 1
        # A form tells all of it: "PTS: 60".
        return priced[0] if alone and not PRICED.match(priced[0].text) else None

    def _said_in_full(self, parts: list[Part]) -> list[Part]:
        """Its parts without men and arms, if a line below tells in full what these make: "so: 10 men"."""
        found = next((one for one in self.below if _IN_FULL.match(one.rest)), None)
        if found is None:
            return parts
        found.rest = _IN_FULL.sub("", found.rest)
        return [one for one in parts if not {word.kind for word in scan(one.text)} & {ARM, MAN}]

    def _parts_below(self) -> list[Part]:
        kept = [one for one in self.below if not (PRICED.match(one.text) or SUMMED.fullmatch(one.text))]
        return tree(man_by_man([one for one in kept if not LEFT_OUT_WORDS.match(one.rest.strip())]))

    def _so_many(self, rest: str) -> tuple[int, int | None, str]:
        """How many such units there are, or men in it, and what stands behind that."""
        if found := (MODELS_FIRST if self.head.of_models else OF_MODELS).match(rest):
            # One is the entry of a team, of whose men nothing is told.
            return self.head.times, int(found[1]) if int(found[1]) > 1 else None, rest[found.end() :]
        found = TIMES.match(rest)
        times = int(found[1]) if found is not None else self.head.times
        if not 1 <= times <= bounds.MOST_OF_A_KIND:
            raise bounds.too_much("count", bounds.MOST_OF_A_KIND, self.head.number)
        return times, None, rest[found.end() :] if found is not None else rest

    def _priced_head(self) -> Line:
        """The first line; the number that it ends in is its price where options below tell theirs."""
        found = _BARE_PRICE.search(self.head.rest)
        costs = any(_cost(one) for one in self.below)
        if self.head.points is None and found is not None and costs and self.unpriced:
            self.head.points, self.head.rest = int(found[1]), self.head.rest[: found.start()]
        return self.head

    def raw(self) -> Raw:
        head = self._priced_head()
        if not self.below and (alone := _in_columns(head)) is not None:
            return alone
        head.rest = LABEL.sub("", head.rest)
        rest = _NUMBERED.sub("", head.rest, count=1) if not TIMES.match(head.rest) else head.rest
        times, men, rest = self._so_many(rest)
        points = head.points
        if points is None and (square := LAST_SQUARE.search(rest)) and int(square[1]) > 20:
            points, rest = int(square[1]), rest[: square.start()]
        name, colon, after = rest.strip().rstrip(":").partition(": ")
        parts: list[Part] = []
        told = head.points is not None or bool(self.below) or _lists(after)
        holds = (found := phrases.HOLDING.search(rest.strip())) is not None and found.end(1) == len(name)
        if colon and told and not (holds or _of_one(name) or _of_some(name, after) or _numbered_name(name)):
            parts += listed(after)
        else:
            name = rest
        parts = counted_once(self._said_in_full(parts))
        name = name.strip()
        below = self._points_below()
        if (
            (points is None and (below or -1) < 0)
            and (self.below or parts)
            and (found := re.search(r"\s\((\d{1,4})\)\s*:?\s*$", f" {name}"))
        ):
            value = int(found[1])
            if value > 20:
                points, name = value, name[: name.rindex("(")]
        points = below if points is None or self.summed() is not None else points
        parts = said_once(parts, self._parts_below())
        if any(one.kind == RANK for one in scan(name)):
            parts = [beside_him(one) for one in parts]
        line = "; ".join(" ".join(one.text.split()) for one in (head, *self.below))
        raw = Raw(name.strip(" :-\u2013\u2014"), line, head.number, times, points, men, tuple(parts))
        options, marked = self.priced()
        return replace(raw, options=options, marked=marked)


def _cost(option: Line, *, colons: bool = False) -> int:
    """What an option costs; 0 if that is not told. ``colons``: it may stand behind one."""
    if option.points is not None:
        return max(0, option.points)
    found = _PLUS.search(option.text) or (_COLON.search(option.text) if colons else None)
    return int(found[1]) if found is not None else _last_number(option)


def _last_number(option: Line) -> int:
    """The number alone that a line of arms or men ends in, "NCO with SMG 3", "1 BAR 5"; 0 if it does not."""
    seen = scan(option.rest)
    held = len(seen) > 1 and seen[-1].kind == NUMBER and seen[-2].kind in (ARM, MAN, LOADER)
    first = held and not option.rest.rstrip().endswith(")") and option.rest.rstrip()[-1:].isdigit()
    return seen[-1].number if first and not seen[-1].glued and seen[-1].number < LEAST_OF_UNIT else 0


def _in_columns(line: Line) -> Raw | None:
    """A line that alone stands in columns, among others that do not."""
    rows = columned([line.text]) if re.search(r"[\t|;]", line.text) else None
    if rows is None or rows.left or len(rows.units) != 1:
        return None
    return replace(rows.units[0], number=line.number)


def of_quality(unit: Raw, quality: str) -> Raw:
    """A unit that is of the quality that all have, unless it says its own."""
    own = any(one.kind == QUALITY for one in scan(unit.line)) or bool(unit.kind)
    return unit if own or not quality else replace(unit, parts=(*unit.parts, Part(quality)))


_IN_FULL = re.compile(
    r"\s*(?:so|thus|i\.?e\.?|that is|that makes|which makes|making)\s*[:,]\s", re.IGNORECASE
)
_LAST_OF = re.compile(r".+(?:[,;({\[|]|\s[-\u2013/+&]\s|\bwith\s)(.*)$")
_TIMES = re.compile(r"\d ?[x\u00d7]|\b[x\u00d7] ?\d", re.IGNORECASE)
_FIRST_OF = re.compile(r"[,;/|+&()\[\]\u2022]|\s[-\u2013]\s")


def is_lone_arm(text: str) -> bool:
    """Whether a line names one weapon that a crew serves, which may be a unit: "1 medium mortar"."""
    arms = [one for one in scan(text) if one.kind == ARM]
    return len(arms) == 1 and ARMS[arms[0].key][0] not in (*SMALL, *CARRIED, "LMG")


def _of_one(name: str) -> bool:
    """Whether a colon only says what somebody of the unit holds: "Blackshirts, 10 men, NCO: SMG"."""
    found = _LAST_OF.match(name)
    return found is not None and any(one.kind in (LEADER, GUNNER, LOADER) for one in scan(found[1])[-1:])


def _of_some(name: str, after: str) -> bool:
    """Whether a colon only says what some of the unit hold, or how many they are.

    "Commandos, NCO: SMG, 5x Soldier: rifle", "Commandos (NCO SMG, rifles: 6)".
    """
    found = _LAST_OF.match(name)
    told = found[1] if found is not None else ""
    who, what = scan(told), [one.kind for one in scan(_FIRST_OF.split(after)[0]) if one.kind != STOP]
    if not who or len(what) != 1:
        return False
    if {one.kind for one in who} - {STOP} == {NUMBER, MAN} and _TIMES.search(told):
        return what == [ARM]
    return what == [NUMBER] and who[-1].kind in (ARM, MAN) and who[-1].plural


def _numbered_name(name: str) -> bool:
    """Whether what stands before a colon is no name: "10x Rifleman: Rifle" is read as one."""
    return not re.search(r"[^\W\d_]{2}", name)


def _lists(text: str) -> bool:
    return "," in text or len(text.split()) < 12


def _says_more(line: Line) -> bool:
    """Whether a line says more than a name: men, quality, or several things."""
    return any(one.kind in (QUALITY, NUMBER, BREAK) for one in scan(line.rest))
