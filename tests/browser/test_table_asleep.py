"""A phone that has slept: its line died meanwhile, and nobody told it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cable import Cable
from tests.browser.conftest import Enter
from tests.browser.test_table_away import two_phones

HIDDEN = """(hidden) => {
  const now = { configurable: true, get: () => (hidden ? "hidden" : "visible") };
  Object.defineProperty(document, "visibilityState", now);
  document.dispatchEvent(new Event("visibilitychange"));
}"""
FORM = """(button) => [button.form.action, Object.fromEntries(new FormData(button.form, button))]"""


def sent_apart(page: Page, name: str) -> None:
    """Press a button of a phone whose own line is dead, by another one."""
    address, fields = page.get_by_role("button", name=name, exact=True).first.evaluate(FORM)
    answer = page.context.request.post(address, form=fields)
    assert answer.ok, answer.text()


@pytest.mark.once
def test_a_phone_that_wakes_with_a_dead_line_shows_what_is_and_follows_again(
    cable: Cable, enter: Enter
) -> None:
    green, brown, _table = two_phones(enter, "dice bag")
    expect(green.get_by_role("button", name="Let go")).to_be_visible()
    brown.evaluate(HIDDEN, True)
    cable.fall_dead()
    sent_apart(green, "Draw")
    brown.wait_for_timeout(1_000)
    expect(brown.locator(".now")).to_contain_text("Draw the next one")  # it has heard of nothing
    brown.evaluate(HIDDEN, False)
    expect(brown.locator(".now")).to_contain_text("give a unit its order", timeout=15_000)
    expect(brown.get_by_role("button", name="Let go")).to_be_visible()
    sent_apart(brown, "Let go")
    expect(brown.get_by_role("button", name="Let go")).to_have_count(0, timeout=15_000)
