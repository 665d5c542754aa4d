"""The inks, patterns and signs of everything that is drawn, read once from ``look.json``, their only place.

``manage.py declare_look`` (``make format``) writes from it what pages take: the variables of
``static/css/web/variables.css``, the signs of ``static/icons/sprite.svg`` and ``static/js/web/map/look.js``.
Programs that draw take it from here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

PLACE = Path(__file__).with_name("look.json")
ARMIES = 8
"""So many armies look different; seat 9 wears the looks of seat 1 again."""

Ink = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Light:
    """The inks of one light, paper or night, as CSS writes them.

    ``page`` and ``map`` hold the variables without their dashes; the map's are also ``--map-...``. An ink of
    the map may bear how thick it lies: ``#93897a / .38``.
    """

    armies: tuple[str, ...]
    page: Mapping[str, str]
    map: Mapping[str, str]
    thick: Mapping[str, float]
    """How thick washes, patterns and stripes lie on the map."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """An army's pattern on a tile of ``PERIOD`` pixels, which goes on beyond its edges.

    Lines of ``width`` from (x, y) to (x, y); dots and rings as (x, y, radius), rings drawn with ``width``.
    """

    name: str
    width: float
    lines: tuple[tuple[float, float, float, float], ...]
    dots: tuple[tuple[float, float, float], ...]
    rings: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """An army's sign as an SVG path in the box of its shield: 34 wide, from (-17, -21); filled even-odd.

    ``middle`` is how far below 0 its middle lies; a sign of 32 units or less is as large as its place.
    """

    name: str
    middle: float
    path: str


@dataclass(frozen=True, slots=True)
class Look:
    """All of it. ``shapes`` are SVG paths in the same box: shield, rampart, trench, pin, swords."""

    paper: Light
    night: Light
    period: int
    patterns: tuple[Pattern, ...]
    signs: tuple[Sign, ...]
    shapes: Mapping[str, str]

    def light(self, *, night: bool) -> Light:
        """The inks by day or by night."""
        return self.night if night else self.paper


def _read() -> Look:
    whole: dict[str, Any] = json.loads(PLACE.read_text())

    def light(one: dict[str, Any]) -> Light:
        inks = {name: value for name, value in one["map"].items() if isinstance(value, str)}
        thick = {name: float(value) for name, value in one["map"].items() if not isinstance(value, str)}
        return Light(
            tuple(one["armies"]),
            MappingProxyType(one["page"]),
            MappingProxyType(inks),
            MappingProxyType(thick),
        )

    return Look(
        paper=light(whole["paper"]),
        night=light(whole["night"]),
        period=whole["period"],
        patterns=tuple(
            Pattern(
                one["name"],
                one["width"],
                tuple((x1, y1, x2, y2) for x1, y1, x2, y2 in one["lines"]),
                tuple((x, y, radius) for x, y, radius in one["dots"]),
                tuple((x, y, radius) for x, y, radius in one["rings"]),
            )
            for one in whole["patterns"]
        ),
        signs=tuple(Sign(one["name"], one["middle"], one["path"]) for one in whole["signs"]),
        shapes=MappingProxyType(whole["shapes"]),
    )


LOOK = _read()
PERIOD = LOOK.period


def army_number(seat: int) -> int:
    """Which of the eight looks a seat wears, from 1."""
    return (seat - 1) % ARMIES + 1


def ink_of(text: str) -> Ink:
    """``#rgb`` or ``#rrggbb``, with or without how thick it lies, as red, green and blue."""
    digits = text.partition("/")[0].strip().removeprefix("#")
    if len(digits) < 6:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def thickness_of(text: str) -> float:
    """How thick an ink lies, 0 to 1: ``#rrggbb / .38``, ``#rrggbb2e`` or, without either, 1."""
    digits, _, share = text.partition("/")
    digits = digits.strip().removeprefix("#")
    if share:
        return float(share)
    if len(digits) in (4, 8):
        tail = digits[-1] * 2 if len(digits) == 4 else digits[6:]
        return int(tail, 16) / 255
    return 1.0
