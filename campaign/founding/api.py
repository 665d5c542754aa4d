"""Founding a campaign: the draft step by step, its checklist, its start; starting packets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.access.membership import keeps
from campaign.access.public_facts import seat_by_number
from campaign.founding import services as building
from campaign.founding import shapes
from campaign.founding.draft_facts import DraftFacts, draft_facts, template_facts
from campaign.founding.draft_parts import (
    dossier_version,
    house_version,
    lots_version,
    schedule_version,
    seats_version,
    settings_version,
    story_version,
)
from campaign.founding.drafts import draft_for
from campaign.founding.house.services import save_house
from campaign.founding.packet.selectors import Packet, packet_of
from campaign.founding.start.copying import copy_campaign
from campaign.founding.start.facilitator_seat import take_own_seat
from campaign.founding.start.services import start_campaign
from campaign.founding.things.services import plant, save_lots
from campaign.models import Draft as DraftRow
from campaign.models import Scope, Seat
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, once
from campaign.web.api.problems import ProblemError, not_found, within
from campaign.web.api.request_parsing import Nothing, Strict


@once(status=201)
def begin_campaign(endpoint: Endpoint) -> Once[DraftFacts]:
    """Begin what was asked for, and answer with its draft."""
    said = endpoint.read(shapes.Founding)
    yield
    begun_from = "copy_of" if "copy_of" in said else "template"
    common = {"by": endpoint.person, "name": said["name"], "blind": said.get("blind", False)}
    with within({"start": begun_from}):
        if "copy_of" in said:
            campaign = copy_campaign(source_id=said["copy_of"], **common)
        else:
            seats, template = said.get("seats", 4), said.get("template", "")
            campaign = building.begin(seats=seats, template=template, **common)
    campaign.refresh_from_db()
    draft = draft_for(endpoint.person, campaign)
    return draft_facts(campaign, draft)


class Templates(Endpoint):
    """The wars on the shelf."""

    read_scope = Scope.READ

    @extend_schema(operation_id="list_templates")
    def get(self, request: Request) -> shapes.WarTemplates:
        """List the wars from which a campaign can be begun."""
        return shapes.WarTemplates(template_facts())


class _Step(CampaignEndpoint):
    """A step of building: for those who build, until the start."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Let in builders only."""
        super().initial(request, *args, **kwargs)
        if not keeps(self.person, self.campaign):
            raise ProblemError("forbidden", "Only those who build the campaign may do this.")

    def draft(self) -> DraftRow:
        """The draft as it is now. Raises ``ProblemError`` when building is over."""
        try:
            return draft_for(self.person, self.campaign)
        except DraftRow.DoesNotExist:
            raise ProblemError("refused", "The campaign has started.", code="started") from None

    @once
    def act(
        self, form: type[Strict], do: Callable[[dict[str, Any]], object], over: str | None = None
    ) -> Once[DraftFacts]:
        """Read ``form``, do it once, and answer with the draft as it is then.

        ``over`` is the present version of the part that is saved, if one is.
        """
        if over is None:
            said = self.read(form)
        else:
            self.draft()
            said = self.read_over(form, over)
        yield
        do(said)
        self.campaign.refresh_from_db()
        return draft_facts(self.campaign, self.draft())

    def place(self, number: int) -> Seat:
        """A seat by its number. Raises ``ProblemError``."""
        seat = seat_by_number(self.campaign, number)
        if seat is None:
            raise not_found()
        return seat


class Draft(_Step):
    """A campaign that is being built."""

    @extend_schema(operation_id="read_draft")
    def get(self, request: Request, campaign_id: str) -> DraftFacts:
        """Read all that has been built, and what is missing before it can start."""
        return draft_facts(self.campaign, self.draft())


class DraftStory(_Step):
    """Name and story."""

    @extend_schema(request=shapes.DraftStory, responses=DraftFacts, operation_id="save_story")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save the campaign's name and story."""
        return self.act(
            shapes.DraftStory,
            lambda said: building.save_story(campaign=self.campaign, by=self.person, **said),
            story_version(self.campaign),
        )


class DraftSettings(_Step):
    """The settings."""

    @extend_schema(request=shapes.Settings, responses=DraftFacts, operation_id="save_settings")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save settings, and whether turns are reviewed or automatic."""

        def do(said: dict[str, Any]) -> None:
            with within({"automatic": "automatic"}, "settings"):
                building.save_settings(
                    campaign=self.campaign,
                    by=self.person,
                    changes=said.get("settings", {}),
                    automatic=said.get("automatic"),
                    version=said["version"],
                )

        return self.act(shapes.Settings, do, settings_version(self.campaign))


class DraftSchedule(_Step):
    """The schedule."""

    @extend_schema(request=shapes.Schedule, responses=DraftFacts, operation_id="save_schedule")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save when the deadlines fall."""

        def do(said: dict[str, Any]) -> None:
            with within({}, "schedule"):
                building.save_schedule(
                    campaign=self.campaign, by=self.person, document=said["schedule"], version=said["version"]
                )

        return self.act(shapes.Schedule, do, schedule_version(self.campaign))


class DraftHouse(_Step):
    """The club's own army rules."""

    @extend_schema(request=shapes.House, responses=DraftFacts, operation_id="save_house")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save all of the club's own army rules; one that is left out is gone."""
        return self.act(
            shapes.House,
            lambda said: save_house(
                campaign=self.campaign, by=self.person, house=said["house"], version=said["version"]
            ),
            house_version(self.campaign),
        )


class DraftLots(_Step):
    """Ready-made triggers by lot."""

    @extend_schema(request=shapes.Lots, responses=DraftFacts, operation_id="save_lots")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save which ready-made triggers are put on the map by lot when the campaign starts, unseen."""
        return self.act(
            shapes.Lots,
            lambda said: save_lots(
                campaign=self.campaign, by=self.person, keys=said["templates"], version=said["version"]
            ),
            lots_version(self.draft()),
        )


class DraftPlant(_Step):
    """A ready-made trigger on the map."""

    @extend_schema(request=shapes.ToPlant, responses=DraftFacts, operation_id="plant_trigger")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Put a ready-made trigger with its feature and relics at a sector.

        Special orders are then allowed where it needs them. Triggers of your own are saved with the map.
        """
        return self.act(
            shapes.ToPlant,
            lambda said: plant(
                campaign=self.campaign,
                by=self.person,
                key=said["template"],
                at=said["at"],
                other=said.get("other"),
            ),
        )


class DraftSeats(_Step):
    """The seats."""

    @extend_schema(request=shapes.Seats, responses=DraftFacts, operation_id="save_seats")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save how many seats there are, and what their armies are called until somebody joins."""
        return self.act(
            shapes.Seats,
            lambda said: building.save_seats(
                campaign=self.campaign, by=self.person, armies=said["armies"], version=said["version"]
            ),
            seats_version(self.campaign),
        )


class DraftDossier(_Step):
    """What a seat alone wants and knows."""

    @extend_schema(request=shapes.Dossier, responses=DraftFacts, operation_id="save_dossier")
    def put(self, request: Request, campaign_id: str, number: int) -> Response:
        """Save what a seat wants and knows from the start; what is left out is empty."""
        seat = self.place(number)

        def do(said: dict[str, Any]) -> None:
            known = {kind: said.pop(kind, []) for kind in ("features", "relics")}
            version = said.pop("version")
            building.save_dossier(
                campaign=self.campaign, by=self.person, seat=seat, dossier=said, version=version, **known
            )

        return self.act(shapes.Dossier, do, dossier_version(self.draft(), seat))


class DraftTemplate(_Step):
    """The war on the shelf."""

    @extend_schema(request=shapes.Chosen, responses=DraftFacts, operation_id="use_template")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Draw map, banners, features, relics and aims from a war on the shelf; they replace the draft's."""
        return self.act(
            shapes.Chosen,
            lambda said: building.use_template(campaign=self.campaign, by=self.person, key=said["template"]),
        )


class OwnSeat(_Step):
    """A seat for whoever runs a blind campaign."""

    @extend_schema(request=shapes.Taking, responses=DraftFacts, operation_id="take_own_seat")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Take a free seat yourself, in a campaign that is set up blind."""
        return self.act(
            shapes.Taking,
            lambda said: take_own_seat(
                campaign=self.campaign,
                by=self.person,
                seat_id=self.place(said["seat"]).public_id,
                agreed=said.get("agreed"),
            ),
        )


class Start(_Step):
    """The start of the campaign."""

    @extend_schema(request=Nothing, operation_id="start_campaign")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Started]:
        """Start the campaign: its dice are bound, the deployment is told, turn 1 opens."""
        self.read(Nothing)
        yield
        turn = start_campaign(campaign=self.campaign, by=self.person)
        self.campaign.refresh_from_db()
        return shapes.Started(self.campaign.public_id, turn.number, self.campaign.commitment)


class Discard(_Step):
    """The end of a campaign that never started."""

    @extend_schema(request=shapes.Discard, operation_id="discard_draft")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Discarded]:
        """Throw the campaign away, while nobody has joined it."""
        said = self.read(shapes.Discard)
        yield
        building.discard(campaign=self.campaign, by=self.person, name=said["name"])
        return shapes.Discarded(campaign_id)


class MyPacket(CampaignEndpoint):
    """My starting packet."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_packet")
    def get(self, request: Request, campaign_id: str) -> Packet:
        """Read your starting packet: briefing, aims, banners, and all that you knew when the war began."""
        packet = packet_of(self.seat())
        if packet is None:
            raise not_found()
        return packet
