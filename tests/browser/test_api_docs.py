"""The page on which the API can be tried, in a real browser under the site's content policy."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Campaign, User


@pytest.mark.long
def test_the_api_can_be_read_and_tried_in_the_browser(
    tarn: Campaign, ada: User, enter: Callable[[User | None], Page]
) -> None:
    page = enter(ada)
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto("/api/v1/docs/")
    # The page works through the whole document before it shows its groups, and again before it opens one
    # method: nine seconds of a processor, and a busy machine has little of one.
    page.set_default_timeout(90_000)
    group = page.locator("#operations-tag-campaigns")
    group.wait_for()
    group.click()
    listed = page.locator("#operations-campaigns-list_campaigns")
    listed.get_by_role("button").first.click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    answer = page.locator(".live-responses-table .response").first
    expect(answer).to_contain_text("200", timeout=90_000)
    expect(answer).to_contain_text("The Tarn Ford")
    assert said == []
