"""Whoever runs a blind campaign may play in it: its set-up is shown to nobody."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.founding.draft_saving import locked_draft
from campaign.models import Campaign, InvitationKind, Seat, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite


@transaction.atomic
def take_own_seat(*, campaign: Campaign, by: User, seat_id: str, agreed: int | None = None) -> None:
    """Put a builder of a blind campaign into one of its free seats; ``agreed`` as in joining.

    Raises ``Refusal``: ``blind`` where the set-up is seen by those who build it, else as joining does.
    """
    draft = locked_draft(campaign, by)
    if not draft.campaign.blind:
        raise Refusal(
            _("Whoever builds this campaign sees its secrets, and so can hold no seat in it."), code="blind"
        )
    if Seat.objects.filter(campaign=campaign, user=by).exists():
        raise Refusal(_("You have a seat already."), code="taken", field="seat")
    seat = Seat.objects.filter(campaign=campaign, public_id=seat_id, user=None).first()
    if seat is None:
        raise Refusal(_("This seat is not free; choose another."), code="taken", field="seat")
    seat.campaign = draft.campaign
    own = invite(campaign=draft.campaign, by=by, kind=InvitationKind.PLAYER, seat=seat, to="", days=1, uses=1)
    accept_invitation(invitation=own, user=by, agreed=agreed)
