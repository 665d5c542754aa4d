"""The journey: from the plan drawn on the map to the published report, in the browsers of all four."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Campaign, User
from tests.browser.conftest import PATIENCE, Enter, Look, visit

ANSWERED = re.compile("The deadline has passed|Nothing has moved")
WAIT = 2 * PATIENCE
"""Seconds that the worker may take to act on a deadline that has passed."""


@pytest.fixture
def hasty(tarn: Campaign, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """The war of the ford in a demo, where the plan deadline comes as soon as all plans are in."""
    monkeypatch.setenv("DEMO", "on")
    tarn.demo = True
    tarn.settings["early_close_minutes"] = 0
    tarn.save()
    return tarn


def march(page: Page, banner: str, to: str) -> None:
    """Select a banner in the plan and tap the sector it is to march to."""
    page.get_by_role("button", name=banner).or_(page.get_by_role("link", name=banner)).first.click()
    page.get_by_role("button", name=f"March to {to}").click()
    expect(page.get_by_role("button", name=f"March to {to}")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Back to the plan").click()


def submit(page: Page) -> None:
    """Submit the plan as final and see its receipt."""
    page.locator("#submit").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit plan - final").click()
    expect(page.locator("#plan-state")).to_contain_text("It is final")


def test_a_turn_from_the_plan_to_the_next(
    hasty: Campaign, site: str, enter: Enter, look: Look, mara: User, ada: User, ben: User, cleo: User
) -> None:
    home = f"/c/{hasty.public_id}/"
    desk = enter(mara)
    column, host, swarm = enter(ada), enter(ben), enter(cleo)

    # Ada draws her march on the map; Ben does, too; Cleo has all her banners hold.
    visit(column, home)
    march(column, "Vanguard", "D3")
    submit(column)
    visit(host, home)
    march(host, "Red Spear", "F4")
    submit(host)
    visit(desk, f"{home}desk/")
    expect(desk.get_by_role("main")).to_contain_text("2 of 3 plans")
    visit(swarm, home)
    swarm.get_by_role("button", name="All others hold").click()
    submit(swarm)

    # The deadline passes by itself: everybody's orders are resolved, and Mara sees the movement alone.
    visit(desk, f"{home}desk/review/")
    announce = desk.get_by_role("button", name="Announce the battles")
    _until(desk, lambda: announce.count() > 0)
    visit(column, f"{home}report/")
    expect(column.get_by_role("main")).not_to_contain_text("marched")
    look(desk, "journey-review")
    announce.first.click()
    expect(desk.get_by_role("heading", name="Are you sure?")).to_be_visible()
    expect(desk.locator("body")).not_to_contain_text("Announced")
    announce.click()
    expect(desk.locator("body")).to_contain_text("Announced")

    # Each side of the battle learns of it, and nobody else does.
    visit(column, f"{home}report/")
    expect(column.get_by_role("main")).to_contain_text("Vanguard marched from C3 to D3")
    visit(swarm, f"{home}battles/")
    assert "Vanguard" not in swarm.content()
    visit(column, f"{home}battles/")
    column.get_by_role("main").get_by_role("link", name="Crimson Host").first.click()
    look(column, "journey-battle")

    # They fight it on a table. Ada tells an impossible result, then the true one; Ben confirms with one tap.
    column.locator("input[name=method][value=tabletop]").check()
    column.locator("input[name=winner][value=own]").check()
    column.locator("input[name=points_own]").fill("9000")
    column.locator("input[name=points_enemy]").fill("700")
    column.locator("textarea[name=story]").fill("Rain all day.")
    column.get_by_role("button", name="Save my result").click()
    expect(column.get_by_role("main")).to_contain_text("from 0 to 1500")
    expect(column.locator("textarea[name=story]")).to_have_value("Rain all day.")
    column.locator("input[name=points_own]").fill("400")
    column.get_by_role("button", name="Save my result").click()
    expect(column.locator("body")).to_contain_text("Saved. The other side is asked to confirm it.")
    visit(host, f"{home}battles/")
    host.get_by_role("main").get_by_role("link", name="4th Iron Column").first.click()
    host.get_by_role("button", name="confirm").click()
    expect(host.locator("body")).to_contain_text("agree")

    # No battle is left: the results are in at the next deadline hour, which the demo lets come at once.
    visit(desk, f"{home}desk/")
    desk.get_by_role("button", name="Run this deadline now").click()
    # Whoever goes on before that is answered breaks it off; the clock may have been quicker, or be at it.
    expect(desk.locator("body")).to_contain_text(ANSWERED)
    visit(desk, f"{home}desk/review/")
    publish = desk.get_by_role("button", name="Publish the turn - final")
    _until(desk, lambda: publish.count() > 0)
    look(desk, "journey-aftermath")
    publish.first.click()
    expect(desk.get_by_role("heading", name="Are you sure?")).to_be_visible()
    look(desk, "journey-sure")
    desk.get_by_role("button", name="Publish the turn").click()
    expect(desk.locator("body")).to_contain_text("ublished")

    # Each reads a report of their own, while the next turn is open already.
    visit(column, f"{home}report/")
    expect(column.get_by_role("main")).to_contain_text("beat Crimson Host")
    look(column, "journey-report")
    visit(host, f"{home}report/")
    expect(host.get_by_role("main")).to_contain_text("must retreat")
    visit(swarm, f"{home}report/")
    assert "Vanguard" not in swarm.content()
    visit(column, home)
    expect(column.get_by_role("heading", name="Plan of turn 2")).to_be_visible()
    look(column, "journey-next-turn")


def _until(page: Page, done: Callable[[], bool]) -> None:
    """Reload a page until something is true."""
    end = time.monotonic() + WAIT
    while not done():
        assert time.monotonic() < end, (
            f"the deadline has not passed: {page.locator('main').inner_text()[:500]}"
        )
        page.wait_for_timeout(500)
        visit(page, page.url)
