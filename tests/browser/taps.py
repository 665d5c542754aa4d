"""Counts the taps of all phones at a table, as the browser itself hears them (page 9 E).

A tap is a ``pointerdown`` that the browser trusts; choosing from a list that folds out is two of them; what
is typed is counted apart. Time is the server's: a test puts it forward instead of waiting.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db.models import F
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from battles.models import Phone, Table, TableAction
from battles.table.services import game_of
from rules.tabletop.state import Game

PHONE, TABLET = {"width": 360, "height": 800}, {"width": 768, "height": 1024}
COUNTER = """
addEventListener("pointerdown", (event) => {
  if (event.isTrusted && event.isPrimary) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true);
addEventListener("change", (event) => {
  const one = event.target;
  if (one.matches("select")) sessionStorage.taps = Number(sessionStorage.taps || 0) + 2;
  else if (one.matches("input:not([type=radio]):not([type=checkbox])"))
    sessionStorage.typed = Number(sessionStorage.typed || 0) + 1;
}, true);
"""


@dataclass
class Count:
    """What was tapped and typed, on all phones together."""

    taps: int = 0
    typed: int = 0


def session_of(table: Table, phone: Phone) -> str:
    """The session of the browser that is this phone."""
    session = SessionStore()
    session["tables"] = {table.public_id: phone.public_id}
    session.create()
    return str(session.session_key)


def open_phone(browser: Browser, site: str, table: Table, phone: Phone, size: dict[str, int]) -> Page:
    """A phone at the table whose taps are counted."""
    context: BrowserContext = browser.new_context(base_url=site, viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(COUNTER)
    context.add_cookies([{"name": "session", "value": session_of(table, phone), "url": site}])
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(f"/t/{table.public_id}/")
    return page


class Hands:
    """All who sit at a table, each at his phone, or together at a tablet. One more may only look on."""

    def __init__(self, table: Table, pages: Sequence[Page], wall: Page | None = None) -> None:
        self.table, self.pages, self.wall = table, list(pages), wall

    def close(self) -> None:
        """Put the phones away."""
        for page in [*self.pages, *([self.wall] if self.wall else [])]:
            page.context.close()

    @property
    def game(self) -> Game:
        """The truth."""
        self.table.refresh_from_db()
        return game_of(self.table)

    def count(self) -> Count:
        """What has been tapped and typed so far."""
        found = Count()
        for page in self.pages:
            found.taps += int(page.evaluate("Number(sessionStorage.taps || 0)"))
            found.typed += int(page.evaluate("Number(sessionStorage.typed || 0)"))
        return found

    def later(self, seconds: int = 9) -> None:
        """So much later, by the server's clock; the phones look again, as after a lost network."""
        last = TableAction.objects.filter(table=self.table).order_by("-n").first()
        assert last is not None
        TableAction.objects.filter(pk=last.pk).update(at=F("at") - timedelta(seconds=seconds))
        for page in self.pages:
            page.evaluate("dispatchEvent(new Event('online'))")

    def asked(self, kind: str) -> Locator:
        """The prompt of this kind, on whichever phone it is asked."""
        for _ in range(200):
            for page in self.pages:
                own = page.locator(f"section.now.mine[data-prompt='{kind}']")
                if own.count() and not page.locator("#table form[data-sent]").count():
                    return own.first
            self.pages[0].wait_for_timeout(50)
        raise AssertionError(f"nobody is asked: {kind}, but {[self.prompts(page) for page in self.pages]}")

    @staticmethod
    def prompts(page: Page) -> list[str | None]:
        """What this phone shows as asked."""
        return [one.get_attribute("data-prompt") for one in page.locator("section.now").all()]

    def note(self, what: str) -> None:
        """Say it with the test's own output."""
        sys.stdout.write(f"{self.game.method}: {what}\n")

    def follows(self, text: str) -> None:
        """The tablet that looks on shows it too."""
        if self.wall is not None:
            expect(self.wall.locator("#table")).to_contain_text(text)

    def order(self, unit: str, order: str) -> None:
        """Give this unit its order: two taps, one if it is the only one left."""
        own = self.asked("order")
        tile = own.locator(f"input[name=unit][value={unit}]")
        if not tile.is_checked():
            tile.click()
        own.locator(f"button[value={order}]").click()
        self.done_when(lambda game: game.unit(unit).order != "")

    def fire(self, unit: str, target: str) -> int:
        """A unit with the order Fire fires all it has at one target; gives the taps of who reacts to it."""
        self.asked("done").locator(f"button[name=target][value={target}]").click()
        self.done_when(lambda game: game.attack)
        attack = self.game.attack
        assert attack is not None
        reactions = 0
        if attack.step == "react":
            before = self.count().taps
            self.asked("answer").locator("button[value=stand]").click()
            self.done_when(lambda game: game.attack and game.attack.step != "react")
            reactions = self.count().taps - before
        self.asked("measure").locator(".ranges button").last.click()
        self.done_when(lambda game: not game.attacks or game.attacks[-1].step != "measure")
        while self.game.attacks:  # a card may reroll: who does not want to goes on
            step = self.game.attacks[-1].step
            self.asked("go on").locator("button.thumb-button").click()
            self.done_when(lambda game, was=step: not game.attacks or game.attacks[-1].step != was)  # type: ignore[misc]
        self.done_when(lambda game: unit not in [one.unit for one in game.acting])
        return reactions

    def done_when(self, so: Callable[[Game], object]) -> None:
        """Wait for the server."""
        for _ in range(200):
            if so(self.game):
                return
            self.pages[0].wait_for_timeout(50)
        raise AssertionError("the server has not done it")
