"""Questions of a list, and what it was read from, as plain data for storing and sending (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from rules.tabletop.lists.document import ListDocument
from rules.tabletop.lists.layout.doubts import NONE
from rules.tabletop.lists.listing import Asked, Source
from rules.tabletop.lists.raw import Part, Raw


class ListQuestion(TypedDict):
    """Something that has to be said of a unit, in line ``at``: answer it by ``unit`` and ``key``.

    The unit -1 is the whole list.
    """

    unit: int
    at: int
    line: str
    name: str
    key: str
    code: str
    field: str
    about: str
    answers: list[str]
    usual: str


class PlainPart(TypedDict):
    """A part of a unit as it was written."""

    text: str
    count: int | None
    kind: str
    parts: list[PlainPart]


class PlainUnit(TypedDict):
    """A unit as it was written."""

    name: str
    line: str
    number: int
    times: int
    points: int | None
    men: int | None
    parts: list[PlainPart]
    kind: str
    structured: bool
    custom: NotRequired[str]
    titled: NotRequired[bool]
    likely: NotRequired[list[int]]
    expected: NotRequired[list[str]]


class PlainSource(TypedDict):
    """What a list was read from: units as they were written, or a document."""

    name: str
    army: NotRequired[str]
    left: list[str]
    units: list[PlainUnit]
    list: ListDocument | None
    lines: NotRequired[list[str]]
    total: NotRequired[int | None]
    doubt: NotRequired[int]


def questions_to_plain(questions: Sequence[Asked]) -> list[ListQuestion]:
    """The questions of a list."""
    return [
        {
            "unit": one.unit,
            "at": one.at,
            "line": one.line,
            "name": one.name,
            "key": one.question.key,
            "code": one.question.code,
            "field": one.question.field,
            "about": one.question.about,
            "answers": list(one.question.answers),
            "usual": one.question.usual,
        }
        for one in questions
    ]


def source_to_plain(source: Source) -> PlainSource:
    """What a list was read from."""
    return {
        "name": source.name,
        "army": source.army,
        "left": source.left,
        "units": [_unit(one) for one in source.units],
        "list": source.document,
        "lines": source.lines,
        "total": source.total,
        "doubt": source.doubt,
    }


def _unit(raw: Raw) -> PlainUnit:
    return {
        "name": raw.name,
        "line": raw.line[:2000],
        "number": raw.number,
        "times": raw.times,
        "points": raw.points,
        "men": raw.men,
        "parts": [_part(one) for one in raw.parts],
        "kind": raw.kind,
        "structured": raw.structured,
        "custom": raw.custom,
        "titled": raw.titled,
        "likely": list(raw.likely),
        "expected": sorted(raw.expected),
    }


def _part(part: Part) -> PlainPart:
    return {
        "text": part.text,
        "count": part.count,
        "kind": part.kind,
        "parts": [_part(one) for one in part.parts],
    }


def source_from_plain(sent: PlainSource) -> Source:
    """What was kept of a list."""
    units = [_raw(one) for one in sent["units"]]
    return Source(
        sent["name"],
        list(sent["left"]),
        units,
        sent["list"],
        sent.get("army", ""),
        list(sent.get("lines", ())),
        sent.get("total"),
        sent.get("doubt", NONE),
    )


def _raw(sent: PlainUnit) -> Raw:
    parts = tuple(_part_of(one) for one in sent["parts"])
    likely, expected = tuple(sent.get("likely", ())), frozenset(sent.get("expected", ()))
    known: Mapping[str, object] = {**sent, "parts": parts, "likely": likely, "expected": expected}
    return Raw(**known)  # type: ignore[arg-type]


def _part_of(sent: PlainPart) -> Part:
    return Part(sent["text"], sent["count"], sent["kind"], tuple(_part_of(one) for one in sent["parts"]))
