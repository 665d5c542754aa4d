"""What is said of some units' quality in a line of its own: "all the volkssturm are inexp" (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.tabletop.lists.lines.lining import Line, is_head
from rules.tabletop.lists.lines.talking import is_priced
from rules.tabletop.lists.words.scanning import (
    ARM,
    CLASS,
    NUMBER,
    QUALITY,
    RANK,
    TEAM,
    VEHICLE,
    scan,
)
from rules.tabletop.lists.words.tokens import key_of
from rules.tabletop.lists.words.troops import QUALITIES

_NAMES = frozenset({TEAM, RANK, VEHICLE, CLASS, ARM})
_LEADS = re.compile(
    r"^[\W_]*(?:(?:p\.?\s?s|n\.?\s?b|btw|note|notes|nota|remember|oh|and|und|et|but|while|whereas|only"
    r"|just|nur"
    r"|seulement|also|plus|all|both|each|every|alle[ns]?|beide|tous|toutes|les deux|tutt[ie]|of|the|my"
    r"|our|these"
    r"|those|die|der|das|den|meine|les|mes|le|la|i|gli|treat|count|consider|take|rate|make|call|run"
    r"|field)\b[\W_]*)*",
    re.IGNORECASE,
)
_IS = re.compile(
    r"[\s,]*(?:(?P<sign>=|:|\s-|\s\u2013)|\b(?:are|is|be|being|was|were|will be|counts?(?: as)?|as"
    r"|at(?! (?:guns?|rifles?|teams?)\b)|to be|rated|rate(?:s)?(?: as)?|sind|ist|z\u00e4hl(?:en|t) als"
    r"|gelten als|gilt als|als|sont|est|comptent comme|comme|sono|\u00e8|son)\b)",
    re.IGNORECASE,
)
_BESIDE_NAME = re.compile(
    r"\b(?:all|both|only|just|of course|ofc|obviously|naturally|clearly|btw|though|too|as always|as usual"
    r"|a lot of"
    r"|nat\u00fcrlich|alle|beide|klar|auch|bien s\u00fbr|\u00e9videmment|tous|naturalmente|tutti"
    r"|obvs|as ever|then|still|lol"
    r"|mind you|of them|rating|quality|level|troops?|throughout|to a man)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(rf"{_BESIDE_NAME.pattern}|\b(?:an?|my|the)\b", re.IGNORECASE)
_FOR = re.compile(r"\s*(?:for|on|goes for|f\u00fcr|pour|per)\b", re.IGNORECASE)
_SURE = re.compile(
    r"\b(?:all|both|alle|beide|tous|obviously|ofc|of course|naturally|nat\u00fcrlich)\b", re.IGNORECASE
)
_REST = re.compile(
    r"(?:(?:all |of |the |der |die |alle )*(?:rest|others?|remain(?:ing|der)|remaining (?:units|ones)"
    r"|other (?:units|ones)|\u00fcbrigen?|restlichen?"
    r"|anderen?)(?: of (?:it|them|the list|the army|us))?(?: units?| troops?)?"
    r"|every(?:thing|one|body) else|all else|alles andere|(?:les |tous les )?autres|(?:le )?reste|(?:gli "
    r"|il )?(?:altri|resto))",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"(?:all|every(?:thing|one|body)|alles?|tou[ts]e?s?|tout le monde|list|army|platoon|force|lot"
    r"|whole \w+|entire \w+"
    r"|units?|troops?|they|it|them)?",
    re.IGNORECASE,
)
FOOT = "infantry"
_ON_FOOT = re.compile(
    r"(?:(?:every(?:one|body|thing)|those|whoever is|units?|troops?|men|soldiers?|squads?|guys) )?on foot"
    r"|foot ?(?:troops?|soldiers?|units?|sloggers)?|infantry(?: units?| troops?| types?)?"
    r"|infanter(?:ie|ia)|fanteria|men|soldiers",
    re.IGNORECASE,
)
"""Words for all who are on foot."""
DRIVEN = "vehicle"
_DRIVEN = re.compile(
    r"(?:any|every|all)(?:thing)?(?: that'?s)?(?: with| on| has| that has| that)? (?:an? )?"
    r"(?:engines?|wheels|tracks|wheels (?:or|and) tracks|motors?|drives|drive)",
    re.IGNORECASE,
)
KINDS = frozenset(
    {FOOT, "armour", "armor", "transport", "vehicle", "tank", "gun", "artillery", "officer"}
    | {"fahrzeug", "panzer"}
)
"""Words that call all units of a kind, whatever their names are."""
_AND = re.compile(r"\s*(?:,|&|/|\+|;|\band\b|\bund\b|\bsowie\b|\bet\b|\be\b)\s*", re.IGNORECASE)
_ORDINAL = re.compile(r"\b\d{1,3}(?:st|nd|rd|th)\b", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:not|n't|never|nearly|almost|mostly|maybe|perhaps|if|or|oder|ou|could|might|should|wish|nicht"
    r"|pas|than)\b|\?",
    re.I,
)
_ARTICLE = re.compile(r"\b(?:an?|the|of|from|der|die|das|le|la|les)\b(?=\s)", re.IGNORECASE)
_GENERIC = {
    *(
        "squad",
        "section",
        "unit",
        "team",
        "group",
        "gruppe",
        "grp",
        "sqd",
        "trupp",
        "platoon",
        "zug",
        "man",
        "guy",
        "lad",
        "boy",
    ),
    *("troop", "model", "bloke", "one", "mob", "lot", "dude", "fellow", "infantry squad"),
}
_TAILS = (
    "gruppe",
    "gruppen",
    "trupp",
    "trupps",
    "zug",
    "manner",
    "leute",
    "einheit",
    "einheiten",
    "kompanie",
    "abteilung",
)
Clauses = tuple[tuple[frozenset[str], str], ...]
"""Whose quality is told, by the words they are called, and which; of no words for all others."""
_FIELD = re.compile(r"^\W*(?:troop )?(?:quality|qualities|training|experience)\W*:\W*", re.IGNORECASE)
REST = frozenset({"*"})
SAID, SIGNED = 2, 1
MOST_PRICED = 0.6


@dataclass(frozen=True, slots=True)
class _Told:
    name: str
    quality: str
    sure: int
    """How surely: 2 if it says "are", 1 if there is a sign or "all", 0 if it may be a unit's."""


def remarks(lines: Sequence[Line]) -> dict[int, Clauses]:
    """The lines that are such remarks by their numbers, and what each says."""
    found = {}
    costs = sum(map(is_priced, lines)) > MOST_PRICED * len(lines)
    for at, line in enumerate(lines):
        clauses, sure = clauses_of(line)
        if clauses and (sure or costs) and _may_be_said(lines, at, clauses, sure=sure):
            found[line.number] = clauses
    return found


def _may_be_said(lines: Sequence[Line], at: int, clauses: Clauses, *, sure: bool) -> bool:
    """Whether a line stands where remarks do: above or below all, apart, or others are called so."""
    line = lines[at]
    others = [words_of(re.split(r"[,(:;\[]| [-\u2013] ", one.rest)[0]) for one in lines if one is not line]
    named = [words for words, _quality in clauses if words != REST]
    known = all(words <= KINDS or any(fits(words, other) for other in others) for words in named)
    if not sure:
        # "Grenadiers, all veteran" is one more unit where all others called so tell their own.
        untold = [
            words
            for one, words in zip([one for one in lines if one is not line], others, strict=True)
            if all(seen.kind != QUALITY for seen in scan(one.rest))
        ]
        known = known and all(any(fits(words, other) for other in untold) for words in named)
    last, first = at == len(lines) - 1, at < 2
    if line.bullet or line.depth:
        return known and (last or first) and (not line.bullet or any(not one.bullet for one in lines[:at]))
    if first and not last and lines[at + 1].goes_on and not known:
        # "Grenadiers are veteran", and below it who they are.
        return False
    apart = not line.goes_on and (last or not lines[at + 1].goes_on)
    return known or (sure and (last or first or apart))


def clauses_of(line: Line) -> tuple[Clauses, bool]:
    """What a line says of whose quality, and whether surely; of nobody if it is a unit's, or of all."""
    if line.points is not None or is_head(line) or _DENIES.search(line.rest):
        return (), False
    text = _FIELD.sub("", line.rest.strip())
    told = _told_of(text)
    if not told or not all(one.sure for one in told):
        return (), False
    found: list[tuple[frozenset[str], str]] = []
    for one in told:
        if _REST.fullmatch(one.name):
            found.append((REST, one.quality))
            continue
        names = [_of_kind(name) for name in _AND.split(one.name) if name.strip()]
        if (
            not names
            or any(_WHOLE.fullmatch(name.strip()) for name in names)
            or not all(map(_is_name, names))
        ):
            return (), False
        found += [(_called(_LEADS.sub("", name)), one.quality) for name in names]
    some = any(words != REST for words, _quality in found)
    # No unit is of two qualities.
    sure = all(one.sure == SAID for one in told) or len({one.quality for one in told}) > 1
    return (tuple(found) if some else ()), sure


def _of_kind(name: str) -> str:
    """A name; "those on foot" are the infantry, "anything with an engine" is a vehicle."""
    bare = _LEADS.sub("", name).strip()
    if _DRIVEN.fullmatch(bare):
        return DRIVEN
    return FOOT if _ON_FOOT.fullmatch(bare) else name


def _told_of(text: str) -> list[_Told]:
    """Each quality with whom it is told of, if that is all that the line says."""
    qualities = [one for one in scan(text) if one.kind == QUALITY]
    found, end = [], 0
    for at, one in enumerate(qualities):
        before = text[end : one.start]
        name = _LEADS.sub("", before)
        said = _IS.search(name)
        if at == 0 and not name.strip(" ,:;-("):
            return _turned(text, one.end, QUALITIES[one.key]) if len(qualities) == 1 else []
        sure = SAID if said is not None and not said["sign"] else SIGNED
        sure = sure if said is not None or _SURE.search(before) else 0
        bare = name[: said.start()] if said is not None else name
        rest = name[said.end() :] if said is not None else ""
        if re.search(r"\w", _BESIDE.sub(" ", rest)):
            return []
        bare = " ".join(_BESIDE_NAME.sub(" ", bare).split()).strip(" ,:;-(.")
        found.append(_Told(bare, QUALITIES[one.key], sure))
        end = one.end
    if re.search(r"\w", _BESIDE.sub(" ", text[end:])) or not all(one.name for one in found):
        return []
    more = SIGNED if len(found) > 1 or _SURE.search(text[end:]) else 0
    return [_Told(one.name, one.quality, max(one.sure, more)) for one in found]


def _turned(text: str, end: int, quality: str) -> list[_Told]:
    """ "inexp for the Volkssturm"."""
    said = _FOR.match(text, end)
    name = _LEADS.sub("", text[said.end() :]).strip(" .!)") if said is not None else ""
    return [_Told(name, quality, SAID)] if name else []


def _is_name(name: str) -> bool:
    """Whether these words call units, and count nobody."""
    seen = scan(_ORDINAL.sub(" ", name))
    kinds = {one.kind for one in seen}
    counted = seen and seen[0].kind == NUMBER
    return bool(kinds & _NAMES) and not counted and len(name.split()) <= 6


def words_of(text: str) -> frozenset[str]:
    """All words that somebody is called, in one form each."""
    return frozenset(
        {*key_of(text), *(word for one in scan(text) if one.kind != QUALITY for word in one.key)}
    )


def _called(name: str) -> frozenset[str]:
    """The words of a name without those that call all so, if others are left that tell who it is."""
    words = frozenset(key_of(_ARTICLE.sub(" ", name)))
    own = words - _GENERIC
    return own if any(len(word) > 2 for word in own) else words


def fits(words: frozenset[str], other: frozenset[str]) -> bool:
    """Whether those who are called so are among those of other words."""
    return bool(words) and all(any(_same(word, one) for one in other) for word in words)


def _same(word: str, other: str) -> bool:
    return word == other or any(word == other + tail or other == word + tail for tail in _TAILS)
