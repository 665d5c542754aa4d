"""The room on a map: which boxes are taken, and where one more finds a place. Whole numbers only."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

MESH = 576
"""The side of the squares in which boxes are looked for."""

NOWHERE = 1 << 30

QUARTERS = 12
"""A sign moves by quarters of its own size, so many at most each way."""

FINE = 8
"""Near its place it moves by single quarters, further off by two."""

STEPS = tuple(
    sorted(
        (
            (i, j)
            for j in range(-QUARTERS, QUARTERS + 1)
            for i in range(-QUARTERS, QUARTERS + 1)
            if (i % 2 == 0 and j % 2 == 0) or i * i + j * j <= FINE
        ),
        key=lambda step: (step[0] * step[0] + step[1] * step[1], step[1], step[0]),
    )
)


@lru_cache(maxsize=16)
def _steps(start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The steps that go at least and at most so far, squared."""
    return tuple((i, j) for i, j in STEPS if start <= i * i + j * j <= end)


class Room:
    """What is taken of a map's box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._taken: dict[tuple[int, int], list[Box]] = {}

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top = self.box[0], self.box[1]
        for y in range((box[1] - top) // MESH, (box[3] - 1 - top) // MESH + 1):
            for x in range((box[0] - left) // MESH, (box[2] - 1 - left) // MESH + 1):
                yield x, y

    def holds(self, box: Box) -> bool:
        """Whether a box lies within the map's."""
        left, top, right, bottom = self.box
        return box[0] >= left and box[1] >= top and box[2] <= right and box[3] <= bottom

    def free(self, box: Box) -> bool:
        """Whether nothing that is taken meets a box."""
        return self._met(box) is None

    def _met(self, box: Box) -> Box | None:
        """Something that is taken and meets a box."""
        left, top, right, bottom = box
        x0, y0 = self.box[0], self.box[1]
        columns = range((left - x0) // MESH, (right - 1 - x0) // MESH + 1)
        for y in range((top - y0) // MESH, (bottom - 1 - y0) // MESH + 1):
            for x in columns:
                for one in self._taken.get((x, y), ()):
                    if one[0] < right and left < one[2] and one[1] < bottom and top < one[3]:
                        return one
        return None

    def take(self, box: Box) -> None:
        """Nothing else may meet this box."""
        for square in self._squares(box):
            self._taken.setdefault(square, []).append(box)

    def spot(self, x: int, y: int, reach: Box, start: int, end: int) -> tuple[int, int] | None:
        """The nearest free place for what reaches so far left, up, right and down of it.

        All of its reach is kept on the map if it fits.
        """
        left, up, right, down = reach
        wide, high = left + right, up + down
        least_x, most_x = self.box[0] + left, self.box[2] - right
        least_y, most_y = self.box[1] + up, self.box[3] - down
        # What is in the way here mostly is in the way of the next steps too.
        a = b = c = d = NOWHERE
        for i, j in _steps(start, end):
            px, py = x + i * wide // 4, y + j * high // 4
            px = max(least_x, min(most_x, px))
            py = max(least_y, min(most_y, py))
            if a < px + right and px - left < c and b < py + down and py - up < d:
                continue
            met = self._met((px - left, py - up, px + right, py + down))
            if met is None:
                return px, py
            a, b, c, d = met
        return None

    def anywhere(self, x: int, y: int, reach: Box) -> tuple[int, int] | None:
        """The nearest free place of the whole map, looked for in steps of half its size."""
        left, top, right, bottom = self.box
        wide, high = reach[0] + reach[2], reach[1] + reach[3]
        best: tuple[int, int] | None = None
        least = 0
        for py in range(top + reach[1], bottom - reach[3] + 1, max(1, high // 2)):
            for px in range(left + reach[0], right - reach[2] + 1, max(1, wide // 2)):
                far = (px - x) * (px - x) + (py - y) * (py - y)
                if best is not None and far >= least:
                    continue
                if self.free((px - reach[0], py - reach[1], px + reach[2], py + reach[3])):
                    best, least = (px, py), far
        return best
