"""The battles in dispute, for an arbiter: both results, and nothing else of the campaign.

Built up from what an arbiter may know (spec: Roles; the rulings on arbiters): the two armies and their
banners' names, the levels at which they fight, which bound what can be told, who attacks, and what both have
told. The rest of a battle's row is not even read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Prefetch, QuerySet

from campaign.base.answers import Named, one_of
from campaign.desk.pages import WINNERS
from campaign.desk.result_comparison import TellingLine, side_by_side
from campaign.models import Battle, BattleResult, Campaign, Phase
from campaign.turn.contact.battle_status import bounds_of, in_dispute, most_sacrificed
from rules.tables import fighting_level

_READ = (
    *("turn_id", "public_id", "first", "second", "name_first", "name_second", "level_first", "level_second"),
    *("attacker", "auto", "forfeit_first", "forfeit_second"),
    *(f"{seat}__{name}" for seat in ("seat_first", "seat_second") for name in ("army", "number", "rules")),
)


@dataclass(frozen=True, slots=True)
class DisputeForce:
    """One side of a battle in dispute; the level is the one it fights at."""

    name: str
    army: str
    number: Annotated[int, Named("seat")]
    level: int
    most_points: int
    most_sacrifice: int
    attacks: bool


@dataclass(frozen=True, slots=True)
class DisputeResult:
    """What a side has told; points stand in the order of the forces."""

    method: Annotated[str, one_of(("tabletop", "abstract"))]
    winner: Annotated[str, one_of(WINNERS)]
    points: tuple[int, int]
    sacrifice: int
    story: str
    at: datetime
    by_app: bool


@dataclass(frozen=True, slots=True)
class Dispute:
    """A battle in dispute: who fought, and what each side has told."""

    id: str
    forces: tuple[DisputeForce, DisputeForce]
    told_first: DisputeResult
    told_second: DisputeResult

    @property
    def lines(self) -> tuple[TellingLine, ...]:
        """What was told, line by line, a cell for each side."""
        return side_by_side(self.forces, (self.told_first, self.told_second))

    @property
    def stories(self) -> tuple[tuple[str, str], ...]:
        """The stories that were told, with the armies that told them."""
        pairs = zip(self.forces, (self.told_first, self.told_second), strict=True)
        return tuple((force.army, told.story) for force, told in pairs if told.story)


def disputed_battles(campaign: Campaign) -> QuerySet[Battle]:
    """The battles in dispute just now, by their public ids: any other order would tell where they are."""
    found = Battle.objects.filter(turn__campaign=campaign, turn__phase=Phase.BATTLES)
    results = Prefetch("results", queryset=BattleResult.objects.order_by("id"))
    read = in_dispute(found).select_related("seat_first", "seat_second").only(*_READ)
    return read.prefetch_related(results).order_by("public_id")


def disputes_of(campaign: Campaign) -> tuple[Dispute, ...]:
    """The battles in dispute just now, as an arbiter sees them."""
    return tuple(dispute(battle) for battle in disputed_battles(campaign))


def dispute_of(campaign: Campaign, battle_id: str) -> tuple[Battle, Dispute]:
    """A battle in dispute by its public id. Raises ``Battle.DoesNotExist``, also if it is settled."""
    battle = disputed_battles(campaign).get(public_id=battle_id)
    return battle, dispute(battle)


def dispute(battle: Battle) -> Dispute:
    """A battle in dispute as an arbiter sees it."""
    told = {row.seat_id: row for row in battle.results.all()}
    return Dispute(
        battle.public_id,
        (_force(battle, 0), _force(battle, 1)),
        _word(battle, told[battle.seat_first_id]),
        _word(battle, told[battle.seat_second_id]),
    )


def _force(battle: Battle, place: int) -> DisputeForce:
    seat = (battle.seat_first, battle.seat_second)[place]
    return DisputeForce(
        name=(battle.name_first, battle.name_second)[place],
        army=seat.army,
        number=seat.number,
        level=fighting_level((battle.level_first, battle.level_second)[place]),
        most_points=bounds_of(battle)[place],
        most_sacrifice=most_sacrificed(battle, seat, place),
        attacks=battle.attacker == (battle.first, battle.second)[place],
    )


def _word(battle: Battle, row: BattleResult) -> DisputeResult:
    return DisputeResult(
        method=row.method,
        winner={"": "draw", battle.first: "first"}.get(row.winner, "second"),
        points=(row.points_first, row.points_second),
        sacrifice=row.sacrifice,
        story=row.story,
        at=row.changed_at,
        by_app=row.by_app,
    )
