"""Slips at the desk in a browser: a far date and a rare level are asked about; each rival reads the own."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from campaign.accounts.services import open_account
from campaign.models import Banner
from tests.browser.conftest import Enter, Look, visit
from tests.conftest import PASSWORD
from tests.wars import APART, War, begin_war, march

pytestmark = pytest.mark.django_db(transaction=True)


def begun() -> War:
    """A war in which both players call their banners by the same numbers."""
    for name in ("north", "south", "facilitator"):
        open_account(name=name.title(), email=f"{name}@club.example", password=PASSWORD)
    war = begin_war(APART, rules={"north": ["massive_armies"]})
    for banner in Banner.objects.filter(campaign=war.campaign):
        Banner.objects.filter(pk=banner.pk).update(name=f"Banner {banner.key[-1]}")
    return war


def correct(desk: Page, war: War, level: str) -> None:
    """Type a level for the north's first banner."""
    visit(desk, f"/c/{war.campaign.public_id}/desk/review/")
    if not desk.locator("#banner_level").is_visible():
        desk.locator("summary").get_by_text("A banner", exact=True).click()
    desk.locator("#banner_banner").select_option(index=0)
    desk.locator("#banner_level").fill(level)
    desk.locator("#banner_reason").fill("Counted.")
    card = desk.locator("details", has=desk.locator("#banner_level"))
    card.get_by_role("button", name="Correct it").click()


def test_what_is_rarely_meant_is_asked_about_and_rivals_read_no_more_than_their_own(
    enter: Enter, look: Look
) -> None:
    war = begun()
    desk = enter(war.facilitator)
    due = war.turn.plan_due
    assert due is not None
    visit(desk, f"/c/{war.campaign.public_id}/desk/dates/")
    desk.locator("summary").get_by_text("Extend a deadline").click()
    desk.locator("#extend_to").fill(f"{due + timedelta(days=90):%Y-%m-%dT%H:%M}")
    desk.locator("#extend_reason").fill("Winter.")
    desk.get_by_role("button", name="Extend it").click()
    expect(desk.get_by_role("heading", name="Are you sure?")).to_be_visible()
    desk.get_by_role("link", name="Not now").click()
    assert war.turn.plan_due == due

    war.plan("north", {"north1": march(2, 2)})
    war.pass_deadline()
    correct(desk, war, "99")
    expect(desk.get_by_text("would be at level 99 instead of 15")).to_be_visible()
    look(desk, "desk-asks")
    desk.get_by_role("link", name="Not now").click()
    correct(desk, war, "16")
    expect(desk.get_by_text("Banner 1 (The north): level 16").first).to_be_visible()
    look(desk, "desk-corrected")

    war.pass_deadline()
    north, south = enter(war.users["north"]), enter(war.users["south"])
    report = f"/c/{war.campaign.public_id}/turns/1/report/"
    for player in (north, south):
        player.get_by_role("link", name="What the movement of turn 1 came to").click()
        expect(player).to_have_url(re.compile(f"{re.escape(report)}$"))
    expect(north.get_by_text("Banner 1 was corrected: level 16")).to_be_visible()
    expect(south.get_by_text("Corrected by the facilitator")).to_have_count(0)
    expect(south.get_by_text("Counted.")).to_have_count(0)
