"""Visitors of a campaign that is open to all: its address, and every link, leads to what they may read."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, User
from campaign.press.news.services import open_to_all, publish_article, write_article
from tests.archive.test_war_end import client_of, finished
from tests.wars import CLOSE, War, begin_war

pytestmark = pytest.mark.django_db

LINK = re.compile(r'(?:href|src|action|data-[a-z-]+)="(/[^"#?]*)')
OWN = ("/account/", "/static/", "/theme/", "/manifest", "/play/")
"""Where a log-in is what the link promises, what is no page, or what a button alone opens."""


def opened(war: War) -> War:
    """The war, open to all, with a piece in its paper."""
    told: dict[str, Any] = {"campaign": war.campaign, "by": war.facilitator}
    open_to_all(**told, open_to_all=True)
    piece = write_article(**told, kind="chronicle", title="A quiet day", text="It was **quiet**.", turn=1)
    publish_article(**told, article_id=piece.public_id)
    return war


def test_the_address_of_a_finished_war_shows_a_visitor_its_film_and_the_way_to_its_end() -> None:
    war = opened(finished())
    path = f"/c/{war.campaign.public_id}/"
    outsider = User.objects.create_user(email="o@club.example", name="O")
    for user in (None, outsider):
        answer = client_of(user).get(path)
        assert f'href="{path}end/"' in answer.content.decode()
        assert war.campaign.champion is not None
        assert war.campaign.champion.army in answer.content.decode()


def test_the_address_of_a_running_war_shows_a_visitor_what_is_public() -> None:
    war = opened(begin_war(CLOSE))
    answer = client_of(None).get(f"/c/{war.campaign.public_id}/")
    assert answer.status_code == 200
    assert "The north" in answer.content.decode()


def test_what_is_not_open_to_all_still_asks_to_log_in_and_tells_strangers_nothing() -> None:
    war = finished()
    path = f"/c/{war.campaign.public_id}/"
    answer = client_of(None).get(path)
    assert answer.headers["Location"] == f"/account/login/?next={path}"
    assert client_of(None).get("/c/nowhere/").headers["Location"] == "/account/login/?next=/c/nowhere/"
    outsider = User.objects.create_user(email="o@club.example", name="O")
    assert client_of(outsider).get(path).status_code == 404


def test_members_still_see_their_own_page() -> None:
    war = opened(finished())
    path = f"/c/{war.campaign.public_id}/"
    answer = client_of(war.users["north"]).get(path)
    assert answer.status_code == 200
    assert "Your starting packet" in answer.content.decode() or "map-data" in answer.content.decode()
    assert client_of(war.facilitator).get(path).headers["Location"] == f"{path}desk/"


@pytest.mark.shared(3)
@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("known", [False, True])
def test_every_link_that_a_visitor_can_follow_works(ended: bool, known: bool) -> None:
    war = opened(finished() if ended else begin_war(CLOSE))
    outsider = User.objects.create_user(email="o@club.example", name="O") if known else None
    root, client = f"/c/{war.campaign.public_id}/", client_of(outsider)
    seen = walked(client, [root, "/"], root)
    assert len([path for path in seen if path.startswith(root)]) >= (8 if ended else 4), sorted(seen)
    for path, (status, where) in sorted(seen.items()):
        assert status == 200, f"{path} answers {status}"
        assert not where.startswith("/account/login"), f"{path} leads to the log-in"


def walked(client: Client, start: list[str], root: str) -> dict[str, tuple[int, str]]:
    """Every address that can be reached by links from the start: its status and where it led."""
    seen: dict[str, tuple[int, str]] = {}
    waiting = list(start)
    while waiting:
        path = waiting.pop()
        if path in seen or path.startswith(OWN) or "{" in path or path.startswith("/api/"):
            continue
        answer = client.get(path, follow=True)
        where = answer.redirect_chain[-1][0] if answer.redirect_chain else path
        seen[path] = (answer.status_code, where)
        if "text/html" in answer.headers["Content-Type"] and (path.startswith(root) or path == "/"):
            waiting += [unescape(found) for found in LINK.findall(answer.content.decode())]
    return seen


def test_a_visitors_page_asks_for_no_stream_of_changes() -> None:
    war = opened(finished())
    outsider = User.objects.create_user(email="o@club.example", name="O")
    page = client_of(outsider).get(f"/c/{war.campaign.public_id}/end/").content.decode()
    assert 'name="live"' not in page
    assert Campaign.objects.get().open_to_all
