"""The war map in a real browser: by mouse, by thumb on a phone, by keyboard alone, and without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.models import Banner, Campaign, Order, PlanState, PlayerTurn, Seat, User
from tests.browser.conftest import Enter, Look, visit
from tests.browser.turns import play_quiet_turn
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

SeatOf = Callable[[User], Seat]
PHONE = {"width": 360, "height": 800}


def open_map(page: Page, campaign: Campaign) -> None:
    """Go to the war map and wait until it is drawn."""
    visit(page, f"/c/{campaign.public_id}/")
    page.wait_for_selector(".map[data-drawn]")


def part_of(seat: Seat) -> PlayerTurn:
    """The seat's part in the latest turn as it is stored now."""
    return PlayerTurn.objects.filter(seat=seat).order_by("-turn__number")[0]


def orders_of(seat: Seat) -> dict[str, dict[str, object]]:
    """The stored orders by banner key."""
    found: dict[str, dict[str, object]] = {}
    for order in Order.objects.filter(player_turn=part_of(seat)).order_by("banner", "slot"):
        found.setdefault(order.banner, {})[order.slot] = order.detail
    return found


def place_of(page: Page, sector: tuple[int, int]) -> tuple[float, float]:
    """The middle of a sector in the window, found by the letters and numbers at the map's edge."""
    script = """(selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((one) => {
        const box = one.getBoundingClientRect();
        return [one.textContent, [box.left + box.width / 2, box.top + box.height / 2]];
    }))"""
    column, row = chr(65 + sector[0]), str(sector[1] + 1)
    x: float = page.evaluate(script, ".map-columns text")[column][0]
    y: float = page.evaluate(script, ".map-rows text")[row][1]
    return x, y


def tap(page: Page, sector: tuple[int, int]) -> None:
    """Click into the middle of a sector."""
    x, y = place_of(page, sector)
    page.mouse.click(x, y)


def saved(page: Page) -> None:
    """Wait until the last change has its receipt."""
    expect(page.locator("#plan-state")).to_have_class(re.compile(r"\bsaved\b"))


def test_a_plan_is_made_by_clicking_the_map_and_submitted(
    enter: Enter, tarn: Campaign, ada: User, seat_of: SeatOf, look: Look
) -> None:
    Banner.objects.filter(key="a1").update(x=3, y=2)
    page = enter(ada)
    open_map(page, tarn)
    look(page, "warmap-plan")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_selector(".map[data-drawn]")
    tap(page, (3, 2))
    expect(page.get_by_role("heading", name="Vanguard")).to_be_visible()
    tap(page, (4, 3))
    saved(page)
    assert orders_of(seat_of(ada)) == {"a1": {"primary": {"order": "march", "to": [4, 3]}}}
    note = page.locator(".note.meeting")
    expect(note).to_contain_text("At E4 your battle range meets Crimson Host 1 (unknown).")
    expect(note).to_contain_text("you fight at F4, on open ground; if it has not moved, you attack.")
    # Which mission it is hangs on works, and those of an enemy are never known (Rules 9).
    for mission in ("raid", "battle at", "a battle,", "breakthrough", "works"):
        expect(note).not_to_contain_text(mission)
    assert page.locator(".swords.meeting").count() == 1
    assert page.locator(".piece.ghost").count() == 1
    page.get_by_role("button", name="Resupply 15 to 16").click()
    saved(page)
    look(page, "warmap-orders")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Next banner without orders").last.click()
    expect(page.get_by_role("heading", name="Gate Guard")).to_be_visible()
    page.get_by_role("button", name="Hold no orders, on purpose").click()
    saved(page)
    page.get_by_role("button", name="Back to the plan").last.click()
    expect(page.locator(".count-orders")).to_have_text("2 of 2 banners have orders")
    page.get_by_role("button", name="Submit plan - final").click()
    expect(page.get_by_role("dialog")).to_contain_text("Every banner has orders.")
    page.get_by_role("dialog").get_by_role("button", name="Submit plan - final").click()
    expect(page.locator("#plan-state")).to_contain_text("It is final.")
    part = part_of(seat_of(ada))
    assert part.state == PlanState.SUBMITTED
    expect(page.locator("#plan-state .receipt")).to_have_attribute("title", part.receipt)
    expect(page.get_by_role("button", name="Submit plan - final")).to_have_count(0)


@pytest.mark.long
def test_a_plan_that_is_final_asks_for_no_more_orders(enter: Enter, tarn: Campaign, ada: User) -> None:
    page = enter(ada)
    open_map(page, tarn)
    words = page.locator(".row-banner .orders-words")
    expect(words.first).to_have_text("no orders yet")
    page.get_by_role("button", name="Submit plan - final").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit plan - final").click()
    expect(page.locator("#plan-state")).to_contain_text("It is final.")
    expect(words.first).to_have_text("no orders")
    expect(page.locator(".banners .waiting")).to_have_count(0)


@pytest.mark.long
def test_only_what_is_legal_can_be_pressed_and_the_rest_says_why(
    enter: Enter, tarn: Campaign, ada: User
) -> None:
    page = enter(ada)
    open_map(page, tarn)
    page.locator(".row-banner", has_text="Vanguard").click()
    page.get_by_role("button", name="March to C2").click()
    fortify = page.locator("[data-order=fortify]")
    expect(fortify).to_have_attribute("aria-disabled", "true")
    expect(fortify).to_contain_text("not in a turn with March (Rules 3)")
    expect(page.locator(".impossible [data-order=entrench]")).to_contain_text("It must be fortified before")
    page.get_by_role("button", name="Stay at C3").click()
    fortify.click()
    expect(page.get_by_role("button", name="March to C2")).to_be_disabled()
    expect(page.locator(".why")).to_contain_text("not in a turn with Fortify (Rules 3)")


def test_six_taps_order_two_banners_on_a_phone_without_zooming(
    enter: Enter, tarn: Campaign, ada: User, seat_of: SeatOf
) -> None:
    page = enter(ada)
    page.set_viewport_size(PHONE)
    open_map(page, tarn)
    taps = 0

    def press(name: str) -> None:
        nonlocal taps
        button = page.get_by_role("button", name=name).last
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= 44, name
        assert box["height"] >= 44, name
        button.click()
        taps += 1

    press("Next banner without orders")
    press("March to D3")
    press("Next banner without orders")
    press("March to D6")
    saved(page)
    assert orders_of(seat_of(ada)) == {
        "a1": {"primary": {"order": "march", "to": [3, 2]}},
        "a2": {"primary": {"order": "march", "to": [3, 5]}},
    }
    assert taps * 3 < 20


@pytest.mark.long
def test_the_sheet_never_covers_the_banner_it_speaks_of(enter: Enter, tarn: Campaign, ada: User) -> None:
    page = enter(ada)
    for size in (PHONE, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        open_map(page, tarn)
        if page.locator(".grip").is_visible():
            page.locator(".grip").press("End")
        for name in ("Vanguard", "Gate Guard"):
            page.locator(".row-banner", has_text=name).click()
            page.wait_for_timeout(300)
            piece = page.locator(".piece.selected").bounding_box()
            board = page.locator(".map").bounding_box()
            sheet = page.locator(".sheet").bounding_box()
            assert piece
            assert board
            assert sheet
            middle = (piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
            assert board["x"] < middle[0] < board["x"] + board["width"]
            assert board["y"] + 22 < middle[1] < board["y"] + board["height"]
            inside = sheet["x"] < middle[0] and sheet["y"] < middle[1]
            assert not inside
            page.locator("[data-key=back]").click()


def test_the_keyboard_alone_makes_a_plan(enter: Enter, tarn: Campaign, ada: User, seat_of: SeatOf) -> None:
    page = enter(ada)
    open_map(page, tarn)
    page.locator(".map").focus()
    for _ in range(20):
        page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("PageDown")
    expect(page.locator("#voice")).to_contain_text(
        "C3, open ground, held by you, known now, Vanguard, level 15"
    )
    page.keyboard.press("Enter")
    expect(page.locator("#order-title")).to_be_focused()
    page.locator("[data-sector=D3]").focus()
    page.keyboard.press("Enter")
    saved(page)
    expect(page.locator("[data-sector=D3]")).to_be_focused()
    assert orders_of(seat_of(ada)) == {"a1": {"primary": {"order": "march", "to": [3, 2]}}}
    page.keyboard.press("Escape")
    expect(page.locator(".row-banner", has_text="Vanguard")).to_be_focused()


def test_a_save_that_fails_keeps_everything_and_is_made_good(
    enter: Enter, tarn: Campaign, ada: User, seat_of: SeatOf
) -> None:
    page = enter(ada)
    open_map(page, tarn)
    page.route("**/plan/", lambda route: route.abort())
    page.locator(".row-banner", has_text="Vanguard").click()
    page.get_by_role("button", name="March to D3").click()
    expect(page.locator(".foot-state")).to_contain_text("Not saved: no answer came.")
    assert orders_of(seat_of(ada)) == {}
    expect(page.get_by_role("button", name="March to D3")).to_have_attribute("aria-pressed", "true")
    page.unroute("**/plan/")
    page.locator("[data-key=back]").click()
    page.get_by_role("button", name="Try again now").click()
    saved(page)
    assert orders_of(seat_of(ada)) == {"a1": {"primary": {"order": "march", "to": [3, 2]}}}


@pytest.mark.long
def test_what_the_server_refuses_is_shown_with_its_rule(enter: Enter, tarn: Campaign, ada: User) -> None:
    page = enter(ada)
    open_map(page, tarn)
    body = {
        "code": "illegal",
        "detail": "These orders cannot be carried out:",
        "problems": [
            {
                "banner": page.locator(".row-banner").first.get_attribute("data-banner"),
                "rule": "3",
                "text": "Too far.",
            }
        ],
    }
    page.route("**/plan/", lambda route: route.fulfill(status=422, json=json.loads(json.dumps(body))))
    page.locator(".row-banner").first.click()
    page.get_by_role("button", name="Hold no orders, on purpose").click()
    expect(page.locator(".foot-state")).to_contain_text("Too far.")
    page.locator("[data-key=back]").click()
    expect(page.locator("#plan-state.refused")).to_contain_text("Too far. (Rules 3)")


@pytest.mark.long
def test_earlier_turns_are_shown_as_they_were_known(
    enter: Enter, tarn: Campaign, ada: User, ben: User, seat_of: SeatOf
) -> None:
    play_quiet_turn(tarn)
    page = enter(ada)
    open_map(page, tarn)
    slider = page.get_by_label("Turn", exact=True)
    expect(page.locator(".turns output")).to_have_text("Now")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "map.json" in request.url else None)
    slider.fill("0")
    expect(page.locator(".turns output")).to_have_text("At the start")
    expect(page.locator(".map")).to_have_class(re.compile("past"))
    # Once the map, once how the aims stood.
    fetched = sorted(url.rsplit("/c/")[1].split("/", 1)[1] for url in asked)
    assert fetched == ["turns/0/map.json", "turns/0/map.json?aims"]
    slider.fill("1")
    expect(page.locator(".map")).not_to_have_class(re.compile("past"))
    page.get_by_role("button", name="Play the turns").click()
    expect(page.locator("dialog.film")).to_be_visible()
    expect(page.locator("#film-title")).to_have_text("The deployment")


def test_without_scripts_the_table_makes_the_same_plan(
    browser: Browser, site: str, tarn: Campaign, ada: User, seat_of: SeatOf
) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    visit(page, "/account/login/")
    page.get_by_label("E-mail").fill(ada.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    visit(page, f"/c/{tarn.public_id}/")
    page.get_by_role("link", name="The table of sectors has the same orders.").click()
    page.get_by_role("button", name="March Vanguard to D4").click()
    page.get_by_role("group", name="Gate Guard").get_by_label("Main order").select_option("Search")
    page.get_by_role("button", name="Submit plan - final").click()
    assert part_of(seat_of(ada)).state != PlanState.SUBMITTED  # asked once more: it is final
    page.get_by_role("main").locator("button.primary").click()
    expect(page.get_by_text("Plan submitted.")).to_be_visible()
    assert orders_of(seat_of(ada)) == {
        "a1": {"primary": {"order": "march", "to": [3, 3]}},
        "a2": {"primary": {"order": "search"}},
    }
    assert part_of(seat_of(ada)).state == PlanState.SUBMITTED
    context.close()


@pytest.mark.long
def test_the_table_and_the_report_are_fit_to_be_seen(
    enter: Enter, tarn: Campaign, ada: User, look: Look
) -> None:
    play_quiet_turn(tarn)
    page = enter(ada)
    visit(page, f"/c/{tarn.public_id}/table/")
    look(page, "sector-table")
    visit(page, f"/c/{tarn.public_id}/report/")
    page.wait_for_selector(".map[data-drawn]")
    look(page, "turn-report")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("[data-at]").first.click()
    assert page.locator(".layer-cursor path").count() == 2


@pytest.mark.long
def test_the_map_is_zoomed_dragged_and_centred_by_mouse_and_keys(
    enter: Enter, tarn: Campaign, ada: User
) -> None:
    page = enter(ada)
    open_map(page, tarn)

    def wide() -> float:
        return place_of(page, (3, 2))[0] - place_of(page, (2, 2))[0]

    def settled() -> None:
        page.wait_for_timeout(400)
        page.wait_for_selector(".map[data-drawn]")

    before = wide()
    x, y = place_of(page, (3, 2))
    page.mouse.move(x, y)
    page.mouse.wheel(0, 240)
    settled()
    assert wide() < before
    small = wide()
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
        settled()
    assert wide() > small
    start = place_of(page, (6, 3))[0]
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(460, 400, steps=6)
    page.mouse.up()
    settled()
    assert round(place_of(page, (6, 3))[0] - start) == -40
    assert page.locator(".sheet").get_attribute("data-shows") == "plan"
    page.locator(".map").focus()
    page.keyboard.press("0")
    settled()
    whole = wide()
    page.keyboard.press("+")
    settled()
    assert wide() > whole
    for _ in range(3):
        page.keyboard.press("+")
        settled()
    x, y = place_of(page, (6, 3))
    page.mouse.dblclick(x, y)
    settled()
    box = page.locator(".map").bounding_box()
    assert box is not None
    assert abs(place_of(page, (6, 3))[0] - (box["x"] + (box["width"] + 26) / 2)) < 2
