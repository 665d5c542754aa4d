"""The shapes of the balance check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from campaign.founding.balance.selectors import Games, Row
from campaign.web.api.fields import Whole
from campaign.web.api.request_parsing import Strict


@dataclass(frozen=True, slots=True)
class WayToRelic:
    """How far a relic is."""

    name: str
    marches: int | None


@dataclass(frozen=True, slots=True)
class SeatBalance:
    """How one seat stands at the start; distances in marches, null without a way or anything to go to."""

    seat: str
    army: str
    banners: int
    points: int
    nearest_enemy: int | None
    objective: Annotated[int | None, "To the farthest of what its primary conditions name."]
    supply: int | None
    relics: tuple[WayToRelic, ...]
    share: Annotated[float, "Of the passable map that is nearer to it than to others."]

    @classmethod
    def of(cls, row: Row) -> SeatBalance:
        """As a row of the page has it."""
        found = row.standing
        return cls(
            seat=found.seat,
            army=row.place.army,
            banners=found.banners,
            points=found.points,
            nearest_enemy=found.nearest_enemy,
            objective=found.objective,
            supply=found.supply,
            relics=tuple(WayToRelic(name, way) for name, way in found.relics),
            share=found.share,
        )


@dataclass(frozen=True, slots=True)
class Balance:
    """How fair the set-up is."""

    version: Annotated[str, "Of the map."]
    seats: tuple[SeatBalance, ...]
    shared: Annotated[float, "The part of the map that is as near to several."]
    uneven: Annotated[tuple[str, ...], "The measures in which seats differ much."]
    games: Games | None


class GamesToPlay(Strict):
    """How many games the bots are to play."""

    games = Whole(required=False, min_value=1, max_value=500)
    turns = Whole(required=False, min_value=1, max_value=80)
