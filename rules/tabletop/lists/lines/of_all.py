"""Which quality a list says that all its units have, and whom it excepts (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rules.tabletop.lists.lines import chatter
from rules.tabletop.lists.lines.lining import Line
from rules.tabletop.lists.lines.of_some import FOOT, REST, Clauses, fits, words_of
from rules.tabletop.lists.lines.talking import is_talk
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.rewriting.unmarked import LEAST_OF_ALL
from rules.tabletop.lists.titles import name_of
from rules.tabletop.lists.words.armoury import ARMS, GUNS
from rules.tabletop.lists.words.scanning import (
    ARM,
    CLASS,
    NUMBER,
    QUALITY,
    RANK,
    TEAM,
    VEHICLE,
    Key,
    Seen,
    scan,
)
from rules.tabletop.lists.words.troops import QUALITIES
from rules.tabletop.lists.words.vehicles import VEHICLES

_Q = (
    r"(?P<q>regulars?|regs?|veterans?|vets?|inexperienced|inexp|veteranen?|regul\u00e4re?n?|unerfahrene?n?"
    r"|v[e\u00e9]t[e\u00e9]rans?|r[e\u00e9]guli(?:er|\u00e8re|ere)s?|inexp[e\u00e9]riment[e\u00e9]e?s?"
    r"|weteran(?:i|\u00f3w|ami)|regularn(?:i|e|ych)|niedo\u015bwiadczeni"
    r"|veteran[io]|regolar[ie]|inespert[io]|veteranos|regulares|inexpertos)\b"
)
_THEM = (
    r"(?:units?|troops?|squads?|sections?|teams?|men|models?|lads|guys|boys|chaps|blokes"
    r"|soldiers|(?:order )?dice|die"
    r"|of (?:them|it))"
)
_IS = (
    r"(?:are|is|be|being|will be|counts?(?: as)?|rated|rates?(?: as)?|(?:taken|played|fielded) as|at|as|=|:)"
)
_WHOLE = (
    r"(?:(?:the |my |this )?(?:whole|entire|complete) (?:thing|lot|list|army|force|platoon|company|bunch"
    r"|roster|team|crew|shebang)|the lot|the board|(?:all|each|every one) of (?:them|it)|all(?: of)?(?: the)?"
    r"(?: units?| squads?| troops?| men)?|every(?:thing|one|body)(?: else)?|every (?:unit|squad|man"
    r"|model)|(?:the |all (?:the )?)?(?:rest|others|remainder))"
)
_THROUGHOUT = (
    r"(?:throughout|thro?ughout|thru[ -]?out|through and through|through out|all (?:a?round|through)"
    r"|all the way(?: (?:through|down|round))?|across the board|to (?:a|the last) man|without exception"
    r"|by default|as (?:the )?(?:default|standard)|one and all|the (?:whole )?lot(?: of (?:them|'?em|it))?"
    r"|(?:all|every one|each and every one) of (?:them|'?em|it)|every ?(?:where|thing|one|body)"
    r"|for (?:all|everyone|everybody|everything)|durchgehend|durchweg|ausnahmslos|komplett|allesamt"
    r"|f\u00fcr alle[s]?|\u00fcberall|partout|pour tou(?:t|s|te|tes)|sans exception|dappertutto|per tutti"
    r"|para todos)\b"
)
_NOTED = (
    r"(?:unless|where not|if not|except where|wherever not|sofern nicht|wenn nicht"
    r"|sauf (?:mention|indication)|salvo (?:dove|se)|se non)\b"
)
_TOLD = (
    re.compile(
        r"\b(?:(?:all|every(?:one|thing|body)(?:'?s)?)(?: the)?(?: units?| troops?| squads?| men| in it)?"
        r"(?: are| is)?(?: an?)?"
        r"|(?:platoon|army|list|force|company|lot)(?: is| are)(?: all)?"
        r"|alle[sn]?(?: einheiten| truppen)?(?: sind)?|tou(?:te)?s(?: sont)?|tutt[ie](?: sono)?"
        rf"|tod[ao]s?(?: (?:son|es))?|tutto|tout|wszys(?:cy|tkie|tko)(?: [^\W\d]+)?"
        rf"(?: (?:to|s\u0105))?)\s+{_Q}",
        re.IGNORECASE,
    ),
    # "All dice are regular unless I say otherwise", "every squad counts as veteran"
    re.compile(
        rf"\b(?:all|every|each)(?: of)?(?: the| my| our| these)?(?: {_THEM})?(?: in (?:this|the|my) \w+"
        rf"| here| below| on (?:this|the|my) \w+)?,?\s*{_IS}(?: all)?(?: an?)?\s+{_Q}",
        re.IGNORECASE,
    ),
    re.compile(rf"\b{_WHOLE}(?:(?:'s|,)|\s+{_IS})?(?: all)?(?: an?)?\s+{_Q}", re.IGNORECASE),
    # "A veteran force through and through", "regular throughout", "regular unless noted"
    re.compile(
        rf"\b{_Q}(?:,? (?!and\b|or\b)[^\W\d]+){{0,2}},? [(]?(?:{_THROUGHOUT}|{_NOTED})",
        re.IGNORECASE,
    ),
    # "A veteran army"; "my regular list" is the one that is always taken.
    re.compile(
        r"\b(?:an?|my|our|this|the|pure(?:ly)?|all)[ -](?P<q>veterans?|vets?|inexperienced|inexp)"
        r"(?: [^\W\d]+)? (?:army|force|list|roster|warband)\b",
        re.IGNORECASE,
    ),
    # "Quality is regular for the whole thing"
    re.compile(rf"\b{_Q}(?: quality| troops)?,? (?:for|across|on|in) {_WHOLE}(?!\w)", re.IGNORECASE),
    re.compile(
        rf"\b(?:default|standard|basic)(?: (?:troop )?quality| experience| training)?\W*{_IS}?\s+{_Q}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:durchgehend|durchweg|komplett|ausnahmslos|ausschlie\u00dflich|alles|alle|jeder|nur"
        rf"|partout|tout le monde"
        rf"|exclusivement|uniquement|que des|enti\u00e8rement|tout en|solo|esclusivamente|nothing but|100 ?%"
        rf"|pure(?:ly)?|exclusively|uniformly|entirely|solely|only)\s+{_Q}",
        re.IGNORECASE,
    ),
)
"""That all are of a quality; what is said first goes before what is freer."""
_DENIED = re.compile(r"\b(?:no|not|any|never|without|[a-z]+n't)\b[^.,;!?]*$", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:else|rest|others|remainder)\b", re.IGNORECASE)
_STRONG = re.compile(
    rf"\bevery(?:thing|one|body)|\b(?:whole|entire|complete) \w|{_THROUGHOUT}|\balles\b|\btout le monde\b"
    rf"|\bunless\b|{_NOTED}",
    re.IGNORECASE,
)
_DOUBTS = re.compile(
    r"\b(?:not|nearly|almost|mostly|hardly|wish|if|as if|were|could|would|should|might|maybe|perhaps|why"
    r"|nicht|fast|beinahe|presque|pas|quasi|non|casi)\b[^.,;!?]*$",
    re.IGNORECASE,
)
"""It is not said that all are so."""
_ALL_OF_THEM = re.compile(rf"\b(?:all|every|each)(?: of)?(?: the| my| our| these)? {_THEM}\b", re.IGNORECASE)
_DASH = re.compile(r" [-\u2013\u2014]{1,2}(?= )")
_ORDINAL = re.compile(r"\b\d{1,3}(?:st|nd|rd|th)\b", re.IGNORECASE)
YEARS = (*range(36, 46), *range(1936, 1946))
BUT = re.compile(
    r"\b(?:apart from|except(?:ing)?(?: for)?|other than|aside from|bar(?:ring)?|but(?: for)?|only"
    r"|save(?: for)?"
    r"|unless|au\u00dfer|bis auf|sauf|hormis|tranne|menos|excepto|salvo)\b",
    re.I,
)
_STRICT = re.compile(
    r"apart from|except(?:ing)?(?: for)?|other than|aside from|bar(?:ring)?|au\u00dfer|bis auf|sauf|hormis"
    r"|tranne|excepto|salvo|menos|meno",
    re.I,
)
"""What is said of all is not so of somebody."""
_LETTERED = re.compile(r"[(\[]\s*[VRIGvrig]\s*[)\]]")
LONGEST_HEADING = 6
_SAID_OUT = re.compile(r"[.!?](?:\s|$)")
_THEY_ARE = re.compile(
    r"[\s,]*(?:(?:[=:(\u2013-]|(?:who|which|that|they|these|those|it|he|die|qui|che|que)\b[\s']*)?"
    r"(?:(?:'?re|'?s|theyre|thats|are|is|sind|ist|being|as|at|sont|sono"
    r"|van de|son|est\u00e1n)\b)?\s*(?:all |both |only |just )?)\s*",
    re.IGNORECASE,
)
_NAME_ENDS = re.compile(r"[,(:;\[]| [-\u2013] ")
_NAMES = (TEAM, ARM, VEHICLE, CLASS, RANK)
_WIDER: Mapping[str, str] = {
    "armour": VEHICLE,
    "armor": VEHICLE,
    "transport": VEHICLE,
    "vehicle": VEHICLE,
    "fahrzeug": VEHICLE,
    "vehicule": VEHICLE,
    "veicolo": VEHICLE,
    "tank": "tank",
    "panzer": "tank",
    "gun": ARM,
    "artillery": ARM,
    "gunner": ARM,
    "officer": RANK,
    "hq": RANK,
    FOOT: FOOT,
}
"""Words that except all units of a kind, whatever these are called."""


@dataclass(slots=True)
class SaidOfAll:
    """What a list says of all its units: their quality, and whom it excepts.

    ``but``: of those excepted their quality, empty if none is told. ``open``: somebody is excepted, and
    nobody says who. ``used``: the lines that say so, and headings of units that are of one quality.
    """

    quality: str = ""
    but: dict[Key, str] = field(default_factory=dict)
    open: bool = False
    used: list[str] = field(default_factory=list)
    some: list[tuple[frozenset[str], str]] = field(default_factory=list)
    """Of whom a line of its own tells the quality, by the words that they are called."""

    def take_some(self, line: Line, clauses: Clauses) -> None:
        """Take what a line says of some of the units, and of the rest."""
        self.used.append(line.text.strip())
        for words, quality in clauses:
            if words != REST:
                self.some.append((words, quality))
            elif self.quality and _row(self.quality) != quality:
                self.open = True
            else:
                self.quality = quality

    def _of_some(self, unit: Raw) -> set[str]:
        """The qualities that a line tells of those who are called like a unit."""
        called = _called(unit)
        return {quality for words, quality in self.some if _is_called(unit, words, called)}

    def names_nobody(self, units: Sequence[Raw]) -> bool:
        """Whether a line tells the quality of somebody who is not among these units."""
        called = [(one, _called(one)) for one in units]
        return any(
            not any(_is_called(one, words, own) for one, own in called) for words, _quality in self.some
        )

    def _is_nobodys(self, units: Sequence[Raw], own: Collection[str]) -> bool:
        """Whether a line tells a quality that no unit is of, so that who is meant was not found."""
        told = {
            QUALITIES[one.key]
            for text in self.used
            for one in scan(text)
            if one.kind == QUALITY and not _DENIED.search(text[: one.start])
        }
        return bool(told - {*own} - {_row(self.of(one)) for one in units})

    def take(self, line: Line, quality: str, *, begun: bool) -> bool:
        """Take what a line says; False if it is of those below it alone, since others are of another."""
        self.used.append(line.text.strip())
        if begun and self.quality and _row(self.quality) != _row(quality):
            return False
        self.quality = quality
        said = _told(line.text)
        if said is not None and _OTHERS.search(said[0]) and not self.some:
            # "Infantry veteran, everything else regular": of whom the first is said is not clear.
            qualities = {QUALITIES[one.key] for one in scan(line.text) if one.kind == QUALITY}
            self.open |= len(qualities) > 1
        told = said.end() if said is not None else 0
        found = BUT.search(line.text, said.start("q") if said is not None else 0)
        end = _SAID_OUT.search(line.text, told if found is None else found.end())
        behind = line.text[told if found is None else found.end() : end.start() if end is not None else None]
        but = _excepted(behind)
        if found is None:
            # "all vets, guns and jeep reg"
            self.but |= {key: other for key, other in but.items() if other and other != _row(quality)}
            return True
        self.but |= but
        noted = re.match(
            r"\s*(?:where|when|as|if|otherwise|noted|stated|marked|said|mention|indication|autre|contraire"
            r"|pr\u00e9cision|anders|wo|dove|diversamente|altrimenti|it says|they say|i say)\b",
            behind,
            re.IGNORECASE,
        )
        # "All veteran, all on foot bar the last two" excepts nobody from what was said first.
        between = line.text[told : found.start()].rstrip(" ,")
        strict = _STRICT.fullmatch(found[0]) is not None and not re.search(r"[,;]", between)
        self.open |= strict and not (but or noted)
        return True

    def of(self, unit: Raw) -> str:
        """The quality of a unit by what is said of all; empty if it is excepted, and its own not told."""
        if some := self._of_some(unit):
            return some.pop() if len(some) == 1 else ""
        by = excepted_by(unit, self.but)
        if _LETTERED.search(unit.line):
            # "Volkssturm (I)", where "veteran unless marked" is said of all
            return ""
        return self.quality if by is None else self.but[by]

    def is_doubted(self, units: Sequence[Raw], left: Sequence[str], own: Collection[str]) -> bool:
        """Whether what is said of all may not be so of those who do not tell their ``own`` quality.

        It excepts somebody who does not tell his, another line that was left out is a heading of others, or
        one tells the quality of some who are not among the ``units``, or one that none of these is of.
        """
        if self.names_nobody(units) or self._is_nobodys(units, own):
            return True
        if not self.quality:
            return False
        row = _row(self.quality)
        headed = [one.key for text in left if _short(text) for one in scan(text) if one.kind == QUALITY]
        return (self.open and {*own} <= {row}) or any(QUALITIES[key] != row for key in headed)


def _row(word: str) -> str:
    """The quality of the tables that a word stands for."""
    return next((QUALITIES[one.key] for one in scan(word) if one.kind == QUALITY), "")


def _short(text: str) -> bool:
    return len(text.split()) <= LONGEST_HEADING


def _told(text: str) -> re.Match[str] | None:
    """Where a line says first that all, or not all, are of a quality."""
    return next((found for pattern in _TOLD if (found := pattern.search(text)) is not None), None)


def said_of_all(line: Line) -> str:
    """The quality that a line among others says all units have; empty if it says none."""
    said = _told(line.text)
    return "" if said is None or _DOUBTS.search(line.text[: said.start()]) else said["q"]


def _said(line: Line) -> re.Match[str] | None:
    """Where a line that is no unit's speaks of the quality of all."""
    said = _told(line.rest)
    if said is None or not (line.points is None or line.points >= LEAST_OF_ALL):
        return None
    # "Platoon is veteran throughout, only the tank is regular."
    begin = max(line.rest.rfind(sign, 0, said.start()) for sign in ".!?") + 1
    dashes = [found.end() for found in _DASH.finditer(line.rest, begin, said.start() + 1)]
    if dashes and is_strongly_of_all(line.rest[dashes[-1] :]):
        # "1st Marine Division, Peleliu -- all veteran unless noted"
        begin = dashes[-1]
    seen = scan(_ALL_OF_THEM.sub(" ", _ORDINAL.sub(" ", line.rest[begin : said.end()])))
    kinds = {one.kind for one in seen if one.kind != NUMBER or one.number not in YEARS}
    # "My list for Thursday, US airborne, all veterans" is about all of them, though it names a squad.
    dear = (line.points or 0) >= LEAST_OF_ALL
    talks = chatter.TALK.search(line.text) is not None
    teams = set() if dear or talks or chatter.LINK.search(line.text) else {TEAM}
    # "what I'm bringing on sunday, arnhem 44, everything veteran"
    numbers = set() if talks or is_talk(line) else {NUMBER}
    return None if kinds & {ARM, VEHICLE, CLASS, RANK, *numbers, *teams} else said


def is_strongly_of_all(text: str) -> bool:
    """Whether a line that says what all are can hardly mean all men of a squad: "everything veteran"."""
    return _STRONG.search(text) is not None


def of_all(line: Line) -> str:
    """The quality that a line says all units have, "All regular unless noted"; empty if it says none."""
    said = _said(line)
    return "" if said is None or _DOUBTS.search(line.rest[: said.start()]) else said["q"]


def speaks_of_all(line: Line) -> bool:
    """Whether a line says that all, or not all, are of a quality: "nearly all veterans"."""
    return _said(line) is not None


def _excepted(text: str) -> dict[Key, str]:
    """Whom these words name, "the snipers, who are veterans", each with the quality that is told of them."""
    but: dict[Key, str] = {}
    waiting: list[Key] = []
    end, told = 0, ("", 0)
    for one in scan(text):
        if one.kind == QUALITY:
            between = text[end : one.start]
            if waiting and between.strip() != "," and _THEY_ARE.fullmatch(between):
                but |= dict.fromkeys(waiting, QUALITIES[one.key])
                waiting = []
            else:
                # "the veteran paras"
                told = (QUALITIES[one.key], one.end)
        elif one.kind in _NAMES or " ".join(one.key) in _WIDER:
            own = told[0] if told[0] and not text[told[1] : one.start].strip() else ""
            but[one.key] = own
            waiting += [] if own else [one.key]
            end = one.end
    return but


def _called(unit: Raw) -> frozenset[str]:
    """The words of a unit's name, and of what numbers it: "squad A"."""
    return words_of(f"{name_of(unit)} {_NAME_ENDS.split(unit.name)[0]}")


def _is_called(unit: Raw, words: frozenset[str], called: frozenset[str]) -> bool:
    """Whether a unit is meant by such words: one of its name, or of its kind, "the tanks"."""
    if len(words) == 1 and (kind := _WIDER.get(next(iter(words)))):
        seen = scan(unit.line)
        if kind == FOOT:
            return not any(_is_of(one, wider) for one in seen for wider in (VEHICLE, ARM))
        return any(_is_of(one, kind) for one in seen)
    return fits(words, called)


def excepted_by(unit: Raw, words: Collection[Key]) -> Key | None:
    """By which of these words a unit is excepted that tells no quality of its own; None by none."""
    seen = scan(unit.line)
    if any(one.kind == QUALITY for one in seen):
        return None
    kinds = {one.kind for one in seen}
    for word in words:
        wider = _WIDER.get(" ".join(word), "")
        if wider == ARM and kinds & {VEHICLE, CLASS}:
            # "Jeep, no gun"
            continue
        if any(_is_of(one, wider) if wider else {*word} <= {*one.key} for one in seen):
            return word
    return None


def _is_of(one: Seen, kind: str) -> bool:
    """Whether a word tells a unit of a kind: a vehicle, a gun, an officer."""
    if kind == "tank":
        tank = one.kind == VEHICLE and any("tank" in each for each in VEHICLES[one.key][0].kinds)
        return tank or (one.kind == CLASS and "tank" in one.key)
    if kind == ARM:
        return one.kind == ARM and ARMS[one.key][0] in GUNS
    return bool(kind) and (one.kind == kind or (kind == VEHICLE and one.kind == CLASS))
