"""The lesson in a browser: by pointer and by keyboard, on a desk and on a phone, without scripts, otherwise
than it says, left and taken up again.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from campaign.lessons.curriculum import FIRST, MOST_TAPS, lesson
from campaign.models import Campaign, LessonProgress, User
from tests.browser.conftest import SIZES, Enter, assert_accessible, assert_nothing_sideways, visit
from tests.lessons.conftest import Learner

pytestmark = pytest.mark.django_db(transaction=True)

WAR = lesson(FIRST)
STEPS = [step for chapter in WAR.chapters for step in chapter.steps]
BOXES = """() => {
    const box = (one) => one?.getBoundingClientRect();
    const target = document.querySelector(".hinted:not(.map)");
    const [hint, ring] = [box(document.getElementById("hint")), box(target)];
    const mark = box(document.querySelector(".hint-mark"));
    const meets = (one) => Boolean(hint && one && one.right > hint.left && one.left < hint.right
        && one.bottom > hint.top && one.top < hint.bottom);
    const pointed = document.querySelector("[aria-describedby~=hint-text]");
    return {meets: meets(ring) || meets(mark), pointed: Boolean(pointed), marked: Boolean(ring || mark)};
}"""
STANDS = f"() => {{ const found = ({BOXES})(); return found.pointed && found.marked && !found.meets; }}"
"""Whether the hint's target is there, told to all, and not under the hint."""
ANOTHER = """(last) => {
    const hint = document.getElementById("hint");
    if (location.pathname.endsWith("/end/")) return true;
    if (document.documentElement?.dataset.ready === undefined) return false;
    return !hint || Boolean(hint.dataset.step && hint.dataset.step !== last
        && !hint.querySelector("[data-fold]").hidden);
}"""
"""Whether the war map shows another step than the last with its script at work, or the lesson is over."""
NEWS = """() => document.addEventListener("submit", () => setInterval(() =>
    document.dispatchEvent(new CustomEvent("live", {cancelable: true})), 20), {capture: true})"""
"""From the next press on the page hears of news without end, as it may of a war that goes."""
TURN = 60_000
"""Milliseconds that a turn may take to be resolved while a machine is busy with other tests."""


class Walk:
    """Somebody who does what the hints say, by pointer or by keyboard, and counts what it took."""

    def __init__(self, page: Page, *, keys: bool = False) -> None:
        self.page, self.keys, self.taps = page, keys, 0
        page.set_default_timeout(TURN)
        self.seen: list[str] = []

    def tap(self, selector: str) -> None:
        """Press the first thing that this finds and that is there to be pressed."""
        self.taps += 1
        one = self.page.locator(f"{selector} >> visible=true").first
        if self.keys:
            one.press("Enter")
        else:
            one.click()

    def begin(self) -> None:
        visit(self.page, "/lesson/")
        led(self.page, "main form button.primary")
        self.page.wait_for_function(ANOTHER, arg="")

    def present(self) -> dict[str, Any]:
        """What the hint says of itself, once it is another one than the last; nothing at the end."""
        last = self.seen[-1] if self.seen else ""
        self.page.wait_for_function(ANOTHER, arg=last, timeout=TURN, polling=100)
        hint = self.page.locator("#hint")
        return hint.evaluate("one => ({...one.dataset})") if hint.count() else {}

    def go(self, most: int = 99) -> None:
        """Go on, at most so many steps."""
        for _ in range(most):
            step = self.present()
            if not step:
                return
            self.seen.append(step["step"])
            self.check(step)
            getattr(self, f"do_{step['wants']}")(step)

    def check(self, step: dict[str, Any]) -> None:
        """Its target is there, told to all, and never under the hint; nothing scrolls sideways."""
        try:
            self.page.wait_for_function(STANDS)
        except TimeoutError:
            raise AssertionError((step, self.page.evaluate(BOXES))) from None
        assert_nothing_sideways(self.page, step["step"])

    def do_go_on(self, _step: dict[str, Any]) -> None:
        self.tap("#hint [data-key=go]")

    def do_read(self, step: dict[str, Any]) -> None:
        self.tap("#hint [data-key=show]")
        self.page.wait_for_selector(f".told #hint[data-step={step['step']}] [data-fold]:not([hidden])")
        expect(self.page.locator(".hinted")).to_be_attached()
        self.tap("#hint [data-key=go]")

    def do_opened(self, step: dict[str, Any]) -> None:
        if step["anchor"] != "timeline":
            self.tap(f'#plan [data-key="row-{step["banner"]}"]')
            return
        if self.page.locator("#turns").is_hidden():
            self.tap("[data-turns]")
        self.taps += 1
        self.page.locator("#turns input").press("ArrowLeft")
        self.page.wait_for_selector(".map.past")

    def do_plan_has(self, step: dict[str, Any]) -> None:
        cell = f'.pad [data-sector="{step.get("sector")}"]'
        key = cell if step["anchor"] == "pad" else f'.order-button[data-order="{step["order"]}"]'
        row = f'#plan [data-key="row-{step["banner"]}"]'
        if self.page.locator("#order .hinted").count() == 0:
            self.tap(row if self.page.locator(row).is_visible() else "#order-foot [data-next]")
            # Only the sheet of the banner that is meant wears the ring.
            self.page.wait_for_selector("#order .hinted")
            assert self.page.locator(".map.past").count() == 0, "who plans sees the turn that runs"
        self.tap(f"#order {key}")

    def do_submitted(self, _step: dict[str, Any]) -> None:
        if self.page.locator("#order-foot [data-next]").is_visible():
            self.tap("#order-foot [data-next]")
        self.page.wait_for_selector("#submit:visible")
        self.tap("#submit")
        self.tap("dialog[open] [value=submit]")


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_whole_lesson(enter: Enter, ada: User, size: str) -> None:
    page = enter(ada)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    walk = Walk(page, keys=size == "desk")
    check = walk.check

    def look(step: dict[str, Any]) -> None:
        check(step)
        assert_accessible(page, f"{size} {step['step']}")

    walk.check = look  # type: ignore[method-assign]
    walk.begin()
    walk.go()
    assert walk.seen == [step.id for step in STEPS]
    assert walk.taps <= MOST_TAPS
    assert LessonProgress.objects.get().state == "done"
    assert Campaign.objects.get().champion is not None
    expect(page.get_by_text("Champion of Learn in four turns")).to_be_visible()


@pytest.mark.long
def test_hints_fold_and_move_the_focus_only_when_asked(enter: Enter, ada: User) -> None:
    page = enter(ada)
    walk = Walk(page)
    walk.begin()
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    walk.go(1)
    hint = page.locator("#hint")
    expect(hint).to_have_attribute("data-step", "banner")
    expect(hint.locator("[data-voice]")).to_contain_text("A shield is a banner")
    page.locator("#hint-title").click()
    page.keyboard.press("Escape")
    expect(page.locator("#hint-body")).to_be_hidden()
    hint.locator("[data-fold]").click()
    expect(page.locator("#hint-body")).to_be_visible()
    hint.locator("[data-show]").click()
    expect(page.locator("#plan .row-banner.hinted")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body"), "nothing holds the focus"


def test_on_a_phone_all_of_a_hint_can_be_read_and_nothing_lies_over_what_it_shows(
    enter: Enter, ada: User
) -> None:
    page = enter(ada)
    page.set_viewport_size({"width": 360, "height": 800})
    Learner(ada).play(1)
    walk = Walk(page)
    walk.begin()
    page.locator("#hint summary").click()
    foot = page.locator("#plan-foot").evaluate("one => one.getBoundingClientRect().bottom")
    assert foot <= 800, "what is unfolded pushes nothing out of the window"
    walk.tap("#hint [data-key=show]")
    page.wait_for_selector(".told #hint[data-step=report-1] [data-fold]:not([hidden])")
    seen, below = page.locator("#part-seen"), page.locator(".told-map")
    expect(seen).to_be_in_viewport()
    top, bottom = (one.evaluate("one => one.getBoundingClientRect().toJSON()") for one in (seen, below))
    assert top["top"] >= bottom["bottom"], "the map lies over the part that is to be read"
    walk.tap("#hint [data-key=go]")
    for step in ("level", "no-level"):
        page.wait_for_selector(f"html[data-ready] #hint[data-step={step}] [data-fold]", state="attached")
        cut = page.locator("#hint-text").evaluate("one => one.scrollHeight - one.clientHeight")
        assert cut <= 0, f"{step} is read whole"
        part = page.locator(".map").evaluate("one => one.clientHeight / innerHeight")
        assert part >= 0.55, (step, part)
        walk.tap("#hint [data-key=go]")


@pytest.mark.long
def test_whoever_goes_on_by_the_keyboard_does_not_fold_the_hint_next(enter: Enter, ada: User) -> None:
    page = enter(ada)
    walk = Walk(page, keys=True)
    walk.begin()
    walk.go(3)
    page.wait_for_selector("#hint[data-step=march]")
    expect(page.locator("#hint [data-key=show]")).to_be_focused()


def test_after_a_turn_the_first_key_leads_to_the_next_hint(enter: Enter, ada: User) -> None:
    page = enter(ada)
    walk = Walk(page, keys=True)
    walk.begin()
    while not walk.seen or not walk.seen[-1].startswith("submit"):
        walk.go(1)
    assert walk.present()["step"] == "report-1"
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the hint")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hint-title")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('#hint'))")


@pytest.mark.long
def test_what_is_shown_is_what_the_hint_asks_to_be_used_next(enter: Enter, ada: User) -> None:
    """Who presses what "Show me" gives the focus does what the hint asks, and nothing else."""
    learner = Learner(ada)
    learner.play(1)
    for _ in range(3):
        learner.answer()
    assert learner.hint.present.id == "contact"
    page = enter(ada)
    page.goto(f"/c/{learner.war.public_id}/")
    page.wait_for_selector("html[data-ready] #hint[data-step=contact] [data-fold]:not([hidden])")
    page.locator("#hint [data-show]").press("Enter")
    expect(page.locator("#plan .row-banner.hinted")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("#hint[data-step=fortify]")
    fortify = page.locator('#order .order-button[data-order="fortify"]')
    expect(fortify).to_be_enabled()
    learner.play(2)
    while learner.hint.present.id != "retreat":
        learner.answer()
    learner.plan({"scouts": WAR.chapters[2].model["orders"]["scouts"]})  # type: ignore[index]
    learner.answer()
    page.goto(f"/c/{learner.war.public_id}/")
    page.wait_for_selector("html[data-ready] #hint[data-step=timeline] [data-fold]:not([hidden])")
    page.locator("#hint [data-show]").press("Enter")
    expect(page.locator("#turns input")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#hint[data-step=take]")


@pytest.mark.long
def test_otherwise_than_it_says_and_left_and_taken_up_again(enter: Enter, ada: User) -> None:
    page = enter(ada)
    walk = Walk(page)
    walk.begin()
    walk.go(2)
    walk.present()
    page.reload()
    page.wait_for_selector("html[data-ready] #hint[data-step=ranges]")
    for turn in (1, 2, 3):
        # All hold: that is legal, and leads elsewhere.
        page.wait_for_selector("html[data-ready] #submit")
        if page.locator("#order-foot [data-next]").is_visible():
            page.keyboard.press("Escape")
        page.locator("#submit").click()
        page.locator("dialog[open] [value=submit]").click()
        missed = "html[data-ready] #hint[data-step=missed] [data-fold]:not([hidden])"
        page.wait_for_selector(missed, timeout=TURN)
        assert WAR.chapters[turn].missed.split(".")[0] in page.locator("#hint-text").inner_text()
        page.evaluate(NEWS)
        page.locator("#hint [value=go_on]").click()
        first = WAR.chapters[turn].steps[0].id
        page.wait_for_selector(f"html[data-ready] #hint[data-step={first}]", timeout=TURN)
    page.locator("#hint summary").click()
    page.locator("#hint [value=leave]").click()
    expect(page.locator("#hint")).to_have_count(0)
    visit(page, "/lesson/")
    page.get_by_role("button", name="Go on with the lesson").click()
    page.wait_for_selector("html[data-ready] #hint[data-step=held]")


@pytest.mark.long
def test_without_scripts(enter: Enter, ada: User, site: str) -> None:
    signed = enter(ada)
    browser = signed.context.browser
    assert browser is not None
    context = browser.new_context(
        base_url=site, java_script_enabled=False, viewport={"width": 360, "height": 800}
    )
    context.add_cookies(signed.context.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(TURN)
    page.goto("/lesson/")
    led(page, "main form button.primary")
    war = page.url
    # A map that no script draws takes no room, and no button stands there that does nothing.
    for empty in (".board .map", ".map-tools button"):
        expect(page.locator(empty).first).to_be_hidden()
    page.goto(f"{war}table/")
    seen = []
    for _ in range(60):
        hint = page.locator("#hint")
        if not hint.count():
            break
        step = hint.get_attribute("data-step") or ""
        wants = hint.get_attribute("data-wants")
        if not seen or seen[-1] != step:
            seen.append(step)
        banner, order = hint.get_attribute("data-banner"), hint.get_attribute("data-order")
        if wants == "plan_has":
            _write(page, banner or "", order or "", hint.get_attribute("data-sector") or "", step)
        elif wants == "submitted":
            led(page, "button[name=do][value=submit]")
            if page.get_by_role("button", name="Submit the plan").count():
                led(page, "main form button.primary")
            _wait_for_another(page, f"{war}table/", step)
        elif wants == "read":
            led(page, "#hint [data-key=show]")
            led(page, "#hint [data-key=go]")
            page.goto(f"{war}table/")
        else:
            led(page, "#hint [data-key=go]")
    assert seen == [step.id for step in STEPS]
    context.close()


def led(page: Page, selector: str) -> None:
    """Press what leads to a page, and be there: what is looked for next is not to be found in the old one."""
    with page.expect_navigation():
        page.locator(selector).first.click()


def _wait_for_another(page: Page, table: str, last: str) -> None:
    """Look at the table until it shows another step, or none any more: the turn is told."""
    end = time.monotonic() + TURN / 1000
    while True:
        page.goto(table)
        hint = page.locator("#hint")
        now = hint.get_attribute("data-step") if hint.count() else "over"
        if now not in ("", last):
            return
        assert time.monotonic() < end, f"still at {last}"
        page.wait_for_timeout(400)


def _write(page: Page, banner: str, order: str, sector: str, step: str) -> None:
    """Choose an order in the banner's part of the form, and save."""
    kind = "retreat" if step == "retreat" else "march"
    value = f"{kind}:{sector}" if sector else order
    choice = page.locator(f'#banner-{banner} :is(select:has(option[value="{value}"]))')
    choice.select_option(value)
    led(page, ".table-plan button[name=do][value=save]:not(.visually-hidden)")
