"""What the rules and the scripts both work out, on the same cases as ``tests/js/shared.test.js``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.maps.grid import Grid, distance, name_of
from rules.scenario import load, move
from rules.state import State
from tests.rules.running import ROOT

CASES = ROOT / "tests" / "cases" / "geometry"
SEED = "7".rjust(64, "0")


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of one file."""
    found: list[dict[str, Any]] = json.loads((CASES / f"{name}.json").read_text())
    assert found
    return found


def moved(banners: list[dict[str, Any]], **members: Any) -> State:
    """What the movement makes of a scenario of two players, ``a`` with plans and ``b`` without."""
    document = {"turn": 1, "seed": SEED, "map": ["..."], "players": [{"id": "a"}, {"id": "b"}]}
    return move(load({**document, **members, "banners": banners}))[0].state


def test_every_file_of_cases_is_run_by_both() -> None:
    script = (ROOT / "tests" / "js" / "shared.test.js").read_text()
    files = {path.stem for path in CASES.glob("*.json")}
    assert files == {"names", "distances", "ranges", "meetings", "splits", "resupplies"}
    assert all(f"../cases/geometry/{name}.json" in script for name in files)


@pytest.mark.parametrize("case", cases("names"), ids=lambda case: case["name"])
def test_sectors_have_names(case: dict[str, Any]) -> None:
    assert name_of((case["at"][0], case["at"][1])) == case["name"]


@pytest.mark.parametrize("case", cases("distances"), ids=str)
def test_sectors_are_apart(case: dict[str, Any]) -> None:
    assert distance(tuple(case["one"]), tuple(case["other"])) == case["distance"]


@pytest.mark.parametrize("case", cases("ranges"), ids=str)
def test_ranges_have_the_passable_sectors(case: dict[str, Any]) -> None:
    grid = Grid(tuple(case["map"]), 8)
    cells = grid.range_of(grid.cell(tuple(case["at"])), case["radius"])
    assert [list(grid.at(cell)) for cell in cells] == case["sectors"]


@pytest.mark.parametrize("case", cases("meetings"), ids=str)
def test_banners_meet(case: dict[str, Any]) -> None:
    wide = [["battlelust"] if case[f"{who}_radius"] > 1 else [] for who in ("one", "other")]
    scenario = {
        "turn": 1,
        "seed": SEED,
        "map": case["map"],
        "settings": {"engagement": "every_turn"},
        "players": [{"id": "a", "rules": wide[0]}, {"id": "b", "rules": wide[1]}],
        "banners": [
            {"id": "a1", "owner": "a", "at": case["one"], "level": 15},
            {"id": "b1", "owner": "b", "at": case["other"], "level": 15},
        ],
    }
    movement = move(load(scenario))[0]
    disputed = [list(sector.at) for sector in movement.state.sectors if sector.disputed]
    assert disputed == case["shared"]
    met = [(list(battle.sector), battle.city) for battle in movement.battles]
    assert met == ([(case["sector"], case["city"])] if case["sector"] else [])


@pytest.mark.parametrize("case", cases("splits"), ids=str)
def test_banners_split(case: dict[str, Any]) -> None:
    rules = (["flexible_command"] if case["flexible"] else []) + ["massive_armies"]
    state = moved(
        [{"id": "a1", "owner": "a", "at": [0, 0], "level": case["level"]}],
        players=[{"id": "a", "rules": rules}],
        plans={"a": {"orders": {"a1": {"secondary": {"order": "split", "name": "New"}}}}},
    )
    assert [banner.level for banner in state.banners] == case["split"]


@pytest.mark.parametrize("case", cases("resupplies"), ids=str)
def test_banners_are_resupplied(case: dict[str, Any]) -> None:
    store = {"id": "f1", "at": [1, 0], "effect": "supply", "known_to": ["a"] if case["supplied"] else []}
    state = moved(
        [{"id": "a1", "owner": "a", "at": [0, 0], "level": case["level"]}],
        players=[{"id": "a", "rules": ["massive_armies"] if case["massive"] else []}],
        features=[store],
        plans={"a": {"orders": {"a1": {"secondary": {"order": "resupply"}}}}},
    )
    assert [banner.level for banner in state.banners] == [case["after"]]
