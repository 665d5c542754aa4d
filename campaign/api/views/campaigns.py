"""What is public of my campaigns."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint, Endpoint
from campaign.api.serializers import campaigns as shapes
from campaign.selectors.facts import campaign_facts, campaign_lines, commitments_of, turns_of


class CampaignList(Endpoint):
    """The campaigns in which I take part."""

    @extend_schema(responses=shapes.Campaigns, operation_id="list_campaigns")
    def get(self, request: Request) -> Response:
        """List the campaigns in which you have a seat or a role, the newest first."""
        return Response(shapes.Campaigns({"items": campaign_lines(self.person)}).data)


class OneCampaign(CampaignEndpoint):
    """One of my campaigns."""

    @extend_schema(responses=shapes.Campaign, operation_id="read_campaign")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read what is public of a campaign: settings, terrain, seats, the turn and its dates."""
        return Response(shapes.Campaign(campaign_facts(self.person, self.campaign)).data)


class TurnList(CampaignEndpoint):
    """The turns of one of my campaigns."""

    @extend_schema(responses=shapes.Turns, operation_id="list_turns")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List a campaign's turns with their dates, the latest first."""
        return Response(shapes.Turns({"items": turns_of(self.campaign)}).data)


class Commitment(CampaignEndpoint):
    """What binds the dice of one of my campaigns."""

    @extend_schema(responses=shapes.Commitments, operation_id="read_commitments")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read the commitments to which every die of the campaign can be traced at its end (Rules 4)."""
        return Response(shapes.Commitments({"items": commitments_of(self.campaign)}).data)
