"""The groups of a squad are said by hand while a table is set up: with scripts, and without them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.tabletop.units import Group
from tests.browser.conftest import Look
from tests.browser.taps import PHONE, session_of
from tests.table.phones import Pair, sit_down

SQUAD = (Group("Rifle", 7), Group("LMG", 1, 2), Group("Submachine gun (SMG)", 1, leader=True))


def at_table(browser: Browser, site: str, pair: Pair, *, scripts: bool) -> Page:
    """Ada's phone at the table."""
    context = browser.new_context(base_url=site, viewport=PHONE, java_script_enabled=scripts)  # type: ignore[arg-type]
    context.add_cookies([{"name": "session", "value": session_of(pair.table, pair.ada), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    return page


def arm(page: Page) -> None:
    """Seven rifles, a machine gun with its loader, an NCO with a submachine gun."""
    form = page.locator("#u-a1")
    if not form.get_by_label("Name", exact=True).is_visible():
        form.locator("summary").click()
    rows = form.locator(".arms-row")
    expect(rows).to_have_count(1)
    rows.nth(0).get_by_label("How many").fill("7")
    rows.nth(0).get_by_label("NCO").uncheck()
    for weapon, crew in (("LMG", "2"), ("Submachine gun (SMG)", "1"), ("Pistol", "1")):
        have = rows.count()
        form.get_by_role("button", name="Another group").click()
        expect(rows).to_have_count(have + 1)
        rows.last.get_by_label("Weapon").select_option(weapon)
        rows.last.get_by_label("Men to each").fill(crew)
    rows.nth(2).get_by_label("NCO").check()
    form.get_by_role("button", name="Remove this group").nth(3).click()
    expect(rows).to_have_count(3)
    expect(rows.nth(0).get_by_label("How many")).to_have_value("7")


@pytest.mark.long
@pytest.mark.once
def test_groups_are_said_row_by_row_without_a_reload(site: str, browser: Browser, look: Look) -> None:
    pair = sit_down(begin=False)
    page = at_table(browser, site, pair, scripts=True)
    page.evaluate("window.sameLoad = true")
    arm(page)
    form = page.locator("#u-a1")
    expect(form.locator(".arms-row select").last).to_be_focused()
    look(page, "table-arming")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    # What is refused stays as it was typed, through news too, and says which group.
    form.get_by_label("Models").fill("12")
    form.get_by_label("Quality").select_option("veteran")
    form.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("its groups have 10 men, not 12")
    pair.act(1, "settings", turns="6")
    page.wait_for_timeout(1500)
    expect(form.get_by_label("Models")).to_have_value("12")
    expect(form.get_by_label("Quality")).to_have_value("veteran")
    expect(form.locator(".arms-row")).to_have_count(3)
    expect(form.locator(".arms-row select").nth(1)).to_have_value("LMG")
    form.get_by_label("Models").fill("10")
    form.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert pair.game.unit("a1").groups == SQUAD
    assert pair.game.unit("a1").quality == "veteran"
    assert page.evaluate("window.sameLoad") is True
    page.context.close()


@pytest.mark.long
@pytest.mark.once
def test_groups_are_said_without_scripts(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    page = at_table(browser, site, pair, scripts=False)
    arm(page)
    page.locator("#u-a1").get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#u-a1")).to_be_attached()
    assert pair.game.unit("a1").groups == SQUAD
    page.context.close()
