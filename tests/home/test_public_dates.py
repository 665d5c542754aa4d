"""The dates on a campaign's public page: what has come already is not told as yet to come."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from campaign.access.public_page import public_page
from campaign.models import Campaign, User
from campaign.press.news.services import publish_article, write_article
from tests.warmap.test_warmap import browser
from tests.wars import CLOSE, begin_war

pytestmark = pytest.mark.django_db


def test_battles_that_were_announced_before_their_date_are_announced() -> None:
    war = begin_war(CLOSE)
    turn = war.turn
    assert turn.announce_due is not None
    early = turn.announce_due - timedelta(hours=20)
    type(turn).objects.filter(pk=turn.pk).update(announced_at=early, phase="battles")
    dates = dict(public_page(war.campaign).dates)
    assert dates["announce_due"] == early
    assert dates["results_due"] == turn.results_due


def test_no_two_parts_of_the_page_bear_one_name(tarn: Campaign, mara: User) -> None:
    """The bar that tells of news is looked for by its name."""
    made = write_article(by=mara, campaign=tarn, kind="chronicle", title="Rain", text="It rained.")
    publish_article(by=mara, campaign=tarn, article_id=made.public_id)
    page = browser(mara).get(f"/c/{tarn.public_id}/about/").content.decode()
    found = re.findall(r' id="([^"]+)"', page)
    assert "It rained." in page
    assert sorted(found) == sorted(set(found))
