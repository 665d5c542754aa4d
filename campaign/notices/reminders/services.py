"""Reminders of plans that are missing or incomplete: a day and three hours before the deadline.

In a war by the minute five minutes before.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction

from campaign.base.dates import clock
from campaign.base.dates.rhythm import by_the_minute
from campaign.base.dates.schedule import Schedule
from campaign.base.jobs.rounds import go_round
from campaign.models import DOCUMENTS, CampaignStatus, Notice, Phase, Turn
from campaign.notices.reminders.selectors import plans_missing
from campaign.outbox import services as notices_out
from campaign.turn.deadlines import consider_early_close

logger = logging.getLogger(__name__)

HOURS = (24, 3)
LAST_MINUTES = 5


def remind() -> int:
    """Queue the reminders that are due; gives how many seats are reminded. Repeating it does no harm."""
    moment = clock.now()
    soon = Turn.objects.filter(
        phase=Phase.PLANNING,
        campaign__status=CampaignStatus.RUNNING,
        plan_due__gt=moment,
        plan_due__lte=moment + timedelta(hours=max(HOURS)),
    )
    light = soon.defer(*DOCUMENTS).select_related("campaign")
    return go_round(light, _remind, name="reminders", log=logger, what="the reminder of turn")


def _remind(turn: Turn) -> int:
    moment = clock.now()
    if turn.plan_due is None:
        return 0
    # A process may have died between the last plan and this.
    consider_early_close(turn.pk)
    ahead = _ahead(turn, turn.plan_due - moment)
    if not ahead:
        return 0
    [(unit, count)] = ahead.items()
    about = f"{count}{unit[0]}:{turn.plan_due.isoformat()}"
    same = Notice.objects.filter(turn=turn, kind=notices_out.PLAN_MISSING, key__contains=f":{about}:")
    told = set(same.values_list("seat_id", flat=True))
    seats = [mine.seat for mine in plans_missing(turn) if mine.seat_id not in told]
    if not seats:
        return 0
    with transaction.atomic():
        readers = notices_out.readers_of(turn.campaign, moment)
        notices_out.store(
            notices_out.notices_for(
                turn.campaign,
                notices_out.PLAN_MISSING,
                readers.of_seats(seats),
                when=notices_out.Window(moment, expires=turn.plan_due),
                turn=turn,
                about=about,
                detail=ahead,
            )
        )
    return len(seats)


def _ahead(turn: Turn, left: timedelta) -> dict[str, int]:
    """How far ahead of the deadline the reminder is that is due, as its detail; empty if none is."""
    if not by_the_minute(turn.campaign):
        return {"hours": min(hours for hours in HOURS if left <= timedelta(hours=hours))}
    last, rhythm = timedelta(minutes=LAST_MINUTES), Schedule.of(turn.campaign).rhythm
    # Who has only so long has just been told that the turn is open.
    short = rhythm is None or rhythm.plan_minutes <= LAST_MINUTES
    return {} if short or left > last else {"minutes": LAST_MINUTES}
