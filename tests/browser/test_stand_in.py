"""A stand-in's open pages follow the battle by themselves, in two windows: nobody loads a page anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from battles.stand_ins.services import ask_for_bot, ask_stand_in
from campaign.models import Battle, Campaign, SeatStatus, Turn, User
from campaign.turn import tick
from campaign.turn.plans.services import save_plan
from tests.browser.conftest import Enter, visit
from tests.browser.test_battle_life import announced, open_battle

__all__ = ["announced"]

FAR = {"timeout": 30_000}


def stays(page: Page) -> None:
    """Mark this load of the page: whatever it shows from here on has come by itself."""
    page.evaluate("window.sameLoad = true")


def stayed(page: Page) -> None:
    assert page.evaluate("window.sameLoad") is True


@pytest.mark.long
def test_the_page_of_a_battle_follows_what_the_other_side_does(
    announced: Battle, site: str, enter: Enter, ada: User, ben: User, nils: User
) -> None:
    seats = announced.turn.campaign.seats
    place = ask_stand_in(battle=announced, seat=seats.get(user=ada), by=ada)
    other, page = enter(ben), enter(nils)
    visit(page, f"/stand-in/{place.token}/")
    with page.expect_navigation():
        page.get_by_role("button", name="I stand in").click()
    main = page.get_by_role("main")
    expect(main).to_contain_text("You see this page and nothing else")
    stays(page)
    open_battle(other, announced)

    due = announced.turn.results_due
    assert due is not None
    soon = max(datetime.now(UTC) + timedelta(hours=1), due - timedelta(days=1))
    other.get_by_label("Date and time").fill(soon.astimezone(ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M"))
    other.get_by_label("Which place").fill("Club hall")
    other.get_by_role("button", name="Offer these dates").click()
    expect(main).to_contain_text("Club hall", **FAR)
    stayed(page)

    # He takes the date; the player's page follows him as well.
    expect(other.get_by_role("main")).to_contain_text("Club hall")
    with page.expect_navigation():
        page.get_by_role("button", name="Take it").click()
    expect(other.get_by_role("main").get_by_role("button", name="Roll the mission")).to_be_visible(**FAR)
    expect(page.get_by_role("button", name="Take it")).to_have_count(0)
    stays(page)
    other.get_by_role("button", name="Roll the mission").click()
    expect(main).to_contain_text("Won by", **FAR)
    stayed(page)

    # What is being typed is not taken away: a bar says that there is news.
    page.get_by_text("Hand in your list").click()
    text = page.get_by_label("The list", exact=True)
    text.fill("Guards, 300 pts")
    other.get_by_text("Hand in your list").click()
    other.get_by_label("Points of the whole list").fill("200")
    other.get_by_label("The list", exact=True).fill("Raiders, 200 pts")
    other.get_by_role("button", name="Hand it in, sealed").click()
    expect(page.locator("#news")).to_be_visible(**FAR)
    expect(text).to_have_value("Guards, 300 pts")
    stayed(page)


@pytest.mark.long
def test_the_page_of_a_bots_stand_in_leads_to_the_battle_when_it_is_announced(
    tarn: Campaign, site: str, enter: Enter, mara: User, nils: User
) -> None:
    turn = Turn.objects.get(campaign=tarn, number=1)
    for key, to in (("a1", [3, 2]), ("b1", [5, 3])):
        banner = tarn.banners.get(key=key)
        plan = {"orders": {banner.public_id: {"primary": {"order": "march", "to": to}}}}
        save_plan(seat=banner.seat, number=1, plan=plan, by=banner.seat.user, submit=True)
    bot = tarn.banners.get(key="b1").seat
    type(bot).objects.filter(pk=bot.pk).update(status=SeatStatus.BOT)
    bot.refresh_from_db()
    place = ask_for_bot(seat=bot, by=mara)
    page = enter(nils)
    visit(page, f"/stand-in/{place.token}/")
    with page.expect_navigation():
        page.get_by_role("button", name="I stand in").click()
    expect(page.get_by_role("main")).to_contain_text("You will be told when the battle is announced")
    stays(page)
    for _ in range(2):
        assert tick.run_now(turn.pk)
    page.get_by_role("link", name="To the battle").click(**FAR)
    expect(page.get_by_role("main")).to_contain_text("You see this page and nothing else")
    battle = Battle.objects.get(turn=turn)
    expect(page).to_have_url(f"{site}/c/{tarn.public_id}/battles/{battle.public_id}/")
