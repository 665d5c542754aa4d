"""Slips of somebody who founds a campaign: what was wrong is said as long as it is wrong, and no longer."""

from __future__ import annotations

import pytest
from playwright.sync_api import ConsoleMessage, expect

from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.services import save_dossier, save_story
from campaign.founding.start.services import start_campaign
from campaign.models import Campaign, Role, RoleKind, User
from tests.browser.conftest import Enter, Look
from tests.founding.test_building import AIM, BOARD, filled

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_put_right_is_no_longer_called_wrong(mara: User, enter: Enter, look: Look) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    page = enter(mara)
    page.goto(f"/c/{site.public_id}/build/story/")
    # The button is faster than the script that saves.
    page.get_by_label("Name", exact=True).fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    told = page.get_by_role("alert").filter(has_text="Nothing was saved")
    expect(told).to_be_visible()
    page.get_by_label("Story").fill("Ice.")
    expect(page.locator("[data-saving]")).to_contain_text("must be put right")
    expect(told).to_be_visible()
    page.get_by_label("Name", exact=True).fill("The Winter Road")
    expect(page.locator("[data-saving]")).to_have_text("Saved.")
    expect(told).to_have_count(0)
    expect(page.locator(".has-wrong, .wrong")).to_have_count(0)
    site.refresh_from_db()
    assert (site.name, site.story) == ("The Winter Road", "Ice.")
    look(page, "founding-put-right")


def test_what_was_compared_is_told_until_it_is_saved(mara: User, nils: User, enter: Enter) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    Role.objects.create(campaign=site, user=nils, kind=RoleKind.FACILITATOR)
    page = enter(mara)
    page.goto(f"/c/{site.public_id}/build/story/")
    save_story(campaign=site, by=nils, name=site.name, story="Ice.")
    page.get_by_label("Story").fill("Snow.")
    page.get_by_role("button", name="Save", exact=True).click()
    told = page.get_by_role("alert").filter(has_text="Saving again replaces this")
    expect(told).to_be_visible()
    page.get_by_label("Story").fill("Snow and ice.")
    expect(page.locator("[data-saving]")).to_have_text("Saved.")
    expect(told).to_have_count(0)


@pytest.fixture
def ready(mara: User, ada: User, ben: User) -> Campaign:
    """A campaign that may start."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    filled(site, ada, ben)
    save_dossier(campaign=site, by=mara, seat=site.seats.get(number=1), dossier=AIM)
    return site


def test_the_page_of_people_stays_open_across_the_start(ready: Campaign, mara: User, enter: Enter) -> None:
    told: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            told.append(message.text)

    page = enter(mara)
    page.on("console", hear)
    page.goto(f"/c/{ready.public_id}/people/")
    page.wait_for_timeout(500)  # until it listens
    start_campaign(campaign=ready, by=mara)
    expect(page.locator("#turn")).to_contain_text("Turn 1")
    expect(page.get_by_role("link", name="Desk")).to_be_visible()
    assert told == []
