"""What belongs to no battle of mine, for programs: when I can play, a stand-in's link, a shared battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from battles.api import serializers_others as shapes
from battles.api.serializers import PictureFile
from battles.api.views import picture_file
from battles.selectors.around import picture_data, windows_of
from battles.selectors.shared import shared_battle, shared_row
from battles.selectors.stand_ins import Place, offered_place, places_of
from battles.services.dates import set_availability
from battles.services.stand_ins import accept_stand_in
from campaign.api.base import Endpoint
from campaign.api.problems import not_found
from campaign.api.reading import Nothing
from campaign.models import Scope, StandIn


class MyAvailability(Endpoint):
    """When I can usually play."""

    write_scope = Scope.RESULT

    @extend_schema(responses=shapes.Windows, operation_id="read_availability")
    def get(self, request: Request) -> Response:
        """Read when you can usually play; nobody else sees it."""
        return Response(self.document())

    @extend_schema(request=shapes.NewWindows, responses=shapes.Windows, operation_id="set_availability")
    def put(self, request: Request) -> Response:
        """Say when you can usually play: at most one window a weekday, in your own time zone."""
        given = self.read(shapes.NewWindows)
        windows = [(one["weekday"], one["starts"], one["ends"]) for one in given["windows"]]

        def effect() -> Mapping[str, Any]:
            set_availability(user=self.person, windows=windows)
            return self.document()

        return self.once(effect)

    def document(self) -> Mapping[str, Any]:
        """The windows as they are stored."""
        return shapes.Windows({"windows": windows_of(self.person)}).data


class MyStandIns(Endpoint):
    """The battles that I fight for others."""

    @extend_schema(responses=shapes.StandInPlaces, operation_id="list_stand_ins")
    def get(self, request: Request) -> Response:
        """List the places that you have taken; a bot's next battle has no id before it is announced."""
        return Response(shapes.StandInPlaces({"items": places_of(self.person)}).data)


class OneStandIn(Endpoint):
    """A stand-in's place, for whoever holds its link."""

    write_scope = Scope.RESULT

    @extend_schema(responses=shapes.StandInPlace, operation_id="read_stand_in")
    def get(self, request: Request, token: str) -> Response:
        """Read what a stand-in's link is for."""
        return Response(shapes.StandInPlace(self._found(token)).data)

    @extend_schema(request=Nothing, responses=shapes.StandInPlace, operation_id="accept_stand_in")
    def post(self, request: Request, token: str) -> Response:
        """Take the place; from then on the battle's own addresses answer you."""
        self.read(Nothing)
        self._found(token)

        def effect() -> Mapping[str, Any]:
            try:
                accept_stand_in(token=token, by=self.person)
            except StandIn.DoesNotExist:
                raise not_found() from None
            return shapes.StandInPlace(self._found(token)).data

        return self.once(effect)

    def _found(self, token: str) -> Place:
        place = offered_place(token, self.person)
        if place is None:
            raise not_found()
        return place


class SharedBattle(Endpoint):
    """A battle that both sides show to everybody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=shapes.SharedBattle, operation_id="read_shared_battle", auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Read a battle that both sides show to everybody: never its sector, levels or banners' names."""
        battle = shared_row(token)
        if battle is None:
            raise not_found()
        return Response(shapes.SharedBattle(shared_battle(battle)).data)


class SharedPicture(Endpoint):
    """A picture of a shared battle."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=PictureFile, operation_id="read_shared_picture", auth=[])
    def get(self, request: Request, token: str, picture_id: str) -> Response:
        """Read a picture of a battle that both sides show to everybody."""
        battle = shared_row(token)
        return picture_file(picture_data(battle, picture_id) if battle is not None else None)
