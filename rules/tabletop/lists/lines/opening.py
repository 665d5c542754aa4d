"""A first line that names all that stands below it: "US Infantry, Normandy, all regular" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.lines.figures import ENDS_IN_NUMBER
from rules.tabletop.lists.lines.heading import of_section
from rules.tabletop.lists.lines.lining import Line, is_head
from rules.tabletop.lists.lines.of_all import BUT, is_strongly_of_all, said_of_all
from rules.tabletop.lists.lines.talking import is_priced
from rules.tabletop.lists.rewriting.unmarked import FEWEST, LEAST_OF_ALL
from rules.tabletop.lists.words import headings, theatres
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    GUNNER,
    LEADER,
    LOADER,
    MAN,
    NUMBER,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    UNKNOWN,
    VEHICLE,
    Seen,
    scan,
)

MOST_OPENINGS = 3
"""A greeting and a date may stand above it."""
_YEAR = re.compile(
    r"(?:['\u2019]|\b)(?:19)?(?:3[6-9]|4[0-5])(?:\s?[-/\u2013]\s?(?:19)?(?:3[6-9]"
    r"|4[0-5]))?\b(?!\s*(?:pts?|points?|p)\b)",
    re.IGNORECASE,
)
_WHOLE_YEAR = re.compile(r"19\d\d|['\u2019]\d\d|\d\d\s?[-/\u2013]\s?\d\d")
_NO_COUNT = re.compile(
    r"\b\d{1,3}(?:st|nd|rd|th|er|e|\u00e8me|eme|a|o|\u00aa|\u00ba)\b|\b\d{1,3}\.(?=\s?[^\W\d])"
    r"|(?<![\d.,])\d(?:[.,]\d)?k(?:\s*(?:pts?|points?))?\b"
    r"|(?<![\d.,])\d{1,2}[.,]?\d{3}\s*(?:pts?\b\.?|points?\b|punkte\b|p\b\.?)"
    r"|(?<![\d.,])[3-9]\d\d\s*(?:pts?\b\.?|points?\b|punkte\b"
    r"|p\b\.?)|(?<![\d.,])(?:\d[.,]?\d{3}|[3-9]\d\d)(?=\s*(?:max\b|limit\b|a side\b|each side\b|game\b"
    r"|list\b))"
    r"|\b\d{1,2}\s+(?:order )?(?:dice|units|drops|activations|orders)\b|\bv\.?\s?\d{1,2}(?:\.\d{1,2})*\b"
    r"|\b\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4}|\.)?(?!\d)|\b\d{1,2}(?:[:.]\d\d)?\s?[ap]m\b|\b100\s?%"
    r"|\b(?:take|try|attempt|version|draft|list|round|game)\s+(?:no\.?\s*|#)?\d{1,2}\b|[:;]-?3\b"
    r"|\bone and all\b|\bevery one\b",
    re.IGNORECASE,
)
"""Figures that count neither men nor what a unit costs: "82nd", "1000 pts", "8 dice", "v2"."""
_SQUAD = re.compile(
    r"(?:\b(?:squad|section|sqd|sect|team|tm|patrol|crew|groupe|escouade|\u00e9quipe|squadra|sekcja|dru\u017cyna"
    r"|escuadra)|gruppe|trupp)\b",
    re.IGNORECASE,
)
"""What one unit is called, as no army is."""
_OF_ONE = frozenset({LEADER, LOADER, GUNNER})
_NAMES = frozenset({TEAM, RANK, VEHICLE, CLASS, ARM, MAN})
_HOLDS = re.compile(r"(?:\bwith|\bw/?|\ball|\bmit|\bavec|\bcon|[+&/(,:-])\s*$", re.IGNORECASE)


def openings(lines: Sequence[Line]) -> list[Line]:
    """The first lines that name the army, its theatre or year, or say what all are, and are no unit's."""
    found = []
    for at, line in enumerate(lines[:MOST_OPENINGS]):
        if _is_sum(line, lines[at + 1 :]):
            # "Yugoslav partisans for the club, 717 pts"
            found.append(line)
            continue
        if is_priced(line) and not _is_plain(line.text):
            break
        if _opens(line, lines[at + 1 :]):
            found.append(line)
    return found


def _is_sum(line: Line, below: Sequence[Line]) -> bool:
    """Whether a line costs what all bulleted lines below it cost together."""
    if line.bullet or (line.points or 0) < LEAST_OF_ALL:
        return False
    costs = [_costs(one) for one in below if one.bullet]
    return len(costs) > FEWEST and sum(costs) == line.points


def _costs(line: Line) -> int:
    """What a line says that it costs, by its points or the number at its end; 0 if it says nothing."""
    end = ENDS_IN_NUMBER.search(line.text) if line.points is None else None
    return line.points or int(re.sub(r"\D", "", end[0] if end is not None else "") or 0)


def _opens(line: Line, below: Sequence[Line]) -> bool:
    """Whether a line tells of all below it: by what it says, and since each of these costs something."""
    plain = not (line.bullet or line.sent or is_head(line)) and _is_plain(line.text)
    if not plain or not below or of_section(line) is not None or _is_of_one(line):
        return False
    if said_of_all(below[0]) and len(below) > 1:
        # "Finnish jagers", and below it "everything is veteran"
        below = below[1:]
    priced = sum(map(is_priced, below))
    bullets = sum(bool(one.bullet) for one in below)
    if not priced and bullets >= FEWEST and bullets * 10 >= len(below) * 6:
        # "Canadians in Normandy", where nobody tells what anything costs
        return _is_of_army(line.text) and not any(one.kind in _NAMES for one in scan(line.rest))
    next_ = _is_unit(below[0]) and is_priced(below[0])
    heads = is_head(below[0]) or (not below[0].goes_on and _is_unit(below[0]) and not below[0].bullet)
    told = _is_of_army(line.text)
    quality = any(one.kind == QUALITY for one in scan(line.rest))
    enough = priced >= FEWEST - 1
    if said_of_all(line):
        return enough and (next_ or (heads and (told or is_strongly_of_all(line.text))))
    if not quality and not any(one.kind in _NAMES for one in scan(line.rest)):
        # What names nobody is left out as it is, unless its year is taken for a price.
        return told and enough and next_ and is_priced(line)
    return (
        told and enough and next_ and priced * 10 >= len(below) * 6 and (not quality or _is_dated(line.text))
    )


def _is_plain(text: str) -> bool:
    """Whether all figures of a line are of years, regiments, dice, or what all may cost."""
    rest = _NO_COUNT.sub(" ", text)
    for year in reversed([*_YEAR.finditer(rest)]):
        last = not re.search(r"\w", rest[year.end() :])
        before = rest[: year.start()].rstrip()
        dated = theatres.MONTH.search(before) or _ends_in_place(before)
        if not last or dated or _WHOLE_YEAR.match(year[0]):
            rest = f"{rest[: year.start()]} {rest[year.end() :]}"
    return re.search(r"\d", rest) is None


def _ends_in_place(text: str) -> bool:
    """Whether what stands before a year is where that was, or a word that nobody knows."""
    seen = scan(text)
    placed = any(found.end() == len(text) for found in theatres.PLACE.finditer(text))
    return placed or (bool(seen) and seen[-1].kind == UNKNOWN)


def _is_of_army(text: str) -> bool:
    named = (
        theatres.PLACE,
        theatres.WHOLE,
        theatres.OWNED,
        _YEAR,
        re.compile(r"\b\d{1,3}(?:st|nd|rd|th)\b|\b\d{1,3}\.\s"),
    )
    return any(one.search(text) for one in named)


def _is_dated(text: str) -> bool:
    return bool(
        theatres.PLACE.search(text) or _YEAR.search(text) or re.search(r"\b\d{1,3}(?:st|nd|rd|th)\b", text)
    )


def _is_of_one(line: Line) -> bool:
    """Whether a line tells of a unit's arms, its men who are counted, its leader or a vehicle."""
    text = _YEAR.sub(" ", _NO_COUNT.sub(" ", line.text))
    if said_of_all(line):
        # "everything vet except the glider boys"
        text = BUT.split(text, maxsplit=1)[0]
    seen = scan(text)
    kinds = {one.kind for one in seen}
    if kinds & _OF_ONE or any(one.kind == NUMBER for one in seen):
        return True
    if any(one.kind == ARM and not _is_of_name(one, text, seen) for one in seen if one.key != ("boys",)):
        return True
    whole = theatres.WHOLE.search(text) or theatres.OWNED.search(text)
    if whole:
        return False
    strong = said_of_all(line) and is_strongly_of_all(line.text)
    alone = any(one.kind == TEAM and one.key in headings.KINDS_OF_UNITS and not one.plural for one in seen)
    if (alone or _SQUAD.search(text)) and not strong:
        return True
    return RANK in kinds or bool(kinds & {VEHICLE, CLASS} and not (strong and _is_of_army(line.text)))


def _is_of_name(one: Seen, text: str, seen: Sequence[Seen]) -> bool:
    """Whether a weapon is part of what troops are called: "Soviet Rifles", "King's African Rifles"."""
    before = text[: one.start]
    behind = text[one.end :]
    if theatres.WHOLE.match(behind.lstrip()):
        # "Machine gun company"
        return True
    first = next((each for each in reversed(seen) if each.end <= one.start), None)
    plain = one.key == ("rifle",) and first is not None and first.kind in (UNKNOWN, STOP, TEAM)
    return plain and re.search(r"\w\s*$", before) is not None and _HOLDS.search(before) is None


def _is_unit(line: Line) -> bool:
    """Whether a line names a unit, or tells men and arms of one."""
    kinds = {one.kind for one in scan(line.rest)}
    return bool(kinds & _NAMES) or (
        UNKNOWN in kinds and is_priced(line) and not kinds <= {NUMBER, BREAK, STOP}
    )
