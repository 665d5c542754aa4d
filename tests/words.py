"""Whether a text says a word: what is drawn at random may hold any few letters in a row by chance."""

from __future__ import annotations

import re


def says(text: str, word: str) -> bool:
    """Whether ``word`` stands in ``text`` by itself, not as a piece of an id, a token or another word."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None
