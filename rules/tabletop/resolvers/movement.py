"""How far a unit may move, and what it may cross (Tabletop C)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tabletop.tables import TERRAIN, Tables
from rules.tabletop.units import Unit


@dataclass(frozen=True, slots=True)
class Rate:
    """A unit's move: inches, inches on a road all the way, pivots (-1: as it likes), inches in reverse.

    What is halved is not rounded: half of nine inches are four and a half.
    """

    inches: float
    road: float
    pivots: int
    reverse: float


def rate(unit: Unit, order: str, tables: Tables) -> Rate:
    """What the unit may move on Advance or Run; nothing on any other order, or immobilised."""
    if order not in ("advance", "run") or unit.immobilised:
        return Rate(0, 0, 0, 0)
    inches: float = tables[f"move.{unit.locomotion}"] * (2 if order == "run" else 1)
    inches = inches / 2 if unit.halved else inches
    doubled = unit.locomotion in ("wheeled", "half-track")
    if unit.locomotion == "foot":
        return Rate(inches, inches, -1, 0)
    pivots = 0 if unit.steering >= 2 else max(0, tables[f"pivots.{order}"] - unit.steering)
    slowly = inches / 2 if order == "advance" else 0
    reverse = inches if unit.recce else slowly
    return Rate(inches, inches * (2 if doubled else 1), pivots, reverse)


def column(unit: Unit) -> str:
    """The unit's column of the terrain table."""
    if unit.kind == "artillery":
        return "artillery"
    if unit.locomotion == "foot":
        return "infantry"
    return "wheeled" if unit.locomotion == "wheeled" else "tracked"


def may_enter(unit: Unit, terrain: str, order: str) -> str:
    """What the terrain allows.

    ``ok``, ``no``, ``deploy only``, ``unless designated``, ``demolish`` or ``double``.
    """
    allowed = TERRAIN[terrain][column(unit)]
    if allowed == "no run":
        return "no" if order == "run" else "ok"
    if allowed == "demolish":
        return "demolish" if unit.kind in ("heavy tank", "super-heavy tank") else "no"
    if terrain == "road" and unit.locomotion == "half-track":
        return "double"
    return allowed
