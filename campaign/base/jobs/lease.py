"""Rows that one process at a time is at: which are next, who holds one, and that who holds it still lives."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import TypeVar

from django.db import DatabaseError, connection
from django.db.models import Q, QuerySet

from campaign.base.dates import clock
from campaign.base.rows import rows
from campaign.models.jobs import Leased

Row = TypeVar("Row", bound=Leased)

BEAT = timedelta(seconds=10)
"""How often the lease of long work is renewed."""

logger = logging.getLogger(__name__)


def take(waiting: QuerySet[Row], *, most: int, moment: datetime, lease: timedelta) -> list[Row]:
    """The rows that have waited longest and that nobody is at, leased; an expired lease frees a row again.

    Needs a transaction, at whose end they are taken.
    """
    skip = connection.features.has_select_for_update_skip_locked
    locked = waiting.select_for_update(no_key=True, skip_locked=skip, of=("self",)).filter(
        free(moment, lease)
    )
    taken = list(locked.order_by("id")[:most])
    for row in taken:
        row.attempts += 1
        row.state, row.leased_until = row.TAKEN, moment + lease
    names = ("attempts", "state", "leased_until")
    rows.update(waiting.model, names, [(row.pk, *(getattr(row, name) for name in names)) for row in taken])
    return taken


def free(moment: datetime, lease: timedelta) -> Q:
    """What nobody is at: it was never taken, given back, or its lease is over.

    A lease that is far longer than ``lease`` was given by a clock that was wrong.
    """
    ends = Q(leased_until__lt=moment) | Q(leased_until__gt=moment + 2 * lease)
    return Q(leased_until__isnull=True) | ends


def held(row: Row) -> QuerySet[Row]:
    """The row as long as it is still its taker's: whoever takes one counts an attempt."""
    mine = type(row)._default_manager
    return mine.filter(pk=row.pk, state=row.TAKEN, attempts=row.attempts)


def renew(row: Leased, lease: timedelta) -> bool:
    """Hold the row for another while, by comparing and setting; False if it is somebody else's by now."""
    until = clock.now() + lease
    if not held(row).update(leased_until=until):
        return False
    row.leased_until = until
    return True


@contextmanager
def renewed(row: Leased, lease: timedelta, *, at_most: timedelta) -> Iterator[None]:
    """While this process lives and is at the row, its lease is renewed, in a thread of its own.

    So a lease can be short: who is killed is soon followed. What hangs for longer than ``at_most`` is given
    up for dead.
    """
    stop = Event()
    until = time.monotonic() + at_most.total_seconds()

    def run() -> None:
        try:
            while not stop.wait(BEAT.total_seconds()) and time.monotonic() < until:
                try:
                    renew(row, lease)
                except DatabaseError as error:
                    # Somebody else writes; there is time for another try before the lease is over.
                    logger.warning("a lease could not be renewed: %s", error)
        finally:
            connection.close()

    thread = Thread(target=copy_context().run, args=(run,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
