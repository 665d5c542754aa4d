"""Every door of an account is shut while operators have suspended it, and open again afterwards.

The pages, the API by session and by token, the secret address of the calendar, Discord, push, programs.
What stays: the page that says why, one's own data, the way out, and mails.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from campaign.access.api_tokens import make_token
from campaign.access.suspensions import OPEN
from campaign.base.dates import clock
from campaign.delivery import services as delivery
from campaign.models import Campaign, Device, Notice, User, Webhook
from campaign.notices import services as telling
from campaign.notices.webhooks.services import make_hook
from tests.notices.test_hooks import tell

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


@pytest.fixture
def posts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What leaves by each further way, instead of leaving."""
    left: list[str] = []
    monkeypatch.setattr(delivery, "send_line", lambda *_line: left.append("discord"))
    monkeypatch.setattr(delivery.devices, "push", lambda *_line: left.append("push"))
    monkeypatch.setattr(delivery.hooks, "call", lambda *_line: left.append("program"))
    return left


def test_every_door_is_shut_and_opens_again(tarn: Campaign, ada: User, as_user: As, posts: list[str]) -> None:
    _token, secret = make_token(user=ada, name="bot", scopes=["read", "plan"])
    calendar = f"/calendar/{telling.feed_of(ada).token}.ics"
    Webhook.objects.create(user=ada, address="https://discord.com/api/webhooks/1/x")
    Device.objects.create(
        user=ada, address="https://push.example/1", key="k", auth="a", name="Phone", created_at=clock.now()
    )
    make_hook(user=ada, address="https://programs.example/told")
    browser, program = as_user(ada), Client(headers={"authorization": f"Bearer {secret}"})

    def doors() -> dict[str, object]:
        posts.clear()
        mail.outbox.clear()
        Notice.objects.all().delete()
        tell(tarn, ada)
        delivery.send_due()
        delivery.send_lines()
        delivery.call_programs()
        return {
            "a page": browser.get(f"/c/{tarn.public_id}/").status_code,
            "the API by session": browser.get("/api/v1/home/").status_code,
            "the API by token": program.get("/api/v1/home/").status_code,
            "a plan by token": program.get(f"/api/v1/campaigns/{tarn.public_id}/turns/1/plan/").status_code,
            "the calendar": Client().get(calendar).status_code,
            "lines": sorted(posts),
            "mails": len(mail.outbox),
        }

    everything = {
        **dict.fromkeys(("a page", "the API by session", "the API by token", "a plan by token"), 200),
        **{"the calendar": 200, "lines": ["discord", "program", "push"], "mails": 1},
    }
    assert doors() == everything
    until = clock.now() + timedelta(days=7)
    User.objects.filter(pk=ada.pk).update(suspended_until=until, suspended_because="Threats")
    assert doors() == {
        **dict.fromkeys(("a page", "the API by session", "the API by token", "a plan by token"), 403),
        **{"the calendar": 404, "lines": [], "mails": 1},
    }
    User.objects.filter(pk=ada.pk).update(suspended_until=clock.now())
    assert doors() == everything, "nothing was lost"


def pages(patterns: Any, before: str = "") -> list[tuple[str, str]]:
    """The names and addresses of all pages that ask for nothing but their address."""
    found: list[tuple[str, str]] = []
    for one in patterns:
        here = before + str(one.pattern).removeprefix("^").removesuffix("$").removesuffix("\\Z")
        if isinstance(one, URLResolver):
            found += pages(one.url_patterns, here)
        elif isinstance(one, URLPattern) and not set("<(\\[") & set(here):
            found.append((one.name or "", f"/{here}"))
    return found


def test_no_page_is_open_to_a_suspended_person_but_what_the_law_gives(ada: User, as_user: As) -> None:
    """All addresses are asked, and what the list of open ones names is all that answers."""
    until = clock.now() + timedelta(days=7)
    User.objects.filter(pk=ada.pk).update(suspended_until=until, suspended_because="Threats")
    found = dict(pages(get_resolver().url_patterns))
    assert len(found) > 60
    open_ones = set()
    for name, path in found.items():
        # A log-out would change who asks.
        if name not in OPEN and as_user(ada).get(path).status_code != 403:
            open_ones.add(name)
    assert open_ones == set()
