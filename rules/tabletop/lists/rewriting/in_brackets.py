"""What units cost, in brackets behind their names, where it may be how many men they have (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ENDS = re.compile(
    r"^(?P<name>[^\W_](?:(?!\(\d).)*[^\W\d_](?:(?!\(\d)[^()])*)\s\((?P<costs>0|[1-9]\d{1,2})\)\s*:?\s*$"
)
FEWEST = 4
LEAST = 30
"""So many men are in no unit."""


def in_brackets(lines: Sequence[str]) -> list[str]:
    """The lines; "Medic (18)", "Observer (0)" are points where most others' brackets can only be that."""
    ends = {at: found for at, line in enumerate(lines) if (found := _ENDS.match(line)) is not None}
    dear = [at for at, found in ends.items() if int(found["costs"]) >= LEAST]
    if len(dear) < FEWEST or 3 * len(dear) < 2 * len(ends):
        return [*lines]
    cheap = {at: found for at, found in ends.items() if at not in dear}
    return [
        f"{cheap[at]['name']} ({cheap[at]['costs']} pts)" if at in cheap else line
        for at, line in enumerate(lines)
    ]
