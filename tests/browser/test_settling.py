"""An order in words from the map's sheet to the desk's form and back to its player's report."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaign.accounts.services import open_account
from campaign.models import Order, Settlement
from tests.browser.conftest import Enter, Look, visit
from tests.browser.test_warmap_orders import open_sheet, saved
from tests.conftest import PASSWORD
from tests.wars import HOLD, begin_war

pytestmark = pytest.mark.django_db(transaction=True)

MILL = {"id": "mill", "at": [3, 2], "known_to": ["north"]}


@pytest.mark.long
def test_an_order_in_words_is_written_settled_and_answered(enter: Enter, look: Look) -> None:
    for name in ("north", "facilitator"):
        open_account(name=name.title(), email=f"{name}@club.example", password=PASSWORD)
    war = begin_war(document={"features": [MILL]}, special_orders="all")
    page = enter(war.users["north"])
    open_sheet(page, war.campaign, "North 1")
    page.locator("[data-order=use]").first.click()
    page.get_by_label("Relic or feature").select_option(label="mill")
    saved(page)
    assert Order.objects.get().detail == {"order": "use", "feature": "mill"}
    page.locator("[data-order=other]").first.click()
    page.get_by_label("What it is to do").press_sequentially("Bribe the miller")
    expect(page.locator(".row-banner").first).to_contain_text("Bribe the miller")
    saved(page)
    page.wait_for_function("() => document.querySelector('#plan-state').className.includes('saved')")
    look(page, "warmap-order-in-words")
    expect(page.get_by_label("What it is to do")).to_have_value("Bribe the miller")
    other = page.locator("[data-order=other]").first
    other.click()
    expect(other).to_have_attribute("aria-pressed", "false")
    other.click()  # What was taken back comes back as it was written.
    expect(page.get_by_label("What it is to do")).to_have_value("Bribe the miller")
    saved(page)
    war.plan("south", {"south1": HOLD})
    war.pass_deadline()
    desk = enter(war.facilitator)
    visit(desk, f"/c/{war.campaign.public_id}/desk/review/")
    desk.get_by_text("Settle the order of North 1").click()
    look(desk, "desk-settling")
    desk.get_by_label("It moves to").fill("D4")
    desk.get_by_label("Words to the player").fill("He lets you through the mill.")
    desk.get_by_role("button", name="Settle it, and work it out again").click()
    expect(desk.get_by_text("North 1 moves to D4")).to_be_visible()
    assert Settlement.objects.get().start == [{"do": "move", "to": [3, 3]}]
    war.pass_deadline()
    visit(page, f"/c/{war.campaign.public_id}/turns/1/report/")
    expect(page.get_by_text("He lets you through the mill.")).to_be_visible()
    look(page, "report-order-in-words")
