"""Terrain and field works in words, by the records of the rules (Rules 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.maps.terrain import LISTED, TERRAIN, Terrain
from rules.state import Works

TERRAIN_WORDS: Mapping[str, Promise] = {
    "normal": gettext_lazy("Normal"),
    "city": gettext_lazy("City"),
    "impassable": gettext_lazy("Impassable"),
}
"""What a kind of terrain is called, by its id."""

GROUND_WORDS: Mapping[str, Promise] = {
    "normal": gettext_lazy("open ground"),
    "city": gettext_lazy("city"),
    "impassable": gettext_lazy("impassable"),
}
"""What a sector is said to be."""

WORKS_WORDS: Mapping[Works, Promise] = {
    Works.NONE: gettext_lazy("no works"),
    Works.FORTIFIED: gettext_lazy("fortified"),
    Works.ENTRENCHED: gettext_lazy("entrenched"),
}
"""What a banner's works are said to be."""

WORKS_TITLES: Mapping[Works, Promise] = {
    Works.NONE: gettext_lazy("None"),
    Works.FORTIFIED: gettext_lazy("Fortified"),
    Works.ENTRENCHED: gettext_lazy("Entrenched"),
}
"""The same in a list to choose from."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A kind of terrain to paint with: what is written, its colour, the key that takes it."""

    letter: str
    label: str
    swatch: str
    key: str


def inks() -> Iterator[Ink]:
    """All kinds of terrain, to paint with."""
    for number, kind in enumerate(TERRAIN, start=1):
        yield Ink(kind.letter, str(TERRAIN_WORDS[kind.id]), drawn_as(kind) or "plain", str(number))


def drawn_as(kind: Terrain) -> str:
    """How a kind of terrain is drawn: ``city``, ``rock`` or not at all."""
    return "rock" if not kind.passable else "city" if kind.city else ""


def letters_allowed() -> str:
    """The letters of a map, listed in a sentence."""
    return _("%(most)s or %(last)s") % LISTED


def spellings_allowed() -> str:
    """The letters, each with the id of its kind, listed in a sentence."""
    return ", ".join(
        _("%(most)s or %(last)s") % {"most": repr(kind.letter), "last": kind.id} for kind in TERRAIN
    )
