"""What goes on by itself, and when: the server's clock says so, whichever phone asks first (page 9 E)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from battles.models import Table, TableAction
from battles.table.deeds import Request
from battles.table.documents import ComingDeed
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal
from rules.tabletop import flow
from rules.tabletop.activation.cards import LAYING
from rules.tabletop.state import Game

AFTER = {flow.DRAWS: 8, flow.RANKS: 4, flow.TURNS: 20}
"""Seconds after the last action until the next die is drawn, a rank shows its cards, or a turn begins."""
TAPPED = (flow.DRAWS, "go on", flow.TURNS, "orders")
"""What is asked of nobody in particular and said by one tap: two thumbs may meet in it."""
TO_LAY = 20
"""Seconds after the deal until the King is called, where somebody may say what his aces stand for."""


@dataclass(frozen=True, slots=True)
class Coming:
    """What happens next by itself, in how many seconds. All phones ask with one ``cid``: it counts once."""

    kind: str
    cid: str
    seconds: float


def coming(table: Table, game: Game) -> Coming | None:
    """What happens next without anybody's word; nothing while others are asked for theirs."""
    kind = flow.by_itself(game)
    if not kind or table.waits is not None or table.proposal is not None:
        return None
    gone = (now() - last_at(table)).total_seconds()
    span = TO_LAY if kind == flow.RANKS and game.rank == LAYING else AFTER[kind]
    return Coming(kind, one_id(table, kind), max(0.0, span - gone))


def one_id(table: Table, kind: str) -> str:
    """The same for all phones, until something else has been done."""
    return f"{kind}-{table.actions_count}"


def with_one_id(table: Table, prompt: Mapping[str, object]) -> dict[str, object]:
    """A prompt with the id of what is tapped for it: whoever comes second is not refused, nor does he answer
    what is asked next.
    """
    kind = str(prompt["kind"])
    return {**prompt, "cid": one_id(table, kind) if kind in TAPPED else ""}


def coming_deed(table: Table, game: Game) -> ComingDeed | None:
    """The same for programs."""
    due = coming(table, game)
    return {"kind": due.kind, "cid": due.cid, "seconds": round(due.seconds, 1)} if due else None


def last_at(table: Table) -> datetime:
    """When the last action was written down."""
    last = TableAction.objects.filter(table=table).order_by("-n").values_list("at", flat=True).first()
    return last or table.opened_at


def must_be_due(table: Table, game: Game, asked: Request) -> None:
    """Whether what is asked for by no person is to happen now. Raises ``Refusal``."""
    if asked.kind != flow.RANKS and not asked.values.get("auto"):
        return
    due = coming(table, game)
    if due is None or due.kind != asked.kind or (asked.values.get("auto") and due.cid != asked.cid):
        text = _("This does not happen by itself now: somebody holds, or is asked first.")
        raise Refusal(text, code="held")
    if due.seconds > 0:
        text = _("This happens by itself in %(seconds)s seconds, by the clock of the server.")
        raise Refusal(text % {"seconds": int(due.seconds) + 1}, code="early")
