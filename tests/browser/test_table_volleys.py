"""A squad of several weapons fires by the buttons of two real phones; the taps are counted (page 9)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, expect

from battles.models import TableAction
from tests.browser.conftest import assert_accessible, assert_nothing_sideways
from tests.browser.taps import TABLET, open_phone
from tests.browser.test_table_asked import NOW, phones
from tests.table.moments import MIXED, fell, put
from tests.table.phones import Pair, sit_down

TOLD = ("hit rolls", "silent")


class Taps:
    """Taps of one phone, counted."""

    def __init__(self) -> None:
        """None yet."""
        self.count = 0

    def on(self, what: Locator) -> None:
        """One tap."""
        what.click()
        self.count += 1


def mixed_squads(**more: str) -> Pair:
    """Both sides have a squad of several weapons; Green's die is drawn."""
    pair = sit_down(**more)
    for key in ("a1", "b1"):
        put(pair, lambda game, key=key: game.with_unit(replace(game.unit(key), groups=MIXED)))  # type: ignore[misc]
    pair.act(0, "draw", side="0")
    return pair


@pytest.mark.once
def test_a_mixed_squad_fires_at_one_target_by_four_taps_and_one_of_the_target(
    site: str, browser: Browser
) -> None:
    pair = mixed_squads()
    with phones(site, browser, pair) as (ada, ben):
        green, brown = Taps(), Taps()
        now = ada.locator(NOW.format("order"))
        green.on(now.locator(".tile", has_text="Green squad"))
        green.on(now.locator("button[value=fire]"))
        green.on(ada.locator(NOW.format("done")).locator(".targets button", has_text="Brown squad"))
        tiles = ada.locator(NOW.format("measure")).locator("button.range")
        expect(tiles).to_have_count(4)
        assert [one.replace("\n", " ") for one in tiles.all_inner_texts()] == [
            '6" point blank: SMG, 6 rifles, LMG',
            '12" SMG, 6 rifles, LMG',
            '24" 6 rifles, LMG',
            '36" LMG',
        ]
        assert_nothing_sideways(ada, "measuring")
        assert_accessible(ada, "measuring")
        green.on(tiles.nth(2))
        brown.on(ben.locator(NOW.format("answer")).get_by_role("button", name="Stand"))
        # With its volley the go has ended: nobody taps for that.
        expect(ada.locator("section.now[data-prompt=draw]")).to_be_visible()
        assert (green.count, brown.count) == (4, 1)
        events = TableAction.objects.get(table=pair.table, kind="answer").events
        groups = {kind: [one["values"]["group"] for one in events if one["kind"] == kind] for kind in TOLD}
        assert groups == {"hit rolls": [1, 2], "silent": [0]}


@pytest.mark.once
@pytest.mark.long
def test_the_owner_says_who_has_fallen(site: str, browser: Browser) -> None:
    pair = fell()
    with phones(site, browser, pair) as (ada, ben):
        expect(ada.locator(".fallen")).to_have_count(0)
        ben.locator(".fallen summary").click()
        ben.locator("input[name='groups.1']").fill("1")
        ben.locator("input[name='groups.2']").fill("1")
        ben.get_by_role("button", name="These have fallen").click()
        expect(ada.locator(".latest")).to_contain_text("Rifle 1, LMG 1")
        assert [group.lost for group in pair.game.unit("b1").groups] == [0, 1, 1, 0]


@pytest.mark.long
@pytest.mark.once
def test_a_refusal_names_the_group_and_another_target_is_chosen(site: str, browser: Browser) -> None:
    pair = mixed_squads()
    pair.act(0, "table", path="volley.split", value="none")
    pair.act(0, "order", unit="a1", order="fire")
    with phones(site, browser, pair) as (ada, _ben):
        fire = ada.locator(NOW.format("done"))
        fire.locator("details summary").first.click()
        fire.locator("select[name='fire.3.how']").select_option("b2")
        fire.locator(".targets button[value=b1]").click()
        expect(ada.get_by_role("alert")).to_contain_text("Panzerfaust: it has to fire at Brown squad")


@pytest.mark.long
@pytest.mark.once
def test_both_sides_of_a_volley_on_one_tablet(site: str, browser: Browser) -> None:
    pair = mixed_squads()
    # One tablet for both: its phone plays both places.
    pair.ben.delete()
    pair.ada.numbers = [0, 1]
    pair.ada.save()
    page = open_phone(browser, site, pair.table, pair.ada, TABLET)
    page.evaluate("window.sameLoad = true")
    now = page.locator(NOW.format("order"))
    now.locator(".tile", has_text="Green squad").click()
    now.locator("button[value=fire]").click()
    page.locator(NOW.format("done")).locator(".targets button", has_text="Brown squad").click()
    # Whoever measures and whoever answers stand round the same tablet: both are asked at once.
    measure, answer = page.locator(NOW.format("measure")), page.locator(NOW.format("answer"))
    expect(measure).to_be_visible()
    expect(answer).to_be_visible()
    assert_nothing_sideways(page, "measuring and answering on one tablet")
    assert_accessible(page, "measuring and answering on one tablet")
    answer.get_by_role("button", name="Stand").click()
    expect(answer).to_have_count(0)
    measure.locator("button.range").nth(2).click()
    expect(page.locator("section.now[data-prompt=draw]")).to_be_visible()
    assert page.evaluate("window.sameLoad") is True
    rows = TableAction.objects.filter(table=pair.table).order_by("n")
    assert [row.kind for row in rows][-3:] == ["volley", "answer", "measure"]
    hits = [one["values"]["group"] for row in rows for one in row.events if one["kind"] == "hit rolls"]
    assert hits == [1, 2]
    page.context.close()


@pytest.mark.once
@pytest.mark.long
def test_a_volley_made_without_network_is_sent_when_it_is_back_and_counts_once(
    site: str, browser: Browser
) -> None:
    pair = mixed_squads()
    with phones(site, browser, pair) as (ada, ben):
        now = ada.locator(NOW.format("order"))
        now.locator(".tile", has_text="Green squad").click()
        now.locator("button[value=fire]").click()
        fire = ada.locator(NOW.format("done"))
        expect(fire).to_be_visible()
        before = TableAction.objects.filter(table=pair.table).count()
        ada.context.set_offline(True)
        fire.locator("details summary").first.click()
        fire.locator("select[name='fire.0.how']").select_option("hold")
        fire.locator(".targets button", has_text="Brown squad").click()
        expect(ada.locator("#offline [data-queue] li")).to_have_count(1)
        expect(ada.locator("#offline [data-queue] li")).to_contain_text("Brown squad")
        # It waits: tapped again it is not made a second time, and it outlives the page.
        expect(fire.locator(".targets button").first).to_be_disabled()
        assert TableAction.objects.filter(table=pair.table).count() == before
        ada.context.set_offline(False)
        expect(ada.locator("#offline")).to_be_hidden()
        expect(ada.locator(NOW.format("measure"))).to_be_visible()
        ben.locator(NOW.format("answer")).get_by_role("button", name="Stand").click()
        expect(ben.locator(NOW.format("answer"))).to_have_count(0)
        # The measure too is tapped in the dead corner of the club room.
        ada.context.set_offline(True)
        ada.locator(NOW.format("measure")).locator("button.range").last.click()
        expect(ada.locator("#offline [data-queue] li")).to_have_count(1)
        ada.context.set_offline(False)
        expect(ada.locator("section.now[data-prompt=draw]")).to_be_visible()
        assert ada.evaluate("localStorage.length") == 0
    kinds = [row.kind for row in TableAction.objects.filter(table=pair.table).order_by("n")]
    assert kinds.count("volley") == kinds.count("measure") == 1
    assert pair.game.unit("b1").pins <= 1
    first = TableAction.objects.get(table=pair.table, kind="measure").events
    groups = [one["values"]["group"] for one in first if one["kind"] in TOLD]
    assert 0 not in groups
