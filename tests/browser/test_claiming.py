"""Keeping a guest's war with an address that has an account already, by mails that go through SMTP."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.accounts.services import open_account
from campaign.models import Campaign, User
from tests.browser.conftest import Enter, Look
from tests.browser.playing import SELECTED, WAR
from tests.browser.post_office import PostOffice, post_office
from tests.browser.test_accounts import watched

__all__ = ["post_office"]

pytestmark = pytest.mark.django_db(transaction=True)

KNOWN, STRANGER = "ada@club.example", "greta@club.example"


def ask(page: Page, address: str) -> None:
    """Have a code mailed."""
    form = page.get_by_role("main")
    form.locator("input[name=name]").fill("Greta")
    form.locator("input[name=email]").fill(address)
    form.get_by_role("button", name="Mail me the code").click()
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()


@pytest.mark.long
def test_a_war_moves_to_the_account_that_the_address_has(
    post_office: PostOffice, enter: Enter, look: Look
) -> None:
    known = open_account(name="Ada", email=KNOWN, time_zone="America/Lima")
    page = enter(None)
    faults = watched(page)
    page.goto("/")
    page.locator(".hero button.play-now").first.click()
    page.wait_for_url(WAR)
    page.wait_for_selector(SELECTED)
    war = Campaign.objects.get()
    page.get_by_role("link", name="Keep").first.click()

    # Whoever only asks reads the same of an address that has an account and of one that has none.
    pages, letters = [], []
    for address in (STRANGER, KNOWN):
        ask(page, address)
        pages.append(page.get_by_role("main").inner_text().replace(address, "ADDRESS"))
        letters.append(post_office.letter_for(address).replace(post_office.code_for(address), "CODE"))
        if address == STRANGER:
            page.get_by_role("link", name="Another address or code").click()
    assert pages[0] == pages[1]
    assert letters[0] == letters[1]
    assert "in the account that this address has, or else in a new one" in pages[0]

    # A wrong code loses nothing; the right one says where the war is now.
    code = page.get_by_role("main").locator("input[name=code]")
    code.fill("BBBB-BBBB")
    page.get_by_role("button", name="Keep my war").click()
    expect(page.get_by_role("main")).to_contain_text("This is not the code that we have mailed.")
    page.get_by_role("main").locator("input[name=code]").fill(post_office.code_for(KNOWN))
    page.get_by_role("button", name="Keep my war").click()
    told = "You have an account already, Ada: the war is in it now, and yours to keep."
    expect(page.locator("#messages")).to_contain_text(told)
    look(page, "claimed-known")
    assert war.seats.get(user__isnull=False).user == known
    assert not User.objects.filter(guest=True).exists()
    known.refresh_from_db()
    assert (known.name, known.time_zone) == ("Ada", "America/Lima")
    page.get_by_role("main").get_by_role("link", name=war.name).first.click()
    expect(page.locator("#plan")).to_contain_text("Plan of turn 1")
    assert [one for one in faults if "422" not in one] == []
