"""Posters and films, for programs."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from campaign.film.making import shapes
from campaign.film.making.selectors import TYPES, FilmPage, Wish, film_asked, film_file, films_asked, may_have
from campaign.film.making.services import ask_film
from campaign.models import FilmFile, FilmFormat, FilmKind, Scope
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.problems import not_found, there
from campaign.web.made_files import api_address, attached


class FilmFiles(CampaignEndpoint):
    """One's posters and films of a campaign."""

    read_scope = Scope.READ
    write_scope = Scope.PLAN

    @extend_schema(operation_id="list_film_files")
    def get(self, request: Request, campaign_id: str) -> shapes.FilmFiles:
        """List the posters and films that you have asked for these days, and may have still."""
        files = films_asked(self.person, self.campaign)
        return shapes.FilmFiles([_file(one, self.campaign.public_id) for one in files])

    @extend_schema(request=shapes.FilmToMake, operation_id="make_film_file")
    @once(status=202)
    def post(self, request: Request, campaign_id: str) -> Once[shapes.FilmFile]:
        """Have a poster or a film made: of what your seat knew once a turn is published; at the end of all.

        A worker makes it; ask for it at the address in ``ask``. One is made at a time, 20 a day. A turn or
        eyes that you may not see are not found.
        """
        given = self.read(shapes.FilmToMake)
        wish = Wish(
            FilmKind(given["kind"]),
            given["eyes"],
            given["first"],
            given["last"],
            FilmFormat(given["format"]),
            given["size"],
            given["light"],
        )
        if not may_have(self.person, self.campaign, wish):
            raise not_found()
        yield
        made = ask_film(campaign=self.campaign, by=self.person, wish=wish)
        page = film_asked(self.person, self.campaign, made.public_id)
        return _file(page, self.campaign.public_id)


class OneFilmFile(CampaignEndpoint):
    """A poster or a film."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_film_file")
    def get(self, request: Request, campaign_id: str, file_id: str) -> shapes.FilmFile:
        """Ask how far a poster or a film of yours is."""
        try:
            page = film_asked(self.person, self.campaign, file_id)
        except FilmFile.DoesNotExist:
            raise not_found() from None
        return _file(page, self.campaign.public_id)


class MovingRenderer(JSONRenderer):
    """Lets programs ask for a picture or a video; what says no is JSON all the same."""

    media_type = "*/*"
    format = "film"


class FetchedFilm(CampaignEndpoint):
    """The file itself."""

    read_scope = Scope.READ
    renderer_classes = (JSONRenderer, MovingRenderer)

    @extend_schema(
        responses={(200, kind): OpenApiTypes.BINARY for kind in TYPES.values()},
        operation_id="fetch_film_file",
    )
    def get(self, request: Request, campaign_id: str, file_id: str) -> HttpResponseBase:
        """Fetch a poster or a film, once it is made and as long as you may have it."""
        row, data = there(film_file(self.person, self.campaign, file_id))
        return attached(data, row.name, TYPES[row.format])


def _file(page: FilmPage, campaign_id: str) -> shapes.FilmFile:
    return shapes.FilmFile(
        id=page.id,
        kind=page.kind,
        format=page.format,
        state=page.state,
        eyes=page.eyes,
        first=page.first,
        last=page.last,
        size=page.shape,
        light=page.light,
        name=page.name,
        bytes=page.size,
        asked_at=page.asked_at,
        ended_at=page.ended_at,
        expires_at=page.expires_at,
        error=page.error or None,
        ask=api_address("film_file", campaign_id, page.id),
        file=api_address("fetched_film", campaign_id, page.id) if page.fetchable else None,
    )
