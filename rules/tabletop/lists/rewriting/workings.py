"""What a unit costs, told part by part: "10 men x 13 = 130", "+20 for the LMG", "Total 150" (Tabletop E).

The figures of the parts say nothing more, once they are known to make up what the unit costs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from rules.tabletop.lists.words.scanning import QUALITY, scan
from rules.tabletop.lists.words.tokens import size_in

_WORD = r"(?:\s*(?:pts?|points?|punkte|pkt|punti|puntos)\b\.?)?"
_TOTAL = re.compile(
    r"^(?P<lead>\s*(?:[-*\u2022>]\s+)?)(?:(?:(?:so|and|that|this|it|unit|squad|all)\s+)*"
    r"(?P<word>(?:so|total|sum|summe|gesamt|totale|suma|makes?|costs?|comes? to|adds? up to))\W*"
    r"|(?:={1,2}|[-_.~\u2013\u2014\u2500]{2,})>?(?:\s*\d{1,3}\s*\+(?:\s*\d{1,3}\s*\+)*\s*\d{1,3}\s*=)?)"
    rf"\s*(?P<all>\d{{2,3}}){_WORD}\W*$",
    re.IGNORECASE,
)
"""What all of a unit costs, in a line of its own: "= 81", "Total 85"."""
_PRODUCT = re.compile(
    r"(?:(?P<men>\b\d{1,2}(?: [^\W\d]+){1,2}?)|[,;:]?\s*\b\d{1,2})\s*(?:[x\u00d7*@]|at)\s*\d{1,3}"
    rf"{_WORD}(?:\s*(?:each|apiece))?\s*=\s*(?P<cost>\d{{1,3}}){_WORD}",
    re.IGNORECASE,
)
"""So many of something, each for so much: "10 men x 13 = 130", ", 3 x 3 = 9"."""
_ADDED = re.compile(
    rf"[\s(\[]*[+]\s?(?P<cost>\d{{1,3}}){_WORD}(?!\s*(?:x|men|man|more|crew|mates?|guys?|others?"
    rf"|rifles?)\b)[)\]]?",
    re.IGNORECASE,
)
"""What is added: "LMG +20", "+10 for a second man"; "+1 man" is somebody."""
_LAST = re.compile(
    rf"(?<=[^\W\d])(?:\s*[:=@,\u2013-]+)?\s+(?P<cost>\d{{1,3}}){_WORD}(?=\s*$|\s*\()", re.IGNORECASE
)
"""Behind what it is for: "5 men 35", "LMG 20 (with its loader)"."""
_FIRST = re.compile(
    rf"(?:^\s*|(?<=, )|(?<=and ))(?P<cost>\d{{1,3}}){_WORD}\s+(?:(?:base|basic)\b(?: (?:for"
    rf"|of) (?P<men>\d{{1,2}})(?: men)?\b)?|(?=for\b|because\b)"
    r"|(?:more|extra) (?=for\b|because\b)|(?:in|from|out of) the book\b|to start(?: with)?\b|as standard\b)",
    re.IGNORECASE,
)
"""Before it: "65 for him", "75 base", "39 more for being vet"."""
_MEN = re.compile(
    r"(?P<lead>\s*(?:[-*\u2022>]\s+)?)(?P<plus>\+\s?)?(?P<count>\w+)(?P<more> (?:more|extra|additional"
    r"|further|other))? men",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"^(\s*(?:[-*\u2022>]\s+)?)[\s,]*(?:for (?:him|her|them|it|all|these|the (?:man|men|unit))\b\W*"
    r"|for (?:being )?|because )",
    re.IGNORECASE,
)
"""What tied a figure to what it is for."""
MOST_WAYS = 512
FEWEST = 2
OFTEN = 3
MOST_LINES = 14
LEAST_OF_ALL = 400
"""No unit of several lines costs so much."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A line without some of its figures: how many these are, what they cost, and how many are prices by
    their sign that it keeps.
    """

    line: str
    count: int = 0
    cost: int = 0
    kept: int = 0


def worked_out(lines: Sequence[str]) -> list[str]:
    """The lines, without the figures that make up what a unit costs, as is told below them."""
    found: list[str] = []
    ends = [(at, total) for at, line in enumerate(lines) if (total := _total(line)) is not None]
    often = _are_of_units(ends)
    done = 0
    for end, total in ends:
        start = _begin(lines, done, end)
        plain = _plain(lines[start:end], int(total["all"]))
        found += lines[done:start]
        # What only said what something costs is gone.
        told = [one for one in plain or () if re.search(r"\w", one)]
        found += lines[start:end] if plain is None else _men_added(told)
        sign = "= " if total["lead"] else ""
        costs = f"{total['lead']}{sign}{total['all']} pts"
        found.append(costs if plain is not None or often else lines[end])
        done = end + 1
    return [*found, *lines[done:]]


def _men_added(lines: Sequence[str]) -> list[str]:
    """The lines, with men who are added to others in one: "5 men", "+5 more men"."""
    found: list[str] = []
    for line in lines:
        one = _MEN.fullmatch(line)
        above = _MEN.fullmatch(found[-1]) if found else None
        count, before = (size_in(each["count"]) if each is not None else None for each in (one, above))
        if one is not None and one["more"] and above is not None and count and before:
            found[-1] = f"{above['lead']}{before + count} men"
        else:
            found.append(line)
    return found


def _total(line: str) -> re.Match[str] | None:
    found = _TOTAL.match(line)
    return found if found is not None and int(found["all"]) < LEAST_OF_ALL else None


def _are_of_units(ends: Sequence[tuple[int, re.Match[str]]]) -> bool:
    """Whether lines like "Total 85" each tell what a unit costs: there are several, and none is of all."""
    told = [int(total["all"]) for _at, total in ends if total["word"]]
    return len(told) >= OFTEN and all(2 * one != sum(told) for one in told)


def _begin(lines: Sequence[str], least: int, end: int) -> int:
    """Where what stands above a line begins: below an empty one, or that which ended another unit."""
    start = end
    while start > max(least, end - MOST_LINES) and lines[start - 1].strip():
        start -= 1
    return start


def _plain(lines: Sequence[str], total: int) -> list[str] | None:
    """The lines without figures that are so much together; None if none are, or others might be."""
    ways = [[*_ways(line)] for line in lines]
    units = sum(any(one.kind == QUALITY for one in scan(line)) and bool(_figures(line)) for line in lines)
    if prod(map(len, ways)) > MOST_WAYS or units > 1:
        # What units cost, one in each line, is no working.
        return None
    fitting = [way for way in product(*ways) if sum(one.cost for one in way) == total and _are_enough(way)]
    least = min((sum(one.kept for one in way) for way in fitting), default=0)
    best = [way for way in fitting if sum(one.kept for one in way) == least]
    return [one.line for one in best[0]] if len(best) == 1 else None


def _are_enough(way: Sequence[_Way]) -> bool:
    """Whether several figures make it up, or one that stands alone: "50 base", "= 50"."""
    told = [one for one in way if one.count]
    return sum(one.count for one in told) >= FEWEST or any(not re.search(r"\w", one.line) for one in told)


def _ways(line: str) -> Iterator[_Way]:
    """The line with all its figures, without one of them, and without all."""
    spans = _figures(line)
    yield _Way(line, kept=len(spans))
    for one in spans:
        yield _Way(_without(line, [one]), 1, int(one["cost"]), len(spans) - 1)
    if len(spans) > 1:
        yield _Way(_without(line, spans), len(spans), sum(int(one["cost"]) for one in spans))


def _figures(line: str) -> list[re.Match[str]]:
    """What in a line may be the cost of something, no two of them over each other."""
    found: list[re.Match[str]] = []
    for pattern in (_PRODUCT, _ADDED, _FIRST, _LAST):
        for one in pattern.finditer(line):
            if all(one.end() <= other.start() or other.end() <= one.start() for other in found):
                found.append(one)
    return sorted(found, key=lambda one: one.start())


def _without(line: str, spans: Sequence[re.Match[str]]) -> str:
    for one in reversed(spans):
        men = one.groupdict().get("men") or ""
        men = f"{men} men" if men.isdigit() else men
        line = f"{line[: one.start()]}{men}{line[one.end() :]}"
    return _LEFT.sub(r"\1", line).rstrip(" ,;:")
