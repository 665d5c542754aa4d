"""Points of which their writer says that he is not sure: "39 pts or so, might be 41" (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.raw import Raw

LEAST_POINTS = 20
_POINTS = r"\s?(?:pts?|points?|p|punkte|pkt)?"
_UNSURE = re.compile(
    rf"(?P<before>\b(?:about|roughly|approx(?:\.|imately)?|around|circa|ca\.?|maybe|perhaps|probably"
    rf"|something like"
    rf"|somewhere around|ungef\u00e4hr|environ|etwa)\s+|~\s?)?(?<!\d)(?P<points>\d{{2,3}})(?!\d){_POINTS}"
    r"(?P<after>\s?(?:ish\b|\?|-ish\b|\(\?\)|,?\s*\(?(?:or so|i (?:think|guess|believe|reckon)"
    r"|or thereabouts|give or take|roughly"
    r"|maybe|not sure|unsure|if (?:i remember|memory)|from memory|(?:have|need|got) to (?:look|check)"
    r"|will (?:look|check)"
    r"|to be (?:checked|confirmed)|tbc\b|tbd\b|oder so|glaube ich|je crois|credo)))?",
    re.IGNORECASE,
)
_OTHER = re.compile(
    rf"\b(?:might|may|could) be (?P<points>\d{{2,3}})(?!\d)|\bor (?:was"
    rf"|is) it (?P<or>\d{{2,3}})(?!\d){_POINTS}\W*?(?:\?|$)",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?<!\d)(\d{2,3})\W*$")


def unsure(unit: Raw) -> Raw:
    """The unit, with its points to be asked if its line says that they may be others."""
    if unit.structured or (unit.points or 1) <= 0:
        return unit
    told = [one for one in _UNSURE.finditer(unit.line) if one["before"] or one["after"]]
    # "Stuart, vet, 130ish" tells them in no other way.
    alone = [int(one["points"]) for one in told if int(one["points"]) >= LEAST_POINTS]
    other = _OTHER.search(unit.line)
    points = unit.points or (alone[0] if len(alone) == 1 else 0)
    if not points and other is not None and (before := _BEFORE.search(unit.line[: other.start()])):
        # "Panther 385 (or was it 390?)"
        points = int(before[1])
    said = [one for one in told if int(one["points"]) == points]
    if not points:
        return unit
    if not said and other is None:
        return unit
    likely = (points, *(int(one) for one in (other.groups() if other is not None else ()) if one))
    return unit.with_points(-1, likely)
