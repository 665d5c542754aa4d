"""What stands above the units of a text and names none (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.lines.figures import ENDS_IN_NUMBER
from rules.tabletop.lists.lines.lining import LEAST_POINTS, Line, is_head, is_whole
from rules.tabletop.lists.lines.of_all import said_of_all
from rules.tabletop.lists.lines.talking import MOST_STRANGE, is_told_of, is_unknown
from rules.tabletop.lists.rewriting.unmarked import FEWEST, LEAST_OF_ALL
from rules.tabletop.lists.words.scanning import (
    ARM,
    CLASS,
    LEADER,
    MAN,
    NUMBER,
    QUALITY,
    RANK,
    TEAM,
    UNKNOWN,
    VEHICLE,
    scan,
)

_ROWS = (
    re.compile(r"\s*[-*\u2022\u00b7\u25aa\u25cf>\u2013\u2014]\s*(?=[^\W_])"),
    re.compile(r"\s*(?:\d{1,2}|[a-z])[.)]\s"),
    re.compile(r"\s*\d{2,3}\s{2,}"),
    re.compile(r"\s*[(\[]?\d{2,3}\s*(?:pts?|points?|p)?[)\]]?\s*(?:[-\u2013\u2014:|]\s|(?<=[)\]])\s*)"),
)
"""What stands before each unit of a list: a bullet, its number, its points."""
MOST_ABOVE = 5
MOST_WHOLE = 0.6
"""No unit has so many parts of which each is named with a quality of its own."""


def preamble(lines: Sequence[Line]) -> list[Line]:
    """The lines above the first unit that name none: "Kokoda Track", "Greece 1940"."""
    heads = 0
    for at, line in enumerate(lines):
        if is_head(line):
            heads = at
        elif _is_of_force(lines, at):
            continue
        elif line.bullet or not is_unknown(line) or 0 <= (line.points or LEAST_OF_ALL) < LEAST_OF_ALL:
            break
    above = [line for line in lines[:heads] if not is_head(line)]
    return above or _above_rows(lines)


def _above_rows(lines: Sequence[Line]) -> list[Line]:
    """The lines above units that all begin alike, if none of them is told of as these are."""
    for sign in _ROWS:
        rows = [at for at, line in enumerate(lines) if sign.match(line.text)]
        priced = [at for at in rows if _is_priced(lines[at])]
        if len(priced) < FEWEST or len(priced) < 0.7 * len(rows):
            continue
        above = lines[: rows[0]]
        told = sum(is_whole(lines[at]) for at in rows)
        whole = told > FEWEST and told >= MOST_WHOLE * len(rows)
        whole = whole or all(is_whole(lines[at]) for at in priced)
        led = all(_is_above(line) or (whole and _is_name(line)) for line in above)
        return list(above) if len(above) <= MOST_ABOVE and led else []
    return []


def _is_priced(line: Line) -> bool:
    return (line.points or 0) >= LEAST_POINTS or ENDS_IN_NUMBER.search(line.text) is not None


def _is_name(line: Line) -> bool:
    """Whether a line may name all that stands below it: "Kampfgruppe Nord"."""
    said = any(
        one.kind in (ARM, QUALITY) or (one.kind == NUMBER and one.number < LEAST_OF_ALL)
        for one in scan(line.rest)
    )
    return not (said or line.points is not None or line.bullet)


def _is_above(line: Line) -> bool:
    """Whether a line is no unit: it costs nothing or what all do, and says nothing of men or arms."""
    # "take 2 (dropped the second PIAT)"
    seen = scan(re.sub(r"\([^()\d]*\)", " ", line.rest))
    kinds = {one.kind for one in seen}
    if sum(one.kind == UNKNOWN for one in seen) >= MOST_STRANGE:
        # "First go at a list for New Guinea. Haven't costed the truck yet."
        kinds -= {VEHICLE, CLASS}
    of_one = kinds & {ARM, VEHICLE, CLASS, RANK, LEADER, MAN}
    end = ENDS_IN_NUMBER.search(line.text)
    # "Finns for Sunday, 600"
    bare = end is not None and int(re.sub(r"\D", "", end[0])) < LEAST_OF_ALL
    costs = bare or (line.points is not None and line.points < LEAST_OF_ALL)
    told = QUALITY in kinds and not said_of_all(line)
    return not (of_one or costs or told) and (TEAM not in kinds or bool(said_of_all(line)))


def _is_of_force(lines: Sequence[Line], at: int) -> bool:
    """Whether a line without points stands right above the first "++ force ++" of a file: its title."""
    line, following = lines[at], lines[at + 1 : at + 2]
    plain = line.points is None and not line.bullet and not is_told_of(line)
    return plain and bool(following) and following[0].text.lstrip().startswith("++")
