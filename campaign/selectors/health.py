"""Whether the app does its work: the database answers, its tables are up to date, the clock ticks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from campaign.dates.clock import now
from campaign.models import Heartbeat

STALE = timedelta(seconds=30)
"""A tick is due every 2 seconds; after this long without one, deadlines do not fire."""


@dataclass(frozen=True, slots=True)
class Health:
    """What ``/readyz`` answers. ``tick_age`` in seconds; None if there never was one."""

    database: bool
    migrated: bool
    tick_age: float | None

    @property
    def ready(self) -> bool:
        """Whether people can rely on the app."""
        ticking = self.tick_age is not None and self.tick_age <= STALE.total_seconds()
        return self.database and self.migrated and ticking


def health() -> Health:
    """Look now."""
    try:
        executor = MigrationExecutor(connection)
        migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        last = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first() if migrated else None
    except DatabaseError:
        return Health(database=False, migrated=False, tick_age=None)
    age = None if last is None else round((now() - last).total_seconds(), 1)
    return Health(database=True, migrated=migrated, tick_age=age)
