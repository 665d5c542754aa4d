"""A list read: the document of its units, what has to be asked of it, what of it is left out (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.document import VERSION, ListDocument, ListedUnit, checked, points_of
from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.forms.texts import Written, written
from rules.tabletop.lists.forms.unit_lines import of_quality
from rules.tabletop.lists.forms.unpacking import opened
from rules.tabletop.lists.missing import expecting, shared
from rules.tabletop.lists.questions import ASKED, Question, plain_question
from rules.tabletop.lists.raw import Raw, is_line
from rules.tabletop.lists.understanding import Understood, understand
from rules.tabletop.lists.words.scanning import UNKNOWN, scan
from rules.tabletop.refusing import RefusedError

_COUNTRY = re.compile(
    r"\b(?:germany|soviet union|ussr|united states|usa|great britain|united kingdom|britain|japan|italy"
    r"|finland|france|poland|hungary|romania|bulgaria|canada|australia|new zealand|india|greece|belgium"
    r"|norway|china|netherlands|slovakia|deutschland|italia|polska|suomi)\b",
    re.IGNORECASE,
)
MOST_TITLES = 2
LEAST_OF_ALL = 300
"""No unit is of so many points that is named by a country alone."""
Answers = Mapping[str, Mapping[str, str]]
"""What the owner has said, by the number of the unit in the list and the question's key."""
Marks = Sequence[tuple[str, Sequence[tuple[int, int, str]]]]


@dataclass(slots=True)
class Asked:
    """A question of a unit: its number in the source, the number of its line, that line, and its name."""

    unit: int
    at: int
    line: str
    name: str
    question: Question


@dataclass(slots=True)
class Source:
    """What a list was read from: units as they were written, or a document; and what is left out."""

    name: str = ""
    left: list[str] = field(default_factory=list)
    units: list[Raw] = field(default_factory=list)
    document: ListDocument | None = None
    army: str = ""


@dataclass(slots=True)
class Read:
    """A list that has been read. ``order`` gives the number in the source of each unit of the document."""

    document: ListDocument
    source: Source
    questions: list[Asked] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    marks: list[Marks] = field(default_factory=list)
    order: list[int] = field(default_factory=list)


def read(raw: bytes | str, answers: Answers | None = None, *, usual: bool = False) -> Read:
    """Read what somebody sends. Raises ``RefusedError`` with the limit, or with what is unknown in it."""
    data = raw.encode() if isinstance(raw, str) else raw
    found = understood(source_of(data), answers, usual=usual)
    bounds.within(len(found.questions), bounds.MOST_QUESTIONS, "questions")
    return found


def source_of(raw: bytes) -> Source:
    """The units of what somebody sends, as they are written. Raises ``RefusedError``."""
    found = opened(raw)
    if not isinstance(found, Written):
        return Source(document=_in_lines(checked(found)))
    found.units = _without_talk(found, _untitled(found))
    # "ask Pete about dice" below all may have hidden that a first line is a title.
    units = _untitled(found)
    units = shared(_said_again([of_quality(one, found.quality) for one in units]), found.total)
    units = expecting(units)
    if not units:
        raise RefusedError("empty roster", "roster")
    for one in units:
        bounds.within(one.size, bounds.MOST_PARTS, "parts")
    return Source(found.name, found.left, units, army=found.army)


def _in_lines(document: ListDocument) -> ListDocument:
    """The document, if its names and lines are such. Raises ``RefusedError``."""
    told = {"name": document["name"], "army": document["army"]}
    for at, unit in enumerate(document["units"]):
        # A line of columns has tabs, one of a unit of several lines their ends.
        line = " ".join(unit["line"].split())
        told |= {f"units.{at}.name": unit["name"], f"units.{at}.line": line}
    for path, text in told.items():
        if not is_line(text):
            raise RefusedError("list line", "roster", path=path)
    return document


def understood(source: Source, answers: Answers | None = None, *, usual: bool = False) -> Read:
    """What the units are, by their words and the owner's answers."""
    told = answers or {}
    if source.document is not None:
        return _of_document(source, source.document, told, usual=usual)
    units = [understand(one, told.get(str(at), {}), usual=usual) for at, one in enumerate(source.units)]
    return _together(source, units)


def _of_document(source: Source, document: ListDocument, answers: Answers, *, usual: bool) -> Read:
    """A document of this app: what it asks is asked by its line, all else is as it stands."""
    found = Read({**document, "units": []}, source)
    for at, unit in enumerate(document["units"]):
        told = answers.get(str(at), {})
        again = understand(_raw_of(unit, at), told, usual=usual)
        if again.left_out:
            found.left.append(unit["line"] or unit["name"])
            continue
        found.order.append(at)
        found.marks.append(again.marks if unit["line"] else [])
        open_ = _open(unit, again, told)
        found.questions += [Asked(at, at + 1, unit["line"], unit["name"], one) for one in open_]
        names = [one.field for one in open_]
        # Until it is said what it is, all else waits.
        waits = any(one.code == "what is it" for one in open_)
        names += [name for name in again.unit["ask"] if waits and name in unit["ask"]]
        found.document["units"].append(_with(unit, again.unit, list(dict.fromkeys(names))))
    if not found.document["units"]:
        raise RefusedError("empty roster", "roster")
    # What the list says of all follows what was answered or left out.
    found.document["points"] = max(0, document["points"] + points_of(found.document) - points_of(document))
    return found


def _open(unit: ListedUnit, again: Understood, told: Mapping[str, str]) -> list[Question]:
    """The questions of a unit of a document: those of its line, and one for what its line does not ask."""
    fields = unit["ask"]
    if not fields:
        return []
    beyond = "kind" in fields and "kind" in told
    open_ = [one for one in again.questions if one.field in fields or beyond]
    first = understand(_raw_of(unit, 0), {})
    known = {one.field for one in first.questions} | set(first.unit["ask"]) | {one.field for one in open_}
    plain = [plain_question(unit, name) for name in fields if name not in known]
    return open_ + [one for one in plain if one.key not in told]


def _with(unit: ListedUnit, again: ListedUnit, open_: Sequence[str]) -> ListedUnit:
    """A unit of a document, with what it asked for as it is understood now; what is still open stays."""
    if not unit["ask"] or set(unit["ask"]) == set(open_):
        return unit
    settled = [name for name in unit["ask"] if name not in open_]
    new = {name: value for name, value in again.items() if name in settled and name in ASKED}
    if set(settled) - set(new):
        # A word of its line, or what no line asks, was answered by who holds what.
        flags = list(dict.fromkeys((*unit["flags"], *again["flags"])))
        new |= {"groups": again["groups"], "flags": flags}
    if "kind" in new:
        new |= {"locomotion": again["locomotion"], "groups": again["groups"], "turrets": again["turrets"]}
    merged: ListedUnit = {**unit, **new}  # type: ignore[typeddict-item]
    merged["from"] = {**unit["from"], **{name: again["from"].get(name, "you") for name in new}}
    merged["ask"] = list(dict.fromkeys(open_))
    return merged


def _raw_of(unit: ListedUnit, at: int) -> Raw:
    """The line of a unit, as it would be read alone."""
    line = unit["line"] or unit["name"]
    units = written(line).units
    return units[0] if units else Raw(unit["name"], line, at)


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
    known = [one for one in units[1:] if (one.points or 0) > 0 or _ENDS_IN_POINTS.search(one.line)]
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
    mute = {
        at for at, one in enumerate(known) if at not in told and _is_unknown(one) and _only_named(units[at])
    }
    if len(told) < 3 or len(told) + len(mute) < len(units):
        return units
    talk = {at for at in mute if not told[0] < at < told[-1] or _IS_LONG.fullmatch(units[at].line)}
    found.left += [units[at].line for at in sorted(talk)]
    return [one for at, one in enumerate(units) if at not in talk]


def _said_again(units: list[Raw]) -> list[Raw]:
    """Units with those in full that are only called the same as the one above them."""
    found: list[Raw] = []
    for one in units:
        above = found[-1] if found else None
        again = _SAME.search(one.line)
        if above is not None and again is not None and not one.parts:
            facts = facts_of(replace(one, name=_SAME.sub(" ", one.name)))
            plain = not (facts.men or facts.arms or facts.qualities or facts.ranks or facts.total)
            if plain and one.points in (None, above.points):
                one = replace(above, line=one.line, number=one.number, times=one.times)
        found.append(one)
    return found


_IS_LONG = re.compile(r"(?:[^\W\d]\D*\s){4,}\D+")
"""Five words and more, and no figure."""
_ENDS_IN_POINTS = re.compile(r"\s\d{2,3}\s*$")
_SAME = re.compile(
    r"\b(?:(?:the )?same (?:as (?:above|before)|again)|(?:same|identical) (?:as|to) the (?:one )?above"
    r"|as above|ditto|idem|wie oben|nochmal)\b",
    re.IGNORECASE,
)


def _says_nothing(raw: Raw) -> bool:
    return _is_unknown(understand(raw, {}))


def _is_unknown(one: Understood) -> bool:
    return any(question.code == "what is it" for question in one.questions)


def _is_titled(raw: Raw, others: int) -> bool:
    """Whether a line without points is a name with a round number for all: "British Paras 1000"."""
    found = re.search(r"(?<![\w.,])(\d{3,4})\s*$", raw.line)
    return others > 2 and found is not None and _is_whole(int(found[1])) and _only_named(raw)


def _is_country(raw: Raw) -> bool:
    """Whether a line without points names a country or year, and no figure but of all: "Germany - Heer"."""
    small = [one for one in re.findall(r"\d+", raw.line) if int(one) < LEAST_OF_ALL]
    named = _COUNTRY.search(raw.line) or re.search(r"\b19[34]\d\b", raw.line)
    return not small and named is not None and _only_named(raw)


def _is_heading(raw: Raw) -> bool:
    """Whether a line without points or figures holds a word that nobody knows: "Folgore - El Alamein"."""
    unknown = [one for one in scan(raw.line) if one.kind == UNKNOWN]
    told = re.search(r"\d|\bfree\b", raw.line.lower()) is not None
    # "Arnhem paras - won 3, lost 2 with this at the weekend"
    return len(unknown) > 2 * told and _only_named(raw)


def _is_whole(points: int) -> bool:
    return points >= 300 and points % 50 == 0


def _only_named(raw: Raw) -> bool:
    """Whether a line says neither men nor arms, quality or rank: "British Airborne (Arnhem)"."""
    facts = facts_of(raw)
    # "Finland 1940 - Rifle platoon"
    arms = [] if "platoon" in facts.words else facts.arms
    return not (facts.men or arms or facts.qualities or facts.ranks or facts.vehicles or facts.total)


def _together(source: Source, units: Sequence[Understood]) -> Read:
    document: ListDocument = {
        "boltgun_list": VERSION,
        "name": source.name,
        "army": source.army,
        "points": 0,
        "units": [],
    }
    found = Read(document, source, left=list(source.left))
    for at, one in enumerate(units):
        if one.left_out:
            found.left.append(one.unit["line"])
            continue
        document["units"].append(one.unit)
        found.order.append(at)
        found.marks.append(one.marks)
        number = source.units[at].number or at + 1
        found.questions += [
            Asked(at, number, one.unit["line"], one.unit["name"], each) for each in one.questions
        ]
    if not document["units"]:
        raise RefusedError("empty roster", "roster")
    bounds.within(sum(unit["count"] for unit in document["units"]), bounds.MOST_UNITS, "units")
    document["points"] = points_of(document)
    return found
