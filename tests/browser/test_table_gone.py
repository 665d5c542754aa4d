"""A table that is gone for a phone: what was entered and typed stays until its owner deletes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from campaign.models import User
from tests.browser.conftest import assert_accessible, assert_nothing_sideways
from tests.browser.taps import PHONE, session_of
from tests.table.phones import Pair, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

STORED = "Object.keys(localStorage).filter((key) => key.startsWith('table'))"


def window(site: str, browser: Browser, pair: Pair, *, scripts: bool = True) -> tuple[BrowserContext, Page]:
    """Ada's phone."""
    context = browser.new_context(base_url=site, viewport=PHONE, java_script_enabled=scripts)  # type: ignore[arg-type]
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_cookies([{"name": "session", "value": session_of(pair.table, pair.ada), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    return context, page


def enter_without_network(page: Page) -> None:
    """A strike called and momentum told while there is no network; a reason is typed and not sent."""
    page.context.set_offline(True)
    page.get_by_text("Call an air strike, a barrage or smoke").click()
    page.get_by_label("Aiming point").fill("the mill by the ford")
    page.get_by_role("button", name="Call it").click()
    expect(page.locator("#offline [data-queue] li")).to_have_count(1)
    page.locator("#gained > summary").click()
    page.locator("#gained").get_by_label("Green").fill("3")
    page.get_by_role("button", name="Move the slider").click()
    expect(page.locator("#offline [data-queue] li")).to_have_count(2)
    page.locator(".unit summary").first.click()
    page.locator(".unit .fix summary").first.click()
    page.get_by_label("Why").first.fill("it was the other squad")


def test_what_waits_for_a_table_that_is_gone_is_kept_until_it_is_deleted(site: str, browser: Browser) -> None:
    pair = sit_down(momentum=True)
    context, page = window(site, browser, pair)
    enter_without_network(page)
    pair.table.delete()
    page.context.set_offline(False)
    gone = page.locator("#left")
    expect(gone.get_by_role("heading", name="This table is gone")).to_be_focused()
    expect(page.locator("#table")).to_be_hidden()
    rows = gone.locator("li")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Call it")
    expect(rows.nth(0)).to_contain_text("Aiming point: the mill by the ford")
    expect(rows.nth(1)).to_contain_text("Move the slider")
    expect(rows.nth(1)).to_contain_text("Green: 3")
    expect(rows.nth(2)).to_contain_text("Why: it was the other squad")
    assert_nothing_sideways(page, "a table that is gone")
    assert_accessible(page, "a table that is gone")
    gone.get_by_role("button", name="Copy all").click()
    expect(gone.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[0] == "Test"
    assert "Aiming point: the mill by the ford" in copied
    assert "Why: it was the other squad" in copied

    # A load of the page and the lobby have it as well, and it goes only when it is deleted.
    page.reload()
    expect(page.get_by_role("heading", name="This table is gone").first).to_be_visible()
    expect(rows).to_have_count(3)
    assert_accessible(page, "the page of a table that is gone")
    page.goto("/t/")
    expect(rows).to_have_count(3)
    expect(gone).to_contain_text("the mill by the ford")
    rows.nth(1).get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(2)
    page.reload()
    expect(rows).to_have_count(2)
    gone.get_by_role("button", name="Delete all for good").click()
    expect(gone).to_be_hidden()
    assert page.evaluate(STORED) == []
    context.close()


def test_a_phone_that_sits_down_again_sends_what_waited(site: str, browser: Browser) -> None:
    pair = sit_down(momentum=True)
    context, page = window(site, browser, pair)
    enter_without_network(page)
    pair.ada.delete()
    page.context.set_offline(False)
    expect(page.locator("#left li")).to_have_count(3)
    page.goto(f"/t/{pair.table.public_id}/join/{pair.table.code}/")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    page.locator("input[name=places][value='0']").check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".strip")).to_contain_text("Turn 1")
    expect(page.locator("#offline")).to_be_hidden()
    assert pair.game.momentum.due == ((0, 3),)
    # What was typed and not sent is shown until it is deleted: nobody sends it unasked.
    rows = page.locator("#left li")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Why: it was the other squad")
    expect(page.locator("#left").get_by_role("heading", name="Not sent")).to_be_visible()
    page.get_by_role("button", name="Delete all for good").click()
    assert page.evaluate(STORED) == []
    context.close()


def test_a_list_sent_to_a_table_that_is_gone_is_shown_again(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    context, page = window(site, browser, pair, scripts=False)
    typed = "Green scouts 5 men rifle 50 pts"
    page.locator("#roster0").fill(typed)
    pair.table.delete()
    page.get_by_role("button", name="Add for Ada").click()
    expect(page.get_by_role("heading", name="This table is gone")).to_be_visible()
    expect(page.get_by_text(typed)).to_be_visible()
    context.close()


def test_another_person_is_not_shown_what_waited(site: str, browser: Browser, ada: User) -> None:
    """It belongs to whoever entered it."""
    pair = sit_down()
    context, page = window(site, browser, pair)
    path = f"/t/{pair.table.public_id}/"
    page.evaluate(
        "([mine, id]) => localStorage.setItem(`table:${mine}/${id}`,"
        " JSON.stringify([{ cid: 'x', url: '/', body: 'kind=draw', label: 'Secret' }]))",
        [str(ada.public_id), "nowhere"],
    )
    page.goto("/t/")
    expect(page.locator("#left")).to_be_hidden()
    page.goto(path)
    expect(page.locator("#left")).to_be_hidden()
    context.close()


def test_a_list_that_is_typed_stays_when_its_table_goes(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    context, page = window(site, browser, pair)
    page.locator("#roster0").fill("Green scouts 5 men\n2x mortar 3 crew 40 pts")
    pair.table.delete()
    expect(page.locator("#left li")).to_contain_text("2x mortar 3 crew 40 pts")
    page.reload()
    expect(page.locator("#left li")).to_contain_text("Green scouts 5 men")
    context.close()


def test_what_was_refused_after_a_long_wait_is_kept(site: str, browser: Browser) -> None:
    pair = sit_down(momentum=True)
    context, page = window(site, browser, pair)
    page.clock.install()
    enter_without_network(page)
    page.clock.fast_forward(20_000)
    pair.end(0)
    page.context.set_offline(False)
    rows = page.locator("#left li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Aiming point: the mill by the ford")
    expect(page.locator("#left").get_by_role("heading", name="Not sent")).to_be_visible()
    expect(page.locator("#table")).to_be_visible()
    context.close()


def test_a_page_with_nothing_to_lose_is_loaded_anew(site: str, browser: Browser) -> None:
    pair = sit_down()
    context, page = window(site, browser, pair)
    pair.table.delete()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="This table is gone")).to_be_visible()
    expect(page.locator("#table")).to_have_count(0)
    context.close()
