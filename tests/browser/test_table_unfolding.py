"""The forms of a large table's units are fetched when they are unfolded, by real phones and the keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import assert_accessible, assert_nothing_sideways, until
from tests.browser.taps import PHONE, session_of
from tests.table.phones import Pair
from tests.table.test_unfolding import large

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

AT = "document.activeElement.closest('[data-unit]')?.dataset.unit + ' ' + document.activeElement.tagName"


def at_table(site: str, browser: Browser, pair: Pair, *, scripts: bool = True) -> Page:
    """Ada's phone."""
    context = browser.new_context(base_url=site, viewport=PHONE, java_script_enabled=scripts)  # type: ignore[arg-type]
    context.add_cookies([{"name": "session", "value": session_of(pair.table, pair.ada), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    return page


def test_a_unit_is_corrected_by_the_keys_while_the_other_phone_acts(site: str, browser: Browser) -> None:
    pair = large(20)
    page = at_table(site, browser, pair)
    unit = page.locator("#u-b5")
    unit.locator("summary").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(unit.get_by_label("Pins")).to_be_visible()
    assert page.evaluate(AT) == "b5 SUMMARY"
    assert_nothing_sideways(page, "a form that was fetched")
    assert_accessible(page, "a form that was fetched")
    unit.get_by_label("Why").focus()
    page.keyboard.type("Seen by")
    before = page.evaluate("scrollY")
    pair.act(1, "draw", side="1")
    expect(page.locator(".latest")).to_contain_text("Brown")
    page.keyboard.type(" both")
    expect(unit.get_by_label("Why")).to_have_value("Seen by both")
    assert abs(page.evaluate("scrollY") - before) <= 2
    unit.get_by_label("Pins").fill("3")
    unit.get_by_role("button", name="Propose the correction").click()
    expect(page.locator("[data-proposal]")).to_be_visible()
    pair.table.refresh_from_db()
    assert pair.table.proposal["values"]["pins"] == "3"
    # What was sent has folded itself again, and its unit is still unfolded.
    expect(unit).to_have_attribute("open", "")
    expect(unit.get_by_label("Pins")).to_be_hidden()
    page.context.close()


def test_without_network_it_says_that_it_needs_one(site: str, browser: Browser) -> None:
    pair = large(20)
    page = at_table(site, browser, pair)
    page.context.set_offline(True)
    unit = page.locator("#u-b5")
    unit.locator("summary").first.click()
    unit.locator(".fix > summary").click()
    expect(unit.get_by_role("status")).to_contain_text("This part needs the network")
    assert_accessible(page, "a form that waits for the network")
    page.context.set_offline(False)
    expect(unit.get_by_label("Pins")).to_be_visible()
    page.context.close()


def test_what_is_typed_in_it_outlives_a_load_of_the_page(site: str, browser: Browser) -> None:
    pair = large(20, begin=False)
    page = at_table(site, browser, pair)
    page.locator("#list0 > summary").click()
    page.locator("#u-a5 summary").click()
    page.locator("#u-a5").get_by_role("button", name="Another group").click()
    page.locator("#u-a5 .arms-row").last.get_by_label("How many").fill("3")
    page.locator("#roster0").fill("Green scouts 5 men rifle 50 pts")
    page.get_by_role("button", name="Add for Ada").click()
    expect(page.locator("#messages")).to_contain_text("entered")
    until(page, "async () => document.querySelector('#u-a5 .arms-row') !== null")
    expect(page.locator("#u-a5 .arms-row").last.get_by_label("How many")).to_have_value("3")
    page.context.close()


def test_without_scripts_a_link_opens_it(site: str, browser: Browser) -> None:
    pair = large(20, begin=False)
    page = at_table(site, browser, pair, scripts=False)
    unit = page.locator("#u-a5")
    page.locator("#list0 > summary").click()
    unit.locator("summary").click()
    unit.get_by_role("link", name="Open its form").click()
    unit.get_by_label("Name", exact=True).fill("Green guard")
    unit.get_by_role("button", name="Save", exact=True).click()
    expect(unit.locator(".name").first).to_have_text("Green guard")
    assert pair.game.unit("a5").name == "Green guard"
    page.context.close()
