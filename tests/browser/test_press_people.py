"""The pages of the press and of the people, as pictures, by axe, on a phone, a small desk and a large one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, Seat, SeatStatus, User
from campaign.press.messages.services import send_message
from campaign.press.news.services import publish_article, write_article
from tests.browser.conftest import Enter, Look, assert_nothing_sideways, visit

SMALL_DESK = {"width": 1280, "height": 800}


def see(page: Page, path: str, name: str, look: Look) -> None:
    """Go to a page and hold it to what all owe."""
    visit(page, path)
    look(page, name)
    page.set_viewport_size(SMALL_DESK)  # type: ignore[arg-type]
    assert_nothing_sideways(page, f"{name} (small desk)")


def test_the_press(tarn: Campaign, mara: User, ada: User, ben: User, enter: Enter, look: Look) -> None:
    here = f"/c/{tarn.public_id}/"
    send_message(user=mara, campaign=tarn, name="all", text="Battles are on Thursday.")
    send_message(user=ben, campaign=tarn, name="seat-1", text="A truce at the ford, until the rain ends?")
    text = "It *rained*.\n\n- The ford is deep.\n- Nobody crossed.\n\n> Mud, said the Swarm."
    piece = write_article(campaign=tarn, by=mara, kind="chronicle", title="Rain", text=text, turn=0)
    publish_article(campaign=tarn, by=mara, article_id=piece.public_id)
    page = enter(ada)
    see(page, f"{here}messages/", "press-messages", look)
    see(page, f"{here}messages/seat-2/", "press-thread", look)
    expect(page.get_by_text("A truce at the ford")).to_be_visible()

    # What could not be sent stands in its field again when the network is back.
    page.context.set_offline(True)
    field = page.get_by_label("Message", exact=True)
    field.fill("Until Thursday.")
    page.get_by_role("button", name="Send").click()
    page.wait_for_timeout(200)
    page.context.set_offline(False)
    visit(page, f"{here}messages/seat-2/")
    expect(field).to_have_value("Until Thursday.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("main").locator(".line", has_text="Until Thursday.")).to_be_visible()
    see(page, f"{here}chronicle/", "press-paper", look)
    see(page, f"{here}chronicle/{piece.public_id}/", "press-article", look)
    see(page, f"{here}chronicle/front/0/", "press-front", look)


@pytest.mark.long
def test_the_people(tarn: Campaign, mara: User, ada: User, enter: Enter, look: Look) -> None:
    here = f"/c/{tarn.public_id}/"
    desk, player = enter(mara), enter(ada)
    visit(desk, f"{here}people/")
    desk.get_by_label("As", exact=True).select_option(label="Observer")
    desk.get_by_role("button", name="Make the invitation").click()
    expect(desk.get_by_label("The invitation's link")).to_be_visible()
    look(desk, "people-invited")
    see(player, f"{here}seat/", "people-seat", look)

    # Points are counted as rules are picked, and what would be too dear says so.
    site = open_draft(by=mara, name="The Winter Road", seats=2)
    Seat.objects.filter(campaign=site, number=1).update(user=ada, status=SeatStatus.PLAYER)
    visit(player, f"/c/{site.public_id}/army/")
    total = player.locator("[data-points-sum]")
    expect(total).to_have_text("0")
    rules = player.locator(".army-rule")
    costs = [int(found) for found in rules.evaluate_all("rows => rows.map((row) => row.dataset.points)")]
    dear = max(range(len(costs)), key=lambda at: costs[at])
    rules.nth(dear).get_by_role("checkbox").check()
    expect(total).to_have_text(str(costs[dear]))
    expect(player.locator(".army-rule .over:visible").first).to_contain_text("With it you would be at")
    look(player, "people-army")
