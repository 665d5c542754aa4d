"""The kinds of terrain, each with its letter on a map's rows (Rules 1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of terrain.

    ``letter`` stands for it in a map's rows, ``id`` names it elsewhere, as the class of its tiles in Tiled.
    In a file of CSV its letter, its id and the words of ``csv`` stand for it. Banners stand on what is
    ``passable``; a battle in a ``city`` has missions of its own (Rules 5.12).
    """

    letter: str
    id: str
    passable: bool = True
    city: bool = False
    csv: tuple[str, ...] = ()


TERRAIN: tuple[Terrain, ...] = (
    Terrain(".", "normal", csv=("", "0")),
    Terrain("C", "city", city=True, csv=("1",)),
    Terrain("#", "impassable", passable=False, csv=("2",)),
)
"""All kinds, the plain one first (Rules 1)."""

LETTERS = "".join(kind.letter for kind in TERRAIN)
LISTED = {"most": ", ".join(map(repr, LETTERS[:-1])), "last": repr(LETTERS[-1])}
"""The letters, all but the last and the last, as a sentence lists them."""

LEGEND = ", ".join(f"{kind.letter!r} {kind.id}" for kind in TERRAIN)
"""The letters with what they stand for."""

PLAIN = TERRAIN[0].letter
CITIES = "".join(kind.letter for kind in TERRAIN if kind.city)
BARRED = "".join(kind.letter for kind in TERRAIN if not kind.passable)
"""The letters of what nobody stands in."""

TERRAIN_OF = {kind.letter: kind for kind in TERRAIN}
"""The kinds by letter."""
