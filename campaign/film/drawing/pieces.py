"""What stands on the map: shields, stacks, pins, swords and their plates, placed by ``crowd``.

Everything is a small picture with soft edges that is drawn once and pasted where it is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageDraw

from campaign.base.drawing.crowd import Crowd, CrowdLabel, CrowdPiece, CrowdSign
from campaign.base.drawing.crowd_faces import face_of as crowd_face
from campaign.base.drawing.inks import Ink, inks_of
from campaign.base.drawing.look import LOOK, army_number
from campaign.base.drawing.paths import FINE, shape
from campaign.film.drawing.faces import BOLD, font, runs_of, width

RELIC = "M12 2l3 6 6.5 1-4.8 4.6 1.2 6.6L12 17l-5.9 3.2 1.2-6.6L2.5 9 9 8z"
EYE = (
    "M12 5c5 0 8.500 4 10 7-1.500 3-5 7-10 7S3.500 15 2 12c1.500-3 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"
)
"""Signs of the page's sprite, 24 wide from (0, 0)."""

_PAIR = re.compile(r"([-.\d]+),([-.\d]+)")


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture that can be seen through, and where its corner lies from the place that it marks."""

    image: Image.Image
    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Face:
    """How a shield looks."""

    seat: int
    size: int
    wide: int
    text: str
    old: bool
    unknown: bool
    retreating: bool
    works: str


def face_of(sign: CrowdSign) -> Face:
    """The looks of a sign of a crowd."""
    return Face(
        sign["seat"],
        sign["size"],
        sign["wide"],
        sign["text"],
        bool(sign["turns"]),
        sign["text"] == "?",
        sign["retreating"],
        sign["works"],
    )


def alone(piece: CrowdPiece, scale: int) -> Face:
    """The looks of a piece by itself, where a sector is so many twelfths of a pixel wide."""
    face = crowd_face(piece["kind"], [piece], scale, "")
    return Face(
        piece["seat"],
        face.size,
        face.wide,
        face.text,
        piece["turn"] is not None,
        face.text == "?",
        piece["retreating"],
        piece["works"],
    )


class _Stamp:
    """Inks laid one over another, on nothing."""

    def __init__(self, wide: int, high: int) -> None:
        self.image = Image.new("RGBA", (wide, high))

    def lay(self, ink: Ink, mask: Image.Image) -> None:
        layer = Image.new("RGBA", self.image.size, (*ink, 0))
        layer.putalpha(mask)
        self.image.alpha_composite(layer)


def _outline(wide: float, size: float) -> str:
    """The page's shield, of a ``size`` of 34; wider where its text needs it."""
    w, h = 17 * wide / size, 17 * 9 / 8
    return _PAIR.sub(lambda at: f"{float(at[1]) * w},{float(at[2]) * h}", LOOK.shapes["standard"])


@lru_cache(maxsize=2048)
def shield(face: Face, light: str, *, crest: bool = False) -> Sprite:
    """A shield with its army's sign, its level and its works; a crest has the sign alone."""
    inks, k = inks_of(light), face.size / 12 / 34
    army, card = inks.army(face.seat), inks["card"]
    wide, high = 2 * ceil(face.wide / 24 + 5 * k + 3), 2 * ceil(44 * k + 2)
    stamp = _Stamp(wide, high)
    path = _outline(face.wide, face.size)
    inside = shape(path, k, (wide, high))

    def around(line: float, dash: tuple[float, float] | None = None) -> Image.Image:
        return shape(path, k, (wide, high), line=line, dash=dash)

    hollow = face.old or face.unknown
    stamp.lay(
        card if face.retreating else inks["ink"],
        ImageChops.lighter(around(9 if face.retreating else 5.5), inside),
    )
    stamp.lay(card, ImageChops.lighter(around(3), inside))
    if face.retreating:
        stamp.lay(inks["bad"], around(3.4, (6, 4)))
    if hollow:
        stamp.lay(army, around(3, (5, 3.4) if face.unknown else None))
    else:
        stamp.lay(army, shape(path, k * 0.97, (wide, high)))
    ink = army if hollow else card
    sign = LOOK.signs[army_number(face.seat) - 1].path
    stamp.lay(
        ink, shape(sign, k * (0.75 if crest else 0.567), (wide, high), shift=(0, -2 if crest else 13.5))
    )
    for part in {"fortified": ("rampart",), "entrenched": ("rampart", "trench")}.get(face.works, ()):
        stamp.lay(card, shape(LOOK.shapes[part], k, (wide, high), line=6.5, shift=(0, -5)))
        stamp.lay(inks["ink"], shape(LOOK.shapes[part], k, (wide, high), line=3.4, shift=(0, -5)))
    if crest:
        return Sprite(stamp.image, -wide // 2, -high // 2)
    letters = max(8, round(face.size / 24 * 1.04))
    up = face.size * 9 // 8 / 24
    _text(stamp, face.text, letters, (wide / 2, high / 2 - up + face.size * 9 / 8 / 12 * 0.32), ink)
    return Sprite(stamp.image, -wide // 2, -high // 2)


def _text(stamp: _Stamp, text: str, size: int, middle: tuple[float, float], ink: Ink) -> None:
    """A text around a place, drawn large and reduced, so that it may stand between pixels."""
    many = 3
    mask = Image.new("L", (stamp.image.width * many, stamp.image.height * many))
    runs = runs_of(text, BOLD, size * many)
    x = middle[0] * many - sum(run.wide for run in runs) / 2
    y = middle[1] * many
    for run in runs:
        if run.text:
            ImageDraw.Draw(mask).text((x, y), run.text, font=font(BOLD, size * many), fill=255, anchor="lm")
        else:
            signed(mask, run.seat, (x + run.wide / 2, y), size * many)
        x += run.wide
    stamp.lay(ink, mask.reduce(many))


def signed(mask: Image.Image, seat: int, middle: tuple[float, float], size: float) -> None:
    """An army's sign on a mask, as large as letters of that size."""
    box = 2 * ceil(size * 0.6)
    sign = shape(LOOK.signs[army_number(max(seat, 1)) - 1].path, size * 0.78 / 30, (box, box))
    mask.paste(255, (round(middle[0] - box / 2), round(middle[1] - box / 2)), sign)


@lru_cache(maxsize=2048)
def plate(text: str, size: int, wide: int, high: int, light: str) -> Sprite:
    """A small plate with a text: how many a stack is, of which turns, a name."""
    inks = inks_of(light)
    stamp = _Stamp(2 * ceil(wide / 24 + 1), 2 * ceil(high / 24 + 1))
    w, h = stamp.image.size
    mask = Image.new("L", (w * FINE, h * FINE))
    box = (w * FINE / 2 - wide / 24 * FINE, h * FINE / 2 - high / 24 * FINE)
    ends = (*box, w * FINE - box[0], h * FINE - box[1])
    ImageDraw.Draw(mask).rounded_rectangle(ends, radius=3.5 * FINE, fill=255)
    stamp.lay(inks["edge"], mask.reduce(FINE))
    mask = Image.new("L", (w * FINE, h * FINE))
    inner = (ends[0] + 0.8 * FINE, ends[1] + 0.8 * FINE, ends[2] - 0.8 * FINE, ends[3] - 0.8 * FINE)
    ImageDraw.Draw(mask).rounded_rectangle(inner, radius=2.8 * FINE, fill=255)
    stamp.lay(inks["card"], mask.reduce(FINE))
    letters = max(7, round(size / 12 * 0.98))
    while letters > 7 and width(text, BOLD, letters) > wide / 12 - 2:
        letters -= 1
    _text(stamp, text, letters, (w / 2, h / 2), inks["ink"])
    return Sprite(stamp.image, -w // 2, -h // 2)


@lru_cache(maxsize=64)
def mark(kind: str, size: int, light: str, *, relic: bool = False, flash: bool = False) -> Sprite:
    """A battle's swords, or the pin of a feature, a relic or an aim."""
    inks = inks_of(light)
    battle = kind == "battle"
    k = size / 12 / (24 if battle else 17)
    side = 2 * ceil(17 * k * (1.5 if flash else 1) + 2)
    stamp = _Stamp(side, side)
    if battle:
        k *= 1.35 if flash else 1
        disc = shape("M12 0A12 12 0 1 1 -12 0A12 12 0 1 1 12 0Z", k, (side, side))
        stamp.lay(inks["bad"], disc)
        stamp.lay(
            inks["warn"] if flash else inks["card"],
            shape("M9.8 0A9.8 9.8 0 1 1 -9.8 0A9.8 9.8 0 1 1 9.8 0Z", k, (side, side)),
        )
        stamp.lay(
            inks["card"] if flash else inks["bad"],
            shape(LOOK.shapes["swords"], k * 0.95, (side, side), line=2.4),
        )
        return Sprite(stamp.image, -side // 2, -side // 2)
    stamp.lay(inks["card"], shape(LOOK.shapes["pin"], k, (side, side), line=3.2))
    stamp.lay(inks["accent" if relic else "warn"], shape(LOOK.shapes["pin"], k, (side, side)))
    if relic:
        stamp.lay(inks["card"], shape(RELIC, k * 0.42, (side, side), shift=(-12, -24)))
    else:
        stamp.lay(inks["card"], shape("M2.6 -5A2.6 2.6 0 1 1 -2.6 -5A2.6 2.6 0 1 1 2.6 -5Z", k, (side, side)))
    return Sprite(stamp.image, -side // 2, -side // 2)


@lru_cache(maxsize=64)
def token(name: str, size: int, light: str) -> Sprite:
    """What a banner carries: a relic or the command node, on a plate of its own."""
    inks, side = inks_of(light), 2 * ceil(size / 24 + 1)
    stamp = _Stamp(side, side)
    stamp.lay(inks["card"], shape("M12 0A12 12 0 1 1 -12 0A12 12 0 1 1 12 0Z", size / 12 / 24, (side, side)))
    k = size / 12 / 30
    drawn = shape(RELIC if name == "relic" else EYE, k, (side, side), shift=(-12, -12))
    stamp.lay(inks["warn"], drawn)
    return Sprite(stamp.image, -side // 2, -side // 2)


Placed = tuple[Sprite, int, int]
"""A sprite, and the pixel that it marks."""


def placed(
    crowd: Crowd, light: str, left: float, top: float, relics: frozenset[str] = frozenset()
) -> list[Placed]:
    """The sprites of a crowd in drawing order; (``left``, ``top``), in twelfths, is the picture's corner."""
    found: list[Placed] = []
    for sign in crowd["signs"]:
        found += of_sign(sign, light, left, top, relics)
    for label in crowd["labels"]:
        found += of_label(label, light, left, top)
    return found


def of_sign(sign: CrowdSign, light: str, left: float, top: float, relics: frozenset[str]) -> list[Placed]:
    """A sign, and what it carries."""
    x, y = round((sign["x"] - left) / 12), round((sign["y"] - top) / 12)
    if sign["kind"] in ("banner", "sighting"):
        found = [(shield(face_of(sign), light), x, y)]
    else:
        relic = any(one in relics for one in sign["ids"])
        found = [(mark(sign["kind"], sign["size"], light, relic=relic), x, y)]
    for name, mx, my, size in sign["marks"]:
        place = round((int(mx) - left) / 12), round((int(my) - top) / 12)
        found.append((token(str(name), int(size), light), *place))
    return found


def of_label(label: CrowdLabel, light: str, left: float, top: float) -> list[Placed]:
    """A text beside a sign; a shield has its level on itself."""
    if label["role"] == "level":
        return []
    drawn = plate(label["text"], label["size"], label["wide"], label["high"], light)
    return [(drawn, round((label["x"] - left) / 12), round((label["y"] - top) / 12))]


def leaders(image: Image.Image, signs: Iterable[CrowdSign], light: str, left: float, top: float) -> None:
    """Lines from signs that had to move aside to their own places."""
    inks = inks_of(light)
    draw = ImageDraw.Draw(image)
    for sign in signs:
        if sign["leader"] is not None:
            x, y = (round((one - far) / 12) for one, far in zip(sign["leader"], (left, top), strict=True))
            line = ((round((sign["x"] - left) / 12), round((sign["y"] - top) / 12)), (x, y))
            draw.line(line, fill=inks["card"], width=4)
            draw.line(line, fill=inks["ink"], width=2)
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=inks["ink"], outline=inks["card"])


def paste(image: Image.Image, sprites: Iterable[Placed]) -> None:
    """Put sprites onto a picture."""
    for sprite, x, y in sprites:
        image.paste(sprite.image, (x + sprite.dx, y + sprite.dy), sprite.image)
