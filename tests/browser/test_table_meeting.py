"""Two thumbs that meet: both phones are tapped before either has heard of the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from battles.models import TableAction
from tests.browser.taps import PHONE, open_phone
from tests.table.phones import sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def test_whoever_taps_draw_a_moment_later_is_told_of_no_fault(site: str, browser: Browser) -> None:
    pair = sit_down()
    pair.act(0, "hold")
    ada, ben = (open_phone(browser, site, pair.table, phone, PHONE) for phone in (pair.ada, pair.ben))
    try:
        # What Ben's phone would hear meanwhile comes too late.
        ben.route("**/live/**", lambda route: route.abort())
        ben.reload()
        draws = [page.get_by_role("button", name="Draw", exact=True) for page in (ada, ben)]
        expect(draws[1]).to_be_visible()
        draws[0].click()
        expect(ada.locator("[data-prompt=order]")).to_be_visible()
        draws[1].click()
        expect(ben.locator("[data-prompt=order]")).to_be_visible()
        for page in (ada, ben):
            expect(page.locator("[role=alert]")).to_have_count(0)
        assert TableAction.objects.filter(table=pair.table, kind="draw").count() == 1
    finally:
        for page in (ada, ben):
            page.context.close()
