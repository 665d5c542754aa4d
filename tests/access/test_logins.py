"""Where people are logged in, for how long, and what asks for a log-in of the last quarter of an hour."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.access.logins import device_words
from campaign.base.dates.clock import now
from campaign.models import ApiToken, Device, Login, User
from config.cookies import LEFT
from config.middleware import RECENTLY
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
HOUR, DAY = 3600, 86_400
TOKEN = {"name": "Club screen", "scopes": ["read"], "days": "90"}


def set_back(client: Client, **moments: float) -> None:
    """Let moments that the session has noted have been so many seconds ago."""
    session = client.session
    for name, ago in moments.items():
        session[name] = int(time.time() - ago)
    session.pop("account_authentication_methods", None)
    session.save()


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


# The list


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit Chrome/126.0 Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("curl/8", ""),
        ("<script>" * 900, ""),
    ],
)
def test_browsers_are_told_apart_in_two_words(agent: str, words: str) -> None:
    assert device_words(agent) == words


def test_sessions_are_listed_and_ended_one_by_one(ada: User, ben: User, as_user: As) -> None:
    here, there, bens = as_user(ada), as_user(ada), as_user(ben)
    there.get("/account/", headers={"User-Agent": FIREFOX})
    other = Login.objects.get(session_key=there.session.session_key)
    foreign = Login.objects.get(user=ben)
    page = here.get("/account/sessions/").content.decode()
    assert page.count("This is the one that you use now.") == 1
    assert page.count("End this session") == 1
    assert here.post("/account/sessions/", {"end": foreign.public_id}).status_code == 404
    assert here.post("/account/sessions/", {"end": other.public_id}).status_code == 302
    assert "One session has ended." in here.get("/account/sessions/").content.decode()
    assert (is_in(here), is_in(there), is_in(bens)) == (True, False, True)


def test_all_others_are_ended_at_once(ada: User, ben: User, as_user: As) -> None:
    here, bens, others = as_user(ada), as_user(ben), [as_user(ada) for _ in range(3)]
    here.post("/account/sessions/")
    assert (is_in(here), is_in(bens), [is_in(one) for one in others]) == (True, True, [False] * 3)
    assert Login.objects.filter(user=ada).count() == 1


def test_who_logs_out_is_gone_from_the_list(ada: User, as_user: As) -> None:
    client = as_user(ada)
    client.post("/account/logout/")
    assert not Login.objects.filter(user=ada).exists()


def test_a_new_password_leaves_this_session_in_the_list(ada: User, as_user: As) -> None:
    here, there = as_user(ada), as_user(ada)
    new = {"oldpassword": PASSWORD, "password1": "rowan-gate-77", "password2": "rowan-gate-77"}
    assert here.post("/account/password/change/", new).status_code == 302
    assert (is_in(here), is_in(there)) == (True, False)
    page = here.get("/account/sessions/").content.decode()
    assert page.count("This is the one that you use now.") == 1


def test_who_logs_out_has_the_browser_forget_by_name_and_nothing_else_cleared(ada: User, as_user: As) -> None:
    """All at once would take what seals the dice of a war along (Trust 4)."""
    for way in ("/account/logout/", "/admin/logout/"):
        User.objects.filter(pk=ada.pk).update(is_staff=True)
        client = as_user(User.objects.get(pk=ada.pk))
        assert LEFT not in client.get("/account/").cookies
        answer = client.post(way)
        assert (client.session.is_empty(), "Clear-Site-Data" in answer) == (True, False)
        assert answer.cookies[LEFT].value
        assert not answer.cookies[LEFT]["httponly"], "the page's script reads it"


# How long


@pytest.mark.parametrize(
    ("staff", "idle", "stays"),
    [
        (False, 29 * DAY, True),
        (False, 31 * DAY, False),
        (False, 13 * HOUR, True),
        (True, 11 * HOUR, True),
        (True, 13 * HOUR, False),
    ],
)
def test_a_session_that_nobody_uses_ends(ada: User, as_user: As, staff: bool, idle: int, stays: bool) -> None:
    User.objects.filter(pk=ada.pk).update(is_staff=staff)
    client = as_user(User.objects.get(pk=ada.pk))
    set_back(client, seen=idle)
    assert is_in(client) is stays


def test_a_session_that_nobody_uses_ends_without_a_log_out(ada: User, as_user: As) -> None:
    """What its browser keeps stays for its person, and so does push in it."""
    client = as_user(ada)
    device = Device.objects.create(user=ada, name="Hers", address="https://push.example/x", created_at=now())
    session = client.session
    session["push_device"] = device.public_id
    session.save()
    set_back(client, seen=31 * DAY)
    answer = client.get("/account/")
    assert answer.status_code == 302
    assert (LEFT in answer.cookies, "Clear-Site-Data" in answer) == (False, False)
    assert Device.objects.filter(pk=device.pk).exists()
    assert not Login.objects.filter(user=ada).exists()


def test_what_is_used_is_noted_now_and_then_only(
    ada: User, as_user: As, django_assert_num_queries: Any
) -> None:
    client = as_user(ada)
    before = client.session.get_expiry_date()
    login = Login.objects.get(user=ada)
    client.get("/account/")
    assert Login.objects.get(user=ada).seen_at == login.seen_at
    set_back(client, seen=2 * HOUR)
    client.get("/account/")
    assert Login.objects.get(user=ada).seen_at > login.seen_at
    assert client.session.get_expiry_date() >= before
    assert client.session["seen"] > time.time() - 60


# A log-in of the last quarter of an hour

GUARDED = {
    "discord_login": "POST",
    "google_login": "POST",
    "socialaccount_connections": "POST",
    "tokens": "POST",
    "own_data": "POST",
    "account_email": "POST",
    "account_change_password": "POST",
    "account_set_password": "POST",
    "mfa_activate_totp": "GET POST",
    "mfa_deactivate_totp": "GET POST",
    "mfa_generate_recovery_codes": "GET POST",
    "mfa_view_recovery_codes": "GET POST",
    "mfa_download_recovery_codes": "GET POST",
    "mfa_add_webauthn": "GET POST",
    "mfa_edit_webauthn": "GET POST",
    "mfa_remove_webauthn": "GET POST",
}
"""Written by hand, from page 12 of the plan: tokens, password, address, second factor, deletion."""


def test_these_ask_for_it() -> None:
    assert {name: " ".join(methods) for name, methods in RECENTLY.items()} == GUARDED


@pytest.mark.parametrize("name", sorted(GUARDED))
def test_each_asks_once_the_log_in_is_old(name: str, ada: User, as_user: As) -> None:
    client = as_user(ada)
    path = reverse(name, args=[1] if name in ("mfa_edit_webauthn", "mfa_remove_webauthn") else [])
    for method in GUARDED[name].split():
        set_back(client, logged_in=16 * 60)
        answer = client.generic(method, path)
        assert (answer.status_code, "/reauthenticate/" in answer.get("Location", "")) == (302, True), method
        set_back(client, logged_in=14 * 60)
        answer = client.generic(method, path)
        assert "/reauthenticate/" not in answer.get("Location", ""), method


@pytest.mark.parametrize("name", ["totp/activate/", "webauthn/add/"])
def test_who_has_just_logged_in_is_not_asked_again_before_a_second_factor(name: str, ada: User) -> None:
    client = Client()
    client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    assert client.get(f"/account/second-factor/{name}").status_code == 200


def test_what_was_sent_is_done_after_the_password(ada: User, as_user: As) -> None:
    client = as_user(ada)
    set_back(client, logged_in=16 * 60)
    asked = client.post("/account/tokens/", TOKEN)
    assert not ApiToken.objects.exists()
    wrong = client.post(asked["Location"], {"password": "not this", "next": "/account/tokens/"})
    assert wrong.status_code == 200
    done = client.post(asked["Location"], {"password": PASSWORD, "next": "/account/tokens/"})
    assert re.search(r"bgc_[\w-]{43}", done.content.decode())
    assert ApiToken.objects.get(user=ada).name == "Club screen"


def test_who_has_no_password_is_mailed_a_code(ada: User, as_user: As, mailoutbox: Any) -> None:
    ada.set_unusable_password()
    ada.save()
    client = as_user(ada)
    set_back(client, logged_in=16 * 60)
    asked = client.post("/account/tokens/", TOKEN)
    assert asked["Location"].startswith("/account/again/?next=")
    page = client.get(asked["Location"])
    assert "Is it still you?" in page.content.decode()
    (mail,) = mailoutbox
    (code,) = re.findall(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", mail.body, re.M)
    assert mail.to == [ada.address]
    client.get(asked["Location"])
    assert len(mailoutbox) == 1, "a code that holds is not mailed again"
    sent = {"act": "code", "next": "/account/tokens/"}
    wrong = client.post("/account/again/", {**sent, "code": "AAAA-AAAA"})
    assert (wrong.status_code, "This is not the code" in wrong.content.decode()) == (422, True)
    assert not ApiToken.objects.exists()
    done = client.post("/account/again/", {**sent, "code": code})
    assert re.search(r"bgc_[\w-]{43}", done.content.decode())
    assert client.post("/account/again/", {**sent, "code": code}).status_code == 422, "it works once"


def test_codes_are_neither_guessed_nor_mailed_without_end(ada: User, as_user: As, mailoutbox: Any) -> None:
    client = as_user(ada)
    for _number in range(8):
        answer = client.post("/account/again/", {"act": "send"})
    assert (len(mailoutbox), answer.status_code) == (5, 429)
    for number in range(8):
        answer = client.post("/account/again/", {"act": "code", "code": f"AAAA-{number:04}"})
    assert "too many wrong codes" in answer.content.decode()


def test_programs_in_an_old_session_do_not_delete_the_account(ada: User, as_user: As) -> None:
    client = as_user(ada)
    set_back(client, logged_in=16 * 60)
    answer = client.post("/api/v1/account/delete/", {"proof": PASSWORD}, "application/json")
    assert (answer.status_code, "last 15 minutes" in answer.json()["detail"]) == (403, True)
    assert User.objects.get(pk=ada.pk).is_active
