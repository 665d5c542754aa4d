"""Crowds on a map: the browser and the server lay them out alike, and nothing overlaps where it is drawn."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaign.base.drawing.crowd import CrowdPiece, crowd
from tests.browser.crowded import open_crowds, war_of

pytestmark = pytest.mark.once

CASES = sorted((Path(__file__).resolve().parent.parent / "cases" / "crowd").glob("*.json"))
WINDOWS = ((360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900))
ZOOMS = (0, 6, 14, 24, 40, 72)
"""Pixels a sector; 0 is the whole map."""

SCALES = (12, 14, 31, 100, 144, 200, 287, 288, 300, 432, 600, 1152)
WORDS = ("", "Vanguard", "Gräben", "Żółć", "第三", "A longer name than there is room for, mostly")


def crowd_of(seed: int) -> tuple[list[CrowdPiece], int, list[int]]:
    """Any pieces at any scale; many of them in few sectors."""
    dice = random.Random(f"alike {seed}")
    side, seats, narrow = dice.choice((12, 30, 100, 300)), dice.randint(1, 9), dice.random() < 0.5
    pieces: list[CrowdPiece] = []
    for number in range(dice.choice((0, 1, 2, 5, 9, 16, 25, 40))):
        kind = dice.choice(("banner", "sighting", "sighting", "sighting", "battle", "aim", "pin", "place"))
        standard = kind in ("banner", "sighting")
        old = kind == "sighting" and dice.random() < 0.4
        across = min(side, 6) if narrow else side
        pieces.append(
            {
                "kind": kind,
                "id": f"{kind[0]}{number}",
                "seat": dice.randint(1, seats) if standard else 0,
                "at": [dice.randrange(across), dice.randrange(across)],
                "level": dice.choice((None, dice.randint(1, 30))) if standard else None,
                "turn": dice.randint(-3, 12) if old else None,
                "retreating": dice.random() < 0.1,
                "works": dice.choice(("none", "fortified", "entrenched")) if standard else "none",
                "relic": dice.random() < 0.1,
                "node": standard and dice.random() < 0.1,
                "rank": dice.choice(
                    ("selected", "near", "own", "seen", "battle", "aim", "pin", "old", "place")
                ),
                "text": dice.choice(WORDS),
            }
        )
    scale, margin = dice.choice(SCALES), dice.choice((0, 48, -6))
    return pieces, scale, [-margin, -margin, side * scale + margin, side * scale + margin]


def ground_of(seed: int) -> list[tuple[int, int, int, int]]:
    """The signs on the ground of a map, in twelfths of a pixel; every third map has none."""
    dice = random.Random(seed)
    boxes = []
    for _ in range(seed % 3 * 4):
        x, y, half = dice.randrange(6000), dice.randrange(6000), 12 * dice.randint(8, 24)
        boxes.append((x - half, y - half, x + half, y + half))
    return boxes


@pytest.mark.long
def test_the_browser_and_the_server_lay_out_crowds_alike(page: Page) -> None:
    cases = [json.loads(path.read_text()) for path in CASES]
    asked = [(case["pieces"], case["scale"], case["box"], "T", ground_of(0)) for case in cases]
    asked += [(*crowd_of(seed), "T", ground_of(seed)) for seed in range(1000)]
    open_crowds(page)
    theirs = page.evaluate("(asked) => asked.map((one) => JSON.stringify(crowd(...one)))", asked)
    for (pieces, scale, box, short, beneath), answer in zip(asked, theirs, strict=True):
        ours = crowd(pieces, scale, (box[0], box[1], box[2], box[3]), short, beneath)
        assert json.dumps(ours, separators=(",", ":"), ensure_ascii=False) == answer
    for case, answer in zip(cases, theirs, strict=False):
        assert json.loads(answer) == case["crowd"], case["says"]


def look_at(
    page: Page, seed: int, zooms: tuple[int, ...], found: Counter[str], least: dict[str, float]
) -> None:
    """Add what is wrong with one crowd, at these zooms, in both lights, to what has been found."""
    war: dict[str, Any] = {**war_of(seed), "id": seed}
    for zoom, faults, contrasts in page.evaluate("([war, zooms]) => looks(war, zooms)", [war, zooms]):
        for name, wrong in faults.items():
            found[name] += wrong if isinstance(wrong, int) else len(wrong)
            if isinstance(wrong, list) and wrong:
                sys.stdout.write(f"{seed} {zoom} {name} {wrong[:2]}\n")
        for name, value in contrasts.items():
            least[name] = min(least.get(name, 99), value)
    found["looks"] += len(zooms)


def judged(found: Counter[str], least: dict[str, float]) -> None:
    figures = {name: round(value, 2) for name, value in sorted(least.items())}
    sys.stdout.write(f"{dict(found)} {figures}\n")
    signs = found.pop("signs")
    assert signs >= 10 * found.pop("looks")
    assert {name: number for name, number in found.items() if number} == {}
    assert {name for name, value in least.items() if value < (4.5 if name.startswith("text") else 3)} == set()
    assert {name.split()[0] for name in least} == {"text", "sign"}


def test_signs_and_names_never_overlap(page: Page) -> None:
    found: Counter[str] = Counter()
    least: dict[str, float] = {}
    open_crowds(page)
    for number, (wide, high) in enumerate(WINDOWS):
        page.set_viewport_size({"width": wide, "height": high})
        look_at(page, number, (0, 44), found, least)
    judged(found, least)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 200, 40))
@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: f"{window[0]}x{window[1]}")
def test_two_hundred_crowds_in_every_window(page: Page, window: tuple[int, int], first: int) -> None:
    found: Counter[str] = Counter()
    least: dict[str, float] = {}
    page.set_viewport_size({"width": window[0], "height": window[1]})
    open_crowds(page)
    for seed in range(first, first + 40):
        look_at(page, seed, ZOOMS, found, least)
    judged(found, least)


def a_war(*banners: tuple[str, int, int]) -> dict[str, Any]:
    """A war of one's own banners alone, on 40 by 40 sectors."""
    war = war_of(0, side=40)
    standing = [
        {"id": key, "name": f"Banner {key}", "at": [x, y], "level": 10 + n, "works": "none"}
        for n, (key, x, y) in enumerate(banners)
    ]
    return {**war, "id": 1, "banners": standing, "sightings": [], "battles": [], "features": [], "relics": []}


def press(page: Page, chosen: str) -> None:
    """Press the middle of a sign."""
    box = page.locator(chosen).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_stack_parts_and_one_of_a_sector_is_a_list(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_crowds(page)
    war = a_war(("a", 20, 20), ("b", 20, 20), ("c", 20, 20), ("d", 19, 20))
    page.evaluate("(war) => { show(war, 9); window.told = []; }", war)
    page.evaluate("shown.addEventListener('tapped', ({detail}) => told.push(detail))")
    stack = page.locator(".piece.stack")
    assert stack.locator(".level").text_content() == "46"
    assert stack.locator(".many").text_content() == "x4"
    before = page.evaluate("shown.view.scale")
    press(page, ".piece.stack .field")
    expect(stack.locator(".many")).to_have_text("x3")
    assert page.evaluate("shown.view.scale") > before
    expect(page.locator(".piece.banner")).to_have_count(2)
    # Two presses at once would be a double-click.
    page.wait_for_timeout(400)
    press(page, ".piece.stack .field")
    rows = page.get_by_role("menuitem")
    expect(rows).to_have_text(["Banner a10", "Banner b11", "Banner c12"])
    for row in rows.all():
        box = row.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    expect(rows.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(rows).to_have_count(0)
    expect(page.locator(".map")).to_be_focused()
    assert page.evaluate("told") == []
    page.evaluate("shown.moveCursor([20, 20])")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".map")).to_be_focused()
    assert [(one["piece"]["id"], one["chosen"]) for one in page.evaluate("told")] == [("b", True)]
