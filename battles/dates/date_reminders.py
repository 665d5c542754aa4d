"""Reminders: of dates that are near, and of battles of which nothing has been told."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import Meeting
from campaign.base.dates import clock
from campaign.base.jobs.rounds import go_round
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.models import Battle, CampaignStatus, Phase, Seat, SeatStatus, StandIn, Turn, User, documents
from campaign.outbox import services as notices_out
from campaign.turn.contact.battle_closing import results_of
from campaign.turn.contact.battle_notices import tell_sides
from campaign.turn.contact.battle_status import CLOSED, standing_of
from campaign.turn.locked_turn import locked_turn
from campaign.turn.turn_rights import check_facilitator

logger = logging.getLogger(__name__)

SOON = timedelta(hours=24)
MOST_AT_ONCE = 200


def remind_of_dates() -> int:
    """Queue the reminders of the dates in the next 24 hours, once each; gives how many dates."""
    moment = clock.now()
    near = Meeting.objects.filter(
        cancelled_at__isnull=True,
        starts_at__gt=moment,
        starts_at__lte=moment + SOON,
        battle__closed_at__isnull=True,
        battle__turn__phase=Phase.BATTLES,
        battle__turn__campaign__status=CampaignStatus.RUNNING,
    ).select_related("battle__turn__campaign", "battle__seat_first", "battle__seat_second")
    light = near.defer(*documents("battle__turn"))
    return go_round(light, _remind, name="dates", log=logger, what="the reminder of meeting")


def _remind(meeting: Meeting) -> bool:
    """Tell both sides; the outbox's key lets none be told twice of the same date."""
    battle, moment = meeting.battle, clock.now()
    campaign = battle.turn.campaign
    with transaction.atomic():
        sides = (battle.seat_first, battle.seat_second)
        readers = notices_out.readers_of(campaign, moment).of_seats(sides)
        others = StandIn.objects.filter(battle=battle, ended_at__isnull=True, user__isnull=False)
        readers += [(user, seat) for user, seat in others.values_list("user_id", "seat_id") if user]
        notices_out.store(
            notices_out.notices_for(
                campaign,
                notices_out.DATE_SOON,
                readers,
                when=notices_out.Window(moment, expires=meeting.starts_at),
                turn=battle.turn,
                about=f"{battle.public_id}:{meeting.starts_at.isoformat()}",
                detail={"battle": battle.public_id, "dates": [meeting.starts_at.isoformat()]},
            )
        )
    return True


def remind_of_battles(*, turn: Turn, battle_ids: Iterable[str], by: User) -> int:
    """Remind the sides of these open battles that have told nothing; gives how many seats. At most once a
    day each.

    Raises ``Refusal``: ``not_yours``, ``phase``, ``none``.
    """
    wanted = list(battle_ids)[:MOST_AT_ONCE]
    with locked_turn(turn.pk, Phase.BATTLES) as held:
        check_facilitator(held, by)
        reminded: list[Seat] = []
        battles = Battle.objects.filter(turn=held.turn, public_id__in=wanted)
        for battle in battles.select_related("seat_first", "seat_second").order_by("id"):
            battle.turn = held.turn
            told = results_of(battle)
            if standing_of(battle, told) in CLOSED:
                continue
            spoken = {row.seat_id for row in told}
            silent = [
                seat
                for seat in (battle.seat_first, battle.seat_second)
                if seat.pk not in spoken and seat.status != SeatStatus.BOT
            ]
            about = f"{battle.public_id}:{held.now.date().isoformat()}"
            detail = {"battle": battle.public_id}
            tell_sides(held, battle, silent, notices_out.BATTLE_OPEN, about=about, detail=detail)
            reminded += silent
        if not reminded:
            raise Refusal(_("Nobody is left to remind among these battles."), code="none")
        held.note(LogKind.SIDES_REMINDED, {"count": len(reminded)}, by=by)
        return len(reminded)
