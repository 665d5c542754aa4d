"""The shapes of drawn ground: chance that follows from a place, noise, outlines of sectors, smooth loops.

The page draws the same (``static/js/web/map/geometry.js``): relief is drawing, not information, and comes
from a sector's place alone, so that the same map looks alike everywhere and always.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import floor, hypot
from typing import TypeAlias

Point: TypeAlias = "tuple[float, float]"
Loop: TypeAlias = "list[Point]"
Cell: TypeAlias = "tuple[int, int]"

_WORD = 0xFFFFFFFF


def chance(x: int, y: int, salt: int = 0) -> float:
    """A fraction from 0 to 1 that depends on nothing but what it is given."""
    h = (x + 0x9E37) * 0x85EBCA6B ^ (y + 0x79B9) * 0xC2B2AE35 ^ (salt + 1) * 0x27D4EB2F
    h &= _WORD
    h = (h ^ h >> 15) * 0x2C1B3C6D & _WORD
    h = (h ^ h >> 12) * 0x297A2D39 & _WORD
    return (h ^ h >> 15) / 4294967296


@lru_cache(maxsize=1 << 16)
def _corner(x: int, y: int, salt: int) -> float:
    return chance(x, y, salt)


def noise(x: float, y: float, scale: float, salt: int = 0) -> float:
    """Smooth noise from 0 to 1 over the plane; one hill for each ``scale`` sectors."""
    u, v = x / scale, y / scale
    i, j = floor(u), floor(v)
    a, b = u - i, v - j
    a, b = a * a * (3 - 2 * a), b * b * (3 - 2 * b)
    top = _corner(i, j, salt) * (1 - a) + _corner(i + 1, j, salt) * a
    bottom = _corner(i, j + 1, salt) * (1 - a) + _corner(i + 1, j + 1, salt) * a
    return top * (1 - b) + bottom * b


def outline(cells: Iterable[Cell], inset: float = 0.0) -> list[Loop]:
    """The outline of sectors as closed loops of corners, moved inwards by ``inset``.

    What is inside lies to the right of the way, so that holes turn the other way round.
    """
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside, key=lambda cell: (cell[1], cell[0])):
        if (x, y - 1) not in inside:
            edges.setdefault((x, y), []).append((1, 0))
        if (x + 1, y) not in inside:
            edges.setdefault((x + 1, y), []).append((0, 1))
        if (x, y + 1) not in inside:
            edges.setdefault((x + 1, y + 1), []).append((-1, 0))
        if (x - 1, y) not in inside:
            edges.setdefault((x, y + 1), []).append((0, -1))
    return [_corners(_walk(edges, start), inset) for start, ways in edges.items() for _ in _while(ways)]


def _while(ways: list[Cell]) -> Iterable[None]:
    while ways:
        yield


def _walk(edges: dict[Cell, list[Cell]], start: Cell) -> list[tuple[int, int, int, int]]:
    """Follow the edges from a corner back to it, keeping to the right where two loops touch."""
    steps: list[tuple[int, int, int, int]] = []
    (x, y), last = start, None
    while True:
        ways = edges[x, y]
        index = 0
        if last is not None and len(ways) > 1:
            right = (-last[1], last[0])
            index = ways.index(right) if right in ways else 0
        dx, dy = ways.pop(index)
        steps.append((x, y, dx, dy))
        x, y, last = x + dx, y + dy, (dx, dy)
        if (x, y) == start:
            return steps


def _corners(steps: Sequence[tuple[int, int, int, int]], inset: float) -> Loop:
    found: Loop = []
    for i, (x, y, dx, dy) in enumerate(steps):
        _x, _y, px, py = steps[i - 1]
        if (px, py) != (dx, dy):
            found.append((x + inset * (-dy - py), y + inset * (dx + px)))
    return found


def rough(loop: Loop, far: float) -> Loop:
    """A loop in half steps, each corner moved a little by its own place, so that neighbours agree."""
    found: Loop = []
    for i, (x, y) in enumerate(loop):
        u, v = loop[(i + 1) % len(loop)]
        steps = 2 * round(hypot(u - x, v - y))
        for n in range(steps):
            px, py = x + (u - x) * n / steps, y + (v - y) * n / steps
            kx, ky = round(px * 2), round(py * 2)
            found.append((px + (chance(kx, ky, 6) * 2 - 1) * far, py + (chance(kx, ky, 7) * 2 - 1) * far))
    return found


def smooth(loop: Loop, parts: int = 4) -> Loop:
    """A loop through the middles of its sides, each corner drawn as a quadratic curve of ``parts`` parts."""
    found: Loop = []
    for i, (cx, cy) in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        ax, ay = (before[0] + cx) / 2, (before[1] + cy) / 2
        bx, by = (cx + after[0]) / 2, (cy + after[1]) / 2
        found += [_curve((ax, ay), (cx, cy), (bx, by), n / parts) for n in range(parts)]
    return found


def rounded(loop: Loop, radius: float) -> Loop:
    """A loop with its corners rounded off."""
    found: Loop = []
    for i, (cx, cy) in enumerate(loop):
        ends = []
        for px, py in (loop[i - 1], loop[(i + 1) % len(loop)]):
            length = hypot(px - cx, py - cy) or 1.0
            part = min(radius, length / 2) / length
            ends.append((cx + (px - cx) * part, cy + (py - cy) * part))
        found += [_curve(ends[0], (cx, cy), ends[1], n / 3) for n in range(4)]
    return found


def _curve(a: Point, c: Point, b: Point, t: float) -> Point:
    one, two, three = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    return one * a[0] + two * c[0] + three * b[0], one * a[1] + two * c[1] + three * b[1]


def turning(loop: Loop) -> float:
    """Twice the loop's area, negative for a hole."""
    ends = zip(loop, [*loop[1:], loop[0]], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in ends)
