"""Building the map: read, saved, drawn, taken in, written out; the picture under it; the balance check."""

from __future__ import annotations

import io

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.base.maps.formats import Format, write
from campaign.base.maps.map_intake import in_turn
from campaign.founding.draft_parts import board_version
from campaign.founding.draft_saving import save_board
from campaign.founding.mapedit import services as drawing
from campaign.founding.mapedit import shapes
from campaign.founding.mapedit.selectors import MapPage, map_page, problems_of
from campaign.models import Scope
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.problems import not_found, within
from campaign.web.api.request_parsing import Nothing


class BuildEndpoint(CampaignEndpoint):
    """An address of the builder; who does not build the campaign finds nothing."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def board(self) -> MapPage:
        """The map that is being built. Raises ``Draft.DoesNotExist``."""
        return map_page(self.person, self.campaign)


class BuildMap(BuildEndpoint):
    """The map of a campaign that is being built."""

    @extend_schema(operation_id="read_board")
    def get(self, request: Request, campaign_id: str) -> shapes.BoardOfDraft:
        """Read the map that is being built, with all that stands on it."""
        page = self.board()
        under = _picture(page)
        return shapes.BoardOfDraft(
            version=page.version,
            problems=page.problems,
            board=page.board,
            seats=page.places,
            picture=under.picture,
            picture_shown=under.shown,
        )

    @extend_schema(request=shapes.BoardToSave, operation_id="save_board")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[shapes.SavedBoard]:
        """Save the whole map over the version that you have read.

        If it has been saved since, it is refused with code changed, who did it and when; nothing is stored.
        """
        page = self.board()
        sent = self.read_over(shapes.BoardToSave, page.version)
        yield
        with within({}, "board"):
            draft = save_board(
                campaign=self.campaign, by=self.person, board=sent["board"], version=sent["version"]
            )
        return shapes.SavedBoard(board_version(draft), problems_of(draft.board, page.places))


class MapDrawing(BuildEndpoint):
    """A map drawn from a seed."""

    has_effect = False

    @extend_schema(request=shapes.WishForMap, operation_id="draw_board")
    def post(self, request: Request, campaign_id: str) -> shapes.DrawnBoard:
        """Draw a map from a seed, with fair starts for the campaign's seats; nothing is stored.

        The same wish always draws the same map. Save it to keep it.
        """
        page, sent = self.board(), self.read(shapes.WishForMap)
        board = drawing.drawn(shapes.wish_of(sent, page.players))
        return shapes.DrawnBoard(board, problems_of(board, page.places))


class MapReading(BuildEndpoint):
    """A map as text."""

    has_effect = False

    @extend_schema(request=shapes.MapText, operation_id="import_board")
    def post(self, request: Request, campaign_id: str) -> shapes.MapRead:
        """Read a map from text: rows, CSV, Tiled, or a map or scenario document; nothing is stored.

        What is wrong is told with line and column, or the JSON path. Rows and CSV hold terrain alone: what
        stands on the map stays. House rules of a scenario come back beside the board. Of a Tiled map that
        does not say what its tiles are, ``assumed`` says for what they were taken.
        """
        page = self.board()
        with in_turn():
            sent = self.read(shapes.MapText)
            form = Format(sent["format"]) if "format" in sent else None
            taken = drawing.taken_in(sent["text"], form, page.board, self.person)
        assumed = {str(number): kind for number, kind in taken.assumed.items()}
        return shapes.MapRead(taken.board, problems_of(taken.board, page.places), taken.house, assumed)


class MapWriting(BuildEndpoint):
    """The map as text."""

    @extend_schema(operation_id="export_board")
    def get(self, request: Request, campaign_id: str, form: str) -> shapes.WrittenMap:
        """Read the map as text: rows, csv, tiled or map."""
        page = self.board()
        if form not in [one.value for one in Format]:
            raise not_found()
        return shapes.WrittenMap(form, write(page.board, Format(form)))


class MapPicture(BuildEndpoint):
    """The picture under the grid."""

    @extend_schema(operation_id="read_picture")
    def get(self, request: Request, campaign_id: str) -> shapes.Picture:
        """Read where the picture under the grid is."""
        return _picture(self.board())

    @extend_schema(request=shapes.PictureToLay, operation_id="save_picture")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[shapes.Picture]:
        """Lay a picture under the grid, stretched over the whole map."""
        self.board()
        sent = self.read(shapes.PictureToLay)
        # Before the transaction in which a request counts once: nobody who writes waits for a picture.
        picture = drawing.remade(io.BytesIO(sent["picture"]), self.person)
        yield
        drawing.set_backdrop(campaign=self.campaign, by=self.person, upload=picture, shown=sent["shown"])
        return _picture(self.board())

    @extend_schema(request=shapes.PictureShown, operation_id="show_picture")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Picture]:
        """Show the picture to the players, or no longer."""
        self.board()
        shown = self.read(shapes.PictureShown)["shown"]
        yield
        drawing.show_backdrop(campaign=self.campaign, by=self.person, shown=shown)
        return _picture(self.board())


class MapPictureRemoval(BuildEndpoint):
    """That the picture goes."""

    @extend_schema(request=Nothing, operation_id="remove_map_picture")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Picture]:
        """Take the picture under the grid away."""
        self.board()
        self.read(Nothing)
        yield
        drawing.remove_backdrop(campaign=self.campaign, by=self.person)
        return _picture(self.board())


def _picture(page: MapPage) -> shapes.Picture:
    found = page.backdrop
    if found is None:
        return shapes.Picture(None, shown=False)
    address = reverse("backdrop", args=[page.campaign.public_id, found.public_id])
    return shapes.Picture(address, shown=found.shown)
