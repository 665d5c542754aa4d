"""What the worker does. The database is the schedule: a task that is lost or runs twice does no harm."""

from __future__ import annotations

from celery import shared_task

from campaign import notices
from campaign.services import reminders, turns


@shared_task(name="campaign.tasks.tick")
def tick() -> int:
    """Carry on every turn that is due; gives how many steps were taken."""
    return turns.tick()


@shared_task(name="campaign.tasks.send_notices")
def send_notices() -> int:
    """Send what is in the outbox; gives how many were sent."""
    return notices.send_due()


@shared_task(name="campaign.tasks.remind")
def remind() -> int:
    """Remind of missing plans; gives how many seats were reminded."""
    return reminders.remind()
