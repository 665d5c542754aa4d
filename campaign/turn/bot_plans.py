"""The bot's plans are made ahead of the deadline, so that no tick has to wait for them.

What it knows does not change while a turn is in planning. A seat that got none in time gets it at the
deadline, as before.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction

from campaign.base.dates import clock
from campaign.base.jobs.singly import each
from campaign.base.refusal import Refusal
from campaign.models import (
    CampaignStatus,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Seat,
    SeatStatus,
)
from campaign.turn.plans.hinted_things import hinted_things
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.plan_codec import Written
from campaign.turn.plans.selectors import public_document
from campaign.turn.plans.services import save_plan
from rules.bot import opponent as bot

logger = logging.getLogger(__name__)

AHEAD = timedelta(hours=6)
AT_A_TIME = 50


def plan_ahead(limit: int = AT_A_TIME) -> int:
    """Plan for seats that the bot plays and whose deadline comes near; gives for how many."""
    moment = clock.now()
    waiting = PlayerTurn.objects.filter(
        turn__phase=Phase.PLANNING,
        turn__campaign__status=CampaignStatus.RUNNING,
        turn__plan_due__gt=moment,
        turn__plan_due__lte=moment + AHEAD,
        seat__status=SeatStatus.BOT,
        seat__banners__alive=True,
        state=PlanState.NOTHING,
    )
    found = waiting.distinct().order_by("turn__plan_due", "id").values_list("seat", "turn__number")
    numbers, done = dict(found), 0

    def plan(seat: int) -> bool:
        nonlocal done
        # What cannot be planned takes no place from the others.
        planned = done < limit and _plan(seat, numbers[seat])
        done += planned
        return planned

    return each(numbers, plan, log=logger, what="the bot's plan for seat")


def _plan(seat_id: int, number: int) -> bool:
    seat = Seat.objects.select_related("campaign").get(pk=seat_id)
    view = view_of_seat(seat)
    document = public_document(Written(bot.plan(view.with_engine_ids(), hinted_things(view))), view.ids)
    try:
        save_plan(seat=seat, number=number, plan=document, by=None, submit=True)
    except Refusal:
        return False  # the deadline has passed, or the player was faster
    return True


def forget_plan(seat: Seat) -> None:
    """Take back what the bot has planned for a turn that is still in planning: a person plays again."""
    with transaction.atomic():
        mine = PlayerTurn.objects.select_for_update().filter(
            seat=seat, turn__phase=Phase.PLANNING, by_bot=True
        )
        for part in mine.defer("announcement", "report", "map"):
            Order.objects.filter(player_turn=part).delete()
            part.state, part.receipt, part.by_bot = PlanState.NOTHING, "", False
            part.saved_at = part.submitted_at = None
            part.node = ""
            part.save(update_fields=("state", "receipt", "by_bot", "saved_at", "submitted_at", "node"))
