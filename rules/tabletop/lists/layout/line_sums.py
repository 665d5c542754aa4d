"""What the lines of a list tell together: which are headings or stand apart, what all cost (Tabletop E)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rules.tabletop.lists.layout.line_roles import BULLET as BULLETED
from rules.tabletop.lists.layout.line_roles import (
    CAPITALS,
    MAYBE,
    PLAIN,
    STRESSED,
    SURE,
    UNDERLINED,
    Told,
    told_of,
)
from rules.tabletop.lists.layout.line_signs import BULLET
from rules.tabletop.lists.layout.lines_apart import leave_apart, take_costing
from rules.tabletop.lists.lines.flagged import unflagged
from rules.tabletop.lists.lines.lining import LEAST_POINTS, MOST_OF_UNIT
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.scanning import ARM, CLASS, NUMBER, RANK, VEHICLE, scan
from rules.tabletop.lists.words.tokens import key_of

FEWEST = 3
MOST_HEADINGS = 0.6
"""Units have fewer headings than that."""
_SUMS = re.compile(r"^[^\d]*\b(?:total|totals?|points|pts|limit|sum|summe|gesamt)\b[^\d]*$", re.IGNORECASE)
LONGEST_SUM = 5
LEAST_SPENT, MOST_SPENT = 0.5, 1.1
"""So much of what may be spent is."""
_MAKES = re.compile(r"^\W*(?:[^\W\d]+ ){0,2}(?:makes?|comes? to|adds? up to|is)\b", re.IGNORECASE)
_SPENT = re.compile(r"^\W*(\d{3,4})\b")
_LIMIT = re.compile(r"^\W*(?:points?|pts|limit|budget|size)\s*[:=]", re.IGNORECASE)
MOST_LONGER = 2
_IN_BRACKETS = re.compile(
    r"\s[(\[](?:@\s?)?([2-9]\d|[1-6]\d\d)[)\]]\s*:?\s*$|^\W*[(\[]([2-9]\d|[1-6]\d\d)[)\]]\s+(?=[^\W\d])"
)
_BEHIND_COMMA = re.compile(r"\w[,;] ?(\d{2,3})\s*$")
_RULE = re.compile(r"^\s*[-=_*~\u2013\u2014\u2500.#]{3,}\s*$")


def told_by(lines: Sequence[str]) -> list[Told]:
    """What the lines tell that hold a word."""
    found = [*_told_by(lines)]
    _headings_in_capitals(found)
    _stressed_headings(found)
    if any(one.alone and one.price == 0 for one in found):
        # "free" stands where others' points do, not in a name.
        for one in found:
            one.price = None if one.price == 0 and not one.alone else one.price
    _price_in_brackets(found)
    _bare_prices(found)
    _ends_as_others(found)
    take_costing(found)
    _leave_sums(found)
    leave_apart(found, [unflagged(line) for line in lines])
    return found


def _headings_in_capitals(found: Sequence[Told]) -> None:
    """Take a few lines in capitals that tell nothing for headings: "LES APPUIS"."""
    mute = [
        one
        for one in found
        if CAPITALS in one.marks
        and one.price is None
        and not one.qualities
        and one.name == MAYBE
        and not any(word.kind == ARM for word in scan(one.text))
    ]
    units = max(sum(one.price is not None for one in found), sum(bool(one.qualities) for one in found))
    least = 1 if any(one.heading and CAPITALS in one.marks for one in found) else 2
    if least <= len(mute) <= MOST_HEADINGS * units and all(one.gap for one in mute):
        for one in mute:
            one.heading = True
    shouted = any(one.heading and CAPITALS in one.marks for one in found)
    for one in found:
        words = key_of(one.text.strip(" :#=*_~"))
        if shouted and CAPITALS in one.marks and words in headings.KINDS_OF_UNITS and not one.qualities:
            # "TANK" among "INFANTRY" and "SUPPORT"
            one.heading, one.price = True, None


def _stressed_headings(found: Sequence[Told]) -> None:
    """Take "**Inexperienced**" for a heading where no such line, and each of the others, costs something."""
    priced = [one for one in found if one.price is not None]
    stressed = [one for one in found if STRESSED in one.marks and one.price is None and not one.said]
    plain = all(STRESSED not in one.marks and not one.alone for one in priced)
    bulleted = all(BULLETED in one.marks for one in priced)
    if len(priced) > FEWEST and plain and FEWEST - bulleted <= len(stressed) <= MOST_HEADINGS * len(priced):
        for one in stressed:
            one.heading |= (PLAIN in one.marks and one.gap) if bulleted else not one.qualities


def _price_in_brackets(found: Sequence[Told]) -> None:
    """Read "GAZ-67 Jeep (21)", "(60) Regular" as a price where hardly any other is told."""
    ends = [(one, end) for one in found if not one.idle and (end := _IN_BRACKETS.search(one.text))]
    if len(ends) < FEWEST or 2 * sum(one.price is not None for one in found) > len(ends):
        return
    for one, end in ends:
        one.price = int(end[1] or end[2])


def _bare_prices(found: Sequence[Told]) -> None:
    """Read "paras one 176" as a price where each unit's first line ends in one."""
    if any(one.price is not None for one in found):
        return
    ends = [(one, price) for one in found if not one.idle and (price := _bare_price(one))]
    if len(ends) > FEWEST and all(one.gap for one, _ in ends):
        for one, price in ends:
            one.price = price


def _ends_as_others(found: Sequence[Told]) -> None:
    """Read "37mm AT gun, 50" as a price behind its comma where most lines end in one."""
    ends = [(one, int(end[1])) for one in found if not one.idle and (end := _BEHIND_COMMA.search(one.text))]
    told = [one for one, price in ends if one.price == price]
    if len(told) <= FEWEST or 3 * len(told) < 2 * sum(not one.idle for one in found):
        return
    for one, price in ends:
        if one.price is None and LEAST_POINTS <= price < MOST_OF_UNIT:
            one.price = price


def _bare_price(one: Told) -> int:
    """The figure that a line with a name ends in, and that belongs to no name; 0 if none does."""
    last = scan(one.text)[-1:]
    ended = last and last[0].kind == NUMBER and re.search(r"\s\d{2,3}\s*$", one.text)
    return last[0].number if ended and LEAST_POINTS <= last[0].number < MOST_OF_UNIT else 0


def _leave_sums(found: Sequence[Told]) -> None:
    """Leave out lines of no unit that cost as much as all that cost less: "606pts spent"."""
    priced = sorted((one for one in found if one.price), key=lambda one: one.price or 0)
    made = several = 0
    for one in priced:
        costs = one.price or 0
        plain_ = not one.alone and one.name != SURE and not one.qualities
        if plain_ and several > FEWEST and costs >= max(made, LEAST_OF_ALL):
            one.said, one.price = True, None
        else:
            made, several = made + costs, several + 1
    _leave_titles(found)
    prices = [one.price for one in found if one.price]
    for one in found:
        if one.price and 2 * one.price == sum(prices) and len(prices) > FEWEST and not one.qualities:
            # It is what all others cost.
            one.said, one.price = True, None


def _leave_titles(found: Sequence[Told]) -> None:
    """Leave out what may be spent, told above all units: "Partisans, 500 pts"; and what they cost, below."""
    priced = [one for one in found if one.price]
    if len(priced) <= FEWEST or len(priced) < 2:
        return
    first, rest = priced[0], sum(one.price or 0 for one in priced[1:])
    costs = first.price or 0
    kinds = {word.kind for word in scan(first.text)}
    dearest = max(one.price or 0 for one in priced[1:])
    alone = first.alone and not _LIMIT.match(first.text)
    named = alone or first.qualities or kinds & {ARM, CLASS, RANK, VEHICLE}
    if (
        not named
        and costs >= LEAST_OF_ALL
        and costs > dearest
        and LEAST_SPENT * costs <= rest <= MOST_SPENT * costs
    ):
        first.said, first.price = True, None
    last = priced[-1]
    if (
        last.gap
        and (last.price or 0) > max(one.price or 0 for one in priced[:-1])
        and _MAKES.match(last.text)
    ):
        # "That makes 380 points", which nobody added up rightly
        last.said, last.price = True, None
    spent = sum(one.price for one in found if one.price)
    for one in reversed(found):
        if one.price or one.qualities or one.name == SURE:
            break
        if (told := _SPENT.match(one.text)) is not None and int(told[1]) == spent:
            one.said = True


def _told_by(lines: Sequence[str]) -> Iterator[Told]:
    bulleted = any(BULLET.match(line) for line in lines)
    set_in = any(line[:1] in " \t" and line.strip() for line in lines)
    least = _least_gap(lines)
    empty, rule = least, True
    after_said = False
    underlines = _underlines(lines)
    for at, line in enumerate(lines):
        if at in underlines:
            continue
        if not re.search(r"\w", line):
            rule = rule or _RULE.match(line) is not None
            empty += not line.strip()
            continue
        found = told_of(at, line, bulleted=bulleted, set_in=set_in)
        found.gap, found.rule = empty >= least or rule, rule
        if at + 1 in underlines:
            found.marks |= {UNDERLINED}
        told = found.alone and found.price is not None
        if after_said and told and not (empty or found.qualities):
            # "Total points", and below it "572"
            found.said, found.price = True, None
        yield found
        empty, rule, after_said = 0, False, found.said and _is_sum(line)


def _underlines(lines: Sequence[str]) -> set[int]:
    """Where signs only underline the line above them, as long as it, and part no units elsewhere."""
    rules = {at for at, line in enumerate(lines) if at and _RULE.match(line)}
    below = {at for at in rules if _is_underlined(lines, at)}
    parting = {lines[at].strip() for at in rules - below}
    return {at for at in below if lines[at].strip() not in parting}


def _is_underlined(lines: Sequence[str], at: int) -> bool:
    above, line = lines[at - 1].strip(), lines[at].strip()
    if re.search(r"\w", above) is None or (at > 1 and _RULE.match(lines[at - 2])):
        return False
    return abs(len(above) - len(line)) <= MOST_LONGER


def _is_sum(line: str) -> bool:
    """Whether a line only says what the figure below it is, and no more than that."""
    return len(line.split()) <= LONGEST_SUM and _SUMS.search(line) is not None


def _least_gap(lines: Sequence[str]) -> int:
    """How many empty lines are a gap: where nearly all lines have some between them, more than most."""
    gaps, empty, seen = Counter[int](), 0, False
    for line in lines:
        if re.search(r"\w", line):
            gaps[empty] += seen
            empty, seen = 0, True
        elif not line.strip():
            empty += 1
    usual = gaps.most_common(1)[0][0] if gaps else 0
    wider = sum(many for gap, many in gaps.items() if gap > usual)
    return usual + 1 if usual and wider >= FEWEST - 1 else 1
