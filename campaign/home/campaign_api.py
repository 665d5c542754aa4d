"""What is public of my campaigns."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.access.membership import campaigns_of
from campaign.access.public_facts import (
    CampaignFacts,
    campaign_facts,
    campaign_lines,
    commitments_of,
    turn_facts,
    turns_of,
)
from campaign.archive.dice.services import dice_logs
from campaign.founding import shapes as draft_shapes
from campaign.founding.api import begin_campaign
from campaign.founding.draft_facts import DraftFacts
from campaign.home import campaign_shapes
from campaign.models import Scope
from campaign.web.api.base import CampaignEndpoint, Endpoint, ReadersEndpoint
from campaign.web.api.paging import AFTER, rows_after


class CampaignList(Endpoint):
    """The campaigns in which I take part."""

    read_scope = Scope.READ
    write_scope = Scope.FACILITATE
    parameters = (AFTER,)

    @extend_schema(operation_id="list_campaigns")
    def get(self, request: Request) -> campaign_shapes.Campaigns:
        """List the campaigns in which you have a seat or a role, the newest first."""
        found, after = rows_after(request, campaigns_of(self.person), ("-id",))
        return campaign_shapes.Campaigns(after, campaign_lines(self.person, found))

    @extend_schema(
        request=draft_shapes.Founding,
        responses={201: DraftFacts},
        operation_id="found_campaign",
    )
    def post(self, request: Request) -> Response:
        """Found a campaign: you build and facilitate it. Begin empty, from a template, or like an old one."""
        return begin_campaign(self)


class OneCampaign(CampaignEndpoint):
    """One of my campaigns."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_campaign")
    def get(self, request: Request, campaign_id: str) -> CampaignFacts:
        """Read what is public of a campaign: settings, terrain, seats, the turn and its dates."""
        return campaign_facts(self.person, self.campaign)


class TurnList(CampaignEndpoint):
    """The turns of one of my campaigns."""

    read_scope = Scope.READ
    parameters = (AFTER,)

    @extend_schema(operation_id="list_turns")
    def get(self, request: Request, campaign_id: str) -> campaign_shapes.Turns:
        """List a campaign's turns with their dates, the latest first."""
        found, after = rows_after(request, turns_of(self.campaign), ("-number",))
        return campaign_shapes.Turns(after, turn_facts(self.campaign, found))


class Commitment(CampaignEndpoint):
    """What binds the dice of one of my campaigns."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_commitments")
    def get(self, request: Request, campaign_id: str) -> campaign_shapes.Commitments:
        """Read the commitments to which every die of the campaign can be traced at its end (Rules 4)."""
        return campaign_shapes.Commitments(commitments_of(self.campaign))


class DiceLogs(ReadersEndpoint):
    """Every seed and die of a campaign that has ended."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_dice")
    def get(self, request: Request, campaign_id: str) -> campaign_shapes.DiceLogs:
        """Read all seeds and dice, a log for each commitment; refused (409) until the campaign ends."""
        return campaign_shapes.DiceLogs(dice_logs(self.campaign))
