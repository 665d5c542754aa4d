"""One's own last act is taken back without asking anybody, for a few seconds (page 9 C)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from django.utils.translation import gettext as _

from battles.models import Table, TableAction
from battles.table.deeds import SECRET, Request
from battles.table.reopening import back_to
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal
from rules.tabletop.action import Event
from rules.tabletop.flow import HOLDING
from rules.tabletop.game import AGREED

TAKE_BACK = "take back"
FOR = 8
"""Seconds, by the clock of the server."""
BINDING = frozenset({*AGREED, *HOLDING, *SECRET, "back", "rank", "reopen", "contest", "note", TAKE_BACK})
BINDING -= {"tokens", "hand"}
"""What is not taken back so: what others agreed to or may have read, and bids and cards, which bind."""


def last_act(table: Table) -> TableAction | None:
    """The last thing that was done at the table. A Hold is no act: it stands beside the battle."""
    return TableAction.objects.filter(table=table).exclude(kind__in=HOLDING).order_by("-n").first()


def _with_holds(row: TableAction) -> Sequence[TableAction]:
    """An act and what has been held or let go since: a go that was held ends with that, and what follows."""
    since = TableAction.objects.filter(table_id=row.table_id, n__gt=row.n).only("events", "undoable")
    return [row, *since]


def left(row: TableAction) -> float:
    """Seconds for which an act can still be taken back."""
    return max(0.0, FOR - (now() - row.at).total_seconds())


def why_not(table: Table, row: TableAction | None, players: Container[int]) -> str:
    """Why these players cannot take this act back, in words; empty if they can."""
    if row is None or row.undone or row.before is None or row.kind in BINDING or row.player not in players:
        return _("You can take back only your own last action, and never a bid or a card: they bind.")
    rows = _with_holds(row)
    if table.over or not all(one.undoable for one in rows):
        return _("This has shown something hidden or ended the battle: it cannot be taken back.")
    if table.waits is not None or any(event["dice"] for one in rows for event in one.events):
        return _("Dice have been rolled, so this cannot be taken back. The other sides may agree to an undo.")
    if table.proposal is not None:
        return _("Something has to be agreed on first.")
    if not left(row):
        return _(
            "An action can be taken back for %(seconds)s seconds. Now the other sides have to agree."
        ) % {"seconds": FOR}
    return ""


def can_take_back(table: Table, players: Container[int]) -> TableAction | None:
    """The act that one of these players may take back now."""
    row = last_act(table)
    return row if row is not None and left(row) and not why_not(table, row, players) else None


def seconds_left(table: Table, players: Container[int]) -> float:
    """For how long one of these players can still take back his last act; 0 if he cannot."""
    row = can_take_back(table, players)
    return round(left(row), 1) if row else 0.0


def take_back(table: Table, asked: Request) -> TableAction:
    """Restore the state before a player's own last act; all read of it. Who holds still does.

    Raises ``Refusal``.
    """
    row = last_act(table)
    if reason := why_not(table, row, {asked.player}):
        raise Refusal(reason, code="not_undoable")
    assert row is not None
    return back_to(table, row, asked, (Event("taken back", (("player", asked.player),)),))
