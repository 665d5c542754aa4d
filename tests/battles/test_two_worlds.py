"""A battle and what surrounds it, from two worlds that differ in what is hidden from the player."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from tests.secrecy.crawl import differences
from tests.secrecy.watching import glimpse
from tests.secrecy.world import LEFT, RIGHT, World

_BATTLE = "c/<str:campaign_id>/battles/<str:battle_id>/"
ROUTES = (
    _BATTLE,
    "c/<str:campaign_id>/battles/",
    "c/<str:campaign_id>/honours/",
    "api/v1/campaigns/<slug:campaign_id>/battles/<slug:battle_id>/",
    "api/v1/campaigns/<slug:campaign_id>/battles/<slug:battle_id>/around/",
    "api/v1/campaigns/<slug:campaign_id>/honours/",
)


@pytest.mark.django_db(transaction=True)
def test_what_surrounds_a_battle_looks_alike_in_both_worlds() -> None:
    left, words = glimpse(World(LEFT), "results are told", ROUTES)
    call_command("flush", verbosity=0, interactive=False)
    right, others = glimpse(World(RIGHT), "results are told", ROUTES)
    assert (words, others) == ([], [])
    assert len(left) >= 6
    assert {answer.status for address, answer in left.items() if address.mine} == {200}
    assert differences(left, right) == []
