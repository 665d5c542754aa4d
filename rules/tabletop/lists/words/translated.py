"""What things are called abroad, joined to the tables of words (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import TypeVar

from rules.tabletop.lists.words.tokens import key_of

Key = tuple[str, ...]
Meaning = TypeVar("Meaning")


def joined(known: MutableMapping[Key, Meaning], abroad: Mapping[str, str]) -> None:
    """Add to a table what is called otherwise abroad; what it knows already stays as it is."""
    for phrase, others in abroad.items():
        meaning = known[key_of(phrase)]
        for one in others.split(","):
            known.setdefault(key_of(one), meaning)


def added(known: set[Key], abroad: Mapping[str, str]) -> None:
    """Add to a set of words what they are called abroad. Raises ``KeyError`` for one that is not in it."""
    for phrase, others in abroad.items():
        if key_of(phrase) not in known:
            raise KeyError(phrase)
        known.update(key_of(one) for one in others.split(","))
