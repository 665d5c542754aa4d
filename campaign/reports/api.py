"""What I have been told: of the movement, of a published turn, and the map as I knew it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from campaign.access.army_rules import titles_of
from campaign.access.membership import left_seat, seat_of
from campaign.base.documents import Fought, Goal, LedgerAccount, Map, Told, VoidOrder, VoidReason
from campaign.base.drawing.windows import TILE, in_parts, is_large, picture, read_tiles, tiles_of
from campaign.base.progress import progress_of
from campaign.base.words.correction_words import correction_words
from campaign.base.words.ledger_words import item_text
from campaign.base.words.order_words import Objection
from campaign.base.words.plan_words import other_words, plan_words
from campaign.base.words.report_words import Names, sentence
from campaign.founding.mapedit.selectors import any_backdrop, backdrop_for
from campaign.models import Scope, Seat
from campaign.press.news.shapes import PlateFile
from campaign.reports import shapes
from campaign.warmap.plan.selectors import my_announcement, my_map, my_report
from campaign.web.api.base import CampaignEndpoint
from campaign.web.api.problems import ProblemError, invalid
from rules.outcome import Void
from rules.reports.lines import Line
from rules.reports.report import Announcement, Meeting, Report, announcement_from, report_from

_AT = OpenApiParameter(
    "at",
    {"type": "string", "pattern": "^[0-9]{1,4},[0-9]{1,4}(;[0-9]{1,4},[0-9]{1,4}){0,59}$"},
    required=True,
    description="Tiles of 50 x 50 sectors by column and row, at most 60: 0,1;2,1",
)


class MyAnnouncement(CampaignEndpoint):
    """What I was told when a turn's battles were announced."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_announcement")
    def get(self, request: Request, campaign_id: str, number: int) -> shapes.Announcement:
        """Read what you were told when a turn's battles were announced."""
        seat = self.seat()
        document = my_announcement(seat, number)
        value = announcement_from(document["told"])
        names = _names(seat, document, value)
        return {
            **_told(document, value, names),
            "battles": document["told"]["battles"],
            "corrections": _corrections(document, names),
        }


class MyReport(CampaignEndpoint):
    """My report of a published turn."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_report")
    def get(self, request: Request, campaign_id: str, number: int) -> shapes.Report:
        """Read your report of a published turn, each line with its rule."""
        seat = told_seat(self, number)
        document, board = my_report(seat, number)
        told, value = document["told"], report_from(document["told"])
        names = _names(seat, document, value)
        marks = {one["id"]: one["mark"] for one in board.get("sightings", ()) if "mark" in one}
        return {
            **_told(document, value, names),
            "battles": _fought(document),
            "ledger": [_account(one, names) for one in document.get("ledger", ())],
            "corrections": _corrections(document, names),
            "sightings": [
                {**one, "mark": marks[one["id"]]} if one["id"] in marks else one for one in told["sightings"]
            ],
            "relics": told["relics"],
            "happened": document.get("happened", []),
            "found_features": told["found_features"],
            "found_relics": told["found_relics"],
            "goals": [_goal(goal, board) for goal in board.get("goals", [])],
        }


def _goal(goal: Goal, board: Map) -> shapes.GoalTold:
    progress = progress_of(goal, board)
    return {**goal, "done": progress.done, "wanted": progress.wanted}


class MyMap(CampaignEndpoint):
    """The map as I knew it after a published turn."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_map")
    def get(self, request: Request, campaign_id: str, number: int) -> Map:
        """Read the map as you knew it after a published turn.

        Of a map of more than 100 sectors on a side the ground comes as the ``tiles`` around your banners;
        the others are asked for.
        """
        document = my_map(told_seat(self, number), number)
        return in_parts(document) if is_large(self.campaign.map_rows) else document


class MyMapTiles(CampaignEndpoint):
    """Parts of the ground of a map."""

    read_scope = Scope.READ
    parameters = ("at",)

    @extend_schema(parameters=[_AT], operation_id="read_map_tiles")
    def get(self, request: Request, campaign_id: str, number: int) -> shapes.MapTiles:
        """Read parts of the ground as you knew it after a published turn; tiles beyond it are left out."""
        document = my_map(told_seat(self, number), number)
        try:
            wanted = read_tiles(request.query_params.get("at", ""))
        except ValueError:
            raise invalid("at", "must name tiles by column and row, as in 0,1;2,1") from None
        return {"tile": TILE, "tiles": tiles_of(document, wanted)}


class PictureRenderer(JSONRenderer):
    """Lets programs ask for a picture; what says no is JSON all the same."""

    media_type = "image/png"
    format = "png"


class MyMapOverview(CampaignEndpoint):
    """The whole map as a small picture."""

    read_scope = Scope.READ
    renderer_classes = (JSONRenderer, PictureRenderer)

    @extend_schema(responses={(200, "image/png"): OpenApiTypes.BINARY}, operation_id="read_map_overview")
    def get(self, request: Request, campaign_id: str, number: int) -> HttpResponseBase:
        """Read the map as you knew it after a published turn as a picture of one pixel a sector."""
        drawn = picture(my_map(told_seat(self, number), number))
        return HttpResponse(drawn, content_type="image/png")


class MapBackdrop(CampaignEndpoint):
    """The picture under the map."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_backdrop")
    def get(self, request: Request, campaign_id: str) -> PlateFile:
        """Read the picture that lies under the map, if you see that map and it is shown to you."""
        seat = seat_of(self.person, self.campaign)
        named = any_backdrop(self.campaign) or ""
        found = backdrop_for(self.campaign, named, user=self.person, seat=seat)
        drawn = base64.b64encode(bytes(found.picture)).decode()
        return PlateFile(drawn, found.media_type)


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


def _names(seat: Seat, document: Told, value: Announcement | Report) -> Names:
    return Names(document["names"], {banner.id: banner.at for banner in value.banners}, titles_of(seat))


def _told(document: Told, value: Announcement | Report, names: Names) -> shapes.Told:
    """What was told, each line in words too."""
    told = document["told"]
    return {
        "turn": value.turn,
        "names": document["names"],
        "node": told.get("node"),
        "banners": told["banners"],
        "lines": _lines(told["lines"], value.lines, value.void, names),
        "void": [_void(*pair) for pair in zip(told["void"], value.void, strict=True)],
        "plan": _own_plan(document, value),
        "others": [
            {**one, "outcome": other_words(one, over=isinstance(value, Report))}
            for one in document.get("others", ())
        ],
    }


def _void(stored: VoidOrder, void: Void) -> VoidOrder:
    """An order that did not count, each reason in words too."""
    reasons = [cast("VoidReason", asdict(Objection.of(problem))) for problem in void.problems]
    return {**stored, "problems": reasons}


def _fought(document: Told) -> list[shapes.FoughtLine]:
    """The battles, each with how it was decided."""
    decided = {one["id"]: one for one in document.get("decided", ())}
    found: list[shapes.FoughtLine] = []
    for fought in cast("list[Fought]", document["told"]["battles"]):
        one = decided.get(fought["meeting"]["enemy"])
        found.append(
            {
                **fought,
                "clause": one["clause"] if one is not None else None,
                "attempts": one["attempts"] if one is not None else [],
                "difference": one["difference"] if one is not None else None,
            }
        )
    return found


def _account(account: LedgerAccount, names: Names) -> shapes.LedgerBanner:
    items: list[shapes.LedgerLine] = [{**item, "text": item_text(item, names)} for item in account["items"]]
    return {"banner": account["banner"], "from": account["from"], "to": account["to"], "items": items}


def _corrections(document: Told, names: Names) -> list[shapes.CorrectionLine]:
    return [{**one, "text": correction_words(one, names).text} for one in document.get("corrections", ())]


def _own_plan(document: Told, value: Announcement | Report) -> shapes.OwnPlan | None:
    plan = document.get("plan")
    if plan is None:
        return None
    meetings = [one if isinstance(one, Meeting) else one.meeting for one in value.battles]
    return {**plan, "text": plan_words(plan, meetings, document["names"])}


def _lines(
    plain: Sequence[shapes.Line], lines: Sequence[Line], void: Sequence[Void], names: Names
) -> list[shapes.Line]:
    found: list[shapes.Line] = []
    for stored, line in zip(plain, lines, strict=True):
        said = sentence(line, names, void)
        found.append({**stored, "group": said.group.value, "text": said.text})
    return found
