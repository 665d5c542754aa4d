"""Notices leave the outbox: each claimed with a lease, written for its reader at that moment, sent once.

A notice is sent at least once, always with the same Message-ID. No transaction is open while mail is sent.
What a mail says is what its reader may know when it leaves: only what it is about is stored beforehand.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from campaign.dates import clock
from campaign.failpoints import reach
from campaign.letters import Letter, letter_of
from campaign.models import Channel, Notice, NoticeState, Webhook
from campaign.models.hooks import PROGRAM
from campaign.notice_groups import TO_OTHERS, group_of
from campaign.selectors.wishes import FURTHER, wishes_of
from campaign.sending.push import Line
from campaign.sending.webhooks import WebhookError, send_line
from campaign.services import devices, hooks, notices_out
from campaign.services.telling import note_try
from campaign.storing import rows

logger = logging.getLogger(__name__)

AT_A_TIME = 20
LEASE = timedelta(minutes=5)
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
GIVE_UP = timedelta(hours=48)
_PERMANENT = 500


def send_due(limit: int = 200) -> int:
    """Send the mails that are due, oldest first; gives how many were sent."""
    sent = 0
    while sent < limit:
        claimed = _claim(min(AT_A_TIME, limit - sent), (Channel.MAIL,))
        if not claimed:
            break
        reach("notices.claimed")
        sent += _send(_wanted(claimed))
    return sent


def _wanted(claimed: list[Notice]) -> list[Notice]:
    """The mails that their readers want; webhooks and devices get lines too. The list on the site has all."""
    wishes = wishes_of({one.user_id for one in claimed})

    def wants(one: Notice, channel: str) -> bool:
        if one.kind in TO_OTHERS:
            return channel == Channel.MAIL
        return wishes[one.user_id].wants(group_of(one.kind), channel)

    for channel in FURTHER:
        notices_out.post_too([one for one in claimed if wants(one, channel)], channel)
    hooks.call_too(claimed)
    for one in claimed:
        if not wants(one, Channel.MAIL):
            _close(one, NoticeState.EXPIRED)
    return [one for one in claimed if wants(one, Channel.MAIL)]


def send_lines(limit: int = 60) -> int:
    """Send the lines to webhooks and devices that are due, oldest first; gives how many were sent."""
    claimed = _claim(min(AT_A_TIME, limit), FURTHER)
    return sum(_send_one(one, _push if one.channel == Channel.PUSH else _post) for one in claimed)


def call_programs(limit: int = 60) -> int:
    """Tell programs what is due, oldest first; gives how many were told."""
    claimed = _claim(min(AT_A_TIME, limit), (PROGRAM,))
    return sum(_send_one(notice, _call) for notice in claimed)


def _claim(limit: int, channels: Sequence[str]) -> list[Notice]:
    """Take the next notices for five minutes; whoever dies with them loses them again."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        moment = clock.now()
        due = Q(state=NoticeState.QUEUED, not_before__lte=moment) | Q(
            state=NoticeState.SENDING, lease_until__lt=moment
        )
        locked = Notice.objects.select_for_update(skip_locked=skip, of=("self",))
        claimed = list(locked.filter(due, channel__in=channels).order_by("id")[:limit])
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

    def post(notice: Notice, letter: Letter) -> None:
        _message(notice, letter, mailer).send()

    try:
        return sum(_send_one(notice, post) for notice in claimed)
    finally:
        mailer.close()


def _post(notice: Notice, letter: Letter) -> None:
    """A webhook is told the subject and the address: who else reads there is not known."""
    webhook = Webhook.objects.filter(user=notice.user).first()
    if webhook is None:
        raise WebhookError(_("There is no webhook any more."), final=True)
    try:
        send_line(webhook.address, f"{letter.subject}\n{letter.link}")
    except WebhookError as error:
        note_try(webhook, error.message)
        raise
    note_try(webhook, "")


def _push(notice: Notice, letter: Letter) -> None:
    devices.push(notice.user, Line(letter.subject, letter.link, notice.message_id), notice.expires)


def _call(notice: Notice, letter: Letter) -> None:
    hooks.call(notice, letter.link)


def _send_one(notice: Notice, post: Callable[[Notice, Letter], None]) -> bool:
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
        post(notice, letter)
    except (SMTPException, OSError, WebhookError) as error:
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
    if isinstance(error, WebhookError):
        codes = [_PERMANENT if error.final else 0]
    elif isinstance(error, SMTPRecipientsRefused):
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
