"""Going on without somebody who is away, by the buttons of a real phone, and what he finds on his return."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from battles.models import Phone, Table
from battles.table.services import game_of
from campaign.base.dates.clock import now
from tests.browser.conftest import Enter, assert_accessible, assert_nothing_sideways

GREEN = "Green squad 10 men rifle 100 pts"
BROWN = "Brown squad 8 men rifle 80 pts"
PHONE = {"width": 360, "height": 800}


def two_phones(enter: Enter, method: str) -> tuple[Page, Page, Table]:
    """Green's and Brown's phones at a battle that has begun; Green's clock can be put forward."""
    green, brown = enter(None), enter(None)
    green.clock.install()
    for page in (green, brown):
        page.set_viewport_size(PHONE)
    green.goto("/t/")
    green.get_by_label("Who acts next?").select_option(method)
    green.get_by_role("button", name="Open the table").click()
    brown.goto("/t/")
    brown.get_by_label("Code on the first phone").fill(green.locator(".code").first.inner_text())
    brown.get_by_role("button", name="Join").click()
    brown.locator("input[name=places][value='1']").check()
    brown.get_by_role("button", name="Sit down").click()
    for count, page, text in ((1, green, GREEN), (2, brown, BROWN)):
        page.locator("textarea[name=roster]").first.fill(text)
        page.get_by_role("button", name=re.compile("^Add for")).first.click()
        expect(page.locator(".unit")).to_have_count(count)
    green.get_by_role("button", name="Begin the battle").click()
    expect(brown.locator(".strip")).to_contain_text("Turn 1")
    if method == "dice bag":  # what is drawn is for the test to say
        brown.get_by_role("button", name="Hold").click()
        expect(green.get_by_role("button", name="Let go")).to_be_visible()
    return green, brown, Table.objects.get()


def leaves(brown: Page, green: Page, seconds: int) -> None:
    """Brown's phone is put away, and that is so many seconds ago; Green's asks who is there."""
    brown.goto("about:blank")
    gone = now() - timedelta(seconds=seconds)
    for _ in range(3):  # a last sign of life may still be on its way
        Phone.objects.filter(numbers=[1]).update(seen_at=gone)
        green.wait_for_timeout(300)
    green.clock.run_for(21_000)


def comes_back(brown: Page, table: Table) -> None:
    """Brown takes out the phone again."""
    brown.goto(f"/t/{table.public_id}/")
    expect(brown.locator(".strip")).to_contain_text("Turn 1")


@pytest.mark.once
@pytest.mark.long
def test_a_bid_is_entered_for_one_who_is_away_and_he_lets_it_stand(site: str, enter: Enter) -> None:
    green, brown, table = two_phones(enter, "action points")
    green.locator(".bids button[value='3']").click()
    expect(green.get_by_text("Waiting for the other phone.")).to_be_visible()

    leaves(brown, green, 45)
    away = green.locator(".card.away")
    expect(away).to_contain_text("has gone quiet")
    expect(away.get_by_role("button")).to_have_count(0)
    expect(away).to_contain_text("You may go on without it in")
    Phone.objects.filter(numbers=[1]).update(seen_at=now() - timedelta(seconds=61))
    green.clock.run_for(21_000)
    expect(away).to_contain_text("has been away for a minute")
    assert_nothing_sideways(green, "somebody is away")
    assert_accessible(green, "somebody is away")

    green.get_by_role("button", name="Enter for Brown: a bid of 0").click()
    expect(green.locator("section.now[data-prompt=name]")).to_be_visible()
    expect(green.locator(".latest")).to_contain_text("Done without Brown, which was away")
    table.refresh_from_db()
    assert [side.points for side in game_of(table).sides] == [17, 20]

    comes_back(brown, table)
    question = brown.locator(".card.question")
    expect(question).to_contain_text("While you were away")
    expect(question).to_contain_text("Entered for Brown, who is away: a bid of 0")
    assert_nothing_sideways(brown, "back again")
    assert_accessible(brown, "back again")
    brown.get_by_role("button", name="Let it stand").click()
    expect(question).to_have_count(0)
    table.refresh_from_db()
    assert table.questions == []


@pytest.mark.once
@pytest.mark.long
def test_the_units_of_one_who_is_away_are_played_until_he_says_he_is_back(site: str, enter: Enter) -> None:
    green, brown, table = two_phones(enter, "dice bag")
    asked = green.locator("section.now[data-prompt=order]")
    for _ in range(2):  # one of the two dice is Brown's
        green.get_by_role("button", name="Draw", exact=True).click()
        expect(asked).to_be_visible()
        if "Brown" in asked.inner_text():
            break
        asked.locator("input[name=unit]").first.check()
        asked.locator("button[value=down]").click()
        expect(asked).to_have_count(0)
        # Brown holds: no go ends by itself.
        green.get_by_role("button", name="Done", exact=True).click()
    expect(asked).to_contain_text("Waiting for the other phone.")
    leaves(brown, green, 120)
    green.get_by_role("button", name="Play the units of Brown meanwhile").click()
    asked.locator("input[name=unit]").first.check()
    asked.locator("button[value=down]").click()
    expect(asked).to_have_count(0)
    table.refresh_from_db()
    assert game_of(table).unit("b1").order == "down"

    comes_back(brown, table)
    brown.get_by_role("button", name="Let it stand").click()
    brown.get_by_role("button", name="I am back: I play my units again").click()
    expect(brown.get_by_role("button", name="I am back: I play my units again")).to_have_count(0)
    table.refresh_from_db()
    assert game_of(table).players[1].played_by == 1


@pytest.mark.once
@pytest.mark.long
def test_an_undo_goes_on_without_one_who_is_away_and_he_contests_it(site: str, enter: Enter) -> None:
    green, brown, table = two_phones(enter, "dice bag")
    green.get_by_role("button", name="Draw", exact=True).click()
    expect(green.locator("section.now[data-prompt=order]")).to_be_visible()
    green.get_by_role("button", name="Undo: the draw").click()
    expect(green.get_by_text("To agree: Brown")).to_be_visible()
    expect(green.get_by_role("button", name="Go on without Brown")).to_have_count(0)
    leaves(brown, green, 120)
    green.get_by_role("button", name="Go on without Brown").click()
    expect(green.locator("section.now[data-prompt=draw]")).to_be_visible()

    comes_back(brown, table)
    brown.get_by_role("button", name="Contest it").click()
    expect(green.get_by_text("Brown contests this")).to_be_visible()
    brown.get_by_role("button", name="It is settled").click()
    expect(green.get_by_text("Brown contests this")).to_have_count(0)
