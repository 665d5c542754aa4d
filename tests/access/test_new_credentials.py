"""A new password or address: who had got in with the old one is out, by whatever way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from allauth.mfa.totp.internal.auth import (
    TOTP,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.management import call_command
from django.test import Client

from campaign.access.api_tokens import make_token
from campaign.founding.draft_saving import open_draft
from campaign.models import ApiToken, Campaign, Device, Feed, Hook, User, Webhook
from campaign.notices.services import feed_of, set_webhook
from campaign.notices.webhooks.services import make_hook
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
NEW = "rowan-gate-77"


@dataclass
class Thief:
    """Somebody who had the password for a day, and what was opened with it."""

    user: User
    session: Client
    token: str
    feed: str

    def still_in(self) -> set[str]:
        """The ways that still lead in."""
        bearer = {"Authorization": f"Bearer {self.token}"}
        ways = {
            "session": self.session.get("/account/").status_code == 200,
            "token": Client().get("/api/v1/home/", headers=bearer).status_code == 200,
            "feed": Client().get(self.feed).status_code == 200,
            "hook": Hook.objects.filter(user=self.user).exists(),
            "discord": Webhook.objects.filter(user=self.user).exists(),
            "push": Device.objects.filter(user=self.user).exists(),
        }
        return {way for way, leads_in in ways.items() if leads_in}


ALL = {"session", "token", "feed", "hook", "discord", "push"}


def opened(user: User, session: Client, settings: object) -> Thief:
    """All that can be opened in somebody's name."""
    settings.WEBHOOK_HOSTS = ["discord.com", "hooks.example.org"]  # type: ignore[attr-defined]
    _row, secret = make_token(user=user, name="thief", scopes=["read", "account"])
    make_hook(user=user, address="https://hooks.example.org/x")
    set_webhook(user=user, address="https://discord.com/api/webhooks/1/x")
    Device.objects.create(
        user=user,
        name="Thief's",
        address="https://fcm.googleapis.com/x",
        key="k",
        auth="a",
        created_at=user.date_joined,
    )
    thief = Thief(user, session, secret, f"/calendar/{feed_of(user).token}.ics")
    assert thief.still_in() == ALL
    return thief


def code_in_mail() -> str:
    found = re.search(r"^([0-9A-Z-]{6,12})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found.group(1)


def test_a_changed_password_ends_all_but_this_session(ada: User, as_user: As, settings: object) -> None:
    mine, thief = as_user(ada), opened(ada, as_user(ada), settings)
    typed = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    answer = mine.post("/account/password/change/", typed, follow=True)
    assert "You are logged out everywhere else" in answer.content.decode()
    assert thief.still_in() == set()
    assert mine.get("/account/").status_code == 200


def test_a_first_password_ends_them_too(ada: User, as_user: As, settings: object) -> None:
    User.objects.filter(pk=ada.pk).update(password=make_password(None))
    ada.refresh_from_db()
    mine, thief = as_user(ada), opened(ada, as_user(ada), settings)
    mine.post("/account/password/set/", {"password1": NEW, "password2": NEW})
    assert thief.still_in() == set()
    assert mine.get("/account/").status_code == 200


def test_a_password_that_was_forgotten(ada: User, as_user: As, settings: object) -> None:
    thief, mine = opened(ada, as_user(ada), settings), Client()
    mine.post("/account/password/reset/", {"email": ada.email})
    mine.post("/account/password/reset/confirm/", {"code": code_in_mail()}, follow=True)
    mine.post("/account/password/reset/complete/", {"password1": NEW, "password2": NEW})
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert thief.still_in() == set()


def test_the_operators_command(
    ada: User, as_user: As, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    thief = opened(ada, as_user(ada), settings)
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW)
    call_command("changepassword", ada.email)
    assert thief.still_in() == set()


def test_a_new_address_ends_all_but_this_session(ada: User, as_user: As, settings: object) -> None:
    mine, thief = as_user(ada), opened(ada, as_user(ada), settings)
    mine.post("/account/email/", {"email": "ada@new.example", "action_add": ""})
    assert thief.still_in() == ALL
    mine.post("/account/confirm-email/", {"code": code_in_mail()})
    ada.refresh_from_db()
    assert ada.email == "ada@new.example"
    assert thief.still_in() == set()
    assert mine.get("/account/").status_code == 200


def test_others_keep_theirs(ada: User, ben: User, as_user: As, settings: object) -> None:
    other = opened(ben, as_user(ben), settings)
    typed = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    mine = as_user(ada)
    mine.post("/account/password/change/", typed)
    mine.post("/account/email/", {"email": "ada@new.example", "action_add": ""})
    mine.post("/account/confirm-email/", {"code": code_in_mail()})
    assert other.still_in() == ALL


def test_what_is_no_new_password_ends_nothing(ada: User, as_user: As, settings: object) -> None:
    thief = opened(ada, as_user(ada), settings)
    ada.name = "Ada F."
    ada.save()
    assert ada.check_password(PASSWORD)
    Client().post("/account/login/", {"login": ada.email, "password": PASSWORD})
    assert thief.still_in() == ALL


def test_who_was_invited_by_name_is_invited_still(tarn: Campaign, ada: User, mara: User, as_user: As) -> None:
    draft = open_draft(by=mara, name="Karst", seats=2)
    made = invite(campaign=draft, by=mara, to="Ada")
    mine = as_user(ada)
    mine.post("/account/email/", {"email": "ada@new.example", "action_add": ""})
    mine.post("/account/confirm-email/", {"code": code_in_mail()})
    assert accept_invitation(invitation=made, user=ada) == draft
    assert not ApiToken.objects.exists()
    assert not Feed.objects.filter(user=ada).exists()


@pytest.mark.parametrize("what", ["address", "password"])
def test_what_was_begun_with_the_old_one_comes_to_nothing(ada: User, as_user: As, what: str) -> None:
    """Codes that were mailed to the old address, and a log-in that waits for its second factor."""
    TOTP.activate(ada, secret := generate_totp_secret())
    resetting, coming = Client(), Client()
    resetting.post("/account/password/reset/", {"email": ada.email})
    resetting.post("/account/password/reset/confirm/", {"code": code_in_mail()})
    coming.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    mine = as_user(ada)
    if what == "address":
        mine.post("/account/email/", {"email": "ada@new.example", "action_add": ""})
        mine.post("/account/confirm-email/", {"code": code_in_mail()})
    else:
        mine.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    ada.refresh_from_db()
    assert ada.email == "ada@new.example" or ada.check_password(NEW)
    kept = ada.password
    stolen = "somebody-else-22"
    resetting.post("/account/password/reset/complete/", {"password1": stolen, "password2": stolen})
    code = f"{hotp_value(secret, next(yield_hotp_counters_from_time())):06d}"
    coming.post("/account/second-factor/authenticate/", {"code": code})
    ada.refresh_from_db()
    assert ada.password == kept
    assert coming.get("/account/").status_code == 302
    assert mine.get("/account/").status_code == 200


def test_a_device_stays_known_under_the_new_address(ada: User) -> None:
    mine = Client()
    mine.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    mine.post("/account/email/", {"email": "ada@new.example", "action_add": ""})
    mine.post("/account/confirm-email/", {"code": code_in_mail()})
    mine.post("/account/logout/")
    for number in range(12):
        Client().post("/account/login/", {"login": "ada@new.example", "password": f"wrong {number}"})
    mine.post("/account/login/", {"login": "ada@new.example", "password": PASSWORD})
    assert mine.get("/account/").status_code == 200
