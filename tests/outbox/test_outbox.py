"""Notices leave the outbox by a real mail server that may fail, and say only what their readers may know."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from campaign.base.dates import clock
from campaign.delivery import services as notices
from campaign.delivery.emails import letter_of
from campaign.models import Channel, Notice, NoticeState, User
from campaign.notices.reminders.services import remind
from campaign.outbox import leases
from campaign.outbox import services as notices_out
from campaign.people.invitations.services import invite
from tests.wars import APART, START, War, begin_war, march

pytestmark = pytest.mark.django_db
BACKEND = "campaign.base.integrations.smtp.EmailBackend"


@dataclass
class Sink:
    """A mail server that keeps what it takes, and answers as it is told to."""

    answer: str = "250 OK"
    mails: list[Message] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            content = envelope.content
            assert isinstance(content, bytes)
            self.mails.append(message_from_bytes(content, policy=default))
        return self.answer


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    handler = Sink()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    settings.EMAIL_BACKEND = BACKEND
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    settings.EMAIL_TIMEOUT = 2
    try:
        yield handler
    finally:
        controller.stop()


def send(war: War, after: timedelta = timedelta()) -> int:
    with clock.at(START + after):
        return notices.send_due()


def test_every_reader_gets_one_mail_of_the_start_with_the_commitment(sink: Sink) -> None:
    war = begin_war(APART)
    assert send(war) == 3
    assert send(war) == 0
    assert {mail["To"] for mail in sink.mails} == {
        "north@club.example",
        "south@club.example",
        "facilitator@club.example",
    }
    for mail in sink.mails:
        assert mail["Subject"] == "The border war: the campaign starts"
        text = mail.get_body(("plain",)).get_content()  # type: ignore[attr-defined]
        assert war.campaign.commitment in text
        assert "The north" not in mail["Subject"]
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.SENT}


def test_a_server_that_is_busy_gets_it_later_with_the_same_message_id(sink: Sink) -> None:
    war = begin_war(APART)
    sink.answer = "451 try again"
    assert send(war) == 0
    waiting = Notice.objects.order_by("id")
    assert {notice.state for notice in waiting} == {NoticeState.QUEUED}
    assert {notice.not_before for notice in waiting} == {START + timedelta(minutes=1)}
    sink.answer = "250 OK"
    assert send(war, timedelta(seconds=59)) == 0
    assert send(war, timedelta(minutes=1)) == 3
    assert {mail["Message-ID"] for mail in sink.mails} == {notice.message_id for notice in waiting}


def test_the_pauses_grow_and_end_after_two_days(sink: Sink) -> None:
    war = begin_war(APART)
    Notice.objects.update(created_at=START)
    sink.answer = "451 try again"
    after, pauses = timedelta(), []
    for _ in range(6):
        send(war, after)
        due = Notice.objects.order_by("id")[0].not_before
        pauses.append((due - START - after) // timedelta(minutes=1))
        after = due - START
    assert pauses == [1, 5, 15, 60, 60, 60]
    send(war, timedelta(hours=49))
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.FAILED}


def test_an_address_that_is_refused_for_good_is_not_tried_again(sink: Sink) -> None:
    war = begin_war(APART)
    sink.answer = "550 no such user"
    send(war)
    notice = Notice.objects.order_by("id")[0]
    assert notice.state == NoticeState.FAILED
    assert "550" in notice.error


def test_a_server_that_is_away_loses_nothing(settings: Any) -> None:
    settings.EMAIL_BACKEND = BACKEND
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    war = begin_war(APART)
    assert send(war) == 0
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.QUEUED}


def test_a_lease_that_a_wrong_clock_gave_is_none(sink: Sink) -> None:
    """The clock was a year ahead when somebody took the mails and died: they do not wait for a year."""
    war = begin_war(APART)
    waiting = Notice.objects.filter(campaign=war.campaign, state=NoticeState.QUEUED).count()
    with clock.at(START + timedelta(days=365)):
        taken = leases.claim(20, (Channel.MAIL,))
    assert len(taken) == min(waiting, leases.OF_A_CAMPAIGN)
    with clock.at(START + timedelta(hours=1)):
        assert notices.send_due() == waiting


def test_who_dies_while_sending_loses_its_lease_and_the_mail_goes_out_with_the_same_id(sink: Sink) -> None:
    war = begin_war(APART)
    Notice.objects.update(state=NoticeState.SENDING, leased_until=START + timedelta(minutes=5), attempts=1)
    assert send(war, timedelta(minutes=4)) == 0
    assert send(war, timedelta(minutes=6)) == 3


def test_the_same_notice_is_never_queued_twice() -> None:
    war = begin_war(APART)
    readers = notices_out.readers_of(war.campaign, START)
    for _ in range(2):
        rows = notices_out.notices_for(
            war.campaign,
            notices_out.ON_HOLD,
            readers.facilitators,
            when=notices_out.Window(START),
            turn=war.turn,
            about="once",
        )
        notices_out.store(rows)
    assert Notice.objects.filter(kind="on_hold").count() == 1


def test_a_mail_for_somebody_who_has_left_is_not_sent(sink: Sink) -> None:
    war = begin_war(APART)
    war.campaign.seats.filter(key="north").update(user=None, status="open")
    assert send(war) == 2
    assert Notice.objects.filter(state=NoticeState.EXPIRED).count() == 1


# Reminders


def test_reminders_a_day_and_three_hours_before_name_the_banners_without_orders(sink: Sink) -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    send(war)
    sink.mails.clear()
    war.plan("north", {"north1": march(2, 2)}, submit=False)
    war.plan("south", {})
    with clock.at(due - timedelta(hours=25)):
        assert remind() == 0
    with clock.at(due - timedelta(hours=24)):
        assert remind() == 1
        assert remind() == 0
        notices.send_due()
    (mail,) = sink.mails
    assert mail["To"] == "north@club.example"
    text = mail.get_body(("plain",)).get_content()  # type: ignore[attr-defined]
    assert "North 2" in text
    assert "North 1" not in text
    with clock.at(due - timedelta(hours=3)):
        assert remind() == 1


def test_a_reminder_that_has_become_pointless_is_not_sent(sink: Sink) -> None:
    war = begin_war(APART)
    due = war.turn.plan_due
    assert due is not None
    send(war)
    sink.mails.clear()
    with clock.at(due - timedelta(hours=3)):
        assert remind() == 2
    war.plan("north", {})
    with clock.at(due - timedelta(minutes=30)):
        assert notices.send_due() == 1
    assert [mail["To"] for mail in sink.mails] == ["south@club.example"]


# What is in them


OF_THE_SITE = {
    *(notices_out.SITE_ON_HOLD, notices_out.SITE_FLAGGED),
    *(notices_out.FLAG_SETTLED, notices_out.MEASURED),
}
"""Belong to no war that their readers know: see ``tests/press/test_flags.py``."""
NOT_THERE = (
    *(notices_out.MESSAGE, notices_out.NEWS, notices_out.PROMISE),
    *(notices_out.VISION_ASKED, notices_out.SEAT_ASKED, notices_out.SEAT_ANSWERED),
)
"""What is about something that is not there in this war."""


@pytest.mark.shared(4)
@pytest.mark.parametrize("kind", sorted({*notices_out.KINDS} - OF_THE_SITE))
def test_every_kind_can_be_written_for_a_player_and_for_a_facilitator(kind: str) -> None:
    war = begin_war(APART)
    moment = START.isoformat()
    detail = {
        "commitment": war.campaign.commitment,
        "closing": war.campaign.commitment,
        "battle": "a-battle",
        "date": "plan_due",
        "from": moment,
        "to": moment,
        "reason": "Rain & snow",
        "army": "The south",
        "deputy": False,
        "hours": 3,
        "what": "joined",
        "who": "Nell",
        "approved": False,
        "word": "Fewer points",
        "other": "The south",
        "name": war.campaign.name,
    }
    with clock.at(START):
        made = invite(campaign=war.campaign, by=war.facilitator, to="nell@club.example")
        detail["invitation"] = made.public_id
        for user, seat in ((war.users["north"], war.seat("north")), (war.facilitator, None)):
            notice = Notice(
                kind=kind, user=user, campaign=war.campaign, turn=war.turn, seat=seat, detail=detail
            )
            letter = letter_of(notice)
            if kind in NOT_THERE or (kind == notices_out.PLAN_MISSING and seat is None):
                assert letter is None  # nothing is unread, nothing is missing, nobody asks
                continue
            assert letter is not None
            assert letter.to == ("nell@club.example" if kind == notices_out.INVITED else user.email)
            assert letter.subject.startswith("The border war: ")
            assert "\n" not in letter.subject
            assert "http" in letter.text
            assert "{" not in letter.text + re.sub(r"<style>.*?</style>", "", letter.html, flags=re.DOTALL)
            assert "south1" not in letter.text


def test_times_are_in_the_reader_s_own_zone() -> None:
    war = begin_war(APART)
    User.objects.filter(name="North").update(time_zone="Asia/Tokyo")
    notice = Notice.objects.get(user__name="North")
    with clock.at(START):
        letter = letter_of(notice)
    assert letter is not None
    assert "JST" in letter.text
    assert war.turn.plan_due is not None
