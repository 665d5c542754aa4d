"""What time it is, by the database where it has a clock of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Func
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


def is_pretended() -> bool:
    """Whether this is not the present moment, but one that somebody has set."""
    return _set_to.get() is not None


class DatabaseClock(Func):
    """The database's clock as a column of a query, read when its rows are: null where it has none."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = DateTimeField(null=True)

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        """SQLite has no clock but the machine's."""
        return "NULL", ()


def told(moment: datetime | None) -> datetime:
    """The present moment in UTC as ``DatabaseClock`` has told it, with the same exceptions as ``now``."""
    return _set_to.get() or moment or timezone.now()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Pretend that it is ``moment`` inside the block: the demo plays weeks of a campaign at once."""
    token = _set_to.set(moment)
    try:
        yield
    finally:
        _set_to.reset(token)
