"""Whether the app does its work: the database answers, its tables are up to date, the clock ticks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Exists, OuterRef, Q

from campaign.base.dates import jumps
from campaign.base.dates.clock import now
from campaign.models import CampaignStatus, Heartbeat, Phase, Turn, TurnStart
from campaign.turn.clockwork import turn_starts as starts

STALE = timedelta(seconds=30)
"""A tick is due every 2 seconds; after this long without one, deadlines do not fire."""
AHEAD = timedelta(seconds=2)
"""So far two clocks may part; a tick that is further in the future was made by a clock that was wrong."""
LATE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Health:
    """What ``/readyz`` answers. ``tick_age`` in seconds; None if there never was one."""

    database: bool
    migrated: bool
    tick_age: float | None

    @property
    def ready(self) -> bool:
        """Whether this process can answer people. A clock that stands still sends nobody away."""
        return self.database and self.migrated


@dataclass(frozen=True, slots=True)
class ClockHealth:
    """What ``/clockz`` answers: how the clock is, and nothing of any war."""

    tick_age: float | None
    late: bool = False
    """Whether a turn is over a minute late."""
    jumped: bool = False
    """Whether nothing is resolved because clocks went apart."""
    sick: bool = False
    """Whether not even a fixed scenario can be resolved."""

    @property
    def ticking(self) -> bool:
        """Whether deadlines fire."""
        age = self.tick_age
        lives = age is not None and -AHEAD.total_seconds() <= age <= STALE.total_seconds()
        return lives and not (self.late or self.jumped or self.sick)


def health() -> Health:
    """Look now."""
    try:
        executor = MigrationExecutor(connection)
        migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        age = _tick_age(now()) if migrated else None
    except DatabaseError:
        return Health(database=False, migrated=False, tick_age=None)
    return Health(database=True, migrated=migrated, tick_age=age)


def clock_health() -> ClockHealth:
    """Look now."""
    try:
        moment = now()
        return ClockHealth(
            _tick_age(moment), _is_late(moment), jumps.is_parted(moment), starts.is_sick(moment)
        )
    except DatabaseError:
        return ClockHealth(None)


def _tick_age(moment: datetime) -> float | None:
    last = Heartbeat.objects.filter(name="tick").values_list("at", flat=True).first()
    return None if last is None else round((moment - last).total_seconds(), 1)


def _is_late(moment: datetime) -> bool:
    """Whether a turn has been due for a minute, or was begun so long ago and failed since."""
    begun = TurnStart.objects.filter(turn=OuterRef("pk"), well=False, begun__lte=moment - LATE)
    running = Turn.objects.filter(campaign__status=CampaignStatus.RUNNING).exclude(phase=Phase.PUBLISHED)
    failed = Q(attempts__gt=0) & Exists(begun)
    return running.filter(Q(resolve_after__lte=moment - LATE) | failed).exists()
