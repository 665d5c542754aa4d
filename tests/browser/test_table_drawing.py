"""Draws and deals of people's own, by the buttons of two real phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from battles.table import services
from tests.browser.conftest import assert_accessible, assert_nothing_sideways
from tests.browser.test_table_asked import NOW, phones
from tests.table.phones import sit_down


@pytest.mark.once
@pytest.mark.long
def test_who_begins_taps_whom_the_marker_fell_to(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    services.choose_dice(pair.table, pair.ada, own=True)
    with phones(site, browser, pair) as (ada, ben):
        ada.locator("#turns").fill("6")
        ada.get_by_role("button", name="Begin the battle").click()
        expect(ben.locator("section.now h2")).to_contain_text("Ada draws for the initiative marker")
        expect(ben.locator("button[name=typed]")).to_have_count(0)
        drawn = ada.locator(NOW.format("roll"))
        expect(drawn.locator("h2")).to_be_focused()
        assert_nothing_sideways(ada, "drawing the marker")
        assert_accessible(ada, "drawing the marker")
        drawn.get_by_role("button", name="Brown").click()
        expect(ada.locator(".stock .marked")).to_contain_text("Brown")
        expect(ben.locator(".strip")).to_contain_text("Turn 1 / 6")
        assert pair.game.marker == 1


@pytest.mark.once
@pytest.mark.long
def test_a_hand_of_real_cards_is_ticked_and_played(site: str, browser: Browser) -> None:
    pair = sit_down("cards", draws="hand")
    with phones(site, browser, pair) as (ada, ben):
        asked = ada.locator(NOW.format("hand"))
        assert_nothing_sideways(ada, "naming real cards")
        assert_accessible(ada, "naming real cards")
        asked.get_by_label("K♠", exact=True).check()
        asked.get_by_role("button", name="This is my hand").click()
        expect(ada.get_by_role("alert")).to_contain_text("2 cards, not 1")
        expect(asked.get_by_label("K♠", exact=True)).to_be_checked()
        asked.get_by_label("7♥", exact=True).check()
        asked.get_by_role("button", name="This is my hand").click()
        expect(ada.locator(".hand")).to_contain_text("K♠")
        expect(ben.locator("body")).to_contain_text("Ada has looked at the hand")
        for card in ("Q♦", "2♣"):
            ben.locator(NOW.format("hand")).get_by_label(card, exact=True).check()
        ben.locator(NOW.format("hand")).get_by_role("button", name="This is my hand").click()
        for page in (ada, ben):
            page.locator(NOW.format("play")).get_by_role("button", name="Ready").click()
        expect(ada.locator(NOW.format("order"))).to_be_visible()
        assert pair.game.players[0].hand == ("H7",)


@pytest.mark.once
@pytest.mark.long
def test_three_dice_of_a_real_bag_are_chosen_and_played_in_turns(site: str, browser: Browser) -> None:
    pair = sit_down("three dice", draws="hand")
    with phones(site, browser, pair) as (ada, ben):
        asked = ada.locator(NOW.format("draw"))
        for at, side in enumerate(("Green", "Brown", "Green"), 1):
            asked.locator(f"#three{at}").select_option(label=side)
        assert_accessible(ada, "three dice")
        asked.get_by_role("button", name="These three were drawn").click()
        expect(ben.locator("body")).to_contain_text("Drawn from a real bag: Green, Brown, Green")
        assert pair.game.drawn == (0, 1, 0)


@pytest.mark.once
@pytest.mark.long
def test_the_track_is_corrected_by_two_phones(site: str, browser: Browser) -> None:
    pair = sit_down(momentum="1")
    with phones(site, browser, pair) as (ada, ben):
        ada.get_by_text("Correct the momentum track").click()
        ada.locator("#slider").select_option(label="1 of Brown")
        ada.locator("#seals1").fill("2")
        ada.locator("#track-why").fill("Lost count")
        ada.locator("form:has(#slider)").get_by_role("button").click()
        asked = ben.locator("[data-proposal]")
        expect(asked).to_contain_text("slider: 1 of Brown; command seals of Brown: 2")
        assert_accessible(ben, "the track's correction")
        asked.get_by_role("button", name="Brown agrees").click()
        expect(ada.locator(".slider [aria-current=true]")).to_have_text("1")
        assert (pair.game.momentum.slider, pair.game.sides[1].seals) == (1, 2)
