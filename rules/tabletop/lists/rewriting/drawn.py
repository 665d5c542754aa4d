"""Lists that are drawn: trees of lines, and what units cost in a column before their names (Tabletop E)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rules.tabletop.lists.layout.line_roles import SURE, told_of
from rules.tabletop.lists.words.scanning import QUALITY, scan

FEWEST = 3
LEAST_OF_ALL = 400
"""No unit of several lines costs so much."""
_BRANCH = re.compile(
    r"^(?P<before>[\s\u2502\u2503\u2551|\u00a6:]*)"
    r"(?:[\u251c\u2514\u2523\u2517\u2560\u255a\u2570\u2520\u2516\u2515][\u2500\u2501\u2550\u2574\u2576>-]*"
    r"|[|+`\\\u00a6'][-_\u2500=]{1,4}>?)\s*(?P<text>\S.*)?$"
)
"""A line of a tree, behind what draws it."""
_BESIDE_TRUNK = re.compile(
    r"^(?P<before>\s*[\u2502\u2503\u2551|\u00a6][\s\u2502\u2503\u2551|\u00a6]+)(?P<text>[^\s|].*)$"
)
_TRUNK = re.compile(r"^[\s\u2502\u2503\u2551|\u00a6]*$")
_PRICED_FIRST = re.compile(
    r"^(?P<space>\s*)(?P<price>\d{1,3})(?:\s?(?:pts?|points?|p))?(?P<gap>\s{2,})(?=[^\W\d])"
)

_RULE = re.compile(r"^\s*[-=_*.~\u2013\u2014\u2500]{3,}\s*$")
_EACH = r"(?:per (?:unit|squad|section|team)|each|apiece|je)"
_ADDED_UP = re.compile(
    rf"^\s*(?:(?:sub-?)?total|sum|makes|unit(?: total| cost)?|cost|points|pts)?\W*(?P<each>{_EACH}\W+)?"
    rf"(?P<all>\d{{2,3}})\s*(?:pts?|points?)?\s*(?P<each_too>{_EACH})?\W*$",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"(?<=\S)(?:\s{2,}|\s*\.{2,}\s*|\t)\+?(\d{1,3})(?:\s?(?:pts?|points?))?\s*$", re.IGNORECASE
)
"""What a part of a unit costs, at the end of its line."""


def undrawn(lines: Sequence[str]) -> list[str]:
    """The lines, trees and prices before names as most people write units of several lines."""
    return _without_receipts(_prices_behind(_without_tree(lines)))


def _without_tree(lines: Sequence[str]) -> list[str]:
    """The lines of a tree: units with empty lines between them, what hangs on them with a bullet."""
    branches = {
        at: one
        for at, line in enumerate(lines)
        # "+----+-----+" rules a table.
        if (one := _BRANCH.match(line)) is not None and re.search(r"\w", one["text"] or "")
    }
    if len(branches) >= FEWEST:
        # What goes on beside the trunk hangs on the branch above.
        branches |= {
            at: one
            for at, line in enumerate(lines)
            if at not in branches and (one := _BESIDE_TRUNK.match(line)) is not None
        }
    if len(branches) < FEWEST or 2 * len(branches) < sum(
        re.search(r"\w", line) is not None for line in lines
    ):
        return [*lines]
    column = {at: len(one["before"].expandtabs(4)) for at, one in branches.items()}
    steps = sorted({*column.values()})
    level = {at: steps.index(column[at]) + 1 for at in branches}
    level |= {at: 0 for at, line in enumerate(lines) if at not in branches and re.search(r"\w", line)}
    texts = {at: (branches[at]["text"] if at in branches else lines[at]).strip() for at in level}
    of_units = _level_of_units(texts, level)
    found: list[str] = []
    for at, line in enumerate(lines):
        if at not in level:
            found.append("" if _TRUNK.match(line) else line)
        elif level[at] > of_units:
            found.append(f"{'  ' * (level[at] - of_units - 1)}- {texts[at]}")
        else:
            found.append(f"\n{texts[at]}")
    return "\n".join(found).split("\n")


def _level_of_units(texts: dict[int, str], level: dict[int, int]) -> int:
    """How deep in a tree its units hang: where most lines name one that something hangs on."""
    order = sorted(texts)
    holds = {at for at, below in pairwise(order) if level[below] > level[at]}
    named = Counter[int]()
    for at in order:
        one = told_of(at, texts[at], bulleted=False, set_in=False)
        named[level[at]] += 2 * (one.name == SURE) * (at in holds) + (at in holds)
    most = max(named.values())
    return min(at for at, many in named.items() if many == most)


def _prices_behind(lines: Sequence[str]) -> list[str]:
    """The lines, where each unit's price stands in a column before its name and all else is set in."""
    rows = {at: one for at, line in enumerate(lines) if (one := _PRICED_FIRST.match(line.expandtabs(8)))}
    ends = Counter(one.end() for one in rows.values())
    often = [end for end, many in ends.items() if many >= FEWEST]
    if not often:
        return [*lines]
    # Further in stand the numbers of men.
    begin = min(often)
    rows = {at: one for at, one in rows.items() if one.end() == begin}
    first = min(rows)
    below = [at for at, line in enumerate(lines) if at > first and at not in rows and re.search(r"\w", line)]
    set_in = [at for at in below if _depth(lines[at]) >= begin]
    prices = [int(one["price"]) for one in rows.values()]
    if len(rows) < FEWEST or len(set_in) < FEWEST or max(prices) < 30:
        return [*lines]
    if any(at < max(set_in) for at in below if at not in set_in) or max(set_in) < max(rows) - 1:
        return [*lines]
    found = [*lines]
    for at, row in rows.items():
        found[at] = f"{lines[at].expandtabs(8)[row.end() :].rstrip()}, {row['price']} pts"
    for at in set_in:
        found[at] = f"- {lines[at].strip()}"
    return found


def _without_receipts(lines: Sequence[str]) -> list[str]:
    """The lines, without what parts of a unit cost that are added up below a line drawn under them."""
    found: list[str] = []
    begin = receipts = 0
    for line in lines:
        total = _ADDED_UP.match(line) if found and _RULE.match(found[-1]) else None
        items = _items(found, begin, int(total["all"])) if total is not None else []
        if total is not None and items:
            for at in items:
                found[at] = _ITEM.sub("", found[at])
            each = " each" if total["each"] or total["each_too"] else ""
            found[-1] = f"{' ' * _depth(found[begin + 1])}{total['all']} pts{each}"
            receipts += 1
        else:
            found.append(line)
        if not line.strip():
            begin = len(found)
    # One alone may be that of a whole list.
    return found if receipts > 1 else [*lines]


def _items(lines: Sequence[str], begin: int, total: int) -> list[int]:
    """The lines below a unit's name, and above the last, whose figures make up what it costs."""
    items = [at for at in range(begin, len(lines) - 1) if _ITEM.search(lines[at])]
    costs = sum(int(one[1]) for at in items if (one := _ITEM.search(lines[at])))
    told = any(one.kind == QUALITY for at in items for one in scan(lines[at]))
    # Where each line tells a quality, these are units.
    whole = costs != total or total >= LEAST_OF_ALL or told or begin in items
    return [] if whole else items


def _depth(line: str) -> int:
    plain = line.expandtabs(8)
    return len(plain) - len(plain.lstrip())
