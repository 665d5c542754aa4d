"""Masks of drawn paths, with soft edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw

from campaign.base.drawing.outlines import loops_of
from campaign.base.drawing.relief import Loop, Point, turning

FINE = 4
"""Signs are drawn so much larger and then reduced."""


def moved(points: Iterable[Point], k: float, x: float, y: float) -> Loop:
    """Points made ``k`` times larger, then moved."""
    return [(x + px * k, y + py * k) for px, py in points]


def fill(mask: Image.Image, loops: Iterable[Sequence[Point]]) -> None:
    """Fill loops on a mask; a loop inside another cuts a hole into it."""
    draw = ImageDraw.Draw(mask)
    for loop in sorted(loops, key=lambda one: -abs(turning(list(one)))):
        if len(loop) > 2:
            draw.polygon([(x, y) for x, y in loop], fill=0 if _covers(mask, loop) else 255)


def _covers(mask: Image.Image, loop: Sequence[Point]) -> bool:
    """Whether a loop lies on what is filled already."""
    on = 0
    for px, py in loop:
        x, y = min(max(int(px), 0), mask.width - 1), min(max(int(py), 0), mask.height - 1)
        on += mask.getpixel((x, y)) == 255
    return on * 2 > len(loop)


def stroke(
    mask: Image.Image,
    points: Sequence[Point],
    wide: float,
    *,
    closed: bool,
    dash: tuple[float, float] | None = None,
) -> None:
    """Draw a line along points, round at its ends and corners; ``dash`` is how long and how far apart."""
    line = [*points, points[0]] if closed else list(points)
    draw = ImageDraw.Draw(mask)
    for part in [line] if dash is None else dashes(line, *dash):
        draw.line([(x, y) for x, y in part], fill=255, width=max(1, round(wide)), joint="curve")
        if wide >= 2.5:
            r = wide / 2
            for x, y in part if dash is None else (part[0], part[-1]):
                draw.ellipse((x - r, y - r, x + r, y + r), fill=255)


def dashes(line: Sequence[Point], long: float, gap: float) -> list[Loop]:
    """The drawn parts of a dashed line."""
    found: list[Loop] = []
    part: Loop = [line[0]]
    left, on = long, True
    for (x, y), (u, v) in pairwise(line):
        length, at = hypot(u - x, v - y), 0.0
        while length - at > left:
            at += left
            here = (x + (u - x) * at / length, y + (v - y) * at / length)
            if on:
                found.append([*part, here])
            part, on = [here], not on
            left = long if on else gap
        left -= length - at
        if on:
            part.append((u, v))
    if on and len(part) > 1:
        found.append(part)
    return found


@lru_cache(maxsize=1024)
def shape(
    path: str,
    k: float,
    size: tuple[int, int],
    *,
    line: float = 0.0,
    dash: tuple[float, float] | None = None,
    shift: Point = (0.0, 0.0),
) -> Image.Image:
    """A mask with the path around its middle, ``k`` times as large, shifted before; filled or as a line."""
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE))
    many = k * FINE
    x, y = mask.width / 2 + shift[0] * many, mask.height / 2 + shift[1] * many
    placed = [(moved(points, many, x, y), closed) for points, closed in loops_of(path)]
    if line:
        for points, closed in placed:
            far = None if dash is None else (dash[0] * many, dash[1] * many)
            stroke(mask, points, line * many, closed=closed, dash=far)
    else:
        fill(mask, [points for points, _closed in placed])
    return mask.reduce(FINE)
