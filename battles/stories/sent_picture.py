"""The picture of a battle's summary, as wide as what messengers show of a link: 1200 x 630."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from battles.stories.sent_on import Summary, SummarySide, lost
from campaign.base.drawing.inks import Inks, inks_of
from campaign.film.drawing.faces import BOLD, SANS, SERIF, cut, face_for, fitted, letters, width, wrapped
from campaign.film.drawing.pieces import Face, paste, shield

WIDE, HIGH = 1200, 630
MARGIN = 64
TOP, FOOT = 214, 84
"""Where the sides begin, and how much room is below them."""
ROW, ROOMY = 96, 132
"""How high a side's row is, and where few sides and sentences leave room."""
MOST_BLOCKS, BLOCK = 30, 26
MOST_LINES = 5
LIGHT = "paper"


@lru_cache(maxsize=64)
def picture(summary: Summary, site: str) -> bytes:
    """The PNG; ``site`` is where it comes from."""
    inks = inks_of(LIGHT)
    image = Image.new("RGB", (WIDE, HIGH), inks["paper"])
    draw = ImageDraw.Draw(image)
    draw.rectangle((24, 24, WIDE - 25, HIGH - 25), fill=inks["card"], outline=inks["edge"], width=2)
    _head(image, summary, inks)
    told = [line for one in summary.told for line in wrapped(one, SANS, 24, WIDE - 2 * MARGIN, 2)]
    # Many sides take the room of the sentences, of which the first say most.
    told = told[: max(1, MOST_LINES - max(0, len(summary.sides) - 2))]
    room = HIGH - TOP - FOOT - 36 * len(told)
    row = min(ROOMY, room // max(1, len(summary.sides)))
    for number, side in enumerate(summary.sides):
        _side(image, side, TOP + number * row, row, inks)
    for number, line in enumerate(told):
        letters(image, (MARGIN, HIGH - FOOT - 36 * (len(told) - 1 - number)), line, SANS, 24, inks["ink"])
    letters(image, (MARGIN, HIGH - 44), cut(site, SANS, 18, WIDE // 2 - MARGIN), SANS, 18, inks["ink-2"])
    if any(side.fell and _has_blocks(side, row) for side in summary.sides):
        legend = _("A number is the turn in which a unit fell")
        letters(
            image,
            (WIDE - MARGIN - width(legend, SANS, 18), HIGH - 44),
            legend,
            SANS,
            18,
            inks["ink-2"],
        )
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _head(image: Image.Image, summary: Summary, inks: Inks) -> None:
    wide = WIDE - 2 * MARGIN
    letters(image, (MARGIN, 78), cut(summary.about, SANS, 24, wide), SANS, 24, inks["ink-2"])
    face = face_for(summary.heading, SERIF)
    size, lines = fitted(summary.heading, face, (60, 52, 44, 36), wide, 1)
    if len(lines) != 1 or lines[0] != summary.heading:
        # Long names take two lines, for who has won stands at the end.
        size, lines = fitted(summary.heading, face, (32, 28), wide, 2)
    for number, line in enumerate(lines):
        base = 152 if len(lines) == 1 else 162 - (len(lines) - 1 - number) * (size + 6)
        letters(image, (MARGIN, base), line, face, size, inks["ink"])
    ImageDraw.Draw(image).rectangle((MARGIN, 176, MARGIN + 76, 180), fill=inks["accent"])


def _side(image: Image.Image, side: SummarySide, top: int, row: int, inks: Inks) -> None:
    """A side's shield, its name, what it lost, and how much of it is left as a bar."""
    size = max(18, min(34 if row <= ROW else 42, row // 2 - 8))
    middle = top + row // 2
    face = Face(
        side.colour, size * 16, size * 16, "", old=False, unknown=False, retreating=False, works="none"
    )
    paste(image, [(shield(face, LIGHT, crest=True), MARGIN + size, middle)])
    left, base = MARGIN + 2 * size + 22, middle + size // 3 - (8 if side.units else 0)
    what = lost(side)
    small = min(26, size)
    right = WIDE - MARGIN - width(what, SANS, small)
    letters(image, (right, base), what, SANS, small, inks["ink-2"])
    sizes = (size, *(one for one in (28, 24, 20) if one < size))
    name_size, names = fitted(side.name, BOLD, sizes, right - left - 40, 1)
    letters(image, (left, base), names[0] if names else "", BOLD, name_size, inks["ink"])
    if _has_blocks(side, row):
        _units(image, side, left, base + 14, inks)
    elif side.units:
        draw, ends = ImageDraw.Draw(image), WIDE - MARGIN
        bar = base + size // 2
        draw.rectangle((left, bar, ends, bar + 8), fill=inks["line"])
        if side.units_left:
            until = left + round((ends - left) * side.units_left / side.units)
            draw.rectangle((left, bar, until, bar + 8), fill=inks.army(side.colour))


def _has_blocks(side: SummarySide, row: int) -> bool:
    """Whether there is room for a block for each unit; else a bar says how many are left."""
    return bool(side.units) and (side.units or 0) <= MOST_BLOCKS and row >= ROW - 12


def _units(image: Image.Image, side: SummarySide, left: int, top: int, inks: Inks) -> None:
    """A block for each unit: full for those that are left, hollow with its turn for each that fell."""
    draw, units = ImageDraw.Draw(image), side.units or 0
    wide = min(56, (WIDE - MARGIN - left) // units - 6)
    fallen = (*side.fell, *[0] * units)[: units - (side.units_left or 0)]
    for number in range(units):
        x = left + number * (wide + 6)
        turn = fallen[number - (side.units_left or 0)] if number >= (side.units_left or 0) else None
        box = (x, top, x + wide, top + BLOCK)
        if turn is None:
            draw.rectangle(box, fill=inks.army(side.colour))
            continue
        draw.rectangle(box, outline=inks.army(side.colour), width=2)
        if turn:
            at = x + (wide - width(str(turn), SANS, 18)) // 2
            letters(image, (at, top + BLOCK - 7), str(turn), SANS, 18, inks["ink-2"])
