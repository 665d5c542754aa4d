"""Men of a unit who are listed one in each line: "rifle", "rifle", "SMG" (Tabletop E)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.lists.lines.lining import Line
from rules.tabletop.lists.words.scanning import ARM, MAN, STOP, scan
from rules.tabletop.lists.words.tokens import key_of, size_in

FEWEST = 3
"""So many lines that each name one weapon, some of them the same."""
_SO_MANY = re.compile(
    r"\W*(?:(?:with|mit|plus|and|und) )?(\w+?)x? ([^\W\d_]+)(?: (?:with|beside) (?:him|her|them))?\W*",
    re.IGNORECASE,
)
_HOLD = re.compile(r"\W*([^\W\d_]+)\s*:\s*(?=\S)")


def man_by_man(lines: Sequence[Line]) -> list[Line]:
    """The lines, those that say the same of one man each in one that counts them."""
    lines = _told_once(lines)
    names = [_arm_alone(line) for line in lines]
    counted = Counter(name for name in names if name)
    if sum(counted.values()) < FEWEST or max(counted.values()) < 2:
        return [*lines]
    found = []
    for line, name in zip(lines, names, strict=True):
        if name is None:
            found.append(line)
        elif count := counted.pop(name, 0):
            found.append(replace(line, rest=f"{count} {line.rest.strip()}"))
    return found


def _arm_alone(line: Line) -> str | None:
    """The one weapon that a line names, if it says nothing else."""
    seen = [one for one in scan(line.rest) if one.kind != STOP]
    plain = len(seen) == 1 and seen[0].kind == ARM and not seen[0].plural and line.points is None
    return " ".join(seen[0].key) if plain else None


def _told_once(lines: Sequence[Line]) -> list[Line]:
    """The lines, men whose arms stand in another one in that: "with 2 guards", "guards: SMG"."""
    found = [*lines]
    for men in lines:
        told = _SO_MANY.fullmatch(men.rest)
        count = size_in(told[1]) if told is not None else None
        if told is None or not count or [one.kind for one in scan(told[2])] != [MAN]:
            continue
        hold = [at for at, one in enumerate(found) if _holds(one, told[2])]
        if len(hold) == 1:
            held = found[hold[0]]
            found[hold[0]] = replace(held, rest=f"{count}x {held.rest.strip()}" if count > 1 else held.rest)
            found.remove(men)
    return found


def _holds(line: Line, who: str) -> bool:
    """Whether a line says what these men hold: "guards: SMG"."""
    found = _HOLD.match(line.rest)
    return found is not None and key_of(found[1]) == key_of(who)
