"""Whoever plays by keys keeps his place where nothing is asked of him any more (page 9 E)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from battles.table import services
from tests.browser.test_table_keepsakes import phone_of
from tests.table.phones import sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
PRESSED = "document.querySelector('section.now.mine button').focus()"


def test_the_keys_go_to_what_is_said_when_the_battle_ends(site: str, browser: Browser) -> None:
    pair = sit_down()
    pair.act(1, "hold")
    page = phone_of(site, browser, pair, pair.ada)
    page.evaluate(PRESSED)
    pair.end(0)
    expect(page.locator("h2", has_text="The battle is over")).to_be_focused()
    page.context.close()


def test_the_keys_go_to_whose_decision_it_is_when_the_own_is_sent(site: str, browser: Browser) -> None:
    """The button that was pressed is out of use while it is sent: the keys must not go with it."""
    pair = sit_down("action points")
    page = phone_of(site, browser, pair, pair.ada)
    page.locator(".bids button[value='3']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("section.now.mine")).to_have_count(0)
    expect(page.locator("section.now h2")).to_be_focused(timeout=8000)
    page.context.close()


def test_what_an_own_tap_leads_to_comes_into_sight(site: str, browser: Browser) -> None:
    """The marker to be drawn stands above the long set-up, a reward far above the slider's form."""
    pair = sit_down(begin=False, momentum="1")
    services.choose_dice(pair.table, pair.ada, own=True)
    page = phone_of(site, browser, pair, pair.ada)
    asked = page.locator("section.now.mine h2")
    page.get_by_role("button", name="Begin the battle").click()
    expect(asked).to_contain_text("draws for the initiative marker")
    expect(asked).to_be_in_viewport(ratio=1)
    asked.locator("..").get_by_role("button", name="Green").click()
    page.locator("#gained summary").click()
    page.locator("#g0").fill("5")
    page.get_by_role("button", name="Move the slider").click()
    asked = page.locator("section.now.mine[data-prompt=reward] h2")
    expect(asked).to_be_in_viewport(ratio=1)
    page.context.close()
