"""What is public of my campaigns."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint, Endpoint
from campaign.api.paging import AFTER, rows_after
from campaign.api.serializers import building as draft_shapes
from campaign.api.serializers import campaigns as shapes
from campaign.api.views.building import begin_campaign
from campaign.models import Scope
from campaign.selectors.access import campaigns_of
from campaign.selectors.facts import campaign_facts, campaign_lines, commitments_of, turn_facts, turns_of
from campaign.services.dice_check import dice_logs


class CampaignList(Endpoint):
    """The campaigns in which I take part."""

    write_scope = Scope.FACILITATE
    parameters = (AFTER,)

    @extend_schema(responses=shapes.Campaigns, operation_id="list_campaigns")
    def get(self, request: Request) -> Response:
        """List the campaigns in which you have a seat or a role, the newest first."""
        found, after = rows_after(request, campaigns_of(self.person), ("-id",))
        items = campaign_lines(self.person, found)
        return Response(shapes.Campaigns({"items": items, "next": after}).data)

    @extend_schema(
        request=draft_shapes.Founding,
        responses={201: draft_shapes.Draft},
        operation_id="found_campaign",
    )
    def post(self, request: Request) -> Response:
        """Found a campaign: you build and facilitate it. Begin empty, from a template, or like an old one."""
        return begin_campaign(self)


class OneCampaign(CampaignEndpoint):
    """One of my campaigns."""

    @extend_schema(responses=shapes.Campaign, operation_id="read_campaign")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read what is public of a campaign: settings, terrain, seats, the turn and its dates."""
        return Response(shapes.Campaign(campaign_facts(self.person, self.campaign)).data)


class TurnList(CampaignEndpoint):
    """The turns of one of my campaigns."""

    parameters = (AFTER,)

    @extend_schema(responses=shapes.Turns, operation_id="list_turns")
    def get(self, request: Request, campaign_id: str) -> Response:
        """List a campaign's turns with their dates, the latest first."""
        found, after = rows_after(request, turns_of(self.campaign), ("-number",))
        items = turn_facts(self.campaign, found)
        return Response(shapes.Turns({"items": items, "next": after}).data)


class Commitment(CampaignEndpoint):
    """What binds the dice of one of my campaigns."""

    @extend_schema(responses=shapes.Commitments, operation_id="read_commitments")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read the commitments to which every die of the campaign can be traced at its end (Rules 4)."""
        return Response(shapes.Commitments({"items": commitments_of(self.campaign)}).data)


class DiceLogs(CampaignEndpoint):
    """Every seed and die of a campaign that has ended."""

    @extend_schema(responses=shapes.DiceLogs, operation_id="read_dice")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read all seeds and dice, a log for each commitment; refused (409) until the campaign ends."""
        logs = [log.document() for log in dice_logs(self.campaign)]
        return Response(shapes.DiceLogs({"items": logs}).data)
