"""What a sign in a crowd looks like: how large it is, what is written on it, and where.

``static/js/web/map/faces.js`` is its twin. Lengths are twelfths of a pixel, from the middle of the shield.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from campaign.base.drawing.lettering import wide


class CrowdPiece(TypedDict):
    """Something that stands on a map; what a kind does not have is null, false, ``none`` or empty."""

    kind: str
    """``banner``, ``sighting``, ``battle``, ``aim``, ``pin``, or ``place``: a text alone."""

    id: str
    seat: int
    at: Sequence[int]
    level: int | None
    turn: int | None
    """The turn of an old sighting."""

    retreating: bool
    works: str
    relic: bool
    node: bool
    rank: str
    """One of ``RANKS``: who is served first."""

    text: str
    """Its name, of a single one, where there is room for it."""


class CrowdSign(TypedDict):
    """One sign: a piece, or a stack of them."""

    kind: str
    ids: list[str]
    seat: int
    x: int
    """The middle of its shield, or of the badge or pin."""

    y: int
    size: int
    """How wide the shield of a single piece is at this scale: what is drawn grows with it."""

    wide: int
    high: int
    box: list[int]
    """All that it takes: left, top, right, bottom."""

    count: int
    text: str
    """Its level: ``34``, ``34+`` or ``?``."""

    levels: int
    """The sum of the levels that are known, and how many are not."""

    unknown: int
    turns: str
    """Of old sightings: ``8`` or ``8-10`` behind the word for a turn."""

    leader: list[int] | None
    """Its own place, where a line leads to."""

    rank: str
    retreating: bool
    works: str
    relic: bool
    node: bool
    marks: list[list[str | int]]
    """Small signs at its head: ``node`` or ``relic``, the middle, the size."""


class CrowdLabel(TypedDict):
    """A text; (x, y) is the middle of its box, ``size`` that of its letters."""

    sign: int
    """The place of its sign in ``signs``; -1 of a text without one."""

    of: str
    """The first id of its sign."""

    text: str
    x: int
    y: int
    wide: int
    high: int
    size: int
    role: str
    """``level``, ``count``, ``turns``, ``name``, ``aim``, ``pin`` or ``place``."""


class Crowd(TypedDict):
    """What stands where, in drawing order."""

    signs: list[CrowdSign]
    labels: list[CrowdLabel]


RANKS = ("selected", "near", "own", "seen", "battle", "aim", "pin", "old", "place")
STANDARDS = ("banner", "sighting")
WORKS = ("none", "fortified", "entrenched")
LEAST, MOST = 288, 552
"""A shield's width; half of it are its level's letters, never below 12 pixels."""

EDGE = 24
SMALL = 132
"""The letters of counts and turns; names are larger."""

NAME = 144
PLATE = 156
DASH = "\u2013"
"""Between turns from before the war, that have a hyphen of their own."""
HEAD_UP, HEAD_OUT = 132, 48
"""How far the plates at a shield's head stand above it, and beyond its right side."""


@dataclass(frozen=True, slots=True)
class Written:
    """A text of a sign: the middle of its box, the box, the size of the letters."""

    role: str
    text: str
    x: int
    y: int
    wide: int
    high: int
    size: int


@dataclass(slots=True)
class Face:
    """How a sign looks, before it has a place."""

    size: int
    wide: int
    high: int
    text: str = ""
    levels: int = 0
    unknown: int = 0
    turns: str = ""
    marks: list[tuple[str, int, int, int]] = field(default_factory=list)
    texts: list[Written] = field(default_factory=list)
    reach: tuple[int, int, int, int] = (0, 0, 0, 0)
    """How far all of it reaches left, up, right and down."""


def size_of(kind: str, scale: int) -> int:
    """How wide a single sign is."""
    if kind in STANDARDS:
        return max(LEAST, min(MOST, scale * 17 // 25))
    if kind == "battle":
        return max(240, min(336, scale * 3 // 5))
    return max(216, min(300, scale // 2))


def span_of(first: int, last: int) -> str:
    """The turns of old sightings."""
    if first == last:
        return str(first)
    return f"{first}{'-' if first >= 0 else DASH}{last}"


def face_of(kind: str, pieces: Sequence[CrowdPiece], scale: int, short: str) -> Face:
    """The sign of one piece, or of a stack of a kind."""
    size = size_of(kind, scale)
    if kind not in STANDARDS:
        face = Face(size, size, size * 5 // 4 if kind == "pin" else size)
        _head(face, pieces, ())
        return face
    known = [one["level"] for one in pieces if one["level"] is not None]
    unknown = len(pieces) - len(known)
    text = f"{sum(known)}{'+' if unknown else ''}" if known else "?"
    letters = size // 2
    written = wide(text, letters)
    face = Face(size, max(size, written + size // 4), size * 9 // 8, text, sum(known), unknown)
    up = face.high // 2
    face.texts.append(Written("level", text, 0, face.high * 32 // 100 - up, written, letters, letters))
    marks = [name for name in ("node", "relic") if any(_has(one, name) for one in pieces)]
    _head(face, pieces, marks)
    _foot(face, pieces, short)
    return face


def _has(piece: CrowdPiece, name: str) -> bool:
    return piece["node"] if name == "node" else piece["relic"]


def works_of(pieces: Sequence[CrowdPiece]) -> str:
    """The best works that any of them has."""
    return WORKS[max(WORKS.index(one["works"]) if one["works"] in WORKS else 0 for one in pieces)]


def _head(face: Face, pieces: Sequence[CrowdPiece], marks: Sequence[str]) -> None:
    """The plates at the head, from the right: how many it stands for, then what they carry."""
    half, up = face.wide // 2, face.high // 2
    left, top, right = -half, -up, face.wide - half
    y = top - HEAD_UP + PLATE // 2
    x = right + HEAD_OUT
    if len(pieces) > 1:
        text = f"x{len(pieces)}"
        plate = wide(text, SMALL) + 72
        face.texts.append(Written("count", text, x - plate // 2, y, plate, PLATE, SMALL))
        x -= plate
    for name in reversed(marks):
        face.marks.append((name, x - PLATE // 2, y, PLATE))
        x -= PLATE
    if x < right + HEAD_OUT:
        top, right, left = top - HEAD_UP, right + HEAD_OUT, min(left, x)
    face.reach = (EDGE - left, EDGE - top, EDGE + right, EDGE + face.high - up)


def _foot(face: Face, pieces: Sequence[CrowdPiece], short: str) -> None:
    """Below the shield: its works, then the turns of old sightings."""
    left, top, right, bottom = face.reach
    works = works_of(pieces)
    if works != "none":
        bottom += face.size * (5 if works == "entrenched" else 3) // 16
    turns = [one["turn"] for one in pieces if one["turn"] is not None]
    if turns:
        face.turns = short + span_of(min(turns), max(turns))
        plate = wide(face.turns, SMALL) + 72
        face.texts.append(Written("turns", face.turns, 0, bottom + PLATE // 2, plate, PLATE, SMALL))
        bottom += PLATE + EDGE // 2
        left, right = max(left, plate // 2 + EDGE // 2), max(right, plate - plate // 2 + EDGE // 2)
    face.reach = (left, top, right, bottom)
