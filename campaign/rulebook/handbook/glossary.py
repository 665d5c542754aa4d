"""The words of the app as data (``glossary.toml``): what each means, its rule, and where to read on."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.utils.translation import gettext as _

FILE = Path(__file__).resolve().parent / "glossary.toml"


@dataclass(frozen=True, slots=True)
class Word:
    """One word. ``rule`` is a section of the rules or empty, ``place`` one of the handbook or empty."""

    id: str
    stored: str
    meaning: str
    rule: str = ""
    place: str = ""

    @property
    def term(self) -> str:
        """The word, in the language that is active."""
        return _(self.stored)

    @property
    def text(self) -> str:
        """What it means, in the language that is active."""
        return _(self.meaning)


@lru_cache(maxsize=1)
def glossary() -> tuple[Word, ...]:
    """All words by the alphabet."""
    rows = tomllib.loads(FILE.read_text())["word"]
    found = (
        Word(
            row["term"].lower().replace(" ", "-"),
            row["term"],
            " ".join(row["text"].split()),
            row.get("rule", ""),
            row.get("see", ""),
        )
        for row in rows
    )
    return tuple(sorted(found, key=lambda one: one.id))


def word(name: str) -> Word:
    """The word of this name. Raises ``KeyError`` for one that the glossary lacks."""
    return {one.id: one for one in glossary()}[name.lower().replace(" ", "-")]
