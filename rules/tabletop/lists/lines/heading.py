"""Whether a line of a text is a heading of what stands below it (Tabletop E)."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.tabletop.lists.lines.lining import Line, is_head
from rules.tabletop.lists.lines.talking import is_arm_or_quality, is_unit
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    CLASS,
    LEADER,
    MAN,
    NUMBER,
    OPTION,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    UNKNOWN,
    VEHICLE,
    Seen,
    scan,
)
from rules.tabletop.lists.words.tokens import key_of
from rules.tabletop.lists.words.troops import QUALITIES

_LETTERED = re.compile(r"^[A-Z][.)]\s+")
_BRACKETED_PRICE = re.compile(r"\(\d{2,3}\)$")
_AND = re.compile(r"\s*(?:\band\b|\bn\b|\bund\b|\bet\b|[&+/,])\s*")
_GROUPS = ("platoon", "company", "section", "unit", "infantry", "team", "tank", "force", "group", "hq")
_SIGNS = re.compile(r"[=#*_~+]{2,}|^\s*[#+]\s|\s[+]\s*$")
_OF_PLATOON = re.compile(r"platoon (?:[a-d]|[1-4]|one|two|three|four)\b\s*[:(\u2013-]", re.IGNORECASE)
_OF_MANY = (("platoon",), ("company",), ("zug",), ("kompanie",))
_NUMBERED = re.compile(
    r"^\W*(?:\d{1,2}(?:st|nd|rd|th|[.)])?|first|second|third) "
    r"(?=(?:[^\W\d]+ )?(?:platoon|company|zug|section)\b)",
    re.IGNORECASE,
)
_GREEN = ("green",)
_GENERIC = {"lad", "boy", "guy", "stuff", "one", "kid", "troop", "bit", "thing", "unit", "chap", "lot", "mob"}
_GENERIC |= {"the", "my", "our", "and", "these", "those", "man", "all", "a", "bunch", "of"}
"""Words beside a quality that name nobody."""
_AROUND = re.compile(r"^\s*([=#*_~+>-])\1+\s*\S.*?\s*[=#*_~+<-]{2,}\s*$")
_ALL_OF = re.compile(
    r"(?P<name>[^()\[\]:]*[^\W\d][^()\[\]:]*)[(\[]\s*(?:(?P<all>all) )?(?P<told>[^\W\d]+)"
    r"(?P<too> too| as well| also| again)?\s*[)\]]\W*",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b(?:platoon|company|zug|kompanie|force|army|list)\b", re.IGNORECASE)
_SIGNS_AROUND = " #=*_~+-:"
_OF_ONE = {ARM, CLASS, LEADER, MAN, QUALITY, RANK, TEAM, VEHICLE}
LONG = 6
"""So many words with a colon at their end name no unit."""
_ORDINALS = {"st", "nd", "rd", "th", "no", "i", "ii", "iii", "first", "second", "third"}


def is_heading(line: Line) -> bool:
    """Whether a line is a heading: words of headings alone, or a colon at its end and nothing counted."""
    text = _LETTERED.sub("", line.rest.strip().strip(":*-=#_ "))
    words = key_of(re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", text))
    if not words:
        return True
    if words in headings.HEADINGS & headings.KINDS_OF_UNITS and _BRACKETED_PRICE.search(text):
        # "Officer (90)"; "Officers (90)" says what all of them cost.
        return text.split("(")[0].rstrip().lower().endswith("s")
    kinds = {one.kind for one in scan(text)}
    unnumbered = tuple(word for word in words if not word.isdigit() and word not in _ORDINALS)
    # "Platoon A: Panzergrenadiers (477 pts)", "Rifle Platoon #1 [388 pts]"
    of_platoon = _OF_PLATOON.match(text) and not kinds & {ARM, MAN, QUALITY}
    of_platoon = of_platoon or (unnumbered[-1:] in _OF_MANY and unnumbered in headings.HEADINGS)
    if words in headings.HEADINGS or of_platoon:
        return line.points is None or not line.bullet
    # "Panzer II"
    numbered = (
        not line.bullet and VEHICLE not in kinds and unnumbered != words and unnumbered in headings.HEADINGS
    )
    if line.points is None and (numbered or _names_several(text)):
        # "Platoon 1", "2nd Rifle Platoon"
        return True
    if words in headings.KINDS_OF_UNITS and line.points is None and not re.search(r"\d", text):
        return text.lower().rstrip(".").endswith("s") or line.rest.rstrip().endswith(":")
    counted = re.search(r"\d+\s*(?:x|men|man)\b", text, re.IGNORECASE)
    return line.points is None and not counted and _leads_in(line, text, words)


def _leads_in(line: Line, text: str, words: tuple[str, ...]) -> bool:
    """Whether a line with a colon at its end says what follows: "Rifle platoon:"."""
    if not line.rest.rstrip().endswith(":"):
        return False
    if len(words) >= LONG and not is_arm_or_quality(line):
        # "This lot, mate, with a few Aussies on loan:"
        return True
    return not is_unit(line) or (words[-1] in _GROUPS and not re.search(r"\d", text))


def _names_several(text: str) -> bool:
    """Whether a heading names several kinds of units: "Guns and armour"."""
    several = [key_of(one) for one in _AND.split(text)]
    return len(several) > 1 and all(one in headings.HEADINGS | headings.KINDS_OF_UNITS for one in several)


def is_above(line: Line, following: Line | None) -> bool:
    """Whether a short line of no known word stands right above a unit, below an empty one: "Big stuff"."""
    if following is None or line.goes_on or line.bullet or line.points is not None or not following.goes_on:
        return False
    kinds = {one.kind for one in scan(line.rest)}
    named = next(
        (one.kind for one in scan(following.rest) if one.kind not in (STOP, OPTION, UNKNOWN, NUMBER, BREAK)),
        "",
    )
    short = len(line.text.split()) < 4 and not re.search(r"[\d,;:]", line.text)
    priced = following.points is not None or re.search(r"\s\(?\d{2,3}\)?\s*$", following.text)
    alone = short and bool(priced)
    if kinds <= {UNKNOWN, STOP, OPTION}:
        return alone and named in (TEAM, VEHICLE, CLASS, RANK, ARM)
    if kinds <= {UNKNOWN, STOP, OPTION, TEAM} and line.text.isupper() and not following.text.isupper():
        # "PARATROOPERS"
        return alone and named == TEAM
    # "Zugf\u00fchrer", with the lieutenant below it.
    return alone and kinds <= {LEADER, RANK} and named == RANK


def of_section(line: Line) -> str | None:
    """The quality that a heading says the units below it have, "GREEN TROOPS", "Support (all regular)"."""
    rest = _NUMBERED.sub("", line.rest)
    if rest != line.rest:
        # "1. PLATOON - regulars"
        line = replace(line, rest=rest)
    told = [one for one in scan(line.rest) if one.kind == QUALITY or one.key == _GREEN]
    if line.points is not None or line.bullet or not told:
        return None
    if quality := _in_brackets(line.rest):
        return quality
    if len(told) == 2 and is_head(line) and _row(told[0]) == _row(told[1]):
        # "== GREEN AS GRASS (inexperienced) =="
        told = told[1:]
    if len(told) != 1 or re.search(r"\d|:\s*\S", line.rest) or not _heads(line, told[0]):
        return None
    return _row(told[0])


def holds_all(line: Line) -> bool:
    """Whether a heading is of a whole platoon or force, whose units may have headings of their own."""
    return _WHOLE.search(line.text) is not None


def goes_on_below(section: str, whole: bool, line: Line) -> str:
    """The quality of those below another heading: still that of their ``whole`` platoon, or none."""
    return section if whole and not holds_all(line) else ""


def _row(word: Seen) -> str:
    return "inexperienced" if word.key == _GREEN else QUALITIES[word.key]


def _heads(line: Line, told: Seen) -> bool:
    """Whether a line heads units by how it is written, and by the words beside the quality told in it."""
    before, after = _SIGNS.sub(" ", line.rest[: told.start]), _SIGNS.sub(" ", line.rest[told.end :])
    words = key_of(re.sub(r"\ball\b|[()\[\]:]", " ", f"{before} {after}", flags=re.IGNORECASE))
    text = _SIGNS.sub(" ", line.rest).strip()
    shouted = text.isupper() or text.endswith(":")
    around = _AROUND.match(line.text) is not None
    if words and words not in headings.HEADINGS | headings.KINDS_OF_UNITS:
        # "== OLD HANDS (veteran) ==", "--- Green lads ---", "The vets:"
        strange = {one.kind for one in scan(f"{before} {after}")} <= {UNKNOWN, STOP, OPTION, BREAK, QUALITY}
        return (around and strange) or ({*words} <= _GENERIC and (around or shouted))
    signed = not words and is_head(line)
    in_brackets = before.rstrip().lower().removesuffix("all").rstrip().endswith(("(", "["))
    plural = words in headings.KINDS_OF_UNITS and text.lower().endswith("s")
    plural = plural or (words in headings.HEADINGS and words[-1:] in _OF_MANY)
    # "Regular:", with those who are below it.
    apart = not words and (not line.goes_on or line.rest.rstrip().endswith(":"))
    named = shouted or in_brackets or plural or signed or apart
    if not named or (in_brackets and not words):
        return False
    alone = apart or (not words and (told.plural or signed))
    return in_brackets or plural or words in headings.HEADINGS or alone


def _in_brackets(text: str) -> str:
    """The quality of a heading in any words that all below it have: "COMPANY BITS (all veteran)"."""
    found = _ALL_OF.fullmatch(text.strip())
    if found is not None and not (found["all"] or found["too"]):
        return ""
    kinds = {one.kind for one in scan(found["name"])} if found is not None else {ARM}
    told = [one for one in scan(found["told"]) if one.kind != STOP] if found is not None else []
    several = found is not None and _names_several(found["name"].strip(_SIGNS_AROUND))
    several = several or text.rstrip().endswith(":")
    plain = [one.kind for one in told] == [QUALITY] and (several or not kinds & _OF_ONE)
    return QUALITIES[told[0].key] if plain else ""


def is_told_below(line: Line, following: Line | None) -> bool:
    """Whether the line below only goes on telling: "Engineers", "- regular"; "Jeep (reg)", "21 pts"."""
    if following is None or not following.goes_on or line.points is not None or not is_unit(line):
        return False
    inside = following.bullet > line.bullet or following.depth > line.depth
    kinds = {one.kind for one in scan(following.rest)}
    if following.points is not None and kinds <= {STOP, BREAK} and not following.bullet:
        return any(one.kind == QUALITY for one in scan(line.rest))
    return inside and bool(kinds & {QUALITY, MAN}) and kinds <= {QUALITY, NUMBER, MAN, STOP, BREAK}
