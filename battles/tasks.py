"""What the worker does around battles. Each looks for what is due; running it twice does no harm."""

from __future__ import annotations

from celery import shared_task

from battles.services import claims, dates, reminding, retention


@shared_task(name="battles.tasks.keep_dates")
def keep_dates() -> int:
    """Remind of dates that are near, grant claims that the clock decides, and forget old places."""
    done = reminding.remind_of_dates() + claims.grant_due_claims()
    return done + dates.forget_places()


@shared_task(name="battles.tasks.forget_tables")
def forget_tables() -> int:
    """Forget quick battles that everybody has left for long."""
    return retention.forget_tables()
