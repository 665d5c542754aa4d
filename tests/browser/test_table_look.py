"""Every page of the companion at every moment of a battle: for one thumb, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, Page

from tests.browser.conftest import assert_accessible, assert_nothing_sideways
from tests.table.moments import Moment, beginnings, ends, moments, orders

SMALL = """() => [...document.querySelectorAll(
  "main a, main button, main input:not([type=hidden]), main select, main summary, main textarea"
)].map((one) => [one, (one.closest(".tile, .choice") || one).getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height)
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5 || box.right > innerWidth + 1)
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
SOME = ("order", "shooting", "dice", "away, secret", "back")


def visited(site: str, browser: Browser, found: Iterator[Moment]) -> Iterator[tuple[str, str, Page]]:
    """Each moment on a phone of 360 pixels, by day and by night; all that can be opened is open."""
    for name, pair, phone, what in found:
        session = SessionStore()
        session["tables"] = {pair.table.public_id: phone.public_id}
        session.create()
        context = browser.new_context(
            base_url=site, viewport={"width": 360, "height": 640}, service_workers="block"
        )
        context.add_cookies([{"name": "session", "value": str(session.session_key), "url": site}])
        page = context.new_page()
        page.goto(f"/t/{pair.table.public_id}/{what}")
        page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            yield name, scheme, page
        context.close()


def prove(site: str, browser: Browser, found: Iterator[Moment]) -> None:
    """Nothing sideways, nothing too small for a thumb, nothing that axe finds."""
    seen = 0
    for name, scheme, page in visited(site, browser, found):
        what = f"the table: {name}, {scheme}"
        assert_nothing_sideways(page, what)
        assert page.evaluate(SMALL) == [], what
        assert_accessible(page, what)
        seen += 1
    assert seen


@pytest.mark.once
def test_the_moments_that_come_most_are_for_one_thumb_and_for_everybody(site: str, browser: Browser) -> None:
    prove(site, browser, (one for found in (orders(), ends()) for one in found if one[0] in SOME))


@pytest.mark.once
def test_the_projector_shows_all_of_it_at_once(site: str, browser: Browser) -> None:
    for name, scheme, page in visited(site, browser, (one for one in beginnings() if one[0] == "wall")):
        page.set_viewport_size({"width": 1920, "height": 1080})
        what = f"the projector view: {name}, {scheme}"
        assert_nothing_sideways(page, what)
        assert_accessible(page, what)
        last = page.locator(".last li").last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] < 1080, what
        first = page.locator(".huge").first.bounding_box()
        assert first is not None
        assert first["height"] > 48, what


@pytest.mark.once
@pytest.mark.long
@pytest.mark.timeout(600)
def test_every_moment_is_for_one_thumb_and_for_everybody(site: str, browser: Browser) -> None:
    prove(site, browser, moments())
