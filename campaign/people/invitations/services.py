"""Invitations are made and taken back. What comes of accepting one is in ``joining`` beside this."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.acquaintance import known_people
from campaign.access.membership import facilitates, keeps
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    Campaign,
    CampaignStatus,
    Invitation,
    InvitationKind,
    Seat,
    User,
)
from campaign.outbox import services as notices_out

MOST_DAYS, MOST_USES = 90, 50
MOST_OPEN = 200


@transaction.atomic
def invite(
    *,
    campaign: Campaign,
    by: User,
    kind: str = InvitationKind.PLAYER,
    seat: Seat | None = None,
    to: str = "",
    days: int = 14,
    uses: int = 1,
) -> Invitation:
    """Make an invitation that works for ``days`` days and ``uses`` people.

    ``to`` is an e-mail address, or the name of somebody with whom ``by`` has shared a campaign: it is mailed
    there and works once, for whoever has that address. Raises ``Refusal``: ``not_yours``, ``ended``,
    ``impossible`` with the field.
    """
    _check_right(campaign, by, kind)
    if not 1 <= days <= MOST_DAYS:
        raise _impossible("days", _("An invitation works for 1 to %(most)s days.") % {"most": MOST_DAYS})
    if not 1 <= uses <= MOST_USES:
        raise _impossible("uses", _("An invitation works for 1 to %(most)s people.") % {"most": MOST_USES})
    if seat is not None and kind != InvitationKind.PLAYER:
        raise _impossible("seat", _("Only a player's invitation is for a seat."))
    moment = clock.now()
    working = Invitation.objects.filter(campaign=campaign, revoked_at=None, expires_at__gt=moment)
    if working.count() >= MOST_OPEN:
        raise Refusal(_("There are too many invitations; take some back first."), code="too_many")
    to = " ".join(to.split())
    email = _address(to, by) if to else ""
    if email and EmailAddress.objects.filter(user=by, email__iexact=email).exists():
        raise _impossible("to", _("This is your own address; you have your part in this campaign already."))
    invitation = Invitation.objects.create(
        campaign=campaign,
        kind=kind,
        seat=seat,
        email=email,
        to=to.lower() if "@" in to else to,
        most_uses=1 if email or seat is not None else uses,
        expires_at=moment + timedelta(days=days),
        made_by=by,
        created_at=moment,
    )
    note(campaign, LogKind.INVITED, {"part": _part(invitation)}, by=by)
    if email:
        _mail(invitation, by)
    return invitation


def invited_before(invitation: Invitation) -> bool:
    """Whether whoever made an invitation has mailed another one to the same address that still works.

    What others have mailed counts not: whom they have invited is not said to whoever types an address.
    """
    same = Invitation.objects.filter(
        campaign=invitation.campaign,
        kind=invitation.kind,
        email=invitation.email,
        made_by=invitation.made_by,
        revoked_at=None,
        expires_at__gt=clock.now(),
        uses=0,
    )
    return bool(invitation.email) and same.exclude(pk=invitation.pk).exists()


def revoke_invitation(*, invitation: Invitation, by: User) -> None:
    """Take an invitation back: its link works no more. Raises ``Refusal`` with code ``not_yours``."""
    if not keeps(by, invitation.campaign):
        raise Refusal(_("Only a facilitator takes an invitation back."), code="not_yours")
    with transaction.atomic():
        found = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
        if found.revoked_at is None:
            found.revoked_at = clock.now()
            found.save(update_fields=("revoked_at",))
            note(invitation.campaign, LogKind.INVITATION_REVOKED, {"part": _part(invitation)}, by=by)


def _check_right(campaign: Campaign, by: User, kind: str) -> None:
    if not keeps(by, campaign):
        raise Refusal(_("Only a facilitator invites people."), code="not_yours")
    if campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nobody can join it."), code="ended")
    if kind not in InvitationKind.values:
        allowed = ", ".join(InvitationKind.values)
        raise _impossible("kind", _("An invitation is one of %(allowed)s.") % {"allowed": allowed})
    if kind == InvitationKind.FACILITATOR and not campaign.blind and not facilitates(by, campaign):
        raise Refusal(
            _("Whoever plays in the campaign cannot make somebody its facilitator."), code="not_yours"
        )


def _address(to: str, by: User) -> str:
    """The e-mail address that is meant: written out, or of a person whom ``by`` knows by name."""
    if "@" in to:
        try:
            validate_email(to)
        except ValidationError:
            raise _impossible("to", _("%(to)s is no e-mail address.") % {"to": to}) from None
        return to.lower()
    found = list(known_people(by).filter(name__iexact=to)[:2])
    if not found:
        raise _impossible(
            "to", _("You have shared no campaign with %(to)s; write an e-mail address.") % {"to": to}
        )
    if len(found) > 1:
        raise _impossible("to", _("You know more than one %(to)s; write an e-mail address.") % {"to": to})
    return found[0].address


def _mail(invitation: Invitation, by: User) -> None:
    """Put the mail into the outbox: it goes out in the name of whoever invites, to the address."""
    notices_out.store(
        notices_out.notices_for(
            invitation.campaign,
            notices_out.INVITED,
            [(by.pk, None)],
            when=notices_out.Window(clock.now(), expires=invitation.expires_at),
            about=invitation.public_id,
            detail={"invitation": invitation.public_id},
        )
    )


def _part(invitation: Invitation) -> list[str]:
    """What it makes of somebody, for the log: its kind, for a player's seat with the army."""
    kind = str(invitation.kind)
    return [kind] if invitation.seat is None else [kind, invitation.seat.army]


def _impossible(field: str, message: str) -> Refusal:
    return Refusal(message, code="impossible", field=field)
