"""Type: the shipped faces, what they can draw, and text in a box.

A sign stands in a text as a character of its own (``sign_of``), which is drawn as the army's sign.
"""

from __future__ import annotations

import struct
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, features

FACES = Path(__file__).parent / "faces"
SANS, BOLD, SERIF = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold", "DejaVuSerifCondensed-Bold"

SIGNS = 0xE000
"""Characters of private use: the one of a seat is drawn as its army's sign."""
MOST = 4096

Ink = tuple[int, int, int]


def sign_of(seat: int) -> str:
    """The character that is drawn as the sign of a seat's army."""
    return chr(SIGNS + min(max(seat, 0), MOST - 1))


@lru_cache(maxsize=8)
def _covered(face: str) -> frozenset[int]:
    """The characters that a face has a drawing of, as its table of Unicode ranges says."""
    data = (FACES / f"{face}.ttf").read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    tables = {
        data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * count, 16)
    }
    start = tables[b"cmap"]
    found: set[int] = set()
    for n in range(struct.unpack_from(">H", data, start + 2)[0]):
        table = start + struct.unpack_from(">I", data, start + 8 + 8 * n)[0]
        if struct.unpack_from(">H", data, table)[0] == 12:
            for group in range(struct.unpack_from(">I", data, table + 12)[0]):
                first, last, _glyph = struct.unpack_from(">III", data, table + 16 + 12 * group)
                found.update(range(first, last + 1))
        elif struct.unpack_from(">H", data, table)[0] == 4:
            found.update(_segments(data, table))
    return frozenset(found)


def _segments(data: bytes, table: int) -> set[int]:
    twice = struct.unpack_from(">H", data, table + 6)[0]
    found: set[int] = set()
    for at in range(0, twice, 2):
        last = struct.unpack_from(">H", data, table + 14 + at)[0]
        first = struct.unpack_from(">H", data, table + 16 + twice + at)[0]
        found.update(range(first, last + 1))
    return found - {0xFFFF}


@lru_cache(maxsize=1)
def _shapes_scripts() -> bool:
    """Whether text that runs from the right, or whose letters join, is laid out as its readers expect."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=4096)
def drawable(text: str, face: str = SANS) -> bool:
    """Whether the face can draw every character of a text; what controls others it never draws."""
    return all(_can(char, face) for char in text)


def _can(char: str, face: str) -> bool:
    if unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"):
        return False
    if unicodedata.bidirectional(char) in ("R", "AL", "AN") and not _shapes_scripts():
        return False
    return ord(char) in _covered(face)


def face_for(text: str, face: str) -> str:
    """The face itself, or the one that can draw more if it cannot draw the text."""
    plain = "".join(char for char in text if not SIGNS <= ord(char) < SIGNS + MOST)
    return face if face != SERIF or drawable(plain, face) else BOLD


@lru_cache(maxsize=64)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A face at a size in pixels."""
    return ImageFont.truetype(str(FACES / f"{face}.ttf"), size)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line: letters, or the sign of a seat."""

    text: str
    seat: int
    wide: float


def runs_of(text: str, face: str, size: int) -> list[Run]:
    """The pieces of a line, with how wide each is."""
    found: list[Run] = []
    letters = ""
    for char in text + "\0":
        seat = ord(char) - SIGNS
        if char != "\0" and not 0 <= seat < MOST:
            letters += char
            continue
        if letters:
            found.append(Run(letters, 0, font(face, size).getlength(letters)))
            letters = ""
        if char != "\0":
            found.append(Run("", seat, size * 0.92))
    return found


def width(text: str, face: str, size: int) -> float:
    """How wide a line is."""
    return sum(run.wide for run in runs_of(text, face, size))


def cut(text: str, face: str, size: int, wide: float) -> str:
    """The text, or as much of its beginning as goes into ``wide``, with dots."""
    if width(text, face, size) <= wide:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", face, size) <= wide:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def wrapped(text: str, face: str, size: int, wide: float, most: int) -> list[str]:
    """The text in at most ``most`` lines, the last one cut if there is more."""
    lines: list[str] = []
    line = ""
    words = text.split()
    for number, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if not line or width(longer, face, size) <= wide:
            line = longer
            continue
        if len(lines) == most - 1:
            return [*lines, cut(" ".join([line, *words[number:]]), face, size, wide)]
        lines.append(cut(line, face, size, wide))
        line = word
    return [*lines, cut(line, face, size, wide)] if line else lines


def fitted(text: str, face: str, sizes: tuple[int, ...], wide: float, most: int) -> tuple[int, list[str]]:
    """The largest of the sizes at which a text stands in ``most`` lines whole; else the last, cut."""
    for size in sizes:
        lines = wrapped(text, face, size, wide, most)
        if not any(line.endswith("…") for line in lines):
            return size, lines
    return sizes[-1], wrapped(text, face, sizes[-1], wide, most)


def letters(image: Image.Image, at: tuple[float, float], text: str, face: str, size: int, ink: Ink) -> None:
    """Draw letters with the baseline's left end at ``at``."""
    ImageDraw.Draw(image).text(at, text, font=font(face, size), fill=ink, anchor="ls")
