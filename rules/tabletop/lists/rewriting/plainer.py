"""Lines of a text as most people write them: without senders, sums, or signs around names (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rules.tabletop.lists.lines.figures import pointed
from rules.tabletop.lists.lines.lining import SENT
from rules.tabletop.lists.rewriting.extra_men import with_extra_men
from rules.tabletop.lists.rewriting.in_brackets import in_brackets
from rules.tabletop.lists.rewriting.so_many import told_behind, told_below, told_in_field
from rules.tabletop.lists.words.markings import joined
from rules.tabletop.lists.words.scanning import ARM, QUALITY, STOP, TEAM, scan
from rules.tabletop.lists.words.tokens import NUMBER_WORDS

_SENT = re.compile(r"^\s*\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s+[\w.-]{2,30}:\s*$")
"""By whom the messages below are, and when: "[19:03] mike:"."""
_AROUND = re.compile(r"^\s*([~=_*])\s+([^~=_*]+?)\s+\1\s*$")
_MADE_UP = re.compile(
    r"(?<=[\w)\]])\s*[:=\u2013-]\s*\d{1,3}(?:\s*[x\u00d7+*]\s*\d{1,3})+\s*=\s*(\d{2,3})\s*(?:pts?"
    r"|points?)?\s*$",
    re.IGNORECASE,
)
"""How its points come about: ": 8x14 + 6x3 + 20 = 150"."""
_LIST = re.compile(r"^\s*\[/?(?:list|ul|ol)(?:=\w)?\]\s*$", re.IGNORECASE)
_ITEM = re.compile(r"^\s*\[(?:\*|li)\]\s*")
"""A bullet, and what stands around all of them, as forums write them."""
_NAME = re.compile(r"^\s*#{1,6}\s+(\S.*)$")
_THOUSANDS = re.compile(r"\b(\d)[.,](\d) ?k\b", re.IGNORECASE)
_OTHER_COSTS = re.compile(
    r"\[(?:\s*\d{1,2}\s+(?:order dic?es?|(?:air|artillery) ?(?:strikes?|barrages?)|command points?),)+"
    r"\s*(?=\d[\d,.]*\s*p)",
    re.IGNORECASE,
)
"""What a roster counts beside points: "[1 Order Dice, 66pts]"."""
_FIELD = re.compile(
    r"\s+(quality|experience|models|men|size|weapons|equipment|arms|points|cost)\s*:\s*", re.I
)
_FIELDED = re.compile(
    r"^\s*(?:unit|name)\s*:\s*(?=\S.*\s(?:quality|models|weapons|points)\s*:)", re.IGNORECASE
)
_ENDS = re.compile(r"\b(?:points|cost)\s*:", re.IGNORECASE)
_AS = {"models": "{} models", "men": "{} men", "size": "{} men", "points": "{} pts", "cost": "{} pts"}

_ROUND = re.compile(r"^(\s*)o\s+(?=\S)")
"""The bullet of a word processor, copied as a letter."""
_CREW_EACH = re.compile(
    r"(?:,|\s[-\u2013]|\s(?:with|w/|of|\())\s*\(?(\d|two|three)(?:[ -]?(?:men|man))? ?(?:crew(?:men)?"
    r"|men)(?: members)? (?:each|apiece)\b\)?",
    re.IGNORECASE,
)
"""Who serves each of several: "2 LMGs, 2 man crew each"."""
_TWO_TOGETHER = re.compile(
    r"^(?P<start>\s*(?:[-*\u2022]\s+)?)(?P<many>two|three|four|[2-4]|deux|trois|zwei|drei|due|tre)"
    r"(?= \S(?!.*\b(?:men|man|each|hommes|mann|uomini)\b).*\d (?:points together|together)\s*$)",
    re.IGNORECASE,
)
"""How many there are, where they cost so much together: "Two Pak 38, 150 for the pair"."""
_EACH_AND_ALL = re.compile(
    r"^(?P<start>\s*(?:[-*\u2022]\s+)?(?P<many>\d{1,2})\s?[x\u00d7]\s.*?[^\W\d].*?(?P<each>\d{2,3})"
    r"(?:\s?(?:pts?|points?))? (?:each|apiece)),?\s*=\s*(?P<all>\d{2,4})(?:\s?(?:pts?|points?))?\s*$",
    re.IGNORECASE,
)
"""What each costs, and what all: "3x Carrier, 60 each = 240"."""
_IN_EACH = re.compile(
    rf"\b((?:\d{{1,2}}|{'|'.join(NUMBER_WORDS)}) men) (?:(?:in|per) each|each)(?=\s*[:(])", re.IGNORECASE
)
"""Of several that are alike: "10 men in each: ..."."""
_BUT_NO = re.compile(
    r"^(\s*(?:[-*\u2022]\s+)?\d{1,2} (?:men|lads|guys|blokes|mann|models))\b[^:,;]*?\b(?:but|and"
    r"|with)? ?(no [^:,;]+?)\s*:\s*(.*\S)\s*$",
    re.IGNORECASE,
)
"""What there is none of, before who has what: "8 men also but no LMG: NCO SMG, 7 rifles"."""
_EACH_HAS = re.compile(
    r"^(\s*(?:[-*\u2022]\s+)?)(?:each|every|per) (?:section|squad|team|unit|one"
    r"|group)(?: of them)? (?:is|has|of|contains"
    r"|consists of|counts|numbers|got)\s+(?=(?:\d{1,2}|[^\W\d]+) (?:men|models|lads|guys|blokes)\b)",
    re.IGNORECASE,
)
_FOR_ALL = re.compile(
    r"(?<=\d )(?:(?:pts?|points?|p)\.? )?(?:for (?:(?:the|all) (?:two|three|four|2|3|4|pair|lot)(?: of them)?"
    r"|both(?: of them)?)|the pair|les (?:deux|trois)|(?:alle )?(?:beide|zwei|drei) zusammen|tutti e due"
    r"|entrambi)(?=\W*$)",
    re.IGNORECASE,
)
"""What several cost together: "369 points for the three"."""
_ORDINAL = re.compile(
    r"(?<![^\W_])(?:n[\u00b0\u00ba]|n\.[\u00b0\u00ba]|\u2116)\s?(?=\d{1,2}(?!\d))", re.IGNORECASE
)
"""Which it is: "n\u00b01"."""
_HELD_BY = re.compile(
    r"^(?P<what>\s*(?:[-*\u2022>]\s+)?\d{1,2}\s*x?\s+[^\W\d][^-\u2013\u2014,;:()]*?)\s+[-\u2013\u2014]\s+"
    r"(?P<who>(?:for |held by |one is |one for |this is |that's )?(?:the )?"
    r"(?:him|himself|sgt|sergeant|nco|cpl|corporal|leader|officer|lt|lieutenant|boss))\.?\s*$",
    re.IGNORECASE,
)
"""Who holds something, behind a dash: "1 SMG - sgt"."""
_MEN_WITH = re.compile(
    r"^(\s*(?:[-*\u2022>]\s+)?\d{1,2}\s*x?\s+(?:men|man|ncos?|officers?|soldiers?|troopers?|models?|gunners?))"
    r"\s+[-\u2013\u2014]\s+(?=(?P<arm>[^\W\d][^,;:()+&\u2013\u2014]*)$)",
    re.IGNORECASE,
)
"""Men before what all of them have, behind a dash: "8 Men - Rifle"."""
_HIMSELF_AND = re.compile(
    r"\b(\d{1,2}) (?:(?:men|models|figures) )?\((?:the )?[^\W\d][^()+&\d]*(?:\+|&|and) (\d) (?:other )?"
    r"(?:men|models)\)",
    re.IGNORECASE,
)
"""How many there are with their officer: "3 men (Captain + 2 men)"."""
_ITS_CREW = re.compile(
    r"(?P<arm>[^\W\d][^,;:]*[^\W_]):\s*(?P<crew>[2-5])\s*x?\s*crew(?:men)?(?=\s*(?:$|[,;]))", re.IGNORECASE
)
_ATTACHED = re.compile(
    r"^(\s*(?:[-*\u2022]\s+)?)(?:attached|attachments?|in support|supported by|reinforced by)\s*:\s+(?=\S)",
    re.IGNORECASE,
)
"""How a unit belongs to the others: "Attached: 2 Shermans"."""
_PART = re.compile(r"^\[(?:inf|infantry|sup|support|hq|core|troops)\] ?(?=\S)", re.IGNORECASE)
"""Which part of the list a unit stands in, before it: "[Inf] Reservists"."""
_BUT_FOR = re.compile(
    r"\b((?:all|everybody|everyone|every man)\b[^,;:()]*?) bar (?=(?:one|two|three|an?|the|his|their|\d)\b)",
    re.IGNORECASE,
)
"""Who is not one of all: "all rifles bar one LMG", which has no automatic rifle."""
_MORE_SERVE = re.compile(
    r",\s*(?P<arm>[^\W\d][^,;:()]*?) \((?P<men>[2-4]) (?:more|extra|additional|further) men\)", re.IGNORECASE
)
"""Who serves a weapon beside those before it: "6 men with rifles, flamethrower (2 more men)"."""
_QUALITY_ALONE = re.compile(
    r"(?:\[b\])?(?!\* )[_*=#]{0,3} ?(?:ALL )?"
    r"(?:VETERANS?|REGULARS?|INEXPERIENCED|VETS?|REGS?|INEXP)(?: TROOPS)?:?[_*=#]{0,3}(?:\[/b\])?\s*"
)
_SO_MANY_ARE = re.compile(
    r"^(\s*(?:[-*\u2022]\s+)?[^\d,;:=]*[^\W\d_] )([2-9]|1\d|20) ?= ?(?=[^\W\d_][^=]*\+)", re.IGNORECASE
)
"""How many they are, before who has what: "Para squad 9 = NCO SMG + 8 rifles"."""
_ALL_TOLD = re.compile(rf"\b(\d{{1,2}}|{'|'.join(NUMBER_WORDS)}) all told\b", re.IGNORECASE)
_SO_MANY_AT_END = re.compile(r"(?<=[^\W_])\s+\[(\d{1,2}) (men|models)\]\s*$", re.IGNORECASE)
"""How many they are, behind what they have: "NCO MP40, 6x MP40 [7 men]"."""
_FOR_HIM_AND = re.compile(
    r"(?:(?<=, )|(?<=: )|(?<=; )|(?<=\()|^)(?P<arm>(?:an? )?[^\W\d][^,;:()\d]*?) for (?P<who>(?:the )?"
    r"(?:nco|sergeant|sgt|corporal|cpl|leader|squad leader|section leader))"
    r" (?P<others>(?:and|&|\+) (?:\d|one|two|three|four|five|six) (?:(?:other|more) )?(?:men|man|others?))\b",
    re.IGNORECASE,
)
"""What the one who leads and some others have: "SMGs for NCO and one man"; of an "SMG for" it is asked."""
_SECTION_NUMBER = re.compile(
    r"^(\s*)([1-9])\.(\d{1,2})[.)]?\s+(?=[^\W\d])(?!(?:tons?|t|cm|mm|inch|in|m)\b)", re.IGNORECASE
)
"""A unit's number among those of its part of the list: "2.1 Rifle squad"."""
_TURNS = {
    word: at
    for row in ("1 2 3 4 5 6", "one two three four five six", "a b c d e f")
    for at, word in enumerate(row.split(), 1)
}
_IN_TURN = re.compile(
    rf"^(?P<name>[^\d,;:]*[^\W\d][ ]+)(?P<turn>{'|'.join(_TURNS)})(?=\s*(?:$|[,;:.(\[|=\u2013-]|\*\*|__))",
    re.IGNORECASE,
)

FEWEST = 2
MEN_AND_PRICE = 3
"""So far apart are the empty lines around two."""


def plainer(lines: Sequence[str]) -> list[str]:
    """The lines, each as it is mostly written, without those that only begin or end a list."""
    lines = [_ITEM.sub("- ", _SENT.sub("", line)) for line in lines if not _LIST.match(line)]
    lines = in_brackets(told_behind(with_extra_men(lines)))
    lines = [_told_plainly(line) for line in lines]
    lines = _apart(lines)
    lines = _without_numbers([_CREW_EACH.sub(r" (\1 men each)", line) for line in lines])
    lines = [_OTHER_COSTS.sub("[", line) for line in lines]
    lines = [_THOUSANDS.sub(r"\1\g<2>00 pts", line) for line in lines]
    if sum(_ROUND.match(line) is not None for line in lines) > FEWEST:
        lines = [_ROUND.sub(r"\1- ", line) for line in lines]
    lines = told_in_field(_numbered_in_turn(told_below(lines)))
    lines = _named_rows(lines)
    lines = _of_fields(lines)
    return _in_one([_MADE_UP.sub(r", \1 pts", _without_signs(line)) for line in lines])


def _apart(lines: list[str]) -> list[str]:
    """The lines, with an empty one before each that only tells a quality, where several part the list."""
    heads = {line for line in lines if _QUALITY_ALONE.fullmatch(line)}
    if len(heads) < FEWEST:
        return lines
    return [one for line in lines for one in (("", line) if line in heads else (line,))]


def _more_with(found: re.Match[str]) -> str:
    arm = found["arm"]
    only = {one.kind for one in scan(arm)} == {ARM}
    return f" plus {found['men']} more men with {arm}" if only else found[0]


def _told_plainly(line: str) -> str:
    """A line, behind who sent it, as most people write it."""
    sent = SENT.match(line)
    before, text = (line[: sent.end()], line[sent.end() :]) if sent is not None else ("", line)
    text = _BUT_FOR.sub(r"\1 but ", _ATTACHED.sub(r"\1", _PART.sub("", text)))
    text = _HIMSELF_AND.sub(_beside_him, _FOR_ALL.sub("points together", joined(text)))
    if (men := _MEN_WITH.match(text)) is not None and {one.kind for one in scan(men["arm"])} == {ARM}:
        text = f"{men[1]}: {men['arm']}"
    text = _EACH_AND_ALL.sub(_each_and_all, _ITS_CREW.sub(_with_crew, text))
    text = _TWO_TOGETHER.sub(
        lambda found: f"{found['start']}{NUMBER_WORDS.get(found['many'].lower(), found['many'])}x", text
    )
    text = _MORE_SERVE.sub(_more_with, text)
    text = _SO_MANY_ARE.sub(r"\1, \2 men: ", _ALL_TOLD.sub(r"\1 men in all", text))
    if "," in text:
        text = _SO_MANY_AT_END.sub(r", \1 \2 in all", text)
    text = _FOR_HIM_AND.sub(_he_and_they_with, text)
    text = _ORDINAL.sub("#", _EACH_HAS.sub(r"\1", _BUT_NO.sub(r"\1: \3, \2", text)))
    return before + _HELD_BY.sub(r"\g<what> (\g<who>)", _IN_EACH.sub(r"\1", text))


def _each_and_all(found: re.Match[str]) -> str:
    """Both prices side by side where they do not agree: then it is asked which of them is right."""
    agree = int(found["many"]) * int(found["each"]) == int(found["all"])
    return found[0] if agree else f"{found['start']} ({found['all']})"


def _he_and_they_with(found: re.Match[str]) -> str:
    """ "NCO and one man with SMGs" """
    seen = scan(found["arm"])
    arms = {one.kind for one in seen} <= {ARM, STOP} and any(one.plural for one in seen)
    return f"{found['who']} {found['others']} with {found['arm']}" if arms else found[0]


def _with_crew(found: re.Match[str]) -> str:
    """ "Light machine gun: 2x crew" is one with its crew."""
    armed = [one.kind for one in scan(found["arm"])][-1:] == [ARM]
    return f"{found['arm']} ({found['crew']} crew)" if armed else found[0]


def _beside_him(found: re.Match[str]) -> str:
    """Who is beside him, if all of them are one more."""
    return f"{found[2]} men beside him" if int(found[1]) == int(found[2]) + 1 else found[0]


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
