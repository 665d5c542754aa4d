"""Several units in one line, as in a message: each with its points, in a line of its own (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.lines.figures import pointed
from rules.tabletop.lists.lines.flagged import LEADS_IN
from rules.tabletop.lists.lines.lining import lines_of
from rules.tabletop.lists.lines.of_some import clauses_of
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL
from rules.tabletop.lists.words.scanning import CLASS, RANK, TEAM, VEHICLE, scan

LONGEST = 4000
"""Nobody tells an army in a longer one."""
MOST_SIGNED = 4
"""Lines of a signature."""
FEWEST, LONG = 3, 200
"""So many units are no accident; so long is what somebody writes about one, and not in a list."""
_POINTS = r"\d{2,3}\s*(?:pts?|points?)\b\.?(?:\s*(?:each|ea|apiece|(?:per|for the|a) \w+))?"
_PRICED = re.compile(_POINTS, re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(\s*\d{2,3}\b")
_ENDS = re.compile(rf"({_POINTS}\)?)\s*(?:[,;.](?=\s)|\n|\s(?://?|[|+])(?=\s))\s*", re.IGNORECASE)
_SENTENCE = re.compile(r"(\d{2,3}\s*(?:pts?|points?)\b[^.!?]*[.!?])\s+(?=[^\W\d_])", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[^\W\d]{2}[.!?])\s+(?=[^\W\d])|(?<=\d[.!?])\s+(?=[A-Z])|(?<=[.!?])\s+(?=[A-Z])")
_LEADS = re.compile(r"^([^:()]{3,200}):\s+(?=\S)")


def apart(text: str) -> list[str]:
    """A line, or one for each of the units that it tells one after another."""
    if len(said := _SENTENCES.split(text)) > 1 and any(map(_says_of_some, said)) and not _is_priced(text):
        return said
    if len(text) > LONGEST or len(text) < LONG or "\t" in text:
        return [text]
    for pieces, priced in (
        (_of_semicolons(text), _IN_BRACKETS),
        (_behind(_ENDS, text), _PRICED),
        (_behind(_SENTENCE, text), _PRICED),
    ):
        told = [one for one in pieces if priced.search(one)]
        if len(told) >= FEWEST - (pieces is not None and priced is _PRICED) and _are_units(told):
            return _led(pieces)
    return [text]


def _says_of_some(text: str) -> bool:
    """Whether a sentence tells whose quality is which: "All on foot are veteran, the tank is regular."."""
    return any(clauses_of(line)[1] for line in lines_of([text]))


def _is_priced(text: str) -> bool:
    """Whether it tells what a unit costs, and so is not only talk of all."""
    return 0 < (pointed(text)[1] or 0) < LEAST_OF_ALL


def _of_semicolons(text: str) -> list[str]:
    return [one.strip() for one in re.split(r";(?![^()]*\))", text) if one.strip()]


def _behind(ends: re.Pattern[str], text: str) -> list[str]:
    """What stands up to each end, and what is left."""
    found, start = [], 0
    for one in ends.finditer(text):
        found.append(text[start : one.end(1)])
        start = one.end()
    return [*found, *([text[start:]] if text[start:].strip() else [])]


def _are_units(told: list[str]) -> bool:
    return 3 * sum(map(names_unit, told)) >= 2 * len(told)


def names_unit(text: str) -> bool:
    """Whether it names troops, a rank or a vehicle, as no option does."""
    return any(one.kind in (TEAM, RANK, VEHICLE, CLASS) for one in scan(text))


def _led(pieces: list[str]) -> list[str]:
    """The pieces, with what leads in, "My list:", in a line of its own."""
    lead = _LEADS.match(pieces[0])
    if lead is None or names_unit(lead[1]):
        return pieces
    return [f"{LEADS_IN}{lead[1]}", pieces[0][lead.end() :], *pieces[1:]]


def signed(lines: list[str]) -> int:
    """Where somebody's name stands below "--", as under what is posted; behind all lines if it does not."""
    for at in range(len(lines) - 1, max(-1, len(lines) - MOST_SIGNED - 2), -1):
        if at and re.fullmatch(r"--|_{5,}", lines[at].strip()):
            # Units below a line that parts them cost something.
            return len(lines) if any(pointed(one)[1] is not None for one in lines[at:]) else at
    return len(lines)
