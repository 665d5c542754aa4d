"""The plan as a form of plain fields, in two windows: whoever is late is told once, and may save again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaign.models import Campaign, User
from tests.browser.conftest import Enter
from tests.browser.test_warmap import SeatOf, orders_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_conflict_is_said_once(enter: Enter, tarn: Campaign, ada: User, seat_of: SeatOf) -> None:
    desk, phone = enter(ada), enter(ada)
    for page in (desk, phone):
        page.goto(f"/c/{tarn.public_id}/table/")
    phone.locator("input[name$='-hold']").first.check()
    phone.get_by_role("button", name="Save the plan").click()
    expect(phone.get_by_text("Plan saved. Receipt")).to_be_visible()
    desk.locator("input[name$='-hold']").last.check()
    desk.get_by_role("button", name="Save the plan").click()
    told = desk.get_by_role("alert")
    expect(told).to_contain_text("Your plan was changed elsewhere")
    expect(told).to_contain_text("Save again to put this plan in its place")
    expect(told.get_by_role("listitem")).to_have_count(1)
    expect(told).not_to_contain_text("Not saved")
    assert "a1" in orders_of(seat_of(ada))
    desk.get_by_role("button", name="Save the plan").click()
    expect(desk.get_by_text("Plan saved. Receipt")).to_be_visible()
    assert list(orders_of(seat_of(ada))) == ["a2"]
