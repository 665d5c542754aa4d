"""Nobody holds a seat any more: its dates are off, and whoever is to fight against it is told."""

from __future__ import annotations

from django.db.models import Q

from battles.models import Meeting, Offer, OfferState
from campaign.models import Battle, Phase, Seat, SeatStatus, StandIn, Turn
from campaign.outbox.services import OPPONENT_LEFT
from campaign.people.seats.services import EMPTIED
from campaign.turn.contact.battle_closing import results_of, touch
from campaign.turn.contact.battle_notices import tell_sides
from campaign.turn.contact.battle_status import CLOSED, standing_of
from campaign.turn.locked_turn import LockedTurn, locked_turn


def free_opponents(seat: Seat) -> None:
    """Take back what a seat has offered and agreed to for battles still to be fought, and tell the others.

    Nothing of it counts as if somebody had answered on a battle's page: who waits there may prove the
    silence. A battle that somebody fights in the seat's place goes on as it was.
    """
    turn = Turn.objects.filter(campaign=seat.campaign_id, phase=Phase.BATTLES).first()
    if turn is None:
        return
    with locked_turn(turn.pk) as held:
        own = Battle.objects.filter(Q(seat_first=seat) | Q(seat_second=seat), turn=held.turn, auto=False)
        fought = StandIn.objects.filter(seat=seat, user__isnull=False, ended_at__isnull=True).values("battle")
        for battle in own.exclude(pk__in=fought).select_related("seat_first", "seat_second").order_by("id"):
            battle.turn = held.turn
            if standing_of(battle, results_of(battle)) not in CLOSED:
                _free(held, battle, seat)


def _free(held: LockedTurn, battle: Battle, seat: Seat) -> None:
    offers = Offer.objects.filter(battle=battle, seat=seat, state=OfferState.OPEN)
    offers.update(state=OfferState.WITHDRAWN, settled_at=held.now)
    other = battle.seat_second if battle.seat_first_id == seat.pk else battle.seat_first
    detail = {
        "battle": battle.public_id,
        "other": seat.army,
        "bot": seat.status == SeatStatus.BOT,
        "dates": _called_off(held, battle),
    }
    about = f"{battle.public_id}:{held.now.isoformat()}"
    tell_sides(held, battle, (other,), OPPONENT_LEFT, about=about, detail=detail)
    touch(battle)


def _called_off(held: LockedTurn, battle: Battle) -> list[str]:
    """Call the agreed date off, if it is still to come; gives it."""
    ahead = Meeting.objects.filter(battle=battle, cancelled_at__isnull=True, starts_at__gt=held.now)
    meeting = ahead.first()
    if meeting is None:
        return []
    meeting.cancelled_at = meeting.changed_at = held.now
    meeting.sequence += 1
    meeting.save(update_fields=("cancelled_at", "changed_at", "sequence"))
    return [meeting.starts_at.isoformat()]


def register() -> None:
    """Let the seats' room know of battles."""
    if free_opponents not in EMPTIED:
        EMPTIED.append(free_opponents)
