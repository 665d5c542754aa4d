"""Invitations: whether a link still works, what it offers, and who may hand them out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaign.dates.clock import now
from campaign.models import (
    Campaign,
    CampaignStatus,
    Invitation,
    InvitationKind,
    Role,
    Seat,
    SeatStatus,
    User,
)


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat that somebody may take."""

    id: str
    number: int
    army: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """What an invitation shows to whoever holds its link; ``closed`` says why it works no more."""

    campaign: str
    campaign_id: str
    story: str
    kind: str
    made_by: str
    expires_at: datetime
    started: bool
    seats: tuple[FreeSeat, ...]
    closed: str = ""
    member: bool = False


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation as those see it who hand them out."""

    id: str
    token: str
    kind: str
    label: str
    army: str
    email: str
    uses: int
    most_uses: int
    expires_at: datetime
    closed: str


def free_seats(campaign: Campaign) -> QuerySet[Seat]:
    """The seats that nobody holds, by number."""
    empty = Q(status__in=(SeatStatus.OPEN, SeatStatus.RESIGNED)) | Q(status=SeatStatus.BOT)
    return Seat.objects.filter(empty, campaign=campaign, user=None).order_by("number")


def closed_because(invitation: Invitation) -> str:
    """Why the invitation works no more, in words; empty while it does."""
    if invitation.campaign.status == CampaignStatus.ENDED:
        return _("The campaign has ended.")
    if invitation.revoked_at is not None:
        return _("This invitation has been taken back.")
    if now() >= invitation.expires_at:
        return _("This invitation has expired.")
    if invitation.uses >= invitation.most_uses:
        return _("This invitation has been used up.")
    return ""


def invitation_by_token(token: str) -> Invitation:
    """The invitation behind a link. Raises ``Invitation.DoesNotExist``."""
    return Invitation.objects.select_related("campaign", "seat", "made_by").get(token=token)


def offer_of(invitation: Invitation, user: User | None) -> Offer:
    """What the holder of the link is shown: nothing but the name, once the link works no more."""
    campaign, closed = invitation.campaign, closed_because(invitation)
    seats: Iterable[Seat] = ()
    if not closed and invitation.kind == InvitationKind.PLAYER:
        free = free_seats(campaign)
        seats = free if invitation.seat_id is None else free.filter(pk=invitation.seat_id)
    member = user is not None and _has_this(invitation, user)
    return Offer(
        campaign=campaign.name,
        campaign_id=campaign.public_id,
        story="" if closed else campaign.story,
        kind=invitation.kind,
        made_by=invitation.made_by.name if invitation.made_by is not None and not closed else "",
        expires_at=invitation.expires_at,
        started=campaign.status != CampaignStatus.BUILDING,
        seats=tuple(
            FreeSeat(seat.public_id, seat.number, seat.army, seat.status == SeatStatus.BOT) for seat in seats
        ),
        closed=closed,
        member=member,
    )


def _has_this(invitation: Invitation, user: User) -> bool:
    """Whether the user is already what the invitation would make of them."""
    if invitation.kind == InvitationKind.PLAYER:
        return Seat.objects.filter(campaign=invitation.campaign, user=user).exists()
    return Role.objects.filter(campaign=invitation.campaign, user=user, kind=invitation.kind).exists()


def invitations_of(campaign: Campaign) -> tuple[InvitationRow, ...]:
    """All invitations of a campaign, those that work first, then the latest first."""
    found = Invitation.objects.filter(campaign=campaign).select_related("campaign", "seat").order_by("-id")
    rows = [
        InvitationRow(
            id=one.public_id,
            token=one.token,
            kind=one.kind,
            label=one.get_kind_display(),
            army=one.seat.army if one.seat is not None else "",
            email=one.email,
            uses=one.uses,
            most_uses=one.most_uses,
            expires_at=one.expires_at,
            closed=closed_because(one),
        )
        for one in found
    ]
    return tuple(sorted(rows, key=lambda row: bool(row.closed)))


def waiting_for(user: User) -> tuple[Invitation, ...]:
    """The invitations that were mailed to the user's address and still work."""
    mailed = Invitation.objects.filter(email=user.email, revoked_at=None, expires_at__gt=now())
    found = mailed.select_related("campaign", "made_by", "seat").order_by("-id")
    return tuple(one for one in found if not closed_because(one) and not _has_this(one, user))


def known_people(user: User) -> QuerySet[User]:
    """Those who share, or have shared, a campaign with the user."""
    mine = Campaign.objects.filter(Q(seats__user=user) | Q(roles__user=user))
    theirs = Q(seats__campaign__in=mine) | Q(roles__campaign__in=mine)
    return User.objects.filter(theirs, is_active=True).exclude(pk=user.pk).distinct().order_by("name", "id")
