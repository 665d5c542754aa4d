"""How a test plays "Play now": by pointer or by keys alone, with the taps counted; and without scripts."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

MOST_TAPS = 5
"""From the first page to the submitted plan."""
WAR = re.compile(r"/c/[\w-]+/(#.*)?$")
TOLD = re.compile(r"/turns/1/report/$")
CELL = '#order .pad .cell[aria-label^="March to"]:not([disabled])'
SELECTED = "html[data-ready] #order .pad"
SOON = 90_000
"""Milliseconds within which the turn that was submitted must have been told, however busy the machine is with
other tests. How soon it is on an idle one is measured elsewhere."""
MOST_TABS = 60


class Player:
    """Somebody without an account, who counts the taps; with ``keys`` the pointer is left alone."""

    def __init__(self, page: Page, *, keys: bool = False) -> None:
        self.page, self.keys, self.taps = page, keys, 0
        page.set_default_timeout(SOON)

    def tap(self, selector: str) -> None:
        """Press the first of these."""
        self.taps += 1
        if not self.keys:
            self.page.locator(selector).first.click()
            return
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def reach(self, selector: str) -> None:
        """Go there from where the focus is, as far as the Tab key leads."""
        at = "(selector) => Boolean(document.activeElement?.matches(selector))"
        for _ in range(MOST_TABS):
            if self.page.evaluate(at, selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    def begin(self) -> None:
        """The button of the first page: it opens the map, on which a banner is selected."""
        self.tap(".hero button.play-now")
        self.page.wait_for_url(WAR)
        self.page.wait_for_selector(SELECTED)

    def order(self) -> None:
        """One march, and back to the plan."""
        self.tap(CELL)
        expect(self.page.locator("#order .pad .cell[aria-pressed=true]").first).to_be_attached()
        self.tap('#order [data-key="back"]')

    def submit(self) -> None:
        """Submit the plan, and say so once more."""
        self.tap("#submit, [data-key=submit]")
        self.tap("dialog[open] [value=submit]")


def asked_until(page: Page, there: re.Pattern[str]) -> None:
    """Look, and look again, on the page that waits without scripts: it does not fetch itself."""
    end = time.monotonic() + SOON / 1000
    while not there.search(page.url):
        assert time.monotonic() < end, f"still at {page.url}"
        page.get_by_role("link", name="Look now").click()
        page.wait_for_timeout(250)


def play_plainly(page: Page) -> int:
    """From the first page, where the page is, to the report, where there are no scripts; gives the taps up to
    the submitted plan.
    """
    player = Player(page)
    player.tap(".hero button.play-now")
    page.wait_for_url(WAR)
    player.tap("noscript a")
    choice = page.locator("select[name$=-primary]").first
    march = choice.locator('option[value^="march:"]').first.get_attribute("value")
    player.taps += 1
    choice.select_option(march)
    player.tap(".table-plan button[value=submit]")
    player.tap("main form button.primary")
    # The page that waits is asked, as often as it takes, and leads on once the turn is told.
    asked_until(page, TOLD)
    expect(page.get_by_role("main")).to_contain_text("marched")
    return player.taps
