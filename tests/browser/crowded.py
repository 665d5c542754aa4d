"""Crowds to look at: a page with a map alone, and wars whose pieces are drawn by a seed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "http://crowds.example"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
STYLES = ("web/variables.css", "web/base.css", "warmap/warmap.css")
PAGE = f"""<!doctype html><html lang="en"><title>Crowds</title>
{"".join(f'<link rel="stylesheet" href="/static/css/{one}">' for one in STYLES)}
<body class="full"><main><div class="warmap"><section class="board">
<div class="map" tabindex="0"><div class="map-stage"><canvas></canvas><svg class="map-pieces"></svg></div>
<svg class="map-edge map-columns"><g></g></svg><svg class="map-edge map-rows"><g></g></svg>
<div class="map-corner"></div></div>
<div class="map-tools"><button class="quiet" data-zoom="1.5">+</button><button class="quiet">-</button>
<button class="quiet" data-turns>o</button></div>
<div class="turns" id="turns"><output></output></div></section>
<aside class="sheet" id="sheet" data-shows="plan" data-height="peek">
<div class="sheet-body">Plan</div></aside></div></main>
<script type="module">
import {{ WarMap }} from "/static/js/web/map/map.js";
import * as measures from "/tests/js/browser/crowds.js";
import {{ Layers }} from "/static/js/web/map/layers.js";
import {{ crowd }} from "/static/js/web/map/crowd.js";
Object.assign(window, measures, {{ crowd, Layers, WarMap, ready: true }});
</script>"""

SIDES = (12, 20, 30, 60, 100, 300)
NAMES = ("Vanguard", "Gate Guard", "Second Wing of the Long March", "Ash", "Rear Guard", "Stählerne Faust")


def open_crowds(page: Page) -> None:
    """The page with nothing on its map yet."""

    def serve(route: Route) -> None:
        path = ROOT / route.request.url.removeprefix(f"{HOST}/").partition("?")[0]
        if path.suffix in KINDS and path.is_file():
            route.fulfill(path=path, content_type=KINDS[path.suffix])
        else:
            route.fulfill(status=404)

    page.route(f"{HOST}/**", serve)
    page.route(f"{HOST}/run", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto(f"{HOST}/run")
    page.wait_for_function("window.ready")


def war_of(seed: int, count: int | None = None, side: int | None = None) -> dict[str, Any]:
    """A map document with a crowd on it: some armies in heaps, some strewn about."""
    dice = random.Random(f"crowd {seed}")
    side = side or dice.choice(SIDES)
    count = count or dice.choice((3, 12, 30, 60, 120, 300, 400))
    seats = dice.randint(2, 8)
    heaps = [
        (dice.randrange(side), dice.randrange(side), dice.randint(1, max(2, side // 6))) for _ in range(6)
    ]

    def at() -> list[int]:
        if dice.random() < 0.4:
            return [dice.randrange(side), dice.randrange(side)]
        x, y, wide = dice.choice(heaps)
        return [min(side - 1, max(0, round(dice.gauss(middle, wide)))) for middle in (x, y)]

    war: dict[str, Any] = {
        "turn": 10,
        "size": [side, side],
        "terrain": ["." * side] * side,
        "territory": ["." * side] * side,
        "fog": ["2" * side] * side,
        "radii": {"battle": 1, "recon": 2, "search": 3},
        "seats": [{"n": n, "army": f"Army {n}", "you": n == 1, "battle": 1} for n in range(1, seats + 1)],
        "banners": [],
        "sightings": [],
        "battles": [{"id": f"f{n}", "at": at(), "with": "Foe"} for n in range(dice.randint(0, 5))],
        "features": [
            {"id": f"t{n}", "at": at(), "name": "Old Mill", "effect": dice.choice(("supply", "sensor", None))}
            for n in range(dice.randint(0, 6))
        ],
        "relics": [{"id": f"r{n}", "at": at(), "name": "Lost Crown"} for n in range(dice.randint(0, 3))],
    }
    for n in range(count):
        level = dice.randint(1, 24)
        if dice.random() < 0.35:
            war["banners"].append(
                {
                    "id": f"b{n}",
                    "name": dice.choice(NAMES),
                    "at": at(),
                    "level": level,
                    "works": dice.choice(("none", "none", "fortified", "entrenched")),
                    "retreating": dice.random() < 0.1,
                    "relics": [{"id": "x", "name": "x"}] if dice.random() < 0.1 else [],
                    "node": dice.random() < 0.05,
                }
            )
        else:
            war["sightings"].append(
                {
                    "id": f"s{n}",
                    "seat": dice.randint(2, seats),
                    "name": f"Foe {n}",
                    "at": at(),
                    "level": None if dice.random() < 0.25 else level,
                    "turn": 10 if dice.random() < 0.6 else dice.randint(-2, 9),
                    "mark": "Marshal" if dice.random() < 0.03 else "",
                }
            )
    return war
