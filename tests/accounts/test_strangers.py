"""What somebody tries who has no account, or another's address: nothing is told, and nothing is opened."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.core.cache import cache
from django.test import Client

from campaign.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW, GUESSED = "rowan-gate-77", "thief-knows-this-1"
VICTIM = "nora@club.example"


def code_in_mail() -> str:
    """The code of the last mail."""
    found = re.search(r"^([0-9A-Z-]{6,12})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[1]


Step = tuple[str, str, dict[str, str]]
ADDRESS = "ADDRESS"
WRONG = {"code": "AAAA-AAAA"}
WAYS: dict[str, list[Step]] = {
    "signup": [
        ("post", "/account/signup/", {"name": "G", "email": ADDRESS, "password1": NEW}),
        ("get", "/account/confirm-email/", {}),
        ("post", "/account/confirm-email/", WRONG),
        ("post", "/account/confirm-email/", {"action": "resend"}),
        ("post", "/account/confirm-email/", {"action": "change", "email": "else@club.example"}),
        ("get", "/account/confirm-email/", {}),
        ("post", "/account/confirm-email/", WRONG),
        ("post", "/account/confirm-email/", WRONG),
        ("get", "/account/confirm-email/", {}),
        ("get", "/account/login/", {}),
    ],
    "code": [
        ("post", "/account/login/code/", {"email": ADDRESS}),
        ("get", "/account/login/code/confirm/", {}),
        ("post", "/account/login/code/confirm/", WRONG),
        ("post", "/account/login/code/confirm/", {"action": "resend"}),
        ("post", "/account/login/code/confirm/", WRONG),
        ("post", "/account/login/code/confirm/", WRONG),
        ("get", "/account/login/code/confirm/", {}),
    ],
    "reset": [
        ("post", "/account/password/reset/", {"email": ADDRESS}),
        ("get", "/account/password/reset/confirm/", {}),
        ("post", "/account/password/reset/confirm/", WRONG),
        ("post", "/account/password/reset/confirm/", WRONG),
        ("post", "/account/password/reset/confirm/", WRONG),
        ("get", "/account/password/reset/confirm/", {}),
        ("get", "/account/password/reset/complete/", {}),
    ],
    "login": [("post", "/account/login/", {"login": ADDRESS, "password": "wrong here"})] * 12,
}
"""All that a stranger may send with an address, and what comes after it."""


def seen(answer: Any, address: str) -> tuple[object, ...]:
    """What a stranger sees of an answer, but for what is drawn anew each time."""
    text = answer.content.decode().replace(address, ADDRESS)
    text = re.sub(r'(name="csrf-token" content|name="csrfmiddlewaretoken" value)="[^"]*"', "", text)
    return answer.status_code, answer.get("Location"), sorted(answer.cookies), text


@pytest.mark.parametrize("way", sorted(WAYS))
def test_every_step_looks_the_same_whether_an_address_has_an_account(way: str, ada: User) -> None:
    told = []
    for place, address in ((7, ada.address), (8, "nobody@club.example")):
        client, steps = Client(), []
        for method, path, sent in WAYS[way]:
            cache.clear()
            data = {key: value.replace(ADDRESS, address) for key, value in sent.items()}
            answer = getattr(client, method)(path, data, REMOTE_ADDR=f"203.0.113.{place}")
            steps.append((path, seen(answer, address)))
        told.append(steps)
    assert told[0] == told[1]


def sign_up_as(address: str) -> Client:
    """A thief, who waits for the owner of the address."""
    thief = Client()
    thief.post("/account/signup/", {"name": "T", "email": address, "password1": GUESSED})
    return thief


@pytest.mark.parametrize("way", ["code", "reset"])
def test_who_signed_up_with_another_s_address_has_no_password_to_it(way: str) -> None:
    thief, owner = sign_up_as(VICTIM), Client()
    if way == "code":
        owner.post("/account/login/code/", {"email": VICTIM})
        owner.post("/account/login/code/confirm/", {"code": code_in_mail()})
        page = owner.get("/account/")
        assert "before anybody had shown that the address is theirs" in page.content.decode()
        assert page.status_code == 200
    else:
        owner.post("/account/password/reset/", {"email": VICTIM})
        owner.post("/account/password/reset/confirm/", {"code": code_in_mail()})
    for client in (thief, Client()):
        client.post("/account/login/", {"login": VICTIM, "password": GUESSED})
        assert SESSION_KEY not in client.session
    assert User.objects.get(email=VICTIM).has_usable_password() is False


def test_who_confirms_where_the_password_was_typed_keeps_it() -> None:
    here = sign_up_as(VICTIM)
    here.post("/account/confirm-email/", {"code": code_in_mail()})
    assert here.get("/account/").status_code == 200
    later = Client()
    later.post("/account/signup/", {"name": "N", "email": "later@club.example", "password1": NEW})
    again = Client()
    again.post("/account/login/", {"login": "later@club.example", "password": NEW})
    again.post("/account/confirm-email/", {"code": code_in_mail()})
    for address, password in ((VICTIM, GUESSED), ("later@club.example", NEW)):
        assert User.objects.get(email=address).check_password(password)


@pytest.mark.parametrize(
    "elsewhere",
    [
        *("http://localhost/x", "https://127.0.0.1/", "https://evil.example", "//evil.example"),
        *("/\\evil.example", "http:///evil.example", "javascript:alert(1)", "http://testserver:81/"),
    ],
)
def test_nobody_is_led_to_another_host(elsewhere: str, ada: User) -> None:
    sent = {"login": ada.email, "password": PASSWORD, "next": elsewhere, "theme": "night"}
    for path in ("/account/login/", "/account/logout/", "/theme/"):
        client = Client()
        if path == "/account/logout/":
            client.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
        assert client.post(path, sent)["Location"] == "/", path


ANSWERS = (
    *("", "{}", "[]", "null", '"x"', "[[[[", '{"response": {}}', '{"response": []}'),
    *("[" * 3000, '{"response": ' * 3000, "1" * 5000),
    *('{"response": {"userHandle": 5}}', '{"response": {"userHandle": "MQ"}, "id": 1}'),
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": "MQ",'
    ' "clientDataJSON": "AA", "authenticatorData": "AA", "signature": "AA"}}',
)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer[:40])
def test_what_no_authenticator_answers_is_refused(answer: str, ada: User) -> None:
    client = Client()
    client.get("/account/second-factor/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    refused = client.post("/account/second-factor/webauthn/login/", {"credential": answer})
    assert (refused.status_code, refused["Location"]) == (302, "/account/login/")
    assert SESSION_KEY not in client.session
    client.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    for page in ("add", "reauthenticate"):
        sent = {"name": "Mine", "credential": answer}
        assert client.post(f"/account/second-factor/webauthn/{page}/", sent).status_code in (200, 302), page
    assert not ada.authenticator_set.exists()


def test_what_was_typed_is_shown_again_but_no_password(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
    page = client.post("/account/data/", {"proof": PASSWORD, "note": "as I said", "code": "ABCD-EFGH"})
    assert page.status_code == 403
    assert "as I said" in page.content.decode()
    assert PASSWORD not in page.content.decode()
    assert "ABCD-EFGH" not in page.content.decode()
