"""The small ways beside and above a page's head are as large as a thumb, on every page that has one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from campaign.models import Campaign, User
from tests.browser.conftest import Enter, visit

pytestmark = pytest.mark.django_db(transaction=True)

TOUCH = 44
HEIGHTS = """() => [...document.querySelectorAll("main a.back, main a.push")].map(
    (one) => [one.textContent.trim(), one.getBoundingClientRect().height])"""


def too_low(page: Page, address: str) -> list[object]:
    """The ways on a page that a thumb may miss; there is one at least."""
    visit(page, address)
    found = page.evaluate(HEIGHTS)
    assert found, address
    return [one for one in found if one[1] < TOUCH]


def test_a_thumb_finds_the_way_back(enter: Enter, tarn: Campaign, ada: User) -> None:
    page = enter(ada)
    page.set_viewport_size({"width": 360, "height": 800})
    war = f"/c/{tarn.public_id}"
    for address in ("/account/profile/", "/account/webhooks/", "/wars/", f"{war}/fallback/"):
        assert too_low(page, address) == [], address
