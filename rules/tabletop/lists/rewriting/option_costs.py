"""Prices below names, and what options cost behind a unit's: "60 +10 for a bodyguard" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    FLAG,
    LEADER,
    LOADER,
    MAN,
    NUMBER,
    OPTION,
    STOP,
    scan,
)
from rules.tabletop.lists.words.troops import LETTERS

LEAST_PRICE, LEAST = 20, 5
"""What a unit costs, and its dearest option, where these stand."""
_POINTS = r"(?:\s?(?:pts?|points?|p)\b\.?)?"
_PRICE = re.compile(rf"(?<![\d+.,(\[])\b(\d{{2,3}}){_POINTS}(?=\s*[+&]\s?\d)", re.IGNORECASE)
_OPTION = re.compile(
    rf"\s*[+&,]\s?\+?\s?(?P<cost>\d{{1,3}}){_POINTS}\s+(?:for\s+|to\s+get\s+)?(?:(?:an?|the)\s+)?"
    r"(?P<what>(?:[^+&,;=\d()\[\]]|\([^\d()]*\))+?)\s*(?=[+&,;.=]|$)",
    re.IGNORECASE,
)
_BEHIND = re.compile(rf"[+]\s?(\d{{1,3}}){_POINTS}\s*[)\]]?\s*(?=[,;&)+]|\band\b|$)", re.IGNORECASE)
"""What an option costs behind its name, "LMG +20", "(+20)"."""
_WHAT = {ARM, BREAK, FLAG, LEADER, LOADER, MAN, NUMBER, OPTION, STOP}


_IN_BRACKETS = re.compile(
    r"^\s*[\[(]\s*(?:[\d\s+x\u00d7*.]+=\s*)?(\d{2,3})\s*(?:pts?|points?)?\s*[\])]\s*$", re.IGNORECASE
)
"""What a unit costs, in a line of its own below its name: "[130 + 3 + 20 = 153]"."""
_MARKED = re.compile(r"^\s*[-=#*+_~\u2022>.]")
FEWEST = 2


def prices_beside(lines: Sequence[str]) -> list[str]:
    """The lines, with prices that stand in brackets right below names beside these."""
    found = {at: int(price[1]) for at, line in enumerate(lines) if (price := _IN_BRACKETS.match(line))}
    above = [lines[at - 1] if at else "" for at in found]
    named = all(re.search(r"[^\W\d_]{3}", line) and not _MARKED.match(line) for line in above)
    if len(found) < FEWEST or min(found.values()) < LEAST_PRICE or not named:
        # "(10)" tells how many men there are; others stand above names, below headings.
        return [*lines]
    return [
        f"{line.rstrip().rstrip(':')}, {found[at + 1]} pts" if at + 1 in found else line
        for at, line in enumerate(lines)
        if at not in found
    ]


_LETTERED = re.compile(r"^(\s*(?:\d{1,3}\s{2,})?)([RVI])\s{2,}(?=[^\W_])")
LEAST_LETTERED = 3


def _with_qualities(lines: Sequence[str]) -> list[str]:
    """The lines with qualities for the letters that stand in a column before names: "93  I  Rifle squad"."""
    letters = [found[2] for line in lines if (found := _LETTERED.match(line))]
    if len(letters) < LEAST_LETTERED or {*letters} == {"I"}:
        return [*lines]
    return [_LETTERED.sub(lambda found: f"{found[1]}{LETTERS[found[2].lower()]} ", line) for line in lines]


def costs_behind(lines: Sequence[str]) -> list[str]:
    """The lines, with what options cost behind their names: "60, a bodyguard (+10)"."""
    return [_behind(line) for line in prices_beside(_with_qualities(lines))]


_IN_LINE = re.compile(r"\s*\(\+?(\d{1,3})\s*(?:pts?|points?)?\)", re.IGNORECASE)
_ENDS_IN_SUM = re.compile(r"\s*=\s*(\d{2,3})(\s*(?:pts?|points?)?\W*)$", re.IGNORECASE)


def _bracketed(line: str) -> str:
    """A line without the costs in brackets of what is added up: "(100) + NCO SMG (3) = 103"."""
    end = _ENDS_IN_SUM.search(line)
    costs = [int(one[1]) for one in _IN_LINE.finditer(line)] if end is not None else []
    if end is None or len(costs) < FEWEST or sum(costs) != int(end[1]):
        return line
    parts = re.sub(r"\s*\+\s+", ", ", _IN_LINE.sub("", line[: end.start()]))
    return f"{parts}, {end[1]} pts"


def _behind(line: str) -> str:
    line = _bracketed(line)
    price = _PRICE.search(line)
    if price is None or int(price[1]) < LEAST_PRICE:
        return line
    options, at = [], price.end()
    while (found := _OPTION.match(line, at)) is not None and _is_option(found["what"]):
        options.append(found)
        at = found.end()
    costs = [int(one["cost"]) for one in options]
    if not costs or costs[0] >= int(price[1]):
        return line
    if (made := _MADE.match(line, at)) is not None:
        if int(made[1]) != int(price[1]) + sum(costs):
            return line
        before = _arms(line[: price.start()])
        new = [one["what"].strip() for one in options if not _arms(one["what"]) & before]
        return f"{line[: price.start()]}{', '.join((f'{made[1]} pts', *new))}{line[made.end() :]}"
    if max(costs) < LEAST or _NUMBER_LEFT.search(line, at):
        return line
    told = ", ".join(f"{one['what'].strip()} (+{one['cost']})" for one in options)
    sign = "" if re.search(r"[^\W\d]", price[0]) else " pts"
    return f"{line[: price.end()]}{sign}, {told}{line[at:]}"


_MADE = re.compile(rf"\s*=\s*(\d{{2,3}})(?!\d){_POINTS}", re.IGNORECASE)
"""What all of it makes: "130 +20 LMG = 150"."""
_NUMBER_LEFT = re.compile(r"\d{2,}")
"""Behind all options a number may be what all of it costs."""


def _arms(what: str) -> set[tuple[str, ...]]:
    return {one.key for one in scan(what) if one.kind == ARM}


def _is_option(what: str) -> bool:
    seen = [one.kind for one in scan(what)]
    return {*seen} <= _WHAT and bool({*seen} - {STOP, BREAK, NUMBER})


def told_behind(line: str, points: int) -> int:
    """What the options of a unit cost that stand behind its ``points`` in its line."""
    found = re.search(rf"(?<![\d+]){points}(?!\d)", line)
    if found is None:
        return 0
    costs = [*_BEHIND.finditer(line, found.end())]
    last = costs[-1].end() if costs else 0
    # "100, LMG +20, 120 pts" tells the sum.
    summed = any(int(one) > points for one in re.findall(r"(?<![\d+])\d{2,3}(?!\d)", line[last:]))
    return 0 if summed else sum(int(one[1]) for one in costs)
