"""How all stood when the turn began, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import facilitates
from campaign.desk.standing.selectors import StandingPage, standing_page
from campaign.models import Campaign, Scope
from campaign.web.api.base import CampaignEndpoint
from campaign.web.api.problems import not_found


class Standing(CampaignEndpoint):
    """The desk's map."""

    read_scope = Scope.FACILITATE

    def find(self, campaign_id: str, **named: object) -> Campaign:
        """The campaign, for its facilitators; all others are told that there is nothing."""
        campaign = super().find(campaign_id, **named)
        if not facilitates(self.person, campaign):
            raise not_found()
        return campaign

    @extend_schema(operation_id="read_desk_map")
    def get(self, request: Request, campaign_id: str) -> StandingPage:
        """Read how all stood when the turn began; 404 for everybody but a facilitator who does not play."""
        page = standing_page(self.campaign)
        if page is None:
            raise not_found()
        return page
