"""Films, for programs."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from campaign.access.membership import seat_of
from campaign.base.documents import Map
from campaign.film import selectors
from campaign.film.documents import PUBLIC, Film, Films
from campaign.film.selectors import Onlooker
from campaign.models import Scope
from campaign.web.api.base import CampaignEndpoint
from campaign.web.api.problems import invalid, there

_AS = OpenApiParameter(
    "as",
    {"type": "string", "pattern": "^([0-9]{1,3}|public)$"},
    description="Whose eyes: a seat's number, 0 for the truth, public for what all may see."
    " Without it your own.",
)
_MOST = 3


class _Film(CampaignEndpoint):
    read_scope = Scope.READ
    parameters = ("as",)

    def onlooker(self) -> Onlooker:
        """Who asks."""
        return selectors.onlooker(self.campaign, self.person, seat_of(self.person, self.campaign))

    def eyes(self) -> int | None:
        """The eyes that are asked for. Raises ``ProblemError``."""
        asked = self.request.query_params.get("as")
        if asked is None:
            return None
        if asked == "public":
            return PUBLIC
        if not (asked.isascii() and asked.isdigit() and len(asked) <= _MOST):
            raise invalid("as", "must be the number of a seat, 0 or public")
        return int(asked)


class TurnFilm(_Film):
    """The film of a turn."""

    @extend_schema(parameters=[_AS], operation_id="read_film")
    def get(self, request: Request, campaign_id: str, number: int) -> Film:
        """Read the film of a turn: beats that make the map of the turn before that turn's map.

        Your own films follow your announcements and reports. Those of others, and of the truth, can be seen
        when the campaign has ended; a facilitator sees the truth's of published turns.
        """
        return there(selectors.film(self.onlooker(), number, self.eyes()))


class FilmMap(_Film):
    """The map that a film goes on from."""

    @extend_schema(parameters=[_AS], operation_id="read_film_map")
    def get(self, request: Request, campaign_id: str, number: int) -> Map:
        """Read the map after a published turn through the eyes of a film.

        However large it is, it comes whole: the beats of a film speak of all its rows.
        """
        return there(selectors.map_seen(self.onlooker(), number, self.eyes()))


class MyFilms(CampaignEndpoint):
    """Which films there are."""

    read_scope = Scope.READ

    @extend_schema(operation_id="list_films")
    def get(self, request: Request, campaign_id: str) -> Films:
        """List the eyes through which you may see the war, with the turns that they have seen."""
        seat = seat_of(self.person, self.campaign)
        return selectors.films_of(selectors.onlooker(self.campaign, self.person, seat))
