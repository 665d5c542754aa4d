"""What belongs to no battle of mine, for programs: when I can play, a stand-in's link, a shared battle."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from battles.dates.selectors import windows_of
from battles.dates.services import set_availability
from battles.honours import shapes
from battles.stand_ins.selectors import Place, offered_place, places_of
from battles.stand_ins.services import accept_stand_in
from battles.stories.api import picture_file, summary_file
from battles.stories.selectors import SharedBattle as SharedPage
from battles.stories.selectors import picture_data, shared_battle, shared_row
from battles.stories.sent_on import of_shared
from battles.stories.shapes import PictureFile, SummaryFile
from campaign.models import Scope, StandIn
from campaign.web.api.base import Endpoint, Once, once
from campaign.web.api.problems import not_found
from campaign.web.api.request_parsing import Nothing


class MyAvailability(Endpoint):
    """When I can usually play."""

    read_scope = Scope.READ
    write_scope = Scope.RESULT

    @extend_schema(operation_id="read_availability")
    def get(self, request: Request) -> shapes.Windows:
        """Read when you can usually play; nobody else sees it."""
        return shapes.Windows(windows_of(self.person))

    @extend_schema(request=shapes.NewWindows, operation_id="set_availability")
    @once
    def put(self, request: Request) -> Once[shapes.Windows]:
        """Say when you can usually play: at most one window a weekday, in your own time zone."""
        given = self.read(shapes.NewWindows)
        windows = [(one["weekday"], one["starts"], one["ends"]) for one in given["windows"]]
        yield
        set_availability(user=self.person, windows=windows)
        return shapes.Windows(windows_of(self.person))


class MyStandIns(Endpoint):
    """The battles that I fight for others."""

    read_scope = Scope.READ

    @extend_schema(operation_id="list_stand_ins")
    def get(self, request: Request) -> shapes.StandInPlaces:
        """List the places that you have taken; a bot's next battle has no id before it is announced."""
        return shapes.StandInPlaces(places_of(self.person))


class OneStandIn(Endpoint):
    """A stand-in's place, for whoever holds its link."""

    read_scope = Scope.READ
    write_scope = Scope.RESULT

    @extend_schema(operation_id="read_stand_in")
    def get(self, request: Request, token: str) -> Place:
        """Read what a stand-in's link is for."""
        return self._found(token)

    @extend_schema(request=Nothing, operation_id="accept_stand_in")
    @once
    def post(self, request: Request, token: str) -> Once[Place]:
        """Take the place; from then on the battle's own addresses answer you."""
        self.read(Nothing)
        self._found(token)
        yield
        try:
            accept_stand_in(token=token, by=self.person)
        except StandIn.DoesNotExist:
            raise not_found() from None
        return self._found(token)

    def _found(self, token: str) -> Place:
        place = offered_place(token, self.person)
        if place is None:
            raise not_found()
        return place


class SharedBattle(Endpoint):
    """A battle that both sides show to everybody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="read_shared_battle", auth=[])
    def get(self, request: Request, token: str) -> SharedPage:
        """Read a battle that both sides show to everybody: never its sector, levels or banners' names."""
        battle = shared_row(token)
        if battle is None:
            raise not_found()
        return shared_battle(battle)


class SharedSummary(Endpoint):
    """The result of a shared battle, to send on."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="read_shared_summary", auth=[])
    def get(self, request: Request, token: str) -> SummaryFile:
        """Read the result of a battle that both sides show to everybody, as text and as a picture."""
        battle = shared_row(token)
        if battle is None:
            raise not_found()
        return summary_file(of_shared(shared_battle(battle)), request.get_host())


class SharedPicture(Endpoint):
    """A picture of a shared battle."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="read_shared_picture", auth=[])
    def get(self, request: Request, token: str, picture_id: str) -> PictureFile:
        """Read a picture of a battle that both sides show to everybody."""
        battle = shared_row(token)
        return picture_file(picture_data(battle, picture_id) if battle is not None else None)
