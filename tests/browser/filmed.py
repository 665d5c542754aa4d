"""Films to look at: many pieces that move at once, large maps, and what a frame of them costs."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

PIECES, SIDE = 40, 30


def work_of_a_frame(page: Page) -> float:
    """Play the film: how many milliseconds of a processor a frame then takes."""
    page.get_by_role("button", name="Play", exact=True).click()
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        found = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
        return float(found["TaskDuration"])

    began = worked()
    frames: int = page.evaluate(FRAMES)
    return 1000 * (worked() - began) / frames


FRAMES = """() => new Promise((done) => {
    let seen = 0;
    const see = () => (++seen < 60 ? requestAnimationFrame(see) : done(seen));
    requestAnimationFrame(see);
})"""


def crowded(pieces: int = PIECES, side: int = SIDE) -> tuple[dict[str, Any], dict[str, Any]]:
    """A map with as many banners as are to move at once, and the film in which they do."""
    rows = ["." * side] * side
    land = [
        ("." * 3 + str(y // 40 % 8 + 1) * 40 + "." * 17 + "3" * 30 + "." * side)[:side] for y in range(side)
    ]
    across = side - 5
    banners: list[dict[str, Any]] = [
        {
            **{
                "id": f"b{n}",
                "name": f"Banner {n}",
                "at": [n * (side // SIDE) % across + 2, n * (side // SIDE) // across * 4 + 3],
                "level": 12,
            },
            **{"works": "none", "retreating": False, "relics": [], "node": False, "alive": True},
        }
        for n in range(pieces)
    ]
    seats = [{"n": 1, "army": "North", "you": True, "battle": 1}]
    before = {
        **{
            "turn": 0,
            "size": [side, side],
            "terrain": rows,
            "territory": land if side > SIDE else rows,
            "fog": ["2" * side] * side,
        },
        **{"radii": {"battle": 1, "recon": 2, "search": 3}, "seats": seats, "banners": banners},
        **{"sightings": [], "features": [], "relics": [], "battles": [], "goals": [], "numbers": {}},
    }
    moves = [
        {"t": "move", "id": one["id"], "at": one["at"], "to": [one["at"][0] + 1, one["at"][1] + 1]}
        for one in banners
    ]
    phases = [{"id": "march", "rule": "5.4", "beats": moves}]
    film = {
        "film": 1,
        "turn": 1,
        "as": 1,
        "part": "turn",
        "from": 0,
        "names": {},
        "lines": [],
        "phases": phases,
    }
    return before, film


def large(before: dict[str, Any], turn: int) -> dict[str, Any]:
    """A turn in which all march a sector to the east and take what they leave."""
    moves = [
        {
            "t": "move",
            "id": one["id"],
            "at": [one["at"][0] + turn - 1, one["at"][1]],
            "to": [one["at"][0] + turn, one["at"][1]],
            "line": 0,
        }
        for one in before["banners"]
    ]
    rows = [[one["at"][1], one["at"][0] + turn - 1, "11"] for one in before["banners"]]
    phases = [
        {"id": "march", "rule": "5.4", "beats": moves},
        {"id": "land", "rule": "8.6", "beats": [{"t": "land", "rows": rows, "line": 1}]},
    ]
    lines = [{"text": f"{what} in turn {turn}", "rule": "5.4", "at": None} for what in ("Marches", "Land")]
    shown = {
        "film": 1,
        "turn": turn,
        "as": 1,
        "part": "turn",
        "from": turn - 1 if turn else None,
        "names": {},
    }
    if not turn:
        return {**shown, "lines": [], "phases": []}
    return {**shown, "lines": lines, "phases": phases}
