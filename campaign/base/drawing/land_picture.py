"""The land as a picture: who holds what on a map, drawn with Pillow by ``look.json`` as the page does.

The page's order is kept (``static/js/web/map/layers.js``): ground, wash, grid, fog; then, sharp above all
these, patterns, stripes and borders, and the signs. ``land`` draws it from afar, where a sector is one
colour; whoever draws the ground itself lays ``Holding``'s parts between and above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw

from campaign.base.drawing.inks import Inks, mixed
from campaign.base.drawing.look import army_number
from campaign.base.drawing.map_view import Run, View
from campaign.base.drawing.paths import stroke
from campaign.base.drawing.relief import Cell, outline, rounded
from campaign.base.drawing.territory import (
    DISPUTED,
    Sign,
    areas_of,
    codes_of,
    disputants,
    holders_of,
    placed_in,
    sign_places,
    standing,
)
from campaign.base.drawing.tiles import pattern_mask, sign_mask, stripes_mask
from rules.maps.terrain import BARRED, CITIES

if TYPE_CHECKING:
    from campaign.base.documents import Map

ROUND = 8.0
"""The least pixels a sector at which borders are lines with round corners, as on the page."""
FIRM = 14.0
"""From so many on they are two pixels wide, with a softer band behind."""
GRAIN = 3
"""Round corners are drawn so many times as large."""


def land(document: Map, scale: int, inks: Inks, box: tuple[int, int, int, int] | None = None) -> Image.Image:
    """A map document that has its ground as a picture, or the sectors of a box (x0, y0, x1, y1) of it."""
    width, height = document["size"]
    view = View(*(box or (0, 0, width, height)), scale)
    picture = _plain(document, view, inks)
    holding = Holding(document, view, inks)
    holding.draw(picture)
    holding.sign(picture)
    return picture


def _plain(document: Map, view: View, inks: Inks) -> Image.Image:
    """Ground, washes and fog: the one colour of each sector, drawn large."""
    known: dict[tuple[str, str, str], bytes] = {}
    rows = bytearray()
    for lines in zip(document["terrain"], document["territory"], document["fog"], strict=True):
        for signs in zip(*lines, strict=True):
            if (colour := known.get(signs)) is None:
                colour = known[signs] = bytes(_colour(inks, *signs))
            rows += colour
    width, height = document["size"]
    small = Image.new("RGB", (width + 2, height + 2))
    small.paste(Image.frombytes("RGB", (width, height), bytes(rows)), (1, 1))
    return view.enlarged(small)


def _colour(inks: Inks, terrain: str, holder: str, fog: str) -> tuple[int, int, int]:
    ink = inks.of("paper")
    if terrain in BARRED:
        # Nothing is ever known of impassable ground: it is veiled, but never dark.
        ink, fog = inks.of("rock"), "2" if fog == "2" else "1"
    elif terrain in CITIES:
        ink = mixed(ink, inks.of("block"), 0.5)
    if (seat := holders_of([holder])[0]) > 0:
        ink = mixed(ink, inks.army(seat), inks.thick["wash"])
    return ink if fog == "2" else mixed(ink, *inks.map["fog" if fog == "1" else "unseen"])


class Holding:
    """Who holds what in a view, as something to draw with."""

    def __init__(self, document: Map, view: View, inks: Inks) -> None:
        self.document, self.view, self.inks = document, view, inks
        self.wide, self.high = document["size"]
        self.holders = holders_of(document["territory"])
        self.codes = codes_of(self.holders)
        self.areas = areas_of(self.wide, self.high, self.holders)

    @cached_property
    def signs(self) -> list[Sign]:
        """The armies' signs on what they hold."""
        return sign_places(self.areas, standing(self.document), self.view.scale)

    @cached_property
    def near(self) -> Image.Image:
        """The holder's code of each pixel, with a pixel more on each side; 0 where nobody holds it."""
        return self.view.enlarged(self.areas.codes, rim=1)

    @cached_property
    def held(self) -> Image.Image:
        """The same without the rim."""
        return self._moved(0, 0)

    @cached_property
    def colours(self) -> Image.Image:
        """The ink of whoever holds each pixel."""
        flat = [0] * 3 * 256
        for seat, code in self.codes.items():
            flat[3 * code : 3 * code + 3] = self.inks.army(seat)
        drawn = Image.frombytes("P", self.held.size, self.held.tobytes())
        drawn.putpalette(flat)
        return drawn.convert("RGB")

    def _moved(self, dx: int, dy: int) -> Image.Image:
        wide, high = self.near.size
        return self.near.crop((1 + dx, 1 + dy, wide - 1 + dx, high - 1 + dy))

    def wash(self, picture: Image.Image) -> None:
        """Lay each army's colour thinly on all that it holds."""
        self._lay(picture, self.held.point(_ANY), self.inks.thick["wash"])

    def draw(self, picture: Image.Image) -> None:
        """Draw patterns, stripes and borders over a picture of the view, fog and all."""
        # The pixels of one code lie where no other's do: together they are one mask.
        drawn = Image.new("L", picture.size)
        for seat, code in self.codes.items():
            mine = self.held.point([255 * (value == code) for value in range(256)])
            pattern = pattern_mask(army_number(seat), picture.size, self.view.corner)
            drawn = ImageChops.lighter(drawn, ImageChops.multiply(mine, pattern))
        self._lay(picture, drawn, self.inks.thick["pattern"])
        self._stripe(picture)
        if self.view.pixels >= ROUND:
            for seat in self.codes:
                self._line(picture, seat)
        elif self.codes:
            picture.paste(self.colours, mask=self._edges())

    def _lay(self, picture: Image.Image, mask: Image.Image, thick: float) -> None:
        picture.paste(self.colours, mask=mask.point([round(value * thick) for value in range(256)]))

    def _edges(self) -> Image.Image:
        """A pixel inside each edge of what is held, corners closed."""
        edge = Image.new("L", self.held.size)
        for dx, dy in _AROUND:
            edge = ImageChops.lighter(edge, ImageChops.difference(self.held, self._moved(dx, dy)))
        return ImageChops.darker(edge.point(_ANY), self.held.point(_ANY))

    def _line(self, picture: Image.Image, seat: int) -> None:
        """A firm line just inside the edge, and a softer band behind it."""
        view, scale = self.view, self.view.pixels
        cells = self._cells(seat)
        wide = 2.0 if scale >= FIRM else 1.5
        bands = [(3.4, 5.0, 0.2)] if scale >= FIRM else []
        for inset, line, share in (*bands, (wide / 2, wide, 1.0)):
            mask = Image.new("L", (picture.width * GRAIN, picture.height * GRAIN))
            for loop in outline(cells, inset / scale):
                points = [view.place(x, y, GRAIN) for x, y in loop]
                stroke(mask, rounded(points, min(3.0, scale / 6) * GRAIN), line * GRAIN, closed=True)
            small = mask.reduce(GRAIN)
            picture.paste(self.inks.army(seat), mask=small.point([round(n * share) for n in range(256)]))

    def _cells(self, seat: int) -> list[Cell]:
        """The sectors of an army in the view and one around it: lines go on beyond the edge."""
        x0, y0, x1, y1 = self.view.box
        return [
            (x, y)
            for y in range(max(0, y0 - 1), min(self.high, y1 + 1))
            for x in range(max(0, x0 - 1), min(self.wide, x1 + 1))
            if self.holders[y * self.wide + x] == seat
        ]

    def _stripe(self, picture: Image.Image) -> None:
        """Stripe disputed sectors in the colours of both, in grey where nobody is known to dispute them."""
        if DISPUTED not in self.holders:
            return
        pairs: dict[tuple[int, ...], list[Run]] = {}
        placed = placed_in(self.document)
        for x, y in self._cells(DISPUTED):
            pair = disputants(placed, self.holders, self.document["size"], (x, y))
            pairs.setdefault(pair, []).append((x, x + 1, y))
        for seats, runs in pairs.items():
            mask = Image.new("L", picture.size)
            pen = ImageDraw.Draw(mask)
            for run in runs:
                pen.rectangle(self.view.square(run), fill=round(255 * self.inks.thick["stripe"]))
            for half, seat in enumerate((seats[0], seats[-1]) if seats else (0, 0)):
                stripes = stripes_mask(half, picture.size, self.view.corner)
                picture.paste(self.inks.army(seat), mask=ImageChops.multiply(mask, stripes))

    def sign(self, picture: Image.Image) -> None:
        """Draw the armies' signs on what they hold."""
        left, top = self.view.corner
        for sign in self.signs:
            glyph, halo = sign_mask(army_number(sign.seat), sign.size)
            place = (sign.x - left - glyph.width // 2, sign.y - top - glyph.height // 2)
            picture.paste(self.inks["card"], place, halo)
            picture.paste(self.inks.army(sign.seat), place, glyph)


_ANY: Sequence[int] = [0] + 255 * [255]
_AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
