"""The map editor in a real browser: painted with mouse, finger and keys, undone, saved, found again."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaign.base.maps.generate import Wish, draw
from campaign.founding.draft_saving import open_draft, save_board
from campaign.models import Campaign, Draft, User
from tests.browser.conftest import Enter, Look

SIDE = 12
EDGE_LEFT, EDGE_TOP = 26, 22


@pytest.fixture
def plain(transactional_db: None, mara: User) -> Campaign:
    """A campaign that Mara builds, with open ground of 12 x 12."""
    campaign = open_draft(by=mara, name="The Long March", seats=3)
    save_board(campaign=campaign, by=mara, board={"terrain": ["." * SIDE] * SIDE})
    return campaign


def board_of(campaign: Campaign) -> dict[str, Any]:
    board: dict[str, Any] = Draft.objects.get(campaign=campaign).board
    return board


def opened(page: Page, campaign: Campaign) -> Page:
    page.goto(f"/c/{campaign.public_id}/build/map/")
    page.locator(".map[data-drawn]").wait_for()
    return page


def place(page: Page, x: int, y: int) -> tuple[float, float]:
    """Where the middle of a sector is on screen while the whole map is shown."""
    box = page.locator(".map").bounding_box()
    assert box is not None
    wide, tall = box["width"] - EDGE_LEFT, box["height"] - EDGE_TOP
    scale = min(96, round(min(wide - 12, tall - 12) / SIDE))
    # A map smaller than its window lies up to half a sector off the middle.
    off_x, off_y = (min(0.5, pixels / scale / 2 - SIDE / 2) for pixels in (wide, tall))
    left = box["x"] + EDGE_LEFT + wide / 2
    top = box["y"] + EDGE_TOP + tall / 2
    return left + (x + 0.5 - SIDE / 2 - off_x) * scale, top + (y + 0.5 - SIDE / 2 - off_y) * scale


def drag(page: Page, *way: tuple[int, int]) -> None:
    page.mouse.move(*place(page, *way[0]))
    page.mouse.down()
    for at in way[1:]:
        page.mouse.move(*place(page, *at), steps=6)
    page.mouse.up()


def saved(page: Page) -> None:
    expect(page.locator("#state")).to_have_text("Saved")


def terrain_is(campaign: Campaign, rows: dict[int, str]) -> None:
    """Wait until the stored rows are these."""
    end = time.monotonic() + 10
    found: list[str] = []
    while time.monotonic() < end:
        found = board_of(campaign)["terrain"]
        if all(found[y] == row for y, row in rows.items()):
            return
        time.sleep(0.1)
    raise AssertionError("\n".join(found))


@pytest.mark.long
def test_a_map_is_painted_undone_saved_and_found_again(plain: Campaign, mara: User, enter: Enter) -> None:
    page = opened(enter(mara), plain)
    page.get_by_role("button", name="Impassable").click()
    drag(page, (2, 3), (8, 3))
    terrain_is(plain, {3: "..#######..."})
    page.get_by_role("button", name="City").click()
    page.get_by_role("button", name="Rectangle").click()
    drag(page, (5, 6), (7, 8))
    terrain_is(plain, {6: ".....CCC....", 8: ".....CCC...."})
    page.get_by_role("button", name="Undo").click()
    terrain_is(plain, {3: "..#######...", 6: "." * SIDE})
    page.keyboard.press("Control+z")
    terrain_is(plain, {3: "." * SIDE})
    page.keyboard.press("Control+y")
    terrain_is(plain, {3: "..#######..."})
    page.get_by_role("button", name="Fill").click()
    page.get_by_role("button", name="City").click()
    page.mouse.click(*place(page, 4, 3))
    terrain_is(plain, {3: "..CCCCCCC..."})
    saved(page)
    page.reload()
    page.locator(".map[data-drawn]").wait_for()
    page.mouse.move(*place(page, 4, 3))
    expect(page.locator("#where")).to_have_text("E4 · City")
    # On its side a phone's map has more than half of its window.
    page.set_viewport_size({"width": 844, "height": 390})
    box = page.locator(".map").bounding_box()
    assert box is not None
    assert box["width"] * box["height"] >= 0.55 * 844 * 390, box


@pytest.mark.long
def test_a_map_is_painted_with_the_keyboard_alone(plain: Campaign, mara: User, enter: Enter) -> None:
    page = opened(enter(mara), plain)
    page.locator(".map").focus()
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    terrain_is(plain, {6: "......#....."})
    page.keyboard.press("l")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    terrain_is(plain, {7: "......####.."})
    page.keyboard.press("n")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Banner")).to_be_focused()
    saved(page)
    assert board_of(plain)["banners"][0]["at"] == [9, 5]


@pytest.mark.long
def test_a_finger_paints_and_two_move_the_map(plain: Campaign, mara: User, enter: Enter) -> None:
    page = opened(enter(mara), plain)
    page.get_by_role("button", name="Impassable").click()
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 3})

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)],
            },
        )

    fingers("touchStart", place(page, 1, 1))
    for x in range(1, 5):
        fingers("touchMove", place(page, x, 1))
    fingers("touchEnd")
    terrain_is(plain, {1: ".####......."})
    first, second = place(page, 4, 5), place(page, 6, 5)
    fingers("touchStart", first)
    fingers("touchMove", place(page, 5, 5))
    fingers("touchStart", place(page, 5, 5), second)
    for far in range(1, 6):
        fingers("touchMove", (first[0] - 12 * far, first[1]), (second[0] + 12 * far, second[1]))
    fingers("touchEnd")
    page.wait_for_timeout(1200)
    saved(page)
    assert board_of(plain)["terrain"][5] == "." * SIDE


@pytest.mark.long
def test_things_are_placed_described_moved_and_taken_away(plain: Campaign, mara: User, enter: Enter) -> None:
    page = opened(enter(mara), plain)
    page.get_by_role("button", name="Place a feature").click()
    page.mouse.click(*place(page, 3, 4))
    page.get_by_label("Name").fill("Old depot")
    page.get_by_label("Effect").select_option("supply")
    page.get_by_label("Must be searched for").uncheck()
    page.get_by_label("Description").fill("Crates under a tarpaulin.")
    page.get_by_role("button", name="Move it").click()
    page.mouse.click(*place(page, 6, 6))
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Place a banner").click()
    page.get_by_role("button", name="Army 2").click()
    page.mouse.click(*place(page, 9, 2))
    page.get_by_role("spinbutton", name="Level", exact=True).fill("17")
    page.get_by_label("Works").select_option("entrenched")
    page.get_by_role("button", name="Place a relic").click()
    page.mouse.click(*place(page, 2, 9))
    page.get_by_label("Can be destroyed").uncheck()
    page.get_by_label("Carried by").select_option("s2-1")
    page.get_by_role("button", name="Brush").click()
    page.get_by_label("Occupied from the start by").select_option("2")
    page.mouse.click(*place(page, 9, 3))
    saved(page)
    board = board_of(plain)
    assert board["features"][0] == {
        "id": "f1",
        "at": [6, 6],
        "name": "Old depot",
        "description": "Crates under a tarpaulin.",
        "needs_search": False,
        "effect": "supply",
        "known_to": [],
    }
    banner = board["banners"][0]
    assert (banner["owner"], banner["at"], banner["level"], banner["works"]) == (
        "s2",
        [9, 2],
        17,
        "entrenched",
    )
    assert board["relics"][0]["carried_by"] == banner["id"]
    assert board["relics"][0]["destructible"] is False
    assert board["occupied"] == [{"at": [9, 3], "occupier": "s2"}]


@pytest.mark.long
def test_what_is_drawn_without_a_connection_is_sent_when_it_is_back(
    plain: Campaign, mara: User, enter: Enter
) -> None:
    page = opened(enter(mara), plain)
    page.get_by_role("button", name="Impassable").click()
    page.context.set_offline(True)
    drag(page, (1, 1), (3, 1))
    expect(page.locator("#state")).to_contain_text("kept on this device")
    page.context.set_offline(False)
    terrain_is(plain, {1: ".###........"})
    page.context.set_offline(True)
    drag(page, (1, 2), (3, 2))
    expect(page.locator("#state")).to_contain_text("kept on this device")
    # The page is lost before the connection is back: the drawing is offered the next time.
    window = page.context
    page.close()
    window.set_offline(False)
    page = opened(window.new_page(), plain)
    page.get_by_role("button", name="Go on with it").click()
    terrain_is(plain, {1: ".###........", 2: ".###........"})


@pytest.mark.long
def test_a_drawing_that_arrived_after_all_is_no_conflict(plain: Campaign, mara: User, enter: Enter) -> None:
    """A page that is left while the network comes back sends its drawing, and never hears that it arrived."""
    page = opened(enter(mara), plain)
    page.get_by_role("button", name="Impassable").click()
    page.context.set_offline(True)
    drag(page, (1, 1), (3, 1))
    expect(page.locator("#state")).to_contain_text("kept on this device")
    window = page.context
    page.close()
    window.set_offline(False)
    page = opened(window.new_page(), plain)
    expect(page.get_by_role("button", name="Go on with it")).to_be_visible()
    empty = "." * SIDE
    save_board(campaign=plain, by=mara, board={"terrain": [empty, ".###........", *[empty] * (SIDE - 2)]})
    page.get_by_role("button", name="Go on with it").click()
    saved(page)
    expect(page.locator("#conflict")).to_be_hidden()


@pytest.mark.long
def test_two_who_draw_at_once_lose_nothing_unasked(plain: Campaign, mara: User, enter: Enter) -> None:
    page = opened(enter(mara), plain)
    theirs = {"terrain": ["C" * SIDE] * SIDE}
    save_board(campaign=plain, by=mara, board=theirs)
    page.get_by_role("button", name="Impassable").click()
    drag(page, (1, 1), (3, 1))
    expect(page.locator("#conflict")).to_contain_text("You have saved this elsewhere")
    assert board_of(plain)["terrain"][1] == "C" * SIDE
    page.get_by_role("button", name="Save mine over it").click()
    terrain_is(plain, {0: "." * SIDE, 1: ".###........"})
    save_board(campaign=plain, by=mara, board=theirs)
    drag(page, (1, 2), (3, 2))
    page.get_by_role("button", name="Take theirs").click()
    saved(page)
    page.mouse.move(*place(page, 1, 2))
    expect(page.locator("#where")).to_have_text("B3 · City")
    assert board_of(plain)["terrain"][2] == "C" * SIDE


@pytest.mark.long
def test_a_new_map_is_drawn_in_the_editor_and_undone(plain: Campaign, mara: User, enter: Enter) -> None:
    page = opened(enter(mara), plain)
    page.get_by_text("Draw a new map").click()
    page.get_by_label("Seed").fill("77")
    page.get_by_label("Width").first.wait_for()
    form = page.locator("#draw")
    form.get_by_label("Width").fill("20")
    form.get_by_label("Height").fill("20")
    form.get_by_role("button", name="Draw it - replaces this map").click()
    expect(page.locator("#size")).to_have_text("20 x 20 sectors")
    saved(page)
    wish = Wish(seed=77, width=20, height=20, players=3, banners=2, level=15)
    assert board_of(plain)["terrain"] == draw(wish).board["terrain"]
    form.get_by_label("Width").fill("5")
    form.get_by_role("button", name="Draw it - replaces this map").click()
    expect(page.locator("#draw-wrong")).to_contain_text("must be from 12 to 300")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#size")).to_have_text("12 x 12 sectors")


@pytest.mark.long
def test_a_broken_import_says_line_and_column(plain: Campaign, mara: User, enter: Enter) -> None:
    page = enter(mara)
    page.goto(f"/c/{plain.public_id}/build/map/files/")
    page.get_by_label("Text").fill("....\n..x.\n")
    page.get_by_role("button", name="Import it - replaces this map").click()
    expect(page.locator(".wrong")).to_contain_text("line 2, column 3 (C2)")
    expect(page.get_by_label("Text")).to_have_value("....\n..x.\n")
    page.get_by_label("Text").fill("....\n..C.\n")
    page.get_by_role("button", name="Import it - replaces this map").click()
    expect(page.locator(".messages")).to_contain_text("The map is imported.")
    assert board_of(plain)["terrain"] == ["....", "..C."]


@pytest.mark.long
def test_bots_try_a_map_out_while_one_watches(plain: Campaign, mara: User, enter: Enter, look: Look) -> None:
    board = draw(Wish(seed=3, width=SIDE, height=SIDE, players=3, rock=0.1)).board
    save_board(campaign=plain, by=mara, board=board)
    page = enter(mara)
    page.goto(f"/c/{plain.public_id}/build/balance/")
    page.get_by_label("Games").fill("4")
    page.get_by_label("Turns of each at most").fill("8")
    page.get_by_role("button", name="Let the bots play").click()
    expect(page.locator(".chart-interval").first).to_be_attached(timeout=60_000)
    expect(page.locator("#games-bar")).to_have_count(0, timeout=60_000)
    look(page, "balance")
    page.goto(f"/c/{plain.public_id}/build/map/files/")
    look(page, "map-files")
    opened(page, plain)
    look(page, "map-editor")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Place a feature").click()
    page.mouse.click(*place(page, 3, 4))
    look(page, "map-editor-feature")
