"""A shared device: what the companion keeps for when there is no network is its person's."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from battles.models import Table, TableAction
from campaign.models import User
from tests.browser.cable import Cable
from tests.browser.conftest import Enter, until, visit
from tests.browser.test_leaving import log_in, log_out

GREEN = "Secret squad 10 men rifle 100 pts"
BROWN = "Brown squad 8 men rifle 80 pts"
TEXT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = new URL(request.url).pathname;
      if (path.startsWith("/t/")) found.push([path, await (await cache.match(request)).text()]);
    }
  }
  return found;
}"""
"""All pages that this browser keeps."""


def kept(page: Page) -> dict[str, str]:
    """The pages that are kept, by address."""
    return dict(page.evaluate(TEXT))


def battle(page: Page, name: str) -> str:
    """A quick battle of its own, opened in this browser and kept by it; its address."""
    page.set_viewport_size({"width": 360, "height": 800})
    visit(page, "/t/")
    page.get_by_label("Name of the battle").fill(name)
    page.get_by_label("One phone or tablet for all").check()
    page.get_by_role("button", name="Open the table").click()
    for number, text in enumerate((GREEN, BROWN)):
        page.locator("textarea[name=roster]").nth(number).fill(text)
        page.get_by_role("button", name=re.compile("^Add for")).nth(number).click()
        expect(page.locator(".unit")).to_have_count(number + 1)
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".strip")).to_contain_text("Turn 1")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    path = f"/t/{Table.objects.get(name=name).public_id}/"
    until(page, f"async () => (await caches.match({json.dumps(path)})) !== undefined")
    return path


def without_network(page: Page, path: str) -> str:
    """What the browser shows at an address while there is no network, or its own words."""
    page.context.set_offline(True)
    try:
        page.goto(path)
    except PlaywrightError as error:
        return str(error)
    else:
        return page.content()
    finally:
        page.context.set_offline(False)


@pytest.mark.once
@pytest.mark.long
def test_whoever_logs_out_leaves_no_board_behind(site: str, ada: User, ben: User, enter: Enter) -> None:
    page = enter(ada)
    path = battle(page, "At the ford")
    assert "Secret squad" in without_network(page, path), "Ada herself has it without network"
    visit(page, path)
    log_out(page)
    until(page, f"async () => (await ({TEXT})()).every(([path]) => path !== {json.dumps(path)})")
    for address in (path, "/t/"):
        shown = without_network(page, address)
        assert "Secret squad" not in shown
        assert "At the ford" not in shown
    visit(page, "/account/login/")
    assert not [text for text in kept(page).values() if "Secret squad" in text or "At the ford" in text]

    log_in(page, ben)
    visit(page, "/t/")
    assert "At the ford" not in without_network(page, "/t/")
    assert "Secret squad" not in without_network(page, path)


@pytest.mark.once
@pytest.mark.parametrize("first", ["/t/", "/"])
@pytest.mark.long
def test_another_person_does_not_find_the_board_of_one_whose_session_has_run_out(
    first: str, site: str, ada: User, ben: User, enter: Enter
) -> None:
    page = enter(ada)
    path = battle(page, "At the ford")
    page.context.clear_cookies()
    visit(page, "/account/login/")
    log_in(page, ben)
    visit(page, first)
    until(page, f"async () => (await ({TEXT})()).every(([path]) => path !== {json.dumps(path)})")
    for address in (path, "/t/"):
        shown = without_network(page, address)
        assert "Secret squad" not in shown
        assert "At the ford" not in shown


@pytest.mark.once
@pytest.mark.long
def test_a_page_that_was_left_open_does_not_give_its_board_to_the_next_person(
    site: str, ada: User, ben: User, enter: Enter
) -> None:
    """Ada's tab draws itself anew while Ben has logged in beside it."""
    page = enter(ada)
    path = battle(page, "At the ford")
    beside = page.context.new_page()
    log_out(beside)
    visit(beside, "/account/login/")
    log_in(beside, ben)
    visit(beside, "/t/")
    beside.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(
        "path => navigator.serviceWorker.controller?.postMessage("
        "{ keep: path, me: document.querySelector('meta[name=me]').content,"
        " html: document.documentElement.outerHTML })",
        path,
    )
    page.wait_for_timeout(500)
    assert not [text for text in kept(beside).values() if "Secret squad" in text]


@pytest.mark.once
@pytest.mark.long
def test_what_one_person_has_not_sent_yet_is_not_sent_by_the_next(
    cable: Cable, ada: User, ben: User, enter: Enter
) -> None:
    page = enter(ada)
    path = battle(page, "At the ford")
    code = Table.objects.get().code
    cable.cut(page.context)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator("#offline [data-queue] li")).to_have_count(1)
    page.goto("about:blank")
    page.context.clear_cookies()
    cable.mend(page.context)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act/") else None)
    visit(page, "/account/login/")
    log_in(page, ben)
    visit(page, "/t/")
    page.get_by_label("Code on the first phone").fill(code)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".strip")).to_contain_text("Turn 1")
    assert page.url.endswith(path)
    page.wait_for_timeout(1500)
    assert sent == []
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('table'))") == []


@pytest.mark.once
@pytest.mark.long
def test_who_logs_in_while_he_plays_goes_on_with_what_waits(cable: Cable, ada: User, enter: Enter) -> None:
    """A quick battle needs no account, and its session stays when its player logs in."""
    page = enter(None)
    path = battle(page, "At the ford")
    cable.cut(page.context)
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator("#offline [data-queue] li")).to_have_count(1)
    page.goto("about:blank")
    cable.mend(page.context)
    visit(page, "/account/login/")
    log_in(page, ada)
    assert "Secret squad" in without_network(page, path)
    visit(page, path)
    expect(page.locator("section.now[data-prompt=order]")).to_be_visible()
    assert TableAction.objects.filter(kind="draw").count() == 1
    page.wait_for_function(
        "() => Object.keys(localStorage).filter((key) => key.startsWith('table')).length === 0"
    )
