"""Waking a worker before its rhythm does: what somebody waits for need not wait for the next beat."""

from __future__ import annotations

import logging
import time

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

TICK, PLAN_AHEAD = "campaign.tasks.tick", "campaign.tasks.plan_ahead"
REST = 30.0
"""Seconds for which nobody is woken after a broker did not answer: no request waits for it meanwhile."""
_rest = {"until": 0.0}


def wake(task: str) -> None:
    """Have a task run soon, once the transaction is committed; without a broker, when its time comes."""
    transaction.on_commit(lambda: _send(task))


def _send(task: str) -> None:
    if time.monotonic() < _rest["until"]:
        return
    try:
        current_app.send_task(task, retry=False)
    except OperationalError as error:
        _rest["until"] = time.monotonic() + REST
        logger.warning("nobody could be woken for %s: %s", task, type(error).__name__)
