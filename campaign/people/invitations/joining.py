"""People come into a campaign: an invitation is accepted, a seat taken, also one that somebody has left."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from campaign.access.knowledge_barriers import check_no_fight, check_unseen, keep_truth
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    ArmyPick,
    Campaign,
    CampaignStatus,
    Deputy,
    Insight,
    Invitation,
    InvitationKind,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    User,
)
from campaign.outbox import public_events as events
from campaign.people.army.arming import arm, arms_itself
from campaign.people.changes_told import tell_facilitators
from campaign.people.invitations.selectors import closed_because, free_seats, is_for
from campaign.people.reliability.selectors import too_unreliable
from campaign.people.texts.services import keep_consent
from campaign.turn.bot_plans import forget_plan


@transaction.atomic
def accept_invitation(
    *, invitation: Invitation, user: User, seat_id: str = "", agreed: int | None = None
) -> Campaign:
    """Accept an invitation, once per person; ``seat_id`` chooses among the free seats if there are several.

    ``agreed`` is the version of what taking part asks for to which the person agrees, kept with its time.

    Whoever is already what it offers changes nothing. Gives the campaign. Raises ``Refusal``: ``closed`` with
    the reason, ``not_yours`` if it was mailed to somebody else's address, ``taken``, ``has_seen``, ``role``
    for somebody whose part in the campaign forbids it, ``agree`` if what is asked has not been agreed to,
    ``reliability`` for who comes by a link and below what the war asks of its people.
    """
    if user.guest:
        raise Refusal(_("Only an account takes part in a campaign with people."), code="not_yours")
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=invitation.campaign_id)
    found = Invitation.objects.select_for_update(no_key=True, of=("self",)).get(pk=invitation.pk)
    found.campaign = campaign
    if found.kind == InvitationKind.PLAYER:
        if Seat.objects.filter(campaign=campaign, user=user).exists():
            return campaign
    elif Role.objects.filter(campaign=campaign, user=user, kind=found.kind).exists():
        return campaign
    closed = closed_because(found)
    if closed:
        raise Refusal(closed, code="closed")
    if not is_for(found, user):
        raise Refusal(
            _(
                "This invitation was mailed to another address than yours. Log in with the account of that"
                " address, or ask whoever invited you for a link."
            ),
            code="not_yours",
        )
    if found.kind == InvitationKind.PLAYER:
        if not found.email and (wrong := too_unreliable(user, campaign)):
            raise Refusal(wrong, code="reliability")
        seat = _chosen(found, seat_id)
        _take(found, user, seat)
        keep_consent(campaign, seat, user, agreed)
    else:
        _give_role(campaign, user, RoleKind(found.kind))
    Invitation.objects.filter(pk=found.pk).update(uses=F("uses") + 1)
    return campaign


def _chosen(invitation: Invitation, seat_id: str) -> Seat:
    free = free_seats(invitation.campaign).select_for_update(no_key=True)
    if invitation.seat_id is not None:
        seat = free.filter(pk=invitation.seat_id).first()
    elif seat_id:
        seat = free.filter(public_id=seat_id).first()
    else:
        # A seat that nobody has before one that a bot has kept warm.
        seat = free.exclude(status=SeatStatus.BOT).first() or free.first()
    if seat is not None:
        seat.campaign = invitation.campaign
        return seat
    if invitation.seat_id is None and free_seats(invitation.campaign).exists():
        raise Refusal(_("Somebody has just taken this seat; choose another."), code="taken", field="seat")
    raise Refusal(_("No seat is free. Ask the facilitator for one."), code="taken")


def _take(invitation: Invitation, user: User, seat: Seat) -> None:
    """Put the user into the seat: it knows all that the seat knows."""
    campaign = invitation.campaign
    _leave_watching(campaign, user)
    check_unseen(user, campaign, seat)
    running = campaign.status != CampaignStatus.BUILDING
    Seat.objects.filter(pk=seat.pk).update(
        user=user, status=SeatStatus.PLAYER, missed_in_a_row=0, open_agreed="", version=F("version") + 1
    )
    forget_plan(seat)
    Insight.objects.filter(seat=seat, user=user).delete()
    if not running:
        ArmyPick.objects.get_or_create(seat=seat)
        if arms_itself(campaign):
            seat.user = user
            arm(campaign, seat)
            seat.refresh_from_db(fields=("army", "number"))
    note(campaign, LogKind.JOINED, {"person": user.name, "army": seat.army}, by=user)
    tell_facilitators(campaign, "joined", seat.army, user)
    events.tell_of_seat(events.SEAT_TAKEN, campaign, seat, user)


def _leave_watching(campaign: Campaign, user: User) -> None:
    """An observer who becomes a player is one no more; who judges or runs the campaign cannot."""
    role = Role.objects.filter(campaign=campaign, user=user).first()
    if role is None or (role.kind == RoleKind.FACILITATOR and campaign.blind):
        return
    if role.kind != RoleKind.OBSERVER:
        raise Refusal(
            _("You are %(role)s of this campaign: whoever sees its truth can hold no seat in it.")
            % {"role": role.get_kind_display().lower()},
            code="role",
        )
    role.delete()


def _give_role(campaign: Campaign, user: User, kind: RoleKind) -> None:
    playing = Seat.objects.filter(campaign=campaign, user=user).exists()
    if playing and not (kind == RoleKind.FACILITATOR and campaign.blind):
        raise Refusal(_("You play in this campaign: you can have no other part in it."), code="role")
    if Deputy.objects.filter(seat__campaign=campaign, user=user).exists():
        raise Refusal(_("You are a deputy in this campaign: you can have no other part in it."), code="role")
    if kind in (RoleKind.FACILITATOR, RoleKind.ARBITER):
        check_no_fight(user, campaign)
    held = Role.objects.filter(campaign=campaign, user=user).first()
    if held is not None and held.kind == RoleKind.FACILITATOR:
        raise Refusal(_("You are a facilitator of this campaign already."), code="role")
    Role.objects.update_or_create(campaign=campaign, user=user, defaults={"kind": kind})
    if kind in (RoleKind.FACILITATOR, RoleKind.ARBITER):
        keep_truth(campaign, user)
    note(campaign, LogKind.JOINED_ROLE, {"person": user.name, "role": kind.value}, by=user)
    tell_facilitators(campaign, kind, "", user)
