"""The sentences of the rules in the reader's language: what they give as a code becomes words here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from campaign.base.words.army_rule_words import rule_called
from rules.armies import problems_with
from rules.club.house import House
from rules.sentences import ARMIES, WORDS, shown_value

Named = Callable[[str], str]
"""Gives what an id is called; whatever has no name, as it is."""

_WORDED = ("order", "other", "slot", "works", "fault", "value")
"""The values that may be words of the rules themselves."""


def said(
    sentence: str,
    values: Mapping[str, Any],
    *,
    named: Named = str,
    sector: Callable[[int, int], str] | None = None,
) -> str:
    """A sentence of ``rules.sentences`` in the reader's language.

    ``values`` are the rules' own, or the same as JSON; ``named`` gives names for ids among them; ``sector``
    words the sectors, which else stand as ``[x, y]``.
    """
    return gettext(sentence) % {name: _word(name, one, named, sector) for name, one in values.items()}


def _word(name: str, value: Any, named: Named, sector: Callable[[int, int], str] | None) -> str:
    if isinstance(value, (tuple, list)):
        x, y = value
        return sector(x, y) if sector is not None else shown_value(name, (x, y))
    if name in _WORDED and value in WORDS:
        return gettext(value)
    if name == "rule":
        return rule_called(value)
    return named(value) if isinstance(value, str) else str(value)


def wrong_with_rules(rules: Iterable[str], limit: int, house: House = ()) -> tuple[str, ...]:
    """Everything that is wrong with a choice of army rules worth at most ``limit`` points, in words."""
    return tuple(said(ARMIES[code], values) for code, values in problems_with(rules, limit, house))


def by_name(names: Mapping[str, str]) -> Named:
    """What gives the names of ids: plain, in the quotes of JSON, or those of what a banner split off."""

    def named(text: str) -> str:
        if len(text) > 1 and text[0] == text[-1] == '"':
            return f'"{named(text[1:-1])}"'
        head, dot, tail = text.partition(".")
        return names[text] if text in names else f"{names.get(head, head)}{dot}{tail}"

    return named
