"""The card that a link of invitation shows elsewhere (OpenGraph, Twitter): what its page says. Face C2."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.base.dates.times import when
from campaign.base.sandbox.drawn_once import drawn_once
from campaign.models import CampaignStatus, Invitation, InvitationKind
from campaign.notices.war_card import LIGHT, SIZE, host, site_card
from campaign.people.invitations.selectors import offer_of


def invitation_card(invitation: Invitation) -> bytes:
    """The PNG of an invitation's card, from what its page shows to anybody; a closed one has the site's.

    Raises ``NoTurnError`` and ``ChildFailedError``.
    """
    offer = offer_of(invitation, None)
    if offer.closed:
        return site_card()
    by = _("%(name)s invites you") % {"name": offer.made_by} if offer.made_by else _("You are invited")
    until = _("The invitation works until %(when)s.") % {"when": when(offer.expires_at)}
    return drawn_once(
        {
            "kind": "card",
            "size": list(SIZE),
            "light": LIGHT,
            "title": offer.campaign,
            "heading": by,
            "mark": until,
            "site": host(),
            "armies": [
                [seat.number, seat.army] for seat in offer.seats if _is_chosen(invitation, offer.armed)
            ],
        }
    )


def _is_chosen(invitation: Invitation, armed: bool) -> bool:
    """Whether the page names the armies: not where each place is as good as another."""
    return invitation.kind == InvitationKind.PLAYER and not (
        armed and invitation.campaign.status == CampaignStatus.BUILDING
    )
