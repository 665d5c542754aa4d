"""What the worker does around battles. Each looks for what is due; running it twice does no harm."""

from __future__ import annotations

import logging

from celery import shared_task

from battles.claims import services as claims
from battles.dates import date_reminders
from battles.dates import services as dates
from battles.stories import retention
from campaign.base.jobs.rounds import one_run
from campaign.base.jobs.singly import each

logger = logging.getLogger(__name__)


@shared_task(name="battles.tasks.keep_dates")
def keep_dates() -> int:
    """Remind of dates that are near, grant claims that the clock decides, and forget old places."""
    works = (date_reminders.remind_of_dates, claims.grant_due_claims, dates.forget_places)
    with one_run():
        return each(works, lambda work: work(), log=logger, what="keeping dates:")


@shared_task(name="battles.tasks.forget_tables")
def forget_tables() -> int:
    """Forget quick battles that everybody has left for long."""
    return retention.forget_tables()
