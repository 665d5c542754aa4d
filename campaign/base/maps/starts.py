"""Fair places to start from: the same way to the middle and to the nearest enemy for everybody.

All starts lie on a ring around the middle, at one Chebyshev distance from it, as images of each other under
the map's symmetry where a grid has one (2, 4 and 8 places by rotation, pairs by reflection), and spread as
evenly as can be where it has none.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from django.utils.translation import gettext

from rules.maps.grid import distance
from rules.state import At

Turn = tuple[int, int, int, int]
"""A symmetry of the grid about the map's middle: x' = a x + b y, y' = c x + d y."""

Orbit = tuple[At, ...]
"""Starts that are images of each other."""

STAY: Turn = (1, 0, 0, 1)
HALF: Turn = (-1, 0, 0, -1)
QUARTERS: tuple[Turn, ...] = (STAY, (0, -1, 1, 0), HALF, (0, 1, -1, 0))
FLIP: Turn = (-1, 0, 0, 1)
FLIPS: tuple[Turn, ...] = (STAY, FLIP, (1, 0, 0, -1), HALF)

FEWEST, MOST = 2, 8
RESTARTS, MOVES = 4, 120
FAR = 100_000
UNFAIR = 1000.0


class Symmetry(StrEnum):
    """How the players' parts of a map are like each other."""

    ROTATION = "rotation"
    MIRROR = "mirror"


@dataclass(frozen=True, slots=True)
class Frame:
    """A map's sides and its symmetry; ``turns`` are angles by which terrain is repeated besides."""

    width: int
    height: int
    group: tuple[Turn, ...]
    angles: tuple[float, ...] = (0.0,)

    @classmethod
    def of(cls, width: int, height: int, players: int, symmetry: Symmetry) -> Frame:
        """The greatest exact symmetry that maps starts onto starts."""
        if symmetry is Symmetry.MIRROR:
            return cls(width, height, FLIPS if players % 4 == 0 else (STAY, FLIP))
        if players % 4 == 0 and width == height:
            group = QUARTERS
        else:
            group = (STAY, HALF) if players % 2 == 0 else (STAY,)
        count = players // len(group)
        return cls(width, height, group, tuple(2 * math.pi * n / players for n in range(count)))

    def image(self, at: At, turn: Turn) -> At:
        """Where a symmetry takes a sector."""
        a, b, c, d = turn
        across, down = 2 * at[0] - self.width + 1, 2 * at[1] - self.height + 1
        return (a * across + b * down + self.width - 1) // 2, (c * across + d * down + self.height - 1) // 2

    def images(self, at: At) -> tuple[At, ...]:
        """The images of a sector under the exact symmetry, itself first, each once."""
        if len(self.group) == 1:
            return (at,)
        wide, tall = self.width - 1, self.height - 1
        across, down = 2 * at[0] - wide, 2 * at[1] - tall
        images = [
            ((a * across + b * down + wide) // 2, (c * across + d * down + tall) // 2)
            for a, b, c, d in self.group
        ]
        return tuple(dict.fromkeys(images))

    def copies(self, x: float, y: float) -> list[At]:
        """All the sectors that are to be like the one at (x, y), some of them perhaps off the map."""
        middle_x, middle_y = (self.width - 1) / 2, (self.height - 1) / 2
        across, down = x - middle_x, y - middle_y
        found: list[At] = []
        for cos, sin in _directions(self.angles):
            near = (round(middle_x + across * cos - down * sin), round(middle_y + across * sin + down * cos))
            found.extend(self.images(near))
        return found

    def middle(self) -> tuple[At, ...]:
        """The one, two or four sectors in the middle of the map."""
        xs = sorted({(self.width - 1) // 2, self.width // 2})
        ys = sorted({(self.height - 1) // 2, self.height // 2})
        return tuple((x, y) for y in ys for x in xs)

    def ring(self, reach: int, margin: int) -> list[At]:
        """The sectors ``reach`` half sectors from the middle, ``margin`` off the edge, by angle."""
        width, height = self.width, self.height
        found = [
            (x, y)
            for y in range(margin, height - margin)
            for x in _ring_row(width, height, reach, margin, y)
            if max(abs(2 * x - width + 1), abs(2 * y - height + 1)) == reach
        ]
        return sorted(found, key=self.angle)

    def angle(self, at: At) -> float:
        """The direction of a sector from the middle: 0 is north, clockwise."""
        across, down = 2 * at[0] - self.width + 1, 2 * at[1] - self.height + 1
        return math.atan2(across, -down) % (2 * math.pi)


@cache
def _directions(angles: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    return tuple((math.cos(angle), math.sin(angle)) for angle in angles)


def _ring_row(width: int, height: int, reach: int, margin: int, y: int) -> Iterable[int]:
    """The columns of a row in which the ring may run: all on its upper and lower side, else two."""
    if abs(2 * y - height + 1) == reach:
        return range(margin, width - margin)
    sides = {(width - 1 - reach) // 2, (width - 1 + reach) // 2}
    return sorted(x for x in sides if margin <= x < width - margin)


def nearest(starts: Sequence[At]) -> list[int]:
    """How far each start is from its nearest enemy, in sectors."""
    gaps = [FAR] * len(starts)
    for i, one in enumerate(starts):
        for j in range(i):
            gap = distance(one, starts[j])
            gaps[i], gaps[j] = min(gaps[i], gap), min(gaps[j], gap)
    return gaps


def place(frame: Frame, players: int, chance: random.Random, away: int | None = None) -> tuple[Orbit, ...]:
    """Starts as orbits, each the images of its first; equally far from the middle and within one sector of
    equally far from the nearest enemy. ``away`` sectors from the middle, or as far out as the sides allow.
    """
    best: tuple[Orbit, ...] | None = None
    least = math.inf
    for reach, margin in _rings(frame) if away is None else _near_ring(frame, away):
        ring = _Ring(frame, frame.ring(reach, margin), players)
        if len(ring.sectors) < players:
            continue
        for _ in range(RESTARTS):
            orbits, cost = ring.settle(chance)
            if cost < least:
                best, least = orbits, cost
    if best is not None and least < UNFAIR:
        return best
    return tuple((at,) for at in _paced(frame, players))


def _rings(frame: Frame) -> list[tuple[int, int]]:
    """The rings worth trying: as far out as the short sides allow, and as the long ones do."""
    short, long = sorted((frame.width, frame.height))
    found = []
    for side in dict.fromkeys((short, long)):
        margin = 2 + side // 12
        reach = side - 1 - 2 * margin
        if (reach - frame.width + 1) % 2 or (reach - frame.height + 1) % 2:
            # On a map with one odd and one even side no ring is whole: take the rows and columns there are.
            found.append((reach - 1, 2))
        found.append((reach, 2))
    return found


def _near_ring(frame: Frame, away: int) -> list[tuple[int, int]]:
    """The ring of so many sectors, in half sectors, whole on a map of these sides if there is such a one."""
    return [(2 * away - (2 * away - frame.width + 1) % 2, 2)]


class _Ring:
    """A ring of sectors on which starts are placed and moved about."""

    def __init__(self, frame: Frame, sectors: Sequence[At], players: int) -> None:
        self.sectors = sectors
        self.players = players
        self.orbits = [frame.images(at) for at in sectors]
        self.angles = {at: frame.angle(at) for at in sectors}
        self.wanted = players // len(frame.group)
        alone = players % len(frame.group)
        self.on_axis = [at for at in sectors if alone and abs(2 * at[0] - frame.width + 1) <= 1]

    def settle(self, chance: random.Random) -> tuple[tuple[Orbit, ...], float]:
        """Spread starts evenly from a random angle, then move one at a time while that is fairer."""
        fixed = (chance.choice(self.on_axis),) if self.on_axis else ()
        picks = self._even(chance.uniform(0, 2 * math.pi))
        least = self._cost(picks, fixed)
        for move in range(MOVES):
            far = max(1, len(self.sectors) * (MOVES - move) // (6 * MOVES))
            pick = chance.randrange(len(picks))
            tried = list(picks)
            step = chance.choice((-1, 1)) * chance.randint(1, far)
            tried[pick] = (tried[pick] + step) % len(self.sectors)
            found = self._cost(tried, fixed)
            if found <= least:
                picks, least = tried, found
        return self._chosen(picks, fixed), least

    def _even(self, phase: float) -> list[int]:
        pace = 2 * math.pi / (self.wanted * len(self.orbits[0]))
        goals = (phase + pace * number for number in range(self.wanted))
        places = range(len(self.sectors))
        return [min(places, key=lambda i: _turned(self.angles[self.sectors[i]], goal)) for goal in goals]

    def _chosen(self, picks: Iterable[int], fixed: Orbit) -> tuple[Orbit, ...]:
        found = tuple(self.orbits[pick] for pick in picks)
        return (*found, fixed) if fixed else found

    def _cost(self, picks: Sequence[int], fixed: Orbit) -> float:
        """Unfair starts cost most, near ones more than far ones, uneven ones a little."""
        starts = [at for orbit in self._chosen(picks, fixed) for at in orbit]
        if len(set(starts)) != self.players:
            return math.inf
        gaps = nearest(starts)
        angles = sorted([self.angles[at] for at in starts])
        fair = 2 * math.pi / self.players
        pairs = zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)
        uneven = sum([abs(after - before - fair) for before, after in pairs])
        return UNFAIR * max(0, max(gaps) - min(gaps) - 1) - min(gaps) + uneven


def _turned(one: float, other: float) -> float:
    gap = abs(one - other) % (2 * math.pi)
    return min(gap, 2 * math.pi - gap)


def _paced(frame: Frame, players: int) -> list[At]:
    """Starts paced off along a whole ring, each as far from the one before: plain, and always fair."""
    short = min(frame.width, frame.height)
    reach = short - 5 - (short - 5 - frame.width + 1) % 2
    left, top = (frame.width - 1 - reach) // 2, (frame.height - 1 - reach) // 2
    side = [
        *((left + n, top) for n in range(reach)),
        *((left + reach, top + n) for n in range(reach)),
        *((left + reach - n, top + reach) for n in range(reach)),
        *((left, top + reach - n) for n in range(reach)),
    ]
    for pace in range(reach, 0, -1):
        chosen = [side[0]]
        for at in side:
            if len(chosen) < players and min(distance(at, other) for other in chosen) >= pace:
                chosen.append(at)
        if len(chosen) == players and set(nearest(chosen)) <= {pace, pace + 1}:
            return chosen
    words = gettext("none on such a map is long enough for so many starts")
    raise ValueError(": ".join(("ring", words)))
