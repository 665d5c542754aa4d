"""A list read: the document of its units, what has to be asked of it, what of it is left out (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.tabletop.lists import bounds
from rules.tabletop.lists.document import VERSION, ListDocument, ListedUnit, checked, points_of
from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.forms.texts import written
from rules.tabletop.lists.forms.unpacking import opened
from rules.tabletop.lists.forms.written import Written
from rules.tabletop.lists.layout.best_told import told_best
from rules.tabletop.lists.layout.by_hand import LEAVE, may_be_parted, parted
from rules.tabletop.lists.layout.doubts import NONE, TOLD, doubt_of
from rules.tabletop.lists.layout.how_many import counted
from rules.tabletop.lists.layout.said_again import said_again
from rules.tabletop.lists.layout.summing_up import without_sum
from rules.tabletop.lists.layout.unsure import unsure
from rules.tabletop.lists.lines.flagged import unflagged
from rules.tabletop.lists.missing import expecting, shared
from rules.tabletop.lists.questions import ASKED, Question, plain_question
from rules.tabletop.lists.raw import Raw, is_line
from rules.tabletop.lists.understanding import Understood, understand
from rules.tabletop.lists.units.adding_up import adding_up
from rules.tabletop.lists.units.loaders import as_loaders
from rules.tabletop.lists.units.prices import settled
from rules.tabletop.lists.units.unit_lines import of_quality
from rules.tabletop.lists.whole import WHOLE, questions_of_whole
from rules.tabletop.refusing import RefusedError

Answers = Mapping[str, Mapping[str, str]]
"""What the owner has said, by the number of the unit in the list and the question's key."""
Marks = Sequence[tuple[str, Sequence[tuple[int, int, str]]]]


@dataclass(slots=True)
class Asked:
    """A question of a unit: its number in the source, the number of its line, that line, and its name.

    One of the whole list has ``WHOLE`` for the unit, and no line.
    """

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
    lines: list[str] = field(default_factory=list)
    """Of a text, so that its owner may say where each unit begins."""
    total: int | None = None
    """What it says that all units cost."""
    doubt: int = NONE
    """How much speaks for units that begin elsewhere, one of those in ``layout.doubts``."""


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
    found = told_best(found)
    units = settled(without_sum(found.units, found.left), found.left, found.total)
    units, said = [as_loaders(unsure(counted(one))) for one in units], found.said
    own = [quality for one in units for quality in facts_of(one).qualities]
    doubted = said.is_doubted(units, [one for one in found.left if one not in said.used], own)
    if not doubted:
        units = [of_quality(one, said.of(one)) for one in units]
    units = shared(said_again(units, said.quality, found.lines), found.total)
    units = expecting(units, found.left, said, found.total, doubted=doubted)
    units = adding_up(units, found.total)
    lines = [unflagged(line) for line in found.lines]
    lines = lines if may_be_parted(lines, units) else []
    doubt = doubt_of(lines, units, found.left) if lines else NONE
    return Source(found.name, found.left, _bounded(units), None, found.army, lines, found.total, doubt)


def parted_again(source: Source, roles: Sequence[str]) -> Source:
    """The same list with its lines parted into units as its owner says. Raises ``RefusedError``.

    ``roles``: what each of the source's lines is, in their order, one of ``by_hand.ROLES``.
    """
    units = parted(source.lines, source.units, source.left, roles)
    out = [line.strip() for line, role in zip(source.lines, roles, strict=True) if role == LEAVE]
    units = _bounded(expecting(shared(units, source.total), out, total=source.total))
    return replace(source, units=units, left=out, doubt=TOLD)


def _bounded(units: list[Raw]) -> list[Raw]:
    """The units, if there are any and none is too large. Raises ``RefusedError``."""
    if not units:
        raise RefusedError("empty roster", "roster")
    bounds.within(len(units), bounds.MOST_UNITS, "units")
    for one in units:
        bounds.within(one.size, bounds.MOST_PARTS, "parts", one.number, one.name)
    return units


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
    found = _together(source, units)
    if not usual:
        of_whole = questions_of_whole(
            found.document["units"],
            source.lines,
            source.total,
            doubt=source.doubt,
            open_=bool(found.questions),
            told=told.get(str(WHOLE), {}),
        )
        found.questions[:0] = [Asked(WHOLE, 0, "", "", one) for one in of_whole]
    return found


def _of_document(source: Source, document: ListDocument, answers: Answers, *, usual: bool) -> Read:
    """A document of this app: what it asks is asked by its line, all else is as it stands."""
    found = Read({**document, "units": []}, source)
    for at, unit in enumerate(document["units"]):
        told = answers.get(str(at), {})
        again = _again(unit, at, told, usual=usual)
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


def _again(unit: ListedUnit, at: int, told: Mapping[str, str], *, usual: bool = False) -> Understood:
    """A unit of a document, understood by its line; by its name, where its line alone goes beyond a limit."""
    raw = _raw_of(unit, at)
    try:
        return understand(raw, told, usual=usual)
    except RefusedError:
        # "147 Evzone section", of a list whose prices stand first
        return understand(replace(raw, name=unit["name"], line=unit["name"], parts=()), told, usual=usual)


def _open(unit: ListedUnit, again: Understood, told: Mapping[str, str]) -> list[Question]:
    """The questions of a unit of a document: those of its line, and one for what its line does not ask."""
    fields = unit["ask"]
    if not fields:
        return []
    beyond = "kind" in fields and "kind" in told
    open_ = [one for one in again.questions if one.field in fields or beyond]
    first = _again(unit, 0, {})
    known = {one.field for one in (*first.questions, *open_)}
    if any(one.code == "what is it" and one.field in fields for one in first.questions):
        # Until it is said what it is, all else waits.
        known |= set(first.unit["ask"])
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
