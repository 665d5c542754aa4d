"""What is in the fog, laid over the ground as the page does it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

from campaign.base.drawing.inks import Inks
from campaign.base.drawing.map_view import View
from campaign.base.drawing.relief import noise
from campaign.film.drawing.ground_picture import Ground

DRIFTING = 5.0
"""The least pixels of a sector at which fog drifts."""

_KNOWN = str.maketrans("012", "\x00\x01\x02")


def lay_fog(image: Image.Image, rows: Sequence[str], ground: Ground, view: View, inks: Inks) -> None:
    """What is not seen now is dimmed, what never was darker, with a soft edge and a slow drift."""
    lit, many = _lit(rows, ground), view.pixels
    x0, y0, x1, y1 = view.box
    part = lit.crop((x0, y0, x1 + 2, y1 + 2))
    large = round(part.width * many), round(part.height * many)
    left, top = view.place(x0 - 1, y0 - 1)
    drift = None
    if many >= DRIFTING:
        drift = _drift(x0 - 1, y0 - 1, *part.size).resize(large, Image.Resampling.BICUBIC)
    for known, name in ((1, "fog"), (0, "unseen")):
        small = part.point([255 * (value == known) for value in range(256)])
        if small.getbbox() is None:
            continue
        mask = small.resize(large, Image.Resampling.NEAREST).filter(ImageFilter.BoxBlur(0.22 * many))
        mask = mask.filter(ImageFilter.BoxBlur(0.12 * many))
        if drift is not None:
            mask = ImageChops.multiply(mask, drift)
        ink, share = inks.map[name]
        image.paste(ink, (round(left), round(top)), _thin(mask, share * 1.08 if drift is not None else share))


def _thin(mask: Image.Image, share: float) -> Image.Image:
    return mask.point([round(value * share) for value in range(256)])


def _lit(rows: Sequence[str], ground: Ground) -> Image.Image:
    """How well each sector is known, a pixel each, with a rim of one that is as the map's edge.

    Nothing is ever known of impassable ground: it lies as bright as the brightest sector beside it.
    """
    wide, high = len(rows[0]), len(rows)
    known = Image.frombytes("L", (wide, high), "".join(rows).translate(_KNOWN).encode("latin-1"))
    passable = ImageChops.darker(known, ImageChops.invert(ground.barred))
    known.paste(ImageChops.lighter(known, passable.filter(ImageFilter.MaxFilter(3))), mask=ground.barred)
    found = Image.new("L", (wide + 2, high + 2))
    for x in (0, 2, 1):
        for y in (0, 2, 1):
            found.paste(known, (x, y))
    return found


@lru_cache(maxsize=4)
def _drift(x0: int, y0: int, wide: int, high: int) -> Image.Image:
    data = bytearray()
    for y in range(y0, y0 + high):
        for x in range(x0, x0 + wide):
            thick = 0.92 + 0.08 * (noise(x, y, 2.6, 11) - 0.5) * 2 + 0.09 * (noise(x, y, 7.5, 12) - 0.5) * 2
            data.append(max(0, min(255, round(255 * thick))))
    return Image.frombytes("L", (wide, high), bytes(data))
