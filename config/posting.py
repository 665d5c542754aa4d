"""Mails about accounts leave beside the request: how long a mail server takes tells nobody anything.

They are few and short-lived, so they wait in memory: one that is lost with its process is asked for again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import BoundedSemaphore

from django.conf import settings
from django.core.mail import EmailMessage

log = logging.getLogger("campaign.posting")

PAUSES: Sequence[float] = (0, 5, 30)
"""Seconds before each try."""
MOST_WAITING = 200

_room = BoundedSemaphore(MOST_WAITING)


def post(message: EmailMessage) -> None:
    """Send a mail soon; without threads, now."""
    if not settings.ACCOUNT_MAIL_THREADS:
        message.send()
    elif _room.acquire(blocking=False):
        _threads(settings.ACCOUNT_MAIL_THREADS).submit(_deliver, message)
    else:
        log.error("a mail about an account is not sent: %d are waiting already", MOST_WAITING)


@lru_cache(maxsize=1)
def _threads(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number, thread_name_prefix="account-mail")


def _deliver(message: EmailMessage) -> None:
    """Try some times; the log is told what went wrong, never to whom the mail was or what it said."""
    try:
        for pause in PAUSES:
            time.sleep(pause)
            try:
                message.send()
            except Exception as error:  # whatever a mail server does: the next mail is not its fault
                log.warning("a mail about an account could not be sent: %s", type(error).__name__)
            else:
                return
        log.error("a mail about an account was given up after %d tries", len(PAUSES))
    finally:
        _room.release()
