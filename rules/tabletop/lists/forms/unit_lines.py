"""A unit of a text: its first line, and those below that belong to it (Tabletop E)."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.forms import chatter
from rules.tabletop.lists.forms.columns import columned
from rules.tabletop.lists.forms.figures import LAST_SQUARE, POINTS_AFTER, TIMES
from rules.tabletop.lists.forms.fragments import goes_on, listed, of_men, part_of, pieces_of
from rules.tabletop.lists.forms.lining import TOTAL, Line
from rules.tabletop.lists.forms.man_by_man import man_by_man
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.rewriting.unmarked import MODELS_FIRST, OF_MODELS
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
    r"^\s*(?:[a-z]?\d{1,2}[.)]|[a-z][.)]|(?:order )?di[ce]e? \d{1,2}\s*[:.)-]|unit \d{1,2}\s*[:.)-]"
    r"|(?:squad|section|team|zug|trupp|gruppe) (?:\d{1,2}|[a-d])\s*:(?=.*\b(?:reg|vet|inexp))"
    r"|#\d{1,2}[:.)]?)\s+",
    re.IGNORECASE,
)
_MADE = re.compile(r"=\s*\d{2,3}\s*(?:pts?|points?)?\W*$", re.IGNORECASE)
_TRAILING = re.compile(
    r"\s*(?:\.{3,}|\u2026+)\s*(?:\+?\s?\d{1,3}|incl\.?|free)\s*(?:pts?|points?)?\s*$", re.IGNORECASE
)
"""What an option costs behind dots: "LMG .......... +20"."""
LABEL = re.compile(r"^(?:type|unit|unit type|unit name|einheit|name)\s*:\s*", re.IGNORECASE)
_FIELD = re.compile(r"^\W*[\w ]{3,20}:")
PRICED = re.compile(r"^\W*(?:points?|pts|cost|punkte|kosten)\s*[:=]", re.IGNORECASE)
SUMMED = re.compile(r"(?:\s{2,}|\s*[-*\u2022\u2013]\s+)=\s*(\d{2,3})\s*(?:pts?|points?)?\s*", re.IGNORECASE)
"""Set in below a unit, what it costs with all its options."""
OPTION_LINE = re.compile(
    r"^(?:opts?\.?|options?|upgrades?|weapons?|arms|equipment|wargear|composition|selections?|rules?|special"
    r" rules?|categories|profiles?|abilities|armed with|armament|crew|includes?|with|quality"
    r"|experience|training|veterancy)\s*[:=]\s*",
    re.IGNORECASE,
)
HELD = re.compile(
    r"^(?=.*[^\W\d]|[(\[])(?:(?:men|models|figures|size|strength|unit size|squad size)\s*[:=]?\s*)?"
    r"[(\[]?(\d{1,2})[)\]]?\s*(?:men|man|models?|figures?|soldiers?|strong)?\s*$",
    re.IGNORECASE,
)
"""How many men it has, in a line of its own: "Models: 8", "10 men", "[10]"."""
_COUNTED = re.compile(r"^\s*\d{1,2}\s*[x\u00d7]\s+[^:,]*\w:\s", re.IGNORECASE)
LEFT_OUT_WORDS = re.compile(
    r"^(?:rules?|special rules?|categories|profiles?|abilities|unit rules?|description|notes?)\s*[:=]",
    re.IGNORECASE,
)


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
        if told or self.head.goes_on or self.head.bullet or _says_more(self.head):
            return False
        if self.empty:
            return any(one.kind == QUALITY for one in scan(line.rest)[:1])
        return not any(map(self.is_inside, self.below))

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

    def priced(self) -> int:
        """What the options cost that are set in below it; in what rosters print its points hold them."""
        if (self.head.points or 0) < 1 or "[" in self.head.text or self.summed() is not None:
            return 0
        more = sum(one.points or 0 for one in self.below if not one.bullet and "+" not in one.text)
        # What its parts cost is what it costs.
        return 0 if more == self.head.points else more

    def _said_in_full(self, parts: list[Part]) -> list[Part]:
        """Its parts without men and arms, if a line below tells in full what these make: "so: 10 men"."""
        found = next((one for one in self.below if _IN_FULL.match(one.rest)), None)
        if found is None:
            return parts
        found.rest = _IN_FULL.sub("", found.rest)
        return [one for one in parts if not {word.kind for word in scan(one.text)} & {ARM, MAN}]

    def _parts_below(self) -> list[Part]:
        kept = [one for one in self.below if not (PRICED.match(one.text) or SUMMED.fullmatch(one.text))]
        return _tree(man_by_man([one for one in kept if not LEFT_OUT_WORDS.match(one.rest.strip())]))

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

    def raw(self) -> Raw:
        head = self.head
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
        parts = _counted_once(self._said_in_full(parts))
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
        parts += self._parts_below()
        if any(one.kind == RANK for one in scan(name)):
            parts = [_beside_him(one) for one in parts]
        line = "; ".join(" ".join(one.text.split()) for one in (head, *self.below))
        return Raw(name.strip(" :-\u2013\u2014"), line, head.number, times, points, men, tuple(parts))


def _in_columns(line: Line) -> Raw | None:
    """A line that alone stands in columns, among others that do not."""
    rows = columned([line.text]) if re.search(r"[\t|;]", line.text) else None
    if rows is None or rows.left or len(rows.units) != 1:
        return None
    return replace(rows.units[0], number=line.number)


def _beside_him(part: Part) -> Part:
    """ "Infantryman: rifle" below an officer is one man."""
    seen = scan(part.text)
    one = part.count is None and bool(part.parts) and [word.kind for word in seen] == [MAN]
    return replace(part, count=1) if one and not seen[0].plural else part


def of_quality(unit: Raw, quality: str) -> Raw:
    """A unit that is of the quality that all have, unless it says its own."""
    own = any(one.kind == QUALITY for one in scan(unit.line)) or bool(unit.kind)
    return unit if own or not quality else replace(unit, parts=(*unit.parts, Part(quality)))


def _counted_once(parts: list[Part]) -> list[Part]:
    """ "8x Soldier: 8x Rifle, Soldier with LMG": whoever is called as men who are counted is one."""
    men = [one.text for one in parts if one.count is not None and one.parts]
    return [
        replace(one, count=1)
        if one.count is None and any(one.text.startswith(f"{text} w") for text in men)
        else one
        for one in parts
    ]


_IN_FULL = re.compile(
    r"\s*(?:so|thus|i\.?e\.?|that is|that makes|which makes|making)\s*[:,]\s", re.IGNORECASE
)
_SEVERAL = re.compile(
    r"[^:]*$|[^:]*(?:[,;]|\s[/+&])\s[^:]*:|[^:]*:\s*\d{1,2}\s*[,;+/]|\s*[^\W\d_]+: [^:,;/+&]+ [/+&] \w+:"
)
"""No colon, or not only one after the first name: "NCO with SMG, rifles: 7", "rifles: 8, BARs: 2"."""
_JOINED = re.compile(r"\s[+/]\s")
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


def _of_one_man(pieces: list[str]) -> list[str]:
    """ "1 bodyguard, SMG", a line of its own: he has it."""
    if len(pieces) != 2:
        return pieces
    who, what = scan(pieces[0]), scan(pieces[1])
    one = all(word.number < 3 for word in who if word.kind == NUMBER)
    named = {word.kind for word in who} & {MAN, LEADER}
    told = one and named and {word.kind for word in who} <= {NUMBER, MAN, LEADER, STOP}
    held = [word.kind for word in what] == [ARM] and not what[0].plural
    return [f"{pieces[0]} with {pieces[1]}"] if told and held else pieces


def _in_commas(text: str) -> str:
    """ "NCO has SMG + 9 rifles + LMG team", with commas."""
    return text if "," in text or len(_JOINED.findall(text)) < 2 else _JOINED.sub(", ", text)


def _counts_men(lines: list[Line]) -> bool:
    """Whether men are counted line by line: "6x Soldier: Rifle"."""
    return any(_COUNTED.match(one.rest) for one in lines)


def _tree(lines: list[Line]) -> list[Part]:
    """Lines below a unit, those further in belonging to the one above them."""
    parts: list[Part] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        while end < len(lines) and lines[end].depth > line.depth and not HELD.match(line.rest.strip()):
            end += 1
        text = OPTION_LINE.sub("", line.rest.strip())
        if parts_of_men := of_men(text):
            parts += parts_of_men
            at += 1
            continue
        if text != line.rest.strip():
            # "Options: SMG +3"
            text = re.sub(r"(?<=\w)\s\+\s?\d{1,3}(?=\W|$)", "", text)
        text = _in_commas(_TRAILING.sub("", HELD.sub(r"\1 men", text)))
        inner = _tree(lines[at + 1 : end])
        # "Weapons: NCO: SMG, 7 rifles", "NCO: SMG"
        several = _SEVERAL.match(text) or (text != line.rest.strip() and "," in text)
        pieces = _of_one_man(pieces_of(text)) if several else [text]
        made = [part_of(piece) for piece in pieces]
        if inner and made:
            last = made[-1]
            made[-1] = Part(last.text, last.count, last.kind, (*last.parts, *inner))
        counted = line.dots or (line.bullet and _counts_men(lines))
        if counted and len(made) == 1 and made[0].parts and made[0].count is None:
            # As rosters are printed, whoever is not counted is one: ". Rifleman with Panzerfaust: Rifle".
            made = [replace(made[0], count=1)]
        parts += made
        at = end
    return parts
