"""How colours look: contrast, to eyes of every common kind, and how far apart they are."""

from __future__ import annotations

import math

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

# A print without colours: all light counts as much as it shines.
GREY: Colour = (0.2126, 0.7152, 0.0722)
EYES = {**KINDS, "grey": (GREY, GREY, GREY)}


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


def through(light: Colour, kind: str) -> Colour:
    """Linear light as an eye of some kind takes it in; ``grey`` is a print without colours."""
    if kind == "full":
        return light
    red, green, blue = (
        sum(part * channel for part, channel in zip(row, light, strict=True)) for row in EYES[kind]
    )
    return red, green, blue


def ciede2000(one: Colour, other: Colour) -> float:
    """How far two colours in L*a*b* are apart, by CIEDE2000 (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    bend = 0.5 * (1 - math.sqrt(_share((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2)))
    a1, a2 = a1 * (1 + bend), a2 * (1 + bend)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    middle = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * math.cos(math.radians(middle - 30))
        + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6))
        - 0.2 * math.cos(math.radians(4 * middle - 63))
    )
    of_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    of_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    of_hue = hue / (1 + 0.015 * chroma * weight)
    lean = math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2))))
    both = -2 * math.sqrt(_share(chroma)) * lean
    return math.sqrt(of_light**2 + of_chroma**2 + of_hue**2 + both * of_chroma * of_hue)


def _share(chroma: float) -> float:
    return chroma**7 / (chroma**7 + 25**7)
