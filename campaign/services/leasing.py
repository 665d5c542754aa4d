"""Heavy work that waits as rows of a table: which is next."""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar

from django.db import connection
from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)


def next_free(waiting: QuerySet[Row], moment: datetime) -> Row | None:
    """The row that has waited longest and that nobody is at, locked; an expired lease frees a row again.

    Needs a transaction, in which the caller writes the lease.
    """
    skip = connection.features.has_select_for_update_skip_locked
    free = Q(leased_until__isnull=True) | Q(leased_until__lt=moment)
    return waiting.select_for_update(skip_locked=skip, of=("self",)).filter(free).order_by("id").first()
