"""Units that are told by another of their list: "same as above", "see squad 1", "idem n\u00b01" "
"(Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.raw import Part, Raw
from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.understanding import understand
from rules.tabletop.lists.words.scanning import ARM, BREAK, MAN, NUMBER, QUALITY, RANK, STOP, VEHICLE, scan
from rules.tabletop.lists.words.tokens import key_of

_SAME = re.compile(
    r"\b(?:(?:exactly |just )?(?:the )?(?:exact )?same (?:as (?:above|before)|again)"
    r"|(?:the )?(?:same|identical) (?:as|to) the (?:one )?above"
    r"|(?:exactly |just )?like (?:that|the (?:last|first|one above|previous)(?: one)?)(?= *(?:$|[,;.(\[\d-]))"
    r"|(?:the )?same (?:kit|load-?out|weapons|again|men|composition|set-?up)(?= *(?:$|[,;.(\[\d-]))"
    r"|(?:the )?same(?= *(?:$|[,;.(\[]))"
    r"|(?:(?:exactly )?(?:the )?same|(?:kit(?:ted)?(?: out)?|equipped|armed|weapons|arms|set up|built"
    r"|made up)"
    r"(?: exactly| just| the same)?) (?:as|like)(?: in| for)? (?P<named>[^\W\d][\w. ]{2,30}?)(?= *(?:$"
    r"|[.,;(\[\u2013-]))"
    r"|(?:another|one more|a second|a third)(?: one)?(?: of (?:the same|th[eo]se|them)|,? (?:the )?same"
    r"|(?= *(?:$|[,;.(\[])))"
    r"|as above|ditto|idem|wie oben|nochmal)(?!\w)",
    re.IGNORECASE,
)
"""That a unit is one of those above it once more."""
_OF_KIND = (
    r"squads?|sections?|units?|teams?|groups?|gruppe|trupp|groupe(?: de combat)?|squadra|escuadra"
    r"|dru\u017cyna|sekcja|entry"
    r"|card|lot|one"
)
_NO = r"(?:nos?\.?|nr\.?|n\u00b0|n\.|n\u00ba|#|number|num\.?|nummer|num\u00e9ro)"
_WHICH = (
    rf"(?:(?:{_OF_KIND})\s*)?(?:{_NO}\s*)?"
    r"(?P<which>\d{1,2}|(?-i:[IVX]{1,4})|one|two|three|four|five|(?<=squad )(?-i:[A-D]))"
    rf"(?:st|nd|rd|th)?(?:\s+(?:{_OF_KIND}))?"
    rf"|(?P<turn>first|last|previous|premier|premi\u00e8re|erste[nrs]?|prim[oa])(?: (?:{_OF_KIND}))?"
)
_THE = r"(?:(?:in|for|of|the|le|la|du|de|bei|il|lo|el|der|die|das|w|my|our|au|\u00e0|al|alla|nel|des)\s+)*"
_AGAIN = re.compile(
    r"(?<![^\W_])(?:exactly|just|exact|all|also|basically|both)?\s*(?:the\s+)?"
    r"(?:(?:same|identical|equal)(?:ly)?(?: (?:kit|arms|weapons|men|guns|gear|equipment|armed|equipped"
    r"|load-?out|as"
    r"|to|with|of|like|stuff|set-?up))*"
    r"|(?:carbon |exact |straight )?copy of|see|as(?: in)?|like|twin (?:of|to)|repeat of|another of|clone of"
    r"|pareil(?:le)?s?(?: que| \u00e0)?|identique(?: \u00e0| au)?|m\u00eame chose que|comme|idem|wie"
    r"|gleich(?: wie)?|siehe|come"
    r"|uguale(?: a)?|igual(?: que| a)?|jak|tak jak|zoals|ditto)\s+"
    rf"{_THE}(?:{_WHICH})(?=\W|$)",
    re.IGNORECASE,
)
"""That it is the one with a number: "see squad 1", "as III in every respect", "pareil que le n\u00b01"."""
_ALONE = re.compile(
    r"\W*(?:(?:all|also|exactly|again|just) )*(?:the )?(?:same|identical)(?: (?:weapons|arms|guns|kit"
    r"|gear|equipment"
    r"|squad|section|unit|stuff|again|as (?:the )?(?:last|previous)(?: one)?))?\W*",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:in every (?:respect|way)|in all (?:respects|ways)|bodies|also|too|again|exactly|here|with|the"
    r"|are|is|and|it|they|of"
    r"|them|have|has|they're|carry|all|kit|arms|weapons|strength|told|avec|mit)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"^\W*(?:(?:{_OF_KIND})\s+)?(?:{_NO}\s*)?(?P<number>\d{{1,2}}|[IVX]{{1,5}})\s*(?:[.):]|$)", re.IGNORECASE
)
_SHORT = 3
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_LATIN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_ROMAN = {word: at for at, word in enumerate(_LATIN, 1)}
_OWN = re.compile(
    rf"^\W*(?P<first>\d{{1,2}}|[IVX]{{1,5}})\s*[.):]|(?:{_NO}\s*|#"
    rf"|\b(?:{_OF_KIND})\s+)(?P<number>\d{{1,2}}|[IVX]{{1,4}}|[A-D])(?=\W|$)",
    re.IGNORECASE,
)


def said_again(units: list[Raw], quality: str, lines: Sequence[str]) -> list[Raw]:
    """Units with those in full that are only called the same as one above them.

    ``lines``: those of the list, in which they may be numbered.
    """
    found: list[Raw] = []
    for one in units:
        found.append(_in_full(one, found, quality, lines))
    return found


def _in_full(one: Raw, above: Sequence[Raw], quality: str, lines: Sequence[str]) -> Raw:
    texts = [one.name, *(part.text for part in one.parts)]
    numbered = next((told for text in texts if (told := _AGAIN.search(text))), None)
    alone = any(_ALONE.fullmatch(text) for text in texts[1:])
    again = None if numbered is not None else _SAME.search(one.line)
    if numbered is not None:
        meant = _numbered(numbered, above, one.name, lines)
    elif alone:
        meant = above[-1] if above else None
    elif again is not None:
        meant = _meant(again, above, _SAME.sub("", one.name).strip(" ,-"))
        if meant is None:
            return one
    else:
        return one
    whole = _repeated(one, meant, quality) if meant is not None else None
    # "Kit as A Squad, but veteran": who holds what is to be said.
    return whole or replace(one, expected=one.expected | {"groups"})


def says_same(text: str) -> bool:
    """Whether a text says that a unit is one of those above it once more."""
    return bool(_SAME.search(text) or _AGAIN.search(text) or _ALONE.fullmatch(text))


def _without(text: str) -> str:
    """What a text says beside that a unit is the same as another."""
    return "" if _ALONE.fullmatch(text) else _SAME.sub(" ", _AGAIN.sub(" ", text))


def _repeated(one: Raw, above: Raw, quality: str) -> Raw | None:
    """The unit as the one above it is; None if it says something else, or costs something else."""
    rest = [part for part in one.parts if part.text != quality and not says_same(part.text)]
    beside = [_without(part.text) for part in one.parts if says_same(part.text)]
    rest += [Part(text) for text in map(_plain, beside) if re.search(r"\w", text)]
    facts = facts_of(replace(one, name=_without(one.name), parts=tuple(rest)))
    if not (_fits(facts, above) and all(map(_is_checked, rest))):
        return None
    other = facts_of(above)
    if facts.qualities in ([], other.qualities):
        if one.points not in (None, above.points):
            return None
        return replace(above, name=_name(one, above), line=one.line, number=one.number, times=one.times)
    kept = tuple(part for part in above.parts if _kinds(part.text) != {QUALITY} or part.parts)
    own = tuple(part for part in rest if _kinds(part.text) == {QUALITY})
    told = {seen.kind for seen in scan(above.name)} & {ARM, MAN, QUALITY, RANK, VEHICLE}
    if told or not own or len(kept) == len(above.parts) or any(map(_has_quality, kept)):
        return None
    made = replace(above, name=_name(one, above), parts=(*kept, *own), points=one.points)
    return replace(made, line=one.line, number=one.number, times=one.times)


def _name(one: Raw, above: Raw) -> str:
    """Its own name, where that says the same as the other's."""
    own, other = (_kinds(text) - {NUMBER} for text in (one.name, above.name))
    return one.name if above.parts and own == other and not says_same(one.name) else above.name


def _kinds(text: str) -> set[str]:
    return {seen.kind for seen in scan(text)} - {STOP, BREAK}


def _has_quality(part: Part) -> bool:
    return QUALITY in _kinds(part.text) or any(map(_has_quality, part.parts))


def _plain(text: str) -> str:
    return _FILLER.sub(" ", text)


def _is_checked(part: Part) -> bool:
    """Whether a part only says of which quality, or how many, they are, which the same has to be, too."""
    kinds = _kinds(part.text)
    counted = kinds <= {MAN, NUMBER}
    return not part.parts and (counted or kinds == {QUALITY})


def _fits(facts: Facts, above: Raw) -> bool:
    """Whether what else is said of a unit is so of the one that it is the same as."""
    told = {facts.total, *(one.count for one in facts.men)} - {None}
    men = {sum(one["count"] * one["crew"] for one in understand(above, {}).unit["groups"])}
    plain = not (facts.arms or facts.ranks or any(one.role for one in facts.men))
    return plain and told <= men


def _numbered(told: re.Match[str], units: Sequence[Raw], name: str, lines: Sequence[str]) -> Raw | None:
    """The unit above with a number of its own, or the first or last of that name."""
    if told["turn"]:
        if told["turn"].lower() in ("last", "previous"):
            return units[-1] if units else None
        alike = [one for one in units if key_of(one.name) == key_of(name)]
        return alike[0] if alike else None
    meant = _value(told["which"])
    own = [one for one in units if meant in _own(one)]
    own = own or [one for one in units if meant in _listed(one, lines)]
    return own[0] if len(own) == 1 else None


def _own(unit: Raw) -> list[str]:
    """The numbers that its first line gives a unit."""
    head = unit.line.split(";", maxsplit=1)[0]
    found = [_value(one["first"] or one["number"]) for one in _OWN.finditer(head)]
    return found + [_value(one["number"]) for one in _OWN.finditer(unit.name) if one["number"]]


def _listed(unit: Raw, lines: Sequence[str]) -> list[str]:
    """The number that stands before it in the list, or alone above it."""
    if not 0 < unit.number <= len(lines):
        return []
    above = [line for line in lines[: unit.number - 1] if line.strip()][-1:]
    near = [lines[unit.number - 1], *(one for one in above if len(one.split()) <= _SHORT)]
    found = [one for line in near if (one := _COUNT.match(line)) is not None]
    return [_value(found[0]["number"])] if found else []


def _value(told: str) -> str:
    low = told.lower()
    return str(_NUMBERS.get(low) or _ROMAN.get(low) or low)


def _meant(again: re.Match[str], units: Sequence[Raw], name: str) -> Raw | None:
    """The unit that another is the same as: the one whose name is told, else the one above."""
    named = key_of(again["named"] or "")
    if named and named[-1].isdigit() and {*named[:-1]} <= {"no", "nr", "number"}:
        return units[int(named[-1]) - 1] if 0 < int(named[-1]) <= len(units) else None
    fitting = [one for one in units if named and set(named) <= set(key_of(one.name))]
    if "first" in named and {*named} <= {"the", "first", "one", "squad", "section", "1"}:
        return units[0] if len(units) == 1 else next((one for one in units if one.name == name), None)
    if named and not {*named} <= {"one", "squad", "section", "team", "unit"}:
        return fitting[0] if len(fitting) == 1 else None
    return units[-1] if units else None
