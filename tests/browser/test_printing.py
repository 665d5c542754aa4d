"""What is printed: a report with its map, a map as wide as a sheet, on paper whatever the screen wears."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from campaign.models import Campaign, User
from tests.browser.conftest import Enter, visit
from tests.browser.turns import play_quiet_turn

pytestmark = pytest.mark.django_db(transaction=True)

A4 = {"width": 718, "height": 1000}
MARGINS: Any = {"top": "10mm", "right": "10mm", "bottom": "10mm", "left": "10mm"}
SEEN = """() => {
    const map = document.querySelector(".map").getBoundingClientRect();
    const edges = [...document.querySelectorAll(".map-columns text")].map((one) => one.textContent);
    const all = (query) => [...document.querySelectorAll(query)];
    const shown = (query) => all(query).filter((one) => one.getClientRects().length);
    const ink = getComputedStyle(document.body);
    return {
        wide: map.width, tall: map.height, edges,
        pieces: shown(".map .piece").length,
        acts: shown(".map-tools, .turns, .tabs, .foot, .top .end, #submit, .plan-tools button, a.button")
            .map((one) => one.outerHTML.slice(0, 80)),
        scroll: document.scrollingElement.scrollHeight - innerHeight,
        cut: shown(".warmap, .sheet, .told").filter((one) => one.scrollHeight > one.clientHeight + 1)
            .map((one) => one.className),
        paper: ink.backgroundColor, ink: ink.color,
        theme: document.documentElement.dataset.theme ?? "",
    };
}"""
PLACES = """() => [...document.querySelectorAll(".map-columns text, .map-rows text")].map((one) => {
    const box = one.getBoundingClientRect();
    return [one.textContent, Math.round(box.left), Math.round(box.top)];
})"""


def on_paper(page: Page) -> dict[str, Any]:
    """What a printer is given of the page."""
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size(A4)  # type: ignore[arg-type]
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    seen: dict[str, Any] = page.evaluate(SEEN)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    return seen


@pytest.mark.parametrize("path", ["", "report/"], ids=["map", "report"])
@pytest.mark.long
def test_a_map_is_printed_whole_and_nothing_that_is_there_to_be_pressed(
    enter: Enter, tarn: Campaign, ada: User, path: str
) -> None:
    play_quiet_turn(tarn)
    page = enter(ada)
    page.emulate_media(color_scheme="dark")
    visit(page, f"/c/{tarn.public_id}/{path}")
    page.wait_for_selector(".map[data-drawn]")
    seen = on_paper(page)
    assert 600 < seen["wide"] <= A4["width"]
    assert seen["tall"] > 300
    assert seen["edges"] == list("ABCDEFGHIJKL")
    assert seen["pieces"] >= 2
    assert seen["acts"] == []
    assert seen["cut"] == []
    assert (seen["paper"], seen["ink"], seen["theme"]) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)", "paper")


@pytest.mark.long
def test_after_printing_the_screen_is_as_it_was(enter: Enter, tarn: Campaign, ada: User) -> None:
    page = enter(ada)
    page.emulate_media(color_scheme="dark")
    visit(page, f"/c/{tarn.public_id}/")
    page.wait_for_selector(".map[data-drawn]")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(400)
    before = page.evaluate(PLACES)
    assert len(page.pdf(format="A4")) > 10_000
    page.wait_for_timeout(400)
    assert page.evaluate(PLACES) == before
    assert page.evaluate("document.documentElement.dataset.theme ?? ''") == ""
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 26)"


LOOSE = """() => [...document.querySelectorAll("main :is(h2, h3)")].filter((one) => {
    const kept = getComputedStyle(one).breakAfter === "avoid";
    const around = getComputedStyle(one.parentElement).display;
    return one.getClientRects().length && !one.closest(".card") && (!kept || around.includes("grid"));
}).map((one) => one.outerHTML.slice(0, 80))"""
"""Headings that may end a sheet: browsers keep to what is said of breaks in no grid."""


def sheets(page: Page) -> tuple[int, str]:
    """How many sheets a page takes, and how they lie."""
    pdf = page.pdf(prefer_css_page_size=True, format="A4", margin=MARGINS)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return len(re.findall(rb"/Type /Page\b", pdf)), "across" if float(boxes[0][0]) > 600 else "upright"


@pytest.mark.parametrize(
    ("path", "most", "lies"),
    [("rules/aid/", 1, "across"), ("rules/short/", 1, "upright"), ("t/tables/", 2, "upright")],
    ids=["the rules on one sheet", "twelve pictures", "tables"],
)
def test_what_lies_beside_the_table_is_a_sheet_or_two(enter: Enter, path: str, most: int, lies: str) -> None:
    page = enter(None)
    page.emulate_media(color_scheme="dark")
    visit(page, f"/{path}")
    count, way = sheets(page)
    assert (count <= most, way) == (True, lies), count


@pytest.mark.long
def test_rules_are_printed_upright_and_no_heading_ends_a_sheet(
    enter: Enter, tarn: Campaign, ada: User
) -> None:
    play_quiet_turn(tarn)
    page = enter(ada)
    for path in ("/rules/", f"/c/{tarn.public_id}/report/", f"/c/{tarn.public_id}/rules/"):
        page.emulate_media(media="screen")
        visit(page, path)
        assert sheets(page)[1] == "upright", path
        page.emulate_media(media="print")
        assert page.evaluate(LOOSE) == [], path
