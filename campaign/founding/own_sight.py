"""What a seat sees for itself on the first day: there it reads nothing that it heard before the war."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.documents import Board, EarlySighting
from campaign.base.setup.house_rules import house_of
from campaign.models import Campaign, Seat
from campaign.turn.told.map_building import War
from rules.armies import Trait
from rules.maps.grid import is_passable
from rules.state import Effect


class OwnSight:
    """The first day as it will be on this board, with the armies as they are now (Rules 9)."""

    def __init__(self, campaign: Campaign, board: Board, seats: Sequence[Seat]) -> None:
        settings, rows = Variables.of(campaign).engine, tuple(board["terrain"])
        self.war = War(rows, settings, tuple(seats), b"", house_of(campaign))
        self.grid = self.war.grid()
        self.board = board
        self.owners = {one["id"]: one["owner"] for one in board["banners"]}

    def hides(self, heard: EarlySighting, seat: Seat) -> bool:
        """Whether the seat will see for itself who stands where it is told of somebody."""
        owner = heard["seat"] if "seat" in heard else self.owners.get(heard["banner"])
        enemy = next((one for one in self.war.seats if one.key == owner), None)
        at = (heard["at"][0], heard["at"][1])
        if enemy is None or enemy.key == seat.key or not is_passable(self.war.rows, at):
            return False
        if Trait.EASILY_OBSERVABLE in self.war.army(enemy):
            return True
        radius = self.war.battle_radius(enemy)
        return any(self.grid.touch((own[0], own[1]), reach, at, radius) for own, reach in self._ranges(seat))

    def _ranges(self, seat: Seat) -> list[tuple[list[int], int]]:
        """The sectors from which the seat sees, and how far from each."""
        stands = [one["at"] for one in self.board["banners"] if one["owner"] == seat.key]
        held = [one["at"] for one in self.board["occupied"] if one["occupier"] == seat.key] + stands
        sensors = [
            one["at"]
            for one in self.board["features"]
            if one["effect"] == Effect.SENSOR and one["at"] in held and seat.key in one["known_to"]
        ]
        recon = self.war.recon_radius(seat)
        return [
            *((at, recon) for at in stands),
            *((at, 0) for at in held),
            *((at, self.war.settings.recon_radius) for at in sensors),
        ]
