"""The sheet around the map: its frame with coordinates, the title, the armies, captions, how far a film is.

Everything is measured in units of a wide poster of 1200 x 630, or a tall one of 1080 x 1350.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from campaign.base.drawing.inks import Ink, inks_of
from campaign.base.drawing.map_view import View
from campaign.base.drawing.territory import seat_of
from campaign.film.drawing.faces import BOLD, SANS, SERIF, cut, face_for, fitted, font, runs_of, wrapped
from campaign.film.drawing.pieces import Face, paste, shield, signed

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Army:
    """A line of the legend: an army, how many sectors it is known to hold."""

    seat: int
    name: str
    sectors: int
    """-1 where nobody is told."""

    you: bool


@dataclass(frozen=True, slots=True)
class Words:
    """What is written on a sheet."""

    title: str
    heading: str
    mark: str
    """Through whose eyes, and of which turn."""

    site: str
    armies: tuple[Army, ...]
    phase: str = ""
    caption: tuple[str, ...] = ()
    sectors: str = ""
    """What the armies' figures count."""

    champion: tuple[int, str, str] | None = None
    """The seat of who has won, what he is called, and his army; it stands where the phase does."""


def column_name(x: int) -> str:
    """The letters of a column."""
    text, left = "", x + 1
    while left:
        left, digit = divmod(left - 1, 26)
        text = chr(65 + digit) + text
    return text


def armies_of(board: Mapping[str, Any], names: Mapping[int, str]) -> tuple[Army, ...]:
    """The armies with the sectors that they are known to hold."""
    held: dict[int, int] = {}
    for row in board["territory"]:
        for sign in set(row):
            seat = seat_of(sign)
            if seat > 0:
                held[seat] = held.get(seat, 0) + row.count(sign)
    return tuple(Army(one["n"], names[one["n"]], held.get(one["n"], 0), one["you"]) for one in board["seats"])


class Sheet:
    """One sheet's measures, and what is drawn on it beside the map."""

    def __init__(self, size: tuple[int, int], part: Box, light: str) -> None:
        self.size, self.inks, self.light = size, inks_of(light), light
        self.tall = size[1] > size[0]
        self.unit = size[0] / (1080 if self.tall else 1200)
        margin, self.strip = self.px(34), max(12, self.px(22))
        across, down = part[2] - part[0], part[3] - part[1]
        if self.tall:
            self.head: Box = (margin, self.px(34), size[0] - margin, self.px(150))
            room = size[0] - 2 * margin - self.strip, size[1] - self.px(150 + 300) - self.strip
        else:
            room = round(size[0] * 0.6) - margin - self.strip, size[1] - self.px(34 + 50) - self.strip
        scale = max(1, min(room[0] * 12 // across, room[1] * 12 // down))
        self.view = View(*part, scale)
        wide, high = self.view.size
        if self.tall:
            left = (size[0] - wide - self.strip) // 2 + self.strip
            top = self.px(150) + self.strip
            self.side: Box = (margin, top + high + self.px(24), size[0] - margin, size[1] - self.px(48))
        else:
            left = margin + self.strip
            top = self.px(34) + self.strip + max(0, (room[1] - high) // 2)
            self.side = (left + wide + self.px(38), self.px(34), size[0] - self.px(44), size[1] - self.px(50))
        self.map: Box = (left, top, left + wide, top + high)
        self.bar: Box = (margin, size[1] - self.px(26), size[0] - margin, size[1] - self.px(20))
        self.caption: Box = self.side
        # A tall sheet is a phone's: what is told on it can be read there without zooming.
        told, phase, army, row = (28, 22, 22, 38) if self.tall else (25, 20, 21, 36)
        self.told, self.phase = self.type(told), self.type(phase)
        self.army, self.row = self.type(army), self.px(row)

    def px(self, units: float) -> int:
        """So many units in pixels."""
        return round(units * self.unit)

    def type(self, units: float, least: int = 9) -> int:
        """The size of letters; none are too small to be read."""
        return max(least, round(units * self.unit))

    # What is drawn

    def frame(self) -> Image.Image:
        """The sheet with the map's frame and coordinates."""
        image = Image.new("RGB", self.size, self.inks["paper"])
        draw = ImageDraw.Draw(image)
        left, top, right, bottom = self.map
        strip = self.strip
        draw.rectangle((left - strip, top - strip, right + 2, bottom + 2), fill=self.inks["card"])
        draw.rectangle((left - strip, top - strip, right + 2, bottom + 2), outline=self.inks["edge"])
        draw.rectangle((left - 2, top - 2, right + 1, bottom + 1), fill=self.inks["ink"])
        self.edges(draw)
        return image

    def edges(self, draw: ImageDraw.ImageDraw) -> None:
        """Coordinates along the top and the left, as many as there is room for."""
        view, size = self.view, max(8, min(self.type(12), round(self.strip * 0.6)))
        face, ink = font(BOLD, size), self.inks["ink-2"]
        x0, y0, x1, y1 = view.box
        every = next(n for n in (1, 2, 5, 10, 20, 50, 100) if n * view.pixels >= size * 1.9 or n == 100)
        for x in range(x0, x1):
            if (x + 1) % every == 0 or every == 1:
                place = self.map[0] + view.place(x + 0.5, 0)[0], self.map[1] - 2 - self.strip / 2 + 1
                draw.text(place, column_name(x), font=face, fill=ink, anchor="mm")
        for y in range(y0, y1):
            if (y + 1) % every == 0 or every == 1:
                place = self.map[0] - 1 - self.strip / 2, self.map[1] + view.place(0, y + 0.5)[1]
                draw.text(place, str(y + 1), font=face, fill=ink, anchor="mm")

    def write(self, image: Image.Image, words: Words) -> None:
        """The title block, the armies and the caption."""
        if self.tall:
            self._tall(image, words)
        else:
            self._wide(image, words)

    def _wide(self, image: Image.Image, words: Words) -> None:
        left, top, right, bottom = self.side
        y = self._title(image, words, (left, top, right, bottom), most=3)
        if words.sectors and any(army.sectors >= 0 for army in words.armies):
            y += self._counted(image, words.sectors, y, right)
        y = self._legend(image, words.armies, (left, y + self.px(20), right, bottom), columns=1)
        self.caption = (left, y + self.px(14), right, bottom)
        self.say(image, words)

    def _tall(self, image: Image.Image, words: Words) -> None:
        self._title(image, words, self.head, most=1)
        left, top, right, bottom = self.side
        y = self._legend(image, words.armies, (left, top, right, bottom), columns=3)
        self.caption = (left, y + self.px(10), right, bottom)
        self.say(image, words)

    def _title(self, image: Image.Image, words: Words, box: Box, most: int) -> int:
        """The war's name, the turn, and through whose eyes; gives where it ends."""
        left, y, right, _bottom = box
        face = face_for(words.title, SERIF)
        sizes = tuple(self.type(one, 13) for one in ((44, 38, 32, 27) if most == 1 else (42, 37, 32, 27)))
        size, lines = fitted(words.title, face, sizes, right - left, most)
        for line in lines:
            y += round(size * 1.12)
            self.line(image, (left, y), line, face, size, self.inks["ink"])
        ImageDraw.Draw(image).rectangle(
            (left, y + self.px(15), left + self.px(64), y + self.px(18)), fill=self.inks["accent"]
        )
        size = self.type(30 if self.tall else 23, 10)
        y += self.px(28) + size
        self.line(image, (left, y), words.heading, BOLD, size, self.inks["accent"])
        after = left + sum(run.wide for run in runs_of(words.heading, BOLD, size)) + self.px(12)
        small = self.type(24 if self.tall else 18, 9)
        if most == 1:
            text = cut(words.mark, SANS, small, right - after)
            self.line(image, (after, y), text, SANS, small, self.inks["ink-2"])
            return y
        for text in wrapped(words.mark, SANS, small, right - left, 2):
            y += round(small * 1.4)
            self.line(image, (left, y), text, SANS, small, self.inks["ink-2"])
        return y

    def _counted(self, image: Image.Image, text: str, y: int, right: int) -> int:
        """What the figures below count, above their column; gives how much room it takes."""
        size = self.type(13, 9)
        wide = sum(run.wide for run in runs_of(text, SANS, size))
        self.line(image, (round(right - wide), y + self.px(20)), text, SANS, size, self.inks["ink-2"])
        return self.px(6)

    def _legend(self, image: Image.Image, armies: Sequence[Army], box: Box, columns: int) -> int:
        """The armies, each at the same place all through a film; gives where it ends."""
        left, top, right, bottom = box
        size, row = self.army, self.row
        rows = -(-len(armies) // columns)
        if rows * row > (bottom - top) * 0.6:
            row = max(size + 3, int((bottom - top) * 0.6) // rows)
        room = max(1, int((bottom - top) * 0.6) // row)
        wide = (right - left - (columns - 1) * self.px(28)) // columns
        for n, army in enumerate(armies[: room * columns]):
            column, line = n % columns, n // columns
            self._army(
                image,
                army,
                (left + column * (wide + self.px(28)), top + line * row),
                wide,
                row,
            )
        return top + min(rows, room) * row

    def _army(self, image: Image.Image, army: Army, at: tuple[int, int], wide: int, row: int) -> None:
        left, top = at
        inks, size = self.inks, self.army
        side = max(9, round(row * 0.6))
        middle = top + row // 2
        face = Face(
            army.seat, side * 12, side * 12, "", old=False, unknown=False, retreating=False, works="none"
        )
        paste(image, [(shield(face, self.light, crest=True), left + side // 2, middle)])
        number = str(army.sectors) if army.sectors >= 0 else ""
        end = left + wide - font(BOLD, size).getlength(number)
        baseline = middle + round(size * 0.36)
        self.line(image, (round(end), baseline), number, BOLD, size, inks["ink"])
        first = left + side + self.px(12)
        face_name = BOLD if army.you else SANS
        text = cut(army.name, face_name, size, end - first - self.px(10))
        self.line(image, (first, baseline), text, face_name, size, inks["ink"])

    def say(self, image: Image.Image, words: Words) -> None:
        """The phase and its sentences, on a sheet whose caption is empty."""
        left, top, right, bottom = self.caption
        size, small = self.told, self.phase
        y = top
        if words.champion:
            y = self._champion(image, *words.champion)
        elif words.phase and y + small * 1.5 < bottom:
            ImageDraw.Draw(image).line(((left, y), (right, y)), fill=self.inks["line"], width=1)
            y += round(small * 1.7)
            self.line(image, (left, y), words.phase, BOLD, small, self.inks["accent"])
            y += self.px(4)
        for text in words.caption:
            room = int((bottom - y) // (size * 1.36))
            if room < 1:
                return
            for line in wrapped(text, SANS, size, right - left, min(room, 4)):
                y += round(size * 1.36)
                self.line(image, (left, y), line, SANS, size, self.inks["ink"])
            y += self.px(7)

    def _champion(self, image: Image.Image, seat: int, called: str, army: str) -> int:
        """Who has won: a shield, what that is called, the army's name; gives where it ends."""
        left, top, right, _bottom = self.caption
        ImageDraw.Draw(image).line(((left, top), (right, top)), fill=self.inks["line"], width=1)
        side, size = self.px(60 if self.tall else 54), self.phase
        middle = top + self.px(12) + round(side * 0.6)
        face = Face(seat, side * 12, side * 12, "", old=False, unknown=False, retreating=False, works="none")
        paste(image, [(shield(face, self.light, crest=True), left + side // 2, middle)])
        x = left + side + self.px(16)
        self.line(image, (x, middle - round(size * 0.5)), called, BOLD, size, self.inks["accent"])
        serif = face_for(army, SERIF)
        large = self.type(36 if self.tall else 30)
        name = cut(army, serif, large, right - x)
        self.line(image, (x, middle + round(large * 0.85)), name, serif, large, self.inks["ink"])
        return middle + round(side * 0.6) + self.px(6)

    def progress(self, image: Image.Image, share: float, marks: Sequence[float]) -> None:
        """How far the film is, with a mark where each turn begins."""
        left, top, right, bottom = self.bar
        draw, wide = ImageDraw.Draw(image), right - left
        draw.rectangle((left, top, right, bottom), fill=self.inks["line"])
        draw.rectangle((left, top, left + round(wide * share), bottom), fill=self.inks["accent"])
        for mark in marks:
            x = left + round(wide * mark)
            draw.line(((x, top), (x, bottom)), fill=self.inks["paper"])

    def foot(self, image: Image.Image, words: Words) -> None:
        """Below all of a poster: where it comes from."""
        size = self.type(13, 8)
        left, bottom = self.side[0] if not self.tall else self.px(34), self.size[1] - self.px(20)
        self.line(image, (left, bottom), words.site, SANS, size, self.inks["ink-2"])

    def line(
        self, image: Image.Image, at: tuple[float, float], text: str, face: str, size: int, ink: Ink
    ) -> None:
        """A line of letters and signs with its baseline's left end at ``at``."""
        x, y = at
        draw = ImageDraw.Draw(image)
        for run in runs_of(text, face, size):
            if run.text:
                draw.text((x, y), run.text, font=font(face, size), fill=ink, anchor="ls")
            else:
                mask = Image.new("L", (round(run.wide) + 4, round(size * 1.4)))
                signed(mask, run.seat, (mask.width / 2, mask.height / 2), size)
                image.paste(self.inks.army(run.seat), (round(x) - 2, round(y - size * 1.05)), mask)
            x += run.wide
