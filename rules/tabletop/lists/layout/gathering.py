"""Lines of a post as its writer meant them: what was quoted, wrapped or labelled in one (Tabletop E)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rules.tabletop.lists.layout.line_signs import LABELS, plain, price_alone
from rules.tabletop.lists.lines import flagged
from rules.tabletop.lists.lines.lining import SENT
from rules.tabletop.lists.words.scanning import BREAK, NUMBER, QUALITY, STOP, scan

FEWEST = 3
JOINED = "\u2060"
"""Where a line stood that is part of the one above it: it is not empty, which would part units."""
WIDTH, MOST_WIDTH, FULL = 50, 120, 0.75
"""Lines as wide as that are wrapped; those that are nearly so wide are full."""
_ROW = re.compile(r"^(\d{1,2})\t+(?=[^\W\d])")
_COUNT = re.compile(r"\s*(?:#|no\.? ?)?\d{1,2}\s*[.):]?\s*", re.IGNORECASE)
_SENT_WHEN = re.compile(r"^.*\d\W*(?:[ap]\.?m\.?\W+)?", re.IGNORECASE)
_DOTTED = re.compile(r"^(\W*[^\W\d][^.:=]*?)\s*\.{3,}\s*(?=\S)")
_QUOTED = re.compile(r"^\s?(?:>|\|)(?:\s|$)")
_ENDS_OPEN = re.compile(
    r"(?:[,&+/(\u2013-]|\b(?:with|and|or|of|the|a|an|plus|has|have|are|is|in|on|by|for|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|one|mit|und|et|avec|con|e|y|z|i|oraz|each|all|carrying|armed))\s*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?:\d|[.!?:]|\b(?:pts?|points?|pkt|punkte))\W*$", re.IGNORECASE)
"""A line that ends in what it costs, or is said to the end, does not go on."""
_ENDS_IN_WORD = re.compile(r"\b(?:a|an|the|with|and|of|plus|his|their|mit|und|avec|et)\s*$", re.IGNORECASE)
_SMALL = re.compile(r"^\s*[a-z\u00df-\u00ff)]")
_BULLET = re.compile(r"^\s*(?:[-*\u2022\u00b7>+\u2013\u2014.]\s|\(?\d{1,2}[.)]\s)")


def gathered(lines: Sequence[str]) -> list[str]:
    """As many lines as there are, those that belong to another one in that, and empty where they stood."""
    return _unwrapped(_labelled(_counted(_dotted(_unsent(_unquoted(lines))))))


def _unquoted(lines: Sequence[str]) -> list[str]:
    """The lines without the sign of what is quoted, if most have it."""
    said = [line for line in lines if line.strip()]
    if 2 * sum(_QUOTED.match(line) is not None for line in said) <= len(said):
        return [*lines]
    return [_QUOTED.sub("", line) for line in lines]


def _unsent(lines: Sequence[str]) -> list[str]:
    """The lines of a chat without who sent them and when; flagged where a message begins, or is another's.

    The list's writer is who sent most lines with figures.
    """
    found = [*lines]
    sent = {at: match for at, line in enumerate(lines) if (match := SENT.match(line))}
    if len(sent) < FEWEST:
        return found
    who, senders, figures = "", list[str](), Counter[str]()
    for at, line in enumerate(lines):
        if (match := sent.get(at)) is not None:
            who = _SENT_WHEN.sub("", match[0])
            found[at] = line[match.end() :]
        senders.append(who)
        figures[who] += re.search(r"\d", found[at]) is not None
    writer = figures.most_common(1)[0][0]
    for at, who in enumerate(senders):
        flag = flagged.OTHERS if who not in ("", writer) else flagged.SENT if at in sent else ""
        found[at] = f"{flag}{found[at]}" if found[at].strip() else ""
    return found


def _dotted(lines: Sequence[str]) -> list[str]:
    """The lines with a colon for the dots behind a label: "Points ........ 103"."""
    return [
        f"{match[1]}: {line[match.end() :]}"
        if (match := _DOTTED.match(line)) and LABELS.fullmatch(match[1].strip())
        else line
        for line in lines
    ]


def _counted(lines: Sequence[str]) -> list[str]:
    """The lines, with the number of each unit, "1." above it or before a tab, before its name."""
    found = [*lines]
    rows = [row for line in lines if (row := _ROW.match(line))]
    if len(rows) >= FEWEST and [int(row[1]) for row in rows] == [*range(1, len(rows) + 1)]:
        return [_ROW.sub(r"\1. ", line) for line in lines]
    alone = [at for at, line in enumerate(lines) if _COUNT.fullmatch(line)]
    told = [int(re.sub(r"\D", "", lines[at])) for at in alone]
    if len(told) < FEWEST or told != [*range(1, len(told) + 1)]:
        return found
    for at in alone:
        below = next((i for i in range(at + 1, len(found)) if found[i].strip()), None)
        if below is not None:
            found[below] = f"{found[at].strip().rstrip('.)')}. {found[below].strip()}"
            found[at] = ""
    return found


def _labelled(lines: Sequence[str]) -> list[str]:
    """The lines, with a label that stands above each unit's quality or men before these: "Points: 95"."""
    found = [*lines]
    alone = Counter(line.strip().lower() for line in lines if LABELS.fullmatch(line.strip()))
    often = {label for label, times in alone.items() if times >= FEWEST}
    if len(often) < 2:
        return found
    for at, line in enumerate(found[:-1]):
        below = found[at + 1].strip()
        if line.strip().lower() in often and below and below.lower() not in often:
            found[at], found[at + 1] = f"{line.strip().rstrip(' :')}: {below}", ""
    return found


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """The lines, each that was too long for its width in one."""
    found = [*lines]
    width = max((len(line) for line in lines), default=0)
    for at in range(len(found) - 2, -1, -1):
        line, below = found[at], found[at + 1]
        full = WIDTH <= width <= MOST_WIDTH and len(line) >= FULL * width and not _ENDS.search(line)
        if line.strip() and below.strip() and (_goes_on(line, below) or (full and _is_rest(below))):
            found[at], found[at + 1] = f"{line.rstrip()} {below.strip()}", JOINED
    return found


def _is_rest(below: str) -> bool:
    """Whether a line may be the rest of one that was full: it does not tell a price, or a quality, alone."""
    text = plain(below)
    if _SMALL.match(below) is None or _BULLET.match(below) is not None or price_alone(text) is not None:
        return False
    kinds = {one.kind for one in scan(text)}
    # "smg squad reg 10 guys 130" is another unit.
    return kinds - {STOP, BREAK} != {QUALITY} and not (QUALITY in kinds and _ENDS.search(text))


def _goes_on(line: str, below: str) -> bool:
    if _ENDS_IN_WORD.search(line):
        return _BULLET.match(below) is None and price_alone(plain(below)) is None
    if not _is_rest(below):
        return False
    if line.count("(") > line.count(")") or _ENDS_OPEN.search(line):
        return True
    seen = scan(line)
    return bool(seen) and seen[-1].kind == NUMBER and seen[-1].number < 20 and not re.search(r"\d\s*$", line)
