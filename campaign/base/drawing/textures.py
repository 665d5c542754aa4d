"""Patterns and borders of land as SVG paths, for pictures that are written by the server."""

from __future__ import annotations

from collections.abc import Collection

from campaign.base.drawing.look import PERIOD, Pattern

Corner = tuple[int, int]


def texture_of(pattern: Pattern, corners: Collection[Corner], side: int) -> tuple[str, str, float]:
    """An army's pattern over squares of ``side`` with these corners: its lines, its dots, how wide the lines.

    ``side`` is a whole number of periods; a line that goes on beyond its tile goes on in the next one.
    """
    lines, dots = [], []
    for x, y in sorted(corners):
        for left in range(x, x + side, PERIOD):
            for top in range(y, y + side, PERIOD):
                lines += [
                    f"M{_at(left, x1)},{_at(top, y1)}L{_at(left, x2)},{_at(top, y2)}"
                    for x1, y1, x2, y2 in pattern.lines
                ]
                lines += [_circle(left + cx, top + cy, radius) for cx, cy, radius in pattern.rings]
                dots += [_circle(left + cx, top + cy, radius) for cx, cy, radius in pattern.dots]
    return "".join(lines), "".join(dots), pattern.width


def border_of(corners: Collection[Corner], side: int) -> str:
    """The outline of squares of ``side`` with these corners, long lines in one piece."""
    taken = set(corners)
    across: set[Corner] = set()
    down: set[Corner] = set()
    for x, y in taken:
        # An edge is drawn where exactly one of its two squares is taken.
        across ^= {(x, y), (x, y + side)}
        down ^= {(x, y), (x + side, y)}
    parts = []
    for x, y in sorted(across, key=lambda one: (one[1], one[0])):
        if (x - side, y) not in across:
            end = x
            while (end, y) in across:
                end += side
            parts.append(f"M{x},{y}H{end}")
    for x, y in sorted(down):
        if (x, y - side) not in down:
            end = y
            while (x, end) in down:
                end += side
            parts.append(f"M{x},{y}V{end}")
    return "".join(parts)


def _at(start: int, offset: float) -> str:
    return f"{start + min(max(offset, 0), PERIOD):g}"


def _circle(x: float, y: float, radius: float) -> str:
    half = f"a{radius:g},{radius:g} 0 1 0"
    return f"M{x - radius:g},{y:g}{half} {2 * radius:g},0{half} {-2 * radius:g},0"
