"""SVG paths as lines of points: what programs without a browser need to draw the shapes of ``look.json``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
_NEEDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(maxsize=256)
def loops_of(path: str) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """The loops of a path, and whether each is closed."""
    return tuple((tuple(points), closed) for points, closed in _Reader(path).loops)


class _Reader:
    """Reads a path letter by letter; curves become short lines."""

    def __init__(self, path: str) -> None:
        self.loops: list[tuple[list[Point], bool]] = []
        self.x = self.y = 0.0
        self.pull: tuple[str, Point] = ("", (0.0, 0.0))
        """The last curve's kind and control point, which a smooth one goes on from."""
        tokens = _TOKEN.findall(path)
        place, letter = 0, "M"
        while place < len(tokens):
            if tokens[place].isalpha():
                letter, place = tokens[place], place + 1
            count = _NEEDS[letter.upper()]
            values = [float(one) for one in tokens[place : place + count]]
            place += count
            self.step(letter, values)
            if letter in "Mm":
                letter = "L" if letter == "M" else "l"

    def step(self, letter: str, values: list[float]) -> None:
        ox, oy = (self.x, self.y) if letter.islower() else (0.0, 0.0)
        kind = letter.upper()
        if kind == "Z":
            points, _closed = self.loops[-1]
            self.loops[-1] = points, True
            self.x, self.y = points[0]
        elif kind == "M":
            self.loops.append(([], False))
            self.to(ox + values[0], oy + values[1])
        elif kind == "H":
            self.to(ox + values[0], self.y)
        elif kind == "V":
            self.to(self.x, oy + values[0])
        elif kind == "A":
            self.arc(values, ox + values[5], oy + values[6])
        else:
            ends = [(ox + values[i], oy + values[i + 1]) for i in range(0, len(values), 2)]
            if kind in "ST":
                ends.insert(0, self.mirrored("C" if kind == "S" else "Q"))
            self.pull = (
                "C" if kind in "CS" else "Q" if kind in "QT" else "",
                ends[-2] if len(ends) > 1 else (0, 0),
            )
            self.curve([(self.x, self.y), *ends])

    def mirrored(self, kind: str) -> Point:
        """The first control point of a smooth curve."""
        if self.pull[0] != kind:
            return self.x, self.y
        px, py = self.pull[1]
        return 2 * self.x - px, 2 * self.y - py

    def to(self, x: float, y: float) -> None:
        if self.loops[-1][1]:
            self.loops.append(([(self.x, self.y)], False))
        self.x, self.y = x, y
        self.loops[-1][0].append((x, y))

    def curve(self, points: Sequence[Point]) -> None:
        parts = 1 if len(points) == 2 else 10
        for n in range(1, parts + 1):
            left = list(points)
            while len(left) > 1:
                left = [
                    (a + (c - a) * n / parts, b + (d - b) * n / parts) for (a, b), (c, d) in pairwise(left)
                ]
            self.to(*left[0])

    def arc(self, values: Sequence[float], x: float, y: float) -> None:
        """An arc of a circle: ellipses are not drawn anywhere."""
        (x0, y0), radius, large, sweep = (self.x, self.y), values[0], bool(values[3]), bool(values[4])
        half = hypot(x - x0, y - y0) / 2
        if not half:
            return
        radius = max(radius, half)
        far = sqrt(radius * radius - half * half) * (1 if large != sweep else -1)
        cx = (x0 + x) / 2 + far * -(y - y0) / (2 * half)
        cy = (y0 + y) / 2 + far * (x - x0) / (2 * half)
        start, end = atan2(y0 - cy, x0 - cx), atan2(y - cy, x - cx)
        if sweep and end < start:
            end += 2 * pi
        if not sweep and end > start:
            end -= 2 * pi
        for n in range(1, 17):
            turn = start + (end - start) * n / 16
            self.to(cx + radius * cos(turn), cy + radius * sin(turn))


def polygons_of(path: str) -> list[list[Point]]:
    """The lines of a path, each a list of points; curves as short straight pieces. Closed ones end where they
    began.
    """
    return [[*points, points[0]] if closed else list(points) for points, closed in loops_of(path)]
