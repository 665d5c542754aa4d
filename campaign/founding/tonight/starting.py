"""Wars for tonight start by themselves: when all are in, and at the time that was set.

The database is the schedule: doing it twice, or late, does no harm.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.jobs.rounds import go_round
from campaign.base.refusal import Refusal
from campaign.founding.start.services import start_campaign, what_is_missing
from campaign.founding.tonight.services import arm_waiting
from campaign.models import ArmyPick, Campaign, CampaignStatus, Gathering, PickState, Seat, SeatStatus
from campaign.people.seats.filling import NOBODY, empty_seats, fill_with_bots
from campaign.turn.plans.bot_limits import check_bots

logger = logging.getLogger(__name__)

AGAIN = timedelta(seconds=30)
"""How long one that could not start is left alone."""
FORGOTTEN = timedelta(days=30)
"""A gathering to which nobody has come for so long starts by its host alone."""


def start_due() -> int:
    """Start the wars whose people are all in, or whose time has come; gives how many."""
    moment = clock.now()
    open_seat = Seat.objects.filter(campaign=OuterRef("campaign"), user=None, status__in=NOBODY)
    choosing = ArmyPick.objects.filter(
        seat__campaign=OuterRef("campaign"), seat__status=SeatStatus.PLAYER, seat__user__isnull=False
    ).exclude(state=PickState.APPROVED)
    waiting = Gathering.objects.filter(
        Q(starts_at__lte=moment) | ~Exists(open_seat) & ~Exists(choosing),
        campaign__status=CampaignStatus.BUILDING,
        created_at__gt=moment - FORGOTTEN,
    ).exclude(tried_at__gt=moment - AGAIN)
    return go_round(waiting, _start, name="gatherings", log=logger, what="the start of gathering")


def _start(gathering: Gathering) -> bool:
    """Start one; what is in the way stays with it, for its host to read."""
    try:
        with transaction.atomic():
            return _started(gathering)
    except Refusal as refusal:
        Gathering.objects.filter(pk=gathering.pk).update(tried_at=clock.now(), wrong=refusal.message[:500])
        return False


def _started(gathering: Gathering) -> bool:
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=gathering.campaign_id)
    if campaign.status != CampaignStatus.BUILDING:
        return False
    if gathering.starts_at is not None and gathering.starts_at <= clock.now():
        people = Seat.objects.filter(campaign=campaign, user__isnull=False)
        if not people.exists():
            raise Refusal(_("Nobody has come yet: the war waits for its first player."), code="alone")
        # The app itself fills them, but they are its host's bots.
        given = [gathering.bot_level] * empty_seats(campaign).count()
        if gathering.host is not None:
            check_bots(gathering.host, given, campaign=campaign)
        fill_with_bots(campaign=campaign, by=None, level=gathering.bot_level)
        arm_waiting(campaign)
    elif what_is_missing(campaign) or not Seat.objects.filter(campaign=campaign, user__isnull=False).exists():
        # An arbiter, or the first of the players: the page says so, and nobody needs to be told.
        Gathering.objects.filter(pk=gathering.pk).update(tried_at=clock.now())
        return False
    start_campaign(campaign=campaign, by=None)
    return True
