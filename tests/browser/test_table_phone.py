"""What a phone does for whoever holds it: hums, stays awake, keeps his place, and holds no form for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from battles.models import TableAction
from rules.tabletop.activation.cards import rank_of
from rules.tabletop.state import Game
from tests.browser.taps import PHONE, session_of
from tests.browser.test_table_asked import NOW
from tests.table.moments import acting, drawn, put
from tests.table.phones import Pair, sit_down

FAKES = """
window.hums = []; window.locks = 0; window.released = 0;
const hum = (ms) => { window.hums.push(ms); return true; };
const request = async () => {
  window.locks += 1;
  const lock = { released: false, release: async () => { lock.released = true; window.released += 1; } };
  return lock;
};
Object.defineProperty(Navigator.prototype, "vibrate", { value: hum, configurable: true });
Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, get: () => ({ request }) });
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = () => timeout(Number(sessionStorage.patience || 20000));
"""
"""A phone that hums and stays awake, as far as the page can tell; and one that may lose patience sooner."""


@contextmanager
def held(site: str, browser: Browser, pair: Pair, place: int = 0) -> Iterator[Page]:
    """The phone of one place."""
    context = browser.new_context(base_url=site, viewport=PHONE)  # type: ignore[arg-type]
    context.add_init_script(FAKES)
    phone = (pair.ada, pair.ben)[place]
    context.add_cookies([{"name": "session", "value": session_of(pair.table, phone), "url": site}])
    page = context.new_page()
    page.goto(f"/t/{pair.table.public_id}/")
    yield page
    context.close()


@pytest.mark.long
@pytest.mark.once
def test_it_hums_and_stays_awake_only_if_that_is_wished(site: str, browser: Browser) -> None:
    pair = sit_down()
    with held(site, browser, pair, 1) as ben:
        assert ben.evaluate("[window.locks, window.hums.length]") == [0, 0]
        wishes = ben.locator("#wishes")
        wishes.locator("summary").click()
        wishes.get_by_label("Keep the screen awake").check()
        ben.wait_for_function("() => window.locks === 1")
        wishes.get_by_label("Vibrate when I am asked").check()
        # Asked anew: by a draw of the other phone. Not asked: nothing hums.
        pair.act(0, "draw", side="0")
        expect(ben.locator("section.now[data-prompt=order]")).to_be_visible()
        before = ben.evaluate("window.hums.length")
        pair.act(0, "order", unit="a1", order="fire")
        pair.act(0, "volley", shooter="a1", fire=[{"group": 0, "target": "b1"}])
        expect(ben.locator(NOW.format("answer"))).to_be_visible()
        assert ben.evaluate("window.hums.length") == before + 1
        assert ben.evaluate("window.hums.at(-1)") == 200
        # Kept on this phone, and let go again.
        ben.reload()
        ben.wait_for_function("() => window.locks === 1")
        wishes.locator("summary").click()
        expect(wishes.get_by_label("Vibrate when I am asked")).to_be_checked()
        wishes.get_by_label("Keep the screen awake").uncheck()
        ben.wait_for_function("() => window.released === 1")


@pytest.mark.once
def test_the_keys_go_to_what_is_asked_and_the_page_stays_where_it_was(site: str, browser: Browser) -> None:
    pair = sit_down()
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    with held(site, browser, pair, 1) as ben:
        # Down at the units, the keys on a unit of his.
        summary = ben.locator(".unit summary").last
        summary.focus()
        ben.evaluate("scrollTo(0, document.body.scrollHeight)")
        down = ben.evaluate("scrollY")
        assert down > 0
        pair.act(0, "volley", shooter="a1", fire=[{"group": 0, "target": "b1"}])
        expect(ben.locator(NOW.format("answer"))).to_be_visible()
        expect(ben.locator(NOW.format("answer")).locator("h2")).to_be_focused()
        room = ben.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert abs(ben.evaluate("scrollY") - min(down, room)) <= 2
        # What changes without asking him anew takes no keys away.
        ben.keyboard.press("Tab")
        expect(ben.get_by_role("button", name="Stand")).to_be_focused()
        pair.act(0, "hold")
        expect(ben.locator(".pace")).to_contain_text("Ada holds")
        expect(ben.get_by_role("button", name="Stand")).to_be_focused()


@pytest.mark.once
def test_when_the_battle_begins_what_is_asked_is_in_sight(site: str, browser: Browser) -> None:
    pair = sit_down(begin=False)
    with held(site, browser, pair) as ada:
        ada.evaluate("scrollTo(0, document.body.scrollHeight)")
        ada.get_by_role("button", name="Begin the battle").click()
        draw = ada.locator(NOW.format("draw")).get_by_role("button", name="Draw", exact=True)
        expect(draw).to_be_in_viewport()


@pytest.mark.once
def test_an_answer_that_never_comes_does_not_hold_the_form(site: str, browser: Browser) -> None:
    pair = sit_down()
    with held(site, browser, pair) as ada:
        ada.evaluate("sessionStorage.patience = 700")
        tried: list[str] = []

        def lost(route: Route) -> None:
            tried.append(route.request.post_data or "")
            if len(tried) > 1:
                route.continue_()

        ada.route("**/act/", lost)
        ada.locator("section.now.mine button", has_text="Draw").first.click()
        expect(ada.locator("#table form[data-sent]")).to_have_count(1)
        expect(ada.locator("section.now[data-prompt=order]")).to_be_visible()
        expect(ada.locator("#table form[data-sent]")).to_have_count(0)
        assert len({body.partition("cid=")[2] for body in tried}) == 1
        assert TableAction.objects.filter(table=pair.table, kind="draw").count() == 1


@pytest.mark.once
def test_an_answer_that_breaks_off_is_asked_for_again(site: str, browser: Browser) -> None:
    pair = sit_down()
    with held(site, browser, pair) as ada:
        ada.evaluate(
            """() => {
              const text = Response.prototype.text;
              let broken = false;
              Response.prototype.text = function () {
                if (broken || !this.url.endsWith("/act/")) return text.call(this);
                broken = true;
                return Promise.reject(new TypeError("network error"));
              };
            }"""
        )
        # No news that would draw it anew.
        ada.route("**/live/**", lambda route: route.abort())
        ada.locator("section.now.mine button", has_text="Draw").first.click()
        expect(ada.locator("section.now[data-prompt=order]")).to_be_visible(timeout=4000)
        expect(ada.locator("#table form[data-sent]")).to_have_count(0)
        assert TableAction.objects.filter(table=pair.table, kind="draw").count() == 1


@pytest.mark.once
def test_what_was_tapped_while_an_answer_came_is_not_tapped_twice(site: str, browser: Browser) -> None:
    pair = sit_down()
    with held(site, browser, pair) as ada:
        ada.evaluate(
            """() => {
              const real = window.fetch;
              const late = (done) => setTimeout(done, 600);
              window.fetch = (where, how) => new Promise(late).then(() => real(where, how));
            }"""
        )
        ada.locator("section.now.mine button", has_text="Draw").first.click()
        # The second tap goes out behind the first, from the board as it was.
        ada.evaluate(
            """() => {
              const form = document.querySelector("#table .pace form[data-act]");
              for (const button of form.querySelectorAll("button")) button.disabled = false;
              form.requestSubmit(form.querySelector("button"));
            }"""
        )
        expect(ada.locator("section.now[data-prompt=order]")).to_be_visible()
        expect(ada.locator(".pace").get_by_role("button", name="Let go")).to_be_enabled()
        kinds = list(TableAction.objects.filter(table=pair.table).values_list("kind", flat=True))
        assert kinds.count("draw") == kinds.count("hold") == 1


@pytest.mark.long
@pytest.mark.once
def test_spring_and_hold_by_keys_alone(site: str, browser: Browser) -> None:
    pair = sit_down()
    pair.act(1, "draw", side="1")
    pair.act(1, "order", unit="b1", order="ambush")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    with held(site, browser, pair, 1) as ben:
        keys_to(ben, "Hold")
        ben.keyboard.press("Enter")
        expect(ben.locator(".pace")).to_contain_text("Ben holds")
        keys_to(ben, "Spring: Brown squad at Green squad")
        ben.keyboard.press("Enter")
        expect(ben.locator("section.now.mine[data-prompt=measure]")).to_be_visible()
        expect(ben.locator("section.now.mine[data-prompt=measure] h2")).to_be_focused()
        keys_to(ben, "Let go")
        ben.keyboard.press("Space")
        expect(ben.locator(".pace").get_by_role("button", name="Hold")).to_be_visible()
        assert pair.game.unit("b1").order == "fire"


def keys_to(page: Page, name: str) -> None:
    """Tab until the key that is pressed next does this."""
    for _ in range(60):
        page.keyboard.press("Tab")
        said = page.evaluate("document.activeElement.innerText?.trim() || ''")
        if said.startswith(name):
            return
    raise AssertionError(f"no Tab leads to {name}")


@pytest.mark.once
def test_what_aces_stand_for_is_said_by_keys_alone(site: str, browser: Browser) -> None:
    pair = sit_down("cards", begin=False)
    pair.act(0, "auto ready", on=True)
    pair.act(0, "begin")
    put(pair, with_ace)
    with held(site, browser, pair) as ada:
        lay = ada.locator(NOW.format("lay"))
        expect(lay).to_be_visible()
        for _ in range(60):
            ada.keyboard.press("Tab")
            if (ada.evaluate("document.activeElement.id") or "").startswith("plan"):
                break
        ada.keyboard.press("ArrowDown")
        chosen = ada.evaluate("document.activeElement.value")
        assert chosen
        keys_to(ada, "Save what they stand for")
        ada.keyboard.press("Enter")
        expect(ada.locator("#table form[data-sent]")).to_have_count(0)
        expect(lay.locator("select").first).to_have_value(chosen)
    assert any(one.endswith(f":{chosen}") for one in pair.game.players[0].plan)


def with_ace(game: Game) -> Game:
    """Ada holds an ace: one of the deck in place of her first card."""
    ada = game.players[0]
    if any(rank_of(card) == 1 for card in ada.hand):
        return game
    ace = next(card for card in game.deck if rank_of(card) == 1)
    deck = tuple(ada.hand[0] if card == ace else card for card in game.deck)
    players = (replace(ada, hand=(ace, *ada.hand[1:])), *game.players[1:])
    return replace(game, deck=deck, players=players)


PARTED = """(word) => {
  const walk = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node; (node = walk.nextNode());) {
    const at = node.data.indexOf(word);
    if (at < 0 || !node.parentElement.getBoundingClientRect().height) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    found.push(new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size);
  }
  return found;
}"""
"""Over how many lines each place of a word goes that is seen."""


@pytest.mark.once
@pytest.mark.parametrize("who", ["order", "target"])
def test_on_the_smallest_phone_no_name_of_a_unit_breaks_within_a_word(
    site: str, browser: Browser, who: str
) -> None:
    pair = drawn() if who == "order" else acting()
    name, word = "The 2nd Aufklaerungsbataillon", "Aufklaerungsbataillon"
    put(pair, lambda game: replace(game, units=tuple(replace(one, name=name) for one in game.units)))
    with held(site, browser, pair) as ada:
        ada.set_viewport_size({"width": 320, "height": 640})
        expect(ada.locator(NOW.format("order" if who == "order" else "done"))).to_be_visible()
        lines = ada.evaluate(PARTED, word)
        assert len(lines) > 4
        assert set(lines) == {1}, lines


@pytest.mark.once
@pytest.mark.parametrize(("width", "height"), [(740, 360), (667, 375), (360, 740)])
def test_what_ends_the_telling_of_a_hand_is_seen_at_once(
    site: str, browser: Browser, width: int, height: int
) -> None:
    pair = sit_down("cards", draws="hand")
    with held(site, browser, pair) as ada:
        ada.set_viewport_size({"width": width, "height": height})
        ada.reload()
        expect(ada.get_by_role("button", name="This is my hand")).to_be_in_viewport(ratio=1)
