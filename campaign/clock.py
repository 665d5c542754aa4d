"""What time it is, by the database where it has a clock of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.db import connection
from django.utils import timezone

_set_to: ContextVar[datetime | None] = ContextVar("set_to", default=None)


def now() -> datetime:
    """The present moment in UTC, to be read after locks are taken.

    On PostgreSQL it is ``clock_timestamp()`` (``now()`` would be the start of the transaction); SQLite has no
    clock but the machine's.
    """
    pretended = _set_to.get()
    if pretended is not None:
        return pretended
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Pretend that it is ``moment`` inside the block: the demo plays weeks of a campaign at once."""
    token = _set_to.set(moment)
    try:
        yield
    finally:
        _set_to.reset(token)
