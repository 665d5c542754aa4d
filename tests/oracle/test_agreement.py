"""Two adjudicators made apart from the text agree to the last byte."""

import ast
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.adjudicator import adjudicate
from tests.oracle.club import club
from tests.oracle.compare import difference, expected, plain, printed
from tests.oracle.engine import ask, ask_process
from tests.oracle.scenarios import scenario

LONG = bool(os.environ.get("TEST_LONG"))
SEEDS = range(150 if LONG else 50)


@pytest.mark.wider
@pytest.mark.parametrize("seed", SEEDS)
def test_the_engine_and_the_oracle_give_the_same_outcome(seed: int) -> None:
    assert difference(scenario(seed), "whole") is None


@pytest.mark.wider
@pytest.mark.parametrize("seed", range(60 if LONG else 20))
def test_they_agree_where_ranges_reach_past_the_whole_map(seed: int) -> None:
    assert difference(scenario(seed, wide=True), "whole") is None


@pytest.mark.wider
@pytest.mark.parametrize("seed", range(8 if LONG else 3))
def test_they_agree_on_maps_of_thousands_of_sectors(seed: int) -> None:
    assert difference(scenario(seed, wide=seed > 5, large=True), "whole") is None


@pytest.mark.parametrize("seed", range(150, 180))
def test_the_engine_and_the_oracle_give_the_same_movement(seed: int) -> None:
    assert difference(scenario(seed), "movement") is None


@pytest.mark.wider
@pytest.mark.parametrize("seed", range(120 if LONG else 40))
def test_they_agree_on_the_club_s_own_rules_and_on_every_ledger(seed: int) -> None:
    assert difference(club(seed), "whole", explain=True) is None


@pytest.mark.parametrize("seed", range(180, 200))
def test_they_agree_on_the_ledgers_of_plain_turns(seed: int) -> None:
    assert difference(scenario(seed), "whole", explain=True) is None


@pytest.mark.parametrize("seed", range(180, 183))
def test_the_command_in_its_own_process_answers_the_same(seed: int) -> None:
    assert difference(scenario(seed), "whole", ask_process) is None
    assert ask_process(scenario(seed)) == ask(scenario(seed))


def test_the_comparison_sees_a_planted_difference() -> None:
    outcome = adjudicate(scenario(7))
    changed = json.loads(printed(outcome))
    changed["banners"][0]["level"] += 1
    assert plain(changed) != plain(json.loads(printed(outcome)))


def test_some_scenarios_are_in_dispute_and_some_are_not() -> None:
    statuses = {expected(scenario(seed), "whole")[0] for seed in range(60)}
    assert statuses == {0, 3}


HERE = Path(__file__).resolve().parents[1] / "cases"
CASES = sorted([*HERE.glob("*.json"), *HERE.glob("club/*.json")])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_oracle_agrees_with_every_case(path: Path) -> None:
    case = json.loads(path.read_text())
    expect, explain = case["expect"], case.get("explain", False)
    outcome = adjudicate(case["scenario"], explain=explain)
    if explain:
        outcome["void"] = [{key: one[key] for key in ("banner", "order")} for one in outcome["void"]]
    assert list(missing(expect, outcome)) == []


def missing(part: Any, whole: Any, path: str = "") -> Iterator[str]:
    """Every path at which a part of an outcome is not in the whole of it."""
    if isinstance(part, dict) and isinstance(whole, dict):
        for key in part:
            yield from missing(part[key], whole.get(key), f"{path}.{key}")
    elif isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        for number, (one, other) in enumerate(zip(part, whole, strict=True)):
            yield from missing(one, other, f"{path}[{number}]")
    elif part != whole:
        yield path


def test_the_oracle_knows_nothing_of_the_engine() -> None:
    here = Path(__file__).parent
    modules = [path for path in here.glob("*.py") if path.name != "engine.py"]
    assert len(modules) > 10
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text())):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] == "rules" for name in named), path.name
