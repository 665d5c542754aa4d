"""The land that armies hold, as a browser draws it: told apart by every eye at every scale, no seam in it.

What is measured is read back from the canvas. Two armies are told apart if their mean colours are 10 apart by
CIEDE2000, or if both patterns are seen (3 of L* up and down) and are nowhere alike (a correlation of 0.6 at
most, however one is moved over the other). The short form takes a few scales, the long one all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from campaign.base.drawing.territory import areas_of, as_json, holders_of, sign_places
from tests.colours import EYES, Colour, ciede2000, lab, through

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
HOST = "http://land.example"
KINDS = {".js": "text/javascript", ".css": "text/css"}
SHORT = (14 / 12, 12, 44)
LONG = (14 / 12, 1.5, 2.25, 3, 3.5, 5, 7.5, 9, 12, 14, 17, 22, 30, 36, 44, 56)
APART, AMPLITUDE, ALIKE = 10, 3, 0.6
STANDS_OUT, INKED = 3, 0.08
"""A sign's contrast, and the least part of its square that is its ink alone."""
RIM = 8
"""Pixels at an area's edge that are its border."""
SOFT = 1e-4
ACROSS = 110
"""Pixels of an area, at least."""


def land(browser: Browser, light: str) -> Iterator[Page]:
    page = browser.new_page()

    def serve(route: Route) -> None:
        path = ROOT / route.request.url.removeprefix(f"{HOST}/")
        if path.suffix in KINDS and path.is_file():
            route.fulfill(path=path, content_type=KINDS[path.suffix])
        else:
            route.fulfill(status=404)

    page.route(f"{HOST}/**", serve)
    html = (HERE / "territory.html").read_text().replace("LIGHT", light)
    page.route(f"{HOST}/land", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{HOST}/land")
    page.wait_for_function("window.ready")
    yield page
    page.close()


@pytest.fixture(scope="module")
def paper(browser: Browser) -> Iterator[Page]:
    yield from land(browser, "paper")


@pytest.fixture(scope="module")
def night(browser: Browser) -> Iterator[Page]:
    yield from land(browser, "night")


def document(territory: list[str], fog: list[str], terrain: list[str] | None = None) -> dict[str, Any]:
    return {
        "turn": 3,
        "size": [len(territory[0]), len(territory)],
        "terrain": terrain or ["." * len(row) for row in territory],
        "territory": territory,
        "fog": fog,
        "seats": [{"n": 1, "army": "Iron", "you": True, "battle": 1}],
        "radii": {"battle": 1, "recon": 2, "search": 3},
        **{name: [] for name in ("banners", "sightings", "features", "relics", "battles")},
    }


def eight(side: int) -> dict[str, Any]:
    """Eight squares of land seen now, and the same eight as they are remembered, 4 x 4."""
    rows = [
        "".join(str(x // side + 4 * (y // side % 2) + 1) for x in range(4 * side)) for y in range(4 * side)
    ]
    return document(rows, ["2" * 4 * side] * 2 * side + ["1" * 4 * side] * 2 * side)


def boxes(side: int, scale: float) -> list[tuple[int, int, int, int]]:
    """The inner pixels of the sixteen squares: without borders, and without the fog's soft edge."""
    found = []
    for row in range(4):
        for column in range(4):
            x0, x1 = (round(n * side * scale) for n in (column, column + 1))
            y0, y1 = (round(n * side * scale) for n in (row, row + 1))
            soft = ceil(scale / 2) if row in (1, 2) else 0
            above, below = (soft if row == 2 else 0), (soft if row == 1 else 0)
            found.append((x0 + RIM, y0 + RIM + above, x1 - RIM, y1 - RIM - below))
    return found


def alike(page: Page, scale: float) -> list[str]:
    """The pairs of armies that cannot be told apart at a scale, to which eye."""
    side = max(2, ceil(ACROSS / scale))
    page.evaluate("([map, scale]) => show(map, scale)", [eight(side), scale])
    tiles: list[list[Colour]] = page.evaluate("folded", boxes(side, scale))
    found = []
    for eye in ("full", *EYES):
        seen = [[lab(through((r, g, b), eye)) for r, g, b in tile] for tile in tiles]
        for known, eight_tiles in (("seen", seen[:8]), ("remembered", seen[8:])):
            levels = [[one[0] for one in tile] for tile in eight_tiles]
            means = [_mean(tile) for tile in eight_tiles]
            high = [(max(level) - min(level)) / 2 for level in levels]
            correlations = page.evaluate("correlations", levels)
            for (one, other), correlation in zip(combinations(range(8), 2), correlations, strict=True):
                apart = ciede2000(means[one], means[other])
                if apart < APART and (min(high[one], high[other]) < AMPLITUDE or correlation > ALIKE):
                    found.append(
                        f"{one + 1} and {other + 1}, {known}, {eye}, {scale:.2f} px: {apart:.1f} apart,"
                        f" amplitudes {high[one]:.1f} and {high[other]:.1f}, correlation {correlation:.2f}"
                    )
    return found


def faint(page: Page) -> list[dict[str, Any]]:
    """The signs of what is drawn that do not stand out from their ground, or are not there."""
    signs = page.evaluate("contrasts()")
    return [one for one in signs if one["inked"] < INKED * one["size"] ** 2 or one["contrast"] < STANDS_OUT]


def _mean(tile: list[Colour]) -> Colour:
    light, red, blue = (sum(one[part] for one in tile) / len(tile) for part in range(3))
    return light, red, blue


@pytest.mark.parametrize("scale", SHORT)
def test_no_two_armies_lands_look_alike_by_day(paper: Page, scale: float) -> None:
    assert alike(paper, scale) == []
    assert faint(paper) == []


@pytest.mark.parametrize("scale", SHORT)
def test_no_two_armies_lands_look_alike_by_night(night: Page, scale: float) -> None:
    assert alike(night, scale) == []
    assert faint(night) == []


@pytest.mark.long
@pytest.mark.parametrize("scale", LONG)
def test_no_two_armies_lands_look_alike_at_any_scale(paper: Page, night: Page, scale: float) -> None:
    assert alike(paper, scale) + alike(night, scale) == []
    assert faint(paper) + faint(night) == []


def some_land(random: random.Random, width: int, height: int) -> list[str]:
    """Land of some armies, in blots, with disputed sectors between some."""
    blots = [
        (random.randrange(width), random.randrange(height), random.choice("12345678z")) for _ in range(9)
    ]
    reach = max(width, height) * random.uniform(0.1, 0.5)
    rows = []
    for y in range(height):
        row = ""
        for x in range(width):
            (far, sign), (next_far, other) = sorted((max(abs(x - i), abs(y - j)), s) for i, j, s in blots)[:2]
            held = "*" if far == next_far and sign != other else sign
            row += held if far < reach and random.random() > 0.02 else "."
        rows.append(row)
    return rows


def unlike(page: Page, seed: int, most: int) -> list[str]:
    """The scales at which the page puts signs elsewhere than programs do."""
    chance = random.Random(seed)
    width, height = chance.randint(1, most), chance.randint(1, most)
    rows = some_land(chance, width, height)
    holders = holders_of(rows)
    taken = [[chance.randrange(width), chance.randrange(height)] for _ in range(chance.randrange(8))]
    found = []
    for scale in (12, 14, 29, chance.randint(12, 96), 144, 288, 672):
        theirs = page.evaluate(
            "(all) => JSON.stringify(places(...all))", [width, height, holders, taken, scale]
        )
        ours = as_json(sign_places(areas_of(width, height, holders), taken, scale))
        if json.dumps(ours, separators=(",", ":")) != theirs:
            found.append(f"seed {seed}, {width} x {height}, {scale} twelfths")
    return found


def test_programs_put_signs_where_the_page_puts_them(paper: Page) -> None:
    assert [one for seed in range(6) for one in unlike(paper, seed, 40)] == []


@pytest.mark.long
def test_programs_put_signs_where_the_page_puts_them_on_large_maps(paper: Page) -> None:
    assert [one for seed in range(100, 120) for one in unlike(paper, seed, 90)] == []


@pytest.mark.long
def test_areas_with_room_have_a_sign_and_it_does_not_lie_beneath_a_piece() -> None:
    rows = ["11111..2", "11111..2", "11111.3.", "11111.3.", "11111...", "4*444444"]
    areas = areas_of(8, 6, holders_of(rows))

    def signs(scale: int, *taken: tuple[int, int]) -> list[tuple[int, int, int]]:
        return [(one.seat, one.x, one.y) for one in sign_places(areas, taken, scale * 12)]

    assert signs(16) == [(1, 40, 40), (2, 120, 8), (3, 104, 40), (4, 8, 88), (4, 72, 88)]
    assert signs(8) == [(1, 16, 16)]
    assert signs(2) == []
    assert signs(16, (2, 2))[0] != (1, 40, 40)
    assert signs(16, *((x, y) for x in range(5) for y in range(5)))[0][0] == 1


@pytest.mark.parametrize(("scale", "dense"), [(2.25, 1), (7.75, 1.5), (30, 2)])
@pytest.mark.long
def test_no_seam_of_chunks_breaks_pattern_or_border(paper: Page, scale: float, dense: float) -> None:
    side = ceil(700 / scale)
    rows = some_land(random.Random(7), side, side)
    found = paper.evaluate("(all) => seams(...all)", [document(rows, ["2" * side] * side), scale, dense])
    assert found["chunks"] >= 4
    # A soft pixel here and there is another one; a broken pattern would be a share of the whole.
    assert found["share"] < SOFT


@pytest.mark.parametrize("scale", [2.25, 30])
@pytest.mark.long
def test_signs_are_whole_where_chunks_meet(paper: Page, scale: float) -> None:
    side = ceil(700 / scale)
    rows = some_land(random.Random(8), side, side)
    found = paper.evaluate("(all) => broken(...all)", [document(rows, ["1" * side] * side), scale])
    assert found["whole"] > 400
    assert found["gone"] == 0
