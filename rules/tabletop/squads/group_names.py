"""Groups of a unit as people call them (page 9 B)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.tabletop.units import Unit


def named(unit: Unit, at: int) -> str:
    """A group as people call it: "LMG", or "Rifle (3)" where the unit has several of that."""
    weapon = unit.groups[at].weapon or "unarmed"
    several = sum(1 for group in unit.groups if group.weapon == unit.groups[at].weapon) > 1
    return f"{weapon} ({at + 1})" if several else weapon


def fallen_of(unit: Unit, counts: Iterable[int]) -> str:
    """Who falls, so many of each group: "Rifle 2, LMG 1"."""
    return ", ".join(f"{named(unit, at)} {count}" for at, count in enumerate(counts) if count)
