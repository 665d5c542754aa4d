"""The life of a battle with two people at once: date, mission, lists, a word, the result, in two windows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Banner, Battle, Campaign, Turn, User
from campaign.turn import tick
from campaign.turn.plans.services import save_plan
from tests.browser.conftest import Enter, Look, visit


@pytest.fixture
def announced(tarn: Campaign) -> Battle:
    """The two vanguards have marched at each other."""
    turn = Turn.objects.get(campaign=tarn, number=1)
    for key, to in (("a1", [3, 2]), ("b1", [5, 3]), ("c1", None)):
        banner = Banner.objects.get(campaign=tarn, key=key)
        order = {"primary": {"order": "march", "to": to}} if to else {"hold": True}
        plan = {"orders": {banner.public_id: order}}
        save_plan(seat=banner.seat, number=1, plan=plan, by=banner.seat.user, submit=True)
    for _ in range(2):
        assert tick.run_now(turn.pk)
    return Battle.objects.get(turn=turn)


def open_battle(page: Page, battle: Battle) -> None:
    """Go to the battle's page."""
    visit(page, f"/c/{battle.turn.campaign.public_id}/battles/{battle.public_id}/")


def hand_in(page: Page, points: str, text: str) -> None:
    """Hand in an army list."""
    page.get_by_text("Hand in your list").click()
    page.get_by_label("Points of the whole list").fill(points)
    page.get_by_label("The list", exact=True).fill(text)
    page.get_by_role("button", name="Hand it in, sealed").click()


@pytest.mark.long
def test_the_life_of_a_battle_in_two_windows(
    announced: Battle, site: str, enter: Enter, look: Look, ada: User, ben: User
) -> None:
    one, other = enter(ada), enter(ben)
    open_battle(one, announced)
    open_battle(other, announced)

    # Ada offers a date, Ben takes it with a tap.
    due = announced.turn.results_due
    assert due is not None
    soon = max(datetime.now(UTC) + timedelta(hours=1), due - timedelta(days=1))
    one.get_by_label("Date and time").fill(soon.astimezone(ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M"))
    one.get_by_label("Which place").fill("Club hall")
    look(one, "battle-open")
    one.get_by_role("button", name="Offer these dates").click()
    open_battle(other, announced)
    look(other, "battle-offered")
    other.get_by_role("button", name="Take it").click()
    expect(other.get_by_role("main")).to_contain_text("Club hall")

    # Ben calls for the mission; both read it.
    other.get_by_role("button", name="Roll the mission").click()
    expect(other.get_by_role("main")).to_contain_text("Won by")
    open_battle(one, announced)
    expect(one.get_by_role("main")).to_contain_text("Won by")

    # A list is sealed until both are in.
    hand_in(one, "300", "Guards, 300 pts")
    open_battle(other, announced)
    expect(other.get_by_role("main")).not_to_contain_text("Guards, 300 pts")
    hand_in(other, "200", "Raiders, 200 pts")
    other.get_by_text("4th Iron Column: 300 points").click()
    expect(other.get_by_text("Guards, 300 pts")).to_be_visible()
    look(other, "battle-lists")

    # Ada tells the result and sees what it costs; Ben confirms with one tap.
    open_battle(one, announced)
    one.get_by_text("We won", exact=True).click()
    one.locator("#id_points_own").fill("600")
    one.locator("#id_points_enemy").fill("900")
    expect(one.get_by_role("status").filter(has_text="This would cost Vanguard")).to_be_visible()
    row = one.locator("[data-row] tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("501\u2013700")
    one.locator("#id_points_own").fill("300")
    expect(row).to_contain_text("0\u2013300")
    one.get_by_text("What points lost cost Vanguard").click()
    expect(one.locator("[data-costs] tr.hit th").last).to_have_text("0\u2013300")
    look(one, "battle-telling")
    one.locator("#id_points_own").fill("9999")
    expect(row).to_be_hidden()
    one.locator("#id_points_own").fill("600")
    one.get_by_role("button", name="Save my result").click()
    open_battle(other, announced)
    look(other, "battle-told")
    other.get_by_role("button", name="Confirm their result").click()
    expect(other.get_by_role("main")).to_contain_text("Agreed")
    look(other, "battle-agreed")


@pytest.mark.long
def test_what_is_wrong_with_a_result_is_brought_into_view(announced: Battle, ada: User, enter: Enter) -> None:
    page = enter(ada)
    page.set_viewport_size({"width": 360, "height": 740})
    open_battle(page, announced)
    page.get_by_role("button", name="Save my result").click()
    wrong = page.get_by_text("Say who won: you, they, or nobody.")
    expect(wrong).to_be_in_viewport()
    expect(page.get_by_label("We won")).to_be_focused()
