"""Nothing that can be tapped on a map lies beneath a control: on a phone never, on a desk not for long."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Banner, Campaign, Turn, User
from campaign.turn.tick import tick
from tests.browser.conftest import Enter, visit
from tests.browser.turns import play_quiet_turn

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 800}
PIECES = """() => {
    const map = document.querySelector(".map").getBoundingClientRect();
    return [...document.querySelectorAll(".map-pieces .piece, .map-pieces .pin")].flatMap((piece) => {
        const box = piece.getBoundingClientRect();
        const at = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]]
            .map(([x, y]) => [box.left + x * box.width, box.top + y * box.height])
            .filter(([x, y]) => x > map.left + 26 && x < map.right && y > map.top + 22 && y < map.bottom);
        if (!at.length) return [];
        const top = at.map(([x, y]) => document.elementFromPoint(x, y));
        const over = top.find((one) => one && !one.closest(".map"));
        return [{ name: piece.textContent.trim(), over: over ? over.outerHTML.slice(0, 90) : "" }];
    });
}"""


def pieces(page: Page) -> list[dict[str, Any]]:
    """The pieces that are shown now, each with what lies over it."""
    page.wait_for_timeout(400)
    page.wait_for_selector(".map[data-drawn]")
    found: list[dict[str, Any]] = page.evaluate(PIECES)
    return found


def covered(page: Page) -> list[dict[str, Any]]:
    return [piece for piece in pieces(page) if piece["over"]]


def drag(page: Page, across: int, down: int) -> None:
    """Drag the map from the middle of its free part."""
    box = page.locator(".map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=5)
    page.mouse.up()


@pytest.fixture
def corner(tarn: Campaign) -> Campaign:
    """Ada's banners stand down the right edge of the map, where controls like to be."""
    for key, at in (("a1", (11, 0)), ("a2", (11, 2))):
        Banner.objects.filter(key=key).update(x=at[0], y=at[1])
    return tarn


@pytest.mark.long
def test_no_control_lies_over_a_piece_on_a_phone(enter: Enter, corner: Campaign, ada: User) -> None:
    page = enter(ada)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    visit(page, f"/c/{corner.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    assert covered(page) == []
    page.get_by_role("button", name="The whole map").click()
    assert len(pieces(page)) >= 3
    assert covered(page) == []
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    for across, down in ((-300, 0), (0, 300), (150, -150), (300, 0), (0, -300)):
        drag(page, across, down)
        assert covered(page) == []


@pytest.mark.long
def test_neither_does_what_opens_over_the_map(enter: Enter, corner: Campaign, mara: User, ada: User) -> None:
    play_quiet_turn(corner)
    page = enter(ada)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    visit(page, f"/c/{corner.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    page.get_by_role("button", name="Earlier turns").click()
    expect(page.get_by_role("slider", name="Turn")).to_be_visible()
    page.get_by_role("button", name="The whole map").click()
    assert len(pieces(page)) >= 3
    assert covered(page) == []
    box = page.locator(".map").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    expect(page.locator("#place")).to_be_visible()
    page.get_by_role("button", name="The whole map").click()
    assert len(pieces(page)) >= 3
    assert covered(page) == []


@pytest.mark.long
def test_a_report_and_a_review_keep_to_it(enter: Enter, corner: Campaign, mara: User, ada: User) -> None:
    play_quiet_turn(corner)
    due = Turn.objects.get(number=2).resolve_after
    assert due is not None
    tick(now=due)
    for person, path in ((ada, "report/"), (mara, "desk/review/"), (mara, "desk/map/")):
        page = enter(person)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        visit(page, f"/c/{corner.public_id}/{path}")
        page.wait_for_selector(".map[data-drawn]")
        page.locator(".map").scroll_into_view_if_needed()
        assert pieces(page), path
        assert covered(page) == [], path
        page.get_by_role("button", name="The whole map").click()
        assert len(pieces(page)) >= 2, path
        assert covered(page) == [], path


@pytest.mark.long
def test_on_a_desk_what_lies_below_the_controls_can_be_moved_out(
    enter: Enter, corner: Campaign, ada: User
) -> None:
    page = enter(ada)
    visit(page, f"/c/{corner.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    for size in ((1440, 900), (1000, 700), (820, 1180)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.get_by_role("button", name="The whole map").click()
        assert covered(page) == [], size
        for _ in range(5):
            page.get_by_role("button", name="Zoom in").click()
            page.wait_for_timeout(60)
        for _ in range(8):
            drag(page, -size[0] // 4, 0)
            drag(page, 0, size[1] // 4)
        shown = {piece["name"]: piece["over"] for piece in pieces(page)}
        assert len(shown) >= 2, size
        assert set(shown.values()) == {""}, size


@pytest.mark.long
def test_what_is_told_of_a_sector_never_lies_over_it(enter: Enter, corner: Campaign, ada: User) -> None:
    page = enter(ada)
    visit(page, f"/c/{corner.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    page.get_by_role("button", name="The whole map").click()
    page.wait_for_timeout(400)
    box = page.locator(".map").bounding_box()
    assert box is not None
    for x, y in ((0.1, 0.25), (0.12, 0.7), (0.5, 0.7), (0.1, 0.75)):
        at = (box["x"] + x * box["width"], box["y"] + y * box["height"])
        page.mouse.click(*at)
        told = page.locator("#place")
        expect(told).to_be_visible()
        page.wait_for_timeout(100)
        over = page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.map'))", at)
        assert over, (x, y)
        assert page.locator(".map").bounding_box() == box, "the map keeps its size and place"
        page.wait_for_timeout(400)
