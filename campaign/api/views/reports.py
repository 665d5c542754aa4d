"""What I have been told: of the movement, of a published turn, and the map as I knew it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.serializers import reports as shapes
from campaign.selectors.my_turns import my_announcement, my_map, my_report
from campaign.wording import Names, sentence
from campaign.wording_corrections import correction_words
from rules.lines import Line
from rules.outcome import Void
from rules.report import Announcement, Report, announcement_from, report_from

Document = Mapping[str, Any]


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
        document, board = my_report(self.seat(), number)
        told = document["told"]
        more = {name: told[name] for name in ("sightings", "relics", "found_features", "found_relics")}
        return Response({**_told(document, report_from(told)), **more, "goals": board.get("goals", [])})


class MyMap(CampaignEndpoint):
    """The map as I knew it after a published turn."""

    @extend_schema(responses=shapes.Map, operation_id="read_map")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read the map as you knew it after a published turn."""
        return Response(my_map(self.seat(), number))


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
