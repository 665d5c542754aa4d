"""Men who are called by the weapon that somebody else of their unit fires: "LMG assistant" (Tabletop E)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.words.armoury import ARMS
from rules.tabletop.lists.words.scanning import ARM, GUNNER, LOADER, STOP, Seen, scan
from rules.tabletop.weapons import is_team

_LOADER = "loader"


def as_loaders(unit: Raw) -> Raw:
    """The unit; "1x Infantry: LMG, 1x Infantry: LMG assistant" is one LMG and its loader."""
    fired = {rows for part in unit.parts if (rows := _fires(part)) is not None}
    parts = tuple(
        Part(_LOADER, part.count or 1, part.kind) if _loads(part, fired) else part for part in unit.parts
    )
    return replace(unit, parts=parts) if parts != unit.parts else unit


def _told(part: Part) -> list[Seen]:
    """What a part says, or the only one that stands below it: of one man."""
    if part.count not in (None, 1):
        return []
    text = part.parts[0].text if len(part.parts) == 1 and not part.parts[0].parts else part.text
    return [one for one in scan(text) if one.kind != STOP] if len(part.parts) < 2 else []


def _fires(part: Part) -> frozenset[str] | None:
    """The weapons of a crew that a man may fire, of none if only "gunner" is said; None if he fires none."""
    told = _told(part)
    rows = _rows(told)
    if told and {one.kind for one in told} == {ARM} and any(map(is_team, rows)):
        return rows
    return frozenset() if [one.kind for one in told] == [GUNNER] else None


def _loads(part: Part, fired: Collection[frozenset[str]]) -> bool:
    """Whether a man only loads what another one of these fires."""
    told = _told(part)
    if not told or told[-1].kind != LOADER:
        return False
    kinds, rows = {one.kind for one in told[:-1]}, _rows(told)
    return (kinds == {ARM} and any(rows & other for other in fired)) or (kinds == {GUNNER} and bool(fired))


def _rows(told: Sequence[Seen]) -> frozenset[str]:
    """The rows of the tables that all weapons named may be: "DP-28 light machine gun" is one."""
    named = [frozenset(ARMS[one.key]) for one in told if one.kind == ARM]
    return frozenset.intersection(*named) if named else frozenset()
