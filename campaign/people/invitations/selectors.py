"""Invitations: whether a link still works, what it offers, and who may hand them out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaign.base.answers import PAGE, Named, answered_after, called, one_of
from campaign.base.dates.clock import now
from campaign.base.dates.schedule_presets import PACE
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.setting_words import vision_words
from campaign.models import (
    Campaign,
    CampaignStatus,
    Gathering,
    Invitation,
    InvitationKind,
    Role,
    Seat,
    SeatStatus,
    TextKind,
    User,
)
from campaign.people.army.arming import arms_itself
from campaign.people.texts.selectors import HouseText, texts_of


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat that somebody may take."""

    id: Annotated[str, PAGE]
    number: Annotated[int, Named("seat")]
    army: str
    bot: bool


@called("InvitationOffer")
@dataclass(frozen=True, slots=True)
class Offer:
    """What an invitation offers; ``closed`` says why it works no more, and then the rest is empty."""

    campaign: str
    campaign_id: Annotated[str, "Answers to members only."]
    story: str
    texts: Annotated[tuple[HouseText, ...], "What the club asks of whoever plays, whole."]
    sees: Annotated[str, "What all may see of the war turns late, in words; empty: its public facts alone."]
    kind: Annotated[str, one_of(InvitationKind)]
    made_by: str
    expires_at: datetime
    started: bool
    seats: tuple[FreeSeat, ...]
    armed: Annotated[bool, "Whoever takes a seat before the war has an army at once, and may change it."]
    closed: str = ""
    member: bool = False
    mailed: Annotated[bool, PAGE] = False
    """Whether it is for one address alone."""
    pace: Annotated[str, PAGE] = ""
    """How long a war by the minute takes whoever comes, in words: it is joined standing."""
    for_another: Annotated[bool, "It was mailed to an address that is not yours."] = False

    @property
    def asked(self) -> HouseText | None:
        """What whoever takes a seat by it agrees to; None where nothing is asked."""
        asked = (one for one in self.texts if one.kind == TextKind.PARTICIPATION)
        return next(asked, None) if self.kind == InvitationKind.PLAYER else None

    @answered_after("texts")
    def agree(self) -> int | None:
        """The version of the participation text, to be sent as agreed; null: nothing is asked."""
        return self.asked.version if self.asked is not None else None


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation, for those who hand them out; its page is ``/join/<token>/``."""

    id: str
    token: str
    kind: Annotated[str, one_of(InvitationKind)]
    label: Annotated[str, PAGE]
    army: str
    mailed: Annotated[bool, "It works for whoever has the address that it was mailed to."]
    to: Annotated[str, "The name that was typed; an address if you did."]
    email: Annotated[str, "Only if it was you who typed an address."]
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
        return _("This invitation has been withdrawn.")
    if now() >= invitation.expires_at:
        return _("This invitation has expired.")
    if invitation.uses >= invitation.most_uses:
        return _("This invitation has been used up.")
    return ""


def is_for(invitation: Invitation, user: User) -> bool:
    """Whether the user may accept it: what was mailed is for whoever has shown that the address is theirs."""
    if not invitation.email:
        return True
    theirs = EmailAddress.objects.filter(user=user, email__iexact=invitation.email, verified=True)
    return bool(theirs.exists())


def invitation_by_token(token: str) -> Invitation:
    """The invitation behind a link. Raises ``Invitation.DoesNotExist``."""
    return Invitation.objects.select_related("campaign", "seat", "made_by").get(token=token)


def offer_of(invitation: Invitation, user: User | None) -> Offer:
    """What the holder of the link is shown: nothing but the name, once the link works no more."""
    campaign, closed = invitation.campaign, closed_because(invitation)
    seats: Iterable[Seat] = ()
    if not closed and invitation.kind == InvitationKind.PLAYER:
        free = free_seats(campaign)
        nobodys = free.filter(status=SeatStatus.OPEN)
        if arms_itself(campaign) and nobodys.exists():
            # Which place it is makes no difference yet; nobody's go before those that a bot keeps warm.
            free = nobodys
        seats = free if invitation.seat_id is None else free.filter(pk=invitation.seat_id)
    member = user is not None and _has_this(invitation, user)
    return Offer(
        campaign=campaign.name,
        campaign_id=campaign.public_id,
        story="" if closed else campaign.story,
        texts=() if closed else texts_of(campaign),
        sees="" if closed else vision_words(Variables.of(campaign)),
        kind=invitation.kind,
        made_by=invitation.made_by.name if invitation.made_by is not None and not closed else "",
        expires_at=invitation.expires_at,
        started=campaign.status != CampaignStatus.BUILDING,
        seats=tuple(
            FreeSeat(seat.public_id, seat.number, seat.army, seat.status == SeatStatus.BOT) for seat in seats
        ),
        armed=not closed and arms_itself(campaign),
        closed=closed,
        member=member,
        mailed=bool(invitation.email),
        pace="" if closed else _pace_of(campaign),
        for_another=user is not None and not is_for(invitation, user),
    )


def _pace_of(campaign: Campaign) -> str:
    found = Gathering.objects.filter(campaign=campaign).values_list("pace", flat=True).first()
    pace = PACE.get(found or "")
    return f"{pace.name}. {pace.about}" if pace is not None else ""


def _has_this(invitation: Invitation, user: User) -> bool:
    """Whether the user is already what the invitation would make of them."""
    if invitation.kind == InvitationKind.PLAYER:
        return Seat.objects.filter(campaign=invitation.campaign, user=user).exists()
    return Role.objects.filter(campaign=invitation.campaign, user=user, kind=invitation.kind).exists()


def invitations_of(campaign: Campaign, viewer: User) -> tuple[InvitationRow, ...]:
    """All invitations of a campaign, those that work first, then the latest first.

    Whose address it is that one was mailed to, only its maker knows, and only if he typed it.
    """
    found = Invitation.objects.filter(campaign=campaign).select_related("campaign", "seat").order_by("-id")
    typed = {one.pk: "@" in one.to for one in found}
    rows = [
        InvitationRow(
            id=one.public_id,
            token=one.token,
            kind=one.kind,
            label=one.get_kind_display(),
            army=one.seat.army if one.seat is not None else "",
            mailed=bool(one.email),
            to=one.to if not typed[one.pk] or one.made_by_id == viewer.pk else "",
            email=one.to if typed[one.pk] and one.made_by_id == viewer.pk else "",
            uses=one.uses,
            most_uses=one.most_uses,
            expires_at=one.expires_at,
            closed=closed_because(one),
        )
        for one in found
    ]
    return tuple(sorted(rows, key=lambda row: bool(row.closed)))


def waiting_for(user: User) -> tuple[Invitation, ...]:
    """The invitations that were mailed to the user's address and still work, one for each part in a campaign.

    Of several for the same part it is the latest, unless somebody else holds its seat by now.
    """
    mailed = Invitation.objects.filter(email=user.email, revoked_at=None, expires_at__gt=now())
    found = mailed.select_related("campaign", "made_by", "seat").order_by("-id")
    waiting = [one for one in found if not closed_because(one)]
    campaigns = {one.campaign_id for one in waiting}
    seats = Seat.objects.filter(campaign__in=campaigns, user=user)
    roles = Role.objects.filter(campaign__in=campaigns, user=user).values_list("campaign", "kind")
    held = set(roles) | {(pk, InvitationKind.PLAYER.value) for pk in seats.values_list("campaign", flat=True)}
    first: dict[tuple[int, str], Invitation] = {}
    for one in sorted(waiting, key=lambda one: one.seat is not None and one.seat.user_id is not None):
        if (one.campaign_id, one.kind) not in held:
            first.setdefault((one.campaign_id, one.kind), one)
    return tuple(one for one in waiting if one in first.values())


def lacks_second_factor(user: User) -> bool:
    """Whether the user logs in without a second factor."""
    return not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
