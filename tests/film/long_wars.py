"""Long wars on large maps, as what draws films is given them: armies that spread, march, fight and see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

ARMIES = 8
BANNERS, SEEN = 30, 60
REACH = 24
"""Sectors around a banner that a seat knows of after its turn there."""


def given(turns: int, side: int, form: str, ffmpeg: str | None = None) -> dict[str, Any]:
    """The document for a film of so many turns on a map of so many sectors a side."""
    return {
        "kind": "film",
        "format": form,
        "size": [960, 540],
        "shape": "wide",
        "light": "paper",
        "title": "The Long War of the Wide Plain",
        "site": "wars.example",
        "ffmpeg": ffmpeg,
        "words": {"happened": "What happened", "sectors": "sectors", "turn": "T", "phases": {}},
        "scenes": list(_scenes(turns, side)),
    }


def _scenes(turns: int, side: int) -> Iterator[dict[str, Any]]:
    dice = random.Random(f"long war {turns} {side}")
    terrain = [
        "".join(dice.choices(".cx", (93, 4, 3))[0] if (x // 7 + y // 5) % 3 else "." for x in range(side))
        for y in range(side)
    ]
    land = [["."] * side for _ in range(side)]
    fog = [["0"] * side for _ in range(side)]
    places = [[dice.randrange(side), dice.randrange(side)] for _ in range(BANNERS + SEEN)]
    before: dict[str, Any] | None = None
    for turn in range(turns + 1):
        old = [list(place) for place in places]
        if turn:
            for place in places:
                for axis in (0, 1):
                    place[axis] = min(side - 1, max(0, place[axis] + dice.randint(-2, 2)))
        fog = [["1" if one == "2" else one for one in row] for row in fog]
        for n, (x, y) in enumerate(places):
            near = range(max(0, x - REACH), min(side, x + REACH + 1))
            for j in range(max(0, y - REACH), min(side, y + REACH + 1)):
                if n < BANNERS:
                    fog[j][near.start : near.stop] = ["2"] * len(near)
                if abs(j - y) < REACH // 3:
                    ours = near[REACH // 2 : -REACH // 2] if len(near) == 2 * REACH + 1 else near
                    land[j][ours.start : ours.stop] = [str(_seat(n))] * len(ours)
        after = _map(turn, side, terrain, land, fog, places)
        yield {
            "heading": f"Turn {turn}",
            "mark": f"as Army 1 knew it, turn {turn}",
            "before": None,
            "follows": turn > 0,
            "after": after,
            "film": None if before is None else _film(turn, old, places),
        }
        before = after


def _seat(number: int) -> int:
    return 1 if number < BANNERS else 2 + number % (ARMIES - 1)


def _map(
    turn: int,
    side: int,
    terrain: list[str],
    land: list[list[str]],
    fog: list[list[str]],
    places: list[list[int]],
) -> dict[str, Any]:
    common = {"works": "none", "retreating": False, "relics": [], "node": False}
    return {
        "turn": turn,
        "size": [side, side],
        "terrain": terrain,
        "territory": ["".join(row) for row in land],
        "fog": ["".join(row) for row in fog],
        "radii": {"battle": 1, "recon": 2, "search": 3},
        "seats": [{"n": n, "army": f"Army {n}", "you": n == 1, "battle": 1} for n in range(1, ARMIES + 1)],
        "banners": [
            {"id": f"b{n}", "name": f"Banner {n}", "at": list(at), "level": 9 + n, "alive": True, **common}
            for n, at in enumerate(places[:BANNERS])
        ],
        "sightings": [
            {
                "id": f"s{n}",
                "seat": _seat(BANNERS + n),
                "name": f"Foe {n}",
                "at": list(at),
                "level": n,
                "turn": turn - n % 3 if turn > 2 else turn,
            }
            for n, at in enumerate(places[BANNERS:])
        ],
        "features": [],
        "relics": [],
        "battles": [],
        "goals": [],
        "numbers": {},
    }


def _film(turn: int, old: list[list[int]], places: list[list[int]]) -> dict[str, Any]:
    moves = [
        {"t": "move", "id": f"b{n}", "at": old[n], "to": list(places[n]), "line": 0}
        for n in range(BANNERS)
        if old[n] != places[n]
    ]
    clash = {"t": "clash", "id": f"f{turn}", "at": list(places[turn % BANNERS]), "mine": "b0", "line": 1}
    return {
        "film": 1,
        "turn": turn,
        "as": 1,
        "part": "turn",
        "from": turn - 1,
        "names": {},
        "lines": [
            {"text": f"Banner 1 marches in turn {turn}, and many others with it.", "rule": "5.4", "at": None},
            {"text": "Banner 1 meets the enemy and attacks.", "rule": "5.12", "at": None},
        ],
        "phases": [
            {"id": "march", "rule": "5.4", "beats": moves},
            {"id": "contact", "rule": "5.12", "beats": [clash]},
        ],
    }
