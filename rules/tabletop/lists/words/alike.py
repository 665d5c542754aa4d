"""Words that are nearly those of arms: a slip of the pen is asked about, in a name too (Tabletop E)."""

from __future__ import annotations

import difflib
from functools import cache

from rules.tabletop.lists.words import abroad, nations, plenty, troops
from rules.tabletop.lists.words.armoury import ARMS

SHORTEST = 5
NEAR = 0.8
_ADDED = {"flame", "thrower", "flamethrower", "riflemen", "machinegun", "machinegunner"}
_SHORT = ("smg", "smsg", "lmg", "mmg", "hmg", "piat", "bren", "sten", "pist", "faust")


@cache
def _arms() -> tuple[str, ...]:
    # What is rare is like too much: "legion" is no "legionista".
    keys = {*ARMS, *troops.ROLES, *troops.QUALITIES, *troops.RANKS} - plenty.keys() - nations.keys()
    words = {word for key in keys for word in key} | _ADDED
    words -= abroad.words()  # "mover" is no "mortero": of those tongues only a few words are known.
    return tuple(sorted(word for word in words if len(word) >= SHORTEST and word.isalpha()))


@cache
def like_an_arm(word: str) -> bool:
    """Whether a word that nobody knows may be one of arms, or of men, with a slip: "rilfe", "bazoka"."""
    if not word.isalpha():
        return False
    if len(word) < SHORTEST:
        return len(word) > 2 and any(sorted(one) == sorted(word) for one in _SHORT if one != word)
    if word in _arms():
        # "VB launcher", "Lahti": it is right, and part of a name.
        return False
    near = [one for one in _arms() if sorted(one) == sorted(word)]
    return bool(near or difflib.get_close_matches(word, _arms(), 1, NEAR))
