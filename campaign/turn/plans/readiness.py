"""Turns without dates: they are resolved when every person in them has submitted ("when you are ready")."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef

from campaign.base.dates.schedule import Schedule
from campaign.models import Banner, Campaign, PlanState, PlayerTurn, Seat, SeatStatus, Turn


def lock_ready(seat: Seat, number: int) -> None:
    """Lock a turn that this seat's plan may make due, before the seat's part of it; inside a transaction.

    Whoever resolves takes the turn first, too. A turn with dates is made due by none of its plans.
    """
    if not Schedule.of(seat.campaign).ready:
        return
    waiting = Turn.objects.select_for_update(no_key=True).filter(campaign=seat.campaign_id, number=number)
    list(waiting.values_list("pk"))


def resolve_if_ready(turn: Turn, moment: datetime) -> bool:
    """Make a turn without dates due if everybody in it is done; True if it is due now.

    It happens in the transaction that stores the last plan: a plan that was acknowledged is resolved by the
    next tick, whatever becomes of the process that stored it. A bot that has no plan yet gets it then.
    """
    if turn.resolve_after is not None or _awaited(turn):
        return False
    turn.resolve_after = moment
    turn.save(update_fields=("resolve_after",))
    return True


def people_plan(campaign: Campaign) -> bool:
    """Whether a person in the campaign has a banner left to plan for."""
    return Seat.objects.filter(_WITH_BANNERS, campaign=campaign, status=SeatStatus.PLAYER).exists()


def _awaited(turn: Turn) -> bool:
    """Whether a person with banners has still to submit a plan of this turn."""
    parts = PlayerTurn.objects.filter(turn=turn, seat__status=SeatStatus.PLAYER, excused=False)
    alive = Exists(Banner.objects.filter(seat=OuterRef("seat"), alive=True))
    people = parts.filter(alive).order_by("id").values_list("state", flat=True)
    states = list(people)
    return not states or any(state != PlanState.SUBMITTED for state in states)


_WITH_BANNERS = Exists(Banner.objects.filter(seat=OuterRef("pk"), alive=True))
