"""Lines of a text as most people write them: without senders, sums, or signs around names (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rules.tabletop.lists.forms.figures import pointed
from rules.tabletop.lists.words import headings
from rules.tabletop.lists.words.scanning import BREAK, MAN, QUALITY, STOP, TEAM, UNKNOWN, scan
from rules.tabletop.lists.words.tokens import NUMBER_WORDS, key_of, size_in

_SENT = re.compile(r"^\s*\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s+[\w.-]{2,30}:\s*$")
"""By whom the messages below are, and when: "[19:03] mike:"."""
_AROUND = re.compile(r"^\s*([~=_*])\s+([^~=_*]+?)\s+\1\s*$")
_MADE_UP = re.compile(
    r"\s*[:=\u2013-]\s*\d{1,3}(?:\s*[x\u00d7+*]\s*\d{1,3})+\s*=\s*(\d{2,3})\s*(?:pts?|points?)?\s*$",
    re.IGNORECASE,
)
"""How its points come about: ": 8x14 + 6x3 + 20 = 150"."""
_LIST = re.compile(r"^\s*\[/?(?:list|ul|ol)(?:=\w)?\]\s*$", re.IGNORECASE)
_ITEM = re.compile(r"^\s*\[(?:\*|li)\]\s*")
"""A bullet, and what stands around all of them, as forums write them."""
_NAME = re.compile(r"^\s*#{1,6}\s+(\S.*)$")
_THOUSANDS = re.compile(r"\b(\d)[.,](\d) ?k\b", re.IGNORECASE)
_FIELD = re.compile(
    r"\s+(quality|experience|models|men|size|weapons|equipment|arms|points|cost)\s*:\s*", re.I
)
_FIELDED = re.compile(
    r"^\s*(?:unit|name)\s*:\s*(?=\S.*\s(?:quality|models|weapons|points)\s*:)", re.IGNORECASE
)
_ENDS = re.compile(r"\b(?:points|cost)\s*:", re.IGNORECASE)
_AS = {"models": "{} models", "men": "{} men", "size": "{} men", "points": "{} pts", "cost": "{} pts"}

_NUMBER = re.compile(
    r"\s*(?:number|count|quantity|qty|how many|anzahl|quantit(?:\u00e9|\u00e0)|cantidad|ilo\u015b\u0107)"
    r"\s*[:=]\s*(\d)\s*",
    re.IGNORECASE,
)
_FIRST_FIELD = re.compile(r"^\s*(?:unit|name|unit name|type|einheit)\s*:\s*", re.IGNORECASE)
_VERB = r"(?:ha(?:s|ve|d)|gets?|got|carr(?:y|ies)|is|are|holds?|takes?|use[sd]?|so|but|as)"
_OF_THESE = re.compile(
    rf"^(\W*)((?!(?:every|each|all|both|half)\b)(?:(?!\b{_VERB}\b)[^\W\d](?:(?!\b{_VERB}\b)[^\d,;])*?))"
    r"[\s,;(\u2013-]+([2-6]) of (?:these|them|those)\b(?:\s(?:at|for|@))?\s*",
    re.IGNORECASE,
)
"""How many such units there are: "Rifle squad, 2 of these at 140 pts each"."""
_TAKE_SEVERAL = re.compile(
    r"^(\W*)([^\W\d].*?)\s*(?:[(,;]|\s[-\u2013])\s*i(?:'m|'ve| am| have)? ?(?:take|taking|took|taken|have"
    r"|got|bring|bringing|run"
    r"|running|use|using|field|want) (?:[x\u00d7]\s?)?([2-6]|two|three|four)(?: of)? (?:them|these"
    r"|those)\s*\)?\s*$",
    re.IGNORECASE,
)
"""The same behind a unit: "Machine guns @ 50 (I take 2 of them)"."""
_ROUND = re.compile(r"^(\s*)o\s+(?=\S)")
"""The bullet of a word processor, copied as a letter."""
_CREW_EACH = re.compile(
    r"(?:,|\s[-\u2013]|\s(?:with|w/|of|\())\s*\(?(\d|two|three)(?:[ -]?(?:men|man))? ?(?:crew(?:men)?"
    r"|men)(?: members)? (?:each|apiece)\b\)?",
    re.IGNORECASE,
)
"""Who serves each of several: "2 LMGs, 2 man crew each"."""
_IN_EACH = re.compile(
    rf"\b((?:\d{{1,2}}|{'|'.join(NUMBER_WORDS)}) men) (?:(?:in|per) each|each)(?=\s*[:(])", re.IGNORECASE
)
"""Of several that are alike: "10 men in each: ..."."""
_SECTION_NUMBER = re.compile(
    r"^(\s*)([1-9])\.(\d{1,2})[.)]?\s+(?=[^\W\d])(?!(?:tons?|t|cm|mm|inch|in|m)\b)", re.IGNORECASE
)
"""A unit's number among those of its part of the list: "2.1 Rifle squad"."""
_KIND = r"(?:sections?|squads?|platoons?|troops?|teams?|gruppen?|trupps?|sekcj[ae]|patrols?)"
_TWO_NAMED = re.compile(
    rf"^(?P<lead>[^\w(]*)(?:(?:no\.? ?|#)?(?P<a>\d|[A-E])(?:st|nd|rd|th)? ?(?:and|&|\+|/|und) ?(?:no\.? ?"
    rf"|#)?(?P<b>\d|[A-E])"
    rf"(?:st|nd|rd|th)? (?P<of>(?:[^\W\d]+ )?{_KIND})"
    rf"|(?P<of2>(?:[^\W\d]+ )?{_KIND}) (?:no\.? ?|#)?(?P<c>\d|[A-E]) ?(?:and|&|\+|/|und) ?(?:no\.? ?"
    rf"|#)?(?P<d>\d|[A-E]))"
    r"(?=\s*(?:$|[,;:.(\[|=\u2013-]))",
    re.IGNORECASE,
)
"""Two units that are alike, called by which of all they are: "7 and 8 Section", "Squads A & B"."""
_TURNS = {
    word: at
    for row in ("1 2 3 4 5 6", "one two three four five six", "a b c d e f")
    for at, word in enumerate(row.split(), 1)
}
_IN_TURN = re.compile(
    rf"^(?P<name>[^\d,;:]*[^\W\d][ ]+)(?P<turn>{'|'.join(_TURNS)})(?=\s*(?:$|[,;:.(\[|=\u2013-]|\*\*|__))",
    re.IGNORECASE,
)
_NAMED_TWO = re.compile(
    r"^(?P<name>[^\W\d][^\d.,:;()]{2,40})[.:] (?P<many>[2-6]|two|three|four)"
    rf" (?P<of>(?:[^\W\d]+ )?{_KIND}\b)(?=.*\b\d{{2,3}}\s*(?:pts?|points?|p)?\s*(?:each|apiece)\b)",
    re.IGNORECASE,
)
"""How many there are, behind a name: "BERSAGLIERI. Two squads at 125 points each"."""
_SO_MANY = re.compile(
    rf"^\W*([2-6]|two|three|four|five|six) (?P<of>(?:[^\W\d]+ )?{_KIND}\b)"
    r"(?=.*\b(?:each|apiece|per (?:section|squad|team|unit))\W*$)",
    re.IGNORECASE,
)

FEWEST = 2
MEN_AND_PRICE = 3
"""So far apart are the empty lines around two."""


def plainer(lines: Sequence[str]) -> list[str]:
    """The lines, each as it is mostly written, without those that only begin or end a list."""
    lines = [_ITEM.sub("- ", _SENT.sub("", line)) for line in lines if not _LIST.match(line)]
    lines = [_OF_THESE.sub(r"\1\3x \2, ", line) for line in lines]
    lines = [_TAKE_SEVERAL.sub(lambda one: f"{one[1]}{size_in(one[3])}x {one[2]}", line) for line in lines]
    lines = [_TWO_NAMED.sub(_counted_two, line) for line in lines]
    lines = [_IN_EACH.sub(r"\1", line) for line in lines]
    lines = _without_numbers([_CREW_EACH.sub(r" (\1 men each)", line) for line in lines])
    lines = [_THOUSANDS.sub(r"\1\g<2>00 pts", line) for line in lines]
    if sum(_ROUND.match(line) is not None for line in lines) > FEWEST:
        lines = [_ROUND.sub(r"\1- ", line) for line in lines]
    lines = _counted_above([_NAMED_TWO.sub(_counted_named, line) for line in lines])
    lines = _counted_below(_numbered_in_turn(lines))
    lines = _named_rows(lines)
    lines = _of_fields(lines)
    return _in_one([_MADE_UP.sub(r", \1 pts", _without_signs(line)) for line in lines])


def _counted_named(found: re.Match[str]) -> str:
    """ "BERSAGLIERI. Two squads at 125 points each" with how many there are first, if it only names them."""
    if not {one.kind for one in scan(found["name"])} <= {MAN, STOP, TEAM, UNKNOWN}:
        return found[0]
    return f"{size_in(found['many'])}x {found['name']}, {found['of']}"


def _counted_two(found: re.Match[str]) -> str:
    """ "7 and 8 Section" as two, if one follows on the other."""
    first, second = found["a"] or found["c"], found["b"] or found["d"]
    if ord(second.lower()) != ord(first.lower()) + 1:
        return found[0]
    label = f"#{first}/{second}" if first.isdigit() else f"{first}/{second}"
    return f"{found['lead']}2x {found['of'] or found['of2']} {label}"


def _without_numbers(lines: list[str]) -> list[str]:
    """The lines without what numbers them, where that is so of several, each in its turn."""
    found = [(int(one[2]), int(one[3])) for line in lines if (one := _SECTION_NUMBER.match(line))]
    turn = all(
        (part == last and at == before + 1) or (part > last and at <= 1)
        for (last, before), (part, at) in pairwise(found)
    )
    return [_SECTION_NUMBER.sub(r"\1", line) for line in lines] if len(found) > FEWEST and turn else lines


def _numbered_in_turn(lines: list[str]) -> list[str]:
    """Names that are numbered one after another, "Squad 1", "Squad two": the number is part of the name."""
    told: dict[tuple[str, str], list[tuple[int, re.Match[str]]]] = {}
    for at, line in enumerate(lines):
        if (found := _IN_TURN.match(line)) is not None and any(
            one.kind == TEAM for one in scan(found["name"])[-1:]
        ):
            kind = "A" if found["turn"].isalpha() and len(found["turn"]) == 1 else "1"
            told.setdefault((found["name"].strip().lower(), kind), []).append((at, found))
    for same in told.values():
        turns = [_TURNS.get(found["turn"].lower(), 0) for _at, found in same]
        if turns == [*range(1, len(same) + 1)] and len(same) > 1:
            for turn, (at, found) in zip(turns, same, strict=True):
                lines[at] = f"{found['name'].rstrip()} #{turn}{lines[at][found.end('turn') :]}"
    return lines


def _counted_below(lines: list[str]) -> list[str]:
    """Forms that say in a field how many such units there are: "Unit: Jeep", "Number: 2"."""
    name = None
    for at, line in enumerate(lines):
        if (count := _NUMBER.fullmatch(line)) is not None and name is not None:
            label = _FIRST_FIELD.match(lines[name])
            start = label.end() if label is not None else 0
            if int(count[1]) > 1:
                lines[name] = f"{lines[name][:start]}{count[1]}x {lines[name][start:]}"
            lines[at] = ""
        if _FIRST_FIELD.match(line) or not line.strip():
            name = at if line.strip() else None
    return lines


def _counted_above(lines: list[str]) -> list[str]:
    """Units whose number is told below a title: "The Tommies", "2 sections, regular, 123 points each"."""
    title = None
    for at, line in enumerate(lines):
        found = _SO_MANY.match(line)
        if not line.strip():
            title = None
        elif title is None:
            title = at
        elif found is not None and _is_title_of(lines, title, at):
            lines[title] = f'{size_in(found[1])}x {found["of"]} "{lines[title].strip()}"'
            lines[at] = line[found.end() :].lstrip(" ,;:.-")
    return lines


def _is_title_of(lines: Sequence[str], title: int, at: int) -> bool:
    """Whether a line only names what the last one below it tells, with nothing but talk between."""
    last = at + 1 == len(lines) or not lines[at + 1].strip()
    kinds = {one.kind for one in scan(lines[title])}
    heads = key_of(lines[title].strip(" :")) in headings.KINDS_OF_UNITS
    talks = not any(re.search(r"\d", line) for line in lines[title:at])
    return last and talks and not heads and kinds <= {BREAK, MAN, STOP, UNKNOWN}


def _in_one(lines: list[str]) -> list[str]:
    """Units of two lines, name and quality above, all else and what it costs below: each in one line."""
    ends = [at for at, line in enumerate(["", *lines, ""]) if not line.strip()]
    pairs = [
        start
        for start, end in pairwise(ends)
        if end - start == MEN_AND_PRICE and _are_halves(*lines[start : end - 1])
    ]
    if len(pairs) <= FEWEST:
        return lines
    for at in pairs:
        lines[at], lines[at + 1] = f"{lines[at].rstrip(' :')}: {lines[at + 1].strip()}", ""
    return lines


def _are_halves(name: str, told: str) -> bool:
    """Whether a line has a quality and no price, and the one below it a price and no quality."""
    above, below = (any(one.kind == QUALITY for one in scan(line)) for line in (name, told))
    return above and not below and pointed(name)[1] is None and pointed(told)[1] is not None


def _named_rows(lines: list[str]) -> list[str]:
    """Rows in columns whose name stands above each: "# Major", "reg | 1 major with pistol | 170"."""
    rows = [
        at
        for at, (name, row) in enumerate(pairwise(lines))
        if _NAME.match(name) and row.count("|") > 1 and QUALITY in [one.kind for one in scan(row)[:1]]
    ]
    if len(rows) <= FEWEST:
        return lines
    for at in rows:
        lines[at], lines[at + 1] = f"{lines[at].lstrip(' #')} | {lines[at + 1].strip()}", ""
    return lines


def _without_signs(line: str) -> str:
    """A unit's name and quality without the signs around them: "~ Rifle squad, regular ~"."""
    found = _AROUND.match(line)
    told = found is not None and any(one.kind == QUALITY for one in scan(found[2]))
    return found[2] if found is not None and told else line


def _of_fields(lines: Sequence[str]) -> list[str]:
    """Forms with all fields in a row, "Unit: Medic Quality: Regular Models: 1": as lines of a list."""
    found = [*lines]
    if sum(_FIELDED.match(line) is not None for line in found) <= FEWEST:
        return found
    for at in range(len(found) - 1, 0, -1):
        above = found[at - 1]
        goes_on = found[at].strip() and not _FIELDED.match(found[at]) and _FIELDED.match(above)
        if goes_on and not _ENDS.search(above):
            found[at - 1], found[at] = f"{above.rstrip()} {found[at].strip()}", ""
    return [_in_a_row(line) if _FIELDED.match(line) else line for line in found]


def _in_a_row(line: str) -> str:
    name, *rest = _FIELD.split(_FIELDED.sub("", line))
    fields = zip(rest[::2], rest[1::2], strict=True)
    told = [_AS.get(field.lower(), "{}").format(value.strip()) for field, value in fields]
    return ", ".join([name.strip(), *told])
