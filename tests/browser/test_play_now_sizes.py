"""Playing at once on every screen: upright and landscape phones and a desk, by pointer, by keys and without
scripts, from the first page to the report, with what is on the way looked at in both lights.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    ARTEFACTS,
    SCHEMES,
    SIZES,
    assert_accessible,
    assert_nothing_sideways,
    assert_readable,
)
from tests.browser.playing import MOST_TAPS, SOON, Player, play_plainly

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = SIZES | {"landscape": (667, 375), "wide landscape": (844, 390)}
COVERED = """() => [...document.querySelectorAll("#order :is(.pad .cell, .order-button), #submit")]
    .filter((one) => !one.disabled && one.checkVisibility())
    .filter((one) => {
        one.scrollIntoView({block: "nearest"});
        const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !(top && (one.contains(top) || top.contains(one)));
    }).map((one) => one.outerHTML.slice(0, 90))"""
"""What there is to be pressed and lies under something else even when it is brought into view."""
MEETING = """() => {
    const sheet = document.querySelector(".sheet").getBoundingClientRect();
    return [...document.querySelectorAll(".map-tools > *")].filter((one) => one.getClientRects().length)
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.bottom > sheet.top + 1 && box.right > sheet.left + 1;
        })
        .map((one) => one.title || one.outerHTML);
}"""
"""The map's controls that lie over the sheet."""
REPORT = ".tabs a[href$='/report/']"


class Looker:
    """Looks at where somebody is, in both lights."""

    def __init__(self, page: Page, size: str, way: str) -> None:
        self.page, self.name = page, f"play-{way}-{size}".replace(" ", "-")

    def __call__(self, where: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        for scheme in SCHEMES:
            what = f"{self.name} {where} {scheme}"
            self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            self.page.wait_for_timeout(50)
            self.page.screenshot(path=ARTEFACTS / f"{self.name}-{where}-{scheme}.png")
            assert_nothing_sideways(self.page, what)
            (assert_accessible if scheme == "light" else assert_readable)(self.page, what)


def enter_at(browser: Browser, site: str, size: str, *, scripts: bool = True) -> Page:
    """A stranger's window of this size."""
    width, height = SCREENS[size]
    context = browser.new_context(
        base_url=site,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        has_touch=size != "desk",
        java_script_enabled=scripts,
    )
    page = context.new_page()
    page.set_default_timeout(SOON)
    page.goto("/")
    return page


@pytest.mark.long
@pytest.mark.parametrize("way", ["pointer", "keys"])
@pytest.mark.parametrize("size", SCREENS)
def test_from_the_first_page_to_the_report(browser: Browser, site: str, size: str, way: str) -> None:
    page = enter_at(browser, site, size)
    look = Looker(page, size, way)
    look("landing")
    player = Player(page, keys=way == "keys")
    player.begin()
    look("map")
    assert page.evaluate(COVERED) == []
    assert page.evaluate(MEETING) == []
    player.order()
    player.submit()
    assert player.taps <= MOST_TAPS
    expect(page.locator("#plan")).to_contain_text("Plan of turn 2", timeout=SOON)
    look("turn-2")
    assert page.evaluate(MEETING) == []
    player.tap(REPORT)
    expect(page.get_by_role("main")).to_contain_text("marched")
    look("report")
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("size", SCREENS)
def test_without_scripts(browser: Browser, site: str, size: str) -> None:
    page = enter_at(browser, site, size, scripts=False)
    assert play_plainly(page) <= MOST_TAPS
    expect(page.locator(".told-map")).to_be_hidden()
    assert_nothing_sideways(page, size)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.screenshot(path=ARTEFACTS / f"play-plain-{size}-report-{scheme}.png".replace(" ", "-"))
    page.context.close()
