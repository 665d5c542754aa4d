"""A campaign's Discord channel, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import keeps
from campaign.models import Scope
from campaign.notices.discord import shapes
from campaign.notices.discord.selectors import ChannelPage, channel_page
from campaign.notices.discord.services import choose_events, remove_channel, set_channel, test_channel
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.problems import not_found
from campaign.web.api.request_parsing import Nothing


class _Channel(CampaignEndpoint):
    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def check(self) -> None:
        """Let in those alone who run the campaign. Raises ``ProblemError``."""
        if not keeps(self.person, self.campaign):
            raise not_found()


class DiscordChannel(_Channel):
    """The Discord channel to which public facts are posted."""

    @extend_schema(operation_id="read_discord_channel")
    def get(self, request: Request, campaign_id: str) -> ChannelPage:
        """Read where public facts are posted, and which; its address is shown to nobody."""
        self.check()
        return channel_page(self.campaign)

    @extend_schema(request=shapes.ChannelToSet, operation_id="set_discord_channel")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[ChannelPage]:
        """Store the address of a channel's webhook; an empty one ends it. All are told of both."""
        self.check()
        address = self.read(shapes.ChannelToSet)["address"]
        yield
        if address:
            set_channel(campaign=self.campaign, by=self.person, address=address)
        else:
            remove_channel(campaign=self.campaign, by=self.person)
        return channel_page(self.campaign)


class DiscordEvents(_Channel):
    """What is posted there."""

    @extend_schema(request=shapes.EventsToChoose, operation_id="choose_discord_events")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[ChannelPage]:
        """Set which events are not posted; all others are."""
        self.check()
        off = self.read(shapes.EventsToChoose)["off"]
        yield
        choose_events(campaign=self.campaign, by=self.person, off=off)
        return channel_page(self.campaign)


class DiscordTest(_Channel):
    """A try of the channel."""

    @extend_schema(request=Nothing, operation_id="test_discord_channel")
    def post(self, request: Request, campaign_id: str) -> ChannelPage:
        """Post a test to the channel now."""
        self.check()
        self.read(Nothing)
        test_channel(campaign=self.campaign, by=self.person)
        return channel_page(self.campaign)
