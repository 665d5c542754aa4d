"""A map as a picture: its ground, who holds it, what is in the fog, and what stands on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from PIL import Image

from campaign.base.drawing.crowd import Crowd, CrowdPiece
from campaign.base.drawing.inks import inks_of
from campaign.base.drawing.land_picture import Holding
from campaign.base.drawing.map_view import View
from campaign.base.drawing.territory import PIXEL
from campaign.film.drawing.fog_picture import lay_fog
from campaign.film.drawing.ground_picture import Ground, ground_picture, lay_grid
from campaign.film.drawing.naming import Naming
from campaign.film.drawing.pieces import leaders, paste, placed
from campaign.film.drawing.standing import crowd_of, pieces_of

if TYPE_CHECKING:
    from campaign.base.documents import Map

LAID_OUT = 8
"""So many layouts are kept: what a turn ends with the next one begins with."""
MARGIN = 3
"""Sectors around what is known that are shown too."""


class Table:
    """Maps of one war, seen through one window in one light."""

    def __init__(
        self,
        size: tuple[int, int],
        view: View,
        light: str,
        naming: Naming,
        beneath: Image.Image | None = None,
    ) -> None:
        self.size, self.view, self.light, self.naming = size, view, light, naming
        self.beneath = beneath
        self.grounds: dict[tuple[str, ...], tuple[Ground, Image.Image]] = {}
        self.crowds: dict[tuple[object, ...], Crowd] = {}
        self.held: Holding | None = None
        self.left, self.top = (PIXEL * one for one in view.corner)

    def bare(self, board: Mapping[str, Any]) -> Image.Image:
        """The map without what stands on it."""
        inks, rows = inks_of(self.light), tuple(board["terrain"])
        if rows not in self.grounds:
            fine = 3 if self.view.size[0] * self.view.size[1] < 800_000 else 2
            ground = Ground(list(rows))
            self.grounds[rows] = ground, ground_picture(ground, self.view, inks, fine, self.beneath)
        ground, drawn = self.grounds[rows]
        image = drawn.copy()
        holding = self._holding(board)
        holding.wash(image)
        lay_grid(image, self.view, inks)
        lay_fog(image, board["fog"], ground, self.view, inks)
        holding.draw(image)
        holding.sign(image)
        return image

    def pieces(self, board: Mapping[str, Any]) -> list[CrowdPiece]:
        """What stands on a map."""
        return list(pieces_of(board, self.naming))

    def crowd(self, pieces: list[CrowdPiece], board: Mapping[str, Any]) -> Crowd:
        """Where it stands on the ground of a map."""
        signs = tuple(sign.box for sign in self._holding(board).signs)
        asked = (signs, *(tuple(one.values()) for one in pieces))
        if asked not in self.crowds:
            if len(self.crowds) >= LAID_OUT:
                del self.crowds[next(iter(self.crowds))]
            self.crowds[asked] = crowd_of(pieces, self.view, self.size, signs)
        return self.crowds[asked]

    def _holding(self, board: Mapping[str, Any]) -> Holding:
        """Who holds what on a map; that of the last one is kept."""
        drawn = cast("Map", board)
        if self.held is None or self.held.document is not drawn:
            self.held = Holding(drawn, self.view, inks_of(self.light))
        return self.held

    def stand(self, image: Image.Image, crowd: Crowd, relics: frozenset[str]) -> None:
        """Put what stands on a map onto its picture."""
        leaders(image, crowd["signs"], self.light, self.left, self.top)
        paste(image, placed(crowd, self.light, self.left, self.top, relics))


def shown_part(boards: Sequence[Mapping[str, Any]]) -> tuple[int, int, int, int]:
    """The sectors that are shown: those of which something was ever known, and some around them."""
    wide, high = boards[0]["size"]
    columns: set[int] = set()
    rows: set[int] = set()
    for board in boards:
        for y, row in enumerate(board["fog"]):
            seen = [at for at in (row.find("1"), row.find("2"), row.rfind("1"), row.rfind("2")) if at >= 0]
            columns.update(seen)
            rows.update([y] if seen else ())
        for key in ("banners", "sightings", "features", "relics"):
            columns.update(one["at"][0] for one in board[key])
            rows.update(one["at"][1] for one in board[key])
    if not columns:
        return 0, 0, wide, high
    left, right = max(min(columns) - MARGIN, 0), min(max(columns) + MARGIN + 1, wide)
    top, bottom = max(min(rows) - MARGIN, 0), min(max(rows) + MARGIN + 1, high)
    return left, top, right, bottom
