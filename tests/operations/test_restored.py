"""A backup in the database's place: everybody is told, old mails stay where they are, nobody is to blame."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from campaign.base.dates import clock
from campaign.base.dates.downtime import WEB
from campaign.delivery import services as notices
from campaign.delivery.emails import headline_of, letter_of
from campaign.models import (
    AccountMail,
    Campaign,
    CampaignStatus,
    Notice,
    NoticeState,
    TurnStart,
)
from campaign.operations.services import backup_made, tell_restored
from campaign.turn.clockwork import turn_starts as starts
from campaign.turn.deadlines import beat
from tests.wars import APART, START, begin_war

pytestmark = pytest.mark.django_db
LATER = START + timedelta(days=1)


def test_all_are_told_and_what_waited_is_not_sent() -> None:
    war, over = begin_war(APART), begin_war(APART)
    Campaign.objects.filter(pk=over.campaign.pk).update(status=CampaignStatus.ENDED)
    AccountMail.objects.create(sealed=b"x", not_before=START, expires=LATER, created_at=START)
    old = Notice.objects.filter(state=NoticeState.QUEUED)
    assert old.exists()
    old.filter(pk=old[0].pk).update(state=NoticeState.SENDING, leased_until=START)
    waited = old.count() + 2
    with clock.at(LATER):
        done = tell_restored(START)
        assert (done.campaigns, done.told, done.expired) == (1, 3, waited)
        told = Notice.objects.filter(kind="restored")
        assert {(one.user.email, one.campaign) for one in told} == {
            (f"{name}@club.example", war.campaign) for name in ("north", "south", "facilitator")
        }
        assert notices.send_due() == 3
    assert sorted(one.to[0] for one in mail.outbox) == [
        f"{name}@club.example" for name in ("facilitator", "north", "south")
    ]
    assert {one.subject for one in mail.outbox} == {"The border war: restored from a backup"}
    assert not AccountMail.objects.exists()
    assert not Notice.objects.filter(state__in=(NoticeState.QUEUED, NoticeState.SENDING)).exists()


def test_the_mail_says_as_of_when_it_stands_and_leads_to_the_war() -> None:
    war = begin_war(APART)
    with clock.at(LATER):
        tell_restored(START)
    notice = Notice.objects.get(kind="restored", user=war.users["north"])
    letter = letter_of(notice)
    assert letter is not None
    assert "Sat 21 Nov" in letter.text
    assert letter.link.endswith(f"/c/{war.campaign.public_id}/")
    assert headline_of(notice).text == "The border war: restored from a backup"


def test_a_turn_that_was_just_worked_out_in_the_backup_is_not_to_blame() -> None:
    war, other = begin_war(APART), begin_war(APART)
    start = starts.mark_start(starts.named(war.turn.pk), war.turn.plan_due or START)
    assert start is not None
    tell_restored(START)
    moment = (war.turn.plan_due or START) + timedelta(minutes=1)
    TurnStart.objects.create(turn=other.turn, process="x", begun=moment, ended=moment, well=True)
    assert starts.held_against(start, moment + timedelta(minutes=1)) == (0, None)


def test_the_command_finds_the_backups_moment_by_its_last_sign_of_life() -> None:
    begin_war(APART)
    assert backup_made() is None
    with pytest.raises(CommandError, match="name the backup's moment with --since"):
        call_command("restored")
    with clock.at(START):
        beat(WEB)
    with clock.at(START - timedelta(hours=1)):
        beat()
    said = StringIO()
    with clock.at(LATER):
        call_command("restored", stdout=said)
    assert "as it was at 2037-11-21 12:00 UTC: 3 people of 1 campaigns will be told" in said.getvalue()


@pytest.mark.parametrize(
    ("since", "words"),
    [("yesterday", "is no moment; write it as"), ("2999-01-01T00:00Z", "is still to come")],
)
def test_a_moment_that_cannot_be_is_refused_and_nobody_is_told(since: str, words: str) -> None:
    begin_war(APART)
    with pytest.raises(CommandError, match=words):
        call_command("restored", since=since)
    assert not Notice.objects.filter(kind="restored").exists()


def test_told_twice_is_told_twice_and_a_moment_without_zone_is_utc() -> None:
    begin_war(APART)
    said = StringIO()
    for hours in range(2):
        with clock.at(LATER + timedelta(hours=hours)):
            call_command("restored", since="2037-11-21T20:00", stdout=said)
    assert said.getvalue().count("as it was at 2037-11-21 20:00 UTC") == 2
    assert Notice.objects.filter(kind="restored", state=NoticeState.EXPIRED).count() == 3
    assert Notice.objects.filter(kind="restored", state=NoticeState.QUEUED).count() == 3
