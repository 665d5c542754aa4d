"""What a careful reader of the map knows before the first turn: where others start, where things lie hidden.

Maps are drawn so that every start is like the others, and what all fight for lies as far from one as from
the next. So the terrain, which is public, says much: its symmetries take one's own home to the others'.
"""

from __future__ import annotations

from functools import lru_cache

from rules.bot.regular import bits_of, passable
from rules.maps.grid import distance
from rules.plans.knowledge import Knowledge
from rules.state import At

Rows = tuple[str, ...]

NEAR = 4
"""Nothing that all fight for lies nearer to a start."""
FAIR = 2
"""How much farther it may lie from the second nearest start than from the nearest."""


@lru_cache(maxsize=64)
def turned(rows: Rows) -> tuple[int, ...]:
    """By how many quarter turns the terrain can be turned so that it is the same: 1 to 3."""
    found = []
    now = rows
    for quarters in range(1, 4):
        now = tuple("".join(column) for column in zip(*reversed(now), strict=True))
        if now == rows:
            found.append(quarters)
    return tuple(found)


def image(rows: Rows, at: At, quarters: int) -> At:
    """Where so many quarter turns, clockwise, take a sector."""
    width, height = len(rows[0]), len(rows)
    x, y = at
    for _ in range(quarters):
        x, y, width, height = height - 1 - y, x, height, width
    return x, y


@lru_cache(maxsize=64)
def homes(rows: Rows, home: tuple[At, ...]) -> tuple[tuple[At, ...], ...]:
    """Where the others probably started: the images of one's own home, each with its sectors."""
    return tuple(tuple(image(rows, at, quarters) for at in home) for quarters in turned(rows))


@lru_cache(maxsize=64)
def contested(rows: Rows, home: tuple[At, ...]) -> int:
    """The sectors where what all fight for may lie hidden, as bits; all passable ones if nothing is known."""
    starts = [camp[0] for camp in (home, *homes(rows, home)) if camp]
    if len(starts) < 2:
        return passable(rows)
    found = []
    for y, row in enumerate(rows):
        for x in range(len(row)):
            nearest, second = sorted(distance((x, y), start) for start in starts)[:2]
            if nearest >= NEAR and second - nearest <= FAIR:
                found.append((x, y))
    return bits_of(len(rows[0]) + 1, found) & passable(rows)


def unsearched(own: Knowledge, radius: int) -> int:
    """Where a relic may still lie hidden: what is contested and not yet searched, as bits."""
    rows = own.rows
    left = contested(rows, own.home)
    for at in own.searched:
        left &= ~square(rows, at, radius)
    return left


@lru_cache(maxsize=1 << 16)
def square(rows: Rows, at: At, radius: int) -> int:
    """The sectors of the map within a distance, as bits."""
    width, height = len(rows[0]), len(rows)
    x, y = at
    left, right = max(0, x - radius), min(width - 1, x + radius)
    line = (1 << right + 1) - (1 << left) if right >= left else 0
    bits = 0
    for row in range(max(0, y - radius), min(height, y + radius + 1)):
        bits |= line << row * (width + 1)
    return bits
