"""The battles of a turn on the desk: found quickly among many, those that need a decision first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from battles.models import ArmyList, Meeting
from campaign.desk.pages import BattleRow
from campaign.models import Battle, ClaimState, ForfeitClaim, Turn
from campaign.turn.contact.battle_status import Standing

QUIET_AFTER = timedelta(hours=48)


@dataclass(frozen=True, slots=True)
class DeskFight:
    """A battle on the desk with what surrounds it: a claim that waits, its date, how many lists are in."""

    row: BattleRow
    claim: bool
    meets_at: datetime | None
    lists: int

    @property
    def needs(self) -> bool:
        """Whether it waits for the facilitator."""
        return self.claim or self.row.standing == Standing.DISPUTE

    @property
    def stuck(self) -> bool:
        """Whether it waits for somebody else, and nothing is agreed."""
        return not self.row.closed and not self.needs and self.meets_at is None


@dataclass(frozen=True, slots=True)
class Show:
    """A way to narrow the list, with how many there are."""

    key: str
    name: str | Promise
    count: int


@dataclass(frozen=True, slots=True)
class DeskBattles:
    """The battles that are shown, and the ways to narrow them."""

    fights: tuple[DeskFight, ...]
    shows: tuple[Show, ...]
    show: str
    army: int
    words: str
    total: int
    next_needed: str
    claims: int

    @property
    def narrowed(self) -> bool:
        """Whether some are left out."""
        return len(self.fights) < self.total


_SHOWS: tuple[tuple[str, str | Promise], ...] = (
    ("all", lazy("All")),
    ("needs", lazy("Need you")),
    ("waiting", lazy("Wait for the other side")),
    ("undated", lazy("No date")),
    ("silent", lazy("No result yet")),
    ("closed", lazy("Closed")),
)


def _shown(fight: DeskFight, show: str) -> bool:
    standing = fight.row.standing
    return {
        "all": True,
        "needs": fight.needs,
        "waiting": standing in (Standing.ONE, Standing.REOPENED),
        "undated": fight.stuck and standing == Standing.OPEN,
        "silent": standing == Standing.OPEN,
        "closed": fight.row.closed,
    }[show]


def desk_fights(turn: Turn, rows: Sequence[BattleRow]) -> list[DeskFight]:
    """The battles of the turn with what surrounds them, those that need a decision first."""
    ids = dict(Battle.objects.filter(turn=turn).order_by("id").values_list("public_id", "id"))
    claimed = set(
        ForfeitClaim.objects.filter(battle__turn=turn, state=ClaimState.OPEN).values_list("battle", flat=True)
    )
    dates = dict(
        Meeting.objects.filter(battle__turn=turn, cancelled_at__isnull=True).values_list(
            "battle", "starts_at"
        )
    )
    lists: dict[int, int] = {}
    for battle in ArmyList.objects.filter(battle__turn=turn).values_list("battle", flat=True):
        lists[battle] = lists.get(battle, 0) + 1
    fights = [
        DeskFight(row, ids[row.id] in claimed, dates.get(ids[row.id]), lists.get(ids[row.id], 0))
        for row in rows
        if row.id in ids
    ]
    return sorted(fights, key=lambda fight: (not fight.needs, fight.row.closed))


def desk_battles(
    turn: Turn, rows: Sequence[BattleRow], *, show: str = "all", army: int = 0, words: str = ""
) -> DeskBattles:
    """The battles to show: ``show`` is one of the ways to narrow, ``army`` a seat's number, ``words`` part of
    a name or a sector.
    """
    fights = desk_fights(turn, rows)
    show = show if show in dict(_SHOWS) else "all"
    found = [
        fight
        for fight in fights
        if _shown(fight, show) and _of(fight, army) and _named(fight, words.casefold().strip())
    ]
    counts = tuple(Show(key, name, sum(_shown(fight, key) for fight in fights)) for key, name in _SHOWS)
    needed = next((fight.row.id for fight in fights if fight.needs), "")
    claims = sum(fight.claim for fight in fights)
    return DeskBattles(tuple(found), counts, show, army, words, len(fights), needed, claims)


def _of(fight: DeskFight, army: int) -> bool:
    return not army or army in [force.number for force in fight.row.forces]


def _named(fight: DeskFight, words: str) -> bool:
    names = [name for force in fight.row.forces for name in (force.name, force.army)]
    return not words or any(words in name.casefold() for name in (*names, fight.row.sector))


def next_needing(fights: Sequence[DeskFight], battle_id: str) -> str:
    """The battle that needs a decision next after this one, round about; empty if none does."""
    order = [fight.row.id for fight in fights]
    if battle_id not in order:
        return ""
    place = order.index(battle_id)
    after = [*fights[place + 1 :], *fights[:place]]
    return next((fight.row.id for fight in after if fight.needs), "")
