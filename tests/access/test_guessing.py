"""Passwords are guessed slowly, wherever they are tried; and nobody is shut out by others' guesses."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db import connections
from django.test import Client

from campaign.access import attempts
from campaign.access.attempts import Count
from campaign.access.known_devices import COOKIE
from campaign.access.passwords import MOST, MOST_A_DAY, MOST_OF_A_NETWORK
from campaign.accounts.services import open_account
from campaign.models import Tally, User
from tests.access.test_logins import set_back
from tests.conftest import PASSWORD
from tests.gates import ROOT

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"


def log_in(client: Client, user: User, password: str = PASSWORD, address: str = HOME) -> bool:
    """Whether a password opened the account."""
    answer = client.post("/account/login/", {"login": user.email, "password": password}, REMOTE_ADDR=address)
    return answer.status_code == 302


def guess(user: User, times: int, address: str = ELSEWHERE) -> None:
    """A stranger's wrong passwords, from one of many networks after the other if the address has a gap."""
    for number in range(times):
        log_in(Client(), user, f"nonsense {number}", address.format(number // MOST + 1))


CHECKING = {
    "campaign/access/passwords.py": {"check_password"},
    # The log-in's adapter, within ``passwords.trial``.
    "config/accounts.py": {"authenticate"},
}
"""Where a password is compared: nowhere else, so that none can be tried uncounted."""


def _checks(path: Path) -> set[str]:
    """What of Django's and allauth's ways to compare a password a module calls or names."""
    ways = {"check_password", "acheck_password", "authenticate", "aauthenticate", "verify_password"}
    names = {"passwords"}
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django.contrib.auth"):
            found |= {one.name for one in node.names} & ways
        # The one service itself may be asked.
        asked = (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names
        )
        if isinstance(node, ast.Attribute) and node.attr in ways and not asked:
            found.add(node.attr)
    return found


def test_one_service_compares_passwords() -> None:
    """A gate. The API's own ``authenticate`` looks at a token, and is no call."""
    found = {
        str(path.relative_to(ROOT)): checks
        for folder in ("campaign", "battles", "config")
        for path in (ROOT / folder).rglob("*.py")
        if (checks := _checks(path))
    }
    assert found == CHECKING


@pytest.mark.parametrize(
    "text",
    [
        "def at(user, typed):\n    return user.check_password(typed)",
        "from django.contrib.auth import authenticate as a",
        "from django.contrib.auth.hashers import check_password",
    ],
)
def test_a_password_compared_elsewhere_is_found(text: str, tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text(text)
    assert _checks(tmp_path / "planted.py")


def test_a_program_counts_as_a_page_does(ada: User, as_user: As) -> None:
    client = as_user(ada)
    said = [
        client.post("/api/v1/account/delete/", {"proof": f"wrong {number}"}, "application/json")
        for number in range(25)
    ]
    looked_at = [one for one in said if one.status_code == 409 or one.status_code == 400]
    assert len(looked_at) == MOST
    assert (said[-1].status_code, said[-1]["Retry-After"]) == (429, "900")
    assert "Too many wrong passwords" in said[-1].json()["detail"]
    right = client.post("/api/v1/account/delete/", {"proof": PASSWORD}, "application/json")
    page = client.post("/account/data/", {"proof": PASSWORD, "sure": "on"})
    assert (right.status_code, page.status_code) == (429, 429)
    assert "Too many wrong passwords" in page.content.decode()
    assert User.objects.get(pk=ada.pk).is_active


@pytest.mark.parametrize("where", ["page", "program", "change", "again"])
def test_all_that_ask_for_a_password_share_one_count(ada: User, as_user: As, where: str) -> None:
    client = as_user(ada)
    for number in range(MOST):
        assert log_in(client, ada) is True  # redirected: this session is logged in already
        answer = client.post(
            "/account/password/change/",
            {"oldpassword": f"wrong {number}", "password1": "rowan-gate-77", "password2": "rowan-gate-77"},
        )
        cache.delete_many([key for key in _keys() if "change_password" in key])
        assert answer.status_code == 200
    new = {"password1": "rowan-gate-77", "password2": "rowan-gate-77"}
    asked = {
        "page": lambda: client.post("/account/data/", {"proof": PASSWORD, "sure": "on"}),
        "program": lambda: client.post("/api/v1/account/delete/", {"proof": PASSWORD}, "application/json"),
        "change": lambda: client.post("/account/password/change/", {"oldpassword": PASSWORD, **new}),
        "again": lambda: client.post("/account/reauthenticate/", {"password": PASSWORD}),
    }[where]()
    assert "Too many wrong passwords" in asked.content.decode()
    ada.refresh_from_db()
    assert ada.is_active
    assert ada.check_password(PASSWORD)


def _keys() -> list[str]:
    """What the cache of these tests holds, by the names under which it was put there."""
    return [key.split(":", 2)[2] for key in getattr(cache, "_cache", {})]


def test_a_second_factor_is_not_taken_off_by_guessing(ada: User, as_user: As) -> None:
    TOTP.activate(ada, generate_totp_secret())
    client = as_user(ada)
    set_back(client, logged_in=16 * 60)
    for number in range(MOST):
        client.post("/account/reauthenticate/", {"password": f"wrong {number}"})
    cache.delete_many([key for key in _keys() if "reauthenticate" in key])
    answer = client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert "Too many wrong passwords" in answer.content.decode()
    assert client.post("/account/second-factor/totp/deactivate/").status_code == 302
    assert Authenticator.objects.filter(user=ada).exists()


def test_strangers_guesses_shut_nobody_else_out(ada: User) -> None:
    guess(ada, MOST + 2)
    assert not log_in(Client(), ada, address=ELSEWHERE)
    assert log_in(Client(), ada, address=HOME)


def test_a_known_device_is_never_shut_out_by_strangers(ada: User) -> None:
    mine = Client()
    assert log_in(mine, ada)
    mine.post("/account/logout/")
    guess(ada, MOST_A_DAY + 10, "198.51.{}.9")
    guess(ada, MOST + 2, HOME)
    assert log_in(mine, ada)
    assert home(mine) == 200


def home(client: Client) -> int:
    """What somebody who is logged in may open."""
    return client.get("/account/").status_code


def test_after_a_day_of_guesses_a_right_password_needs_a_mailed_code_too(ada: User) -> None:
    guess(ada, MOST_A_DAY - 1, "198.51.{}.9")
    before = Client()
    assert log_in(before, ada, address="192.0.2.1")
    assert home(before) == 200
    guess(ada, 1, "198.51.77.9")
    mail.outbox.clear()
    stranger = Client()
    assert not log_in(stranger, ada, "still wrong", "192.0.2.2")
    assert mail.outbox == []
    answer = stranger.post(
        "/account/login/", {"login": ada.email, "password": PASSWORD}, REMOTE_ADDR="192.0.2.2"
    )
    assert answer["Location"] == "/account/login/code/confirm/"
    assert home(stranger) == 302
    (sent,) = mail.outbox
    code = re.search(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", str(sent.body), re.MULTILINE)
    assert code, sent.body
    stranger.post("/account/login/code/confirm/", {"code": code[1]}, REMOTE_ADDR="192.0.2.2")
    assert home(stranger) == 200


def test_a_known_device_has_a_limit_of_its_own(ada: User) -> None:
    mine = Client()
    log_in(mine, ada)
    mine.post("/account/logout/")
    for number in range(MOST):
        assert not log_in(mine, ada, f"wrong {number}")
    assert not log_in(mine, ada)


def test_a_device_is_known_for_the_accounts_opened_on_it_alone(ada: User, ben: User) -> None:
    evil = Client()
    assert log_in(evil, ben, address=ELSEWHERE)
    evil.post("/account/logout/")
    guess(ada, MOST)
    assert not log_in(evil, ada, address=ELSEWHERE)
    forged = Client()
    forged.cookies[COOKIE] = evil.cookies[COOKIE].value[:-2] + "xx"
    assert not log_in(forged, ada, address=ELSEWHERE)
    cookie = evil.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert ben.email not in cookie.value


def test_right_passwords_use_nothing_up(ada: User) -> None:
    for _number in range(MOST + 5):
        assert log_in(Client(), ada)


def test_an_account_that_is_not_there_is_counted_alike(ada: User) -> None:
    nobody = User(email="nobody@club.example")
    for user in (ada, nobody):
        guess(user, MOST)
    texts = [
        Client()
        .post("/account/login/", {"login": one.email, "password": "again"}, REMOTE_ADDR=ELSEWHERE)
        .content.decode()
        for one in (ada, nobody)
    ]
    assert all("Too many wrong passwords" in text for text in texts)


def test_one_network_tries_not_all_accounts(ada: User) -> None:
    others = [open_account(name=f"P{n}", email=f"p{n}@club.example", password=PASSWORD) for n in range(8)]
    for other in others:
        guess(other, MOST - 1)
    assert len(others) * (MOST - 1) > MOST_OF_A_NETWORK
    assert not log_in(Client(), ada, address=ELSEWHERE)
    assert log_in(Client(), ada, address=HOME)


@pytest.mark.django_db(transaction=True)
def test_a_count_ends_and_many_at_once_are_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count("a test", "somebody", 5, 60)

    def tried(_number: int) -> bool:
        try:
            return attempts.take(count) is None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(tried, range(40))) == 5
    Tally.objects.filter(key=count.key).delete()
    assert attempts.take(count) is None
    attempts.give_back(count)
    assert timedelta(seconds=count.seconds) == timedelta(minutes=1)


def test_passwords_are_checked_in_one_place() -> None:
    root = Path(settings.BASE_DIR)
    found = {
        str(path.relative_to(root))
        for folder in ("campaign", "battles", "config")
        for path in (root / folder).rglob("*.py")
        if re.search(r"\.check_password\(|\bauthenticate\(.*password", path.read_text())
        and "passwords.check_password(" not in path.read_text()
    }
    assert found == {"campaign/access/passwords.py"}
