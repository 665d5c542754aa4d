"""How long a quick battle is kept. A campaign's table stays with its campaign: its dice can be verified."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q

from battles.models import Table, TableAction
from campaign.base.dates.clock import now
from campaign.base.jobs.singly import each

logger = logging.getLogger(__name__)

NEVER_BEGUN = timedelta(days=30)
"""A table at which no battle was ever begun."""
LEFT = timedelta(days=180)
"""A battle that was begun, over or not: it may be taken up again for half a year."""
AT_ONCE = 200
"""Tables forgotten in one run, so that it never holds the database for long."""


def forget_tables() -> int:
    """Erase quick battles without a sign of life; gives how many. Repeating it does no harm.

    A table whose phones still look at it is not left, even if nothing is done at it.
    """
    moment = now()
    begun = Exists(TableAction.objects.filter(table=OuterRef("pk"), kind="begin"))
    old = Q(changed_at__lt=moment - LEFT) | Q(~begun, changed_at__lt=moment - NEVER_BEGUN)
    seen = Q(phones__seen_at__gte=moment - NEVER_BEGUN)
    found = Table.objects.filter(old, battle=None).exclude(seen).order_by("changed_at")
    gone = list(found.values_list("pk", flat=True)[:AT_ONCE])
    return each(gone, _forget, log=logger, what="forgetting table")


def _forget(table: int) -> int:
    Table.objects.filter(pk=table).delete()
    return 1
