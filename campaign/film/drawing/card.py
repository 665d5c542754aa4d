"""A card without a map, for links that say no more than their page does: a title, who asks, free armies."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from campaign.base.drawing.inks import Inks, inks_of
from campaign.film.drawing.faces import BOLD, SANS, SERIF, cut, face_for, fitted, font, wrapped
from campaign.film.drawing.naming import can_draw, plain
from campaign.film.drawing.palette import flat
from campaign.film.drawing.pieces import Face, paste, shield

SIDE = 84
"""The margin."""
ARMIES = 8
"""So many armies have room."""


def card(given: Mapping[str, Any]) -> bytes:
    """The PNG of a card."""
    out = BytesIO()
    flat(drawn(given), given["light"]).save(out, "PNG", optimize=True)
    return out.getvalue()


def drawn(given: Mapping[str, Any]) -> Image.Image:
    """The card: its grid like a map's edge, the words, and the shields of the armies named."""
    wide, high = given["size"]
    inks = inks_of(given["light"])
    image = Image.new("RGB", (wide, high), inks["paper"])
    _frame(image, inks)
    y = _words(image, given, inks)
    _shields(image, given, inks, y + 34)
    ImageDraw.Draw(image).text(
        (SIDE, high - 52), plain(given["site"]), font=font(SANS, 24), fill=inks["ink-2"], anchor="ls"
    )
    return image


def _frame(image: Image.Image, inks: Inks) -> None:
    draw, (wide, high) = ImageDraw.Draw(image), image.size
    for x in range(0, wide, 42):
        draw.line(((x, 0), (x, high)), fill=inks["line"])
    for y in range(0, high, 42):
        draw.line(((0, y), (wide, y)), fill=inks["line"])
    draw.rectangle((42, 42, wide - 43, high - 43), fill=inks["card"], outline=inks["edge"], width=2)
    draw.rectangle((42, 42, 53, high - 43), fill=inks["accent"])


def _words(image: Image.Image, given: Mapping[str, Any], inks: Inks) -> int:
    """Heading, title and line; gives where they end."""
    draw, room = ImageDraw.Draw(image), image.width - 2 * SIDE
    y = 118
    heading = cut(plain(given["heading"]), BOLD, 28, room)
    draw.text((SIDE, y), heading, font=font(BOLD, 28), fill=inks["accent"], anchor="ls")
    title = plain(given["title"])
    face = face_for(title, SERIF)
    size, lines = fitted(title, face, (68, 58, 48, 40), room, 3)
    for line in lines:
        y += round(size * 1.16)
        draw.text((SIDE, y), line, font=font(face, size), fill=inks["ink"], anchor="ls")
    for line in wrapped(plain(given["mark"]), SANS, 30, room, 2):
        y += 46
        draw.text((SIDE, y), line, font=font(SANS, 30), fill=inks["ink-2"], anchor="ls")
    return y


def _shields(image: Image.Image, given: Mapping[str, Any], inks: Inks, top: int) -> None:
    """The armies in two columns, as far as there is room."""
    draw, column = ImageDraw.Draw(image), (image.width - 2 * SIDE) // 2
    for n, (seat, name) in enumerate(given["armies"][:ARMIES]):
        x, y = SIDE + n % 2 * column, top + n // 2 * 50
        if y + 46 > image.height - 86:
            return
        face = Face(seat, 40 * 12, 40 * 12, "", old=False, unknown=False, retreating=False, works="none")
        paste(image, [(shield(face, given["light"], crest=True), x + 20, y + 23)])
        text = cut(name if can_draw(name) else f"No. {seat}", SANS, 26, column - 70)
        draw.text((x + 54, y + 32), text, font=font(SANS, 26), fill=inks["ink"], anchor="ls")
