"""The figures of a line: how many such units, and their points (Tabletop E)."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from rules.tabletop.lists.bounds import MOST_COUNTED
from rules.tabletop.lists.words.tokens import NUMBER_WORDS

_SIZED = rf"(?:\d{{1,2}}|{'|'.join(NUMBER_WORDS)})[\s-]?man\b"
TIMES = re.compile(
    r"^\s*(?:[-*\u2022\u00b7>.]+\s+)?\(?(\d{1,3})"
    rf"(?:\s*(?:[x\u00d7](?=\s|[A-Z\u00c0-\u017f(]|(?i:{_SIZED}))|X(?=\s|(?i:{_SIZED})))\)?"
    rf"|\s*\*(?=\s+[^\W\d_])|\s*(?i:of:|no\.)(?=\s)|(?=\s+(?i:{_SIZED})))\s*"
)
"""How many such units: "2x", "2 of:", "2 ten-man squads"."""
_WORD = r"(?:(?:pts?|points?|punkte|pkte?|ptos|puntos?|punti|punten|pti|pnt|ptn)\b\.?|p\b(?!['\u2019]))"
_SEVERAL = re.compile(
    rf"\d\s*(?:{_WORD})?\s+(?:or|oder|ou)\s+\d+\s*{_WORD}|\d\s*{_WORD}\s+(?:or|oder|ou)\s+\d{{2,3}}\b|\d[-\u2013/]\d+\s*{_WORD}|\d\s0\d\d\s*{_WORD}",
    re.IGNORECASE,
)
"""Two numbers before one word, "60-65 pts", or one that is parted."""
_PARTS_OF_POINTS = re.compile(rf"\d[.,](?!0+(?!\d))\d{{1,2}}\s*{_WORD}", re.IGNORECASE)
_OF_A_MAN = re.compile(
    r"(\b\d{1,2}[\s-]*(?:men|man|models?|figures?|minis|troopers?))"
    rf"(\s*(?:x|\u00d7|@|at|je)\s*(?:1?\d(?!\d)\s*(?:{_WORD})?(?:\s*(?:each|ea\.?|apiece|per (?:man|model)))?"
    rf"|\d{{2,3}}\s*(?:{_WORD})?\s*(?:each|ea\.?|apiece|per (?:man|model))))",
    re.IGNORECASE,
)
"""What each man costs: "10 men at 10 pts"."""
_SUM = re.compile(
    rf"\(?(?<![\w.,])(?P<a>\d{{1,4}})\s*(?:{_WORD})?\s*(?P<sign>[x\u00d7*@])\s*(?P<b>\d{{1,4}})\s*(?:{_WORD})?"
    rf"\s*(?:each\s*)?=\s*(?P<c>\d{{1,5}})(?![\d.,]\d)\s*(?:{_WORD})?\)?",
    re.IGNORECASE,
)
_SUM_OF_SOME = re.compile(
    rf"(?:(?:@|\bat)\s*|(?=\d{{1,4}}\s*(?:{_WORD})?\s*each\s*=))(?P<b>\d{{1,4}})\s*(?:{_WORD})?\s*(?:each\s*)?=\s*(?P<c>\d{{1,5}})(?![\d.,]\d)\s*(?:{_WORD})?",
    re.IGNORECASE,
)
_TIMES_BEFORE = re.compile(r"(?:(?<=\s)|\()[x\u00d7]\s*(\d{1,2})\)?\s*$", re.IGNORECASE)
POINTS = re.compile(
    r"[(\[{]?\s*(?:[@=+~]|\bat\b(?=\s*\d))?\s*(?<![\d.,])(?<![A-WY-Z])(\d{1,3}[,.]\d{3}|\d{1,5})(?:[.,](?:0+|-+))?\s*"
    rf"{_WORD}"
    r"(?:\s*/?\s*(?:each|ea\.?|apiece|per unit|a piece)(?!\w))?\s*[)\]}]?",
    re.IGNORECASE,
)
POINTS_AFTER = re.compile(
    r"[(\[]?\b(?:pts?|points?|cost|punkte)\s*[:=]\s*(\d{1,5})(?:[.,]0+)?\b\s*[)\]]?", re.IGNORECASE
)
_IS_WHOLE = re.compile(rf"=\s*(\d{{2,4}})\s*(?:{_WORD})?\W*$", re.IGNORECASE)
LEAST_SO_FAR = 400
_SO_FAR = re.compile(rf"\s*(\d{{3,4}})\s*(?:{_WORD})?\s*\+\s+(?=[^\W\d_])", re.IGNORECASE)
"""What all above costs, before one that is added."""
_PARTED = re.compile(r"[,;:+&]|(?<=\d )-(?= \d)")
_COST_LAST = re.compile(rf"(?<![\w.])(\d{{1,3}})\s*(?:{_WORD})?\s*$", re.IGNORECASE)
_COST_FIRST = re.compile(rf"\s*(\d{{1,3}})\s*(?:{_WORD})?(?=\s[^\W\d_])", re.IGNORECASE)
DOTS = re.compile(
    r"(?:\.{2,}|(?:\.\s){2,}\.?|\u2026+|_{3,}|-{3,}|={1,}>?|\s@|\s\u2013|\s\u2014|\s-|:|\s=)\s*(\d{1,4})"
    rf"(?:[.,]0{{1,2}})?\s*(?:{_WORD}\s*)?(?:(?:each|ea\.?|apiece|per unit|je)\s*)?$"
)
EACH_COSTS = re.compile(
    rf"\d\s*(?:{_WORD})?\s*[(/]?\s*(?:each|ea|apiece"
    r"|(?:per|the) (?:unit|section|squad|team|group)|a piece|a pop|a go|a throw)\b",
    re.IGNORECASE,
)
_SO_MANY = re.compile(r"\s*([2-6])\s+(?=[^\W\d_]{2})")
_EACH_LAST = re.compile(r"(\d{1,3})\s*(?:each|ea\.?|apiece)\W*$", re.IGNORECASE)
LEAST_OF_EACH = 12
"""So many of a weapon nobody has: "Suicide team: 20 each" is what each costs."""
ENDS_IN_NUMBER = re.compile(r"\s\d{2,3}\s*(?:;|$)")
"""What a unit costs, without the word."""
LAST_SQUARE = re.compile(r"[\[](\d{2,4})[\]]\s*:?\s*$")


def number(text: str) -> int:
    """A number with or without a sign for thousands."""
    return int(re.sub(r"[,.]", "", text))


LINE_NUMBER = re.compile(r"^\s*\d{1,2}[.)][-\u00ba]?\s+(?=\S)")
"""The number of a line in a list: "1. "."""


def multiplied(line: str) -> tuple[str, int, int] | None:
    """A line without a product that adds up, how many such units it says, and the points of each.

    "x3 @ 40 = 120", "40 x 3 = 120"; where both may be how many, nothing is said.
    """
    found = _SUM.search(line)
    if found is not None:
        low, high = sorted((int(found["a"]), int(found["b"])))
        if low * high == int(found["c"]) and 1 <= low <= MOST_COUNTED < high:
            return _blanked(line, found.start(), found.end()), low, high
    found = _SUM_OF_SOME.search(line)
    if found is None or not int(found["b"]):
        return None
    before = line[: found.start()]
    after, head = _TIMES_BEFORE.search(before), TIMES.match(LINE_NUMBER.sub("", line))
    told = after or head
    if told is None or int(told[1]) * int(found["b"]) != int(found["c"]):
        return None
    start = after.start() if after is not None else found.start()
    return _blanked(line, start, found.end()), int(told[1]), int(found["b"])


def _blanked(line: str, start: int, end: int) -> str:
    return line[:start] + " " * (end - start) + line[end:]


def added(line: str) -> str:
    """A line without the costs of its parts, which add up to what stands at its end.

    "Squad: 5 men 50, +5 men 50, LMG 20 = 120"; all else stays as it is.
    """
    whole = _IS_WHOLE.search(line)
    if whole is None:
        return line
    if (so_far := _SO_FAR.match(line)) is not None and int(so_far[1]) >= LEAST_SO_FAR:
        # "853 + Katyusha for 100 = 953"
        own = int(whole[1]) - int(so_far[1])
        return f"{line[so_far.end() : whole.start()]} = {own} pts" if own > 0 else line
    costs, start = [], 0
    for end in [*(found.start() for found in _PARTED.finditer(line[: whole.start()])), whole.start()]:
        piece, sign = line[start:end], line[start - 1 : start]
        found = _COST_LAST.search(piece) or (_COST_FIRST.match(piece) if sign in ("+", "-") else None)
        costs += [(start + found.start(1), start + found.end(1), sign == "-")] if found else []
        start = end + 1
    made = sum(-int(line[low:high]) if less else int(line[low:high]) for low, high, less in costs)
    if len(costs) < 2 or made != int(whole[1]):
        return line
    for low, high, _less in costs:
        line = _blanked(line, low, high)
    return line


@lru_cache(maxsize=1024)
def pointed(line: str) -> tuple[str, int | None]:
    """A line without its points, and these; -1 if several stand there that do not say which."""
    if own := _OF_A_MAN.search(line):
        rest, points = pointed(_blanked(line, own.start(2), own.end(2)))
        return rest, -1 if points is None else points
    if open_ := (_SEVERAL.search(line) or _PARTS_OF_POINTS.search(line)):
        start = len(line[: open_.start()].rstrip("0123456789.,"))
        return _blanked(line, start, open_.end()), -1
    return _told(line)


def _told(line: str) -> tuple[str, int | None]:
    found = [*POINTS.finditer(line)]
    spans = [match.span() for match in found]
    # "10 pts = 80 pts" tells two numbers, not three.
    found += [
        match
        for match in POINTS_AFTER.finditer(line)
        if not any(start < match.end() and match.start() < end for start, end in spans)
    ]
    values = [number(match[1]) for match in found]
    rest = line
    for match in found:
        rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    if not values:
        return _behind_dots(rest)
    return rest, values[0] if len(values) == 1 else _of_several(line, found, values)


def _behind_dots(rest: str) -> tuple[str, int | None]:
    if dots := DOTS.search(rest):
        value = int(dots[1])
        each, times = _EACH_LAST.search(rest, 0, dots.start()), TIMES.match(rest) or _SO_MANY.match(rest)
        if each is not None and times is not None and int(each[1]) * int(times[1]) == value:
            # "2 x Jeep, 21 each ......... 42"
            return _blanked(rest, each.start(), len(rest)), int(each[1])
        told = value >= LEAST_OF_EACH and _EACH_LAST.search(rest) is not None
        if value > 20 or told or "..." in dots[0].replace(" ", "") or "\u2026" in dots[0] or "=" in dots[0]:
            return _blanked(rest, dots.start(), len(rest)), value
    return rest, None


def _of_several(line: str, found: list[re.Match[str]], values: list[int]) -> int:
    """Of several points those of the whole; -1 if nobody says which they are."""
    if any(
        "+" in two[0] and not re.search(r"\w", line[one.end() : two.start()])
        for one, two in itertools.pairwise(sorted(found, key=lambda match: match.start()))
    ):
        # "100pts +15pts": whether they are in it nobody says.
        return -1
    first = found[0]
    if first[0].startswith("[") and line[first.end() :].lstrip().startswith(":"):
        # "Unit [119pts]: Veteran [20pts]": what stands with its name holds all that is less.
        return values[0] if max(values) == values[0] else -1
    each, times = EACH_COSTS.search(line), TIMES.match(line)
    if each is not None and times is not None:
        # "2x MMG team, 50 pts each - 100 pts"
        priced = [value for value in values if value * int(times[1]) in values and int(times[1]) > 1]
        if len(priced) == 1:
            return priced[0]
    after = [
        number(match[1]) for match in found if "=" in match[0] or line[: match.start()].rstrip().endswith("=")
    ]
    if len(after) == 1:
        return after[0]
    return _whole(values, [match[0] for match in found])


def _whole(values: list[int], written: list[str]) -> int:
    """Of several points the whole: all others are what options cost, or add up to it."""
    plain = [value for value, text in zip(values, written, strict=True) if "+" not in text]
    if len(plain) == 1:
        return plain[0]
    largest = max(values)
    if sum(values) - largest == largest:
        return largest
    return -1
