"""Building the map: read, saved, drawn, taken in, written out; the picture under it; the balance check."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.problems import invalid, not_found, within
from campaign.api.reading import Nothing
from campaign.api.serializers import mapping as shapes
from campaign.mapping.formats import Format, write
from campaign.models import Scope
from campaign.selectors.balance import Games, balance_page, last_games
from campaign.selectors.draft_parts import board_version
from campaign.selectors.mapedit import MapPage, map_page, problems_of
from campaign.services import drawing, trials
from campaign.services.drafts import save_board


class BuildEndpoint(CampaignEndpoint):
    """An address of the builder; who does not build the campaign finds nothing."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def board(self) -> MapPage:
        """The map that is being built. Raises ``Draft.DoesNotExist``."""
        return map_page(self.person, self.campaign)


class BuildMap(BuildEndpoint):
    """The map of a campaign that is being built."""

    @extend_schema(responses=shapes.BoardOfDraft, operation_id="read_board")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read the map that is being built, with all that stands on it."""
        page = self.board()
        answer = {
            "board": page.board,
            "version": page.version,
            "problems": page.problems,
            "seats": [vars_of(place) for place in page.places],
            **_picture(page),
        }
        return Response(shapes.BoardOfDraft({**answer, "picture_shown": answer.pop("shown")}).data)

    @extend_schema(request=shapes.BoardToSave, responses=shapes.SavedBoard, operation_id="save_board")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save the whole map over the version that you have read.

        If it has been saved since, it is refused with code changed, who did it and when; nothing is stored.
        """
        page = self.board()
        sent = self.read_over(shapes.BoardToSave, page.version)

        def effect() -> Mapping[str, Any]:
            with within({}, "board"):
                draft = save_board(
                    campaign=self.campaign, by=self.person, board=sent["board"], version=sent["version"]
                )
            problems = problems_of(draft.board, page.places)
            return shapes.SavedBoard({"version": board_version(draft), "problems": problems}).data

        return self.once(effect)


class MapDrawing(BuildEndpoint):
    """A map drawn from a seed."""

    has_effect = False

    @extend_schema(request=shapes.WishForMap, responses=shapes.DrawnBoard, operation_id="draw_board")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Draw a map from a seed, with fair starts for the campaign's seats; nothing is stored.

        The same wish always draws the same map. Save it to keep it.
        """
        page, sent = self.board(), self.read(shapes.WishForMap)
        board = drawing.drawn(shapes.wish_of(sent, page.players))
        return Response(shapes.DrawnBoard({"board": board, "problems": problems_of(board, page.places)}).data)


class MapReading(BuildEndpoint):
    """A map as text."""

    has_effect = False

    @extend_schema(request=shapes.MapText, responses=shapes.DrawnBoard, operation_id="import_board")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Read a map from text: rows, CSV, Tiled, or a map or scenario document; nothing is stored.

        What is wrong is told with line and column, or the JSON path. Rows and CSV hold terrain alone: what
        stands on the map stays.
        """
        page, sent = self.board(), self.read(shapes.MapText)
        form = Format(sent["format"]) if "format" in sent else None
        board = drawing.taken_in(sent["text"], form, page.board)
        return Response(shapes.DrawnBoard({"board": board, "problems": problems_of(board, page.places)}).data)


class MapWriting(BuildEndpoint):
    """The map as text."""

    @extend_schema(responses=shapes.WrittenMap, operation_id="export_board")
    def get(self, request: Request, campaign_id: str, form: str) -> Response:
        """Read the map as text: rows, csv, tiled or map."""
        page = self.board()
        if form not in [one.value for one in Format]:
            raise not_found()
        return Response(shapes.WrittenMap({"format": form, "text": write(page.board, Format(form))}).data)


class MapPicture(BuildEndpoint):
    """The picture under the grid."""

    @extend_schema(responses=shapes.Picture, operation_id="read_picture")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read where the picture under the grid is."""
        return Response(shapes.Picture(_picture(self.board())).data)

    @extend_schema(request=shapes.PictureToLay, responses=shapes.Picture, operation_id="save_picture")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Lay a picture under the grid, stretched over the whole map."""
        self.board()
        sent = self.read(shapes.PictureToLay)
        try:
            data = base64.b64decode(sent["picture"], validate=True)
        except binascii.Error:
            raise invalid("picture", "must be base64") from None

        def effect() -> Mapping[str, Any]:
            drawing.set_backdrop(
                campaign=self.campaign, by=self.person, upload=io.BytesIO(data), shown=sent["shown"]
            )
            return shapes.Picture(_picture(self.board())).data

        return self.once(effect)

    @extend_schema(request=shapes.PictureShown, responses=shapes.Picture, operation_id="show_picture")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Show the picture to the players, or no longer."""
        self.board()
        shown = self.read(shapes.PictureShown)["shown"]

        def effect() -> Mapping[str, Any]:
            drawing.show_backdrop(campaign=self.campaign, by=self.person, shown=shown)
            return shapes.Picture(_picture(self.board())).data

        return self.once(effect)


class MapPictureRemoval(BuildEndpoint):
    """That the picture goes."""

    @extend_schema(request=Nothing, responses=shapes.Picture, operation_id="remove_map_picture")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Take the picture under the grid away."""
        self.board()
        self.read(Nothing)

        def effect() -> Mapping[str, Any]:
            drawing.remove_backdrop(campaign=self.campaign, by=self.person)
            return shapes.Picture(_picture(self.board())).data

        return self.once(effect)


class BalanceCheck(BuildEndpoint):
    """How fair the set-up is."""

    @extend_schema(responses=shapes.Balance, operation_id="read_balance")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read how fair the set-up is: distances, points, shares of the map, and the bots' last games."""
        page = balance_page(self.person, self.campaign)
        seats = [
            {
                **vars_of(row.standing),
                "army": row.place.army,
                "relics": [{"name": name, "marches": way} for name, way in row.standing.relics],
            }
            for row in page.rows
        ]
        answer = {
            "version": page.version,
            "seats": seats,
            "shared": page.check.shared,
            "uneven": page.check.odd,
            "games": _games(page.games),
        }
        return Response(shapes.Balance(answer).data)


class BalanceGames(BuildEndpoint):
    """Games of bots."""

    @extend_schema(request=shapes.GamesToPlay, responses=shapes.BotGames, operation_id="start_games")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Let bots play the set-up against each other; read the balance for how far they are."""
        self.board()
        sent = self.read(shapes.GamesToPlay)

        def effect() -> Mapping[str, Any]:
            trials.start_trial(campaign=self.campaign, by=self.person, **sent)
            return self._last()

        return self.once(effect)

    def _last(self) -> Mapping[str, Any]:
        return shapes.BotGames(_games(last_games(self.person, self.campaign))).data


class BalanceCancellation(BalanceGames):
    """That games of bots stop."""

    @extend_schema(request=Nothing, responses=shapes.BotGames, operation_id="cancel_games")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Stop the bots' games, keeping what they have shown."""
        self.read(Nothing)
        if last_games(self.person, self.campaign) is None:
            raise not_found()

        def effect() -> Mapping[str, Any]:
            trials.cancel_trial(campaign=self.campaign, by=self.person)
            return self._last()

        return self.once(effect)


def vars_of(value: Any) -> dict[str, Any]:
    """The fields of a frozen value."""
    return {name: getattr(value, name) for name in type(value).__slots__}


def _picture(page: MapPage) -> dict[str, Any]:
    found = page.backdrop
    if found is None:
        return {"picture": None, "shown": False}
    address = reverse("backdrop", args=[page.campaign.public_id, found.public_id])
    return {"picture": address, "shown": found.shown}


def _games(games: Games | None) -> dict[str, Any] | None:
    if games is None:
        return None
    wins = [
        {
            "seat": one.place.key,
            "army": one.place.army,
            "wins": one.won.count,
            "by_conditions": one.decided,
            "share": one.won.share,
            "low": one.won.low,
            "high": one.won.high,
            "unfair": one.off,
        }
        for one in games.wins
    ]
    return {**vars_of(games), "outdated": games.stale, "wins": wins}
