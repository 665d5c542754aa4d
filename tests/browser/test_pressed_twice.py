"""People press twice: what they send is done once, and nobody is told that somebody was faster."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from campaign.models import Campaign, Invitation, User
from tests.browser.conftest import Enter
from tests.wars import APART, begin_war

GAP = 60
"""Milliseconds between the two presses of somebody who presses twice; a page is not there so soon."""


def press_twice(page: Page, button: Locator) -> None:
    """As a hand does it: down and up, and once more."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(GAP)


def test_a_campaign_is_founded_once(enter: Enter) -> None:
    mara = User.objects.create_user(email="mara@club.example", name="Mara")
    page = enter(mara)
    page.goto("/campaigns/new/")
    page.get_by_label("Name of the campaign").fill("The Winter Road")
    press_twice(page, page.get_by_role("button", name="Begin to build"))
    expect(page.get_by_role("heading", name="What is missing before it can start")).to_be_visible()
    assert Campaign.objects.count() == 1


def test_an_invitation_is_made_once_and_another_right_after_it(enter: Enter) -> None:
    war = begin_war(APART)
    page = enter(war.facilitator)
    page.goto(f"/c/{war.campaign.public_id}/people/")
    for made in (1, 2):
        press_twice(page, page.get_by_role("button", name="Make the invitation"))
        expect(page.get_by_role("button", name="Withdraw it")).to_have_count(made)
        page.wait_for_load_state()
        assert Invitation.objects.count() == made
