"""Push in a real browser: the worker shows the line that comes and opens what is sealed, and the page says
what it can do.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, Playwright, expect

from campaign.models import Campaign, DiceSeal, Turn, User
from tests.browser.conftest import PATIENCE, WHOLE, Enter, Look, launching, visit

Push = Callable[[dict[str, str]], None]


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
    push = taken_on(page, site)
    line = {"title": "The Tarn Ford: the campaign goes on", "link": f"{site}/notices/", "tag": "same"}
    for _ in range(2):
        push(line)
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


def taken_on(page: Page, site: str) -> Push:
    """Have this page take on the worker; how to wake that with a line."""
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

    def push(line: dict[str, str]) -> None:
        tools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site, "registrationId": found[worker], "data": json.dumps(line)},
        )

    return push


@pytest.mark.once
def test_a_line_that_comes_opens_what_was_sealed_though_no_page_of_the_war_is_open(
    site: str, enter: Enter, tarn: Campaign, ada: User, ben: User
) -> None:
    Campaign.objects.filter(pk=tarn.pk).update(settings={**tarn.settings, "dice": "open"})
    page = enter(ada)
    page.context.grant_permissions(["notifications"], origin=site)
    visit(page, "/account/notices/")
    push = taken_on(page, site)
    war = page.context.new_page()
    visit(war, f"/c/{tarn.public_id}/")
    until(DiceSeal.objects.exists)
    # As after a log-in: what had shown the site that requests are this browser's own shows nothing any more.
    page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    with war.expect_response(lambda answer: answer.url.endswith("/dice/own/")):
        visit(war, f"/c/{tarn.public_id}/")
    war.wait_for_timeout(500)
    war.close()

    # While plans are made a line lets nothing out; nor does one that comes while somebody else is logged in.
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url) if "/dice/" in request.url else None)
    line = {"title": "The Tarn Ford: a message", "link": f"{site}/notices/", "tag": "same"}
    push(line)
    assert asked_in(page, asked) == ["own"]

    moment = timezone.now()
    Turn.objects.filter(campaign=tarn, number=1).update(plan_due=moment, resolve_after=moment)
    until(Turn.objects.filter(campaign=tarn, draw_due__isnull=False).exists)
    hers, name = page.context.cookies(), settings.SESSION_COOKIE_NAME
    client = Client()
    client.force_login(ben)
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
    push(line)
    assert asked_in(page, asked) == ["own"]
    page.context.add_cookies(hers)  # type: ignore[arg-type]
    push(line)
    until(DiceSeal.objects.exclude(share="").exists)


def until(true: Callable[[], bool]) -> None:
    """Wait for what the site or the browser does by itself."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def asked_in(page: Page, found: list[str]) -> list[str]:
    """What the worker asks the site about the dice, once it has begun and a moment more."""
    found.clear()
    for _ in range(PATIENCE * 10):
        if found:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(1000)
    return [url.rsplit("/", 2)[1] for url in found]


@pytest.mark.once
@pytest.mark.long
def test_a_browser_that_does_not_allow_it_is_told_what_to_do(site: str, enter: Enter, mara: User) -> None:
    page = enter(mara)
    visit(page, "/account/notices/")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Turn on in this browser").click()
    expect(page.get_by_text("does not let this site show notifications")).to_be_visible()
