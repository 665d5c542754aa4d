"""Names as they can be drawn: one that the shipped face has no letters for becomes a sign and a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.film.drawing.faces import BOLD, SANS, drawable, sign_of

MISSING = "\u25a1"
"""Stands for a letter that cannot be drawn, of a text that is no name."""


class Naming:
    """The names of a picture's armies and banners, and what is written in their place."""

    def __init__(self, maps: Iterable[Mapping[str, Any]], names: Iterable[Mapping[str, str]]) -> None:
        self.armies: dict[int, str] = {}
        self.instead: dict[str, str] = {}
        self._counted: dict[int, int] = {}
        for board in maps:
            for seat in board["seats"]:
                self.armies.setdefault(seat["n"], self._army(seat["n"], seat["army"]))
            you = next((seat["n"] for seat in board["seats"] if seat["you"]), 0)
            for one in (*board["banners"], *board["sightings"]):
                self._thing(one["name"], one.get("seat", you))
            for one in (*board["features"], *board["relics"]):
                self._thing(one["name"], 0)
        for known in names:
            for key, name in known.items():
                self._thing(name, int(key) if key.isdecimal() and len(key) < 5 else 0)

    def _army(self, seat: int, name: str) -> str:
        shown = name if can_draw(name) else f"{sign_of(seat)}{seat}"
        if shown != name and name:
            self.instead[name] = shown
        return shown

    def _thing(self, name: str, seat: int) -> None:
        if not name or name in self.instead or can_draw(name):
            return
        self._counted[seat] = number = self._counted.get(seat, 0) + 1
        self.instead[name] = f"{sign_of(seat)}{number}" if seat else f"No. {number}"

    def name(self, name: str) -> str:
        """A name, or what is written for it."""
        return self.instead.get(name) or plain(name)

    def sentence(self, text: str) -> str:
        """A sentence with its names as they can be drawn, the longest first: one may be part of another."""
        for name in sorted(self.instead, key=len, reverse=True):
            text = text.replace(name, self.instead[name])
        return "".join(char if _shown(char) else MISSING for char in text)


def can_draw(text: str) -> bool:
    """Whether all faces that a name may be set in can draw it."""
    return drawable(text, SANS) and drawable(text, BOLD)


def plain(text: str) -> str:
    """A text whose letters can all be drawn."""
    return "".join(char if can_draw(char) else MISSING for char in text)


def _shown(char: str) -> bool:
    return 0xE000 <= ord(char) < 0xF000 or can_draw(char)
