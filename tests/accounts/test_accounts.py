"""Coming in: by an e-mailed code, by a password, with a second factor; and what keeps others out."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

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
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

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
    assert answer.status_code == 422
    assert "entirely numeric" in text
    assert 'value="Greta"' in text
    assert not User.objects.exists()


def test_a_password_opens_and_a_wrong_one_says_so(ada: User) -> None:
    wrong = Client().post("/account/login/", {"login": ada.email, "password": "nonsense here"})
    assert wrong.status_code == 200
    assert "do not belong together" in wrong.content.decode()
    client = Client()
    client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    assert "What needs me" in page(client, "/")


def test_guessing_is_slowed_down(ada: User) -> None:
    for _ in range(10):
        Client().post("/account/login/", {"login": ada.email, "password": "nonsense here"})
    client = Client()
    answer = client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    assert "Too many wrong passwords. Wait 15 minutes" in answer.content.decode()
    assert "What needs me" not in page(client, "/")


def test_a_code_opens_without_a_password(ada: User) -> None:
    client = Client()
    client.post("/account/login/code/", {"email": ada.email})
    client.post("/account/login/code/confirm/", {"code": code_in_mail()})
    assert "What needs me" in page(client, "/")


@pytest.mark.django_db
def test_after_too_many_wrong_codes_another_one_is_to_be_had_at_once() -> None:
    client = Client()
    client.post("/account/signup/", {"name": "Greta", "email": "greta@club.example"})
    for _ in range(3):
        answer = client.post("/account/confirm-email/", {"code": "WRONGX"}, follow=True)
    told = answer.content.decode()
    assert "Have a new one mailed" in told
    assert "an hour" not in told


@pytest.mark.parametrize(
    ("ask", "give"),
    [
        ("/account/login/code/", "/account/login/code/confirm/"),
        ("/account/password/reset/", "/account/password/reset/confirm/"),
    ],
)
def test_a_code_is_valid_for_as_long_as_page_and_mail_say(
    ada: User, ask: str, give: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail may take its time: it is tried for a quarter of an hour."""
    client = Client()
    client.post(ask, {"email": ada.email})
    assert "valid for 15 minutes" in page(client, give)
    assert "valid for 15 minutes" in mail.outbox[-1].body
    later = time.time() + 14 * 60
    monkeypatch.setattr("allauth.account.internal.flows.code_verification.time.time", lambda: later)
    answer = client.post(give, {"code": code_in_mail()}, follow=True)
    assert answer.redirect_chain
    assert "Enter the code" not in answer.content.decode()


def test_who_is_led_to_the_log_in_is_told_why(db: None) -> None:
    assert "you go on to it" in page(Client(), "/account/login/?next=/account/")
    assert "you go on to it" not in page(Client(), "/account/login/")


def test_who_signs_up_once_more_is_told_of_the_code_too(ada: User) -> None:
    Client().post("/account/signup/", {"name": "Ada", "email": ada.email})
    assert "/account/login/code/" in mail.outbox[-1].body


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
    assert answer.status_code == 422
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
    assert as_user(None).get("/")["Cache-Control"] == "private, no-store"  # a key of its own
    assert not as_user(None).get("/rules/").has_header("Cache-Control")


FOREIGN = re.compile(
    r"sign[ -]?(in|up)\b|Hello from|Thank you for using|example\.com|Two-Factor|We've sent|Request new code|"
    r"reset my password|Confirm Access|reauthenticate|Email Changed",
    re.IGNORECASE,
)
"""Words of the library that runs the log-in, which nobody else here uses."""


def test_the_pages_of_codes_speak_as_the_app_does(ada: User) -> None:
    client = Client()
    pages = []
    client.post("/account/login/code/", {"email": ada.email})
    pages.append(client.get("/account/login/code/confirm/"))
    pages.append(client.post("/account/login/code/confirm/", {"code": "WRONGX"}))
    client = Client()
    pages.append(client.get("/account/password/reset/"))
    client.post("/account/password/reset/", {"email": ada.email})
    pages.append(client.get(reverse("account_confirm_password_reset_code")))
    client = Client()
    client.post("/account/signup/", {"name": "Greta", "email": "greta@club.example", "password1": PASSWORD})
    pages.append(client.get("/account/confirm-email/"))
    for page in pages:
        assert page.status_code == 200
        text = re.sub(r"<[^>]+>", " ", page.content.decode())
        assert not FOREIGN.search(text), (page.request["PATH_INFO"], FOREIGN.search(text))
    for page in pages[:2]:
        assert "We have mailed a code to" in page.content.decode()


def test_mails_about_the_account_speak_as_the_app_does(ada: User) -> None:
    Client().post("/account/login/code/", {"email": ada.email})
    Client().post("/account/login/code/", {"email": "nobody@club.example"})
    Client().post("/account/password/reset/", {"email": ada.email})
    Client().post("/account/signup/", {"name": "Ada", "email": ada.email, "password1": "another long one"})
    client = Client()
    client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    changed = {"oldpassword": PASSWORD, "password1": "rain over the ford", "password2": "rain over the ford"}
    client.post("/account/password/change/", changed)
    subjects = [re.sub(r"^[A-Z0-9]{4}-[A-Z0-9]{4}\b", "CODE", one.subject) for one in mail.outbox]
    assert subjects == [
        "CODE is your code to log in",
        "No account with this address",
        "CODE is your code for a new password",
        "This address already has an account",
        "Your password was changed",
    ]
    for one in mail.outbox:
        body = str(one.body)
        assert not FOREIGN.search(one.subject + re.sub(r"http://\S+", "", body)), body
        assert set(re.findall(r"http://[^/\s]+", body)) == {"http://127.0.0.1:8000"}
        assert body.rstrip().endswith("-- \nBOLTGUN Campaigns\nhttp://127.0.0.1:8000")
        assert "<time" not in body


def now_code(secret: str) -> str:
    """A code that is good for half a minute at least, where the step before and after are taken too."""
    return f"{hotp_value(secret, list(yield_hotp_counters_from_time())[-1]):06d}"


@pytest.mark.parametrize("forgetful", [False, True])
def test_the_code_that_turned_the_second_factor_on_opens_nothing(
    ada: User, as_user: AsUser, settings: Any, forgetful: bool
) -> None:
    settings.MFA_TOTP_TOLERANCE = 1
    mine = as_user(ada)
    mine.post("/account/reauthenticate/", {"password": PASSWORD})
    page(mine, "/account/second-factor/totp/activate/")
    code = now_code(mine.session["mfa.totp.secret"])
    assert mine.post("/account/second-factor/totp/activate/", {"code": code}).status_code == 302
    assert Authenticator.objects.filter(user=ada, type=Authenticator.Type.TOTP).exists()
    for _again in range(2):
        client = Client()
        client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
        if forgetful:
            cache.clear()  # another process, which has not seen the code
        answer = client.post("/account/second-factor/authenticate/", {"code": code})
        assert "This code was used already" in answer.content.decode()
        assert "What needs me" not in page(client, "/")


@pytest.mark.parametrize("forgetful", [False, True])
def test_a_code_of_the_second_factor_works_once(ada: User, settings: Any, forgetful: bool) -> None:
    settings.MFA_TOTP_TOLERANCE = 1
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    code, opened = now_code(secret), []
    for _again in range(2):
        client = Client()
        client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
        if forgetful:
            cache.clear()
        opened.append(client.post("/account/second-factor/authenticate/", {"code": code}).status_code == 302)
    assert opened == [True, False]
    wrong = Client()
    wrong.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    answer = wrong.post("/account/second-factor/authenticate/", {"code": "abcdef"})
    assert "Incorrect code" in answer.content.decode()


@pytest.mark.parametrize("page", ["login", "signup", "password/reset", "login/code", "email"])
def test_an_address_is_called_e_mail_on_every_page_and_where_it_is_wrong(
    page: str, ada: User, as_user: Callable[[User | None], Client]
) -> None:
    client = as_user(ada if page == "email" else None)
    wrong = {"email": "x", "login": "x", "password1": "a", "password": "a", "action_add": ""}
    sent = client.post(f"/account/{page}/", wrong, follow=True)
    for answer in (client.get(f"/account/{page}/", follow=True), sent):
        text = re.sub(r"<script.*?</script>", "", answer.content.decode(), flags=re.DOTALL)
        said = re.sub(r"<[^>]*>", " ", text) + " ".join(re.findall(r'(?:placeholder|title)="([^"]*)"', text))
        assert not re.search(r"\bemail", said, re.IGNORECASE)
        assert "E-mail" in said
    assert "This is no e-mail address." in sent.content.decode()
