"""The pages of a war that is over: nothing is cut off without a sign, nothing lies over another."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Locator, Page, expect

from campaign.archive.exchange.importing import import_campaign
from campaign.base.dates import clock
from campaign.models import Banner, Campaign, PlayerTurn, Seat
from tests.archive.test_war_end import finished
from tests.browser.conftest import Enter, Look, visit
from tests.conftest import PASSWORD
from tests.wars import CLOSE, War, begin_war

PHONE, DESK = (360, 800), (1440, 900)
CUT = """() => [...document.querySelectorAll("main .scroll")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.scrollWidth} in ${one.clientWidth}`)"""
TAGS = """(view) => [...document.querySelectorAll(`${view} text.when`)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom, one.textContent];
})"""


NAMES = ("Sept of the Clear Water", "Order of Saint Orla")


@pytest.fixture
def war(transactional_db: None) -> War:
    """A war of two turns that has ended, of armies with long names."""
    return dressed(finished())


def dressed(war: War) -> War:
    """With long names for its armies, and a password for who leads the north."""
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
@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


def test_a_replay_begins_at_the_start_with_everything_on_its_map(war: War, enter: Enter) -> None:
    page = enter(war.users["north"])
    visit(page, f"/c/{war.campaign.public_id}/end/replay/")
    page.wait_for_selector("html[data-ready='0']")
    expect(page.get_by_role("heading", name="The deployment")).to_be_visible()
    page.get_by_role("button", name="The next phase").click()
    truth = page.locator(".film-screen .piece")
    expect(truth).to_have_count(Banner.objects.filter(campaign=war.campaign).count())


@pytest.mark.long
def test_the_tags_of_old_sightings_do_not_lie_over_each_other(war: War, enter: Enter) -> None:
    part = PlayerTurn.objects.get(turn__number=2, seat__key="north")
    old = {"seat": 2, "name": "South", "level": None, "turn": 1, "since": 1}
    places = [(2, 2), (3, 2), (4, 2), (3, 3), (2, 3), (4, 4)]
    sightings: list[dict[str, Any]] = [
        {**old, "id": f"old{n}", "at": list(at)} for n, at in enumerate(places)
    ]
    sightings += [{**old, "id": "twin", "at": [2, 2]}, {**old, "id": "elder", "at": [2, 2], "turn": 0}]
    part.map = {**part.map, "sightings": sightings}
    part.save(update_fields=["map"])
    page = enter(war.users["north"])
    for path, view in (("", ".board"),):
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


@pytest.mark.long
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


@pytest.mark.long
def test_the_replay_says_what_the_bots_thought_in_the_turn_that_it_shows(
    transactional_db: None, enter: Enter, look: Look
) -> None:
    fought = begin_war(CLOSE, automatic=True, battles="abstract", bots=("north",))
    for _turn in range(2):
        fought.publish()
    Campaign.objects.filter(pk=fought.campaign.pk).update(status="ended", ended_at=clock.now())
    page = enter(fought.users["south"])
    visit(page, f"/c/{fought.campaign.public_id}/end/replay/?turn=1")
    told = page.locator("#whys")
    expect(told.locator(".bot-whys li").first).to_be_visible()
    expect(told.locator(".bot-whose")).to_have_count(1)
    expect(told.get_by_text("In this turn no bot planned anything.")).to_be_hidden()
    expect(told.get_by_role("button", name="Show on the map")).to_be_visible()
    first = told.inner_text()
    look(page, "replay-whys")
    page.get_by_role("button", name="The turn before").click()
    expect(told.get_by_text("In this turn no bot planned anything.")).to_be_visible()
    expect(told.locator(".bot-whys")).to_have_count(0)
    page.get_by_role("button", name="The next turn").click()
    expect(told.locator(".bot-whys li").first).to_be_visible()
    assert told.inner_text() == first


@pytest.mark.long
def test_what_a_bot_believed_is_drawn_on_the_map_for_whoever_asks(
    transactional_db: None, enter: Enter, look: Look
) -> None:
    fought = begin_war(CLOSE, automatic=True, battles="abstract", bots=("north",))
    for _turn in range(2):
        fought.publish()
    Campaign.objects.filter(pk=fought.campaign.pk).update(status="ended", ended_at=clock.now())
    page = enter(fought.users["south"])
    visit(page, f"/c/{fought.campaign.public_id}/end/replay/?turn=2")
    told, thought = page.locator("#whys .bot-whys"), page.locator(".film-thought")
    places = json.loads(told.get_attribute("data-places") or "[]")
    assert places
    show = told.get_by_role("button", name="Show on the map")
    expect(thought).to_have_count(0)
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    expect(thought).to_have_count(len(places))
    look(page, "replay-thought")
    # Another turn has other thoughts, and what was asked for stays asked for.
    page.get_by_role("button", name="The turn before").click()
    expect(thought).to_have_count(len(json.loads(told.get_attribute("data-places") or "[]")))
    page.get_by_role("button", name="The next turn").click()
    expect(thought).to_have_count(len(places))
    show.click()
    expect(thought).to_have_count(0)
