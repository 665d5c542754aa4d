"""What marks a model of a gun, an arm or a car: "SA 34", "obr. 27", "6x4"; it counts nothing (Tabletop E)."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"(?<![^\W_])(?P<mark>sa|fn|mas|modello|mod|mle|mod[e\u00e8]le|obr|wz|vz|krh|pstk|psk|itk|kp|pm|zis|grw"
    r"|granatwerfer)(?:\.[ ]?|[ ]|[ ]?/[ ]?-?|-)(?P<number>\d{2,4})(?:/\d{2})?(?!\d)"
    r"(?![.,]\d|\s?(?:men|man|mann|pts?|points?|p|pkt|x|\u00d7)\b)",
    re.IGNORECASE,
)
_NUMBERED = {"granatwerfer"}
"""Names behind which only the year of a model stands."""
_YEARS = {"30", "31", "34", "36", "38", "41", "42"}
_CALIBRE = re.compile(r"(?<![\w.,/])(?P<calibre>\d{2,3})(?=[ ]?(?:krh|pstk|psk|itk))", re.IGNORECASE)
"""What stands before a Finnish gun's name: "75 PstK/40"."""
_YEAR_FIRST = re.compile(r"(?<![\w/])\d\d/\d\dM?\b(?=[ ](?:schwarzlose|solothurn|maxim)\b)", re.IGNORECASE)
_DRIVE = re.compile(r"(?<![\w.])(?:4[x\u00d7][24]|6[x\u00d7][246]|8[x\u00d7][48])(?![\w.])", re.IGNORECASE)
"""How many wheels there are, and how many are driven: "6x4 truck"."""
_CARS = re.compile(r"\b(?P<make>steyr|sok[o\u00f3]\u0142) (?:640|1000|600)\b", re.IGNORECASE)
_BERETTA = re.compile(r"\b(?P<make>beretta|moschetto) (?:mod(?:ello|\.)? ?|m/?|m\.)38\b", re.IGNORECASE)


def joined(text: str) -> str:
    """The text with the numbers that mark a model joined to their marks, of the same length."""
    text = _BERETTA.sub(lambda found: f"{found['make']} 38".ljust(len(found[0])), text)
    text = _MARK.sub(_as_one, text)
    return _CARS.sub(lambda found: found["make"].ljust(len(found[0])), text)


def without_marks(text: str) -> str:
    """The same without what says no more than its name, a calibre before it or how many wheels it has."""
    text = joined(text)
    for pattern in (_CALIBRE, _YEAR_FIRST, _DRIVE):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def _as_one(found: re.Match[str]) -> str:
    mark, number = found["mark"], found["number"]
    if mark.lower() in _NUMBERED and number not in _YEARS:
        return found[0]
    said = mark if mark.lower() in _NUMBERED else f"{mark}{number}"
    return said.ljust(len(found[0]))
