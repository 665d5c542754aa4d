"""The list of wars, the asking for seats, and what all may see of a war, for programs."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from campaign.access.membership import keeps
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, Experience, Scope, SeatAsk
from campaign.people.open_vision.services import end_vision
from campaign.public.directory import services, shapes
from campaign.public.directory.narrowing import BATTLES, MINIMA, PACES, SIZES, STATES, Wanted
from campaign.public.directory.selectors import (
    ASKS_BY,
    OWN_ASKS_BY,
    Ask,
    WarsPage,
    asks_for,
    in_words,
    listed,
    own_ask,
    own_asks,
    own_in_words,
    wars_listed,
)
from campaign.turn.told.open_front import Front, front_seen, fronts_of
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, ReadersEndpoint, once
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.problems import ProblemError, invalid, not_found, there
from campaign.web.api.request_parsing import Nothing
from campaign.web.bounded_fields import whole

_CHOICES = {
    "state": tuple(STATES),
    "pace": tuple(PACES),
    "size": tuple(SIZES),
    "battles": tuple(BATTLES),
    "experience": tuple(Experience.values[1:]),
    "reliability": tuple(MINIMA),
}
_NARROW = [
    *(
        OpenApiParameter(name, {"type": "string", "enum": list(allowed)}, description="Only such.")
        for name, allowed in _CHOICES.items()
    ),
    OpenApiParameter("language", {"type": "string", "maxLength": 8}, description="Only of these people."),
    OpenApiParameter("page", {"type": "string", "pattern": "^[1-9][0-9]{0,5}$"}, description="From 1 on."),
]


class WarList(Endpoint):
    """The open wars."""

    read_scope = Scope.READ
    parameters = (*_CHOICES, "language", "page")

    @extend_schema(parameters=_NARROW, operation_id="list_wars")
    def get(self, request: Request) -> WarsPage:
        """List the wars that anybody may follow: first those that look for players, then the latest."""
        asked = {name: request.query_params.get(name, "") for name in (*_CHOICES, "language")}
        for name, allowed in _CHOICES.items():
            if asked[name] and asked[name] not in allowed:
                raise invalid(name, f"must be one of {', '.join(allowed)}")
        number = whole(request.query_params.get("page", "1"))
        if not number:
            raise invalid("page", "must be a whole number from 1 on")
        return wars_listed(Wanted(**asked), number, self.person)


class WarAsk(Endpoint):
    """One's asking for a seat in a war that looks for players."""

    read_scope = Scope.READ
    write_scope = Scope.ACCOUNT

    def war(self, campaign_id: str) -> Campaign:
        """The war, if it is on the list. Raises ``ProblemError``."""
        found = listed(campaign_id)
        if found is None:
            raise not_found()
        return found[0]

    @extend_schema(operation_id="read_seat_ask")
    def get(self, request: Request, campaign_id: str) -> Ask:
        """Read how your latest asking for a seat in this war stands."""
        return there(own_ask(self.person, self.war(campaign_id)))

    @extend_schema(request=shapes.Asking, operation_id="ask_for_seat")
    @once(status=201)
    def post(self, request: Request, campaign_id: str) -> Once[Ask]:
        """Ask for a seat; the facilitators are told. Five of yours may wait for an answer."""
        said, war = self.read(shapes.Asking), self.war(campaign_id)
        yield
        services.ask_for_seat(campaign=war, by=self.person, **said)
        return there(own_ask(self.person, war))


class OwnAsks(Endpoint):
    """What one has asked for."""

    read_scope = Scope.READ
    parameters: ClassVar[tuple[str, ...]] = (AFTER,)

    @extend_schema(operation_id="list_own_seat_asks")
    def get(self, request: Request) -> shapes.Asks:
        """List your askings for seats, the latest first."""
        return self.shown()

    def shown(self) -> shapes.Asks:
        """A part of them."""
        found, after = rows_after(self.request, own_asks(self.person), OWN_ASKS_BY)
        return shapes.Asks(after, own_in_words(found))


class AskWithdrawal(OwnAsks):
    """An asking is taken back."""

    http_method_names = ["post"]
    write_scope = Scope.ACCOUNT
    parameters = ()

    @extend_schema(request=Nothing, operation_id="withdraw_seat_ask")
    @once
    def post(self, request: Request, ask_id: str) -> Once[shapes.Asks]:
        """Take an asking of yours back, as long as nobody has answered."""
        self.read(Nothing)
        ask = SeatAsk.objects.filter(user=self.person, public_id=ask_id).first()
        if ask is None:
            raise not_found()
        yield
        services.withdraw_ask(ask=ask, by=self.person)
        return self.shown()


class _Kept(CampaignEndpoint):
    """An address for those who may invite."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in those who keep the campaign only."""
        super().initial(request, *args, **kwargs)
        if not keeps(self.person, self.campaign):
            raise ProblemError("forbidden", "Only a facilitator of the campaign may do this.")


class CampaignAdvert(_Kept):
    """Whether a war looks for players."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    @extend_schema(operation_id="read_advert")
    def get(self, request: Request, campaign_id: str) -> shapes.WarAdvert:
        """Read whether the war looks for players, and for whom."""
        return self.shown()

    @extend_schema(request=shapes.AdvertToSave, operation_id="save_advert")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[shapes.WarAdvert]:
        """Let the war look for players, or no more; its free seats stand on the list of open wars."""
        said = self.read(shapes.AdvertToSave)
        yield
        services.save_advert(campaign=self.campaign, by=self.person, **said)
        return self.shown()

    def shown(self) -> shapes.WarAdvert:
        """As it is now."""
        campaign = Campaign.objects.select_related("advert").get(pk=self.campaign.pk)
        advert = getattr(campaign, "advert", None)
        if advert is None:
            return shapes.WarAdvert(campaign.open_to_all, False, "", Experience.ANY, "", None)
        return shapes.WarAdvert(
            campaign.open_to_all,
            advert.seeking,
            advert.language,
            advert.experience,
            advert.word,
            advert.changed_at,
        )


class CampaignAsks(_Kept):
    """Who asks for a seat."""

    read_scope = Scope.FACILITATE
    parameters: ClassVar[tuple[str, ...]] = (AFTER,)

    @extend_schema(operation_id="list_seat_asks")
    def get(self, request: Request, campaign_id: str) -> shapes.Asks:
        """List who asks for a seat in the war, those first who wait for an answer."""
        return self.shown()

    def shown(self) -> shapes.Asks:
        """A part of them."""
        found, after = rows_after(self.request, asks_for(self.campaign, self.person), ASKS_BY)
        return shapes.Asks(after, in_words(found))


class AskAnswers(CampaignAsks):
    """The answer to an asking."""

    http_method_names = ["post"]
    write_scope = Scope.FACILITATE
    parameters = ()

    @extend_schema(request=shapes.AskAnswer, operation_id="answer_seat_ask")
    @once
    def post(self, request: Request, campaign_id: str, ask_id: str) -> Once[shapes.Asks]:
        """Accept or decline, with a word; who is accepted gets an invitation of their own."""
        said = self.read(shapes.AskAnswer)
        ask = SeatAsk.objects.filter(campaign=self.campaign, public_id=ask_id).first()
        if ask is None:
            raise not_found()
        yield
        services.answer_ask(ask=ask, by=self.person, **said)
        return self.shown()


class VisionEnding(CampaignEndpoint):
    """All see nothing but the public facts any more."""

    write_scope = Scope.FACILITATE

    @extend_schema(request=shapes.VisionEnd, operation_id="end_open_vision")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Fronts]:
        """End that all see more of the war than its public facts; it cannot be switched on again."""
        self.must_facilitate()
        said = self.read(shapes.VisionEnd)
        yield
        end_vision(campaign=self.campaign, by=self.person, reason=said["reason"])
        self.campaign.refresh_from_db(fields=("settings",))
        return fronts(self.campaign)


class OpenFronts(ReadersEndpoint):
    """What all may see of a war."""

    read_scope = Scope.READ

    @extend_schema(operation_id="list_open_fronts")
    def get(self, request: Request, campaign_id: str) -> shapes.Fronts:
        """List the turns of a war that all may see by now, if its players have agreed to that."""
        return fronts(self.campaign)


class OpenFrontOfTurn(ReadersEndpoint):
    """What all may see of a turn."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_open_front")
    def get(self, request: Request, campaign_id: str, number: int) -> Front:
        """Read what all may see of a turn: who held which ground, who fought and won, perhaps banners."""
        return there(front_seen(self.campaign, number))


def fronts(campaign: Campaign) -> shapes.Fronts:
    """What all may see of a war."""
    variables = Variables.of(campaign)
    return shapes.Fronts(variables.open_vision, variables.open_delay, tuple(fronts_of(campaign)))
