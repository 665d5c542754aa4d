"""The head of a campaign's page is one line from a small tablet up, whatever the names and the language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Campaign, User
from tests.browser.conftest import Enter, assert_nothing_sideways, visit

WIDTHS = (761, 768, 820, 1024, 1180, 1240, 1280, 1339, 1366, 1440, 1920)
ONE_LINE = 60
"""Pixels: the head's least height is 52, and a button in it may be a little higher."""
GERMAN = ("Kriegskarte", "Bericht", "Gefechte", "Nachrichten", "Platz", "Kalender", "Zeitung", "Regelwerk")
SPEAK = """words => {
    const tabs = document.querySelectorAll('.top > .tabs a');
    tabs.forEach((tab, i) => { tab.firstChild.textContent = words[i % words.length] });
    const due = document.querySelector('.due .when span');
    if (due) due.textContent = 'Schlachten angekündigt bis';
    document.dispatchEvent(new CustomEvent('counted'));
}"""
SEEN = """() => {
    const edge = document.querySelector('.top > .end').getBoundingClientRect().left;
    const tabs = [...document.querySelectorAll('.top > .tabs > a')];
    return tabs.every(tab => tab.getBoundingClientRect().right <= edge + 1)
}"""


def hold_to_one_line(page: Page, name: str) -> None:
    """One line at each width, nothing cut off, and every tab in reach."""
    tabs = page.locator(".top > .tabs a").count()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("() => document.querySelector('.tabs.fitted')")
        page.wait_for_timeout(50)
        box = page.locator("header.top").bounding_box()
        assert box is not None
        assert box["height"] <= ONE_LINE, f"{name} at {width}: {box['height']} px high"
        assert_nothing_sideways(page, f"{name} at {width}")
        assert page.evaluate(SEEN), f"{name} at {width}: a tab under what is due"
        assert page.locator(".top > .tabs a").count() == tabs
        expect(page.locator(".top > .tabs > a[aria-current]")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("long", [False, True], ids=["names", "long names"])
def test_the_head_is_one_line(long: bool, tarn: Campaign, mara: User, ada: User, enter: Enter) -> None:
    if long:
        tarn.name = "The long and bitter war for the ford of the Tarn and the farms below"
        tarn.save(update_fields=["name"])
        tarn.seats.filter(user=ada).update(army="4th Iron Column of the Lower Plateau")
    for person, path in ((ada, ""), (ada, "messages/"), (mara, "desk/")):
        page = enter(person)
        visit(page, f"/c/{tarn.public_id}/{path}")
        hold_to_one_line(page, path or "war map")
        if long:
            page.evaluate(SPEAK, GERMAN)
            hold_to_one_line(page, f"{path or 'war map'} in long words")


@pytest.mark.long
def test_the_menu_holds_what_found_no_room(tarn: Campaign, ada: User, enter: Enter) -> None:
    page = enter(ada)
    page.set_viewport_size({"width": 820, "height": 800})
    visit(page, f"/c/{tarn.public_id}/calendar/")
    menu = page.locator(".tabs .more")
    rules = menu.get_by_role("link", name="Rules")
    expect(rules).to_be_hidden()
    menu.locator("summary").click()
    expect(rules).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    # Also when a count that has come up lets the tabs be laid out anew.
    page.evaluate("document.dispatchEvent(new CustomEvent('counted'))")
    expect(menu.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("main").click(position={"x": 5, "y": 5})
    expect(rules).to_be_hidden()

    # In the order in which they stand where there is room, and all of them when there is.
    page.set_viewport_size({"width": 1920, "height": 800})
    expect(menu).to_have_count(0)
    words = [word.strip() for word in page.locator(".tabs > a").all_inner_texts()]
    assert words == ["War map", "Report", "Battles", "Messages", "Seat", "Calendar", "News", "Rules"]


@pytest.mark.parametrize("width", [360, 390, 760])
@pytest.mark.long
def test_a_strangers_head_on_a_phone_is_one_line_and_its_tabs(width: int, enter: Enter) -> None:
    page = enter(None)
    page.set_viewport_size({"width": width, "height": 740})
    for path, most in (("/", ONE_LINE), ("/rules/", ONE_LINE + 46), ("/rules/cases/", ONE_LINE + 46)):
        visit(page, path)
        box = page.locator("header.top").bounding_box()
        assert box is not None
        assert box["height"] <= most, f"{path} at {width}: {box['height']} px high"
        assert_nothing_sideways(page, f"{path} at {width}")
        login = page.locator("header.top").get_by_role("link", name="Log in").bounding_box()
        assert login is not None
        assert login["height"] <= 46, f"Log in breaks into lines at {width}"


def test_the_console_says_nothing_of_a_page(enter: Enter) -> None:
    page = enter(None)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    visit(page, "/")
    page.wait_for_load_state("networkidle")
    assert said == []
