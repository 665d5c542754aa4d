"""Whether people could plan before a deadline: downtime is when no plan could be saved.

Every web process leaves signs of life, and a gap between them is downtime. Neither slow mail nor a clock that
stands still is.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import DateTimeField, Value

from campaign.models import Downtime, Heartbeat, Phase, Turn

DUE_OF_PHASE = {
    Phase.PLANNING: "plan_due",
    Phase.MOVEMENT_REVIEW: "announce_due",
    Phase.BATTLES: "results_due",
    Phase.AFTERMATH_REVIEW: "publish_due",
}

SILENCE = timedelta(minutes=15)
EXTENSION = timedelta(hours=12)
"""How far a deadline that passed in downtime is moved."""
WATCHED = timedelta(hours=2)
WEB = "web"
"""The name of the web processes' heartbeat."""


def will_be_spared(turn: Turn, moment: datetime) -> bool:
    """Whether the next tick moves the present phase's deadline because the app was down before it.

    Whoever is late by the clock on the wall asks here, too: it must not hang on who comes first.
    """
    name = DUE_OF_PHASE.get(Phase(turn.phase), "")
    due: datetime | None = getattr(turn, name, None)
    return due is not None and name not in turn.moved_for_downtime and _lost_before(due, moment) > SILENCE


def _lost_before(due: datetime, moment: datetime) -> timedelta:
    """How much of the two hours before ``due`` passed while no plan could be saved, as it is known now.

    That no web process has lived for a while, up to now, counts as well.
    """
    over = Downtime.objects.filter(down_until__gt=due - WATCHED, down_from__lt=due)
    silent = Heartbeat.objects.filter(name=WEB, at__lt=moment - SILENCE)
    still = silent.annotate(now=Value(moment, output_field=DateTimeField())).values_list("at", "now")
    lost, seen = timedelta(), due - WATCHED
    for start, end in sorted(over.values_list("down_from", "down_until").union(still)):
        start, end = max(start, seen), min(end, due)
        if end > start:
            lost, seen = lost + (end - start), end
    return lost
