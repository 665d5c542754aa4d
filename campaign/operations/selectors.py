"""Whether the app does its work: the database answers, its tables are up to date, the clock ticks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from campaign.base.dates.clock import now
from campaign.models import Heartbeat

STALE = timedelta(seconds=30)
"""A tick is due every 2 seconds; after this long without one, deadlines do not fire."""
AHEAD = timedelta(seconds=2)
"""So far two clocks may part; a tick that is further in the future was made by a clock that was wrong."""


@dataclass(frozen=True, slots=True)
class Health:
    """What ``/readyz`` and ``/clockz`` answer. ``tick_age`` in seconds; None if there never was one."""

    database: bool
    migrated: bool
    tick_age: float | None

    @property
    def ready(self) -> bool:
        """Whether this process can answer people. A clock that stands still sends nobody away."""
        return self.database and self.migrated

    @property
    def ticking(self) -> bool:
        """Whether deadlines fire."""
        age = self.tick_age
        return self.ready and age is not None and -AHEAD.total_seconds() <= age <= STALE.total_seconds()


def health() -> Health:
    """Look now."""
    try:
        executor = MigrationExecutor(connection)
        migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        ticks = Heartbeat.objects.filter(name="tick").values_list("at", flat=True)
        last = ticks.first() if migrated else None
    except DatabaseError:
        return Health(database=False, migrated=False, tick_age=None)
    age = None if last is None else round((now() - last).total_seconds(), 1)
    return Health(database=True, migrated=migrated, tick_age=age)
