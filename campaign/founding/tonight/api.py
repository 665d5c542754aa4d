"""A war for tonight, for programs; and bots for all empty seats of any campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import keeps
from campaign.founding.shapes import Started
from campaign.founding.tonight import shapes
from campaign.founding.tonight.offers import TonightOffer, offer
from campaign.founding.tonight.selectors import GatheringPage, gathering_of, gathering_page
from campaign.founding.tonight.services import Wish, fill_tonight, found_tonight, set_start, start_tonight
from campaign.models import Campaign, Gathering, Scope
from campaign.people.seats.filling import fill_with_bots
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, once
from campaign.web.api.problems import ProblemError, not_found


class Tonight(Endpoint):
    """Wars for tonight."""

    read_scope = Scope.READ
    write_scope = Scope.FACILITATE

    @extend_schema(operation_id="tonight_offer")
    def get(self, request: Request) -> TonightOffer:
        """Read the paces, and which war goes with how many players."""
        return offer()

    @extend_schema(request=shapes.TonightWish, operation_id="found_tonight")
    @once(status=201)
    def post(self, request: Request) -> Once[GatheringPage]:
        """Found a war for tonight; the answer has the link by which the others join."""
        said = self.read(shapes.TonightWish)
        yield
        found = found_tonight(by=self.person, wish=Wish(**said))
        campaign = Campaign.objects.get(pk=found.campaign_id)
        return gathering_page(found, campaign, self.person)


class OneTonight(CampaignEndpoint):
    """A war for tonight, while its people come together."""

    read_scope = Scope.READ
    write_scope = Scope.FACILITATE

    @extend_schema(operation_id="read_tonight")
    def get(self, request: Request, campaign_id: str) -> GatheringPage:
        """Read who is here."""
        return self.shown()

    @extend_schema(request=shapes.TonightTime, operation_id="time_tonight")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[GatheringPage]:
        """Set when it starts by itself, or that it does when all are in."""
        self.must_host()
        said = self.read(shapes.TonightTime)
        yield
        set_start(campaign=self.campaign, by=self.person, starts_at=said["starts_at"])
        return self.shown()

    def found(self) -> Gathering:
        """The gathering. Raises ``ProblemError``."""
        try:
            return gathering_of(self.campaign)
        except Gathering.DoesNotExist:
            raise not_found() from None

    def must_host(self) -> None:
        """Let in its host alone. Raises ``ProblemError``."""
        self.found()
        if not keeps(self.person, self.campaign):
            raise ProblemError("forbidden", "Only the host of this war may do this.")

    def shown(self) -> GatheringPage:
        """It as it is now."""
        return gathering_page(self.found(), self.campaign, self.person)


class TonightBots(OneTonight):
    """Bots in the empty seats, before the start."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.BotsFill, operation_id="fill_tonight")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[GatheringPage]:
        """Give the empty seats to bots; whoever joins later takes over from one."""
        self.must_host()
        said = self.read(shapes.BotsFill)
        yield
        fill_tonight(campaign=self.campaign, by=self.person, level=said.get("level", ""))
        return self.shown()


class TonightStart(OneTonight):
    """The start by its host."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.TonightStart, operation_id="start_tonight")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[Started]:
        """Start it now, with bots in the empty seats or without these seats."""
        self.must_host()
        said = self.read(shapes.TonightStart)
        yield
        turn = start_tonight(campaign=self.campaign, by=self.person, **said)
        self.campaign.refresh_from_db()
        return Started(self.campaign.public_id, turn.number, self.campaign.commitment)


@dataclass(frozen=True, slots=True)
class SeatsFilled:
    """How many empty seats bots play from now on."""

    filled: int


class Bots(CampaignEndpoint):
    """Bots in all empty seats."""

    write_scope = Scope.FACILITATE
    http_method_names = ["post"]

    @extend_schema(request=shapes.BotsFill, operation_id="fill_with_bots")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[SeatsFilled]:
        """Give all seats that nobody holds to bots: while the campaign is built, and when one falls empty."""
        if not keeps(self.person, self.campaign):
            raise ProblemError("forbidden", "Only a facilitator may do this.")
        said: dict[str, Any] = self.read(shapes.BotsFill)
        yield
        return SeatsFilled(fill_with_bots(campaign=self.campaign, by=self.person, **said))
