"""Maps that people send as text, read by a limited child process; this process never opens one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.base.maps.assumed_tiles import Assumed, read_assumed
from campaign.base.maps.formats import MOST_TEXT, Format, MapError
from campaign.base.refusal import Refusal, Unfit
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, KeptWaitingError, Limits, NoTurnError
from campaign.base.sandbox.long_answers import joined
from campaign.base.setup.boards import read_board
from campaign.base.setup.documents import Board
from campaign.base.setup.house_rules import HouseDocument, read_house
from rules.format.reading import ScenarioError

LIMITS = Limits(seconds=20, megabytes=256, niceness=5, clock=40, sealed=True, speaks=True)
MOST_PIECES = 64
"""Lines of an answer: the largest map is a few of them."""


@dataclass(frozen=True, slots=True)
class TakenMap:
    """What a text holds: a board, the house rules that came with it, and what was assumed of its tiles."""

    board: Board
    house: list[HouseDocument]
    assumed: Assumed


@contextmanager
def in_turn(field: str = "text") -> Iterator[None]:
    """The turn of a map, before it is unpacked from its request. Raises ``Refusal`` ``busy``."""
    try:
        with children.in_turn():
            yield
    except (NoTurnError, KeptWaitingError):
        message = _("Other maps are being read just now: send yours again in a minute.")
        raise Refusal(message, code="busy", field=field) from None


def take(text: str, form: Format | None, *, onto: Board | None, field: str = "text") -> TakenMap:
    """The map in a text. It takes a while: do it before a transaction, not in one.

    Raises ``Refusal`` with the field: ``text`` with the line and column, or the JSON path, of what is wrong,
    or ``busy``.
    """
    if len(text) > MOST_TEXT or len(data := text.encode()) > MOST_TEXT:
        message = _("A map may have up to %(most)d MB.") % {"most": MOST_TEXT // 1_000_000}
        raise Unfit(message, code="text", field=field)
    head = json.dumps({"form": form.value if form is not None else None, "onto": onto}).encode()
    try:
        with in_turn(field):
            return _read(head + b"\n" + data)
    except MapError as error:
        kind = Unfit if error.limit else Refusal
        raise kind(f"{error}.", code="text", field=field) from error
    except (ChildFailedError, ValueError, KeyError, TypeError):
        message = _("Reading this map takes more than the %(memory)d MiB or %(seconds)d s allowed.")
        allowed = {"memory": LIMITS.megabytes, "seconds": LIMITS.seconds}
        raise Unfit(message % allowed, code="text", field=field) from None


def _read(given: bytes) -> TakenMap:
    """The map that the child tells of; the child has read a stranger's bytes, so it is not believed."""
    told: list[str] = []
    for line in children.lines("campaign.base.maps.text_reading", given, LIMITS):
        if line:
            told.append(line)
        if len(told) > MOST_PIECES:
            raise ChildFailedError(_("its answer was too long"))
    said = json.loads(told[0]) if told else {}
    if said.get("state") == "refused":
        raise MapError(str(said["where"]), str(said["message"]), limit=said.get("limit") is True)
    found = json.loads(joined(told[1:]))
    try:
        house = read_house(found["house"]) if found["house"] else []
        return TakenMap(read_board(found["board"]), house, read_assumed(found["assumed"]))
    except ScenarioError as error:
        raise ChildFailedError(str(error)) from None
