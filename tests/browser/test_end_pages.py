"""The pages of a war that is over: nothing is cut off without a sign, nothing lies over another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Locator, Page, expect

from campaign.archive.exchange.importing import import_campaign
from campaign.models import Banner, PlayerTurn, Seat
from tests.archive.test_war_end import finished
from tests.browser.conftest import Enter, Look, visit
from tests.conftest import PASSWORD
from tests.wars import War

PHONE, DESK = (360, 800), (1440, 900)
CUT = """() => [...document.querySelectorAll("main .scroll")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.scrollWidth} in ${one.clientWidth}`)"""
TAGS = """(view) => [...document.querySelectorAll(`${view} .age`)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom, one.textContent];
})"""


NAMES = ("Sept of the Clear Water", "Order of Saint Orla")


@pytest.fixture
def war(transactional_db: None) -> War:
    """A war of two turns that has ended, of armies with long names."""
    war = finished()
    for seat, name in zip(Seat.objects.order_by("number"), NAMES, strict=True):
        seat.army = name
        seat.save(update_fields=["army"])
    person = war.users["north"]
    person.set_password(PASSWORD)
    person.save(update_fields=["password"])
    EmailAddress.objects.get_or_create(user=person, email=person.email, verified=True, primary=True)
    return war


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def fades(one: Locator, *sides: str) -> None:
    """It shows on these sides, and on no other, that there is more."""
    for side in ("more-before", "more-after"):
        has = re.compile(rf"\b{side}\b")
        if side in sides:
            expect(one).to_have_class(has)
        else:
            expect(one).not_to_have_class(has)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", ["honours/", "end/"])
def test_no_column_of_a_record_is_cut_off(war: War, enter: Enter, path: str, size: tuple[int, int]) -> None:
    page = enter(war.users["north"])
    resize(page, size)
    visit(page, f"/c/{war.campaign.public_id}/{path}")
    expect(page.locator("main table").first).to_be_visible()
    assert page.evaluate(CUT) == []
    head = page.get_by_role("columnheader").last
    box = head.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= size[0]


def test_tabs_that_scroll_show_that_there_are_more(war: War, enter: Enter) -> None:
    page = enter(war.users["north"])
    resize(page, PHONE)
    visit(page, f"/c/{war.campaign.public_id}/report/")
    tabs = page.locator(".top > .tabs")
    fades(tabs, "more-after")
    assert "linear-gradient" in tabs.evaluate("(one) => getComputedStyle(one).maskImage")
    tabs.evaluate("(one) => { one.scrollLeft = 60 }")
    fades(tabs, "more-before", "more-after")
    tabs.evaluate("(one) => { one.scrollLeft = one.scrollWidth }")
    fades(tabs, "more-before")
    resize(page, DESK)
    fades(tabs)


def test_a_wide_table_shows_that_there_is_more_of_it(war: War, enter: Enter) -> None:
    page = enter(war.users["north"])
    resize(page, PHONE)
    visit(page, f"/c/{war.campaign.public_id}/end/revealed/")
    table = page.locator("main .scroll")
    fades(table, "more-after")
    table.evaluate("(one) => { one.scrollLeft = one.scrollWidth }")
    fades(table, "more-before")
    resize(page, DESK)
    fades(table)


def test_a_replay_begins_at_the_start_with_everything_on_its_maps(war: War, enter: Enter) -> None:
    page = enter(war.users["north"])
    visit(page, f"/c/{war.campaign.public_id}/end/replay/")
    expect(page.locator("select[name=turn]")).to_have_value("0")
    page.wait_for_selector("html[data-ready='0']")
    expect(page.get_by_text("nothing is stored here")).to_have_count(3)
    for note in page.get_by_text("nothing is stored here").all():
        expect(note).to_be_hidden()
    truth = page.locator("[data-view=truth] .piece")
    expect(truth).to_have_count(Banner.objects.filter(campaign=war.campaign).count())


def test_the_button_that_plays_says_what_it_does_next(war: War, enter: Enter) -> None:
    page = enter(war.users["north"])
    visit(page, f"/c/{war.campaign.public_id}/end/replay/")
    page.wait_for_selector("html[data-ready='0']")
    page.get_by_role("button", name="Play").click()
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_have_count(0)
    pause.click()
    play = page.get_by_role("button", name="Play")
    expect(play).to_be_visible()
    stays = page.locator("select[name=turn]").input_value()
    page.wait_for_timeout(2500)
    expect(page.locator("select[name=turn]")).to_have_value(stays)
    play.click()
    page.wait_for_selector("html[data-ready='2']")
    expect(play).to_be_visible()
    expect(page.locator("select[name=turn]")).to_have_value("2")


def test_the_tags_of_old_sightings_do_not_lie_over_each_other(war: War, enter: Enter) -> None:
    part = PlayerTurn.objects.get(turn__number=2, seat__key="north")
    old = {"seat": 2, "level": None, "turn": 1}
    places = [(2, 2), (3, 2), (4, 2), (3, 3), (2, 3), (4, 4)]
    sightings: list[dict[str, Any]] = [
        {**old, "id": f"old{n}", "at": list(at)} for n, at in enumerate(places)
    ]
    sightings += [{**old, "id": "twin", "at": [2, 2]}, {**old, "id": "elder", "at": [2, 2], "turn": 0}]
    part.map = {**part.map, "sightings": sightings}
    part.save(update_fields=["map"])
    page = enter(war.users["north"])
    for path, view in (("end/replay/?turn=2", "[data-view='1']"), ("", ".board")):
        for size in (DESK, PHONE):
            resize(page, size)
            visit(page, f"/c/{war.campaign.public_id}/{path}")
            page.wait_for_selector(f"{view} .map[data-drawn]")
            page.locator(f"{view} .map").scroll_into_view_if_needed()
            tags = page.evaluate(TAGS, view)
            assert len(tags) >= 4
            for at, one in enumerate(tags):
                for other in tags[at + 1 :]:
                    apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
                    apart = apart or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
                    assert apart, (path, size, one, other)


def test_a_turn_of_a_club_is_told_on_every_screen(war: War, enter: Enter, look: Look) -> None:
    packed = (Path(__file__).parents[1] / "battles" / "exchange_v4_club.zip").read_bytes()
    arrived = import_campaign(file=packed, by=war.users["north"])
    page = enter(war.users["north"])
    visit(page, f"/c/{arrived.public_id}/end/course/1/")
    page.locator("details.unfold summary").first.click()
    rule = page.get_by_role("link", name="(Rules 7)").first
    expect(rule).to_have_attribute("href", "/rules/7/")
    look(page, "end-turn-of-a-club")
    visit(page, f"/c/{arrived.public_id}/end/revealed/")
    expect(page.get_by_text("Then its holder sees all banners up to 3 sectors around C9")).to_be_visible()
    look(page, "end-revealed-of-a-club")
