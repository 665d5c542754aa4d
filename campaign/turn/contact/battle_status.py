"""How a battle stands, from what has been told of it (Rules 7); no secret of either side is needed for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from campaign.base.coordinates import sector_name
from campaign.base.setup.house_rules import traits_of_seat
from campaign.base.words.log_messages import LogKind
from campaign.models import Battle, BattleResult, Phase, Seat, documents
from rules.armies import Trait
from rules.tables import MOST_SACRIFICED, fighting_level


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
class Said:
    """What a side has told, as one of the two sides reads it; a sacrifice is no part of it: it is sealed.

    ``winner`` is ``own``, ``enemy`` or ``draw``. Requests for abstract resolution are all alike.
    """

    method: str
    winner: str = "draw"
    points_own: int = 0
    points_enemy: int = 0

    @property
    def mark(self) -> str:
        """The same as a short text, to tell later whether it has changed."""
        return f"{self.method}/{self.winner}/{self.points_own}/{self.points_enemy}"


def said(battle: Battle, own: int, result: BattleResult) -> Said:
    """What ``result`` tells, to the reader in place ``own`` (0 or 1) of the battle."""
    if result.method == "abstract":
        return Said("abstract")
    points = (result.points_first, result.points_second)
    return Said("tabletop", winner_for(battle, own, result.winner), points[own], points[1 - own])


def winner_for(battle: Battle, own: int, winner: str | None) -> str:
    """Who won, to the reader in place ``own``: ``own``, ``enemy`` or ``draw``."""
    if not winner:
        return "draw"
    return "own" if winner == (battle.first, battle.second)[own] else "enemy"


def standing_of(battle: Battle, results: Iterable[BattleResult]) -> Standing:
    """How the battle stands, given the results told by its two sides."""
    told = [said(battle, 0, result) for result in results]
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


def in_dispute(battles: QuerySet[Battle]) -> QuerySet[Battle]:
    """Those of the battles that stand in dispute: what ``standing_of`` says of one, asked of the database."""
    same = Q(winner=OuterRef("winner"), points_first=OuterRef("points_first"))
    same &= Q(points_second=OuterRef("points_second"))
    other = BattleResult.objects.filter(
        ~Q(method=OuterRef("method")) | (Q(method="tabletop") & ~same),
        battle=OuterRef("battle"),
        pk__gt=OuterRef("pk"),
    )
    told = BattleResult.objects.filter(Exists(other), battle=OuterRef("pk"))
    unsettled = Q(auto=False, forfeit_first=False, forfeit_second=False, ruling__isnull=True)
    return battles.filter(unsettled, Exists(told))


def place_of(battle: Battle, seat: Seat) -> int | None:
    """0 if the seat's banner is the battle's first, 1 if its second, None if the battle is not the seat's."""
    sides = (battle.seat_first_id, battle.seat_second_id)
    return sides.index(seat.pk) if seat.pk in sides else None


def bounds_of(battle: Battle) -> tuple[int, int]:
    """The most points that the first and the second side can lose: 100 a fighting level (Rules 1, 7)."""
    return 100 * fighting_level(battle.level_first), 100 * fighting_level(battle.level_second)


def most_sacrificed(battle: Battle, seat: Seat, own: int) -> int:
    """How many levels the seat, in place ``own``, may sacrifice: 0 without the rule or after a forfeit."""
    forfeited = (battle.forfeit_first, battle.forfeit_second)[own]
    if Trait.SACRIFICE not in traits_of_seat(seat) or forfeited or battle.auto:
        return 0
    return min(MOST_SACRIFICED, (battle.level_first, battle.level_second)[own])


def sides_named(battle: Battle) -> dict[str, str]:
    """The values by which the log names a battle."""
    return {"first": battle.name_first, "second": battle.name_second}


IN_DISPUTE = (LogKind.DISPUTE, LogKind.DISPUTE_SOMEWHERE)
"""How the log says that a battle has come into dispute: with its place, or as early versions did, without."""


def tells_of(values: Mapping[str, object], battle: Battle) -> bool:
    """Whether the values of an entry of the battle's turn, of a kind ``IN_DISPUTE``, name this battle."""
    sides = (values.get("first"), values.get("second")) == (battle.name_first, battle.name_second)
    return sides and values.get("sector") in (None, sector_name(battle.x, battle.y))


SHOWN = (Phase.BATTLES, Phase.AFTERMATH_REVIEW, Phase.PUBLISHED)
"""The phases of a turn in which its battles are known to their two sides."""


def battle_of(seat: Seat, public_id: str) -> Battle:
    """The battle of this address, if the seat is one of its sides. Raises ``Battle.DoesNotExist``."""
    return own_battles(seat).get(public_id=public_id)


def own_battles(*seats: Seat) -> QuerySet[Battle]:
    """The battles of which one of these is a side and knows, with what was told of them."""
    return (
        Battle.objects.filter(Q(seat_first__in=seats) | Q(seat_second__in=seats), turn__phase__in=SHOWN)
        .select_related("turn__campaign", "seat_first", "seat_second")
        .defer(*documents("turn"))
        .prefetch_related(Prefetch("results", queryset=BattleResult.objects.order_by("id")))
    )
