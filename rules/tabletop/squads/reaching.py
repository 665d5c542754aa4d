"""How far weapons reach, and the inches that change something (page 9 B, E)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.tabletop.attacks import UNTOLD
from rules.tabletop.tables import Tables
from rules.tabletop.weapons import NONE, WEAPONS


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a weapon reaches, from ``near`` to ``far`` inches; ``pierces`` if it can harm armour."""

    near: int
    far: int
    indirect: bool = False
    pierces: bool = True


def reach_of(weapon: str, *, indirect: bool, tables: Tables) -> Reach:
    """The reach of a weapon by the numbers in force."""
    base = f"weapon.{weapon}"
    near, far = (tables[f"{base}.near"], tables[f"{base}.far"]) if indirect else (0, tables[f"{base}.range"])
    return Reach(near, far, indirect, pierces=WEAPONS[weapon].penetration != NONE)


def band_at(reach: Reach, inches: int, tables: Tables) -> str | None:
    """Point blank, short or long at so many inches; None where the weapon does not reach."""
    if inches == UNTOLD:
        return "short"
    if not reach.near <= inches <= reach.far:
        return None
    if inches <= tables["point blank"]:
        return "point blank"
    return "long" if 2 * inches > reach.far else "short"


def tiles(reaches: Sequence[Reach], tables: Tables, *, armoured: bool) -> tuple[int, ...]:
    """Up to how many inches nothing changes for these weapons; where none reaches there is no tile."""
    edges = {tables["point blank"]}
    for reach in reaches:
        edges |= {reach.near - 1, reach.far // 2, reach.far}
    found: list[int] = []
    known: list[str | None] = []
    for inches in sorted(edges, reverse=True):
        changes = [_felt(reach, inches, tables, armoured=armoured) for reach in reaches]
        if inches > 0 and changes != known and any(changes):
            found.insert(0, inches)
        known = changes
    return tuple(found)


def _felt(reach: Reach, inches: int, tables: Tables, *, armoured: bool) -> str | None:
    """What the distance changes for a shot: half its reach only against armour, nothing more if indirect."""
    band = band_at(reach, inches, tables)
    if band is None or (armoured and reach.pierces):
        return band
    return "short" if reach.indirect or band == "long" else band
