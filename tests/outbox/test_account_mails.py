"""Mails about accounts wait in the outbox like all others: sealed, before the others, and gone once sent."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from campaign.base.dates import clock
from campaign.delivery import services as notices
from campaign.models import AccountMail, Breaker, Notice, User
from campaign.outbox import account_mails, breakers, leases
from tests.wars import APART, begin_war, written_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _they_wait(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr("config.accounts.put", account_mails.put)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def ask_for_a_code(user: User) -> None:
    assert Client().post("/account/login/code/", {"email": user.email}).status_code == 302


def code_in(text: str) -> str:
    found = re.search(r"^\s*([A-Z0-9]{4,}-?[A-Z0-9]{3,})\s*$", text, re.MULTILINE)
    assert found, text
    return found[1]


def test_a_code_waits_sealed_and_nothing_is_left_of_it_once_it_is_sent(ada: User) -> None:
    ask_for_a_code(ada)
    assert mail.outbox == []
    row = AccountMail.objects.get()
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM campaign_accountmail")
        stored = repr([bytes(one) if isinstance(one, memoryview) else one for one in cursor.fetchone()])
    assert notices.send_due() == 1
    (message,) = mail.outbox
    assert message.to == [ada.email]
    code = code_in(str(message.body))
    for secret in (code, ada.email, str(message.subject)):
        assert secret not in stored
    assert message.extra_headers["Message-ID"] == account_mails.message_of(row).extra_headers["Message-ID"]
    assert not AccountMail.objects.exists()
    assert notices.send_due() == 0


def test_codes_go_before_everything_else(ada: User) -> None:
    begin_war(APART)
    written_now()
    ask_for_a_code(ada)
    assert notices.send_due(1) == 1
    assert mail.outbox[0].to == [ada.email]
    assert notices.send_due() == 3


def test_a_code_that_is_no_good_any_more_is_not_sent(ada: User, caplog: pytest.LogCaptureFixture) -> None:
    ask_for_a_code(ada)
    with clock.at(clock.now() + timedelta(minutes=16)):
        assert notices.send_due() == 0
    assert mail.outbox == []
    assert not AccountMail.objects.exists()
    assert "a mail about an account was given up after 1 tries" in caplog.text
    assert ada.email not in caplog.text


def test_it_is_tried_again_soon(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for_a_code(ada)
    monkeypatch.setattr(mail.EmailMessage, "send", _fails)
    assert notices.send_due() == 0
    monkeypatch.undo()
    moment = clock.now()
    assert notices.send_due() == 0
    with clock.at(moment + timedelta(seconds=6)):
        assert notices.send_due() == 1


def _fails(message: object) -> None:
    raise ConnectionRefusedError


def test_one_that_another_sender_has_taken_is_not_sent(ada: User) -> None:
    ask_for_a_code(ada)
    (mine,) = leases.claim_account_mails(20)
    assert leases.claim_account_mails(20) == []
    with clock.at(clock.now() + timedelta(seconds=61)):
        (theirs,) = leases.claim_account_mails(20)
        assert not leases.renew(mine)
        assert leases.renew(theirs)


def test_one_that_was_sealed_with_a_lost_key_is_given_up(ada: User, settings: Any) -> None:
    ask_for_a_code(ada)
    settings.SECRET_KEY = "another" * 10
    assert notices.send_due() == 0
    assert not AccountMail.objects.exists()


def test_while_the_mail_server_is_left_alone_a_code_waits_unclaimed(ada: User) -> None:
    ask_for_a_code(ada)
    moment = clock.now()
    open_until = moment + timedelta(minutes=2)
    Breaker.objects.create(host=breakers.mail_host(), faults=3, opened=2, until=open_until)
    assert notices.send_due() == 0
    assert AccountMail.objects.get().attempts == 0
    with clock.at(open_until + timedelta(seconds=1)):
        assert notices.send_due() == 1
    assert not Breaker.objects.exists()
    assert not Notice.objects.exists()
