"""The armies' patterns, stripes and signs as masks, by ``look.json``: drawn once, large, with soft edges."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from campaign.base.drawing.look import LOOK, PERIOD
from campaign.base.drawing.outlines import polygons_of

FINE = 8
"""Masks are drawn so many times as large and made small again: Pillow draws no soft edges."""
UNITS = 32
"""A sign's own drawing has so many units in its size."""
HALO = 1.25
STRIPE_GAP = 1.5


@lru_cache(maxsize=256)
def sign_mask(number: int, size: int) -> tuple[Image.Image, Image.Image]:
    """An army's sign of some size and the halo behind it, as masks with the sign's middle in theirs."""
    sign = LOOK.signs[number - 1]
    side = (size + 8) // 2 * 2
    grain, middle = size * FINE / UNITS, side * FINE / 2
    large = Image.new("L", (side * FINE, side * FINE))
    for polygon in polygons_of(sign.path):
        one = Image.new("L", large.size)
        points = [(middle + x * grain, middle + (y - sign.middle) * grain) for x, y in polygon]
        ImageDraw.Draw(one).polygon(points, fill=255)
        large = ImageChops.difference(large, one)
    # A halo needs less care, and what makes it takes the square of its width.
    halo = large.reduce(2).filter(ImageFilter.MaxFilter(2 * round(HALO * FINE / 2) + 1))
    return large.reduce(FINE), halo.reduce(FINE // 2)


@lru_cache(maxsize=64)
def pattern_mask(number: int, size: tuple[int, int], corner: tuple[int, int] = (0, 0)) -> Image.Image:
    """An army's pattern as a mask, counted from the corner of A1; its first pixel is the map's ``corner``."""
    return _tiled(pattern_tile(number), size, corner)


@lru_cache(maxsize=16)
def stripes_mask(half: int, size: tuple[int, int], corner: tuple[int, int] = (0, 0)) -> Image.Image:
    """Every other stripe of what is disputed as a mask, counted in the same way."""
    return _tiled(_stripes_tile(half), size, corner)


def _tiled(tile: Image.Image, size: tuple[int, int], corner: tuple[int, int]) -> Image.Image:
    strip = Image.new("L", (size[0], PERIOD))
    for left in _steps(corner[0], size[0]):
        strip.paste(tile, (left, 0))
    mask = Image.new("L", size)
    for top in _steps(corner[1], size[1]):
        mask.paste(strip, (0, top))
    return mask


def _steps(corner: int, length: int) -> range:
    return range(-(corner % PERIOD), length, PERIOD)


@lru_cache(maxsize=8)
def pattern_tile(number: int) -> Image.Image:
    """An army's pattern on its tile, as a mask."""
    pattern = LOOK.patterns[number - 1]
    side = PERIOD * FINE
    large = Image.new("L", (3 * side, 3 * side))
    pen = ImageDraw.Draw(large)
    wide = round(pattern.width * FINE)
    for left in (0, side, 2 * side):
        for top in (0, side, 2 * side):
            for x1, y1, x2, y2 in pattern.lines:
                ends = (left + x1 * FINE, top + y1 * FINE, left + x2 * FINE, top + y2 * FINE)
                pen.line(ends, fill=255, width=wide)
            for x, y, radius in pattern.rings:
                middle = (left + x * FINE, top + y * FINE)
                pen.circle(middle, (radius + pattern.width / 2) * FINE, outline=255, width=wide)
            for x, y, radius in pattern.dots:
                pen.circle((left + x * FINE, top + y * FINE), radius * FINE, fill=255)
    return large.crop((side, side, 2 * side, 2 * side)).resize((PERIOD, PERIOD), Image.Resampling.BOX)


@lru_cache(maxsize=2)
def _stripes_tile(half: int) -> Image.Image:
    """Every other stripe of what is disputed, on a tile."""
    side = PERIOD * FINE
    large = Image.new("L", (side, side))
    pen = ImageDraw.Draw(large)
    wide = (PERIOD / 2 - STRIPE_GAP) * FINE
    for left in (side * half / 2 - side, side * half / 2, side * half / 2 + side):
        pen.polygon([(left, 0), (left + wide, 0), (left + wide - side, side), (left - side, side)], fill=255)
    return large.resize((PERIOD, PERIOD), Image.Resampling.BOX)
