"""Pieces of a line that belong together, though a comma parts them: "LMG, crew 2" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.tabletop.lists.words.armoury import ARMS, MACHINE_GUNS, SMALL
from rules.tabletop.lists.words.scanning import ARM, BREAK, MAN, NUMBER, STOP, scan
from rules.tabletop.lists.words.tokens import size_in

FEWEST = 3
_CREW = re.compile(
    r"\(?(?:crew(?: of)?|crewed by|served by)[ :]*(?P<first>[23]|two|three)(?: men)?\)?"
    r"|\(?(?P<last>[23]|two|three)(?:[ -]man)? (?:crew|men|crewmen|man)\)?",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?:^|[;.]\s*)\W*(?:\+|plus|with him|and|along with|he has|accompanied by)\s*[^;.]*$", re.IGNORECASE
)
_ROMAN = re.compile(r"^(?P<space>\s*)(?P<number>[IVX]{1,5})(?P<sign>[.)])(?=\s|$)")
_COUNTS = tuple(
    re.compile(rf"^(\s*){sign}\s*(?=[^\W_]|$)")
    for sign in (
        r"(\d{1,2})/(?=\s)",
        r"\[(\d{1,2})\]",
        r"<(\d{1,2})>",
        r"(\d{1,2})\s*(?:->|=>|\u2192|\u00bb)",
        r"(\d{1,2})\](?=\s)",
    )
)
"""How units are numbered by some."""
_VALUES = (
    "",
    "I",
    "II",
    "III",
    "IV",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "XIII",
    "XIV",
    "XV",
    "XVI",
)
_STRENGTH = re.compile(
    r"^(?P<lead>\s*(?:[-*\u2022]\s+)?)strength:?\s+(?:of\s+)?(?P<number>[^\W_]+)(?:,? (?:all told|in all"
    r"|men|total|strong))*\s*\.?\s*$",
    re.IGNORECASE,
)
_ITS_SECOND = re.compile(r"(?<=[^\W_] )and (?:its|his) (?:no\.?|number) ?(?:2|two)\b", re.IGNORECASE)
"""The second man at a machine gun."""


def together(lines: Sequence[str]) -> list[str]:
    """The lines, with pieces in one that only together say something, and figures for Roman numbers."""
    return [_joined(_men(_ITS_SECOND.sub("and loader", line))) for line in _numbered(lines)]


def _numbered(lines: Sequence[str]) -> list[str]:
    lines = _in_turn(lines)
    found = [(at, one) for at, line in enumerate(lines) if (one := _ROMAN.match(line))]
    if len(found) < FEWEST or [one["number"] for _at, one in found] != [*_VALUES[1 : len(found) + 1]]:
        return [*lines]
    numbered = [*lines]
    for number, (at, one) in enumerate(found, 1):
        numbered[at] = f"{one['space']}{number}{one['sign']}{lines[at][one.end() :]}"
    return numbered


def _in_turn(lines: Sequence[str]) -> list[str]:
    """The lines, with "1/", "[1]", "1 -" before each unit as most people number them, if all come in turn."""
    for pattern in _COUNTS:
        found = [(at, one) for at, line in enumerate(lines) if (one := pattern.match(line))]
        if len(found) >= FEWEST and [int(one[2]) for _at, one in found] == [*range(1, len(found) + 1)]:
            numbered = [*lines]
            for at, one in found:
                numbered[at] = f"{one[1]}{one[2]}. {lines[at][one.end() :]}"
            return numbered
    return [*lines]


def _men(line: str) -> str:
    found = _STRENGTH.match(line)
    size = size_in(found["number"]) if found is not None else None
    return f"{found['lead']}{size} men" if found is not None and size else line


def _joined(line: str) -> str:
    pieces = line.split(", ")
    if len(pieces) == 2 and _are_men(pieces[0]) and _is_small_arm(pieces[1]):
        # "- 7 men, rifles", as a line of its own
        return f"{pieces[0].rstrip()} with {pieces[1]}"
    found = pieces[:1]
    for piece in pieces[1:]:
        crew = _CREW.fullmatch(piece.strip(" ."))
        if crew is not None and _ends_in_machine_gun(found[-1]):
            size = size_in(crew["first"] or crew["last"])
            found[-1] = f"{found[-1].rstrip()} ({size} men)"
        elif _BESIDE.search(found[-1]) and _ends_in_men(found[-1]) and _is_small_arm(piece):
            found[-1] = f"{found[-1].rstrip()} with {piece}"
        else:
            found.append(piece)
    return ", ".join(found)


def _ends_in_machine_gun(text: str) -> bool:
    last = scan(text)[-1:]
    return (
        bool(last) and last[0].kind == ARM and set(ARMS[last[0].key]) <= {*MACHINE_GUNS} and "(" not in text
    )


def _ends_in_men(text: str) -> bool:
    seen = [one for one in scan(text) if one.kind != STOP][-2:]
    return [one.kind for one in seen] == [NUMBER, MAN] and seen[0].number <= FEWEST


def _are_men(text: str) -> bool:
    return [one.kind for one in scan(text) if one.kind not in (STOP, BREAK)] == [NUMBER, MAN]


def _is_small_arm(text: str) -> bool:
    seen = scan(text.strip(" ."))
    return len(seen) == 1 and seen[0].kind == ARM and set(ARMS[seen[0].key]) <= {*SMALL}
