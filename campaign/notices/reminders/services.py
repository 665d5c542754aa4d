"""Reminders of plans that are missing or incomplete: a day and three hours before the deadline."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction

from campaign.base.dates import clock
from campaign.base.jobs.singly import each
from campaign.models import DOCUMENTS, CampaignStatus, Notice, Phase, Turn
from campaign.notices.reminders.selectors import plans_missing
from campaign.outbox import services as notices_out
from campaign.turn.deadlines import consider_early_close

logger = logging.getLogger(__name__)

HOURS = (24, 3)


def remind() -> int:
    """Queue the reminders that are due; gives how many seats are reminded. Repeating it does no harm."""
    moment = clock.now()
    soon = Turn.objects.filter(
        phase=Phase.PLANNING,
        campaign__status=CampaignStatus.RUNNING,
        plan_due__gt=moment,
        plan_due__lte=moment + timedelta(hours=max(HOURS)),
    )
    return each(
        soon.defer(*DOCUMENTS).select_related("campaign").order_by("id"),
        _remind,
        log=logger,
        what="the reminder of turn",
    )


def _remind(turn: Turn) -> int:
    moment = clock.now()
    if turn.plan_due is None:
        return 0
    # A process may have died between the last plan and this.
    consider_early_close(turn.pk)
    left = turn.plan_due - moment
    hours = min(hours for hours in HOURS if left <= timedelta(hours=hours))
    about = f"{hours}h:{turn.plan_due.isoformat()}"
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
                detail={"hours": hours},
            )
        )
    return len(seats)
