"""Numbers as they are spoken to a phone: "a hundred and sixty three points" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ONES = {word: at for at, word in enumerate(_SMALL)}
_TENS = {
    **{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50},
    **{"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90},
}
_DIGIT = "one|two|three|four|five|six|seven|eight|nine"
_ONE = "|".join(_ONES)
_TEN = "|".join(_TENS)
_BELOW = rf"(?:(?P<tens{{0}}>{_TEN})(?:[ -](?P<ones{{0}}>{_DIGIT}))?|(?P<few{{0}}>{_ONE}))"
_HUNDRED = re.compile(
    rf"\b(?P<hundreds>an?|{_DIGIT}) hundred(?:(?: and)? {_BELOW.format('')})?\b(?! (?:and|percent))",
    re.IGNORECASE,
)
_SHORT = re.compile(
    rf"\b(?P<hundreds>{_DIGIT})[ -](?:(?P<tens>{_TEN})(?:[ -](?P<ones>{_DIGIT}))?|(?:oh|o) (?P<few>{_DIGIT}))"
    r"(?=\W*(?:$|pts?\b|points?\b|each\b|apiece\b|a piece\b|in all\b))",
    re.IGNORECASE,
)
"""A hundred that is not said: "one twenty five points"."""
_TWO = re.compile(rf"\b(?P<tens>{_TEN})(?:[ -](?P<ones>{_DIGIT}))?\b", re.IGNORECASE)
_OF_POINTS = r"(?=[ ](?:pts?|points?)\b)"
_COSTS_HUNDRED = re.compile(f"{_HUNDRED.pattern}{_OF_POINTS}", re.IGNORECASE)
_COSTS = re.compile(
    rf"(?<!hundred )(?<! and )\b(?P<tens>{_TEN})(?:[ -](?P<ones>{_DIGIT}))?{_OF_POINTS}", re.IGNORECASE
)
"""What a unit costs, in words: "seventy five pts"."""
FEWEST = 3
"""Nobody who types writes so many in words."""


def in_figures(lines: Sequence[str]) -> list[str]:
    """The lines with figures for the numbers above twenty, if several end in one that is spoken."""
    if sum(_ends_in_one(line) for line in lines) < FEWEST:
        return [_COSTS.sub(_value, _COSTS_HUNDRED.sub(_value, line)) for line in lines]
    return [_TWO.sub(_value, _SHORT.sub(_value, _HUNDRED.sub(_value, line))) for line in lines]


def _ends_in_one(line: str) -> bool:
    return any(
        re.fullmatch(r"\W*(?:pts?|points?|each|apiece|\W)*", line[one.end() :], re.IGNORECASE)
        for pattern in (_HUNDRED, _TWO)
        for one in pattern.finditer(line)
    )


def _value(found: re.Match[str]) -> str:
    told = {name: (word or "").lower() for name, word in found.groupdict().items()}
    hundreds = _ONES.get(told.get("hundreds", ""), 1 if told.get("hundreds") else 0)
    few = _ONES.get(told.get("few", ""), 0)
    return str(100 * hundreds + _TENS.get(told.get("tens", ""), 0) + _ONES.get(told.get("ones", ""), 0) + few)
