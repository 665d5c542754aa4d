"""Stand-ins: somebody without a seat fights one battle for a player or a bot.

Whoever has ever seen the campaign's truth, or acts in any seat of it, cannot. The link is handed on by
hand: the app tells nobody who has an account.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import ActKind
from battles.rights.page_rights import still_to_fight
from campaign.access.knowledge_barriers import has_seen_truth, knows_seat
from campaign.access.membership import facilitates, may_act
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    Battle,
    CampaignStatus,
    Deputy,
    Seat,
    SeatStatus,
    StandIn,
    User,
)
from campaign.outbox.services import STAND_IN, Window, notices_for, readers_of, store
from campaign.turn.contact.battle_closing import touch


def ask_stand_in(*, battle: Battle, seat: Seat, by: User) -> StandIn:
    """Make a link for somebody to fight this battle for the seat; an older one that nobody took is void.

    Raises ``Refusal``: ``not_yours`` for all but who plays the seat, ``taken``.
    """
    with still_to_fight(battle, seat, by) as at:
        if not may_act(by, seat):
            raise Refusal(_("Only the player, or a deputy, may ask for a stand-in."), code="not_yours")
        known = StandIn.objects.filter(battle=at.battle, seat=seat, ended_at__isnull=True).first()
        if known is not None and known.user_id is not None:
            raise Refusal(_("Somebody stands in for you already."), code="taken")
        if known is not None:
            _end(known)
        at.note(ActKind.STAND_IN)
        return StandIn.objects.create(battle=at.battle, seat=seat, made_by=by, made_at=at.held.now)


def end_stand_in(*, battle: Battle, seat: Seat, by: User) -> None:
    """Take the battle back into one's own hands. Raises ``Refusal`` with code ``none``."""
    with still_to_fight(battle, seat, by) as at:
        known = StandIn.objects.filter(battle=at.battle, seat=seat, ended_at__isnull=True).first()
        if known is None or not (may_act(by, seat) or known.user_id == by.pk):
            raise Refusal(_("Nobody stands in for you."), code="none")
        _end(known)
        if known.user_id is not None:
            given_back = known.user_id == by.pk
            detail = {"battle": at.battle.public_id, "what": "given_back" if given_back else "over"}
            own = at.held.readers.of_seats((seat,))
            readers = own if given_back else [(known.user_id, known.seat_id)]
            at.held.tell_readers(readers, STAND_IN, f"{known.public_id}:over", detail)
        touch(at.battle)


def ask_for_bot(*, seat: Seat, by: User) -> StandIn:
    """Make a link for somebody to fight the bot's greatest battle of the next announcement.

    Raises ``Refusal``: ``not_yours``, ``no_bot``, ``taken``.
    """
    with transaction.atomic():
        seat = (
            Seat.objects.select_for_update(no_key=True, of=("self",))
            .select_related("campaign")
            .get(pk=seat.pk)
        )
        if not facilitates(by, seat.campaign):
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        if seat.status != SeatStatus.BOT:
            raise Refusal(_("Only a bot's battles are given to a stand-in here."), code="no_bot")
        if seat.campaign.status == CampaignStatus.ENDED:
            raise Refusal(_("The campaign has ended."), code="phase")
        for known in StandIn.objects.filter(seat=seat, battle__isnull=True, ended_at__isnull=True):
            if known.user_id is not None:
                raise Refusal(_("Somebody stands in for this bot already."), code="taken")
            _end(known)
        note(seat.campaign, LogKind.STAND_IN_SOUGHT, {"army": seat.army}, by=by)
        return StandIn.objects.create(seat=seat, made_by=by, made_at=now())


def accept_stand_in(*, token: str, by: User) -> StandIn:
    """Take the place behind a link. Raises ``StandIn.DoesNotExist`` for a link that is void, and
    ``Refusal`` with code ``unfit``.
    """
    with transaction.atomic():
        # Who opens the links of both sides at once gets one.
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        found = StandIn.objects.select_for_update(no_key=True, of=("self",)).select_related(
            "seat__campaign", "battle__turn", "battle__seat_first", "battle__seat_second"
        )
        place = found.get(token=token, ended_at__isnull=True)
        if place.user_id == by.pk:
            return place
        if place.user_id is not None:
            raise StandIn.DoesNotExist
        _check_fit(by, place)
        place.user, place.accepted_at = by, now()
        place.save(update_fields=("user", "accepted_at"))
        note(place.seat.campaign, LogKind.STAND_IN, {"person": by.name, "army": place.seat.army}, by=by)
        if place.battle is not None:
            _tell_taken(place, place.battle)
            touch(place.battle)
        return place


def _check_fit(user: User, place: StandIn) -> None:
    """Refuse whoever has a seat, has seen the truth, or knows the other side of the battle from within."""
    if not may_stand_in(user, place.seat):
        raise Refusal(
            _("Only somebody without a seat in this campaign, who has never seen its secrets, may stand in."),
            code="unfit",
        )
    battle = place.battle
    if battle is None:
        return
    rival = battle.seat_second if battle.seat_first_id == place.seat_id else battle.seat_first
    if knows_seat(user, rival):
        raise Refusal(
            _(
                "You know the secrets of the other side of this battle: you act or acted for it, or fight or"
                " fought for it. Nobody fights for both."
            ),
            code="unfit",
        )


def _tell_taken(place: StandIn, battle: Battle) -> None:
    """Tell those who act in the seat that somebody fights for them."""
    moment, campaign = now(), place.seat.campaign
    store(
        notices_for(
            campaign,
            STAND_IN,
            readers_of(campaign, moment).of_seats((place.seat,)),
            when=Window(moment),
            turn=battle.turn,
            about=f"{place.public_id}:taken",
            detail={"battle": battle.public_id, "what": "taken"},
        )
    )


def may_stand_in(user: User, seat: Seat) -> bool:
    """Whether the user may fight a battle for the seat: without a seat or insight."""
    campaign = seat.campaign_id
    seated = Seat.objects.filter(campaign=campaign, user=user)
    deputed = Deputy.objects.filter(seat__campaign=campaign, user=user)
    return not (seated.exists() or deputed.exists() or has_seen_truth(user, seat.campaign))


def _end(place: StandIn) -> None:
    place.ended_at = now()
    place.save(update_fields=("ended_at",))
