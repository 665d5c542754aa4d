"""What time it is, by the database where it has a clock of its own."""

from __future__ import annotations

from datetime import datetime

from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """The present moment in UTC, to be read after locks are taken.

    On PostgreSQL it is ``clock_timestamp()`` (``now()`` would be the start of the transaction); SQLite has no
    clock but the machine's.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment
