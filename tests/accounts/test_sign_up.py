"""Who has an account is told to nobody who signs up with an address: not in words, not in time."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.accounts.services import open_account
from campaign.delivery import services as notices
from campaign.models import User
from campaign.outbox import account_mails
from config import settings as default
from config.middleware import EVEN

PASSWORD = "rowan-gate-77"
PAIRS = 30


class Argon(hashers.Argon2PasswordHasher):
    """The site's own, in one thread, so that other tests disturb it less."""

    time_cost, memory_cost, parallelism = 1, 32768, 1


class Slow(EmailBackend):
    """A mail server that takes its time."""

    seconds = 0.0

    def send_messages(self, messages: Any) -> int:
        time.sleep(self.seconds)
        return super().send_messages(messages)


@pytest.fixture
def slow_mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Slow]:
    """The site as it runs: mails leave by the outbox, here to a slow server."""
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    monkeypatch.setattr("config.accounts.put", account_mails.put)
    return Slow


def sign_up(address: str, password: str = PASSWORD, place: str = "203.0.113.7") -> Any:
    """Somebody's answer."""
    typed = {"name": "Greta", "email": address, "password1": password, "time_zone": "Europe/Oslo"}
    return Client().post("/account/signup/", typed, REMOTE_ADDR=place)


def area(known: list[float], unknown: list[float]) -> float:
    """The area under the ROC curve of who guesses from the time: a half is blind guessing."""
    pairs = [(one, other) for one in known for other in unknown]
    return sum((one > other) + (one == other) / 2 for one, other in pairs) / len(pairs)


@pytest.mark.django_db
@pytest.mark.parametrize("password", [PASSWORD, ""])
def test_the_work_is_the_same(ada: User, monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    hashed: list[str] = []
    make = hashers.make_password

    def counted(text: str | None, *rest: Any, **more: Any) -> str:
        hashed.append(text or "")
        return str(make(text, *rest, **more))

    monkeypatch.setattr("django.contrib.auth.base_user.make_password", counted)
    work = {}
    for who, address in (("known", ada.email), ("unknown", "new@club.example")):
        mail.outbox.clear()
        hashed.clear()
        with CaptureQueriesContext(
            connection,
        ) as asked:
            answer = sign_up(address, password)
        kinds = [one["sql"].split()[0] for one in asked.captured_queries]
        work[who] = (
            answer.status_code,
            answer["Location"],
            [text for text in hashed if text],
            len(mail.outbox),
            kinds.count("INSERT"),
        )
    assert work["known"] == work["unknown"]
    assert work["known"][2:4] == ([password] if password else [], 1)
    assert User.objects.count() == 2
    assert not User.objects.filter(email__endswith="invalid").exists()


@pytest.mark.django_db
def test_a_form_that_is_refused_is_refused_alike_whether_its_address_has_an_account(ada: User) -> None:
    told = []
    for address in (ada.email, "new@club.example"):
        for typed in (
            {"name": "Ada\u202e", "password1": PASSWORD},
            {"name": "Greta", "password1": "1234567890"},
        ):
            answer = Client().post("/account/signup/", {"email": address, **typed})
            text = re.sub(
                r'(csrf-token" content|csrfmiddlewaretoken" value)="[^"]*"', "", answer.content.decode()
            )
            told.append((answer.status_code, text.replace(address, "ADDRESS")))
    assert {status for status, _text in told} == {422}
    assert told[:2] == told[2:]
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_owner_of_a_known_address_is_told_and_nothing_else_changes(ada: User) -> None:
    before = User.objects.values().get(pk=ada.pk)
    sign_up(ada.email)
    assert User.objects.values().get(pk=ada.pk) == before
    assert mail.outbox[-1].to == [ada.email]
    assert "already" in str(mail.outbox[-1].body)


@pytest.mark.django_db
def test_no_request_waits_for_the_mail_server(ada: User, slow_mail: type[Slow]) -> None:
    slow_mail.seconds = 20.0
    for address in (ada.email, "new@club.example"):
        began = time.monotonic()
        assert sign_up(address).status_code == 302
        assert time.monotonic() - began < 15
    assert mail.outbox == []
    slow_mail.seconds = 0.0
    assert notices.send_due() == 2
    assert [message.to for message in mail.outbox] == [[ada.email], ["new@club.example"]]


def test_every_page_that_takes_an_address_from_anybody_answers_at_full_steps() -> None:
    names = ("account_signup", "account_reset_password", "account_request_login_code", "claim")
    assert {reverse(name) for name in names} == EVEN
    assert default.ACCOUNT_ANSWER_STEP >= 0.4


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("pairs", "off"), [(PAIRS, 0.22), pytest.param(200, 0.05, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_the_time_tells_nothing(settings: Any, slow_mail: type[Slow], pairs: int, off: float) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Argon"]
    settings.ACCOUNT_ANSWER_STEP = 0.25
    accounts = [
        open_account(name=f"P{number}", email=f"known{number}@club.example") for number in range(pairs)
    ]
    order = [(True, one.email) for one in accounts]
    order += [(False, f"other{number}@club.example") for number in range(pairs)]
    random.Random(12).shuffle(order)
    sign_up("warm@club.example")
    times: dict[bool, list[float]] = {True: [], False: []}
    for number, (known, address) in enumerate(order):
        began = time.perf_counter()
        answer = sign_up(address, place=f"203.0.{number // 200}.{number % 200}")
        # A clock at the other end of a network tells milliseconds at best.
        times[known].append(round(time.perf_counter() - began, 3))
        assert answer.status_code == 302
    found = area(times[True], times[False])
    assert abs(found - 0.5) <= off, found
