"""Draws maps from a seed: ridges of impassable rock, cities, and starts around a centre.

The same seed always draws the same map. Every passable sector can be reached from every other.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from rules.state import At

NORMAL, CITY, ROCK = ".", "C", "#"


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A map as rows of terrain, north first, and one start per player."""

    rows: tuple[str, ...]
    starts: tuple[At, ...]


def draw_map(
    seed: int,
    *,
    width: int,
    height: int,
    players: int,
    ring: int = 8,
    rock_share: float = 0.12,
    city_share: float = 0.06,
) -> DrawnMap:
    """Draw a map with ``players`` starts on a ring of ``ring`` sectors around the centre.

    ``rock_share`` and ``city_share`` are the shares of the map wanted as impassable and as city. Around the
    starts the ground stays open, so that nobody begins walled in.
    """
    chance = random.Random(seed)
    starts = _starts(width, height, players, ring)
    keep_clear = {(x + dx, y + dy) for x, y in starts for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)}
    cells = {(x, y): NORMAL for y in range(height) for x in range(width)}
    _ridges(cells, chance, round(width * height * rock_share), keep_clear)
    _join_up(cells, starts[0])
    _cities(cells, chance, round(width * height * city_share))
    rows = tuple("".join(cells[(x, y)] for x in range(width)) for y in range(height))
    return DrawnMap(rows=rows, starts=starts)


def _starts(width: int, height: int, players: int, ring: int) -> tuple[At, ...]:
    middle_x, middle_y = (width - 1) / 2, (height - 1) / 2
    angles = [2 * math.pi * i / players - math.pi / 2 for i in range(players)]
    return tuple(
        (round(middle_x + ring * math.cos(angle)), round(middle_y + ring * math.sin(angle)))
        for angle in angles
    )


def _ridges(cells: dict[At, str], chance: random.Random, wanted: int, keep_clear: set[At]) -> None:
    """Walk crooked lines of rock until enough of the map is impassable."""
    rock = 0
    places = sorted(cells)
    for _ in range(1000):
        if rock >= wanted:
            return
        x, y = map(float, chance.choice(places))
        heading = chance.uniform(0, 2 * math.pi)
        for _ in range(chance.randint(4, 10)):
            at = (round(x), round(y))
            if cells.get(at) == NORMAL and at not in keep_clear:
                cells[at] = ROCK
                rock += 1
            heading += chance.uniform(-0.7, 0.7)
            x, y = x + math.cos(heading), y + math.sin(heading)


def _join_up(cells: dict[At, str], start: At) -> None:
    """Turn every pocket that cannot be reached from ``start`` into rock."""
    reached = {start}
    edge = [start]
    while edge:
        x, y = edge.pop()
        for at in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            if cells.get(at, ROCK) != ROCK and at not in reached:
                reached.add(at)
                edge.append(at)
    for at, terrain in cells.items():
        if terrain != ROCK and at not in reached:
            cells[at] = ROCK


def _cities(cells: dict[At, str], chance: random.Random, wanted: int) -> None:
    """Grow cities in clumps on open ground."""
    city = 0
    open_ground = sorted(at for at, terrain in cells.items() if terrain == NORMAL)
    for _ in range(1000):
        if city >= wanted:
            return
        x, y = chance.choice(open_ground)
        for _ in range(chance.randint(2, 6)):
            if cells.get((x, y)) == NORMAL:
                cells[(x, y)] = CITY
                city += 1
            x, y = x + chance.randint(-1, 1), y + chance.randint(-1, 1)
