"""Pages made four times as large, letters twice as large, and the ring around what has the focus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserType, Page

from campaign.models import Campaign, User
from tests.browser.conftest import CHROMIUM, Enter, assert_nothing_sideways, launching, visit
from tests.browser.turns import play_quiet_turn

pytestmark = pytest.mark.django_db(transaction=True)

FOUR_TIMES = {"width": 320, "height": 256}
"""What is left of a screen of 1280 by 1024 at 400 %."""
PHONE = {"width": 390, "height": 844}
PRESSED = "main :is(a[href], button, input, select, summary)"
HIDDEN = """(query) => [...document.querySelectorAll(query)].filter((one) => {
    if (!one.checkVisibility({checkVisibilityCSS: true}) || one.disabled || one.closest("svg")) return false;
    one.scrollIntoView({block: "nearest", behavior: "instant"});
    const box = one.getClientRects()[0];
    if (box.width < 3) return false;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const whose = (label) => label.contains(top);
    return !(top && (one.contains(top) || [...(one.labels ?? [])].some(whose)));
}).map((one) => one.outerHTML.slice(0, 90))"""
"""What cannot be pressed after it was scrolled to: something else lies over it."""
CUT = """(query) => [...document.querySelectorAll(query)].filter((one) => {
    if (!one.getClientRects().length) return false;
    one.focus({focusVisible: true});
    const style = getComputedStyle(one);
    const wide = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
    const ring = one.getBoundingClientRect();
    for (let part = one.parentElement; part !== document.documentElement; part = part.parentElement) {
        const box = part.getBoundingClientRect();
        if (getComputedStyle(part).overflowX === "visible") continue;
        const sideways = part.matches(".tabs") && part.scrollWidth > part.clientWidth;
        if (!sideways && (ring.left - wide < box.left - 1 || ring.right + wide > box.right + 1)) return true;
        if (ring.top - wide < box.top - 1 || ring.bottom + wide > box.bottom + 1) return true;
    }
    return ring.left < wide || style.outlineStyle === "none";
}).map((one) => one.outerHTML.slice(0, 90))"""
"""What has no ring when it has the focus, or one of which a part is cut off."""
HEAD = ".top .named, .top .tabs > *, .top .due > *, .top .end > :not(.due)"
MEET = """(query) => {
    const boxes = [...document.querySelectorAll(query)].filter((one) => one.getClientRects().length)
        .map((one) => [one.className, one.getBoundingClientRect()]);
    const meets = (one, two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
        && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
    return boxes.flatMap(([name, one], at) => boxes.slice(at + 1)
        .filter(([, two]) => meets(one, two)).map(([other]) => [name, other]));
}"""
"""Parts of a page's head that lie over each other."""


@pytest.mark.parametrize("path", ["", "report/"], ids=["map", "report"])
def test_at_four_times_the_size_all_can_be_reached(
    enter: Enter, tarn: Campaign, ada: User, path: str
) -> None:
    play_quiet_turn(tarn)
    page = enter(ada)
    page.set_viewport_size(FOUR_TIMES)  # type: ignore[arg-type]
    visit(page, f"/c/{tarn.public_id}/{path}")
    page.wait_for_selector(".map[data-drawn]")
    assert_nothing_sideways(page, path)
    assert page.evaluate(HIDDEN, PRESSED) == []
    # Most of the window is left for words, or these scroll: no part of the page scrolls by itself.
    assert page.evaluate("document.scrollingElement.scrollHeight") > 2 * FOUR_TIMES["height"]


def test_the_rules_on_one_sheet_and_tonight_at_four_times_the_size(enter: Enter, ada: User) -> None:
    page = enter(ada)
    page.set_viewport_size(FOUR_TIMES)  # type: ignore[arg-type]
    for path in ("/rules/aid/", "/tonight/"):
        visit(page, path)
        assert_nothing_sideways(page, path)
        assert page.evaluate(HIDDEN, PRESSED) == [], path


def test_no_ring_is_cut_off(enter: Enter, tarn: Campaign, ada: User) -> None:
    page = enter(ada)
    for size in (PHONE, {"width": 1280, "height": 800}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        visit(page, f"/c/{tarn.public_id}/")
        page.wait_for_selector(".map[data-drawn]")
        assert page.evaluate(CUT, ".tabs > a, .map-tools > *") == [], size
    visit(page, "/t/tables/")
    assert page.evaluate(CUT, ".jump a") == []


@pytest.fixture
def large(browser_type: BrowserType) -> Iterator[Browser]:
    """A browser whose owner has set letters twice as large as usual."""
    how = launching(CHROMIUM)
    browser = browser_type.launch(**{**how, "args": [*how["args"], "--blink-settings=defaultFontSize=32"]})
    yield browser
    browser.close()


def test_letters_twice_as_large_lie_over_nothing(
    enter: Enter, large: Browser, tarn: Campaign, ada: User, site: str
) -> None:
    cookies = enter(ada).context.cookies()
    context = large.new_context(base_url=site, viewport={"width": 1000, "height": 800})
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page: Page = context.new_page()
    for path in ("", "report/", "battles/"):
        visit(page, f"/c/{tarn.public_id}/{path}")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate(MEET, HEAD) == [], path
        assert_nothing_sideways(page, path)
    context.close()
