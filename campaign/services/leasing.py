"""Heavy work that waits as rows of a table: which is next, and that somebody who lives is at it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import TypeVar

from django.db import DatabaseError, connection
from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)

logger = logging.getLogger(__name__)


def next_free(waiting: QuerySet[Row], moment: datetime) -> Row | None:
    """The row that has waited longest and that nobody is at, locked; an expired lease frees a row again.

    Needs a transaction, in which the caller writes the lease.
    """
    skip = connection.features.has_select_for_update_skip_locked
    free = Q(leased_until__isnull=True) | Q(leased_until__lt=moment)
    return waiting.select_for_update(skip_locked=skip, of=("self",)).filter(free).order_by("id").first()


@contextmanager
def renewed(renew: Callable[[], object], *, every: timedelta, at_most: timedelta) -> Iterator[None]:
    """While this process lives and is at it, ``renew`` is called again and again, in a thread of its own.

    So a lease can be short: who is killed is soon followed. What hangs for longer than ``at_most`` is given
    up for dead.
    """
    stop = Event()
    until = time.monotonic() + at_most.total_seconds()

    def run() -> None:
        try:
            while not stop.wait(every.total_seconds()) and time.monotonic() < until:
                try:
                    renew()
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
