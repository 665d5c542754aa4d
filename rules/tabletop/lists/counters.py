"""Figures beside arms that are told by their signs: "SMG (1)", "LMG +20", "1/10 SMG" (Tabletop E).

What they are shows in the whole line, hence before it is read word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.tabletop.lists import bounds, stretches
from rules.tabletop.lists.lines.figures import POINTS
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.said import Arm, Facts, Men
from rules.tabletop.lists.stretches import USED
from rules.tabletop.lists.words.armoury import ARMS, CARRIED
from rules.tabletop.lists.words.scanning import ARM, BREAK, LEADER, MAN, NUMBER, QUALITY, Seen, scan
from rules.tabletop.weapons import is_team

MANY = 6
"""Nobody has so many vehicles of a kind."""
LEAST_PRICE = 15
"""Nobody is joined by so many men behind a weapon's name: "LMG +20" is what it costs."""
_OPENS = {("(",), ("[",)}
_CLOSES = {(")",), ("]",)}
_TELLS = {(":",), ("=",)}


@dataclass(frozen=True, slots=True)
class Counters:
    """What the figures of a unit's line are; ``counts``: those in brackets behind arms say how many."""

    line: str
    counts: bool

    def placed(self, seen: tuple[Seen, ...]) -> tuple[Seen, ...]:
        """The words with each figure where the reader looks for it: "SMG (1)" as "1 SMG"."""
        found = list(seen)
        for at in [*_in_brackets(seen)]:
            arm, opens, number, closes = found[at : at + 4]
            if self.counts or (arm.plural and number.number < LEAST_PRICE):
                found[at : at + 4] = [number, arm, opens, closes]
        for at in _behind_colon(found):
            arm, colon, number = found[at : at + 3]
            found[at : at + 3] = [number, arm, colon]
        for at, one in enumerate(seen):
            if self._costs(seen, at):
                found[found.index(one)] = replace(one, glued=True)
        return tuple(found)

    def _costs(self, seen: Sequence[Seen], at: int) -> bool:
        """Whether a number is what an option costs, "LMG +20, 120 pts": the points behind it hold it."""
        one = seen[at]
        if at < 2 or one.kind != NUMBER or one.glued or one.number < LEAST_PRICE:
            return False
        arm, sign = seen[at - 2 : at]
        if arm.kind != ARM or sign.key != ("+",) or sign.end != one.start or arm.end == sign.start:
            return False
        if at + 1 < len(seen) and seen[at + 1].kind != BREAK and seen[at + 1].kind != NUMBER:
            return False
        behind = [other.number for other in seen[at + 1 :] if other.kind == NUMBER]
        told = self.line.find(f"+{one.number}")
        points = POINTS.search(self.line, told + len(str(one.number)) + 1) if told >= 0 else None
        return points is not None or any(number > one.number for number in behind)


class Counting:
    """Takes in the numbers of a stretch of a line, while it is read word by word."""

    facts: Facts
    head: bool
    begin: int
    pending: int | None
    at: tuple[int, int] | None
    last: Arm | Men | None
    times_next: bool
    within: bool
    opened: bool
    whole: Seen | None
    towed: bool
    led: bool
    joined: bool
    more: bool
    men: Men | None
    near: bool
    apart: bool
    bracketed: bool
    within_count: bool

    def _number(self, one: Seen, after: Seen | None) -> str:
        if self.times_next and after is not None and after.kind == MAN:
            self.times_next = False
        if self.times_next and self.last is not None and stretches.count_of(self.last) is None:
            stretches.count(self.last, one.number)
            self.times_next = False
            return USED
        if (
            self.times_next
            and self.head
            and self.facts.times == 1
            and self.last is None
            and not self.facts.men
            and (self.facts.teams or self.facts.vehicles or self.facts.classes)
        ):
            self.times_next = False
            if 2 < one.number < MANY and any(size == one.number for size, _always, _hold in self.facts.teams):
                # "MMG team x3": three of them, or its three men.
                self.facts.several.append(one.number)
            else:
                self.facts.times = one.number
            return USED
        if self._of_vehicles(one) or (
            self.within and stretches.crew_in_brackets(self.last, one.number, after)
        ):
            return USED
        if self.towed or (after is not None and after.key in stretches.MEASURES):
            return USED  # A calibre that says no more than its gun's name; "tows the 88".
        if one.glued or (self.led and one.number == 1):
            # "T-34/76 m43", "Type 97": part of a name.
            return USED
        if self.times_next and (after is None or after.kind not in (MAN, ARM)):
            self.facts.several.append(one.number)
        if self.pending is not None and self.at is not None:
            self.facts.bare.append(self.pending)
        self.pending, self.at = one.number, (one.start, one.end)
        return ""

    def _parted(self, one: Seen, after: Seen | None) -> None:
        """A sign that parts, which may say of what stands before it what it is."""
        self.bracketed = self.pending is not None and (
            self.bracketed or (self.opened and one.key == (")",) and self.at is not None)
        )
        self.opened = one.key == ("(",)
        if self.bracketed and (self.opened or one.key == ("[",)):
            # "(15) (SMG for the NCO": how many they are.
            self.facts.bare.append(self.pending or 0)
            self.pending, self.bracketed = None, False
        self.near = self.within = one.key == ("(",) and isinstance(self.last, Arm)
        if one.key in stretches.LISTS and isinstance(self.last, Men) and not self.last.arms:
            self.last.lists = True
        if one.key == (")",) and self.men is not None and stretches.hold_alike(self.men, self.last):
            # "4 men (rifles)" lists nobody.
            self.men.lists = False
        self.joined = self.joined or one.key in stretches.JOINS
        self.apart = True
        self.within_count = self.within_count and one.key == (".",)
        self._before_break(one, after)

    def _before_break(self, one: Seen, after: Seen | None) -> None:
        """Settle a number that stands right before a sign that parts."""
        if self.pending is None or not self.head:
            return
        inner = after.kind if one.key in _OPENS and after is not None else ""
        joins = inner == QUALITY and self.joined and self.last is None
        if joins and stretches.are_beside(self.facts, self.pending, more=self.more):
            # "Oberleutnant + 2 (vet)"
            self.facts.men.append(Men(self.pending, told=True, joined=True))
            self.pending = None
        elif one.key == (":",) or inner == LEADER:
            # "regular, 10: NCO with SMG", "Rangers 10 (NCO SMG)": of what follows it counts nothing.
            self.facts.bare.append(self.pending)
            self.pending = None

    def _counts_units(self) -> bool:
        """Take how many units there are, told behind their name: "Universal Carrier 2x, veteran"."""
        named = self.facts.vehicles or self.facts.classes or self.facts.teams
        if not (self.head and named and self.facts.times == 1 and 1 < (self.pending or 0) < MANY):
            return False
        self.facts.times, self.pending = self.pending or 1, None
        return True

    def _of_vehicles(self, one: Seen) -> bool:
        """Take how many of a vehicle there are, in brackets behind its plural: "Willys jeeps (2)"."""
        if self.whole is None or not (self.opened and self.head and 1 < one.number < MANY):
            return False
        self.facts.times, self.whole = one.number, None
        return True

    def _counted(self, one: Seen) -> int | None:
        """The number before men; "8 reg. NCO Thompson", "(9) [NCO: SMG" tells how many all are."""
        count, self.pending = self.pending, None
        if one.kind == LEADER and not one.plural and (count or 0) > stretches.MOST_LEADERS:
            self.facts.bare.append(count or 0)
            return None
        return count

    def _taken(self) -> int | None:
        """The number before a word, if it can count; larger ones are points: "225 with MG"."""
        count, self.pending = self.pending, None
        if count is not None and count > bounds.MOST_OF_A_KIND:
            self.facts.bare.append(count)
            return None
        return count


def counters_of(raw: Raw) -> Counters:
    """What the figures of a unit are."""
    found = [(seen, at) for text in _texts(raw) for seen in [scan(text)] for at in _in_brackets(seen)]
    arms = [(seen[at], seen[at + 2].number) for seen, at in found]
    return Counters(raw.line, not raw.structured and _add_up(raw, arms))


def _texts(raw: Raw) -> Iterator[str]:
    yield raw.name
    yield from (text for part in raw.parts for text in _texts_of(part))


def _texts_of(part: Part) -> Iterator[str]:
    yield part.text
    yield from (text for inner in part.parts for text in _texts_of(inner))


_JOINED = re.compile(
    r"\+|\bplus\b|\b(?:extra|additional|more|further|another|others?|and|with an?)\b", re.IGNORECASE
)
"""What may add men to those who are counted first."""


def crews_behind(line: str) -> set[int]:
    """The numbers that stand in brackets right behind weapons with crews: "LMG (2)"."""
    seen = scan(line)
    return {seen[at + 2].number for at in _in_brackets(seen) if is_team(ARMS[seen[at].key][0])}


def _in_brackets(seen: Sequence[Seen]) -> Iterator[int]:
    """Where an arm that nothing counts has a number alone in brackets behind it."""
    for at in range(len(seen) - 3):
        arm, opens, number, closes = seen[at : at + 4]
        counted = at > 0 and seen[at - 1].kind == NUMBER
        if arm.kind != ARM or counted or number.kind != NUMBER or number.glued:
            continue
        if opens.key in _OPENS and closes.key in _CLOSES and 0 < number.number <= bounds.MOST_COUNTED:
            yield at


def _behind_colon(seen: Sequence[Seen]) -> Iterator[int]:
    """Where arms that nothing counts have a number alone behind a colon: "rifles: 6"."""
    for at in range(len(seen) - 2):
        arm, colon, number = seen[at : at + 3]
        counted = at > 0 and seen[at - 1].kind == NUMBER
        if arm.kind != ARM or not arm.plural or counted or number.kind != NUMBER or number.glued:
            continue
        ended = at + 3 == len(seen) or seen[at + 3].kind == BREAK
        if colon.key in _TELLS and ended and 0 < number.number < LEAST_PRICE:
            yield at


def _add_up(raw: Raw, arms: Sequence[tuple[Seen, int]]) -> bool:
    """Whether numbers in brackets say how many: they make up the men, or one is 1, which nothing costs."""
    if len(arms) < 2:
        return False
    counted = [(one, number) for one, number in arms if ARMS[one.key][0] not in CARRIED]
    low = sum(number for _one, number in counted)
    high = low + sum(number for one, number in counted if is_team(ARMS[one.key][0]))
    men = _men_told(raw)
    if men:
        return men in (low, high)
    lone = [number for one, number in arms if not one.plural]
    return 1 in lone and all(number == 1 for number in lone)


def _men_told(raw: Raw) -> int:
    """How many men a line counts, 0 if it does not or does so twice."""
    if raw.men is not None:
        return raw.men
    seen = [one for text in _texts(raw) for one in scan(text)]
    found = [one.number for one, after in pairwise(seen) if one.kind == NUMBER and after.kind == MAN]
    return found[0] if len(found) == 1 else 0


def named_men(raw: Raw) -> int:
    """How many men a unit's first words count where nobody joins them; 0 if they count none, or twice."""
    seen = scan(raw.name)
    found = [at for at, (one, after) in enumerate(pairwise(seen)) if one.kind == NUMBER and after.kind == MAN]
    if len(found) != 1 or _JOINED.search(raw.line):
        return 0
    at = found[0]
    # "flamethrower (2 men)" are those who serve it.
    serves = at > 1 and seen[at - 1].key in _OPENS and seen[at - 2].kind == ARM
    return 0 if serves else seen[at].number


def is_share(seen: Sequence[Seen]) -> bool:
    """Whether something is one of so many: "1/10 SMG" is one man of ten, one painted, or no count at all."""
    for at in range(len(seen) - 2):
        one, of, what = seen[at : at + 3]
        if one.kind != NUMBER or of.kind != NUMBER or of.start != one.end + 1 or what.kind not in (ARM, MAN):
            continue
        if of.glued and 0 < one.number <= of.number <= bounds.MOST_COUNTED:
            return True
    return False
