"""What stands around the units of a list and is none: its title, what leads in, talk, names (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.forms.written import Written
from rules.tabletop.lists.lines.figures import ENDS_IN_NUMBER
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.understanding import Understood, understand
from rules.tabletop.lists.words.scanning import UNKNOWN, scan
from rules.tabletop.lists.words.trimmings import TALK

_COUNTRY = re.compile(
    r"\b(?:germany|soviet union|ussr|united states|usa|great britain|united kingdom|britain|japan|italy"
    r"|finland|france|poland|hungary|romania|bulgaria|canada|australia|new zealand|india|greece|belgium"
    r"|norway|china|netherlands|slovakia|deutschland|italia|polska|suomi|(?:late|mid|early)[ -]war)\b",
    re.IGNORECASE,
)
_FORCE = re.compile(
    r"\b(?:platoon|army|list|force|company|battalion|kampfgruppe|brigade|division)\W*$", re.IGNORECASE
)
_OF_ALL = re.compile(r"\b(?:army|list|force|roster|warband)\b", re.IGNORECASE)
MOST_TITLES, FEW = 2, 2
MOST_STRANGE = 4
"""A line of so many words that nobody knows talks."""
ENOUGH = 0.7
"""Of so many of the units the points are told."""
LEAST_OF_ALL = 300
"""No unit is of so many points that is named by a country alone."""
_IN_BRACKETS = re.compile(r"[^\W\d]\W*[(\[]\d{2,3}[)\]]\W*$")
_REMARKS = re.compile(
    r"^\W*(?:the|my|both|all|these|those|they|it)\b.*"
    r"\b(?:is|are|was|were|goes?|gets?|will|can|rides?)\b.*[.!]\W*$",
    re.IGNORECASE,
)
"""A sentence about some of the units."""
_IS_LONG = re.compile(r"(?:[^\W\d]\D*\s){4,}\D+")
"""Five words and more, and no figure."""


def units_of(found: Written) -> list[Raw]:
    """The units of what is written, without all that stands around them, which is left out."""
    found.units = _without_ends(found, _without_sums(found))
    found.units = _without_talk(found, _untitled(found))
    # "ask Pete about dice" below all may have hidden that a first line is a title.
    return _untitled(found)


def _without_sums(found: Written) -> list[Raw]:
    """The units without a line that tells what all others cost: "10 units, 901 pts. Banzai!"."""
    costs = [(one.points or 0) * one.times for one in found.units]
    sums = [
        at
        for at, cost in enumerate(costs)
        if cost >= LEAST_OF_ALL and 2 * cost == sum(costs) and not found.units[at].parts
    ]
    if len(sums) != 1 or sum(map(bool, costs)) <= MOST_TITLES + 1:
        return found.units
    at = sums[0]
    found.left.append(found.units[at].line)
    found.total = costs[at] if found.total is None else found.total
    return found.units[:at] + found.units[at + 1 :]


def _without_mute(found: Written, units: list[Raw]) -> list[Raw]:
    """The units of a list without points, without lines that are no unit's: all others tell their quality."""
    told = [bool(facts_of(one).qualities) for one in units]
    if any(one.points is not None for one in units) or sum(told) < max(MOST_STRANGE, ENOUGH * len(units)):
        return units
    mute = {at for at, one in enumerate(units) if not told[at] and _only_named(one) and _says_nothing(one)}
    found.left += [units[at].line for at in sorted(mute)]
    return [one for at, one in enumerate(units) if at not in mute]


def _without_ends(found: Written, units: list[Raw]) -> list[Raw]:
    """The units without lines above and below them that cost nothing, where nearly all between do."""
    costed = [at for at, one in enumerate(units) if _is_costed(one)]
    if not costed:
        return _without_mute(found, units)
    if len(costed) <= MOST_TITLES + 1 or len(costed) < ENOUGH * (costed[-1] + 1 - costed[0]):
        return units
    ends = [*range(costed[0]), *range(costed[-1] + 1, len(units))]
    apart = {at for at in ends if _stands_apart(units[at])}
    found.left += [units[at].line for at in sorted(apart)]
    return [one for at, one in enumerate(units) if at not in apart]


def _is_costed(raw: Raw) -> bool:
    if 0 < (raw.points or 0) < LEAST_OF_ALL:
        return True
    # "canadians oct 44"
    costs = ENDS_IN_NUMBER.search(raw.line) or _IN_BRACKETS.search(raw.line)
    return costs is not None and not _says_nothing(raw)


def _stands_apart(raw: Raw) -> bool:
    """Whether a line tells of nobody's arms, men, quality or rank, and holds a word that nobody knows."""
    strange = sum(one.kind == UNKNOWN or one.key in TALK for one in scan(raw.line))
    facts = facts_of(raw)
    if strange >= MOST_STRANGE and not facts.qualities and not (facts.arms and facts.green):
        return True
    # "The gun is towed by the truck, obviously."
    told = _REMARKS.search(raw.line) and not re.search(r"\d", raw.line) and not facts.qualities
    return bool(told) or (_only_named(raw) and (_says_nothing(raw) or strange > 0))


def _untitled(found: Written) -> list[Raw]:
    """The units without titles above them, of which there may be two."""
    for _ in range(MOST_TITLES):
        found.units = _without_title(found)
    return found.units


def _without_title(found: Written) -> list[Raw]:
    """The units without a first line that only says what the list is, with the points of all."""
    units = _without_leads(found)
    if len(units) < 2 or units[0].parts:
        return units
    first, points = units[0], units[0].points
    known = [one for one in units[1:] if (one.points or 0) > 0 or ENDS_IN_NUMBER.search(one.line)]
    least = sum(one.points or 0 for one in known)
    if points is None and (behind := re.search(r"\((\d{3,5})\)\s*$", first.line)):
        points = int(behind[1]) if len(known) > 2 and int(behind[1]) == least else None
    if points is None:
        title = len(known) == len(units) - 1 and (
            _says_nothing(first)
            or _is_titled(first, len(known))
            or _is_country(first)
            or (len(known) > 2 and _is_heading(first))
        )
        title = title or (not known and len(units) > MOST_STRANGE and _names_all(first))
    else:
        nothing, whole = _says_nothing(first), _is_whole(points)
        named = len(known) > 2 and _only_named(first)
        title = (nothing and whole) or (0 < least <= points and (nothing or named))
        title = title or (len(known) > 2 and least == points)
    if not title:
        return units
    found.left.insert(0, first.line)
    found.total = found.total if found.total is not None else points
    return units[1:]


def _without_leads(found: Written) -> list[Raw]:
    """The units without the lines above the first that costs something, where all from there on do."""
    units = found.units
    told = [at for at, one in enumerate(units) if one.points is not None]
    first, last = (told[0], told[-1]) if told else (0, 0)
    behind = units[first:]
    if first < 2 or len(told) < 3 or len(told) <= last - first:
        return units
    leads = units[:first]
    if any(one.parts or not _only_named(one) or not _names_unknown(one) for one in leads):
        return units
    found.left[:0] = [one.line for one in leads]
    return behind


def _is_mute(one: Understood, raw: Raw) -> bool:
    return _is_unknown(one) and _only_named(raw)


def _names_unknown(raw: Raw) -> bool:
    return any(one.kind == UNKNOWN for one in scan(raw.line))


def _without_talk(found: Written, units: list[Raw]) -> list[Raw]:
    """The units without lines that only talk: of no known word and no points, where all others have some.

    Between units they have to be long: a short one may be a unit that nobody knows.
    """
    known = [understand(one, {}) for one in units]
    told = [
        at
        for at, (raw, one) in enumerate(zip(units, known, strict=True))
        if raw.points is not None or (raw.parts and not _is_unknown(one)) or one.unit["points"]
    ]
    mute = {at for at, one in enumerate(known) if at not in told and _is_mute(one, units[at])}
    if len(mute) + len(told) == len(units) - 1 and 0 not in (*mute, *told) and _is_heading(units[0]):
        # A title, which waits for the name below all to be left out.
        told.insert(0, 0)
    if len(told) < 3 or len(told) + len(mute) < len(units):
        return units
    talk = {at for at in mute if not told[0] < at < told[-1] or _IS_LONG.fullmatch(units[at].line)}
    found.left += [units[at].line for at in sorted(talk)]
    return [one for at, one in enumerate(units) if at not in talk]


def _says_nothing(raw: Raw) -> bool:
    return _is_unknown(understand(raw, {}))


def _is_unknown(one: Understood) -> bool:
    return any(question.code == "what is it" for question in one.questions)


def _names_all(raw: Raw) -> bool:
    """Whether a line above units without points says what they are together: "Finnish force for Saturday"."""
    return _OF_ALL.search(raw.line) is not None and _only_named(raw) and _says_nothing(raw)


def _is_titled(raw: Raw, others: int) -> bool:
    """Whether a line without points is a name with a round number for all: "British Paras 1000"."""
    found = re.search(r"(?<![\w.,])(\d{3,4})\s*(?:max|limit|game|list)?\W*$", raw.line)
    return others > 2 and found is not None and _is_whole(int(found[1])) and _only_named(raw)


def _is_country(raw: Raw) -> bool:
    """Whether a line without points names a country or year, and no figure but of all: "Germany - Heer"."""
    small = [one for one in re.findall(r"\d+", raw.line) if int(one) < LEAST_OF_ALL]
    named = _COUNTRY.search(raw.line) or re.search(r"\b19[34]\d\b", raw.line)
    return not small and named is not None and _only_named(raw)


def _is_heading(raw: Raw) -> bool:
    """Whether a line without points is no unit's."""
    return _is_strange(raw) or _is_of_force(raw)


def _is_strange(raw: Raw) -> bool:
    """Whether a line without points or figures holds a word that nobody knows: "Folgore - El Alamein".

    Of a few such words arms may be among the others: "Polsten Boys - 1st Airborne at Arnhem".
    """
    unknown = [one for one in scan(raw.line) if one.kind == UNKNOWN]
    told = re.search(r"\d(?!\d*(?:st|nd|rd|th)\b)|\bfree\b", raw.line.lower()) is not None
    # "Arnhem paras - won 3, lost 2 with this at the weekend"
    return len(unknown) > 2 * told and _only_named(raw, armed=len(unknown) >= FEW and not told)


def _is_of_force(raw: Raw) -> bool:
    """Whether a line without points or figures names all that there is: "British, reinforced platoon"."""
    return _FORCE.search(raw.line) is not None and not re.search(r"\d", raw.line) and _only_named(raw)


def _is_whole(points: int) -> bool:
    return points >= 300 and points % 50 == 0


def _only_named(raw: Raw, *, armed: bool = False) -> bool:
    """Whether a line says neither men nor arms, quality or rank: "British Airborne (Arnhem)"."""
    facts = facts_of(raw)
    # "Finland 1940 - Rifle platoon"
    arms = [] if armed or "platoon" in facts.words else facts.arms
    return not (facts.men or arms or facts.qualities or facts.ranks or facts.vehicles or facts.total)
