"""A host that cannot be reached is left alone for a while; the others do not wait for it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.base.dates import clock
from campaign.delivery import services as notices
from campaign.models import Breaker, Hook, Notice, NoticeState, Webhook
from campaign.outbox import breakers, leases
from campaign.outbox import services as notices_out
from campaign.outbox.breakers import HostOpenError
from tests.notices.test_push import Phone, Service, service
from tests.outbox.test_outbox import BACKEND, Sink, sink
from tests.wars import APART, War, begin_war, written_now

__all__ = ["service", "sink"]
pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


class Rude:
    """A server that ends every talk before a word is said."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.place = f"127.0.0.1:{self.port}"
        self.heard = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                talk = self._listener.accept()[0]
            except OSError:
                return
            self.heard += 1
            talk.close()

    def close(self) -> None:
        self._listener.close()


@pytest.fixture(autouse=True)
def _time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a run has its time, too: what is looked at here is another limit."""
    monkeypatch.setattr(notices, "RUN", 600.0)
    monkeypatch.setitem(notices._ahead, "last", 0)


@pytest.fixture
def rude() -> Iterator[Rude]:
    server = Rude()
    yield server
    server.close()


def mail_to(settings: Any, port: int) -> None:
    settings.EMAIL_BACKEND = BACKEND
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 15


def write(war: War, count: int, kind: str = notices_out.RESUMED) -> None:
    """So many notices to the facilitator, and none else."""
    for number in range(count):
        rows = notices_out.notices_for(
            war.campaign,
            kind,
            [(war.facilitator.pk, None)],
            when=notices_out.Window(clock.now()),
            turn=war.turn,
            about=f"{number}",
        )
        notices_out.store(rows)
    Notice.objects.update(not_before=clock.now() - timedelta(seconds=1))


def send_at(moment: datetime) -> int:
    with clock.at(moment):
        return notices.send_due()


def test_three_faults_in_a_row_open_it_for_longer_each_time_and_one_probe_is_sent(
    settings: Any, rude: Rude, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    good = settings.EMAIL_PORT
    mail_to(settings, rude.port)
    war = begin_war(APART)
    write(war, 40)
    moment = clock.now()
    assert send_at(moment) == 0
    assert rude.heard == 3
    assert Notice.objects.filter(attempts__gt=0).count() == 3
    for number, minutes in enumerate((1, 2, 4, 8, 15, 15)):
        assert send_at(moment + timedelta(minutes=minutes, seconds=-1)) == 0
        assert rude.heard == 3 + number
        moment += timedelta(minutes=minutes, seconds=1)
        assert send_at(moment) == 0
        assert rude.heard == 4 + number, minutes
    said = f"127.0.0.1:{rude.port} cannot be reached; nothing is sent there for 15 minutes"
    assert said in caplog.text
    untried = Notice.objects.filter(attempts=0)
    assert set(untried.values_list("state", "leased_until")) == {(NoticeState.QUEUED, None)}
    assert untried.count() >= 34
    Breaker.objects.update(host=f"127.0.0.1:{good}")
    settings.EMAIL_PORT = good
    assert send_at(moment + timedelta(minutes=16)) >= 39
    # Those that were tried several times wait longer; which those are is chance.
    for hours in (2, 6, 12):
        send_at(moment + timedelta(hours=hours))
    assert len(sink.mails) == 43
    assert not Breaker.objects.exists()


def test_an_answer_is_no_fault_of_the_connection(sink: Sink) -> None:
    begin_war(APART)
    sink.answer = "451 later"
    assert notices.send_due() == 0
    assert not Breaker.objects.exists()


def test_an_answer_between_them_begins_the_count_anew(settings: Any, rude: Rude, sink: Sink) -> None:
    good = settings.EMAIL_PORT
    begin_war(APART)
    written_now()
    moment = clock.now()
    Breaker.objects.create(host=f"127.0.0.1:{good}", faults=2)
    assert send_at(moment) == 3
    assert not Breaker.objects.exists()


def test_two_senders_send_one_probe(settings: Any, rude: Rude) -> None:
    mail_to(settings, rude.port)
    write(begin_war(APART), 10)
    moment = clock.now()
    known = Breaker.objects.create(host=rude.place, faults=3, opened=1, until=moment - MINUTE)
    # The other one has just begun.
    Breaker.objects.filter(pk=known.pk).update(until=moment + MINUTE)
    assert send_at(moment) == 0
    assert rude.heard == 0


def test_lines_for_other_hosts_go_on(
    settings: Any, rude: Rude, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.WEBHOOK_HOSTS = [rude.place, service.place]
    war = begin_war(APART)
    north, south = war.users["north"], war.users["south"]
    Webhook.objects.create(user=war.facilitator, address=f"http://{rude.place}/line")
    Webhook.objects.create(user=south, address=f"http://{service.place}/line")
    phone = Phone(service, "phone")
    settings.PUSH_HOSTS = [service.place]
    notices.devices.add_device(user=north, **phone.given)
    write(war, 5)
    notices.send_due()
    lines = Notice.objects.exclude(channel="mail")
    assert lines.count() == 8
    assert notices.send_lines() == 2
    assert rude.heard == 3
    assert len(phone.lines) == 1
    assert Breaker.objects.get().host == rude.place
    Notice.objects.filter(channel="discord").update(not_before=clock.now() - MINUTE)
    assert notices.send_lines() == 0
    assert rude.heard == 3
    left = lines.filter(user=war.facilitator)
    assert left.filter(state=NoticeState.QUEUED, leased_until=None).count() == left.count() == 6


def test_programs_and_browsers_of_a_host_that_is_open_are_not_claimed(
    settings: Any, rude: Rude, service: Service
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.WEBHOOK_HOSTS = settings.PUSH_HOSTS = [rude.place]
    war = begin_war(APART)
    hook, _secret = notices.hooks.make_hook(user=war.facilitator, address=f"http://{rude.place}/p")
    Hook.objects.update(created_at=clock.now() - timedelta(days=30))
    Breaker.objects.create(host=rude.place, faults=3, opened=1, until=clock.now() + MINUTE)
    write(war, 1, notices_out.ANNOUNCED)
    Notice.objects.filter(kind=notices_out.ANNOUNCED).update(created_at=clock.now())
    notices.send_due()
    waiting = Notice.objects.filter(channel="program", kind=notices_out.ANNOUNCED)
    assert waiting.count() == 1
    assert notices.call_programs() == 0
    assert rude.heard == 0
    assert waiting.get().attempts == 0
    assert hook.address.endswith("/p")


def test_twenty_at_a_time_two_of_each_campaign() -> None:
    wars = [begin_war(APART) for _ in range(12)]
    for war in wars[:1]:
        write(war, 30)
    taken = leases.claim(100, ("mail",))
    assert len(taken) == 20
    counts = {war.campaign.pk: 0 for war in wars}
    for notice in taken:
        assert notice.campaign_id is not None
        counts[notice.campaign_id] += 1
    assert sorted(counts.values()) == [0, 0, *[2] * 10]
    more = leases.claim(100, ("mail",))
    assert {notice.pk for notice in more}.isdisjoint(notice.pk for notice in taken)


def test_while_a_probe_is_on_its_way_nobody_else_sends_one() -> None:
    moment = clock.now()
    Breaker.objects.create(host="mail.example:25", faults=3, opened=1, until=moment - MINUTE)
    with breakers.guard("mail.example:25"):
        with pytest.raises(HostOpenError), breakers.guard("mail.example:25"):
            pass
        # Whoever died with it keeps it from nobody for long.
        with clock.at(clock.now() + 2 * MINUTE), breakers.guard("mail.example:25"):
            pass
    assert not Breaker.objects.exists()


@pytest.mark.parametrize("by_line", [False, True], ids=["mail alone", "a line beside it"])
def test_mails_that_rest_keep_nobody_busy(settings: Any, *, by_line: bool) -> None:
    """The clock shares the process and its database with whoever looks at them every other second."""
    settings.EMAIL_BACKEND = BACKEND
    wars = [begin_war(APART) for _ in range(2)]
    if by_line:
        Webhook.objects.create(user=wars[0].facilitator, address="http://lines.example/line")
    Breaker.objects.create(host=breakers.mail_host(), faults=3, opened=1, until=clock.now() + MINUTE)
    asked = []
    for war in wars:
        write(war, 20)
        notices.send_due()
        with CaptureQueriesContext(connection) as queries:
            assert notices.send_due() == 0
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 8, asked
    lines = Notice.objects.filter(channel="discord", kind=notices_out.RESUMED)
    assert lines.count() == (40 if by_line else 0)


def test_lines_behind_more_resting_mails_than_a_run_looks_at_go_in_the_next(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = BACKEND
    monkeypatch.setattr(notices, "MOST_AHEAD", 5)
    war = begin_war(APART)
    Webhook.objects.create(user=war.facilitator, address="http://lines.example/line")
    Breaker.objects.create(host=breakers.mail_host(), faults=3, opened=1, until=clock.now() + MINUTE)
    write(war, 12)
    lines = Notice.objects.filter(channel="discord", kind=notices_out.RESUMED)
    had = []
    for _ in range(3):
        notices.send_due()
        had.append(lines.count())
    assert had[0] < had[1] < had[2] == 12
