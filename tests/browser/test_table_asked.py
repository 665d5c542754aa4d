"""Two phones at once: what the owner of a unit is asked in a hit, and all a squad fires as one attack."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, Page, expect

from battles.models import Phone
from tests.rules.tabletop.playing import with_men
from tests.table.moments import asked, drawn, put
from tests.table.phones import Pair, sit_down

NOW = "section.now.mine[data-prompt={}]"


@contextmanager
def phones(site: str, browser: Browser, pair: Pair) -> Iterator[tuple[Page, Page]]:
    """Ada's phone and Ben's, both at the table."""
    contexts = [browser.new_context(base_url=site, viewport={"width": 360, "height": 800}) for _ in range(2)]
    pages = []
    for context, phone in zip(contexts, (pair.ada, pair.ben), strict=True):
        context.add_cookies([{"name": "session", "value": session_of(pair, phone), "url": site}])
        page = context.new_page()
        page.goto(f"/t/{pair.table.public_id}/")
        pages.append(page)
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


def session_of(pair: Pair, phone: Phone) -> str:
    session = SessionStore()
    session["tables"] = {pair.table.public_id: phone.public_id}
    session.create()
    return str(session.session_key)


@pytest.mark.once
@pytest.mark.long
def test_the_owner_taps_the_officer_and_the_other_phone_follows(site: str, browser: Browser) -> None:
    pair = asked("morale")
    with phones(site, browser, pair) as (ada, ben):
        expect(ada.locator("section.now[data-prompt=morale]")).to_contain_text("Waiting for the other phone")
        ben.locator(NOW.format("morale")).get_by_role("button", name="Brown captain").click()
        expect(ben.locator("section.now[data-prompt=morale]")).to_have_count(0)
        expect(ada.locator(".latest")).to_contain_text("Morale of")
        expect(ada.locator(".latest")).to_contain_text("against 13")


@pytest.mark.once
@pytest.mark.long
def test_the_owner_taps_where_the_turret_jams(site: str, browser: Browser) -> None:
    pair = asked("jam")
    with phones(site, browser, pair) as (ada, ben):
        ben.locator(NOW.format("jam")).get_by_role("button", name="left").click()
        expect(ada.locator(".latest")).to_contain_text("turret 2 jams (left)")


@pytest.mark.once
def test_rifles_and_a_machine_gun_are_answered_once(site: str, browser: Browser) -> None:
    pair = sit_down()
    put(pair, lambda game: game.with_unit(with_men(game.unit("a1"), weapons=("Rifle", "LMG"))))
    put(pair, lambda game: game.with_unit(with_men(game.unit("b1"), start=90)))
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    with phones(site, browser, pair) as (ada, ben):
        ada.locator(".targets button[value=b1]").click()
        ada.locator("button.range").last.click()
        ben.locator(NOW.format("answer")).get_by_role("button", name="Stand").click()
        expect(ada.locator("section.now[data-prompt=draw]")).to_be_visible()
        assert pair.game.unit("b1").pins == 1


@pytest.mark.once
@pytest.mark.long
def test_a_charge_at_closed_armour_is_chosen_with_the_order(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    pair.act(1, "roster", roster="Brown armoured car MMG 90 pts")
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    with phones(site, browser, pair) as (ada, _ben):
        now = ada.locator(NOW.format("order"))
        now.locator("input[name=unit]").first.check(force=True)
        now.locator("summary", has_text="Officer in range").click()
        now.locator("select[name=charge]").select_option("b3")
        now.locator("button[value=run]").click()
        expect(ada.locator(".latest")).to_contain_text("against 6")
        expect(ada.locator(".latest")).to_contain_text("charges")


@pytest.mark.once
@pytest.mark.long
def test_what_does_nothing_for_a_truck_stands_last_and_does_not_call(site: str, browser: Browser) -> None:
    pair = drawn()
    put(pair, lambda game: game.with_unit(replace(game.unit("a2"), kind="soft-skin", groups=())))
    note = "It has nothing to fire: Fire and Ambush do nothing for it."
    with phones(site, browser, pair) as (ada, _ben):
        form = ada.locator(NOW.format("order"))

        def in_sight() -> list[str]:
            """The orders from the top down, and from left to right."""
            places = {}
            for order in ("Fire", "Advance", "Run", "Ambush", "Rally", "Down"):
                box = form.locator("button", has_text=order).first.bounding_box()
                assert box is not None
                places[order] = (round(box["y"]), round(box["x"]))
            return sorted(places, key=lambda order: places[order])

        expect(form.get_by_text(note)).to_be_hidden()
        form.locator("label.tile", has_text="Green tank").click()
        expect(form.get_by_text(note)).to_be_visible()
        assert in_sight() == ["Advance", "Run", "Rally", "Down", "Fire", "Ambush"]
        form.locator("label.tile", has_text="Green squad").click()
        expect(form.get_by_text(note)).to_be_hidden()
        assert in_sight() == ["Fire", "Advance", "Run", "Ambush", "Rally", "Down"]
