"""What an activation costs by each way to choose who acts, on two phones and on one tablet (page 9 E).

All taps count, of all phones: bids, tokens, cards, covers, orders, fire; not who reacts. So does what has
to be typed: on a tablet the four digits of whoever looks at what is hidden once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.taps import Hands
from tests.browser.test_taps import sit_down

UNITS = 3
"""Squads of each side."""
WAYS = {
    # way: taps an activation on two phones, on one tablet, and what is typed there; a little above what was
    # counted, for who is asked to react is drawn. Cards are 3.2 where they play themselves (test_taps).
    "dice bag": (3.0, 3.0, 0),
    "three dice": (3.0, 3.0, 0),
    "action points": (5.5, 6.0, 0),
    "numbered tokens": (2.5, 2.5, 0),
    "assigned tokens": (3.5, 4.0, 0),
    "assigned tokens and points": (5.5, 6.0, 0),
    "cards": (7.0, 7.0, 0),
}
CHOICES = ("bid", "name", "tokens", "first", "play")
Sit = Callable[[str, bool], Hands]


@pytest.fixture
def sits(site: str, browser: Browser) -> Iterator[Sit]:
    """Lets two people sit down, and puts their phones away at the end."""
    found: list[Hands] = []

    def sit(method: str, one_tablet: bool) -> Hands:
        hands = sit_down(browser, site, method, UNITS, one_tablet=one_tablet, auto=False)
        found.append(hands)
        return hands

    yield sit
    for hands in found:
        hands.close()


class Choosing:
    """Does what is asked before an order, with as few taps as the page lets people."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.digits: dict[str, str] = {}

    def until_somebody_acts(self) -> None:
        """Bid, place, play or wait for the clock until a unit is to be given its order."""
        for _ in range(400):
            game = self.hands.game
            if game.acting or game.phase != "orders":
                return
            if not any(self._does(page) for page in self.hands.pages):
                self.hands.later()
                self.hands.pages[0].wait_for_timeout(100)
        raise AssertionError([self.hands.prompts(page) for page in self.hands.pages])

    def _does(self, page: Page) -> bool:
        """One thing that this screen asks for."""
        if page.locator("#table form[data-sent]").count():
            page.wait_for_timeout(30)
            return True
        if page.locator(".cover:not(.reader)").count():
            return self._uncovers(page)
        for kind in CHOICES:
            own = page.locator(f"section.now.mine[data-prompt='{kind}']")
            if own.count():
                self._chooses(page, own.first, kind)
                return True
        if page.locator("#reader").count():
            self._notes(page)
            return self._tap(page, page.get_by_role("button", name="Blank the screen"))
        return False

    def _uncovers(self, page: Page) -> bool:
        cover = page.locator(".cover").first
        name = cover.locator("h2 b").inner_text()
        unseen = cover.get_by_role("button", name="Ready without looking")
        if unseen.count():
            return self._tap(page, unseen)
        pin = cover.locator("input[name=pin]").first
        if pin.count():
            pin.fill(self.digits[name])
        return self._tap(page, cover.locator("button").first)

    def _notes(self, page: Page) -> None:
        code = page.locator(".cover.reader .code")
        if code.count():
            self.digits[page.locator("#reader b").inner_text()] = code.first.inner_text()

    def _chooses(self, page: Page, own: Locator, kind: str) -> None:
        self._notes(page)
        if kind == "tokens":
            own.locator("[data-fill]").click()
        buttons = {"bid": ".bids button", "tokens": "button.thumb-button", "play": "button.thumb-button"}
        self._tap(page, own.locator(buttons.get(kind, "form button")).first)

    def _tap(self, page: Page, button: Locator) -> bool:
        """Tap it and wait until the server has answered."""
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            button.click()
        page.wait_for_timeout(60)
        return True


def turn_of(hands: Hands) -> tuple[int, int, int]:
    """A turn in which every other unit fires: the activations, all taps but who reacts', what is typed."""
    choosing, acts, reactions = Choosing(hands), 0, 0
    while acts < 2 * UNITS:
        choosing.until_somebody_acts()
        if hands.game.phase != "orders":
            break
        acting = hands.game.current
        assert acting is not None
        able = [one for one in hands.game.able(acting.side) if acting.player in (-1, one.player)]
        unit = hands.game.unit(acting.unit) if acting.unit else able[0]
        hands.order(unit.id, "down" if acts % 2 else "fire")
        if acts % 2 == 0:
            enemies = list(hands.game.of_side(1 - acting.side))
            reactions += hands.fire(unit.id, next((one for one in enemies if one.order), enemies[0]).id)
        acts += 1
    found = hands.count()
    hands.note(f"{len(hands.pages)} screens: {found.taps - reactions} taps, {found.typed} typed, {acts} acts")
    return acts, found.taps - reactions, found.typed


@pytest.mark.once
@pytest.mark.long
@pytest.mark.parametrize("method", WAYS)
def test_an_activation_on_one_tablet(sits: Sit, method: str) -> None:
    acts, taps, typed = turn_of(sits(method, True))
    assert acts == 2 * UNITS
    assert taps / acts <= WAYS[method][1]
    assert typed <= WAYS[method][2]


@pytest.mark.once
@pytest.mark.long
@pytest.mark.parametrize("method", WAYS)
def test_an_activation_on_two_phones(sits: Sit, method: str) -> None:
    acts, taps, typed = turn_of(sits(method, False))
    assert acts == 2 * UNITS
    assert taps / acts <= WAYS[method][0]
    assert typed == 0
