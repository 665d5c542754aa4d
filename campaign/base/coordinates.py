"""Sectors as people read them."""

from __future__ import annotations

import re

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NAME = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,3})")


def sector_name(x: int, y: int) -> str:
    """``A1`` is [0, 0], ``Z1`` [25, 0], ``AA3`` [26, 2] (Rules 1)."""
    letters, left = "", x + 1
    while left > 0:
        left, last = divmod(left - 1, 26)
        letters = chr(ord("A") + last) + letters
    return f"{letters}{y + 1}"


def sector_at(name: str) -> tuple[int, int] | None:
    """The sector with this name, or None if it is no name of a sector."""
    found = _NAME.fullmatch(name.strip())
    if found is None:
        return None
    x = 0
    for letter in found[1].upper():
        x = 26 * x + ord(letter) - ord("A") + 1
    return x - 1, int(found[2]) - 1


def sign_of(number: int) -> str:
    """The character that stands for a seat in a map's territory: base 36, and letters of Linear B beyond."""
    return _SIGNS[number] if number < len(_SIGNS) else chr(0x10000 + number)
