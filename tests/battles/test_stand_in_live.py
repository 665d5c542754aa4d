"""A stand-in's pages follow the battle and the public dates, and nothing else that happens to the seat."""

from __future__ import annotations

import re

import pytest
from django.db.models import F

from battles.stand_ins.selectors import stand_in_keys
from campaign.base.sse import hub
from campaign.models import Seat, StandIn, User
from tests.battles.around import act
from tests.battles.test_around import friend, link_of
from tests.fights import HARDLY, address, browser, meet, tell, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db


def standing_in() -> tuple[War, User, str]:
    """Sam fights the north's battle; the address of his place."""
    war = meet()
    sam = friend()
    link = link_of(war, "north")
    with while_fighting(war):
        browser(sam).post(link)
    return war, sam, link


def word(sam: User, link: str) -> str:
    """What the stream of Sam's pages is at."""
    keys = stand_in_keys(link.split("/")[2], sam)
    assert keys
    return hub.token(keys)


def test_his_page_of_the_battle_follows_a_stream_of_its_own() -> None:
    war, sam, link = standing_in()
    with while_fighting(war):
        for path in (address(war), link):
            shown = browser(sam).get(path).content.decode()
            followed = re.search(r'<meta name="live" content="([^"?]+)\?since=([^"]+)"', shown)
            assert followed is not None, path
            assert followed.group(1) == f"{link}live/"
            assert followed.group(2) == word(sam, link)


def test_what_both_sides_see_of_the_battle_changes_it() -> None:
    war, sam, link = standing_in()
    for happens in (
        lambda: act(war, "south", "hello"),
        lambda: act(war, "south", "roll"),
        lambda: tell(war, "south", HARDLY),
    ):
        before = word(sam, link)
        happens()
        assert word(sam, link) != before


def test_what_else_happens_to_the_seat_does_not() -> None:
    _war, sam, link = standing_in()
    before = word(sam, link)
    Seat.objects.update(version=F("version") + 1)
    assert word(sam, link) == before


def test_only_who_has_taken_the_place_may_listen() -> None:
    war = meet()
    link = link_of(war, "north")
    sam = friend()
    token = link.split("/")[2]
    assert stand_in_keys(token, sam) == []
    with while_fighting(war):
        assert 'name="live"' not in browser(sam).get(link).content.decode()
        browser(sam).post(link)
    assert stand_in_keys(token, sam)
    for user in (war.users["north"], war.users["south"], war.facilitator, friend("Tim")):
        assert stand_in_keys(token, user) == []
        assert browser(user).get(f"{link}live/").status_code == 404


def test_a_place_that_is_taken_back_is_news() -> None:
    war, sam, link = standing_in()
    before = word(sam, link)
    act(war, "north", "no-stand-in")
    assert StandIn.objects.get(user=sam).ended_at is not None
    assert word(sam, link) != before
