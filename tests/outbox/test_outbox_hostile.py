"""Other people's servers: none of them keeps a sender for long, and what one notice raises stays its own."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import connection

from campaign.base.dates import clock
from campaign.base.integrations import time_limits, webhook_post
from campaign.base.refusal import Refusal
from campaign.delivery import emails
from campaign.delivery import services as notices
from campaign.models import Device, Notice, NoticeState, User, Webhook
from campaign.notices.push import services as devices
from campaign.notices.webhooks import services as hooks
from campaign.outbox import leases
from campaign.outbox import services as notices_out
from tests.notices.test_push import Phone, Service, service
from tests.wars import APART, War, begin_war, written_now

__all__ = ["service"]
pytestmark = pytest.mark.django_db
BACKEND = "campaign.base.integrations.smtp.EmailBackend"


class Drip:
    """A server that says a byte now and then and never ends its line: no step of a talk ever times out."""

    def __init__(self, every: float = 0.1) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._every = every
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                talk = self._listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self._say, args=(talk,), daemon=True).start()

    def _say(self, talk: socket.socket) -> None:
        try:
            while True:
                talk.sendall(b"2")
                time.sleep(self._every)
        except OSError:
            talk.close()

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def drip() -> Iterator[Drip]:
    server = Drip()
    yield server
    server.close()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail may take one second and a run three: the rules as they are, and a test that ends."""
    monkeypatch.setattr(notices, "ONE", 1.0)
    monkeypatch.setattr(time_limits, "ONE", 1.0)
    monkeypatch.setattr(notices, "RUN", 3.0)
    monkeypatch.setattr(notices, "SLOW", 0.5)


def mail_to(settings: Any, port: int) -> None:
    settings.EMAIL_BACKEND = BACKEND
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 15


@pytest.mark.usefixtures("short")
def test_a_run_ends_in_time_whatever_the_server_does_and_leaves_the_rest_untried(
    settings: Any, drip: Drip, caplog: pytest.LogCaptureFixture
) -> None:
    mail_to(settings, drip.port)
    _many(begin_war(APART), 12)
    begun = time.monotonic()
    with caplog.at_level(logging.WARNING):
        assert notices.send_due() == 0
    assert time.monotonic() - begun < 4
    tried = Notice.objects.filter(attempts=1)
    assert 1 <= tried.count() <= 3
    assert {(one.state, bool(one.error)) for one in tried} == {(NoticeState.QUEUED, True)}
    rest = Notice.objects.exclude(attempts=1)
    assert {(one.state, one.attempts, one.leased_until) for one in rest} == {(NoticeState.QUEUED, 0, None)}
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert "mail: 0 sent, " in said
    assert "mail: slow" in said
    assert "@" not in said


def _many(war: War, count: int) -> None:
    for number in range(count):
        rows = notices_out.notices_for(
            war.campaign,
            notices_out.RESUMED,
            [(war.facilitator.pk, None)],
            when=notices_out.Window(clock.now()),
            about=str(number),
        )
        notices_out.store(rows)
    Notice.objects.update(not_before=clock.now() - timedelta(seconds=1))


def test_a_line_takes_no_longer_than_it_may(drip: Drip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_post, "is_public", lambda address: True)
    begun = time.monotonic()
    with time_limits.within(1), pytest.raises(webhook_post.WebhookError, match="did not answer in time"):
        webhook_post.post(f"http://127.0.0.1:{drip.port}/x", b"{}", {})
    assert time.monotonic() - begun < 2


@pytest.mark.usefixtures("short")
def test_lines_do_not_wait_for_mail_that_hangs(
    settings: Any, drip: Drip, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail_to(settings, drip.port)
    war = begin_war(APART)
    _many(war, 60)
    settings.WEBHOOK_HOSTS = [service.place]
    Webhook.objects.create(user=war.facilitator, address=f"http://{service.place}/line")
    notices.send_due()
    assert Notice.objects.filter(channel="discord").count() == 61


# Two senders


@pytest.mark.django_db(transaction=True)
def test_two_senders_never_send_one_notice_at_once(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow mails, several senders: each mail once, though those taken last wait longer than a lease."""
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=1))
    seen = Slow()
    controller = Controller(seen, hostname="127.0.0.1", port=_free_port())
    controller.start()
    mail_to(settings, controller.port)
    try:
        _many(begin_war(APART), 8)
        threads = [threading.Thread(target=_send_all) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        _send_all()
    finally:
        controller.stop()
    assert seen.overlaps == []
    assert set(seen.sent.values()) == {1}
    assert len(seen.sent) == 11
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.SENT}


class Slow:
    """A mail server that takes half a second for a mail, and says which came twice at the same time."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.open: Counter[str] = Counter()
        self.overlaps: list[str] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        name = next(line for line in content.decode().splitlines() if line.startswith("Message-ID"))
        self.open[name] += 1
        if self.open[name] > 1:
            self.overlaps.append(name)
        await asyncio.sleep(0.3)
        self.open[name] -= 1
        self.sent[name] += 1
        return "250 OK"


def _send_all() -> None:
    try:
        while Notice.objects.filter(state__in=(NoticeState.QUEUED, NoticeState.SENDING)).exists():
            notices.send_due()
            time.sleep(0.05)
    finally:
        connection.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def test_whoever_has_lost_a_notice_neither_sends_nor_closes_it() -> None:
    begin_war(APART)
    written_now()
    (mine, *_) = leases.claim(1, ("mail",))
    Notice.objects.filter(pk=mine.pk).update(leased_until=clock.now() - timedelta(seconds=1))
    (theirs, *_) = leases.claim(1, ("mail",))
    assert theirs.pk == mine.pk
    assert not leases.renew(mine)
    leases.close(mine, NoticeState.SENT)
    leases.give_back([mine])
    assert leases.renew(theirs)
    leases.give_back([theirs])
    again = Notice.objects.get(pk=mine.pk)
    assert (again.state, again.attempts, again.leased_until) == (NoticeState.QUEUED, 1, None)


# One item's failure


def _poison(service: Service, user: User, host: str) -> Device:
    """A browser's address that was stored by an older version: to sign for it raises what nobody expects."""
    given = Phone(service, f"poison of {user.pk}").given
    return Device.objects.create(
        user=user,
        name="poison",
        address=f"http://x:y@{host}/{user.pk}",
        key=given["key"],
        auth=given["auth"],
        created_at=clock.now(),
    )


def test_one_push_address_stops_nobody_else(
    settings: Any, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    war = begin_war(APART)
    written_now()
    north, south = war.users["north"], war.users["south"]
    settings.PUSH_HOSTS = [service.place, f"x:y@{service.place}"]
    monkeypatch.setattr("campaign.base.integrations.web_push.check_subscription", lambda *given: None)
    _poison(service, north, service.place)
    good, other = Phone(service, "good"), Phone(service, "other")
    devices.add_device(user=north, **good.given)
    devices.add_device(user=south, **other.given)
    notices.send_due()
    assert notices.send_lines() == 2
    assert len(good.lines) == len(other.lines) == 1
    assert Device.objects.get(name="poison").error.startswith("Nothing can be sent")
    assert set(Notice.objects.filter(channel="push").values_list("state", "user__name")) == {
        (NoticeState.SENT, "North"),
        (NoticeState.SENT, "South"),
    }


@pytest.mark.parametrize("before", ["x:y@", "x@", ":y@", "@"])
def test_a_push_address_with_a_name_in_it_is_not_stored(service: Service, before: str, settings: Any) -> None:
    settings.PUSH_HOSTS = [".push.apple.com"]
    given = {**Phone(service, "phone").given, "address": f"https://{before}a.push.apple.com/"}
    user = User.objects.create_user("mara@club.example", name="Mara")
    with pytest.raises(Refusal, match="no user name and no password") as refused:
        devices.add_device(user=user, **given)
    assert refused.value.code == "address"
    assert not Device.objects.exists()


def test_a_letter_or_a_sender_that_raises_anything_fails_alone(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    begin_war(APART)
    written_now()
    first = Notice.objects.order_by("id")[0]
    write = notices._mail

    def fussy(notice: Notice, letter: emails.Letter) -> None:
        if notice.pk == first.pk:
            raise KeyError("https://secret.example/token")
        write(notice, letter)

    monkeypatch.setattr(notices, "_mail", fussy)
    assert notices.send_due() == 2
    first.refresh_from_db()
    assert (first.state, first.error) == (NoticeState.QUEUED, "KeyError")
    assert "KeyError in fussy" in caplog.text
    assert "secret.example" not in caplog.text


def test_a_notice_that_cannot_be_sorted_out_keeps_no_others(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    begin_war(APART)
    written_now()
    first = Notice.objects.order_by("id")[0]
    call = hooks.call_too

    def fussy(mails: Any) -> None:
        if any(one.pk == first.pk for one in mails):
            raise ValueError("not this one")
        call(mails)

    monkeypatch.setattr(hooks, "call_too", fussy)
    assert notices.send_due() == 2
    first.refresh_from_db()
    assert first.state == NoticeState.QUEUED
    assert first.not_before > clock.now()
