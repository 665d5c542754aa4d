"""What is typed at a table and not sent yet stays, whatever else is sent and the other phone does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import assert_nothing_sideways, until
from tests.browser.taps import PHONE, session_of
from tests.table.phones import Pair, sit_down

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

CARET = "document.activeElement.id + ' ' + document.activeElement.selectionStart"


@contextmanager
def at_table(site: str, browser: Browser, pair: Pair, *, scripts: bool = True) -> Iterator[Page]:
    """Ada's phone."""
    context = browser.new_context(base_url=site, viewport=PHONE, java_script_enabled=scripts)  # type: ignore[arg-type]
    context.add_cookies([{"name": "session", "value": session_of(pair.table, pair.ada), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    yield page
    context.close()


def both_on_one(pair: Pair) -> None:
    """Ada's phone is a tablet for both."""
    pair.ben.delete()
    pair.ada.numbers = [0, 1]
    pair.ada.save()


def test_what_one_form_holds_stays_when_another_is_used(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    both_on_one(pair)
    with at_table(site, browser, pair) as page:
        green, brown = page.locator("#roster0"), page.locator("#roster1")
        brown.fill("Brown scouts 5 men rifle 50 pts")
        page.get_by_label("Turns (0: open)").fill("7")
        page.get_by_role("button", name="Save these settings").click()
        until(page, "async () => !document.querySelector('#table form[data-sent]')")
        assert pair.game.turns == 7
        expect(brown).to_have_value("Brown scouts 5 men rifle 50 pts")
        # A unit is saved, with a group more in another unit that is not.
        page.locator("#u-a1 summary").first.click()
        page.locator("#u-a1").get_by_role("button", name="Another group").click()
        page.locator("#u-a1 .arms-row").last.get_by_label("How many").fill("3")
        page.locator("#u-b1 summary").first.click()
        page.locator("#u-b1").get_by_label("Name", exact=True).fill("Brown guard")
        page.locator("#u-b1").get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#u-b1 summary .name")).to_have_text("Brown guard")
        expect(brown).to_have_value("Brown scouts 5 men rifle 50 pts")
        expect(page.locator("#u-a1 .arms-row").last.get_by_label("How many")).to_have_value("3")
        # A list is read by a page of its own, or loads this one anew.
        page.locator("#method").select_option("cards")
        green.fill("Green scouts 5 men rifle 50 pts")
        page.get_by_role("button", name="Add for Ada").click()
        expect(page.locator("#messages")).to_contain_text("entered")
        expect(green).to_have_value("")
        expect(brown).to_have_value("Brown scouts 5 men rifle 50 pts")
        expect(page.locator("#method")).to_have_value("cards")
        expect(page.locator("#u-a1 .arms-row").last.get_by_label("How many")).to_have_value("3")
        assert pair.game.method == "dice bag"


def test_a_phone_follows_while_somebody_types(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    with at_table(site, browser, pair) as page:
        field = page.locator("#roster0")
        field.press_sequentially("Green scouts 5 men")
        for _ in range(3):
            field.press("ArrowLeft")
        pair.act(1, "settings", turns="9", method="cards")
        expect(page.locator(".strip")).to_contain_text("Cards", timeout=1500)
        expect(page.get_by_label("Turns (0: open)")).to_have_value("9")
        expect(field).to_have_value("Green scouts 5 men")
        assert page.evaluate(CARET) == "roster0 15"
        page.keyboard.type("x")
        expect(field).to_have_value("Green scouts 5 xmen")
        # What the other phone has begun with is shown too, though something is still typed here.
        pair.act(1, "begin")
        expect(page.locator(".strip")).to_contain_text("Turn 1", timeout=1500)


@pytest.mark.parametrize("scripts", [True, False])
def test_the_battle_begins_with_what_was_chosen_and_not_saved(
    site: str, browser: Browser, scripts: bool
) -> None:
    pair = sit_down(begin=False)
    with at_table(site, browser, pair, scripts=scripts) as page:
        page.get_by_label("Turns (0: open)").fill("5")
        page.locator("#method").select_option("action points")
        page.get_by_role("button", name="Begin the battle").click()
        expect(page.locator(".strip")).to_contain_text("Turn 1 / 5")
        game = pair.game
        assert (game.method, game.turns, game.phase) == ("action points", 5, "orders")


def test_what_was_said_once_goes_with_the_next_news(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    with at_table(site, browser, pair) as page:
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.locator("#roster0").fill("Green scouts 5 men rifle 50 pts")
        page.get_by_role("button", name="Add for Ada").click()
        expect(page.locator("#messages")).to_contain_text("entered")
        kept = "async () => { const page = await caches.match(location.pathname, { ignoreVary: true });"
        until(page, f"{kept} return !(await page.text()).includes('is entered'); }}")
        expect(page.locator("#messages")).to_contain_text("entered")
        pair.act(1, "settings", turns="9")
        expect(page.get_by_label("Turns (0: open)")).to_have_value("9")
        expect(page.locator("#messages li")).to_have_count(0)


def test_a_long_name_without_a_space_fits_the_phone(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    pair.act(0, "settings", name0="G" * 40, name1="W" * 40, momentum="1")
    pair.act(0, "edit unit", unit="a1", name="U" * 55)
    pair.act(1, "edit unit", unit="b1", name="M" * 55)
    with at_table(site, browser, pair) as page:
        for what in ("set-up", "order", "answer"):
            for width in (320, 360, 390):
                page.set_viewport_size({"width": width, "height": 800})
                assert_nothing_sideways(page, f"{what} {width}")
                wide = page.evaluate(WIDE)
                assert wide == [], f"{what} {width}"
            if what == "set-up":
                pair.act(0, "begin")
                pair.act(0, "draw", side="0")
            elif what == "order":
                pair.act(0, "order", unit="a1", order="fire")
            page.goto(f"/t/{pair.table.public_id}/")
        page.goto(f"/t/{pair.table.public_id}/wall/")
        assert_nothing_sideways(page, "the projector view")


WIDE = """() => [...document.querySelectorAll("main *")]
  .filter((one) => !one.matches("option, script, .visually-hidden, .visually-hidden *"))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1;
  })
  .map((one) => one.outerHTML.slice(0, 90))"""


KEEP_IT = """() => {
  window.field = document.activeElement;
  window.left = 0;
  window.field.addEventListener("blur", () => { window.left += 1; });
}"""
KEPT = "document.activeElement === window.field && window.field.isConnected && window.left === 0"


@pytest.mark.parametrize("begin", [True, False])
def test_the_very_field_in_which_somebody_types_stays(begin: bool, site: str, browser: Browser) -> None:
    """A phone's keyboard stays up, and a syllable that is being composed goes on."""
    pair = sit_down(begin=begin, method="numbered tokens" if not begin else "dice bag")
    with at_table(site, browser, pair) as page:
        if begin:
            page.get_by_text("Call an air strike, a barrage or smoke").click()
            page.locator("select[name=strike]").select_option("smoke")
        field = page.get_by_label("Aiming point") if begin else page.locator("#roster0")
        field.press_sequentially("the mll")
        field.press("ArrowLeft")
        field.press("ArrowLeft")
        page.evaluate(KEEP_IT)
        keys = page.context.new_cdp_session(page)
        keys.send("Input.imeSetComposition", {"text": "i", "selectionStart": 1, "selectionEnd": 1})
        if begin:
            pair.act(1, "draw", side="1")
        else:
            pair.act(1, "settings", turns="9", method="cards")
        expect(page.locator(".latest" if begin else ".strip")).to_contain_text("Brown" if begin else "Cards")
        assert page.evaluate(KEPT)
        keys.send("Input.insertText", {"text": "i"})
        page.keyboard.type("k")
        expect(field).to_have_value("the mikll")
        assert page.evaluate(KEPT)
        if begin:
            # What stands around it is as it is now: it is sent, and counts once.
            field.press("Enter")
            expect(field).to_have_value("")


def test_a_list_that_is_open_stays_and_what_is_around_it_changes(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    with at_table(site, browser, pair) as page:
        page.get_by_label("Turns (0: open)").focus()
        page.evaluate(KEEP_IT)
        pair.act(1, "settings", turns="9", method="cards")
        expect(page.locator(".strip")).to_contain_text("Cards")
        # What he has not changed is what the table has by now.
        expect(page.get_by_label("Turns (0: open)")).to_have_value("9")
        assert page.evaluate(KEPT)
        page.locator("#method").focus()
        page.evaluate(KEEP_IT)
        pair.act(1, "settings", turns="8", method="dice bag")
        expect(page.get_by_label("Turns (0: open)")).to_have_value("8")
        expect(page.locator("#method")).to_have_value("dice bag")
        assert page.evaluate(KEPT)
