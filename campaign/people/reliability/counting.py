"""What of a person's plans and battles counts, and what of them was missed.

What was excused, a vacation, grace, a deputy, the bot and a site that was down count nowhere, neither for nor
against anybody; a fallback is a plan on time (Face C2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q

from campaign.base.words.log_messages import LogKind
from campaign.models import (
    AuditEntry,
    Battle,
    BattleResult,
    Deputy,
    Phase,
    PlanCounted,
    PlanState,
    PlayerTurn,
    Vacation,
)
from campaign.people.reliability.tenures import Tenure

PLAN, BATTLE = "plan", "battle"
_TOLD = (
    LogKind.RESULT_ABSTRACT.value,
    LogKind.RESULT_WON.value,
    LogKind.RESULT_LOST.value,
    LogKind.RESULT_DRAW.value,
    LogKind.BATTLE_LOAD.value,
)
_DEPUTY = "deputy"


@dataclass(frozen=True, slots=True)
class Duty:
    """A plan or a battle that was somebody's to give or to report, and whether it came in time."""

    tenure: Tenure
    what: str
    turn: int
    due: datetime
    kept: bool


def duties_of(tenures: Sequence[Tenure]) -> list[Duty]:
    """What of these people's seats counts: seven queries, however many people and wars."""
    by_seat: dict[int, list[Tenure]] = defaultdict(list)
    for tenure in tenures:
        by_seat[tenure.seat].append(tenure)
    if not by_seat:
        return []
    away = _Away(by_seat)
    return [*_plans(by_seat, away), *_battles(by_seat, away)]


class _Away:
    """When nobody was waited for in these seats."""

    def __init__(self, seats: Collection[int]) -> None:
        self.days: dict[int, list[tuple[date, date]]] = defaultdict(list)
        self.turns: set[tuple[int, int]] = set()
        self.deputies: dict[int, list[tuple[datetime, datetime | None]]] = defaultdict(list)
        names = ("seat_id", "first_day", "last_day", "turn_id")
        vacations = Vacation.objects.filter(seat__in=seats, cancelled_at=None)
        for seat, first, last, turn in vacations.values_list(*names):
            self.days[seat].append((first, last))
            self.turns.add((seat, turn))
        acting = Deputy.objects.filter(seat__in=seats)
        for seat, since, until in acting.values_list("seat_id", "since", "until"):
            self.deputies[seat].append((since, until))

    def on_vacation(self, seat: int, turn: int, due: datetime) -> bool:
        """Whether a vacation has moved this turn's deadline, or covers the day of this one."""
        covered = any(first <= due.date() <= last for first, last in self.days[seat])
        return covered or (seat, turn) in self.turns

    def deputed(self, seat: int, due: datetime) -> bool:
        """Whether a deputy acted in the seat when something was due."""
        return any(since <= due and (until is None or until > due) for since, until in self.deputies[seat])


_PART = (
    "seat_id",
    "turn_id",
    "turn__number",
    "turn__opened_at",
    "turn__plan_due",
    "turn__planned_at",
    "turn__moved_for_downtime",
    "state",
    "by_bot",
    "by_deputy",
    "excused",
    "used_fallback",
    "announcement__plan__state",
)


def _plans(by_seat: Mapping[int, Sequence[Tenure]], away: _Away) -> Iterator[Duty]:
    """The plans whose deadline has passed."""
    parts = PlayerTurn.objects.filter(seat__in=by_seat, turn__number__gt=0, turn__planned_at__isnull=False)
    for row in parts.order_by("turn_id", "seat_id").values(*_PART):
        due = row["turn__plan_due"] or row["turn__planned_at"]
        kept = _plan_kept(row)
        if kept is None or "plan_due" in row["turn__moved_for_downtime"]:
            continue
        if away.on_vacation(row["seat_id"], row["turn_id"], due):
            continue
        if not kept and away.deputed(row["seat_id"], due):
            continue
        for tenure in by_seat[row["seat_id"]]:
            if tenure.holds(row["turn__number"], row["turn__opened_at"]):
                yield Duty(tenure, PLAN, row["turn__number"], due, kept)


def _plan_kept(row: Mapping[str, Any]) -> bool | None:
    """Whether a plan was there in time; None where it counts for nobody.

    What stood of it the seat was told with the announcement; turns from before there was that say nothing of
    plans that are missing.
    """
    if row["by_bot"] or row["by_deputy"] or row["excused"]:
        return None
    told = row["announcement__plan__state"]
    written = row["state"] == PlanState.SUBMITTED or row["used_fallback"]
    if told == PlanCounted.MISSED:
        return False
    if told in (PlanCounted.DRAFT, PlanCounted.FALLBACK):
        return True
    # Submitted; or given by a facilitator alone, whose work it is.
    return True if written and told in (None, PlanCounted.SUBMITTED) else None


def _battles(by_seat: Mapping[int, Sequence[Tenure]], away: _Away) -> Iterator[Duty]:
    """The battles that were the two sides' to report, in turns that are over."""
    fought = Battle.objects.filter(
        Q(seat_first__in=by_seat) | Q(seat_second__in=by_seat),
        turn__phase=Phase.PUBLISHED,
        auto=False,
        forfeit_first=False,
        forfeit_second=False,
    ).exclude(turn__campaign__settings__battles="abstract")
    found = list(fought.select_related("turn").only(*_FOUGHT).order_by("id"))
    known = _Told(found, by_seat)
    for battle in found:
        due = battle.turn.results_due or battle.turn.results_at
        if due is None:
            continue
        for seat in {battle.seat_first_id, battle.seat_second_id} & by_seat.keys():
            for tenure in by_seat[seat]:
                kept = known.kept(battle, tenure)
                spared = "results_due" in battle.turn.moved_for_downtime or (
                    not kept and (away.on_vacation(seat, 0, due) or away.deputed(seat, due))
                )
                if kept is None or spared or not tenure.holds(battle.turn.number, battle.turn.opened_at):
                    continue
                yield Duty(tenure, BATTLE, battle.turn.number, due, kept)


_FOUGHT = (
    "turn__number",
    "turn__opened_at",
    "turn__results_due",
    "turn__results_at",
    "turn__moved_for_downtime",
    "seat_first",
    "seat_second",
    "name_first",
    "name_second",
    "ruling",
)


class _Told:
    """Who told what of these battles, as rows and log have it."""

    def __init__(self, battles: Iterable[Battle], seats: Mapping[int, Sequence[Tenure]]) -> None:
        found = list(battles)
        told = BattleResult.objects.filter(battle__in=found, seat__in=seats)
        self.rows = {
            (battle, seat): by_app
            for battle, seat, by_app in told.values_list("battle_id", "seat_id", "by_app")
        }
        turns = {battle.turn_id for battle in found}
        # What others have told is not even looked at.
        armies = {army for one in seats.values() for army in (tenure.army for tenure in one)}
        log = AuditEntry.objects.filter(turn__in=turns, kind__in=_TOLD, values__who__0__in=sorted(armies))
        self.log: dict[tuple[int, str, str], list[Sequence[str]]] = defaultdict(list)
        for turn, values in log.values_list("turn_id", "values"):
            who = values.get("who")
            if isinstance(who, list):
                self.log[(turn, values.get("first", ""), values.get("second", ""))].append(who)
        bots = PlayerTurn.objects.filter(turn__in=turns, seat__in=seats, by_bot=True)
        self.bots = set(bots.values_list("turn_id", "seat_id"))

    def kept(self, battle: Battle, tenure: Tenure) -> bool | None:
        """Whether the seat's player reported the battle; None if it was nobody's to report, or another's."""
        if (battle.turn_id, tenure.seat) in self.bots:
            return None
        by_app = self.rows.get((battle.pk, tenure.seat))
        said = self.log[(battle.turn_id, battle.name_first, battle.name_second)]
        own = [who for who in said if who[:1] == [tenure.army]]
        if any(_DEPUTY not in who for who in own):
            return True
        if own:
            return None
        if by_app is None:
            # Nobody told anything, and no facilitator has ruled in place of that.
            return False if battle.ruling is None else None
        return None if by_app else True
