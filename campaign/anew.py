"""Sentences that were written in English, said anew in the reader's language.

What is a record, and what comes from the rules, which know no languages, is one English sentence with its
names and numbers filled in. Each is known by its pattern; what no pattern knows is shown as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from django.utils.translation import gettext

_NAMED = re.compile(r"%\\\((\w+)\\\)s|%\((\w+)\)s")


class Anew:
    """Sentences with ``%(name)s`` where a value stands; the more general of two stands later."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = sentences

    def said(self, text: str) -> str:
        """The text in the language of the moment."""
        for pattern, sentence in self._patterns:
            found = pattern.fullmatch(text)
            if found is not None:
                said = gettext(sentence)
                return said % found.groupdict() if found.groupdict() else said
        return text

    def knows(self, text: str) -> bool:
        """Whether a sentence fits."""
        return any(pattern.fullmatch(text) for pattern, _ in self._patterns)

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """Each sentence with what recognises it: the words as they stand, anything where a value is."""

        def pattern(sentence: str) -> re.Pattern[str]:
            value = _NAMED.sub(lambda found: f"(?P<{found[1] or found[2]}>.+?)", re.escape(sentence))
            return re.compile(value, re.DOTALL)

        return tuple((pattern(sentence), sentence) for sentence in self.sentences)
