"""How a battle stands, from what has been told of it (Rules 7); no secret of either side is needed for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from campaign.models import Battle, BattleResult, Seat
from rules.tables import fighting_level


class Standing(StrEnum):
    """Where a battle is between its announcement and its result."""

    AUTO = "auto"
    RULED = "ruled"
    FORFEIT = "forfeit"
    AGREED = "agreed"
    ABSTRACT = "abstract"
    REOPENED = "reopened"
    DISPUTE = "dispute"
    ONE = "one"
    OPEN = "open"


CLOSED = (Standing.AUTO, Standing.RULED, Standing.FORFEIT, Standing.AGREED, Standing.ABSTRACT)
"""The standings in which nothing is left to fight or report."""

BOUND = (Standing.FORFEIT, Standing.ABSTRACT)
"""The standings whose result is bound to be abstract, so that its dice may be shown (Rules 7)."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one side has told: ``winner`` is the engine id of a banner, or empty for a draw."""

    method: str
    winner: str
    points: tuple[int, int]

    @classmethod
    def by(cls, result: BattleResult) -> Told:
        """What the two sides must agree on; requests for abstract resolution are all alike."""
        if result.method == "abstract":
            return cls("abstract", "", (0, 0))
        return cls("tabletop", result.winner, (result.points_first, result.points_second))


def standing_of(battle: Battle, results: Iterable[BattleResult]) -> Standing:
    """How the battle stands, given the results told by its two sides."""
    told = [Told.by(result) for result in results]
    agree = len(told) == 2 and told[0] == told[1]
    if battle.auto:
        return Standing.AUTO
    if battle.ruling is not None:
        return Standing.RULED
    if battle.forfeit_first or battle.forfeit_second:
        return Standing.FORFEIT
    if agree and battle.closed_at is not None:
        return Standing.ABSTRACT if told[0].method == "abstract" else Standing.AGREED
    if agree:
        return Standing.REOPENED
    return (Standing.OPEN, Standing.ONE, Standing.DISPUTE)[len(told)]


def place_of(battle: Battle, seat: Seat) -> int | None:
    """0 if the seat's banner is the battle's first, 1 if its second, None if the battle is not the seat's."""
    sides = (battle.seat_first_id, battle.seat_second_id)
    return sides.index(seat.pk) if seat.pk in sides else None


def bounds_of(battle: Battle) -> tuple[int, int]:
    """The most points that the first and the second side can lose: 100 for each fighting level (Rules 1, 7)."""
    return 100 * fighting_level(battle.level_first), 100 * fighting_level(battle.level_second)
