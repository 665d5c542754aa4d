"""Push in a real browser: the worker shows the line that comes, and the page says what it can do."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from campaign.models import User
from tests.browser.conftest import WHOLE, Enter, Look, launching, visit


@pytest.fixture
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole browser: one without windows shows no notifications."""
    whole = playwright.chromium.launch(**launching(WHOLE))
    yield whole
    whole.close()


@pytest.mark.once
def test_the_worker_shows_a_line_and_the_page_offers_push(
    site: str, enter: Enter, look: Look, mara: User
) -> None:
    page = enter(mara)
    page.context.grant_permissions(["notifications"], origin=site)
    visit(page, "/account/notices/")
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_visible()
    look(page, "wishes-push")
    tools = page.context.new_cdp_session(page)
    found: dict[str, str] = {}

    def versions(event: dict[str, list[dict[str, str]]]) -> None:
        for one in event["versions"]:
            if one.get("status") == "activated":
                found[one["scriptURL"]] = one["registrationId"]

    tools.on("ServiceWorker.workerVersionUpdated", versions)
    tools.send("ServiceWorker.enable")
    page.evaluate(
        """async () => {
            const { worker, scope } = document.querySelector("form[data-push]").dataset;
            await navigator.serviceWorker.register(worker, { scope });
            await navigator.serviceWorker.ready;
        }"""
    )
    worker = f"{site}/account/notices/worker.js"
    for _ in range(100):
        if worker in found:
            break
        page.wait_for_timeout(100)
    line = {"title": "The Tarn Ford: the campaign goes on", "link": f"{site}/notices/", "tag": "same"}
    for _ in range(2):
        tools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site, "registrationId": found[worker], "data": json.dumps(line)},
        )
    shown = page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.ready;
            for (let tries = 0; tries < 100; tries += 1) {
                const lines = await registration.getNotifications();
                const shown = lines.map(({ title, tag, data }) => ({ title, tag, link: data.link }));
                if (shown.length) return shown;
                await new Promise((done) => setTimeout(done, 100));
            }
            return [];
        }"""
    )
    assert shown == [line]


@pytest.mark.once
@pytest.mark.long
def test_a_browser_that_does_not_allow_it_is_told_what_to_do(site: str, enter: Enter, mara: User) -> None:
    page = enter(mara)
    visit(page, "/account/notices/")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Turn on in this browser").click()
    expect(page.get_by_text("does not let this site show notifications")).to_be_visible()
