"""Whether people could plan before a deadline: downtime is when no plan could be saved.

Every web process leaves signs of life, and a gap between them is downtime. Neither slow mail nor a clock that
stands still is.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import DateTimeField, Value

from campaign.base.dates.schedule import Schedule
from campaign.models import Campaign, Downtime, Heartbeat, Phase, Turn

DUE_OF_PHASE = {
    Phase.PLANNING: "plan_due",
    Phase.MOVEMENT_REVIEW: "announce_due",
    Phase.BATTLES: "results_due",
    Phase.AFTERMATH_REVIEW: "publish_due",
}

SILENCE = timedelta(minutes=15)
BRIEF = timedelta(minutes=2)
"""The shortest downtime that is kept, and that moves the deadlines of a war by the minute."""
EXTENSION = timedelta(hours=12)
"""How far a deadline that passed in downtime is moved."""
WATCHED = timedelta(hours=2)
_PLAN, _RESULTS = "plan_due", "results_due"
WEB = "web"
"""The name of the web processes' heartbeat."""


def will_be_spared(turn: Turn, moment: datetime) -> bool:
    """Whether the next tick moves the present phase's deadline because the app was down before it.

    Whoever is late by the clock on the wall asks here, too: it must not hang on who comes first.
    """
    name = DUE_OF_PHASE.get(Phase(turn.phase), "")
    due: datetime | None = getattr(turn, name, None)
    if due is None or name in turn.moved_for_downtime:
        return False
    schedule = Schedule.of(Campaign.objects.only("schedule").get(pk=turn.campaign_id))
    if schedule.rhythm is None:
        return lost_before(due, moment) > SILENCE
    return is_silent(moment) or restart_of(turn, schedule, moment) is not None


def is_silent(moment: datetime) -> bool:
    """Whether no web process has lived for over two minutes."""
    return Heartbeat.objects.filter(name=WEB, at__lt=moment - BRIEF).exists()


def restart_of(turn: Turn, schedule: Schedule, moment: datetime) -> datetime | None:
    """Where the present deadline of a turn by the minute goes after downtime; None: it stays.

    All the minutes of its phase begin anew when the app is back. What was down while the clock stood, or
    after all plans were in, moves nothing.
    """
    name = DUE_OF_PHASE.get(Phase(turn.phase), "")
    due: datetime | None = getattr(turn, name, None)
    rhythm, since = schedule.rhythm, turn.opened_at
    if (
        due is None
        or since is None
        or rhythm is None
        or turn.early_from is not None
        or name not in (_PLAN, _RESULTS)
    ):
        return None
    minutes = rhythm.plan_minutes
    if name == _RESULTS:
        minutes, since = rhythm.battle_minutes, turn.announced_at or since
    gaps = Downtime.objects.filter(down_until__gt=since, down_until__lte=moment, down_from__lt=due)
    for start, end in gaps.order_by("-down_until").values_list("down_from", "down_until"):
        if schedule.counted(max(start, since)) < end:
            to = schedule.counted(end, minutes)
            return to if to > due else None
    return None


def without_gaps(start: datetime, end: datetime, moment: datetime) -> datetime:
    """When as much time has passed since ``start`` as until ``end``, of which the app was not down, as it is
    known now. Gaps of up to 15 minutes are none.
    """
    seen = start
    for began, ended in _gaps(start, moment):
        began = max(began, seen)
        if began < end and ended > began:
            end += ended - began
            seen = ended
    return end


def _gaps(since: datetime, moment: datetime) -> list[tuple[datetime, datetime]]:
    """When the app was down for over 15 minutes since a moment, the one that lasts up to now with them."""
    over = Downtime.objects.filter(down_until__gt=since)
    silent = Heartbeat.objects.filter(name=WEB, at__lt=moment - SILENCE)
    still = silent.annotate(now=Value(moment, output_field=DateTimeField())).values_list("at", "now")
    found = over.values_list("down_from", "down_until").union(still)
    return [(start, end) for start, end in sorted(found) if end - start > SILENCE]


def lost_before(due: datetime, moment: datetime) -> timedelta:
    """How much of the two hours before ``due`` passed while no plan could be saved, as it is known now.

    Gaps of up to 15 minutes are none. That no web process has lived for a while, up to now, counts as well.
    """
    lost, seen = timedelta(), due - WATCHED
    for start, end in _gaps(due - WATCHED, moment):
        start, end = max(start, seen), min(end, due)
        if end > start:
            lost, seen = lost + (end - start), end
    return lost
