"""A line in stretches, at the signs and words that part it (Tabletop E)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.tabletop.lists.said import Arm
from rules.tabletop.lists.words import scanning
from rules.tabletop.lists.words.scanning import Seen
from rules.tabletop.weapons import is_team

USED, NAME, LEFT, OPEN = "used", "name", "left", "open"
"""What became of a word: used, part of the name, of no meaning, or nobody knows."""
PLACES = {"co ax", "coax", "coaxial", "co axial", "hull", "bow", "pintle", "hull mounted", "turret", "aa"}
EITHER = {("or",), ("instead",), ("replace",), ("replaced",), ("swap",), ("swapped",), ("exchange",)}
"""Words that leave it open which of two things is meant."""
HAVING = {("with",), ("w",), ("manning",), ("manned by",), ("carrying",), ("armed",)}
NOTS = {("no",), ("without",), ("none",), ("w", "o")}
ORDINAL = {"st", "nd", "rd", "th"}
JOINS = {("and",), ("plu",), ("plus",), ("und",), ("et",), ("&",), ("+",)}
_PARTS = {",", ";", "|", "+", "&", "•", "-", "\u2013", "\u2014", "*"}


def served(arm: Arm) -> bool:
    """Whether it may be one weapon with its crew."""
    return arm.count in (None, 1) and not arm.plural and any(is_team(row) for row in arm.rows)


def segments(seen: tuple[Seen, ...]) -> Iterator[list[Seen]]:
    """The stretches between signs that part; a joining word stays, so that it is known who was joined."""
    segment: list[Seen] = []
    for one in seen:
        parts = (one.kind == scanning.BREAK and one.key[0] in _PARTS) or (
            one.kind == scanning.STOP and one.key in JOINS
        )
        if parts and segment:
            yield segment
            segment = [one] if one.key in JOINS else []
        else:
            segment.append(one)
    if segment:
        yield segment
