"""The page on which a table is set up, on a phone: what is seldom used is folded, "Begin" is never far."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Look
from tests.browser.taps import session_of
from tests.table.phones import sit_down
from tests.table.test_unfolding import large

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

PHONE = {"width": 390, "height": 844}
FOOT = "document.querySelector('.thumb').getBoundingClientRect().bottom + scrollY"


@pytest.mark.parametrize("each", [3, 4, 5, 14])
def test_the_battle_is_begun_within_the_first_two_screens(
    each: int, site: str, browser: Browser, look: Look
) -> None:
    pair = large(each, begin=False)
    context = browser.new_context(base_url=site, viewport=PHONE)  # type: ignore[arg-type]
    context.add_cookies([{"name": "session", "value": session_of(pair.table, pair.ada), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    begin = page.get_by_role("button", name="Begin the battle")
    expect(begin).to_be_in_viewport()
    page.evaluate("document.querySelector('.thumb').style.position = 'static'")
    assert page.evaluate(FOOT) <= 2 * PHONE["height"]
    page.reload()
    # What is folded is there: units by name, the codes, the other side's list.
    if each > 5:
        page.locator("summary", has_text="14 units").first.click()
    unit = page.locator("#u-a3")
    unit.locator("summary").click()
    expect(unit.get_by_label("Name", exact=True)).to_be_visible()
    page.locator("summary", has_text="The second phone").click()
    expect(page.get_by_text("Code for the second phone")).to_be_visible()
    look(page, f"table-setup-{each}")
    context.close()


def test_the_code_stands_open_until_all_places_are_taken(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    pair.ben.delete()
    context = browser.new_context(base_url=site, viewport=PHONE)  # type: ignore[arg-type]
    context.add_cookies([{"name": "session", "value": session_of(pair.table, pair.ada), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    expect(page.get_by_text("Code for the second phone")).to_be_visible()
    context.close()


CLIPPED = """() => [...document.querySelectorAll("select")].flatMap((one) => {
  if (!one.offsetParent) return [];
  const style = getComputedStyle(one);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const wide = [...one.options].filter((each) => pen.measureText(each.text).width > room);
  return wide.map((each) => each.text);
})"""
"""The words of all fields to choose from that are wider than their field."""


def test_on_a_phone_no_field_of_the_set_up_clips_its_words(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    pair.act(0, "settings", name0="4th Iron Column", name1="Crimson Host")
    context = browser.new_context(base_url=site, viewport={"width": 360, "height": 740})
    context.add_cookies([{"name": "session", "value": session_of(pair.table, pair.ada), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    page.locator("#u-a1 > summary").click()
    expect(page.locator("#ka1")).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    assert page.evaluate(CLIPPED) == []
    context.close()
