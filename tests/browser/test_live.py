"""Live pages in a real browser: they follow what happens, and never take away what is being typed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from campaign.models import Battle, Campaign, Seat, User
from campaign.turn.contact.battle_closing import touch_seats
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick
from tests.browser.conftest import Enter, until, visit
from tests.browser.turns import play_quiet_turn

pytestmark = pytest.mark.django_db(transaction=True)

SeatOf = Callable[[User], Seat]


def announce_a_battle(tarn: Campaign) -> Battle:
    """Ada's vanguard and Ben's spear march into each other's reach; their battle is announced."""
    for key, banner, at in (("ada", "a1", [3, 2]), ("ben", "b1", [5, 3])):
        seat = tarn.seats.get(key=key)
        assert seat.user is not None
        named = seat.banners.get(key=banner).public_id
        orders = {named: {"primary": {"order": "march", "to": at}}}
        save_plan(seat=seat, number=1, plan={"node": None, "orders": orders}, by=seat.user, submit=True)
    turn = tarn.turns.get(number=1)
    while turn.phase != "battles":
        tick(now=turn.resolve_after)
        turn.refresh_from_db()
    return Battle.objects.get(turn=turn)


def test_the_first_page_and_the_map_follow_the_turn(tarn: Campaign, ada: User, enter: Enter) -> None:
    home, board = enter(ada), enter(ada)
    expect(home.get_by_text("no plan", exact=True)).to_be_visible()
    visit(board, f"/c/{tarn.public_id}/")
    board.wait_for_selector(".map[data-drawn]")
    expect(board.get_by_role("heading", name="Plan of turn 1")).to_be_visible()
    play_quiet_turn(tarn)
    expect(home.get_by_role("link", name="Read the report of turn 1")).to_be_visible()
    expect(board.get_by_role("heading", name="Plan of turn 2")).to_be_visible()
    expect(board.locator("#turn")).to_contain_text("Turn 2")


HIDDEN_AT_THE_NEWS = """
    let hidden = false;
    Object.defineProperty(document, "hidden", { get: () => hidden });
    window.hide = (now) => { hidden = now; document.dispatchEvent(new Event("visibilitychange")); };
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, hear) {
        listen.call(this, kind, (event) => {
            hear(event);
            if (kind === "changed") { document.body.dataset.heard = "yes"; window.hide(true); }
        });
    };
"""


@pytest.mark.long
def test_news_that_came_just_before_one_looked_away_are_shown_when_one_looks_again(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf
) -> None:
    page = enter(ada)
    page.add_init_script(HIDDEN_AT_THE_NEWS)
    visit(page, "/")
    page.evaluate("document.querySelector('#main').dataset.old = 'yes'")
    touch_seats(seat_of(ada))
    expect(page.locator("body[data-heard]")).to_have_count(1)
    page.wait_for_timeout(900)
    expect(page.locator("#main[data-old]")).to_have_count(1)
    page.evaluate("window.hide(false)")
    expect(page.locator("#main[data-old]")).to_have_count(0)


@pytest.mark.long
def test_news_that_could_not_be_fetched_are_offered(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf
) -> None:
    page = enter(ada)
    page.evaluate("document.querySelector('#main').dataset.old = 'yes'")
    page.route("**/", lambda route: route.abort())
    touch_seats(seat_of(ada))
    expect(page.get_by_text("Something here has changed.")).to_be_visible()
    page.unroute("**/")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#main[data-old]")).to_have_count(0)


@pytest.mark.long
def test_an_order_sheet_that_is_open_stays(tarn: Campaign, ada: User, enter: Enter) -> None:
    page = enter(ada)
    visit(page, f"/c/{tarn.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    page.get_by_role("button", name="Vanguard").first.click()
    play_quiet_turn(tarn)
    expect(page.get_by_text("Something here has changed.")).to_be_visible()
    expect(page.locator("#order-title")).to_be_visible()
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("heading", name="Plan of turn 2")).to_be_visible()


@pytest.mark.long
def test_a_battle_follows_the_other_side_but_keeps_what_is_typed(
    tarn: Campaign, ada: User, ben: User, enter: Enter, seat_of: SeatOf
) -> None:
    battle = announce_a_battle(tarn)
    page = enter(ada)
    visit(page, f"/c/{tarn.public_id}/battles/{battle.public_id}/")
    page.evaluate("document.querySelector('#main').dataset.old = 'yes'")
    touch_seats(seat_of(ada))
    expect(page.locator("#main[data-old]")).to_have_count(0)
    expect(page.locator("#main")).to_have_count(1)
    page.locator("input[name=points_own]").fill("12")
    touch_seats(seat_of(ada))
    expect(page.get_by_text("Something here has changed.")).to_be_visible()
    expect(page.locator("input[name=points_own]")).to_have_value("12")


MOVING = "document.getAnimations().filter((one) => one.playState === 'running').length"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.long
def test_a_film_moves_the_banners_unless_one_wants_no_motion(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf, motion: str
) -> None:
    seat = seat_of(ada)
    named = seat.banners.get(key="a1").public_id
    march = {"node": None, "orders": {named: {"primary": {"order": "march", "to": [2, 3]}}}}
    save_plan(seat=seat, number=1, plan=march, by=ada, submit=True)
    play_quiet_turn(tarn)
    page = enter(ada)
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    visit(page, f"/c/{tarn.public_id}/?turn=1&phase=march")
    expect(page.locator("#film-title")).to_have_text(re.compile("March"))
    expect(page.locator(".film-act")).to_have_count(1)
    if motion == "no-preference":
        until(page, f"{MOVING} > 0")
    else:
        page.wait_for_timeout(200)
        assert page.evaluate(MOVING) == 0


def slow(page: Page, pattern: str) -> None:
    """Let what is asked for by such an address come two seconds late."""

    def wait(route: Route) -> None:
        page.wait_for_timeout(2_000)
        route.continue_()

    page.route(re.compile(pattern), wait)


@pytest.mark.long
def test_no_news_call_off_a_page_one_is_on_the_way_to(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf
) -> None:
    page = enter(ada)
    visit(page, f"/c/{tarn.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    slow(page, r"/account/$")
    page.evaluate("document.querySelector('a[href=\"/account/\"]').click()")
    touch_seats(seat_of(ada))
    page.wait_for_timeout(1_000)
    page.wait_for_url("**/account/")


@pytest.mark.long
def test_no_news_call_off_an_address_that_was_typed(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf
) -> None:
    """Nobody clicks then: by a bookmark, by the address, by a key of the browser's."""
    page = enter(ada)
    visit(page, f"/c/{tarn.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    slow(page, r"/account/$")
    touch_seats(seat_of(ada))
    page.goto("/account/", timeout=15_000)
    expect(page).to_have_url(re.compile("/account/$"))


@pytest.mark.long
def test_news_wait_until_what_is_pressed_is_let_go(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf
) -> None:
    page = enter(ada)
    page.evaluate("document.querySelector('#main').dataset.old = 'yes'")
    page.locator("#main h1, #main h2").first.hover()
    page.mouse.down()
    touch_seats(seat_of(ada))
    page.wait_for_timeout(1_500)
    expect(page.locator("#main[data-old]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#main[data-old]")).to_have_count(0)


@pytest.mark.long
def test_after_a_link_that_brought_a_file_news_are_shown_again(
    tarn: Campaign, ada: User, enter: Enter, seat_of: SeatOf
) -> None:
    page = enter(ada)
    page.evaluate("document.querySelector('#main').dataset.old = 'yes'")
    page.route(re.compile("/a-file$"), lambda route: route.fulfill(status=204))
    page.evaluate(
        """() => {
            const link = document.createElement("a");
            link.href = "/a-file";
            document.body.append(link);
            link.click();
        }"""
    )
    touch_seats(seat_of(ada))
    page.wait_for_timeout(1_500)
    expect(page.locator("#main[data-old]")).to_have_count(1)
    expect(page.locator("#main[data-old]")).to_have_count(0, timeout=20_000)
