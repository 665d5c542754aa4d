"""How a campaign is played, for programs: the book that its pages show, the same for all who may read it."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.models import Campaign, CampaignStatus, Invitation, Scope
from campaign.people.invitations.selectors import closed_because, invitation_by_token
from campaign.rulebook.open_book.selectors import OpenBook, open_book
from campaign.web.api.base import CampaignEndpoint, Endpoint
from campaign.web.api.problems import ProblemError, not_found


class _Book(Endpoint):
    """An address that answers with the book, the same bytes for everybody."""

    read_scope = Scope.READ

    def finalize_response(
        self, request: Request, response: object, *args: object, **kwargs: object
    ) -> Response:
        """Answer with moments in the campaign's zone, not in the reader's."""
        zone = response.zone if isinstance(response, OpenBook) else None
        with timezone.override(zone or timezone.get_current_timezone_name()):
            return super().finalize_response(request, response, *args, **kwargs)


class Rulebook(_Book, CampaignEndpoint):
    """The open book of a campaign."""

    read_scope = Scope.READ

    def find(self, campaign_id: str, **named: object) -> Campaign:
        """The campaign: of members, and one that is open to all."""
        try:
            return super().find(campaign_id, **named)
        except Campaign.DoesNotExist:
            opened = Campaign.objects.filter(open_to_all=True).exclude(status=CampaignStatus.BUILDING)
            return opened.get(public_id=campaign_id)

    @extend_schema(operation_id="read_rulebook")
    def get(self, request: Request, campaign_id: str) -> OpenBook:
        """Read how a campaign is played: texts, each setting as a sentence, armies, missions, changes."""
        return open_book(self.campaign)


class InvitedRulebook(_Book):
    """The open book, for whoever holds an invitation."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_invited_rulebook")
    def get(self, request: Request, token: str) -> OpenBook:
        """Read, before joining, how a campaign is played; refused once the link works no more."""
        try:
            invitation = invitation_by_token(token)
        except Invitation.DoesNotExist:
            raise not_found() from None
        closed = closed_because(invitation)
        if closed:
            raise ProblemError("refused", closed, code="closed")
        return open_book(invitation.campaign)
