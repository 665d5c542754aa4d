"""Units of several lines, with an empty one around each: told in one line, as most are (Tabletop E).

"Captain, Veteran", "SMG, 2 men with SMGs", "Cost: 152 points" are one unit, though nothing is set in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules.tabletop.lists.forms import chatter
from rules.tabletop.lists.forms.figures import pointed
from rules.tabletop.lists.forms.flagged import LEADS_IN
from rules.tabletop.lists.forms.lining import HEAD_SIGNS, MOST_OF_UNIT, TOTAL
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    FLAG,
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
from rules.tabletop.lists.words.tokens import key_of

FEWEST = 3
"""So many units of several lines are no accident."""
MOST = 7
"""No unit has more lines without a bullet."""
SHARE = 0.7
LONGEST = 16
LEAST_WORDS = 6
_BULLET = re.compile(r"^\s*(?:[-*\u2022\u00b7>+\u2013\u2014]\s|\.\s|\(?\d{1,2}[.)]\s)")
_HASHES = re.compile(r"^\s*#{2,6}\s+")
_STRESSED = re.compile(r"(?<![\w*_])([*_]{1,2})([^\W_][^*_]*)\1(?![\w*_])")
_SAYS = frozenset({ARM, MAN, LEADER, LOADER, QUALITY, FLAG})
_NAMES = frozenset({TEAM, RANK, VEHICLE, CLASS})
_IS_FIELD = re.compile(r"^\W*[\w ]{2,20}:")
_PRICE_ALONE = re.compile(r"^\W*[\[(](\d{2,3})[\])]\W*$")
_SENTENCE = re.compile(r"[.!?\u2026]\W*(?:\[/\w+\])*\s*$|^\W*(?:\*|_)[^*_]+(?:\*|_)\W*$")


def joined(lines: Sequence[str]) -> list[str]:
    """As many lines as there are: those of a unit in its first one, and what is no unit's flagged."""
    found = [*lines]
    blocks = [*_blocks(found)]
    one_price = [(start, end) for start, end in blocks if _prices(found[start:end]) == 1]
    if _prices(found) < FEWEST:
        return found
    several = [one for one in one_price if one[1] - one[0] > 1 and _is_plain(found, *one)]
    units = [(start, end) for start, end in several if _is_unit(found[_head(found, start, end) : end])]
    first = one_price[0][0] if len(one_price) >= FEWEST else 0
    for start, end in blocks:
        if end - start == 1 and (_is_said(found[start]) or (start < first and _is_title(found[start]))):
            found[start] = f"{LEADS_IN}{found[start]}"
    if len(units) < max(FEWEST, SHARE * len(several)):
        return found
    for start, end in blocks:
        if end - start == 1 and _is_priced(found[start]):
            found[start] = _STRESSED.sub(r"\2", found[start])
    for start, end in units:
        head = _head(found, start, end)
        name = _STRESSED.sub(r"\2", _HASHES.sub("", found[head])).strip().rstrip(" :;,.")
        told = [_PRICE_ALONE.sub(r"\1 pts", one).strip().rstrip(" ,;") for one in found[head + 1 : end]]
        found[head] = ", ".join([name, *told])
        found[head + 1 : end] = [""] * (end - head - 1)
        if head > start:
            found[start] = f"{LEADS_IN}{found[start]}"
    return found


def _prices(lines: Sequence[str]) -> int:
    """How many lines tell what a unit costs."""
    return sum(_is_priced(line) for line in lines)


def _is_priced(line: str) -> bool:
    return 0 < (pointed(line)[1] or 0) < MOST_OF_UNIT or _PRICE_ALONE.match(line) is not None


def _is_title(line: str) -> bool:
    """Whether a line above all units tells neither quality, men nor price: "Normandy, June 44"."""
    rest, points = pointed(line)
    told = {one.kind for one in scan(rest)} & {QUALITY, RANK, LEADER}
    return points is None and not told and not re.search(r"\d+ ?x\b|\bx ?\d|\d+ (?:men|man)\b|^\W*#", line)


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where lines stand together, with empty ones around them."""
    start = None
    for at, line in enumerate([*lines, ""]):
        if line.strip():
            start = at if start is None else start
        elif start is not None:
            yield start, at
            start = None


def _is_plain(lines: Sequence[str], start: int, end: int) -> bool:
    """Whether lines have no bullets: units that do are read as they are."""
    return not any(_BULLET.match(line) for line in lines[start + 1 : end])


def _head(lines: Sequence[str], start: int, end: int) -> int:
    """Where the name of a unit stands: below a heading, if there is one."""
    signed = HEAD_SIGNS.match(lines[start]) and not _HASHES.match(lines[start])
    text = lines[start].strip(" :#=*_")
    words = key_of(text)
    if words in headings.HEADINGS or (end - start > 1 and signed and not _IS_FIELD.match(lines[start + 1])):
        return start + 1
    if end - start < FEWEST or pointed(text)[1] is not None:
        return start
    named, below = ({one.kind for one in scan(line)} for line in lines[start : start + 2])
    of_several = words in headings.KINDS_OF_UNITS and text.lower().endswith("s")
    bare = not named & (_NAMES | _SAYS | {NUMBER}) and below & _NAMES and len(words) <= FEWEST
    return start + 1 if of_several or bare else start


def _is_unit(lines: Sequence[str]) -> bool:
    """Whether lines are one unit: a name, and below it who they are, what they hold and what it costs."""
    if not 1 < len(lines) <= MOST or not _is_plain(lines, 0, len(lines)) or _BULLET.match(lines[0]):
        return False
    priced = [at for at, line in enumerate(lines) if _is_priced(line)]
    kinds = [{one.kind for one in scan(pointed(line)[0])} for line in lines]
    if len(priced) != 1 or not (kinds[0] & _NAMES or re.search(r"[^\W\d_]{3}", pointed(lines[0])[0])):
        return False
    words = [len(pointed(line)[0].split()) for line in lines]
    told = [
        one
        for one, many in zip(kinds[1:], words[1:], strict=True)
        if one - {NUMBER, STOP, BREAK} and many > 2
    ]
    others = any(one & _NAMES and one & {QUALITY} and QUALITY in kinds[0] for one in told)
    said = all(one & _SAYS for one in told) if priced == [0] else not told or any(one & _SAYS for one in told)
    named = kinds[0] & {*_NAMES, QUALITY, ARM} or priced != [0]
    return bool(said and named) and not others and len(lines[0].split()) <= LONGEST


def _is_said(line: str) -> bool:
    """Whether a line between units is somebody's, or a heading: of no quality and no price."""
    rest, points = pointed(line)
    kinds = {one.kind for one in scan(rest)}
    if chatter.CLOSES.match(line) or TOTAL.search(line):
        # What is said of all, or ends it, has a meaning of its own.
        return False
    if points is not None or QUALITY in kinds or re.search(r"\d\s*$|\d+\s?x\b|^\W*#", line):
        return False
    words = len(line.split())
    if words >= LEAST_WORDS and _SENTENCE.search(line):
        return True
    # "INFANTER\u00cdA"
    return line.isupper() and words < FEWEST + 1 and not kinds & {NUMBER, RANK, VEHICLE}
