"""Men of a unit who are listed one in each line: "rifle", "rifle", "SMG" (Tabletop E)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.lists.forms.lining import Line
from rules.tabletop.lists.words.scanning import ARM, STOP, scan

FEWEST = 3
"""So many lines that each name one weapon, some of them the same."""


def man_by_man(lines: Sequence[Line]) -> list[Line]:
    """The lines, those that say the same of one man each in one that counts them."""
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
