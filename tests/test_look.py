"""The palette: text can be read, armies can be told apart by eyes of every common kind, in both lights."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

CSS = (Path(__file__).resolve().parent.parent / "static" / "css" / "web" / "variables.css").read_text()
ARMIES = [f"--a{number}" for number in range(1, 9)]
GROUNDS = ("--paper", "--paper-2", "--card")
Colour = tuple[float, float, float]

# How colours look to whoever lacks one kind of cone: Machado, Oliveira and Fernandes (2009), severity 1.
KINDS: dict[str, tuple[Colour, Colour, Colour]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def block(start: str) -> dict[str, str]:
    """The variables of the rule that begins with ``start``."""
    body = CSS[CSS.index(start) :].partition("{")[2].partition("}")[0]
    return {name: value.strip() for name, value in re.findall(r"(--[\w-]+):\s*([^;]+);", body)}


PAPER = block(":root {")
NIGHT = block(':root[data-theme="night"] {')
LIGHTS = {"paper": PAPER, "night": {**PAPER, **NIGHT}}


def linear(colour: str) -> Colour:
    """``#rrggbb`` as linear light, 0 to 1."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2."""

    def light(colour: str) -> float:
        red, green, blue = linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def lab(colour: Colour) -> Colour:
    """CIE L*a*b* of linear light."""
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, kind: str) -> Colour:
    """A colour as an eye of some kind sees it, in L*a*b*."""
    light = linear(colour)
    if kind == "full":
        return lab(light)
    red, green, blue = (
        sum(part * channel for part, channel in zip(row, light, strict=True)) for row in KINDS[kind]
    )
    return lab((red, green, blue))


def test_both_ways_into_the_night_are_the_same() -> None:
    by_device = block(':root:not([data-theme="paper"]) {')
    assert by_device == NIGHT


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", ["--ink", "--ink-2", "--accent", "--ok", "--warn", "--bad"])
def test_text_can_be_read(light: str, ground: str, text: str) -> None:
    palette = LIGHTS[light]
    assert contrast(palette[text], palette[ground]) >= 4.5


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("army", ARMIES)
def test_an_armys_name_can_be_read_in_its_colour_and_its_shield_carries_a_number(
    light: str, army: str
) -> None:
    palette = LIGHTS[light]
    for ground in ("--paper", "--card"):
        assert contrast(palette[army], palette[ground]) >= 4.5


@pytest.mark.parametrize("light", LIGHTS)
def test_buttons_can_be_read_and_their_edges_seen(light: str) -> None:
    palette = LIGHTS[light]
    assert contrast(palette["--accent-ink"], palette["--accent"]) >= 4.5
    for ground in GROUNDS:
        assert contrast(palette["--edge"], palette[ground]) >= 3


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("kind", ["full", *KINDS])
def test_no_two_armies_look_alike(light: str, kind: str) -> None:
    palette = LIGHTS[light]
    least = 25 if kind == "full" else 12
    close = [
        (one, other, round(distance, 1))
        for one, other in combinations(ARMIES, 2)
        if (distance := math.dist(seen(palette[one], kind), seen(palette[other], kind))) < least
    ]
    assert close == []
