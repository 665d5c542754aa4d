"""The fixed colours of films: those of the look, and how they lie over one another. Nothing is dithered."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from campaign.base.drawing.inks import Ink, Inks, inks_of, mixed
from campaign.base.drawing.look import ARMIES

COLOURS = 255
CLEAR = 255
"""The last place of the palette: where a frame leaves what was there before."""
PAGE = ("paper", "card", "ink", "ink-2", "line", "edge", "accent", "warn", "bad", "ok")


@lru_cache(maxsize=2)
def palette_of(light: str) -> Image.Image:
    """A picture that holds the colours of films in one light."""
    found = list(dict.fromkeys(_wanted(inks_of(light))))[:COLOURS]
    flat = [part for one in found + [found[0]] * (256 - len(found)) for part in one]
    image = Image.new("P", (1, 1))
    image.putpalette(flat)
    return image


def _wanted(inks: Inks) -> list[Ink]:
    """The colours, the most needed first."""
    found = [inks[name] for name in PAGE]
    found += [mixed(inks["card"], inks["ink"], n / 7) for n in range(1, 7)]
    found += [mixed(inks["paper"], inks[name], n / 3) for name in ("ink-2", "accent", "ink") for n in (1, 2)]
    for seat in range(1, ARMIES + 1):
        army = inks.army(seat)
        found += [
            army,
            mixed(inks["card"], army, 1 / 3),
            mixed(inks["card"], army, 2 / 3),
            mixed(inks["ink"], army, 0.5),
        ]
    veils = _veils(inks)
    ground = inks.of("paper")
    tones = [mixed(ground, inks.of("light"), n) for n in (0.24, 0.12)]
    tones += [mixed(ground, inks.of("shade"), n) for n in (0.27, 0.2, 0.13, 0.06)]
    for one in (ground, *tones):
        found += [_under(one, veil) for veil in (*veils, *_between(veils))]
    for seat in range(1, ARMIES + 1):
        army = inks.army(seat)
        for veil in (veils[0], veils[2]):
            # Patterns and borders lie sharp above the fog.
            washed = _under(mixed(ground, army, inks.thick["wash"]), veil)
            found += [washed, mixed(washed, army, inks.thick["pattern"]), mixed(washed, army, 0.5)]
    for name in ("rock", "rock-edge", "hatch", "block", "street"):
        found += [_under(inks.of(name), veil) for veil in (veils[0], veils[2], veils[4])]
    found += [_under(mixed(inks.of("rock"), inks.of("shade"), 0.26), veil) for veil in veils]
    found += [_under(mixed(ground, inks.of("block"), 0.5), veil) for veil in veils]
    found += [_under(mixed(ground, inks.of("contour"), 0.5), veil) for veil in (veils[0], veils[2], veils[4])]
    for seat in range(1, ARMIES + 1):
        found.append(mixed(mixed(ground, inks.army(seat), inks.thick["wash"]), inks.of("shade"), 0.13))
    return found


def _veils(inks: Inks) -> list[tuple[Ink, float]]:
    """The fog: none, thin, known before, between, never seen."""
    (fog, dim), (unseen, dark) = inks.map["fog"], inks.map["unseen"]
    return [
        (fog, 0.0),
        (fog, dim / 2),
        (fog, dim),
        (mixed(fog, unseen, 0.5), (dim + dark) / 2),
        (unseen, dark),
    ]


def _between(veils: list[tuple[Ink, float]]) -> list[tuple[Ink, float]]:
    """The steps between some of the veils, for soft edges."""
    pairs = pairwise(veils[2:])
    return [(mixed(one[0], other[0], 0.5), (one[1] + other[1]) / 2) for one, other in pairs]


def _under(one: Ink, veil: tuple[Ink, float]) -> Ink:
    return mixed(one, veil[0], veil[1])


def flat(image: Image.Image, light: str) -> Image.Image:
    """A picture in the fixed colours."""
    return image.quantize(palette=palette_of(light), dither=Image.Dither.NONE)
