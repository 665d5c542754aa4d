"""Discord and Google say who somebody is: asked over a real connection, on this machine."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.socialaccount.providers.discord.views import DiscordOAuth2Adapter
from allauth.socialaccount.providers.google import views as google
from django.core import mail
from django.test import Client

from campaign.models import User
from tests import words

pytestmark = pytest.mark.django_db


class Provider(ThreadingHTTPServer):
    """Gives a token for a code if the verifier fits its challenge, and for a token what it knows."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answering)
        self.at = f"http://127.0.0.1:{self.server_address[1]}"
        self.challenge = ""
        self.known: dict[str, Any] = {}
        self.asked: list[str] = []


class _Answering(BaseHTTPRequestHandler):
    server: Provider

    def do_POST(self) -> None:
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.server.asked.append("token")
        digest = hashlib.sha256(sent.get("code_verifier", [""])[0].encode()).digest()
        fits = base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.server.challenge
        if not fits or sent["code"] != ["a-code"] or sent["client_secret"] != ["secret"]:
            return self._answer({"error": "invalid_grant"}, 400)
        answer = {"access_token": "a-token", "token_type": "Bearer", "expires_in": 600}
        if "sub" in self.server.known:
            now = int(time.time())
            times = {"iat": now, "exp": now + 60, "iss": "https://accounts.google.com", "aud": "id"}
            answer["id_token"] = jwt.encode(self.server.known | times, "x" * 32, "HS256")
        return self._answer(answer)

    def do_GET(self) -> None:
        self.server.asked.append("person")
        right = self.headers["Authorization"] == "Bearer a-token"
        self._answer(self.server.known if right else {}, 200 if right else 401)

    def _answer(self, document: dict[str, Any], status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(document).encode())

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def provider(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """The site registered at both, which are one server here."""
    server = Provider()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    settings.OUTSIDE = {"discord": ("id", "secret"), "google": ("id", "secret")}
    for adapter in (DiscordOAuth2Adapter, google.GoogleOAuth2Adapter):
        monkeypatch.setattr(adapter, "access_token_url", server.at)
    monkeypatch.setattr(DiscordOAuth2Adapter, "profile_url", server.at)
    yield server
    server.shutdown()
    server.server_close()


def says(page: Any, text: str) -> bool:
    """Whether a page says it."""
    return words.says(page.content.decode(), text)


DISCORD = {
    "id": "8035",
    "username": "nelly",
    "global_name": "Nelly  Rook",
    "email": "nelly@club.example",
    "verified": True,
    "avatar": "abc",
    "locale": "nb",
}
GOOGLE = {
    "sub": "1077",
    "given_name": "Nelly",
    "name": "Nelly Rook-Hansen",
    "email": "nelly@club.example",
    "email_verified": True,
    "picture": "https://pictures.invalid/x",
}


def come(client: Client, provider: Provider, where: str, known: dict[str, Any], **sent: str) -> Any:
    """Press the button, be asked there, say yes; the page one ends on."""
    provider.known = known
    away = client.post(f"/account/outside/{where}/login/", sent)
    assert away.status_code == 302, away.content
    asked = parse_qs(urlsplit(away["Location"]).query)
    assert asked["code_challenge_method"] == ["S256"]
    provider.challenge = asked["code_challenge"][0]
    back = urlsplit(asked["redirect_uri"][0]).path
    return client.get(back, {"code": "a-code", "state": asked["state"][0]}, follow=True)


@pytest.mark.parametrize(
    ("where", "known", "name"), [("discord", DISCORD, "Nelly Rook"), ("google", GOOGLE, "Nelly")]
)
def test_who_is_new_chooses_a_name_and_is_in(
    provider: Provider, where: str, known: dict[str, Any], name: str
) -> None:
    client = Client()
    form = come(client, provider, where, known)
    assert says(form, "Make an account")
    assert f'value="{name}"' in form.content.decode()
    typed = {"name": "Nell", "email": "else@club.example", "time_zone": "Europe/Oslo"}
    assert client.post("/account/outside/signup/", {**typed, "name": "Ada\u202e"}).status_code == 422
    assert client.post("/account/outside/signup/", typed).status_code == 302
    user = User.objects.get(email="nelly@club.example")
    assert (user.name, user.time_zone, user.has_usable_password()) == ("Nell", "Europe/Oslo", False)
    assert client.get("/account/").status_code == 200
    kept = SocialAccount.objects.get(user=user)
    assert set(kept.extra_data) <= {"username", "global_name", "discriminator", "email"}
    assert not SocialToken.objects.exists()
    again = Client()
    come(again, provider, where, known)
    assert again.get("/account/").status_code == 200
    assert User.objects.filter(email__startswith="nelly").count() == 1


@pytest.mark.parametrize(("where", "known"), [("discord", DISCORD), ("google", GOOGLE)])
def test_an_address_alone_opens_nothing(
    ada: User, provider: Provider, where: str, known: dict[str, Any]
) -> None:
    client = Client()
    page = come(client, provider, where, known | {"email": ada.email.upper()})
    assert says(page, "There is an account with that address")
    assert client.get("/account/").status_code == 302
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize(
    ("where", "known"),
    [("discord", DISCORD | {"verified": False}), ("google", GOOGLE | {"email_verified": False})],
)
def test_an_address_that_is_not_checked_there_makes_no_account(
    provider: Provider, where: str, known: dict[str, Any]
) -> None:
    client = Client()
    assert says(come(client, provider, where, known), "has not checked your e-mail address")
    assert not User.objects.filter(email="nelly@club.example").exists()


def test_one_joins_and_takes_off(ada: User, provider: Provider) -> None:
    client = Client()
    client.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
    page = come(client, provider, "discord", DISCORD, process="connect")
    assert says(page, "You can log in with it from now on")
    assert "Nelly  Rook" in page.content.decode()
    assert "A new way to log in to your account" in [one.subject for one in mail.outbox]
    other = Client()
    come(other, provider, "discord", DISCORD)
    assert other.get("/account/").status_code == 200
    joined = SocialAccount.objects.get(user=ada)
    page = client.post("/account/outside/", {"account": str(joined.pk)}, follow=True)
    assert says(page, "You can no longer log in with it")
    assert not SocialAccount.objects.exists()


def test_joining_asks_for_a_log_in_of_late(ada: User, provider: Provider) -> None:
    client = Client()
    client.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session["logged_in"] = time.time() - 16 * 60
    session.save()
    answer = client.post("/account/outside/discord/login/", {"process": "connect"})
    assert "discord.com" not in answer["Location"]
    assert "again" in answer["Location"] or "reauthenticate" in answer["Location"]


def test_who_says_no_or_comes_from_elsewhere_changes_nothing(provider: Provider) -> None:
    client = Client()
    away = client.post("/account/outside/discord/login/")
    state = parse_qs(urlsplit(away["Location"]).query)["state"][0]
    page = client.get(
        "/account/outside/discord/login/callback/", {"error": "access_denied", "state": state}, follow=True
    )
    assert says(page, "You went back")
    forged = client.get("/account/outside/discord/login/callback/", {"code": "a-code", "state": "forged"})
    assert forged.status_code == 401
    assert says(forged, "That did not work")
    assert provider.asked == []


def test_a_stolen_code_is_worth_nothing_without_its_verifier(provider: Provider) -> None:
    client = Client()
    provider.known = DISCORD
    away = client.post("/account/outside/discord/login/")
    provider.challenge = "another"
    state = parse_qs(urlsplit(away["Location"]).query)["state"][0]
    page = client.get("/account/outside/discord/login/callback/", {"code": "a-code", "state": state})
    assert page.status_code == 401
    assert provider.asked == ["token"]


def test_nothing_is_offered_where_the_site_is_not_registered(client: Client) -> None:
    assert "Go on with" not in client.get("/account/login/").content.decode()
    for where in ("discord", "google"):
        assert client.post(f"/account/outside/{where}/login/").status_code == 404
        assert client.get(f"/account/outside/{where}/login/callback/").status_code == 404
