"""What a unit is called: its name in the file, or its line without what is counted (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.stretches import SQUADS
from rules.tabletop.lists.words.alike import like_an_arm
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    NUMBER,
    QUALITY,
    UNKNOWN,
    VEHICLE,
    Seen,
    scan,
)

_COUNTED = (
    re.compile(r"[(\[]?\b(\d{1,2})[\s-]*(?:men|man|models?|crew|figures?|troopers?)\b[)\]]?", re.IGNORECASE),
    re.compile(r"\b(?:(?:in|from)\s+)?reserves?(?:\s+(?:turn\s+)?(\d{1,2}))?\b", re.IGNORECASE),
    re.compile(r"\[\d{1,2}\]"),
)
_NUMBER_BEFORE = re.compile(r"^\s*\d{1,2}\s+(?=[^\W\d_]{3})(?!pdr|inch|cal\b|pounder|rad\b)", re.IGNORECASE)
_TIMES_AFTER = re.compile(r"\s+x\s?\d{1,2}\s*$", re.IGNORECASE)
_COUNTS_UNITS = re.compile(r"\W*([^\W\d_]{3,}\s+(?:\d{1,2}|[A-D]))\s*[:.)]", re.IGNORECASE)
_ENDS = {("with",), ("w",), ("armed",), ("incl",), ("including",), ("equipped",)}
_NO_END = {"'", '"', "!", "?"}
_LABEL = re.compile(
    r"\b(?:squad|section|team|platoon|grp|sqd|sect|group|mob|number|no\.?|nr\.?|[^\W\d_]*(?:gruppe|trupp"
    r"|zug|groep)|dru\u017cyna"
    r"|sekcja|squadra|grupa|lag|ryhm\u00e4|raj|otdelenie|groupe(?: de combat)?|escouade"
    r"|pelot[o\u00f3]n|escuadra)"
    r"\s*#?(\d{1,2}|one|two|three|four|five|six)\b(?![\s-]*(?:men|man|models?|figures?|troopers?|strong)\b)",
    re.IGNORECASE,
)
_NUMBER_OF = re.compile(
    r"(?<=[^\W\d_]\s)(?:(?:no|nr)\.?\s?|number\s|#)(\d{1,2})\b(?!\s*(?:mk|mark|men|man|grenade|rifle)\b)",
    re.IGNORECASE,
)
"""Which of several it is: "grenadiers nr 2", never how many men."""
_NUMBER_FIRST = re.compile(
    r"\s*(?:no|nr)\.?\s?(\d{1,2})\s+(?=[^\W\d_]*(?:section|squad|platoon))", re.IGNORECASE
)
_NUMBERED = re.compile(r"[^\W\d_]{4,}\s+(\d)$")
"""In a column of names: "Piechota 2"."""
_OF_TYPE = re.compile(r"[^\W\d_]{4,}\s+([2-9]\d)$")
"""In a column of names, which type a gun is: more than there are men."""
_QUOTED = re.compile(
    r"(?<![^\s(])(?:\"[^\W\d_][^\"]{1,40}(?<=\S)\"|'[^\W\d_][^']{1,40}(?<=\S)'"
    "|\u201c[^\u201d]{2,40}\u201d|\u2018[^\u2019]{2,40}\u2019"
    "|\u201e[^\u201c\u201d]{2,40}[\u201c\u201d])(?!\\w)"
)
_BYNAME = re.compile(r"(?<=[\w)\]] )\((?P<name>[A-Z\u00c0-\u017e][^\W\d_]+(?: [^\W\d_]+){0,2})\)")
"""A name in brackets, maybe: "Ski Scouts (Lyzhniki)"."""
_MEN = re.compile(
    r"\b\d{1,2}(?:\s(?:old|young))?[\s-]*(?:men|man|models?|figures?|troopers?|mann|uomini|hommes|hombres"
    r"|ludzi|mannen|regulars|vets"
    r"|veterans)\b",
    re.IGNORECASE,
)

_BRACKETED = re.compile(r"[(\[](?:[5-9]|1[0-2])[)\]]")
"""How many they are, in brackets."""


def without_quoted(text: str) -> str:
    """The text with blanks for the names in quotes that somebody gave a unit: "Rifle squad 'The Boys'".

    So are names in brackets of which no word is known: "Ski Scouts (Lyzhniki)".
    """
    for found in reversed([*_BYNAME.finditer(text)]):
        inner = scan(found["name"])
        if all(one.kind == UNKNOWN and not like_an_arm(one.key[0]) for one in inner):
            text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    for found in reversed([*_QUOTED.finditer(text)]):
        before, inner = scan(text[: found.start()]), scan(found[0])
        behind = before and (before[-1].kind in (VEHICLE, CLASS) or before[-1].key[-1] in SQUADS)
        if behind or any(one.kind == UNKNOWN for one in inner):
            text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    return text


def label_in(name: str, raw: Raw) -> tuple[int, int] | None:
    """Where a name counts its units: "Squad 2", of a unit whose men are counted elsewhere."""
    if first := _NUMBER_FIRST.match(name):
        return first.span(1)
    if (told := _NUMBER_OF.search(name)) and not _is_of_arms(name[: told.start()]):
        return told.span(1)
    if raw.titled and (told := _OF_TYPE.search(name)) and not _is_of_arms(name[: told.start(1)]):
        return told.span(1)
    found = _LABEL.search(name) or (_NUMBERED.search(name) if raw.titled and not _is_of_arms(name) else None)
    if found is None:
        return None
    said = [name[found.end() :], *(part.text for part in raw.parts)]
    counted = raw.men is not None or any(_MEN.search(text) or _BRACKETED.search(text) for text in said)
    return found.span(1) if counted else None


def _is_of_arms(name: str) -> bool:
    """Whether a number may be part of what something is called: "Mortar 2"."""
    return any(one.kind in (ARM, VEHICLE, CLASS) for one in scan(name))


def name_of(raw: Raw) -> str:
    """The name of a unit."""
    name = raw.name
    label = label_in(name, raw)
    if label is not None and label[1] < len(name) and re.search(r"[^\W\d_]{3}", name[: label[0]]):
        name = name[: label[1]]
    if not raw.structured:
        counted = _COUNTED[0].search(name)
        if counted and re.search(r"[^\W\d_]{2}", name[: counted.start()]):
            name = name[: counted.start()]
        for pattern in _COUNTED:
            name = pattern.sub(" ", name)
        seen = scan(name)
        ends = [one.start for one in seen if (one.start, one.end) != label and _ends(one, name)]
        name = name[: min(ends, default=len(name))]
        last = [one for one in scan(name) if one.kind != BREAK]
        while len(last) > 1 and last[-1].kind == QUALITY:
            name = name[: last.pop().start]
    name = _NUMBER_BEFORE.sub("", _TIMES_AFTER.sub("", name))
    name = f"{name} ({raw.custom})" if raw.custom else name
    name = " ".join(name.split()).strip(" ,;:-\u2013\u2014\u2022*()[]|.+=@")
    named = any(one.kind not in (QUALITY, NUMBER, BREAK) for one in scan(name))
    if not named and (counted := _COUNTS_UNITS.match(raw.line)):
        # "Section 1: 10 regulars"
        return " ".join(counted[1].split())
    return f"{name})" if name.count("(") > name.count(")") else name


def _ends(one: Seen, name: str) -> bool:
    """Whether the name is over: at a sign that parts, a number that stands alone, or "with"."""
    if not re.search(r"[^\W\d_]{2}|\w\d", name[: one.start]):
        return False
    if one.kind == NUMBER:
        return name[one.start - 1 : one.start].isspace()
    return one.key in _ENDS or (one.kind == BREAK and one.key[0] not in _NO_END)
