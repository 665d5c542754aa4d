"""Coming in, in a real browser: proved by pictures; nothing runs that the policy forbids."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Campaign, User
from tests.browser.conftest import Enter, Look


def watched(page: Page) -> list[str]:
    """What the page complains of from now on: faults of scripts, and what the policy had to stop."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    return faults


def test_a_stranger_finds_the_way_in(enter: Enter, look: Look) -> None:
    page = enter(None)
    faults = watched(page)
    page.goto("/")
    look(page, "landing")
    page.get_by_role("main").get_by_role("link", name="Make an account").click()
    expect(page.get_by_role("heading", name="Make an account")).to_be_visible()
    assert page.locator("[data-browser-zone]").input_value() == "Europe/Berlin"
    look(page, "sign-up")
    page.goto("/account/login/")
    look(page, "log-in")
    assert faults == []


@pytest.mark.long
def test_the_keyboard_is_enough_to_log_in(enter: Enter, ada: User) -> None:
    page = enter(None)
    page.goto("/account/login/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type(ada.email)
    page.keyboard.press("Tab")
    page.keyboard.type("a ford in the rain")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What needs me")).to_be_visible()


def test_a_player_sees_what_is_wanted_and_switches_to_the_night(
    enter: Enter, look: Look, ada: User, tarn: Campaign
) -> None:
    page = enter(ada)
    faults = watched(page)
    expect(page.get_by_role("article").filter(has_text=tarn.name)).to_contain_text("Without orders: Vanguard")
    look(page, "home")
    page.emulate_media(color_scheme="light")
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    look(page, "home-night")
    page.get_by_role("link", name="Your account").click()
    look(page, "account")
    assert faults == []


@pytest.mark.long
def test_a_second_factor_is_set_up_from_its_picture(enter: Enter, look: Look, mara: User) -> None:
    page = enter(mara)
    faults = watched(page)
    page.goto("/account/second-factor/totp/activate/")
    expect(page.locator("img.qr")).to_be_visible()
    assert page.locator("img.qr").evaluate("image => image.naturalWidth") > 0
    look(page, "second-factor")
    assert faults == []


@pytest.mark.long
def test_a_page_that_is_not_there_says_what_to_do(enter: Enter, look: Look) -> None:
    page = enter(None)
    page.goto("/nowhere/")
    look(page, "not-found")
    page.get_by_role("link", name="To the first page").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
