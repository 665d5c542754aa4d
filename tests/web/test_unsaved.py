"""A form that is sent after its log-in has ended: nothing is saved, and nothing that was typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, User
from tests.conftest import PASSWORD

AsUser = Callable[[User | None], Client]
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
STORY = "They hold the ford until the rain ends."
NOT_SAVED = '<meta name="saved" content="no">'


def send(client: Client, path: str, sent: dict[str, str], came_from: str = "", accept: str = BROWSER) -> Any:
    """As a browser sends a form."""
    headers = {"Accept": accept} | ({"Referer": came_from} if came_from else {})
    return client.post(path, sent, headers=headers)


def links(page: Any) -> list[str]:
    return [unescape(one) for one in re.findall(r'href="([^"]*)"', page.content.decode())]


def test_who_is_logged_out_when_a_form_comes_is_led_back_to_it(tarn: Campaign, ada: User) -> None:
    path = f"/c/{tarn.public_id}/messages/seat-2/"
    page = send(
        Client(),
        path,
        {"text": STORY, "password": "hunter2", "pin1": "4711"},
        f"http://testserver{path}?at=3",
    )
    text = page.content.decode()
    assert page.status_code == 403
    assert page["Cache-Control"] == "private, no-store"
    assert "What you sent was not saved" in text
    assert NOT_SAVED in text
    assert STORY in text
    assert "hunter2" not in text
    assert "4711" not in text
    (log_in,) = [one for one in links(page) if one.startswith("/account/login/?next=")]
    after = Client().post(log_in, {"login": ada.email, "password": PASSWORD})
    assert after["Location"] == f"{path}?at=3"


def test_what_has_no_page_of_its_own_leads_back_to_the_page_of_its_form(tarn: Campaign) -> None:
    here = f"/c/{tarn.public_id}/"
    page = send(Client(), f"{here}plan/form/", {"a1-primary": "hold"}, f"http://testserver{here}table/")
    assert f"/account/login/?next={here}table/" in links(page)


@pytest.mark.parametrize("elsewhere", ["", "http://evil.example/c/", "nonsense", "http://testserver:81/c/"])
def test_nobody_is_led_back_to_another_site(elsewhere: str, tarn: Campaign) -> None:
    path = f"/c/{tarn.public_id}/messages/seat-2/"
    page = send(Client(), path, {"text": STORY}, elsewhere)
    assert f"/account/login/?next={path}" in links(page)
    assert "evil" not in page.content.decode()
    odd = send(Client(), path, {"text": STORY}, "http://testserver//evil.example/")
    assert "/account/login/?next=/evil.example/" in links(odd)


def test_scripts_and_those_who_only_look_are_led_to_the_log_in_as_ever(tarn: Campaign) -> None:
    path = f"/c/{tarn.public_id}/messages/seat-2/"
    for answer in (
        send(Client(), path, {"text": STORY}, accept="*/*"),
        Client().get(path, headers={"Accept": BROWSER}),
    ):
        assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next={path}")


def test_a_form_whose_token_is_of_another_log_in_leads_back_to_its_page(tarn: Campaign, ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
    here = f"/c/{tarn.public_id}/"
    page = send(
        client, f"{here}plan/form/", {"a1-text": STORY, "turn": "1"}, f"http://testserver{here}table/"
    )
    assert page.status_code == 403
    assert page["Cache-Control"] == "private, no-store"
    assert STORY in page.content.decode()
    assert NOT_SAVED in page.content.decode()
    assert f"{here}table/" in links(page)


def test_only_pages_that_have_saved_nothing_say_so(tarn: Campaign, ada: User, as_user: AsUser) -> None:
    client = as_user(ada)
    assert NOT_SAVED in client.post("/nowhere/").content.decode()
    for path in ("/nowhere/", f"/c/{tarn.public_id}/plan/submit/", "/account/"):
        assert NOT_SAVED not in client.get(path).content.decode()
    refused = client.post("/account/", {"name": "Ada", "time_zone": "Mars", "theme": "night"})
    assert refused.status_code == 422
    assert NOT_SAVED not in refused.content.decode()
