"""What the site says of itself: privacy, terms, contact, and what programs look for below /.well-known/."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from campaign.models import User
from config.public.kept import KEPT, days_words

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


@pytest.mark.parametrize("path", ["/privacy/", "/terms/", "/contact/"])
def test_everybody_may_read_it_and_finds_it_at_the_foot_of_a_page(path: str, ada: User, as_user: As) -> None:
    for reader in (None, ada):
        assert as_user(reader).get(path).status_code == 200
        assert f'href="{path}"' in as_user(reader).get("/help/").content.decode()


def test_who_runs_the_site_is_named_or_it_is_said_that_nobody_is(client: Client, settings: Any) -> None:
    assert "has not said yet" in client.get("/contact/").content.decode()
    settings.OPERATED_BY, settings.CONTACT = "The Karst club", "otto@site.example"
    settings.OPERATOR_ADDRESS = "1 Gate Road | 12345 Karst"
    for path in ("/contact/", "/privacy/", "/terms/"):
        page = client.get(path).content.decode()
        assert "The Karst club" in page
        assert "1 Gate Road<br>12345 Karst" in page
        assert 'href="mailto:otto@site.example"' in page


def test_the_privacy_page_has_a_line_for_all_that_is_kept_for_a_while(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    for one in KEPT:
        number, unit = days_words(one.time)
        words = f"{number} {unit[: -1 if number == 1 else None]}"
        assert f'<th scope="row">{escape(str(one.what))}</th><td>{words}</td>' in page


def test_security_txt_is_as_its_rules_want_it(client: Client, settings: Any) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.CONTACT, settings.SITE_URL = "otto@site.example", "https://war.example"
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:otto@site.example"
    assert fields["Canonical"] == "https://war.example/.well-known/security.txt"
    until = datetime.fromisoformat(fields["Expires"].replace("Z", "+00:00"))
    assert until.tzinfo == UTC
    assert 0 < (until - timezone.now()).days < 365
    settings.CONTACT = "https://war.example/help"
    assert b"Contact: https://war.example/help\n" in client.get("/.well-known/security.txt").content


def test_programs_that_keep_passwords_find_where_one_is_changed(ada: User, as_user: As) -> None:
    answer = as_user(ada).get("/.well-known/change-password")
    assert (answer.status_code, answer["Location"]) == (302, "/account/password/change/")
