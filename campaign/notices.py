"""Notices leave the outbox: each claimed with a lease, written for its reader at that moment, sent once.

A notice is sent at least once, always with the same Message-ID. No transaction is open while mail is sent.
What a mail says is what its reader may know when it leaves: only what it is about is stored beforehand.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models import Q

from campaign import clock, rows
from campaign.failpoints import reach
from campaign.letters import Letter, letter_of
from campaign.models import Notice, NoticeState

logger = logging.getLogger(__name__)

AT_A_TIME = 20
LEASE = timedelta(minutes=5)
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
GIVE_UP = timedelta(hours=48)
_PERMANENT = 500


def send_due(limit: int = 200) -> int:
    """Send the notices that are due, oldest first; gives how many were sent."""
    sent = 0
    while sent < limit:
        claimed = _claim(min(AT_A_TIME, limit - sent))
        if not claimed:
            break
        reach("notices.claimed")
        sent += _send(claimed)
    return sent


def _claim(limit: int) -> list[Notice]:
    """Take the next notices for five minutes; whoever dies with them loses them again."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        moment = clock.now()
        due = Q(state=NoticeState.QUEUED, not_before__lte=moment) | Q(
            state=NoticeState.SENDING, lease_until__lt=moment
        )
        found = Notice.objects.select_for_update(skip_locked=skip, of=("self",)).filter(due, channel="mail")
        claimed = list(found.order_by("id")[:limit])
        lease = moment + LEASE
        for notice in claimed:
            notice.attempts += 1
            notice.lease_until = lease
            notice.state = NoticeState.SENDING
        rows.update(
            Notice,
            ("attempts", "lease_until", "state"),
            [(one.pk, one.attempts, one.lease_until, one.state) for one in claimed],
        )
    return claimed


def _send(claimed: list[Notice]) -> int:
    mailer = get_connection()
    try:
        return sum(_send_one(notice, mailer) for notice in claimed)
    finally:
        mailer.close()


def _send_one(notice: Notice, mailer: BaseEmailBackend) -> bool:
    moment = clock.now()
    if notice.expires is not None and moment >= notice.expires:
        return _close(notice, NoticeState.EXPIRED)
    try:
        letter = letter_of(notice)
    except Exception as error:
        logger.exception("notice %s cannot be written", notice.pk)
        return _try_later(notice, moment, error)
    if letter is None:
        return _close(notice, NoticeState.EXPIRED)
    try:
        _message(notice, letter, mailer).send()
    except (SMTPException, OSError) as error:
        return _failed(notice, moment, error)
    reach("notices.sent")
    _close(notice, NoticeState.SENT, sent_at=clock.now())
    return True


def _message(notice: Notice, letter: Letter, mailer: BaseEmailBackend) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        letter.subject,
        letter.text,
        to=[letter.to],
        headers={"Message-ID": notice.message_id, "Auto-Submitted": "auto-generated"},
        connection=mailer,
    )
    message.attach_alternative(letter.html, "text/html")
    return message


def _failed(notice: Notice, moment: datetime, error: Exception) -> bool:
    """A refusal for good is final; all else is tried again."""
    codes = [0]
    if isinstance(error, SMTPRecipientsRefused):
        codes = [code for code, _ in error.recipients.values()]
    elif isinstance(error, SMTPResponseException):
        codes = [error.smtp_code]
    if all(code >= _PERMANENT for code in codes):
        return _close(notice, NoticeState.FAILED, error=_words(error))
    return _try_later(notice, moment, error)


def _try_later(notice: Notice, moment: datetime, error: Exception) -> bool:
    if moment - notice.created_at >= GIVE_UP:
        return _close(notice, NoticeState.FAILED, error=_words(error))
    pause = BACK_OFF[min(notice.attempts, len(BACK_OFF)) - 1]
    return _close(notice, NoticeState.QUEUED, error=_words(error), not_before=moment + pause)


def _close(notice: Notice, state: NoticeState, **values: Any) -> bool:
    """Give the notice back, if it is still ours: the lease may have run out. False: it was not sent now."""
    mine = Notice.objects.filter(
        pk=notice.pk, state=NoticeState.SENDING, lease_until=notice.lease_until, attempts=notice.attempts
    )
    mine.update(state=state, lease_until=None, **values)
    return False


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]
