"""Two devices with one seat: the one that was left open asks before it replaces what the other has saved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Campaign, User
from tests.browser.conftest import Enter, Look
from tests.browser.test_warmap import SeatOf, open_map, orders_of, saved

pytestmark = pytest.mark.django_db(transaction=True)

HOLD = {"a1": {"hold": {}}, "a2": {"hold": {}}}


def hold_all(page: Page) -> None:
    page.get_by_role("button", name="All others hold").click()


def search(page: Page) -> None:
    """The one order that is given on the device that was left open."""
    page.get_by_role("button", name="Next banner without orders").last.click()
    page.get_by_role("button", name=re.compile("^Search")).click()


def test_a_map_that_was_left_open_does_not_replace_the_other_devices_plan(
    enter: Enter, tarn: Campaign, ada: User, seat_of: SeatOf, look: Look
) -> None:
    desk, phone = enter(ada), enter(ada)
    desk.on("dialog", lambda dialog: dialog.accept())
    open_map(desk, tarn)
    open_map(phone, tarn)
    hold_all(phone)
    saved(phone)
    assert orders_of(seat_of(ada)) == HOLD
    search(desk)
    foot = desk.locator(".foot-state")
    expect(foot).to_contain_text("your plan was changed elsewhere")
    assert orders_of(seat_of(ada)) == HOLD
    look(desk, "plan-elsewhere")
    # Either the other one is looked at, and is the plan of this page from then on ...
    foot.get_by_role("button", name="See the other plan").click()
    expect(desk.locator(".count-orders")).to_have_text("2 of 2 banners have orders")
    assert orders_of(seat_of(ada)) == HOLD


def test_or_puts_its_own_in_its_place_if_its_player_says_so(
    enter: Enter, tarn: Campaign, ada: User, seat_of: SeatOf
) -> None:
    desk, phone = enter(ada), enter(ada)
    open_map(desk, tarn)
    open_map(phone, tarn)
    hold_all(phone)
    saved(phone)
    search(desk)
    desk.locator(".foot-state").get_by_role("button", name="Save this one in its place").click()
    saved(desk)
    assert [orders["primary"]["order"] for orders in orders_of(seat_of(ada)).values()] == ["search"]
    # What is ordered after that is saved as ever.
    desk.get_by_role("button", name=re.compile("^Hold")).click()
    saved(desk)
    assert list(orders_of(seat_of(ada)).values()) == [{"hold": {}}]
