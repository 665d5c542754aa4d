"""Army lists that people send, read by a limited child process; this process never opens one.

No original is kept: of a list stay its units as they were written, and what they were read as.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext as _

from battles.lists.list_words import LIST_SENTENCES, in_place, said_of
from campaign.base.refusal import Asking, Refusal, Unfit
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, KeptWaitingError, Limits, NoTurnError
from rules.tabletop.lists import bounds
from rules.tabletop.lists.document import ListDocument
from rules.tabletop.lists.plain import ListQuestion, PlainSource
from rules.tabletop.lists.whole import BEGINS

LIMITS = Limits(seconds=bounds.SECONDS, megabytes=bounds.MEGABYTES, niceness=5, clock=30, sealed=True)
MOST_LINES = 5
UNFIT = ("list doctype", "list line")
"""What is more than is taken, besides what goes beyond a number."""
Answers = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Taken:
    """A list that has been read: its document, its questions, what is left out, what it is read from."""

    document: ListDocument
    questions: list[ListQuestion]
    left: list[str]
    source: PlainSource


@contextmanager
def in_turn(field: str = "roster") -> Iterator[None]:
    """The turn of a list, before it is unpacked from its request. Raises ``Refusal`` ``busy``."""
    try:
        with children.in_turn():
            yield
    except (NoTurnError, KeptWaitingError):
        message = _("Other lists are being read just now: send yours again in a minute.")
        raise Refusal(message, code="busy", field=field) from None


def take(
    raw: bytes | str, *, answers: Answers | None = None, usual: bool = False, field: str = "roster"
) -> Taken:
    """Read a list. It takes a while: do it before a transaction, not in one.

    Raises ``Refusal`` with the field: ``list`` with the limit that it names, or ``busy``.
    """
    data = raw.encode() if isinstance(raw, str) else raw
    if len(data) > bounds.MOST_BYTES:
        raise _refused("list bytes", {"most": bounds.MOST_BYTES}, field)
    head = json.dumps({"answers": answers or {}, "usual": usual}).encode()
    return _read(head + b"\n" + data, field)


def part_again(source: object, roles: Sequence[str], *, field: str = "roster") -> Taken:
    """A list that was read before, its lines parted into units as its owner says; his answers are gone.

    It takes a while, as reading does. Raises ``Refusal`` with the field.
    """
    return _read(json.dumps({"source": source, "roles": [*roles]}).encode() + b"\n", field)


def _read(given: bytes, field: str) -> Taken:
    try:
        with in_turn(field):
            told = _told(given)
    except (ChildFailedError, ValueError):
        message = _("Reading this list takes more than the %(memory)d MiB or %(seconds)d s allowed.")
        allowed = {"memory": LIMITS.megabytes, "seconds": LIMITS.seconds}
        raise Unfit(message % allowed, code="list", field=field) from None
    if told.get("state") != "read":
        raise _refused(str(told["code"]), cast("Mapping[str, object]", told["values"]), field)
    return Taken(
        cast("ListDocument", told["list"]),
        cast("list[ListQuestion]", told["questions"]),
        cast("list[str]", told["left"]),
        cast("PlainSource", told["source"]),
    )


def read_whole(
    raw: bytes | str, *, answers: Answers | None = None, usual: bool = False, field: str = "roster"
) -> Taken:
    """A list of which nothing is open. Raises ``Refusal``, ``Asking`` with the questions."""
    taken = take(raw, answers=answers, usual=usual, field=field)
    if taken.questions:
        raise Asking(
            "\n".join(said_of(taken.questions)),
            field=field,
            questions=[{**one} for one in taken.questions],
            understood={**_in_doubt(taken)},
        )
    return taken


def _in_doubt(taken: Taken) -> ListDocument:
    """The document; if it is open where its units begin, each of them asks for its line."""
    if all(one["key"] != BEGINS for one in taken.questions):
        return taken.document
    units = [{**one, "ask": list(dict.fromkeys((*one["ask"], "line")))} for one in taken.document["units"]]
    return cast("ListDocument", {**taken.document, "units": units})


def settled(taken: Taken) -> Taken:
    """A list whose answers are kept with it: what was said already is not asked at the table again."""
    source = cast("PlainSource", {**taken.source, "units": [], "list": taken.document})
    return replace(taken, source=source)


def _told(given: bytes) -> dict[str, object]:
    found: dict[str, object] = {}
    said = children.lines("campaign.base.sandbox.list_reading", given, LIMITS)
    for number, line in enumerate(filter(None, said)):
        if number >= MOST_LINES:
            raise ChildFailedError(_("its answer was too long"))
        found |= json.loads(line)
    return found


def _refused(code: str, values: Mapping[str, object], field: str) -> Refusal:
    kind = Unfit if "most" in values or code in UNFIT else Refusal
    own = "no_units" if code == "empty roster" else "list"
    said = {
        name: ", ".join(value) if isinstance(value, list | tuple) else value for name, value in values.items()
    }
    message = in_place(str(LIST_SENTENCES.get(code, code)).format(**said), values)
    return kind(message, code=own, field=field)
