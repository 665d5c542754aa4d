"""Who acts in a seat changes: a player leaves or is removed, the bot takes over, the player comes back."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from campaign.access.knowledge_barriers import keep_seat
from campaign.access.membership import facilitates
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    ArmyPick,
    BotCharacter,
    BotLevel,
    Campaign,
    CampaignStatus,
    Deputy,
    InsightKind,
    PickState,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out
from campaign.people.changes_told import tell_facilitators
from campaign.people.seats.deputies import tell_deputy
from campaign.turn.bot_plans import forget_plan
from campaign.turn.deadlines import consider_early_close
from campaign.turn.plans.bot_limits import check_bots, level_by_itself
from campaign.turn.turn_rights import check_reason

EMPTIED: list[Callable[[Seat], None]] = []
"""What other apps do when nobody holds a seat any more, in the same transaction; they add themselves."""


def leave_seat(*, seat: Seat, by: User) -> None:
    """Give up the seat for good: its player goes on reading what it knew. Raises ``Refusal``.

    In an automatic campaign the bot plays on; in others its banners have no orders until somebody takes it.
    """
    with transaction.atomic():
        seat, campaign = _locked(seat)
        if seat.user_id != by.pk:
            raise Refusal(_("Only the seat's player gives it up."), code="not_yours")
        status = _empty(campaign, seat, by)
        note(campaign, LogKind.SEAT_LEFT, {"person": by.name, "army": seat.army}, by=by)
        tell_facilitators(campaign, "left", seat.army, by, bot=status == SeatStatus.BOT)
    _consider(campaign)


def remove_player(*, seat: Seat, by: User, reason: str) -> None:
    """Take the seat from its player, who is told why; a playing facilitator cannot. Raises ``Refusal``."""
    reason = check_reason(reason)
    with transaction.atomic():
        seat, campaign = _locked(seat)
        _check_facilitator(campaign, by)
        player = seat.user
        if player is None:
            raise Refusal(_("Nobody holds this seat."), code="empty")
        _empty(campaign, seat, player)
        note(
            campaign,
            LogKind.SEAT_EMPTIED,
            {"person": player.name, "army": seat.army, "reason": reason},
            by=by,
        )
        _tell_removed(campaign, seat, player, reason)
    _consider(campaign)


def give_to_bot(
    *, seat: Seat, by: User, level: str = BotLevel.REGULAR, character: str = BotCharacter.STEADY
) -> None:
    """Let the bot play the seat until its player takes it back; its player and facilitators may.

    ``level`` and ``character`` are public. Before the war a bot's may be chosen anew. Raises ``Refusal``:
    ``not_yours``, ``bot`` if it plays already, ``bots`` and ``veterans`` beyond the limits.
    """
    with transaction.atomic():
        seat, campaign = _locked(seat)
        if seat.user_id != by.pk:
            _check_facilitator(campaign, by)
        building = campaign.status == CampaignStatus.BUILDING
        if seat.status == SeatStatus.BOT and not building:
            raise Refusal(_("The bot plays this seat already."), code="bot")
        check_bots(by, [level], campaign=campaign, but=seat)
        Seat.objects.filter(pk=seat.pk).update(bot_level=level, bot_character=character)
        _set_status(seat, SeatStatus.BOT)
        note(campaign, LogKind.SEAT_BOT, {"army": seat.army}, by=by)
    _consider(campaign)


def take_back(*, seat: Seat, by: User) -> None:
    """Take the seat back from the bot; its player and facilitators may. Raises ``Refusal``."""
    with transaction.atomic():
        seat, campaign = _locked(seat)
        if seat.user_id != by.pk:
            _check_facilitator(campaign, by)
        if seat.status != SeatStatus.BOT:
            raise Refusal(_("The bot does not play this seat."), code="bot")
        if seat.user_id is None:
            raise Refusal(_("Nobody holds this seat: invite somebody to it."), code="empty")
        _set_status(seat, SeatStatus.PLAYER)
        forget_plan(seat)
        note(campaign, LogKind.SEAT_RETURNED, {"army": seat.army}, by=by)


def _empty(campaign: Campaign, seat: Seat, player: User) -> SeatStatus:
    """Nobody holds the seat any more; what it knows stays with it. Gives what has become of it."""
    building = campaign.status == CampaignStatus.BUILDING
    if not building:
        keep_seat(seat, player, InsightKind.PLAYER)
    for deputy in Deputy.objects.filter(seat=seat).select_related("user", "seat__campaign"):
        if not building:
            keep_seat(seat, deputy.user, InsightKind.DEPUTY)
        if deputy.until is None or deputy.until > clock.now():
            tell_deputy(deputy, deputy.user, "over", player)
        deputy.delete()
    if building:
        status = SeatStatus.OPEN
        ArmyPick.objects.filter(seat=seat).exclude(state=PickState.APPROVED).delete()
    else:
        status = SeatStatus.BOT if campaign.automatic else SeatStatus.RESIGNED
    seat.user = None
    events.tell_of_seat(events.SEAT_OPENED, campaign, seat, player)
    Seat.objects.filter(pk=seat.pk).update(
        user=None,
        status=status,
        bot_level=level_by_itself(seat, campaign.seats.all()) if status == SeatStatus.BOT else seat.bot_level,
        missed_in_a_row=0,
        to_agree=False,
        open_agreed="",
        version=F("version") + 1,
    )
    seat.status = status
    for told in EMPTIED:
        told(seat)
    return status


def _set_status(seat: Seat, status: SeatStatus) -> None:
    Seat.objects.filter(pk=seat.pk).update(status=status, missed_in_a_row=0, version=F("version") + 1)


def _locked(seat: Seat) -> tuple[Seat, Campaign]:
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=seat.campaign_id)
    if campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="ended")
    found = Seat.objects.select_for_update(no_key=True, of=("self",)).select_related("user").get(pk=seat.pk)
    found.campaign = campaign
    return found, campaign


def _check_facilitator(campaign: Campaign, by: User) -> None:
    if not facilitates(by, campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")


def _consider(campaign: Campaign) -> None:
    """Perhaps the plan that is gone was the last one that was awaited."""
    turn = Turn.objects.filter(campaign=campaign, phase="planning").values_list("pk", flat=True).first()
    if turn is not None:
        transaction.on_commit(lambda: consider_early_close(turn))


def _tell_removed(campaign: Campaign, seat: Seat, player: User, reason: str) -> None:
    notices_out.tell(
        campaign, notices_out.SEAT_LOST, [(player.pk, None)], {"army": seat.army, "reason": reason}
    )
