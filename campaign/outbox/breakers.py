"""Hosts that cannot be reached are left alone for a while, so that what is for others does not wait for them.

Three faults of the connection in a row open a host's breaker for 1, 2, 4 .. 15 minutes; then one thing is
sent as a probe. Any answer of the host closes it, a refusal too.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from smtplib import SMTPConnectError, SMTPException, SMTPServerDisconnected
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from campaign.base.dates import clock
from campaign.base.integrations.webhook_post import WebhookError
from campaign.base.remedies import Cause
from campaign.models import Breaker

FAULTS = 3
FIRST, LONGEST = timedelta(minutes=1), timedelta(minutes=15)
PROBE = timedelta(minutes=1)
"""So long others wait for a probe; whoever died with it is followed by another."""
FORGOTTEN = timedelta(days=1)

logger = logging.getLogger(__name__)


class HostOpenError(Exception):
    """Nothing is sent to this host just now; what was for it has not been tried."""


def open_hosts() -> list[str]:
    """The hosts to which nothing is sent just now."""
    return list(Breaker.objects.filter(until__gt=clock.now()).values_list("host", flat=True))


def mail_host() -> str:
    """The mail server, as breakers call it."""
    return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def host_of(address: str) -> str:
    """The host of a web address, as breakers call it."""
    return urlsplit(address).netloc.lower()


@contextmanager
def guard(host: str) -> Iterator[None]:
    """Send something to a host inside the block, and remember whether it could be reached.

    Raises ``HostOpenError`` before the block begins.
    """
    known = Breaker.objects.filter(host=host).first()
    probe = known is not None and _is_probe(known, clock.now())
    try:
        yield
    except Exception as error:
        if _is_unreached(error):
            _fault(host, probe=probe)
        elif known is not None and isinstance(error, SMTPException | WebhookError):
            known.delete()
        raise
    if known is not None:
        known.delete()


def _is_unreached(error: Exception) -> bool:
    """Whether the other side could not be reached, or left in the middle of the talk."""
    if isinstance(error, WebhookError):
        return error.unreached
    if isinstance(error, SMTPException):
        return isinstance(error, SMTPServerDisconnected | SMTPConnectError)
    return isinstance(error, OSError)


def _is_probe(known: Breaker, moment: datetime) -> bool:
    """Whether this is the one thing that is tried. Raises ``HostOpenError`` if it is another, or nothing."""
    if known.until is None:
        return False
    mine = Breaker.objects.filter(pk=known.pk, until=known.until)
    if known.until > moment or not mine.update(until=moment + PROBE):
        raise HostOpenError(known.host)
    return True


def _fault(host: str, *, probe: bool) -> None:
    moment = clock.now()
    with transaction.atomic():
        Breaker.objects.get_or_create(host=host)
        known = Breaker.objects.select_for_update(no_key=True).get(host=host)
        known.faults += 1
        was_open = known.until is not None
        if probe or (not was_open and known.faults >= FAULTS):
            known.opened += 1
            pause = min(FIRST * 2 ** min(known.opened - 1, 10), LONGEST)
            known.until = moment + pause
            minutes = int(pause.total_seconds() // 60)
            words = "%s cannot be reached; nothing is sent there for %d minutes"
            logger.warning(words, host, minutes, extra={"cause": Cause.HOST})
        known.save()
        Breaker.objects.filter(until__lt=moment - FORGOTTEN).delete()
