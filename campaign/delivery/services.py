"""Notices leave the outbox: each claimed with a lease, written for its reader at that moment, sent once.

A notice is sent at least once, always with the same Message-ID. No transaction is open while mail is sent.
What a mail says is what its reader may know when it leaves: only what it is about is stored beforehand.
A run of a sender takes half a minute at most, whatever the other sides' servers do, and what one notice
raises is that notice's failure alone.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from email.mime.image import MIMEImage
from functools import partial, reduce
from operator import or_
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from cryptography.fernet import InvalidToken
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db.models import Q
from django.utils.translation import gettext as _

from campaign.access.suspensions import suspension_of
from campaign.base.dates import clock
from campaign.base.dates.rhythm import by_the_minute
from campaign.base.failpoints import reach
from campaign.base.integrations.time_limits import ONE, within
from campaign.base.integrations.web_push import Line
from campaign.base.integrations.webhook_post import WebhookError, send_line
from campaign.delivery.emails import CARD, Letter, letter_of, link_of, still_concerned
from campaign.delivery.shut_hosts import shut
from campaign.delivery.telling_on import tell_on
from campaign.models import AccountMail, Channel, Device, Notice, NoticeState, Webhook
from campaign.models.hooks import CLUB, PROGRAM
from campaign.notices.discord import services as channels
from campaign.notices.happenings import facts_of
from campaign.notices.push import services as devices
from campaign.notices.selectors import FURTHER, wishes_of
from campaign.notices.services import note_try
from campaign.notices.war_card import NAME
from campaign.notices.webhooks import services as hooks
from campaign.outbox import account_mails, breakers, leases
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out
from campaign.outbox.breakers import HostOpenError
from campaign.outbox.groups import ALWAYS_MAILED, TO_OTHERS, TO_THE_PERSON, group_of

logger = logging.getLogger(__name__)

RUN = 30.0
"""Seconds that a run may take: nothing is begun that might end later."""
MOST_AHEAD = 500
"""Lines that go ahead of their mails in one run, while mails wait; the next run goes on behind them."""
SLOW = 5.0
"""Seconds after which the log says that something was slow."""
_PERMANENT = 500

_ahead = {"last": 0}

Post = Callable[[Notice, Letter], None]


def send_due(limit: int = 200) -> int:
    """Send the mails that are due, oldest first; gives how many were sent."""
    run = _Run("mail", _mail)
    run.through((Channel.MAIL,), limit, _wanted)
    if run.unsent or run.failures or run.shut:
        _let_lines_go_ahead()
    return run.sent


def _let_lines_go_ahead() -> None:
    """Lines come with their mails; where these have to wait, they do not.

    That is looked at every other second for as long as mail rests: at nobody who has no lines.
    """
    due = Notice.objects.filter(channel=Channel.MAIL, state=NoticeState.QUEUED, attempts=0)
    ways = (Webhook.objects.all(), Device.objects.all(), hooks.live_hooks().order_by())
    with_lines = reduce(or_, (Q(user__in=one.values("user")) for one in ways))
    found = due.filter(with_lines, not_before__lte=clock.now()).select_related("campaign").order_by("id")
    waiting = list(found.filter(pk__gt=_ahead["last"]).defer("campaign__story")[:MOST_AHEAD])
    # From the first on again, when the last has been looked at: some may wait that did not before.
    _ahead["last"] = waiting[-1].pk if len(waiting) == MOST_AHEAD else 0
    if waiting:
        _wanted(waiting)


def send_lines(limit: int = 60) -> int:
    """Send the lines to webhooks, channels and devices that are due, oldest first; gives how many were."""
    tell_on()
    return _Run("lines to Discord and browsers", _line).through((*FURTHER, CLUB), limit)


def call_programs(limit: int = 60) -> int:
    """Tell programs what is due, oldest first; gives how many were told."""
    tell_on()
    return _Run("calls of programs", _line).through((PROGRAM,), limit)


class _Run:
    """One run of a sender, and what it has to say to the log when it ends."""

    def __init__(self, what: str, post: Post) -> None:
        self.what, self.post = what, post
        self.until = time.monotonic() + RUN
        self.sent = self.tried = self.unsent = 0
        self.slowest, self.shut = 0.0, False
        self.failures: Counter[str] = Counter()

    def through(
        self,
        channels: Sequence[str],
        limit: int,
        wanted: Callable[[list[Notice]], list[Notice]] = list,
    ) -> int:
        """Send what is due by these channels, at most ``limit`` of it; gives how much was sent."""
        while self.tried < limit and self._has_time():
            claimed, is_all = self._claimed(limit - self.tried, channels, wanted)
            if is_all:
                break
            while claimed and self._has_time():
                self._send(claimed.pop(0))
            leases.give_back(claimed)
            self.unsent += len(claimed)
        self._say()
        return self.sent

    def _claimed(
        self, most: int, channels: Sequence[str], wanted: Callable[[list[Notice]], list[Notice]]
    ) -> tuple[list[leases.Item], bool]:
        """What is next, and whether there was nothing: mails about accounts first, somebody waits."""
        out = shut(channels)
        if out is None:
            self.shut = True
            return [], True
        if Channel.MAIL in channels and (mails := leases.claim_account_mails(most)):
            self.tried += len(mails)
            return list(mails), False
        claimed = leases.claim(most, channels, out)
        if claimed:
            reach("notices.claimed")
        self.tried += len(claimed)
        return list(wanted(claimed)), not claimed

    def _has_time(self) -> bool:
        return time.monotonic() + ONE <= self.until

    def _send(self, notice: leases.Item) -> None:
        moment = clock.now()
        if notice.expires is not None and moment >= notice.expires:
            leases.close(notice, NoticeState.EXPIRED)
            return
        begun = time.monotonic()
        try:
            post = self._prepared(notice)
            if post is None:
                leases.close(notice, NoticeState.EXPIRED)
                return
            if not leases.renew(notice):
                return
            # In all: what its card has taken to be drawn is gone.
            with within(begun + ONE - time.monotonic()):
                post()
        except HostOpenError:
            leases.give_back([notice])
            self.unsent += 1
        except Exception as error:
            self._failed(notice, error)
        else:
            reach("notices.sent")
            leases.close(notice, NoticeState.SENT, sent_at=clock.now())
            self.sent += 1
        finally:
            self.slowest = max(self.slowest, time.monotonic() - begun)

    def _prepared(self, notice: leases.Item) -> Callable[[], None] | None:
        """What sends it; None if it has become pointless."""
        if isinstance(notice, AccountMail):
            message = account_mails.message_of(notice)
            return partial(_post_mail, message)
        if notice.channel in (*FURTHER, PROGRAM) and suspension_of(notice.user) is not None:
            # An account that is shut hears by mail alone: of its measures, and that it is open again.
            return None
        if notice.kind in events.EVENTS:
            return _of_event(notice)
        letter = letter_of(notice)
        if letter is not None and notice.channel == PROGRAM:
            return partial(hooks.call, notice, hooks.notice_event(notice, link_of(notice)))
        return None if letter is None else partial(self.post, notice, letter)

    def _failed(self, notice: leases.Item, error: Exception) -> None:
        """A refusal for good is final; all else is tried again. What nobody has foreseen is our fault."""
        self.failures[_kind(error)] += 1
        words = type(error).__name__
        if isinstance(error, (SMTPException, OSError, WebhookError)):
            words = f"{words}: {error}"[:500]
        else:
            logger.error("notice %s cannot be sent: %s", notice.pk, _where(error))
        if _is_final(error):
            leases.close(notice, NoticeState.FAILED, error=words)
        else:
            after = error.after if isinstance(error, WebhookError) else 0
            leases.try_later(notice, clock.now(), words, after)

    def _say(self) -> None:
        if self.failures:
            kinds = ", ".join(f"{kind}: {count}" for kind, count in sorted(self.failures.items()))
            logger.warning("%s: %d sent, %d not (%s)", self.what, self.sent, self.failures.total(), kinds)
        if self.slowest > SLOW or self.unsent:
            slow = "%s: slow, one took %.0f s; %d wait for the next run"
            logger.warning(slow, self.what, self.slowest, self.unsent)


def _is_final(error: Exception) -> bool:
    """Whether to try again is of no use."""
    if isinstance(error, InvalidToken):
        return True
    if isinstance(error, WebhookError):
        return error.final
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= _PERMANENT for code, _said in error.recipients.values())
    return isinstance(error, SMTPResponseException) and error.smtp_code >= _PERMANENT


def _kind(error: Exception) -> str:
    """What went wrong, for the log: neither an address nor what a server said of one."""
    if isinstance(error, SMTPRecipientsRefused):
        return f"refused {', '.join(sorted({str(code) for code, _said in error.recipients.values()}))}"
    if isinstance(error, SMTPResponseException):
        return f"answered {error.smtp_code}"
    if isinstance(error, WebhookError) and error.status:
        return f"answered {error.status}"
    return type(error).__name__


def _where(error: Exception) -> str:
    """An exception and where it came up, without its words: an address may be a secret."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name} ({place.filename.rpartition('/')[2]}:{place.lineno})"


def _wanted(claimed: list[Notice]) -> list[Notice]:
    """The mails that their readers want; webhooks and devices get lines too. The list on the site has all."""
    try:
        return _sorted_out(claimed)
    except Exception:
        # One of them is at fault; the others must not wait for it.
        return [one for notice in claimed for one in _alone(notice)]


def _alone(notice: Notice) -> list[Notice]:
    try:
        return _sorted_out([notice])
    except Exception as error:
        logger.error("notice %s cannot be told: %s", notice.pk, _where(error))
        leases.try_later(notice, clock.now(), type(error).__name__)
        return []


def _sorted_out(claimed: list[Notice]) -> list[Notice]:
    wishes = wishes_of({one.user_id for one in claimed})

    def wants(one: Notice, channel: str) -> bool:
        if one.kind in (*TO_OTHERS, *TO_THE_PERSON):
            return channel == Channel.MAIL
        if channel == Channel.MAIL and one.kind not in ALWAYS_MAILED and by_the_minute(one.campaign):
            return False
        return wishes[one.user_id].wants(group_of(one.kind), channel)

    for channel in FURTHER:
        notices_out.post_too([one for one in claimed if wants(one, channel)], channel)
    hooks.call_too(claimed)
    for one in claimed:
        if not wants(one, Channel.MAIL):
            leases.close(one, NoticeState.EXPIRED)
    return [one for one in claimed if wants(one, Channel.MAIL)]


class _Related(EmailMultiAlternatives):
    """A mail whose picture belongs to the text beside it, as its HTML shows it (RFC 2387)."""

    mixed_subtype = "related"


def _mail(notice: Notice, letter: Letter) -> None:
    message = _Related(
        letter.subject,
        letter.text,
        to=[letter.to],
        headers={"Message-ID": notice.message_id, "Auto-Submitted": "auto-generated", **_ends(letter)},
    )
    message.attach_alternative(letter.html, "text/html")
    if letter.card is not None:
        picture = MIMEImage(letter.card, "png")
        picture.add_header("Content-ID", f"<{CARD}>")
        picture.add_header("Content-Disposition", "inline", filename=NAME)
        message.attach(picture)
    _post_mail(message)


def _ends(letter: Letter) -> dict[str, str]:
    """How a mail program ends mails of this kind with one click (RFC 8058)."""
    if not letter.unsubscribe:
        return {}
    return {
        "List-Unsubscribe": f"<{letter.unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _post_mail(message: EmailMessage) -> None:
    with breakers.guard(breakers.mail_host()):
        message.send()


def _line(notice: Notice, letter: Letter) -> None:
    if notice.channel == Channel.PUSH:
        devices.push(notice.user, Line(letter.subject, letter.link, notice.message_id), notice.expires)
    else:
        _post(notice, letter)


def _post(notice: Notice, letter: Letter) -> None:
    """A webhook is told the subject and the address: who else reads there is not known."""
    webhook = Webhook.objects.filter(user=notice.user).first()
    if webhook is None:
        raise WebhookError(_("There is no webhook any more."), final=True)
    try:
        with breakers.guard(breakers.host_of(webhook.address)):
            send_line(webhook.address, f"{letter.subject}\n{letter.link}")
    except WebhookError as error:
        note_try(webhook, error.message)
        raise
    note_try(webhook, "")


def _of_event(notice: Notice) -> Callable[[], None] | None:
    """What tells a channel or a program of an event; None if nothing is to be told any more."""
    facts = facts_of(notice)
    if facts is None or not (notice.user.is_active and still_concerned(notice)):
        return None
    if notice.channel == CLUB:
        if not channels.may_post(notice.campaign):
            return None
        return partial(channels.post, notice, facts)
    return partial(hooks.call, notice, facts)
