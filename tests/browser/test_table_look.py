"""Every page of the companion at every moment of a battle: for one thumb, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, Page, expect

from rules.tabletop.tables import METHODS
from tests.browser.conftest import assert_accessible, assert_nothing_sideways, assert_readable
from tests.table.moments import Moment, ends, moments, orders, prompts, shot
from tests.table.phones import sit_down

ROOT = Path(__file__).parents[2]
SMALL = """() => [...document.querySelectorAll(
  "main a, main button, main input:not([type=hidden]), main select, main summary, main textarea"
)].map((one) => [one, (one.closest(".tile, .choice") || one).getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height)
  .filter(([, box]) => box.height < 43.5 || box.width < 43.5 || box.right > innerWidth + 1)
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
SCREENS = ((1024, 768), (1280, 720), (1920, 1080), (3840, 2160))
FAINT = """() => [...document.querySelectorAll("#table *")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((one) => one.getBoundingClientRect().height && !one.closest(".visually-hidden"))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < innerHeight * 0.022)
  .map((one) => one.outerHTML.slice(0, 90))"""
"""What is smaller than a forty-fifth of the screen's height: not to be read from three metres."""
SOME = ("order", "volley", "measuring two", "asked, morale")


def visited(
    site: str, browser: Browser, found: Iterator[Moment], *, unfold: bool = True
) -> Iterator[tuple[str, str, Page]]:
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
        if unfold:
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
        (assert_accessible if scheme == "light" else assert_readable)(page, what)
        seen += 1
    assert seen


@pytest.mark.once
def test_the_moments_that_come_most_are_for_one_thumb_and_for_everybody(site: str, browser: Browser) -> None:
    prove(site, browser, (one for found in (orders(), ends()) for one in found if one[0] in SOME))


REACH = """() => [...document.querySelectorAll(".now.mine .thumb-button, .now.mine .orders button")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.height && (box.top < innerHeight / 2 || box.bottom > innerHeight))
  .map(([one, box]) => `${one.innerText} from ${Math.round(box.top)} to ${Math.round(box.bottom)}`)"""


def at_once() -> Iterator[Moment]:
    """What is asked most, of a side with few units and of one with many."""
    squads = "\n".join(["6x Green squad of rifles 10 men rifle 100 pts each"] * 2)
    for method in METHODS:
        for momentum in ("", "1"):
            pair = sit_down(method, begin=False, momentum=momentum)
            if momentum:
                pair.act(0, "roster", roster=squads)
            pair.act(0, "begin")
            yield f"{method} begins, momentum {momentum or 0}", pair, pair.ada, ""
    pair = sit_down(begin=False, momentum="1")
    pair.act(0, "roster", roster=squads)
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    yield "an order for one of many", pair, pair.ada, ""
    pair.act(0, "order", unit="a1", order="down")
    yield "after it", pair, pair.ada, ""
    pair = shot()
    yield "an answer", pair, pair.ben, ""


@pytest.mark.once
@pytest.mark.long
def test_what_is_asked_is_answered_in_the_lower_half_without_scrolling(site: str, browser: Browser) -> None:
    for name, pair, phone, what in at_once():
        for held, scheme, page in visited(site, browser, iter([(name, pair, phone, what)]), unfold=False):
            if scheme == "light":
                assert page.locator(".now.mine").count(), held
                assert page.evaluate(REACH) == [], held


@pytest.mark.once
@pytest.mark.long
def test_tokens_are_numbered_by_two_taps(site: str, browser: Browser) -> None:
    pair = sit_down("assigned tokens")
    for _, scheme, page in visited(site, browser, iter([("tokens", pair, pair.ada, "")])):
        if scheme == "light":
            fields = page.locator("select[data-token]")
            fields.first.select_option("2")
            page.get_by_role("button", name="Fill in the rest in this order").click()
            assert [field.input_value() for field in fields.all()] == ["2", "1"]
            page.get_by_role("button", name="Put them down").click()
            expect(page.locator("section.now.mine[data-prompt=tokens]")).to_have_count(0)


@pytest.mark.once
@pytest.mark.long
def test_the_projector_shows_all_of_it_at_once_and_in_large(site: str, browser: Browser) -> None:
    walls = [("begun", sit_down()), ("a shot with momentum", shot())]
    for name, scheme, page in visited(
        site, browser, ((what, pair, pair.ada, "wall/") for what, pair in walls)
    ):
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            what = f"the projector view: {name}, {scheme}, {width}x{height}"
            assert_nothing_sideways(page, what)
            over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert over <= 0, f"{what} is {over} px too high"
            assert page.evaluate(FAINT) == [], what
            for one in page.locator(".huge").all():
                box = one.bounding_box()
                assert box is not None
                assert box["height"] > height / 20, what
        assert_accessible(page, f"the projector view: {name}, {scheme}")


@pytest.mark.once
def test_the_projector_follows_the_battle_by_itself(site: str, browser: Browser) -> None:
    pair = sit_down()
    _, _, page = next(visited(site, browser, iter([("wall", pair, pair.ada, "wall/")])))
    asked = page.locator(".huge")
    expect(asked).to_have_text("Draw the next one")
    page.evaluate("window.sameLoad = true")
    pair.act(0, "draw", side="0")
    expect(asked.first).not_to_have_text("Draw the next one")

    # A network that was lost for a while is no matter.
    page.context.set_offline(True)
    pair.act(0, "order", unit="a1", order="fire")
    page.context.set_offline(False)
    expect(asked.filter(has_text="Green squad")).to_be_visible()
    assert page.evaluate("window.sameLoad") is True
    page.context.close()


@pytest.mark.once
def test_what_fires_is_in_sight_with_all_that_it_needs(site: str, browser: Browser) -> None:
    squads = "\n".join(f"Brown squad number {number} 10 men rifle 100 pts" for number in range(1, 13))
    pair = sit_down(begin=False, momentum="1")
    pair.act(1, "roster", roster=squads)
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    for _name, scheme, page in visited(site, browser, iter([("fire", pair, pair.ada, "")]), unfold=False):
        if scheme == "dark":
            continue
        expect(page.locator(".now.mine .targets button").first).to_be_in_viewport(ratio=1)
        box = page.get_by_role("button", name="Done, draw the next").bounding_box()
        assert box is not None
        assert box["height"] < 60
        page.get_by_role("link", name="Momentum gained").click()
        expect(page.get_by_role("button", name="Move the slider")).to_be_in_viewport(ratio=1)


CONTROLS = """() => [...document.querySelectorAll(
  ".now.mine button, .now.mine a, .now.mine summary, .now.mine select, .now.mine textarea"
  + ", .now.mine input:not([type=hidden]):not([type=radio])"
)].filter((one) => one.getBoundingClientRect().height && one.checkVisibility() && !one.disabled).length"""
REACHED = """() => {
  const one = document.activeElement
  if (!one.closest(".now.mine")) return ""
  if (one.type === "radio") return "radio"
  window.known = window.known || new Map()
  if (!window.known.has(one)) window.known.set(one, String(window.known.size))
  return window.known.get(one)
}"""
FILLED = """() => {
  for (const form of document.querySelectorAll(".now.mine form")) for (const one of form.elements) {
    const open = one.type === "radio" && one.required
    if (open && !form.querySelector(`[name="${one.name}"]:checked`)) return one.name
  }
  return ""
}"""
"""A choice that has still to be made before the form can be sent."""


def by_keys(page: Page, what: str) -> None:
    """All that is offered is reached by Tab alone, in one round; what has to be chosen is, by Space."""
    page.locator(".now.mine h2").first.focus()
    reached = set()
    for _ in range(90):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(REACHED))
        if page.evaluate("document.activeElement.type") == "radio" and page.evaluate(FILLED):
            page.keyboard.press("Space")
    assert len(reached - {"", "radio"}) == page.evaluate(CONTROLS), what
    assert page.evaluate(FILLED) == "", what


@pytest.mark.once
@pytest.mark.long
def test_all_that_is_asked_is_for_everybody_and_for_keys_alone(site: str, browser: Browser) -> None:
    """Each prompt that the companion has, by axe and by a keyboard."""
    met = set()
    for kind, pair, phone, what in prompts():
        for _name, scheme, page in visited(site, browser, iter([(kind, pair, phone, what)]), unfold=False):
            where = f"what is asked: {kind}, {scheme}"
            expect(page.locator(f'section.now.mine[data-prompt="{kind}"]').first, where).to_be_visible()
            assert_nothing_sideways(page, where)
            assert page.evaluate(SMALL) == [], where
            (assert_accessible if scheme == "light" else assert_readable)(page, where)
            if scheme == "dark":
                by_keys(page, where)
        met.add(kind.replace(" ", "_"))
    known = {one.stem for one in (ROOT / "templates/battles/table/now").glob("*.html")}
    assert known - met == {"begin"}, "to begin is asked in the form of the set-up"


@pytest.mark.once
@pytest.mark.long
def test_every_moment_is_for_one_thumb_and_for_everybody(site: str, browser: Browser) -> None:
    prove(site, browser, moments())
