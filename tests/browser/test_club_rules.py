"""The club's own rules in the builder, in a browser: a house rule, a trigger, an early rumour."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.founding.draft_saving import open_draft, save_board
from campaign.models import Draft, User
from tests.browser.conftest import Enter, Look, visit
from tests.founding.test_things_pages import WIDE


def tap(page: Page, column: int, row: int) -> None:
    """Tap a sector on the drawing of the map that is open, counted from 0; a margin of 14 is around it."""
    box = page.locator("svg[data-pick]:visible").first
    box.scroll_into_view_if_needed()
    where = box.evaluate(
        """(map, [x, y]) => {
            const at = new DOMPoint(x * 10 + 5, y * 10 + 5).matrixTransform(map.getScreenCTM());
            return [at.x, at.y];
        }""",
        [column, row],
    )
    page.mouse.click(where[0], where[1])


@pytest.mark.long
def test_a_house_rule_a_trigger_and_a_rumour_are_written(mara: User, enter: Enter, look: Look) -> None:
    campaign = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=campaign, by=mara, board=WIDE)
    page, build = enter(mara), f"/c/{campaign.public_id}/build/"

    visit(page, f"{build}house/")
    page.get_by_role("link", name="Add a rule").click()
    page.get_by_label("What it is called").fill("Street fighters")
    page.get_by_label("What it changes").first.select_option("attrition")
    page.get_by_label("By", exact=True).first.fill("-1")
    page.get_by_label("In which battles").first.select_option("city")
    look(page, "club-house-rule")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main")).to_contain_text("In a city, ")
    look(page, "club-house")

    # A tap on the map names the sector.
    visit(page, f"{build}things/")
    page.get_by_label("Vault and crown").check()
    tap(page, 6, 5)
    expect(page.get_by_label("Sector", exact=True)).to_have_value("G6")
    look(page, "club-things")
    page.get_by_role("button", name="Put it on the map").click()
    expect(page.get_by_role("main")).to_contain_text("Then Rod is unsealed")
    page.locator("a[href$='triggers/vault/']").click()
    page.get_by_text("a die shows enough", exact=True).click()
    page.get_by_label("Shows at least").fill("3")
    page.locator("details[open]").get_by_role("button", name="Add it").click()
    expect(page.get_by_role("main")).to_contain_text("a die of 6 sides shows 3 or more")
    look(page, "club-trigger")

    visit(page, f"{build}players/1/")
    page.get_by_text("Add a sighting", exact=True).click()
    page.get_by_label("What was seen").select_option("seat:s2")
    page.get_by_label("false: it is invented").check()
    tap(page, 10, 8)
    look(page, "club-sighting")
    page.locator("details[open]").get_by_role("button", name="Add it").click()
    expect(page.get_by_role("main")).to_contain_text("Army 2 in K9")
    draft = Draft.objects.get(campaign=campaign)
    assert draft.players["s1"]["sightings"][0]["at"] == [10, 8]
    assert [one["id"] for one in draft.board["triggers"]] == ["vault"]
