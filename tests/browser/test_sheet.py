"""The map keeps its part of every window: its controls have a bar of their own, the sheet lies under it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Banner, Campaign, User
from tests.browser.conftest import EVERY_LOOK, Enter, assert_accessible, assert_nothing_sideways, visit
from tests.browser.turns import play_quiet_turn

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900))
SHARE = 0.55
BESIDE = 0.4
"""The map's part of a phone's window that lies on its side, with half the sheet beside it."""
SEEN = """() => {
    const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return { left, top, right, bottom, name: one.className.baseVal ?? one.className };
    };
    const all = (query) => [...document.querySelectorAll(query)];
    const shown = (query) => all(query).filter((one) => one.getClientRects().length).map(box);
    return {
        map: box(document.querySelector(".map")),
        over: shown(".map-tools, .map-tools > *, .turns, .place, .where, .sheet, .grip, .plan-foot"),
        pieces: shown(".map-pieces .piece"), selected: shown(".piece.selected")[0],
        cells: shown(".pad .cell"), body: box(document.querySelector(".sheet-body")),
        share: (document.querySelector(".map").clientWidth * document.querySelector(".map").clientHeight)
            / (innerWidth * innerHeight),
    };
}"""


def seen(page: Page) -> dict[str, Any]:
    """Where everything is once the map has come to rest."""
    page.wait_for_timeout(350)
    page.wait_for_selector(".map[data-drawn]")
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


def inside(one: dict[str, Any], box: dict[str, Any]) -> bool:
    """Whether it stands in the part of the map beside its coordinates."""
    beside = one["left"] >= box["left"] + 26 and one["top"] >= box["top"] + 22
    return bool(beside and one["right"] <= box["right"] + 1 and one["bottom"] <= box["bottom"] + 1)


def meets(one: dict[str, Any], other: dict[str, Any]) -> bool:
    across = one["left"] < other["right"] - 0.5 and other["left"] < one["right"] - 0.5
    return bool(across and one["top"] < other["bottom"] - 0.5 and other["top"] < one["bottom"] - 0.5)


def hold_clear(found: dict[str, Any], what: object) -> None:
    """Nothing lies over the map."""
    assert [one["name"] for one in found["over"] if meets(one, found["map"])] == [], what


@pytest.mark.wider
def test_the_map_keeps_its_part_of_every_window(enter: Enter, tarn: Campaign, ada: User) -> None:
    Banner.objects.filter(key="a1").update(x=3, y=2)
    play_quiet_turn(tarn)
    page = enter(ada)
    for size in SIZES if EVERY_LOOK else SIZES[::2]:
        page.evaluate("sessionStorage.clear()")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visit(page, f"/c/{tarn.public_id}/")
        hold_clear(seen(page), size)
        # What changed stands in the half sheet until it has been seen; then it peeks.
        if (known := page.get_by_role("button", name="Seen")).is_visible():
            known.click()
        found = seen(page)
        hold_clear(found, size)
        assert found["share"] >= SHARE, (size, found["share"])
        assert_nothing_sideways(page, str(size))
        # The first view: all own banners, and the enemy that a march would meet.
        assert len(found["pieces"]) >= 3, size
        assert all(inside(one, found["map"]) for one in found["pieces"]), (size, found["pieces"])
        # What is told of a sector, and the turns gone by, find their place beside it too.
        page.locator(".map").focus()
        page.keyboard.press("End")
        expect(page.locator("#place")).to_be_visible()
        found = seen(page)
        hold_clear(found, size)
        assert found["share"] >= SHARE, (size, "a sector's words take the map's room", found["share"])
        turns = page.get_by_role("button", name="Earlier turns")
        if turns.is_visible():
            turns.click()
        expect(page.get_by_role("slider", name="Turn")).to_be_visible()
        hold_clear(seen(page), size)
        # No banner is ever covered by the sheet that speaks of it, and its pad can be used.
        page.locator("[data-key=next]").click()
        expect(page.locator("#order-title")).to_be_visible()
        found = seen(page)
        hold_clear(found, size)
        assert meets(found["selected"], found["map"]), size
        assert inside(found["selected"], found["map"]), size
        assert len(found["cells"]) == 9
        for cell in found["cells"]:
            assert cell["right"] - cell["left"] >= 44, size
            assert cell["bottom"] <= found["body"]["bottom"] + 1, (size, "a cell of the pad is out of reach")
        assert_accessible(page, f"order sheet at {size}")


@pytest.mark.long
def test_on_a_phone_on_its_side_half_the_sheet_stands_beside_the_map(
    enter: Enter, tarn: Campaign, ada: User
) -> None:
    page = enter(ada)
    for size in ((667, 375), (740, 360), (844, 390), (932, 430)):
        page.evaluate("sessionStorage.clear()")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        visit(page, f"/c/{tarn.public_id}/")
        page.locator("[data-key=next]").click()
        expect(page.locator("#order-title")).to_be_visible()
        found = seen(page)
        hold_clear(found, size)
        assert found["share"] >= BESIDE, (size, found["share"])
        map_, sheet = page.locator(".map").bounding_box(), page.locator(".sheet").bounding_box()
        assert map_ is not None
        assert sheet is not None
        assert map_["x"] + map_["width"] <= sheet["x"], size
        assert sheet["y"] + sheet["height"] == size[1]
        assert inside(found["selected"], found["map"]), size
        for cell in found["cells"]:
            assert cell["bottom"] <= found["body"]["bottom"] + 1, (size, "a cell of the pad is out of reach")
        assert_nothing_sideways(page, str(size))
        # Drawn down by a finger it is its first lines below the map again.
        box = page.locator(".grip").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 60, box["y"] + 8)
        page.mouse.down()
        page.mouse.move(box["x"] + 60, size[1] - 30, steps=5)
        page.wait_for_timeout(150)
        page.mouse.move(box["x"] + 60, size[1] - 20)
        page.mouse.up()
        expect(page.locator(".sheet")).to_have_attribute("data-height", "peek")
        hold_clear(seen(page), size)
        page.locator("[data-key=back]").click()
        found = seen(page)
        hold_clear(found, size)
        assert found["share"] >= SHARE, (size, found["share"])


@pytest.mark.long
def test_a_hint_leaves_the_map_its_part(enter: Enter, tarn: Campaign, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(hints=0)
    page = enter(ada)
    for size in ((360, 740), (390, 844), (667, 375), (844, 390), (820, 1180)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("sessionStorage.setItem('sheet:plan', 'peek')")
        visit(page, f"/c/{tarn.public_id}/")
        page.wait_for_selector("#hint[data-step] [data-fold]:not([hidden])", state="attached")
        for height in ("peek", "half"):
            page.locator(".grip").press({"peek": "Home", "half": "ArrowUp"}[height])
            expect(page.locator(".sheet")).to_have_attribute("data-height", height)
            found = seen(page)
            hold_clear(found, (size, height))
            assert found["share"] >= SHARE or (height == "half" and size[0] != 820), (size, height, found)
            expect(page.locator("#hint-text")).to_be_visible()
            tools, hint = page.locator(".map-tools").bounding_box(), page.locator("#hint").bounding_box()
            assert tools is not None
            assert hint is not None
            beside = tools["x"] >= hint["x"] + hint["width"] or tools["x"] + tools["width"] <= hint["x"]
            assert beside or tools["y"] + tools["height"] <= hint["y"], (
                size,
                height,
                "controls under a hint",
            )


@pytest.mark.long
def test_the_sheet_has_three_heights_by_keys_taps_and_drawing(
    enter: Enter, tarn: Campaign, ada: User
) -> None:
    page = enter(ada)
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, f"/c/{tarn.public_id}/")
    sheet, grip = page.locator(".sheet"), page.locator(".grip")
    tall: dict[str, float] = {}

    def stands(height: str) -> None:
        expect(sheet).to_have_attribute("data-height", height)
        expect(grip).to_have_attribute("aria-expanded", "false" if height == "peek" else "true")
        found = seen(page)
        hold_clear(found, height)
        box = sheet.bounding_box()
        assert box is not None
        assert round(box["y"] + box["height"]) == 844
        assert tall.setdefault(height, box["height"]) == box["height"]

    # By keys.
    stands("peek")
    assert page.get_by_role("button", name="Next banner without orders").is_visible()
    assert page.locator(".sheet-due time").is_visible()
    grip.focus()
    for key, height in (("ArrowUp", "half"), ("ArrowUp", "full"), ("ArrowUp", "full"), ("ArrowDown", "half")):
        page.keyboard.press(key)
        stands(height)
    page.keyboard.press("Home")
    stands("peek")
    page.keyboard.press("Enter")
    stands("half")
    assert tall["peek"] < tall["half"] < tall["full"]
    # By taps: each says what it will do.
    page.get_by_role("button", name="Open all of this sheet").click()
    stands("full")
    page.get_by_role("button", name="Close this sheet but for its first lines").click()
    stands("peek")
    box = grip.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    # By drawing: it stays where it is let go, or rather at the height next to that.
    for to, height in ((844 - tall["full"], "full"), (844 - tall["half"] - 30, "half")):
        box = grip.bounding_box()
        assert box is not None
        page.mouse.move(195, box["y"] + 8)
        page.mouse.down()
        page.mouse.move(195, to + 60, steps=4)
        page.mouse.move(195, to + 8, steps=4)
        page.wait_for_timeout(150)
        page.mouse.move(195, to + 9)
        page.mouse.up()
        stands(height)
    # For the whole visit, whatever a banner asks for meanwhile.
    page.keyboard.press("Home")
    grip.press("Home")
    page.reload()
    stands("peek")
    for height in ("peek", "half", "full"):
        page.locator("[data-key=next]").click()
        expect(sheet).to_have_attribute("data-height", "half")
        grip.press({"peek": "Home", "half": "ArrowUp", "full": "End"}[height])
        if height == "half":
            grip.press("ArrowDown")
        found = seen(page)
        hold_clear(found, height)
        assert inside(found["selected"], found["map"]), height
        page.locator("[data-key=back]").click()
        stands(height)
    expect(page.locator(".map")).not_to_have_class(re.compile("past"))
