"""Sitting down at a table by its link: at the place that is free, at one's own again, or only to watch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from battles.models import Phone, Place, Table
from tests.browser.conftest import Enter
from tests.browser.taps import PHONE
from tests.table.phones import Pair, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def before_the_door(enter: Enter, *, ben: bool = False) -> tuple[Pair, Page]:
    """A page with which nobody has sat down yet; Ben's place is free, or taken too."""
    pair = sit_down(begin=False)
    if not ben:
        pair.ben.delete()
    page = enter(None)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"/t/{pair.table.public_id}/join/{pair.table.code}/")
    return pair, page


def numbers_of(table: Table) -> list[list[int]]:
    """Of each phone at the table, the places."""
    return [one.numbers for one in Phone.objects.filter(table=table).order_by("pk")]


def test_the_only_free_place_is_ticked(site: str, enter: Enter) -> None:
    pair, page = before_the_door(enter)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#roster1")).to_be_visible()
    assert numbers_of(pair.table) == [[0], [1]]


@pytest.mark.parametrize("ben", [False, True])
def test_digits_that_are_typed_mean_their_place(site: str, enter: Enter, ben: bool) -> None:
    pair, page = before_the_door(enter, ben=ben)
    pin = Place.objects.get(table=pair.table, number=0).pin
    page.locator("#pin0").fill("0000" if pin != "0000" else "1111")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("alert")).to_contain_text("not the four digits")
    page.locator("#pin0").fill(pin)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#roster0")).to_be_visible()
    assert numbers_of(pair.table)[-1] == [0]


def test_who_watches_may_take_a_place_while_one_is_free(site: str, enter: Enter) -> None:
    pair, page = before_the_door(enter)
    page.locator("input[name=places][value='1']").uncheck()
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("You are watching.")).to_be_visible()
    seat = page.get_by_role("link", name="Take a place")
    box = seat.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    seat.click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#roster1")).to_be_visible()
    assert numbers_of(pair.table)[-1] == [1]
    # Nothing is free now: whoever watches is offered nothing.
    other = enter(None)
    other.goto(f"/t/{pair.table.public_id}/join/{pair.table.code}/")
    other.get_by_role("button", name="Sit down").click()
    expect(other.get_by_text("You are watching.")).to_be_visible()
    expect(other.get_by_role("link", name="Take a place")).to_have_count(0)
