"""Two adjudicators made apart from the text agree to the last byte."""

import json
from pathlib import Path

import pytest

from tests.oracle.adjudicator import adjudicate
from tests.oracle.compare import difference, expected, plain, printed
from tests.oracle.engine import ask, ask_process
from tests.oracle.scenarios import scenario

SEEDS = range(150)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_engine_and_the_oracle_give_the_same_outcome(seed: int) -> None:
    assert difference(scenario(seed), "whole") is None


@pytest.mark.parametrize("seed", range(150, 180))
def test_the_engine_and_the_oracle_give_the_same_movement(seed: int) -> None:
    assert difference(scenario(seed), "movement") is None


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


def test_the_oracle_knows_nothing_of_the_engine() -> None:
    here = Path(__file__).parent
    modules = [path for path in here.glob("*.py") if path.name not in ("engine.py", "test_agreement.py")]
    assert modules
    for path in modules:
        imported = [line for line in path.read_text().splitlines() if " rules" in line and "import" in line]
        assert imported == [], path.name
