"""The film's player in a real browser: opened once, skipped, stepped through, stilled, read as text."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from campaign.models import Campaign, User
from campaign.turn.plans.services import save_plan
from tests.archive.test_war_end import finished
from tests.browser.conftest import Enter, Look, assert_nothing_sideways, until, visit
from tests.browser.filmed import PIECES, crowded, large, work_of_a_frame
from tests.browser.test_end_pages import dressed
from tests.browser.turns import play_quiet_turn

pytestmark = pytest.mark.django_db(transaction=True)

FILM = Path(__file__).resolve().parents[2] / "static" / "js" / "film"
MOST = 15_000
"""Bytes of the player over the wire."""
CLOSED = "document.addEventListener('film:closed', () => (window.closed_ = (window.closed_ ?? 0) + 1))"


def told(page: Page) -> list[str]:
    """The captions of the phase that is shown."""
    return page.locator(".film-told li").all_text_contents()


def title(page: Page) -> str:
    return page.locator("#film-title").text_content() or ""


def place(page: Page) -> str:
    """What the page's address says of the film."""
    found: str = page.evaluate("location.search")
    return found


def document(page: Page, path: str) -> Any:
    return page.evaluate("async (path) => (await fetch(path)).json()", path)


def opens_once_and_is_skipped(page: Page, war: str) -> None:
    page.add_init_script(CLOSED)
    visit(page, war)
    film = page.locator("dialog.film")
    expect(film).to_be_visible()
    assert title(page).startswith("Turn 2")
    assert page.evaluate("document.documentElement.dataset.film") == ""
    assert page.evaluate("document.activeElement.closest('.film') !== null")
    film.get_by_role("button", name="Skip").click()
    expect(film).to_be_hidden()
    assert page.evaluate("window.closed_") == 1
    assert place(page) == ""
    visit(page, war)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_timeout(300)
    expect(film).to_be_hidden()
    opener = page.get_by_role("link", name="Watch turn 2")
    opener.click()
    expect(film).to_be_visible()
    page.keyboard.press("Escape")
    expect(film).to_be_hidden()
    expect(opener).to_be_focused()


def plays_and_pauses(page: Page) -> None:
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    pause = page.get_by_role("button", name="Pause", exact=True)
    expect(pause).to_be_visible()
    expect(play).to_have_count(0)
    until(page, "document.querySelector('.film-scrub input').valueAsNumber > 30")
    pause.click()
    expect(play).to_be_visible()
    stays = page.locator(".film-scrub input").input_value()
    page.wait_for_timeout(150)
    assert page.locator(".film-scrub input").input_value() == stays


def goes_by_keys(page: Page) -> None:
    """By phase and turn, faster and slower, captions, eyes; ``?`` lists them all."""
    page.locator("#film-title").focus()
    page.keyboard.press("Home")
    expect(page.locator("#film-title")).to_have_text("The deployment")
    page.keyboard.press("]")
    expect(page.locator("#film-title")).to_have_text("Turn 1")
    assert place(page) == "?turn=1&as=1"
    page.keyboard.press("ArrowRight")
    expect(page.locator("#film-title")).to_have_text(re.compile("Turn 1 . March"))
    assert place(page) == "?turn=1&phase=march&as=1"
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press(".")
    assert page.locator("[data-speed]").input_value() == "2"
    page.keyboard.press("c")
    expect(page.locator(".film-told")).to_be_hidden()
    page.keyboard.press("c")
    page.keyboard.press("?")
    keys = page.locator(".film-keys")
    expect(keys).to_be_visible()
    named = set(keys.locator("kbd").all_text_contents())
    assert {"Space", "[", "]", "Home", "End", ",", ".", "c", "m", "f", "e", "v", "?"} <= named
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.keyboard.press("s")
    link = page.get_by_role("group", name="Share this moment").get_by_role("textbox")
    assert (link.input_value() or "").endswith("?turn=1&phase=march&as=1")
    still = page.get_by_role("link", name="Picture of the turn").get_attribute("href") or ""
    assert still.endswith("/turns/1/film/still.png?turn=1&as=1")
    # What counts down would be written over with its time.
    expect(page.locator(".film [data-until]")).to_have_count(0)
    page.keyboard.press("s")
    expect(link).to_be_hidden()
    tells_of_the_armies(page)
    page.locator("#film-title").focus()
    page.keyboard.press("v")
    expect(page.locator(".film-screen")).to_have_count(2)
    # Never the same eyes twice, by either key.
    for _ in range(6):
        page.keyboard.press("v")
    page.keyboard.press("e")
    chosen = page.locator("[data-eye]").evaluate_all("(both) => both.map((one) => one.value)")
    assert chosen[0] != chosen[1]
    page.get_by_label("Through whose eyes").select_option("1")
    page.get_by_label("And through whose, side by side").select_option("")
    expect(page.locator(".film-screen")).to_have_count(1)


def tells_of_the_armies(page: Page) -> None:
    """What each has, as the eyes know it, while the marches of turn 1 are shown; anew in the next turn."""
    page.locator("#film-title").focus()
    page.keyboard.press("a")
    armies = page.get_by_role("table", name="The armies, as these eyes know them").locator("tbody tr")
    expect(armies).to_have_count(2)
    path = str(page.evaluate("location.pathname")).removesuffix("end/replay/")
    for number in (0, 1):
        known = document(page, f"{path}turns/{number}/film/map.json?as=1")
        held = str("".join(known["territory"]).count("1"))
        levels = str(sum(banner["level"] for banner in known["banners"]))
        expect(armies.first.get_by_role("cell")).to_have_text([held, str(len(known["banners"])), levels])
        expect(armies.first.get_by_role("rowheader")).to_have_text("The north")
        if not number:
            page.keyboard.press("]")
            expect(page.locator("#film-title")).to_have_text("Turn 2")
    page.keyboard.press("a")
    expect(armies).to_have_count(0)
    page.keyboard.press("[")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#film-title")).to_have_text(re.compile("Turn 1 . March"))
    page.get_by_role("button", name="Pause").click()


def says_what_the_report_says(page: Page, war: str) -> None:
    """The captions of all phases are the film's lines, and those are sentences of the report."""
    lines = [line["text"] for line in document(page, f"{war}turns/1/film.json?as=1")["lines"]]
    found: list[str] = []
    visit(page, f"{war}end/replay/?turn=1&as=1")
    page.wait_for_selector("html[data-ready='1']")
    for _ in range(12):
        found += told(page)
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
        if not title(page).startswith("Turn 1"):
            break
    assert sorted(found) == sorted(lines)
    visit(page, f"{war}turns/1/report/")
    report = page.locator("article").text_content() or ""
    flat = re.sub(r"\s+", " ", report)
    battles = [text for text in lines if text not in flat]
    assert len(battles) <= 1, battles  # a battle stands in the report as a part of its own


def is_sought(page: Page, war: str) -> None:
    visit(page, f"{war}end/replay/?turn=2&as=1")
    page.wait_for_selector("html[data-ready='2']")
    slider = page.get_by_role("slider", name="Where in the film")
    expect(slider).to_have_attribute("max", "3000")
    expect(page.locator(".film-turns > span")).to_have_count(3)
    slider.fill("1500")
    expect(page.locator("html[data-ready='1']")).to_have_count(1)
    assert (slider.get_attribute("aria-valuetext") or "").startswith("Turn 1")
    expect(page.locator(".film-turns > span").nth(1).locator("svg").first).to_be_attached()


def is_still_for_who_wants_no_motion(page: Page, war: str) -> None:
    """It never opens by itself, and what it shows by hand does not move."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("Object.keys(localStorage).forEach((key) => localStorage.removeItem(key))")
    visit(page, war)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_timeout(300)
    expect(page.locator("dialog.film")).to_be_hidden()
    visit(page, f"{war}?turn=1&phase=march")
    expect(page.locator("dialog.film")).to_be_visible()
    expect(page.locator("#film-title")).to_have_text(re.compile("Turn 1 . March"))
    moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate(moving) == 0
    page.keyboard.press("Escape")


def test_the_film_of_a_turn(
    transactional_db: None, enter: Enter, browser: Browser, site: str, look: Look
) -> None:
    war = dressed(finished())
    path = f"/c/{war.campaign.public_id}/"
    page = enter(war.users["north"])
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size({"width": 1280, "height": 800})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    opens_once_and_is_skipped(page, path)
    visit(page, f"{path}end/replay/?as=1")
    page.wait_for_selector("html[data-ready='0']")
    plays_and_pauses(page)
    goes_by_keys(page)
    page.reload()
    page.wait_for_selector("html[data-ready='1']")
    assert page.locator("[data-speed]").input_value() == "2", "the speed is kept"
    is_sought(page, path)
    takes_other_eyes_while_it_plays(page, path)
    says_what_the_report_says(page, path)
    fills_a_phone_on_its_side(page, path)
    is_still_for_who_wants_no_motion(page, path)
    visit(page, f"{path}?turn=1&phase=march")
    expect(page.locator("dialog.film")).to_be_visible()
    look(page, "film")
    has_all_its_controls_in_sight(page)
    without_a_script(browser, site, page, path)
    assert errors == []


def takes_other_eyes_while_it_plays(page: Page, war: str) -> None:
    """What they have seen comes late: until then nothing goes on."""

    def late(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    visit(page, f"{war}end/replay/?turn=1&as=1")
    page.wait_for_selector("html[data-ready='1']")
    page.route("**/turns/1/film.json?as=2*", late)
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_label("And through whose, side by side").select_option("2")
    expect(page.locator(".film-screen")).to_have_count(2)
    page.unroute("**/turns/1/film.json?as=2*")


def fills_a_phone_on_its_side(page: Page, war: str) -> None:
    """Played there it takes all of the window, and the map most of that; Escape gives the page back."""
    page.set_viewport_size({"width": 844, "height": 390})
    visit(page, f"{war}end/replay/?turn=1&as=0")
    page.wait_for_selector("html[data-ready='1']")
    film = page.locator(".film")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(film).to_have_class(re.compile("whole"))
    expect(page.get_by_role("button", name="Full screen")).to_have_attribute("aria-pressed", "true")
    shown = page.locator(".film .map").bounding_box()
    told = page.locator(".film-told").bounding_box()
    assert shown is not None
    assert told is not None
    assert shown["width"] * shown["height"] >= 0.5 * 844 * 390, shown
    assert told["x"] >= shown["x"] + shown["width"] - 1, "what is told stands beside the map"
    # The map takes the room that it has been given, at once.
    until(
        page,
        f"document.querySelector('.film canvas').getBoundingClientRect().height > {shown['height']} * .7",
    )
    assert_nothing_sideways(page, "film on a phone on its side")
    page.keyboard.press("Escape")
    expect(film).not_to_have_class(re.compile("whole"))
    page.set_viewport_size({"width": 1280, "height": 800})


def has_all_its_controls_in_sight(page: Page) -> None:
    """What can be pressed stands in the window, on the smallest phones too."""
    for size in ((360, 640), (640, 360), (667, 375), (740, 360), (844, 390), (820, 1180)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(100)
        found = page.evaluate(
            """() => [...document.querySelectorAll("dialog.film :is(button, input, select)")]
                .map((one) => [one.getBoundingClientRect(), one.dataset.do ?? one.type])
                .filter(([box]) => box.width && (box.left < 0 || box.top < 0
                    || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
                .map(([box, name]) => name)"""
        )
        assert found == [], (size, found)


def without_a_script(browser: Browser, site: str, page: Page, war: str) -> None:
    """A turn's sentences, of whatever turn and eyes one asks for."""
    lines = [line["text"] for line in document(page, f"{war}turns/1/film.json?as=1")["lines"]]
    context = browser.new_context(
        base_url=site, java_script_enabled=False, storage_state=page.context.storage_state()
    )
    plain = context.new_page()
    plain.goto(f"{war}end/replay/?turn=1&as=1")
    expect(plain.locator("#film")).to_be_hidden()
    assert plain.locator(".film-sentences li").all_text_contents() == lines
    plain.get_by_label("Turn").select_option("2")
    plain.get_by_role("button", name="Show this turn").click()
    assert "turn=2" in plain.url
    context.close()


@pytest.mark.long
def test_a_film_never_lies_over_a_plan_that_has_been_begun(
    tarn: Campaign, ada: User, enter: Enter, seat_of: Any
) -> None:
    play_quiet_turn(tarn)
    seat = seat_of(ada)
    named = seat.banners.get(key="a1").public_id
    save_plan(
        seat=seat, number=2, plan={"node": None, "orders": {named: {"hold": True}}}, by=ada, submit=False
    )
    page = enter(ada)
    page.emulate_media(reduced_motion="no-preference")
    visit(page, f"/c/{tarn.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    page.wait_for_timeout(500)
    expect(page.locator("dialog.film")).to_be_hidden()
    page.get_by_role("link", name="Watch turn 1").click()
    expect(page.locator("dialog.film")).to_be_visible()
    expect(page.locator(".film-due")).to_contain_text("Plan due")


@pytest.mark.long
def test_forty_pieces_move_without_a_hitch(transactional_db: None, enter: Enter) -> None:
    """At 30 x 30 with a processor four times slower a frame's work takes no longer than a screen's."""
    war = dressed(finished())
    page = enter(war.users["north"])
    page.emulate_media(reduced_motion="no-preference")
    before, film = crowded()
    page.route("**/film/map.json*", lambda route: route.fulfill(json=before))
    page.route("**/film.json*", lambda route: route.fulfill(json=film))
    visit(page, f"/c/{war.campaign.public_id}/end/replay/?turn=1&phase=march&as=1")
    page.wait_for_selector(".film .map[data-drawn]")
    work = work_of_a_frame(page)
    assert page.locator(".film-act").count() == PIECES
    assert 4 * work <= 16, work


@pytest.mark.long
def test_a_war_of_three_hundred_sectors_a_side_plays(
    transactional_db: None, enter: Enter, look: Look
) -> None:
    """Its map is fetched once, gzipped; each film goes on from what the one before came to."""
    war = dressed(finished())
    page = enter(war.users["north"])
    page.emulate_media(reduced_motion="no-preference")
    before, _ = crowded(180, 300)
    fetched: list[str] = []

    def answer(route: Route) -> None:
        turn = int(route.request.url.split("/turns/")[1].split("/")[0])
        fetched.append(f"{'map' if 'map.json' in route.request.url else 'film'} {turn}")
        route.fulfill(json=before if "map.json" in route.request.url else large(before, turn))

    page.route("**/film/map.json*", answer)
    page.route("**/film.json*", answer)
    visit(page, f"/c/{war.campaign.public_id}/end/replay/?turn=1&phase=march&as=1")
    page.wait_for_selector(".film .map[data-drawn]")
    work = work_of_a_frame(page)
    look(page, "film-large")
    expect(page.locator("html[data-ready='2']")).to_have_count(1, timeout=30_000)
    assert {one for one in fetched if one.startswith("map")} == {"map 0"}, fetched
    assert fetched.count("map 0") <= 2, "the deployment's film goes on from itself"
    # What stands first of a film is told with its first picture: on a slow machine not at once.
    expect(page.locator(".film-told li.now")).to_contain_text("turn 2", timeout=30_000)
    assert len(gzip.compress(json.dumps(before).encode())) < 60_000
    assert 4 * work <= 66, work


def test_the_player_is_small() -> None:
    """All of its code that is fetched to open it: sounds, panels and beliefs are when somebody wants them."""
    later = ("sound.js", "panels.js", "beliefs.js")
    files = [path for path in FILM.glob("*.js") if path.name not in later]
    sent = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    assert len(sent) > 3, FILM
    assert sum(sent.values()) <= MOST, sent
