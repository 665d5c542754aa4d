"""The ground: paper with relief, contour lines and scrub; cities as blocks; impassable ridges as hatching.

As the page draws it (``static/js/web/map/terrain.js``), on a picture larger than it will be, for soft edges.
"""

from __future__ import annotations

from functools import cached_property
from math import ceil, floor, hypot

from PIL import Image, ImageChops, ImageDraw

from campaign.base.drawing.inks import Ink, Inks
from campaign.base.drawing.map_view import View
from campaign.base.drawing.paths import fill, stroke
from campaign.base.drawing.relief import Loop, chance, noise, outline, rough, smooth
from rules.maps.terrain import BARRED, CITIES

_BARRED, _CITIES = frozenset(BARRED), frozenset(CITIES)
CONTOUR = 0.17
VEIL, VEIL_BY_NIGHT, ROCKS = 0.3, 0.5, 0.55
"""Over a picture: how thick the ground's own tone lies, so that what stands there is readable, and rocks."""
RELIEF, CONTOURS, BLOCKS, SCRUB, HACHURES, GRID = 8.0, 13.0, 9.0, 24.0, 12.0, 6.0
"""The least pixels of a sector at which each is drawn."""


class Ground:
    """The terrain's rows as something to ask."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.high = len(rows)
        self.wide = len(rows[0]) if rows else 0

    def letter(self, x: int, y: int) -> str:
        """The letter of a sector; nothing beyond the map."""
        return self.rows[y][x] if 0 <= x < self.wide and 0 <= y < self.high else ""

    def rock(self, x: int, y: int) -> bool:
        """Whether nobody can stand in a sector of the map."""
        return self.letter(x, y) in _BARRED

    def city(self, x: int, y: int) -> bool:
        """Whether a sector is a city."""
        return self.letter(x, y) in _CITIES

    @cached_property
    def barred(self) -> Image.Image:
        """A mask of a pixel a sector: where nobody can stand."""
        row = "".join(self.rows)
        return Image.frombytes("L", (self.wide, self.high), bytes([255 * (one in _BARRED) for one in row]))


class _Painter:
    """Paints the ground of a view, ``fine`` times larger than it will be."""

    def __init__(self, ground: Ground, view: View, inks: Inks, fine: int) -> None:
        self.ground, self.view, self.inks, self.fine = ground, view, inks, fine
        self.image = Image.new("RGB", (view.size[0] * fine, view.size[1] * fine), inks.of("paper"))
        self.many = view.pixels * fine
        x0, y0, x1, y1 = view.box
        self.box = max(x0, 0), max(y0, 0), min(x1, ground.wide), min(y1, ground.high)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.view.place(x, y, self.fine)

    def mask(self) -> Image.Image:
        return Image.new("L", self.image.size)

    def lay(self, ink: Ink, mask: Image.Image, share: float = 1.0) -> None:
        """Lay an ink where a mask says so, as thick as ``share``."""
        self.image.paste(ink, mask=mask if share == 1 else mask.point(lambda value: round(value * share)))

    def paint(self) -> Image.Image:
        """The whole ground."""
        if self.view.pixels >= RELIEF:
            self.relief()
        if self.view.pixels >= SCRUB:
            self.scrub()
        self.rocks()
        self.cities()
        return self.image

    def paint_over(self, beneath: Image.Image) -> Image.Image:
        """The ground where a picture is the open ground, as pages draw it."""
        x0, y0, x1, y1 = self.view.box
        across, down = beneath.width / self.ground.wide, beneath.height / self.ground.high
        part = x0 * across, y0 * down, x1 * across, y1 * down
        laid = beneath.resize(self.image.size, Image.Resampling.BICUBIC, box=part)
        self.image = Image.blend(laid, self.image, VEIL_BY_NIGHT if self.inks.night else VEIL)
        bare = self.image.copy()
        self.rocks()
        self.image = Image.blend(bare, self.image, ROCKS)
        self.cities()
        return self.image

    def relief(self) -> None:
        """Light from the north-west, very soft, and contour lines."""
        x0, y0, x1, y1 = self.box
        grain = 3 if self.view.pixels >= 20 else 2
        columns, rows = (x1 - x0) * grain + 3, (y1 - y0) * grain + 3
        heights = [
            [self.height(x0 + (i - 1) / grain, y0 + (j - 1) / grain) for i in range(columns)]
            for j in range(rows)
        ]
        lit, dark = bytearray(), bytearray()
        strength = 150 if self.inks.night else 190
        for j in range(1, rows - 1):
            above, here, below = heights[j - 1], heights[j], heights[j + 1]
            for i in range(1, columns - 1):
                slope = (here[i + 1] - here[i - 1] + below[i] - above[i]) * grain * strength
                lit.append(min(70, round(slope * 0.09)) if slope > 0 else 0)
                dark.append(min(70, round(slope * -0.11)) if slope < 0 else 0)
        for tone, data in ((self.inks.of("light"), lit), (self.inks.of("shade"), dark)):
            small = Image.frombytes("L", (columns - 2, rows - 2), bytes(data))
            step = self.many / grain
            large = small.resize(
                (round(small.width * step), round(small.height * step)), Image.Resampling.BICUBIC
            )
            x, y = self.at(x0, y0)
            self.image.paste(tone, (round(x - step / 2), round(y - step / 2)), large)
        if self.view.pixels >= CONTOURS:
            self.contours(heights, grain)

    def height(self, x: float, y: float) -> float:
        """The drawn relief: gentle hills, and ridges where the ground is impassable."""
        hills = noise(x, y, 6.5, 1) + 0.4 * noise(x, y, 2.7, 2)
        ridge = 0.0
        i, j = floor(x - 0.5), floor(y - 0.5)
        for b in range(j - 1, j + 3):
            for a in range(i - 1, i + 3):
                if self.ground.rock(a, b):
                    near = 1 - hypot(x - a - 0.5, y - b - 0.5) / 1.7
                    ridge += near * near if near > 0 else 0
        return hills + 0.85 * min(ridge, 1.1)

    def contours(self, heights: list[list[float]], grain: int) -> None:
        """Lines of equal height by marching squares; every fourth is heavier."""
        fine, heavy = self.mask(), self.mask()
        x0, y0 = self.at(self.box[0], self.box[1])
        size = self.many / grain
        for j in range(1, len(heights) - 2):
            for i in range(1, len(heights[0]) - 2):
                a, b = heights[j][i], heights[j][i + 1]
                d, c = heights[j + 1][i], heights[j + 1][i + 1]
                low, high = min(a, b, c, d), max(a, b, c, d)
                n = ceil(low / CONTOUR)
                while n * CONTOUR < high:
                    points = _crossed(n * CONTOUR, (a, b, c, d))
                    line = [(x0 + (i - 1 + x) * size, y0 + (j - 1 + y) * size) for x, y in points]
                    for k in range(0, len(line) - 1, 2):
                        wide = 1.2 if n % 4 == 0 else 0.7
                        draw = ImageDraw.Draw(heavy if n % 4 == 0 else fine)
                        draw.line(line[k : k + 2], fill=255, width=max(1, round(wide * self.fine)))
                    n += 1
        tone, share = self.inks.map["contour"]
        for mask in (fine, heavy):
            self.lay(tone, mask, share)

    def scrub(self) -> None:
        """Tufts on open ground: more of them where the noise says so."""
        mask = self.mask()
        draw = ImageDraw.Draw(mask)
        x0, y0, x1, y1 = self.box
        for y in range(y0, y1):
            for x in range(x0, x1):
                if self.ground.rock(x, y) or self.ground.city(x, y):
                    continue
                thick = noise(x, y, 4.3, 9)
                for n in range(3 if thick > 0.55 else 1 if thick > 0.42 else 0):
                    px, py = self.at(
                        x + 0.12 + 0.76 * chance(x, y, 20 + n), y + 0.16 + 0.72 * chance(x, y, 30 + n)
                    )
                    tall = self.many * (0.045 + 0.03 * chance(x, y, 40 + n))
                    for lean in (-0.7, 0.0, 0.7):
                        end = (px + lean * tall * 1.5, py - tall * (1 if lean else 1.5))
                        draw.line(((px + lean * tall * 0.6, py), end), fill=255, width=self.fine)
        self.lay(self.inks.of("scrub"), mask, self.inks.map["scrub"][1])

    def rocks(self) -> None:
        """Impassable ground: one rough mass for each ridge, hatched, with strokes falling inwards."""
        x0, y0, x1, y1 = self.box
        cells = [
            (x, y) for y in range(y0 - 2, y1 + 2) for x in range(x0 - 2, x1 + 2) if self.ground.rock(x, y)
        ]
        if not cells:
            return
        detailed = self.view.pixels >= HACHURES
        loops = [rough(loop, 0.1) if detailed else loop for loop in outline(cells)]
        placed = [[self.at(x, y) for x, y in (smooth(loop) if detailed else loop)] for loop in loops]
        inside = self.mask()
        fill(inside, placed)
        if detailed:
            far = round(self.many * 0.05), round(self.many * 0.07)
            cast = self.mask()
            cast.paste(inside, far)
            self.lay(self.inks.of("cast"), cast, self.inks.map["cast"][1])
        self.lay(self.inks.of("rock"), inside)
        self.lay(self.inks.of("hatch"), ImageChops.darker(self.hatching(), inside))
        if detailed:
            self.bevel(inside)
            self.lay(self.inks.of("rock-edge"), ImageChops.darker(self.hachures(loops), inside))
        edge = self.mask()
        for points in placed:
            stroke(edge, points, (1.1 if detailed else 0.6) * self.fine, closed=True)
        self.lay(self.inks.of("rock-edge"), edge)

    def hatching(self) -> Image.Image:
        mask = self.mask()
        draw = ImageDraw.Draw(mask)
        gap = max(4.0, min(7.0, self.view.pixels / 6)) * self.fine
        wide, high = mask.size
        for n in range(-ceil(high / gap), ceil(wide / gap) + 1):
            draw.line(((n * gap, 0), (n * gap + high, high)), fill=255, width=round(0.9 * self.fine) or 1)
        return mask

    def bevel(self, inside: Image.Image) -> None:
        """Light on the north-western slopes, dark on the south-eastern ones."""
        night = self.inks.night
        for side, tone, share in (
            (1, self.inks.of("light"), 0.12 if night else 0.5),
            (-1, self.inks.of("shade"), 0.3 if night else 0.26),
        ):
            for far in (0.14, 0.24):
                step = round(side * far * self.many)
                rim = ImageChops.subtract(inside, ImageChops.offset(inside, step, step))
                self.lay(tone, rim, share * 0.5)

    def hachures(self, loops: list[Loop]) -> Image.Image:
        mask = self.mask()
        draw = ImageDraw.Draw(mask)
        for loop in loops:
            for i, (x, y) in enumerate(loop):
                u, v = loop[(i + 1) % len(loop)]
                length = hypot(u - x, v - y) or 1.0
                steps = max(1, round(length * self.view.pixels / 4))
                for n in range(steps):
                    px, py = x + (u - x) * n / steps, y + (v - y) * n / steps
                    deep = 0.1 + 0.17 * chance(round(px * 31), round(py * 31), 5)
                    end = self.at(px - (v - y) / length * deep, py + (u - x) / length * deep)
                    draw.line((self.at(px, py), end), fill=255, width=round(0.8 * self.fine) or 1)
        return mask

    def cities(self) -> None:
        """City sectors: blocks between streets; streets run on into a neighbouring city."""
        x0, y0, x1, y1 = self.box
        draw = ImageDraw.Draw(self.image, "RGBA")
        city = self.ground.city
        for y in range(y0, y1):
            for x in range(x0, x1):
                if not city(x, y):
                    continue
                left, top = x + (0.02 if city(x - 1, y) else 0.11), y + (0.02 if city(x, y - 1) else 0.11)
                right = x + 1 - (0.02 if city(x + 1, y) else 0.11)
                bottom = y + 1 - (0.02 if city(x, y + 1) else 0.11)
                draw.rectangle((*self.at(left, top), *self.at(right, bottom)), fill=self.inks.of("street"))
                depth = 3 if self.view.pixels >= BLOCKS else 1
                _Blocks(self, draw, (x, y)).cut((left, top, right, bottom), depth)


class _Blocks:
    """The blocks of one city sector, as its place has them."""

    def __init__(self, painter: _Painter, draw: ImageDraw.ImageDraw, at: tuple[int, int]) -> None:
        self.painter, self.draw, self.at, self.count = painter, draw, at, 1

    def cut(self, box: tuple[float, float, float, float], depth: int) -> None:
        left, top, right, bottom = box
        wide, tall = right - left, bottom - top
        n, self.count = self.count, self.count + 1
        luck = chance(*self.at, 50 + n)
        if depth == 0 or max(wide, tall) < 0.24:
            if luck >= 0.1:
                gap = max(0.022, 0.7 / self.painter.view.pixels)
                thick = round(255 * (0.5 + 0.5 * chance(*self.at, 90 + n)))
                a, b = self.painter.at(left + gap, top + gap)
                c, d = self.painter.at(right - gap, bottom - gap)
                if c > a and d > b:
                    self.draw.rectangle((a, b, c, d), fill=(*self.painter.inks.of("block"), thick))
            return
        part = 0.36 + 0.28 * luck
        if wide > tall:
            self.cut((left, top, left + wide * part, bottom), depth - 1)
            self.cut((left + wide * part, top, right, bottom), depth - 1)
        else:
            self.cut((left, top, right, top + tall * part), depth - 1)
            self.cut((left, top + tall * part, right, bottom), depth - 1)


def _crossed(level: float, corners: tuple[float, float, float, float]) -> list[tuple[float, float]]:
    """Where a line of equal height crosses the sides of a square."""
    a, b, c, d = corners
    found: list[tuple[float, float]] = []
    if (a < level) != (b < level):
        found.append(((level - a) / (b - a), 0.0))
    if (b < level) != (c < level):
        found.append((1.0, (level - b) / (c - b)))
    if (d < level) != (c < level):
        found.append(((level - d) / (c - d), 1.0))
    if (a < level) != (d < level):
        found.append((0.0, (level - a) / (d - a)))
    return found


def ground_picture(
    ground: Ground, view: View, inks: Inks, fine: int = 3, beneath: Image.Image | None = None
) -> Image.Image:
    """The ground of a view, as large as it is shown; ``beneath`` is stretched over the whole map."""
    painter = _Painter(ground, view, inks, fine)
    return (painter.paint() if beneath is None else painter.paint_over(beneath)).reduce(fine)


def lay_grid(image: Image.Image, view: View, inks: Inks) -> None:
    """Lay the grid over what is drawn of a view, where sectors are wide enough for one."""
    if view.pixels < GRID:
        return
    draw = ImageDraw.Draw(image, "RGBA")
    x0, y0, x1, y1 = view.box
    wide, high = image.size
    for along, first, last in ((0, x0, x1), (1, y0, y1)):
        for n in range(first, last + 1):
            tone, share = inks.map["grid-fifth" if n % 5 == 0 else "grid"]
            place = round(view.place(n, n)[along])
            line = ((place, 0), (place, high)) if along == 0 else ((0, place), (wide, place))
            draw.line(line, fill=(*tone, round(255 * share)))
