"""What goes beside a battle and stays of it, by real phones: rolling dice, cards, rematch, summary."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, Page, expect

from battles.models import Phone, Table
from battles.table.keepsakes import services as keepsakes
from tests.browser.conftest import assert_accessible, assert_nothing_sideways, assert_readable
from tests.table.moments import acting, drawn, put
from tests.table.phones import Pair

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

FALLING = """() => {
  window.fell = [];
  document.addEventListener("animationstart", (event) => {
    if (event.animationName !== "fall") return;
    const [one] = event.target.getAnimations();
    window.fell.push(one.effect.getComputedTiming().endTime);
  });
}"""
"""Writes down when each die that begins to roll will lie, in milliseconds."""


def phone_of(site: str, browser: Browser, pair: Pair, phone: Phone, motion: str = "reduce") -> Page:
    """A phone at its table."""
    session = SessionStore()
    session["tables"] = {pair.table.public_id: phone.public_id}
    session.create()
    context = browser.new_context(
        base_url=site,
        viewport={"width": 360, "height": 740},
        reduced_motion=motion,  # type: ignore[arg-type]
        service_workers="block",
    )
    context.add_cookies([{"name": "session", "value": str(session.session_key), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    return page


@pytest.mark.long
def test_dice_roll_for_a_moment_or_not_at_all_and_each_wave_is_spoken_once(
    site: str, browser: Browser
) -> None:
    pair = acting()
    moving = phone_of(site, browser, pair, pair.ada, "no-preference")
    still = phone_of(site, browser, pair, pair.ben)
    # What lies when a page is opened does not roll, nor is it read out.
    assert moving.locator(".die.rolling").count() == 0
    for page in (moving, still):
        page.evaluate(FALLING)
    expect(moving.locator("#spoken")).to_have_text("")
    moving.evaluate("document.querySelector('#spoken').dataset.same = 'yes'")
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="12", cover="soft")
    pair.act(1, "answer", how="stand")
    for page in (moving, still):
        expect(page.locator("#spoken p").first).to_be_attached()
        sentences = page.locator("#spoken p").all_inner_texts()
        assert 1 <= len(sentences) <= 4
        assert sum("of 12." in one for one in sentences) == 1
    # The region is the same one that was there before: only so is it read out.
    assert moving.evaluate("document.querySelector('#spoken').dataset.same") == "yes"
    moving.wait_for_timeout(700)
    ends = moving.evaluate("fell")
    assert ends
    assert all(0 < end <= 600 for end in ends), ends
    assert still.evaluate("fell") == []
    # Drawn again, nothing rolls again.
    pair.act(0, "done")
    expect(moving.locator("[data-prompt=done]")).to_have_count(0)
    assert moving.locator(".die.rolling").count() == 0
    assert len(moving.evaluate("fell")) == len(ends)


@pytest.mark.long
def test_cards_are_printed_in_their_own_size_on_as_many_sheets_as_they_need(
    site: str, browser: Browser
) -> None:
    pair = acting()
    put(
        pair,
        lambda game: replace(
            game, units=tuple(replace(game.units[0], id=f"a{n}", name=f"Squad {n}") for n in range(1, 11))
        ),
    )
    page = phone_of(site, browser, pair, pair.ada)
    page.goto(f"/t/{pair.table.public_id}/cards/")
    sheets = page.pdf(format="A4", prefer_css_page_size=True)
    assert b"/Count 2" in sheets
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", sheets, re.DOTALL)
    text = next(text for text in map(inflated, streams) if b" Tf" in text)
    # Points of paper for a pixel: three quarters, unless something wider than the sheet makes all smaller.
    paper, inner = (
        float(one) for one in re.findall(rb"(?m)^([\d.]+) 0 0 -?[\d.]+ [\d.]+ [\d.]+ cm", text)[:2]
    )
    assert round(paper * inner, 2) == 0.75


def inflated(stream: bytes) -> bytes:
    """A stream of a PDF as it was before it was packed; nothing of one that was not."""
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


def test_who_may_spring_has_the_keys_there(site: str, browser: Browser) -> None:
    pair = drawn(1)
    pair.act(1, "order", unit="b1", order="ambush")
    pair.act(0, "hold")
    pair.act(0, "draw", side="0")
    page = phone_of(site, browser, pair, pair.ben)
    expect(page.locator("[data-prompt=order]")).to_be_visible()
    page.locator(".now h2").first.focus()
    pair.act(0, "order", unit="a1", order="fire")
    expect(page.locator("section.now[data-prompt=spring] h2")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Spring: Brown squad at Green squad")).to_be_focused()


def over(pair: Pair) -> Table:
    """The battle is over; its summary has a link."""
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="12", cover="soft")
    pair.act(1, "answer", how="stand")
    pair.end(0)
    return keepsakes.share(pair.table, pair.ada, wanted=True)


@pytest.mark.long
def test_a_rematch_takes_two_taps_by_the_keyboard(site: str, browser: Browser) -> None:
    pair = acting()
    table = over(pair)
    page = phone_of(site, browser, pair, pair.ada)
    page.get_by_role("button", name="Rematch").press("Enter")
    expect(page.get_by_role("button", name="Begin the battle")).to_be_visible()
    again = Table.objects.get(rematch_of=table)
    assert again.public_id in page.url
    page.get_by_role("button", name="Begin the battle").press("Enter")
    expect(page.locator(".strip")).to_contain_text("Turn 1")
    other = phone_of(site, browser, pair, pair.ben)
    other.get_by_role("button", name="To the rematch").press("Enter")
    expect(other.locator(".strip")).to_contain_text("Turn 1")


def test_what_stays_of_a_battle_is_read_by_everybody_and_printed(site: str, browser: Browser) -> None:
    pair = acting()
    table = over(pair)
    page = phone_of(site, browser, pair, pair.ada)
    paths = (f"/t/{table.public_id}/report/", f"/t/{table.public_id}/cards/")
    for path in (*paths, f"/shared/tables/{table.share_token}/"):
        page.goto(path)
        assert_nothing_sideways(page, path)
        assert_accessible(page, path)
        page.emulate_media(color_scheme="dark")
        assert_readable(page, path)
        page.emulate_media(color_scheme="light")
    expect(page.locator("img.summary-picture")).to_have_js_property("naturalWidth", 1200)
    page.goto(paths[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Green has won")
    assert copied.endswith(f"/shared/tables/{table.share_token}/")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the picture").press("Enter")
    assert saved.value.suggested_filename == "battle.png"
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1, (
        "one sheet of what was"
    )
    page.goto(paths[1])
    card = page.locator(".unit-card").first
    expect(card).to_contain_text("Rifle")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})
    assert not page.get_by_role("button", name="Print").is_visible()
    assert not page.locator(".top").is_visible()
    # Two cards beside each other on a sheet, none cut in two.
    boxes = [one.bounding_box() for one in page.locator(".unit-card").all()]
    assert len({round(box["x"]) for box in boxes if box}) == 2
