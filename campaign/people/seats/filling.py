"""Seats that nobody holds are given to bots: while a campaign is built, and when one falls empty."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from campaign.access.membership import facilitates, keeps
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import BotCharacter, BotLevel, Campaign, CampaignStatus, Seat, SeatStatus, User
from campaign.people.army.arming import arm, arms_itself
from campaign.turn.plans.bot_limits import check_bots
from campaign.turn.turn_rights import check_choice

NOBODY = (SeatStatus.OPEN, SeatStatus.RESIGNED)


def empty_seats(campaign: Campaign) -> QuerySet[Seat]:
    """The seats in which nobody acts, not even a bot, by number."""
    return Seat.objects.filter(campaign=campaign, user=None, status__in=NOBODY).order_by("number")


@transaction.atomic
def fill_with_bots(
    *,
    campaign: Campaign,
    by: User | None,
    level: str = BotLevel.REGULAR,
    character: str = BotCharacter.STEADY,
    most: int | None = None,
) -> int:
    """Give the empty seats to bots, ``most`` of them at most; gives how many there were.

    Before the war whoever builds it may, a playing facilitator too; while it runs its facilitators. ``by``
    None is the app itself. Raises ``Refusal``: ``not_yours``, ``ended``, ``impossible`` with the field,
    ``bots`` and ``veterans`` beyond the limits.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    building = campaign.status == CampaignStatus.BUILDING
    if by is not None and not (keeps(by, campaign) if building else facilitates(by, campaign)):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    if campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="ended")
    check_choice("level", level, BotLevel.values)
    check_choice("character", character, BotCharacter.values)
    seats = list(empty_seats(campaign).select_for_update(no_key=True)[:most])
    if by is not None:
        check_bots(by, [level] * len(seats), campaign=campaign)
    for seat in seats:
        Seat.objects.filter(pk=seat.pk).update(
            status=SeatStatus.BOT,
            bot_level=level,
            bot_character=character,
            missed_in_a_row=0,
            version=F("version") + 1,
        )
        if building and arms_itself(campaign):
            arm(campaign, seat)
            seat.refresh_from_db(fields=("army",))
        note(campaign, LogKind.SEAT_BOT, {"army": seat.army}, by=by)
    return len(seats)
