"""One tablet for two players, in a real browser: handed over behind a cover, by thumb and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from battles.models import Table
from battles.table.seal import commitment_of, sealed
from battles.table.services import game_of
from rules.tabletop.action import Action
from rules.tabletop.activation.cards import KING, rank_of
from rules.tabletop.dice import TableDice
from rules.tabletop.game import step
from tests.browser.conftest import Enter, Look, assert_nothing_sideways
from tests.words import says

UNITS = ("Green squad 10 men rifle 100 pts", "Brown squad 8 men rifle 80 pts")


def begin(page: Page, method: str) -> Table:
    """A battle of Green and Brown on one tablet, which keeps a mark that a page load would wipe out."""
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto("/t/")
    page.get_by_label("Who acts next?").select_option(method)
    page.get_by_label("One phone or tablet for all").check()
    page.get_by_role("button", name="Open the table").click()
    for number, text in enumerate(UNITS):
        page.locator("textarea[name=roster]").nth(number).fill(text)
        page.get_by_role("button", name=re.compile("^Add for")).nth(number).click()
        expect(page.locator(".unit")).to_have_count(number + 1)
    deal_no_king(Table.objects.get())
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".cover")).to_be_visible()
    page.evaluate("window.sameLoad = true")
    return Table.objects.get()


def deal_no_king(table: Table) -> None:
    """Bind a seed by which nobody is dealt a king: it is called first, and who had it would go at once."""
    for number in range(256):
        seed = bytes([number]) * 32
        begun = step(
            game_of(table), Action("begin", 0), TableDice(seed, table.public_id, table.next_die)
        ).game
        if all(rank_of(card) != KING for player in begun.players for card in player.hand):
            table.sealed_seed, table.commitment = sealed(seed), commitment_of(seed)
            table.save(update_fields=["sealed_seed", "commitment"])
            return
    raise AssertionError("somebody has a king, whatever is dealt")


def cover(page: Page, name: str) -> None:
    """The screen is covered for this player, and the keys are where he begins."""
    expect(page.locator(".cover h2")).to_have_text(f"Hand the tablet to {name}")
    expect(page.locator("[data-focus^=cover]")).to_be_focused()


@pytest.mark.long
@pytest.mark.once
def test_two_players_bid_on_one_tablet(site: str, enter: Enter, look: Look) -> None:
    page = enter(None)
    table = begin(page, "action points")
    cover(page, "Green")
    look(page, "tablet-cover")
    page.set_viewport_size({"width": 768, "height": 1024})
    page.get_by_role("button", name="I am Green").click()
    expect(page.locator("#reader")).to_have_text("Only Green looks now")
    code = page.locator(".cover .code").inner_text()
    look(page, "tablet-own")
    page.set_viewport_size({"width": 768, "height": 1024})
    page.get_by_role("group", name="Points, 0 to 20").get_by_role("button", name="13", exact=True).click()
    cover(page, "Brown")
    assert not says(page.locator("#table").inner_text(), "13")
    assert not says(page.locator("#table").inner_html(), code)

    # Brown by keyboard alone: the tablet waits for him, Tab leads to his bid.
    page.keyboard.press("Enter")
    expect(page.locator("#reader")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "7":
            break
    # News draw the board anew under his fingers: the keys stay where they were.
    page.evaluate("document.getElementById('reader').dataset.old = 'yes'")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#reader:not([data-old])")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-prompt=name]")).to_be_visible()
    expect(page.locator(".cover")).to_have_count(0)
    assert page.evaluate("window.sameLoad") is True
    table.refresh_from_db()
    assert game_of(table).sides[0].points == 7


@pytest.mark.once
@pytest.mark.long
def test_hands_of_cards_lie_behind_their_owners_digits(site: str, enter: Enter, look: Look) -> None:
    page = enter(None)
    table = begin(page, "cards")
    assert [rank_of(card) == KING for player in game_of(table).players for card in player.hand] == [False] * 2
    codes = {}
    for name in ("Green", "Brown"):
        cover(page, name)
        page.get_by_role("button", name=f"I am {name}").click()
        expect(page.locator(".hand")).to_have_count(1)
        codes[name] = page.locator(".cover .code").inner_text()
        page.get_by_role("button", name="Ready", exact=True).click()
    # Queen is called: Green is known by now, so a tap shows nothing without the digits.
    cover(page, "Green")
    expect(page.locator(".hand, .card-face")).to_have_count(0)
    look(page, "tablet-digits")
    page.set_viewport_size({"width": 768, "height": 1024})
    page.get_by_label("Four digits of Green").fill("0000" if codes["Green"] != "0000" else "1111")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("not the four digits")
    expect(page.locator(".hand, .card-face")).to_have_count(0)
    page.get_by_label("Four digits of Green").fill(codes["Green"])
    page.keyboard.press("Enter")
    expect(page.locator(".hand")).to_be_visible()
    page.get_by_role("button", name="Blank the screen").click()
    cover(page, "Green")

    # Without network nothing is shown later, to whoever holds it then.
    page.context.set_offline(True)
    page.get_by_label("Four digits of Green").fill(codes["Green"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("no network")
    page.context.set_offline(False)
    page.wait_for_timeout(1500)
    expect(page.locator(".hand, .card-face")).to_have_count(0)
    assert page.evaluate("localStorage.length") == 0
    page.get_by_role("button", name="Ready without looking").click()
    cover(page, "Brown")
    assert_nothing_sideways(page, "the cover")
    assert page.evaluate("window.sameLoad") is True
