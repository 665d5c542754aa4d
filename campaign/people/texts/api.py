"""A campaign's texts, for programs; and one's agreement to what taking part asks for."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import keeps
from campaign.models import Scope
from campaign.people.texts import shapes
from campaign.people.texts.selectors import all_texts, texts_version, versions_of
from campaign.people.texts.services import save_texts
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.problems import ProblemError


class CampaignTexts(CampaignEndpoint):
    """The texts of a campaign."""

    read_scope = Scope.READ
    write_scope = Scope.FACILITATE

    @extend_schema(operation_id="read_texts")
    def get(self, request: Request, campaign_id: str) -> shapes.Texts:
        """Read what the club asks of whoever plays: five texts as they are now, and all versions of them."""
        return self.shown()

    @extend_schema(request=shapes.TextsToSave, operation_id="save_texts")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[shapes.Texts]:
        """Save texts, each that differs as a new version; it counts at once, and all are told."""
        if not keeps(self.person, self.campaign):
            raise ProblemError("forbidden", "Only a facilitator of the campaign may do this.")
        said = self.read_over(shapes.TextsToSave, texts_version(self.campaign))
        version = said.pop("version")
        yield
        save_texts(campaign=self.campaign, by=self.person, texts=said, version=version)
        return self.shown()

    def shown(self) -> shapes.Texts:
        """The texts as they are now."""
        campaign = self.campaign
        return shapes.Texts(texts_version(campaign), all_texts(campaign), versions_of(campaign))
