"""Tables of words, and what things are called abroad, joined to them (Tabletop E)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import TypeVar

from rules.tabletop.lists.words.tokens import key_of

Key = tuple[str, ...]
Meaning = TypeVar("Meaning")


def keys_of(text: str) -> Iterable[Key]:
    """The phrases of a text that has commas between them."""
    return (key_of(one) for one in text.split(",") if one.strip())


def table(rows: Mapping[str, str]) -> dict[Key, str]:
    """Each phrase with what it stands for: rows are ``meaning: phrase, phrase``."""
    return {key: meaning for meaning, phrases in rows.items() for key in keys_of(phrases)}


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
