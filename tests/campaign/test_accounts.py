"""Coming in: by an e-mailed code, by a password, with a second factor; and what keeps others out."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.test import Client, override_settings

from campaign.models import User
from tests.conftest import PASSWORD

AsUser = Callable[[User | None], Client]


def code_in_mail() -> str:
    """The code of the last mail."""
    found = re.search(r"^([0-9A-Z-]{6,12})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found.group(1)


def page(client: Client, address: str) -> str:
    """A page that is there."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def sign_up(client: Client, **extra: str) -> None:
    """Fill the form, and give the code that came by mail."""
    data = {"name": "Greta", "email": "Greta@Club.example", "time_zone": "Europe/Oslo", **extra}
    assert client.post("/account/signup/", data).status_code == 302
    assert client.post("/account/confirm-email/", {"code": code_in_mail()}).status_code == 302


@pytest.mark.django_db
def test_a_name_an_address_and_a_code_make_an_account_with_the_browsers_time_zone() -> None:
    client = Client()
    sign_up(client)
    greta = User.objects.get()
    assert (greta.name, greta.email, greta.time_zone) == ("Greta", "greta@club.example", "Europe/Oslo")
    assert not greta.has_usable_password()
    assert "What needs me" in page(client, "/")


@pytest.mark.django_db
def test_a_wrong_code_lets_nobody_in() -> None:
    client = Client()
    client.post("/account/signup/", {"name": "Greta", "email": "greta@club.example"})
    client.post("/account/confirm-email/", {"code": "WRONGX"})
    assert "What needs me" not in page(client, "/")


@pytest.mark.django_db
def test_a_weak_password_is_refused_with_the_reason_and_nothing_is_lost() -> None:
    answer = Client().post(
        "/account/signup/", {"name": "Greta", "email": "greta@club.example", "password1": "1234567890"}
    )
    text = answer.content.decode()
    assert "entirely numeric" in text
    assert 'value="Greta"' in text
    assert not User.objects.exists()


def test_a_password_opens_and_a_wrong_one_says_so(ada: User) -> None:
    wrong = Client().post("/account/login/", {"login": ada.email, "password": "nonsense here"})
    assert wrong.status_code == 200
    assert "not correct" in wrong.content.decode()
    client = Client()
    client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    assert "What needs me" in page(client, "/")


def test_guessing_is_slowed_down(ada: User) -> None:
    for _ in range(5):
        Client().post("/account/login/", {"login": ada.email, "password": "nonsense here"})
    client = Client()
    answer = client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    assert "Too many failed" in answer.content.decode()
    assert "What needs me" not in page(client, "/")


def test_a_code_opens_without_a_password(ada: User) -> None:
    client = Client()
    client.post("/account/login/code/", {"email": ada.email})
    client.post("/account/login/code/confirm/", {"code": code_in_mail()})
    assert "What needs me" in page(client, "/")


def test_mails_about_the_account_name_the_site_and_no_other(ada: User) -> None:
    Client().post("/account/login/code/", {"email": ada.email}, headers={"host": "localhost"})
    with override_settings(ALLOWED_HOSTS=["*"]):
        Client().post("/account/login/code/", {"email": ada.email}, headers={"host": "evil.example"})
    assert mail.outbox
    assert all("evil.example" not in str(message.body) + message.subject for message in mail.outbox)
    assert "http://127.0.0.1:8000" in str(mail.outbox[0].body)


def test_an_unknown_address_is_not_told_apart_from_a_known_one(ada: User) -> None:
    known = Client().post("/account/login/code/", {"email": ada.email})
    unknown = Client().post("/account/login/code/", {"email": "nobody@club.example"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_a_second_factor_is_asked_for_after_the_password(ada: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    client = Client()
    answer = client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    assert answer["Location"].startswith("/account/second-factor/authenticate/")
    assert "What needs me" not in page(client, "/")
    code = f"{hotp_value(secret, next(yield_hotp_counters_from_time())):06d}"
    client.post("/account/second-factor/authenticate/", {"code": code})
    assert "What needs me" in page(client, "/")


def test_the_secret_of_a_second_factor_is_not_stored_in_the_clear(ada: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    row = Authenticator.objects.get(user=ada)
    assert secret not in str(row.data)
    assert get_adapter().decrypt(row.data["secret"]) == secret


def test_the_account_page_stores_name_zone_and_palette(ada: User, as_user: AsUser) -> None:
    client = as_user(ada)
    client.post("/account/", {"name": "Ada F.", "time_zone": "Asia/Tokyo", "theme": "night"})
    ada.refresh_from_db()
    assert (ada.name, ada.time_zone, ada.theme) == ("Ada F.", "Asia/Tokyo", "night")
    assert 'data-theme="night"' in page(client, "/account/")


def test_an_unknown_zone_is_refused_and_what_was_typed_stays(ada: User, as_user: AsUser) -> None:
    answer = as_user(ada).post("/account/", {"name": "Ada F.", "time_zone": "Mars", "theme": "night"})
    assert "Mars" in answer.content.decode()
    assert 'value="Ada F."' in answer.content.decode()
    ada.refresh_from_db()
    assert (ada.name, ada.time_zone) == ("Ada", "UTC")


def test_a_strangers_palette_is_a_cookie_and_goes_back_only_within_the_site(db: None) -> None:
    client = Client()
    answer = client.post("/theme/", {"theme": "night", "next": "/account/login/"})
    assert answer["Location"] == "/account/login/"
    assert 'data-theme="night"' in page(client, "/")
    assert client.post("/theme/", {"theme": "paper", "next": "//evil.example/"})["Location"] == "/"
    client.post("/theme/", {"theme": '"><script>'})
    assert "data-theme=" not in page(client, "/")


@pytest.mark.parametrize("address", ["/account/", "/account/email/", "/account/second-factor/"])
def test_the_account_is_behind_the_log_in(db: None, address: str) -> None:
    answer = Client().get(address)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/login/?next=")


def test_nothing_shown_to_a_person_is_kept_on_the_way(ada: User, as_user: AsUser) -> None:
    assert as_user(ada).get("/")["Cache-Control"] == "private, no-store"
    assert not as_user(None).get("/").has_header("Cache-Control")
