"""The rulebook's tables as data: attrition, abstract resolution, splits (Rules 5.10, 7)."""

from __future__ import annotations

from bisect import bisect_left
from enum import StrEnum

from rules.state import MAX_LEVEL

PLAYABLE_LEVEL = 10
"""A banner below this level that must fight is destroyed (Rules 5.12)."""

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
