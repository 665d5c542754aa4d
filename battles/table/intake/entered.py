"""What was entered of a list; the very same one is entered once more only if its owner says so (page 9 D)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.models import Intake, Phone, Roster, Table, TableAction
from battles.table import services
from battles.table.deeds import Request, game_of
from campaign.base.refusal import Refusal
from rules.tabletop.action import YES
from rules.tabletop.lists.document import ListDocument, points_of
from rules.tabletop.state import SETUP

ROSTER = "roster"
MARK = "mark"
"""Beside a list that is entered: what it is known by."""
LONGEST_SHOWN = 80
MOST_NAMED = 6
"""So many lines that were left out are named when a list is entered."""


def values_of(document: ListDocument, mark: str, *, again: bool) -> dict[str, object]:
    """The values of the action that enters a list; ``again``: in place of the units that are there."""
    return {"list": document, "again": again, MARK: mark}


def mark_of(source: object) -> str:
    """What a list is known by: what was read of it; of a text, and of one that its owner keeps, its lines.

    These stay, however it is parted into units.
    """
    told = source.text if isinstance(source, Roster) else source
    if isinstance(told, dict):
        told = told.get("lines") or told
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def mark_of_waiting(intake: Intake) -> str:
    """The same of a list that waits for answers."""
    return mark_of(intake.kept or intake.source)


def entered_before(table: Table, player: int, mark: str, cid: str) -> TableAction | None:
    """The action that entered the very same list, whose units stand there; not ``cid`` itself, sent twice."""
    game = game_of(table)
    if game.phase != SETUP or all(unit.player != player for unit in game.units):
        return None
    if TableAction.objects.filter(table=table, cid=cid).exists():
        return None
    for row in _rows(table, player):
        if row.values.get(MARK) == mark:
            return row
        if row.values.get("again") in YES:
            # What was entered before it has made way.
            return None
    return None


def _rows(table: Table, player: int) -> Iterator[TableAction]:
    """What entered lists for a place, the last one first; a rematch has its units from the battle before."""
    earlier: Table | None = table
    while earlier is not None:
        yield from (
            TableAction.objects.filter(table=earlier, player=player, kind=ROSTER, undone=False)
            .order_by("-n")
            .defer("before", "events")
        )
        earlier = earlier.rematch_of


def must_be_new(table: Table, player: int, mark: str, cid: str) -> None:
    """See that a program does not enter the very same list again unawares. Raises ``Refusal`` ``entered``."""
    if row := entered_before(table, player, mark, cid):
        message = _(
            "This list has been entered already: %(told)s Send it with more: true to enter its units once"
            " more, or with again: true to put it in place of all that are there."
        )
        told = entered_text(document_of(row))
        raise Refusal(message % {"told": told}, code="entered", field="roster")


def document_of(row: TableAction) -> ListDocument:
    """The list that an action has entered."""
    return cast("ListDocument", row.values["list"])


def enter_once_more(table: Table, phone: Phone, *, player: int, key: str, cid: str) -> ListDocument:
    """Enter a list that the action with this ``key`` has entered once more, with the answers that it has.

    Raises ``Refusal``.
    """
    row = next((one for one in _rows(table, player) if str(one.pk) == key and MARK in one.values), None)
    if row is None:
        message = _("This list was taken back meanwhile: send it again.")
        raise Refusal(message, code="not_found", field="roster")
    document = document_of(row)
    values = values_of(document, row.values[MARK], again=False)
    services.act(table, phone, Request(cid, ROSTER, player, values))
    return document


def entered_text(document: ListDocument, left: Sequence[str] = ()) -> str:
    """What was entered of a list, and which of its lines were left out: nobody has to miss one for long."""
    count, points = sum(one["count"] for one in document["units"]), points_of(document)
    told = ngettext("%(count)d unit entered", "%(count)d units entered", count) % {"count": count}
    said = [told, ngettext("%(count)d point", "%(count)d points", points) % {"count": points}]
    if not left:
        return f"{', '.join(said)}."
    named = [f"\u201c{one[:LONGEST_SHOWN]}\u201d" for one in left[:MOST_NAMED]]
    named += ["\u2026"] if len(left) > MOST_NAMED else []
    out = ngettext("%(count)d line left out:", "%(count)d lines left out:", len(left))
    return f"{', '.join(said)}. {out % {'count': len(left)}} {', '.join(named)}"
