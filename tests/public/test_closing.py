"""A war is closed from one moment to the next: nothing of it is served from then on, not even by a cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings

from campaign.models import Campaign
from campaign.notices.war_card import site_card
from campaign.people.invitations.services import invite, revoke_invitation
from tests.archive.test_war_end import client_of, finished
from tests.public.wars import open_war
from tests.wars import War

pytestmark = pytest.mark.django_db


class Cache:
    """What stands between the site and its readers, and keeps to RFC 9111: it asks before it shows."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.spared = 0

    def get(self, path: str) -> Any:
        """The answer that a reader gets."""
        kept = self.kept.get(path)
        asked = {"if-none-match": kept["ETag"]} if kept is not None else {}
        answer = client_of(None).get(path, headers=asked)
        if answer.status_code == 304:
            self.spared += 1
            for name, text in answer.headers.items():
                kept[name] = text
            return kept
        self.kept.pop(path, None)
        rules = answer.get("Cache-Control", "")
        assert "max-age" not in rules, "it may show it without asking"
        if "public" in rules:
            assert "no-cache" in rules
            self.kept[path] = answer
        return answer


def close(war: War) -> None:
    Campaign.objects.filter(pk=war.campaign.pk).update(open_to_all=False)


ADDRESSES: dict[str, Callable[[str], str]] = {
    "card": lambda page: f"{page}card.png",
    "feed": lambda page: f"{page}feed.atom",
    "embed": lambda page: f"{page}embed/",
    "oembed": lambda page: f"/oembed/?url={quote(settings.SITE_URL + page)}",
    "all wars' feed": lambda _page: "/wars/feed.atom",
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_closing_a_war_holds_at_once(name: str) -> None:
    war, cache = open_war("facts"), Cache()
    address = ADDRESSES[name]
    path, unknown = address(f"/c/{war.campaign.public_id}/"), address("/c/nothing/")
    first = cache.get(path)
    assert first.status_code == 200
    again = cache.get(path)
    assert (cache.spared, again.content) == (1, first.content)
    close(war)
    after, none = cache.get(path), client_of(None).get(unknown)
    assert cache.spared == 1
    assert after.status_code == none.status_code
    assert name != "card" or after.content == none.content == site_card()
    assert b"The border war" not in after.content


def test_a_revoked_invitations_card_is_gone_at_once() -> None:
    war, cache = open_war("facts"), Cache()
    made = invite(campaign=war.campaign, by=war.facilitator)
    path = f"/join/{made.token}/card.png"
    assert cache.get(path).content != site_card()
    assert cache.get(path).content != site_card()
    assert cache.spared == 1
    revoke_invitation(invitation=made, by=war.facilitator)
    assert cache.get(path).content == site_card()


def test_what_says_that_nothing_has_changed_lets_the_embed_stand_in_frames() -> None:
    """A 304 brings headers, which stand from then on in place of those that are kept (RFC 9111, 3.2)."""
    war = open_war("facts")
    path = f"/c/{war.campaign.public_id}/embed/"
    first = client_of(None).get(path)
    again = client_of(None).get(path, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again["Content-Security-Policy"] == first["Content-Security-Policy"]
    assert "frame-ancestors *" in again["Content-Security-Policy"]
    assert "X-Frame-Options" not in again


def test_what_a_visitors_browser_keeps_is_asked_for_anew_each_time() -> None:
    war = finished()
    Campaign.objects.filter(pk=war.campaign.pk).update(open_to_all=True)
    base = f"/c/{war.campaign.public_id}"
    film = f"{base}/turns/1/film"
    for path in (f"{film}.json?as=0", f"{film}/map.json?as=0", f"{film}/still.png?as=0", f"{base}/film.json"):
        answer = client_of(None).get(path)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-cache"), path
        same = {"if-none-match": answer["ETag"]}
        assert client_of(None).get(path, headers=same).status_code == 304
        close(war)
        assert client_of(None).get(path, headers=same).status_code not in (200, 304)
        Campaign.objects.filter(pk=war.campaign.pk).update(open_to_all=True)
    for page in ("/", "/about/", "/end/", "/rules/"):
        assert client_of(None).get(base + page)["Cache-Control"] == "private, no-cache", page
