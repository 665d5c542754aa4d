"""Two who build at once, and a lost network: whatever is typed stays until it is saved or thrown away."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.services import save_dossier, save_story
from campaign.models import Campaign, Draft, Role, RoleKind, User
from tests.browser.conftest import Enter, Look
from tests.founding.test_building import AIM, BOARD

WAIT = 20_000


@pytest.mark.long
def test_nothing_typed_is_lost(mara: User, nils: User, enter: Enter, look: Look) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    Role.objects.create(campaign=site, user=nils, kind=RoleKind.FACILITATOR)
    path = f"/c/{site.public_id}/build/story/"
    hers, his = enter(mara), enter(nils)
    saved = "[data-saving]"
    hers.goto(path)
    his.goto(path)
    his.get_by_label("Story").fill("Ice.")
    his.get_by_label("Name", exact=True).fill("Winter")
    expect(his.locator(saved)).to_have_text("Saved.", timeout=WAIT)

    # He changed both fields, she only one: that is hers to choose, the other is taken over.
    hers.get_by_label("Story").fill("Snow.")
    asked = hers.locator(".theirs")
    expect(asked).to_contain_text("Ice.", timeout=WAIT)
    expect(hers.get_by_label("Name", exact=True)).to_have_value("Winter")
    expect(hers.get_by_label("Story")).to_have_value("Snow.")
    look(hers, "build-together")
    asked.get_by_role("button", name="Keep mine").click()
    expect(hers.locator(saved)).to_have_text("Saved.", timeout=WAIT)
    site.refresh_from_db()
    assert (site.name, site.story) == ("Winter", "Snow.")

    # Offline, with the window closed before the network is back: offered again on return. A page still
    # there when the network comes back, even one that is just being left, sends what it has.
    hers.context.set_offline(True)
    hers.get_by_label("Story").fill("Snow, and more of it.")
    expect(hers.locator(saved)).to_contain_text("no connection", timeout=WAIT)
    window = hers.context
    hers.close()
    window.set_offline(False)
    hers = window.new_page()
    hers.goto(path)
    expect(hers.get_by_label("Story")).to_have_value("Snow.")
    kept = hers.get_by_role("region", name="Not saved yet")
    expect(kept).to_be_visible()
    look(hers, "build-kept")
    kept.get_by_role("button", name="Put it back").click()
    expect(hers.locator(saved)).to_have_text("Saved.", timeout=WAIT)
    assert Campaign.objects.get().story == "Snow, and more of it."
    hers.reload()
    expect(hers.get_by_label("Story")).to_have_value("Snow, and more of it.")
    expect(kept).to_have_count(0)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.long
def test_what_arrives_from_a_page_that_was_left_is_not_asked_about(
    late: bool, mara: User, enter: Enter
) -> None:
    """A page that is just being left when the network comes back sends what it has, and never hears whether
    that arrived: it may be stored before the next page is read, or only after."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    page = enter(mara)
    page = lost_without_network(page, site, "Snow.")
    arrives = partial(save_story, campaign=site, by=mara, name=site.name, story="Snow.")
    if not late:
        arrives()
    page.goto(story_of(site))
    kept = page.get_by_role("region", name="Not saved yet")
    if late:
        expect(kept).to_be_visible()
        arrives()
        kept.get_by_role("button", name="Put it back").click()
        expect(page.locator("[data-saving]")).to_have_text("Saved.", timeout=WAIT)
    expect(page.get_by_label("Story")).to_have_value("Snow.")
    expect(kept).to_have_count(0)
    expect(page.locator(".theirs")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Story")).to_have_value("Snow.")
    expect(kept).to_have_count(0)


@pytest.mark.long
def test_one_tab_does_not_throw_away_what_was_typed_in_another(mara: User, enter: Enter) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    one = enter(mara)
    one.goto(story_of(site))
    other = lost_without_network(one.context.new_page(), site, "Ice.", online=False)
    one.get_by_label("Story").fill("Snow.")
    saving = one.locator("[data-saving]")
    expect(saving).to_contain_text("no connection", timeout=WAIT)
    one.context.set_offline(False)
    expect(saving).to_have_text("Saved.", timeout=WAIT)
    other.goto(story_of(site))
    expect(other.get_by_label("Story")).to_have_value("Snow.")
    other.get_by_role("button", name="Put it back").click()
    other.get_by_role("button", name="Keep mine").click()
    expect(other.locator("[data-saving]")).to_have_text("Saved.", timeout=WAIT)
    assert Campaign.objects.get().story == "Ice."


def story_of(site: Campaign) -> str:
    return f"/c/{site.public_id}/build/story/"


def lost_without_network(page: Page, site: Campaign, text: str, *, online: bool = True) -> Page:
    """Something is typed without network, and the tab is closed; a new one in the same window."""
    window = page.context
    page.goto(story_of(site))
    window.set_offline(True)
    page.get_by_label("Story").fill(text)
    expect(page.locator("[data-saving]")).to_contain_text("no connection", timeout=WAIT)
    page.close()
    if online:
        window.set_offline(False)
    return window.new_page()


@pytest.mark.long
def test_an_aim_is_taken_out_after_the_letter_was_saved(mara: User, enter: Enter) -> None:
    """All forms of a page go on from what one of them has saved: nobody is stopped by his own words."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    save_dossier(campaign=site, by=mara, seat=site.seats.get(number=1), dossier=AIM)
    page = enter(mara)
    page.goto(f"/c/{site.public_id}/build/players/1/")
    page.locator("[name=letter]").fill("Trust nobody.")
    expect(page.locator("[data-saving]")).to_have_text("Saved.", timeout=WAIT)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Removed.")).to_be_visible()
    known = Draft.objects.get(campaign=site).players["s1"]
    assert (known["conditions"], known["letter"]) == ([], "Trust nobody.")
