"""What a turn has changed and how the aims stand, in a real browser: marks, list, keys, pins, the strip."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Banner, Campaign, User
from tests.browser.conftest import Enter, Look, visit
from tests.browser.test_leaving import log_out
from tests.browser.turns import play_quiet_turn
from tests.warmap.test_changes import of_film

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}


def open_map(page: Page, campaign: Campaign) -> None:
    """Go to the war map, without a film, and wait until it is drawn."""
    page.emulate_media(reduced_motion="reduce")
    visit(page, f"/c/{campaign.public_id}/")
    page.wait_for_selector(".map[data-drawn]")


def told(page: Page, campaign: Campaign) -> set[tuple[Any, ...]]:
    """What the turn's film shows to have changed, read from its beats."""
    fetched = "(path) => fetch(path).then((answer) => answer.json())"
    path = f"/c/{campaign.public_id}/turns"
    before = page.evaluate(fetched, f"{path}/0/map.json")
    return set(of_film(before, page.evaluate(fetched, f"{path}/1/film.json")))


def test_what_changed_is_marked_and_listed_until_it_is_dismissed(
    enter: Enter, tarn: Campaign, ada: User, look: Look
) -> None:
    # A march to the ford and three levels less; the enemy there has gone on a sector.
    Banner.objects.filter(key="a1").update(x=4, y=3, level=12)
    Banner.objects.filter(key="b1").update(x=7, y=3)
    play_quiet_turn(tarn)
    page = enter(ada)
    open_map(page, tarn)
    panel, again = page.locator("#changes"), page.locator("[data-again]")
    expect(panel).to_be_visible()
    expect(again).to_be_hidden()

    # Marks and list are the film's.
    film = told(page, tarn)
    data = page.evaluate("JSON.parse(document.getElementById('page-data').textContent)")
    areas = [(area["kind"], run) for area in data["changes"]["areas"] for run in area["runs"]]
    cells = {(kind, x + i, y) for kind, (y, x, count) in areas for i in range(count)}
    assert cells == {one for one in film if one[0] in ("gained", "lost")}
    assert cells
    assert page.locator(".news-area").count() == len(data["changes"]["areas"])
    marks = {(mark["kind"], mark["id"]) for mark in data["changes"]["marks"]}
    assert {one[:2] for one in film if one[0] in ("seen", "followed", "level", "gone")} <= marks
    assert {one[0] for one in film} >= {"gained", "level", "followed"}
    assert page.locator(".news-was .thread").count() == 1
    expect(panel.locator(".change", has_text="Vanguard, level 15 to 12")).to_contain_text("\u22123")
    gained = sum(kind == "gained" for kind, _x, _y in cells)
    expect(panel.locator(".change-group").first).to_contain_text(f"+{gained}")

    # A line leads to its sector.
    line = panel.locator("a.change", has_text="Crimson Host 1, level")
    line.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#place")).to_contain_text("H4")
    assert page.locator(".layer-cursor path").count() > 0

    # The strip says what the map's document does.
    known = page.evaluate("JSON.parse(document.getElementById('map-data').textContent)")
    held = sum(known["territory"][y][x] == "1" for x, y in known["goals"][0]["sectors"])
    strip = page.locator("#aims")
    turns = min(known["goals"][0]["held"], 2)
    expect(strip.locator("summary")).to_contain_text(f"{held} of 2 held, turn {turns} of 2")
    bar = strip.locator("li progress")
    assert (bar.get_attribute("value"), bar.get_attribute("max")) == (str(held), "2")
    assert page.locator(".aim-frame").count() == 2
    assert page.locator(".aim-frame.held").count() == held
    assert page.locator("g.aim").count() == 2
    assert page.locator("g.aim.held").count() == held
    slider = page.locator(".turns input")
    slider.fill("0")
    then = page.evaluate(
        "(path) => fetch(path).then((one) => one.json())", f"/c/{tarn.public_id}/turns/0/map.json"
    )
    had = sum(then["territory"][y][x] == "1" for x, y in then["goals"][0]["sectors"])
    assert had != held
    expect(strip.locator("summary")).to_contain_text(f"{had} of 2 held")
    slider.fill("1")
    expect(strip.locator("summary")).to_contain_text(f"{held} of 2 held, turn {turns} of 2")
    strip.locator("a[data-at]").first.click()
    expect(page.locator("#place")).to_contain_text("Hold F4, G4 undisputed")
    look(page, "what-changed")

    # On a phone the sheet makes room for the list, every line can be tapped, the strip is folded.
    page.set_viewport_size(PHONE)
    open_map(page, tarn)
    expect(strip).not_to_have_attribute("open", "")
    expect(panel.locator("a.change").first).to_be_visible()
    low = [box["height"] for one in panel.locator("a.change").all() if (box := one.bounding_box())]
    assert min(low) >= 44
    page.set_viewport_size(DESK)
    open_map(page, tarn)

    # Dismissed it stays, here and after the page is fetched anew; w brings it back, and takes it away.
    panel.get_by_role("button", name="Seen").click()
    expect(panel).to_be_hidden()
    assert page.locator(".news-area, .news-plate, .news-was").count() == 0
    open_map(page, tarn)
    expect(again).to_be_visible()
    expect(panel).to_be_hidden()
    # A letter is the map's, not the page's.
    page.keyboard.press("w")
    expect(panel).to_be_hidden()
    page.locator(".warmap .map").focus()
    page.keyboard.press("w")
    expect(panel).to_be_visible()
    assert page.locator(".news-area").count() > 0
    expect(panel.get_by_role("heading", name="What changed in turn 1")).to_be_focused()
    page.keyboard.press("w")
    expect(panel).to_be_hidden()
    expect(again).to_be_focused()
    again.click()
    expect(panel).to_be_visible()

    # Whoever logs out leaves nothing of it behind.
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('changes:')).length"
    assert page.evaluate(kept) == 1
    log_out(page)
    assert page.evaluate(kept) == 0
