"""The rulebook's tables as data: ranges, resupply, splits, attrition, degrees (Rules 1, 5, 7, 11)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from enum import StrEnum
from typing import Protocol

from rules.armies import Trait
from rules.club.house import Mod, Stat, always
from rules.state import MAX_LEVEL

PLAYABLE_LEVEL = 10
"""A banner below this level that must fight is destroyed (Rules 5.12)."""

RESUPPLY, SUPPLIED = 1, 2
"""The levels that a resupply adds, and one beside a known store (Rules 5.7)."""

SPLIT_BONUS = 2
"""How many levels higher Flexible Command splits (Rules 11)."""

MOST_SACRIFICED = 3
"""The most levels that Sacrifice gives up in a battle (Rules 11)."""

# Read from the class these take longer than being looked for.
_BATTLELUST, _INTELLIGENCE = Trait.BATTLELUST, Trait.SUPERIOR_INTELLIGENCE
_NO_RECON, _MOBILE = Trait.WOTS_A_RECON, Trait.HIGHLY_MOBILE

Mods = tuple[Mod, ...]

_POINTS_UP_TO = (300, 500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2000)
_LEVELS_IN_THE_OPEN = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
_LEVELS_IN_WORKS = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7)


class Degree(StrEnum):
    """How clearly an abstract battle was won (Rules 7)."""

    MARGINAL = "marginal"
    MINOR = "minor"
    STANDARD = "standard"
    MAJOR = "major"
    DECISIVE = "decisive"
    TOTAL = "total"


DEGREES = (
    (1, Degree.MARGINAL, 50, 50),
    (3, Degree.MINOR, 60, 40),
    (6, Degree.STANDARD, 70, 30),
    (8, Degree.MAJOR, 80, 20),
    (9, Degree.DECISIVE, 90, 10),
)


class Radii(Protocol):
    """A campaign's variables for the ranges, in sectors."""

    @property
    def battle_radius(self) -> int: ...
    @property
    def recon_radius(self) -> int: ...
    @property
    def search_radius(self) -> int: ...


def battle_radius(radii: Radii, traits: Collection[str], mods: Mods = ()) -> int:
    """How far the battle ranges of an army with these rules reach (Rules 1, 11, 14.1)."""
    radius = radii.recon_radius if _BATTLELUST in traits else radii.battle_radius
    return max(0, radius + always(mods, Stat.BATTLE_RADIUS)) if mods else radius


def recon_radius(radii: Radii, traits: Collection[str], mods: Mods = ()) -> int:
    """How far its recon ranges reach (Rules 1, 11, 14.1)."""
    radius = radii.recon_radius + (_INTELLIGENCE in traits)
    return max(0, radius + always(mods, Stat.RECON_RADIUS)) if mods else radius


def search_radius(radii: Radii, traits: Collection[str], mods: Mods = ()) -> int:
    """How far its search ranges reach; 0 if it has none of its own (Rules 1, 11, 14.1)."""
    if _NO_RECON in traits:
        return 0
    return max(0, radii.search_radius + always(mods, Stat.SEARCH_RADIUS)) if mods else radii.search_radius


def pace(traits: Collection[str], mods: Mods = ()) -> int:
    """How many sectors it marches in a turn (Rules 3, 11, 14.1)."""
    return (2 if _MOBILE in traits else 1) + (always(mods, Stat.MARCH) if mods else 0)


def resupplied(mods: Mods) -> int:
    """How many levels a resupply of an army brings, without a supply (Rules 5.7, 14.1)."""
    return max(0, RESUPPLY + always(mods, Stat.RESUPPLY))


def fighting_level(level: int) -> int:
    """The level a banner fights at; tabletop points are 100 times it (Rules 1)."""
    return min(level, MAX_LEVEL)


def attrition(points: int, works: bool) -> int:
    """The levels that a loss of 0 to 2000 points costs a banner, with or without works (Rules 7)."""
    levels = _LEVELS_IN_WORKS if works else _LEVELS_IN_THE_OPEN
    return levels[bisect_left(_POINTS_UP_TO, points)]


def degree_of(difference: int) -> tuple[Degree, int, int]:
    """An abstract result by the difference of the rolls, 1 or more: the degree and the share of its points,
    in per cent, that the loser loses and that the winner loses (Rules 7)."""
    for up_to, degree, loser, winner in DEGREES:
        if difference <= up_to:
            return degree, loser, winner
    return Degree.TOTAL, 100, 0


def split_levels(level: int) -> tuple[int, int]:
    """What a banner that counts as this level becomes: the old one's level and the new one's (Rules 5.10)."""
    return (level - 1) // 2, (level - 2) // 2
