"""What I have been told: of the movement, of a published turn, and the map as I knew it."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.problems import ProblemError, invalid
from campaign.api.serializers import reports as shapes
from campaign.api.serializers.press import PlateFile
from campaign.drawing.windows import TILE, in_parts, is_large, picture, read_tiles, tiles_of
from campaign.models import Seat
from campaign.selectors.access import left_seat, seat_of
from campaign.selectors.mapedit import any_backdrop, backdrop_for
from campaign.selectors.my_turns import my_announcement, my_map, my_report
from campaign.wording.corrections import correction_words
from campaign.wording.report import Names, sentence
from rules.lines import Line
from rules.outcome import Void
from rules.report import Announcement, Report, announcement_from, report_from

Document = Mapping[str, Any]

_AT = OpenApiParameter(
    "at",
    {"type": "string", "pattern": "^[0-9]{1,4},[0-9]{1,4}(;[0-9]{1,4},[0-9]{1,4}){0,59}$"},
    required=True,
    description="Tiles of 50 x 50 sectors by column and row, at most 60: 0,1;2,1",
)


class MyAnnouncement(CampaignEndpoint):
    """What I was told when a turn's battles were announced."""

    @extend_schema(responses=shapes.Announcement, operation_id="read_announcement")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read what you were told when a turn's battles were announced."""
        document = my_announcement(self.seat(), number)
        return Response(_told(document, announcement_from(document["told"])))


class MyReport(CampaignEndpoint):
    """My report of a published turn."""

    @extend_schema(responses=shapes.Report, operation_id="read_report")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read your report of a published turn, each line with its rule."""
        document, board = my_report(told_seat(self, number), number)
        told = document["told"]
        more = {name: told[name] for name in ("sightings", "relics", "found_features", "found_relics")}
        return Response({**_told(document, report_from(told)), **more, "goals": board.get("goals", [])})


class MyMap(CampaignEndpoint):
    """The map as I knew it after a published turn."""

    @extend_schema(responses=shapes.Map, operation_id="read_map")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read the map as you knew it after a published turn.

        Of a map of more than 100 sectors on a side the ground comes as the ``tiles`` around your banners;
        the others are asked for.
        """
        document = my_map(told_seat(self, number), number)
        return Response(in_parts(document) if is_large(self.campaign.map_rows) else document)


class MyMapTiles(CampaignEndpoint):
    """Parts of the ground of a map."""

    parameters = ("at",)

    @extend_schema(parameters=[_AT], responses=shapes.MapTiles, operation_id="read_map_tiles")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read parts of the ground as you knew it after a published turn; tiles beyond it are left out."""
        document = my_map(told_seat(self, number), number)
        try:
            wanted = read_tiles(request.query_params.get("at", ""))
        except ValueError:
            raise invalid("at", "must name tiles by column and row, as in 0,1;2,1") from None
        return Response({"tile": TILE, "tiles": tiles_of(document, wanted)})


class PictureRenderer(JSONRenderer):
    """Lets programs ask for a picture; what says no is JSON all the same."""

    media_type = "image/png"
    format = "png"


class MyMapOverview(CampaignEndpoint):
    """The whole map as a small picture."""

    renderer_classes = (JSONRenderer, PictureRenderer)

    @extend_schema(responses={(200, "image/png"): OpenApiTypes.BINARY}, operation_id="read_map_overview")
    def get(self, request: Request, campaign_id: str, number: int) -> HttpResponseBase:
        """Read the map as you knew it after a published turn as a picture of one pixel a sector."""
        drawn = picture(my_map(told_seat(self, number), number))
        return HttpResponse(drawn, content_type="image/png")


class MapBackdrop(CampaignEndpoint):
    """The picture under the map."""

    @extend_schema(responses=PlateFile, operation_id="read_backdrop")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read the picture that lies under the map, if you see that map and it is shown to you."""
        seat = seat_of(self.person, self.campaign)
        named = any_backdrop(self.campaign) or ""
        found = backdrop_for(self.campaign, named, user=self.person, seat=seat)
        drawn = base64.b64encode(bytes(found.picture)).decode()
        return Response({"picture": drawn, "media_type": found.media_type})


def told_seat(endpoint: CampaignEndpoint, number: int) -> Seat:
    """The seat in which the viewer acts, or the one given up, if it was told of the turn before that.

    Raises ``ProblemError``.
    """
    left = left_seat(endpoint.person, endpoint.campaign)
    if left is None or left.seat is None or seat_of(endpoint.person, endpoint.campaign) is not None:
        return endpoint.seat()
    if number > (left.last_turn or 0):
        raise ProblemError("forbidden", "You gave the seat up before this turn was told.")
    left.seat.campaign = endpoint.campaign
    return left.seat


def _told(document: Document, value: Announcement | Report) -> dict[str, Any]:
    """What was told, each line in words too."""
    told, words = document["told"], document["names"]
    names = Names(words, {banner.id: banner.at for banner in value.banners})
    return {
        "turn": value.turn,
        "names": words,
        "node": told.get("node"),
        "banners": told["banners"],
        "lines": _lines(told["lines"], value.lines, value.void, names),
        "void": told["void"],
        "battles": told["battles"],
        "corrections": [
            {**one, "text": correction_words(one, names).text} for one in document.get("corrections", ())
        ],
    }


def _lines(
    plain: Sequence[Document], lines: Sequence[Line], void: Sequence[Void], names: Names
) -> list[dict[str, Any]]:
    documents = []
    for stored, line in zip(plain, lines, strict=True):
        said = sentence(line, names, void)
        documents.append({**stored, "group": said.group.value, "text": said.text})
    return documents
