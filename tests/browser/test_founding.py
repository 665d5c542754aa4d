"""From an empty database to a started campaign with three invited players, each in a browser of their own."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Banner, Campaign, CampaignStatus, User
from tests.browser.conftest import Enter, Look, visit

WAIT = 20_000
CODE = re.compile(r"^[ \t]*([A-Z0-9]{4,8}(?:-[A-Z0-9]{2,8})?)[ \t]*$", re.MULTILINE)


class Mailbox:
    """The mails that the site has written into files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def code_for(self, address: str) -> str:
        """The code in the latest mail to an address."""
        end = time.monotonic() + WAIT / 1000
        while time.monotonic() < end:
            for path in sorted(self.folder.glob("*"), key=lambda one: one.stat().st_mtime, reverse=True):
                text = path.read_text(errors="replace")
                found = CODE.search(text)
                if f"To: {address}" in text and found is not None:
                    return found.group(1)
            time.sleep(0.2)
        raise AssertionError(f"no code was mailed to {address}")


@pytest.fixture
def mailbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mailbox:
    """Where the site's mails go; must stand before the site in a test's arguments."""
    folder = tmp_path / "mail"
    folder.mkdir()
    monkeypatch.setenv("EMAIL_URL", f"filemail://{folder}")
    return Mailbox(folder)


def come_in(page: Page, mailbox: Mailbox, name: str) -> None:
    """Give a name and an address, and the code that was mailed there."""
    address = f"{name.lower()}@club.example"
    form = page.get_by_role("main")
    form.locator("input[name=name]").fill(name)
    form.locator("input[name=email]").fill(address)
    form.get_by_role("button", name=re.compile("code|account|Sign", re.I)).first.click()
    page.wait_for_url(re.compile("code|confirm|verify", re.I), timeout=WAIT)
    page.get_by_role("main").locator("input[name=code]").fill(mailbox.code_for(address))
    page.get_by_role("main").get_by_role("button").first.click()


@pytest.mark.long
def test_from_an_empty_database_to_a_started_campaign(mailbox: Mailbox, enter: Enter, look: Look) -> None:
    assert not User.objects.exists()
    desk = enter(None)
    visit(desk, "/account/signup/")
    come_in(desk, mailbox, "Mara")
    expect(desk.get_by_role("heading", name="What needs me")).to_be_visible(timeout=WAIT)

    # Mara founds a campaign for three, from a war on the shelf, and looks at what is missing.
    desk.get_by_role("link", name="Found a campaign").click()
    look(desk, "found-new")
    desk.get_by_label("Name of the campaign").fill("The Winter Road")
    desk.get_by_label("Players", exact=True).select_option("3")
    desk.get_by_label("The Crossing").check()
    desk.get_by_role("button", name="Begin to build").click()
    expect(desk.get_by_role("heading", name="What is missing before it can start")).to_be_visible()
    expect(desk.get_by_role("button", name="Start the campaign")).to_be_disabled()
    look(desk, "found-checklist")
    campaign = Campaign.objects.get()
    build = f"/c/{campaign.public_id}/build/"

    # Whatever she types is saved as she goes; what cannot be is told beside it.
    visit(desk, f"{build}story/")
    desk.get_by_label("Story").fill("One road is open all winter.")
    expect(desk.locator("[data-saving]")).to_have_text("Saved.", timeout=WAIT)
    visit(desk, f"{build}settings/")
    desk.get_by_label("Battles that a player must fight in a turn").fill("1000")
    expect(desk.get_by_text("from 0 to 100")).to_be_visible(timeout=WAIT)
    desk.get_by_label("Battles that a player must fight in a turn").fill("3")
    expect(desk.locator("[data-saving]")).to_have_text("Saved.", timeout=WAIT)
    expect(desk.get_by_text("from 0 to 100")).to_have_count(0)
    look(desk, "found-settings")
    visit(desk, f"{build}schedule/")
    desk.get_by_label("Time zone of the campaign").select_option("Europe/Berlin")
    expect(desk.locator("[data-saving]")).to_have_text("Saved.", timeout=WAIT)
    look(desk, "found-schedule")

    # She writes to the first player alone, and adds an aim.
    visit(desk, f"{build}players/1/")
    desk.get_by_text("Hold a number of sectors").click()
    desk.get_by_label("How many, at least").fill("20")
    desk.locator("details[open]").get_by_role("button", name="Add it").click()
    expect(desk.get_by_role("main")).to_contain_text("Hold 20 sectors")
    desk.get_by_label("Private briefing").fill("The bridge is rotten.")
    expect(desk.locator("[data-saving]")).to_have_text("Saved.", timeout=WAIT)
    look(desk, "found-player")
    visit(desk, f"{build}seats/")
    look(desk, "found-seats")

    # One link brings three players in.
    visit(desk, f"/c/{campaign.public_id}/people/")
    desk.get_by_label("How many may use it").fill("3")
    desk.get_by_role("button", name="Make the invitation").click()
    link = desk.get_by_label("The invitation's link").input_value()
    path = "/join/" + link.rpartition("/join/")[2]
    players: dict[str, Page] = {}
    for name in ("Ada", "Ben", "Cleo"):
        page = players[name] = enter(None)
        visit(page, path)
        come_in(page, mailbox, name)
        page.get_by_role("button", name="Take the seat").click()
        page.get_by_label("Name of the army").fill(f"{name}'s Own")
        page.get_by_role("button", name="Hand it in").click()
        expect(page.get_by_text("waits for approval")).to_be_visible()

    # Mara approves the three armies; then nothing is missing, and it starts.
    for _name in players:
        visit(desk, f"/c/{campaign.public_id}/people/")
        desk.get_by_role("button", name=re.compile("^Approve")).first.click()
        expect(desk.get_by_role("status").first).to_contain_text("approved")
    visit(desk, build)
    expect(desk.get_by_role("heading", name="Everything is there")).to_be_visible()
    look(desk, "found-ready")
    desk.get_by_role("button", name="Start the campaign").click()
    expect(desk.get_by_role("heading", name="Are you sure?")).to_be_visible()
    desk.get_by_role("button", name="Start the campaign").click()
    expect(desk.get_by_role("main")).to_contain_text("0 of 3 plans are submitted", timeout=WAIT)
    campaign.refresh_from_db()
    assert campaign.status == CampaignStatus.RUNNING
    assert Banner.objects.filter(campaign=campaign).count() == 6

    # Each player has a map of their own, and a packet that nobody else reads.
    for name, page in players.items():
        visit(page, f"/c/{campaign.public_id}/packet/")
        expect(page.get_by_role("heading", name=f"{name}'s Own")).to_be_visible()
        seat = campaign.seats.get(user__name=name)
        expect(page.get_by_text("The bridge is rotten.")).to_have_count(1 if seat.number == 1 else 0)
        visit(page, f"/c/{campaign.public_id}/")
        expect(page.locator("#map, .map").first).to_be_visible()
    visit(players["Ada"], f"/c/{campaign.public_id}/packet/")
    look(players["Ada"], "packet")
