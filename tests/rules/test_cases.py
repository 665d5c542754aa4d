"""Every case of the rules, through the engine."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from rules import scenario
from rules.agreement import differences
from rules.format.outcome import outcome_document
from tests.rules.running import CASES, load_case


def test_there_are_cases() -> None:
    assert len(CASES) >= 94


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_a_case_comes_out_as_the_rules_say(path: Path) -> None:
    case = load_case(path)
    outcome = outcome_document(scenario.adjudicate(scenario.load(case["scenario"])))
    assert differences(case["expect"], outcome) == []


def test_the_comparison_can_fail() -> None:
    case = load_case(CASES[0])
    outcome = outcome_document(scenario.adjudicate(scenario.load(case["scenario"])))
    wrong = copy.deepcopy(case["expect"])
    wrong["banners"][0]["at"] = [0, 0]
    assert differences(wrong, outcome) == [
        "banners[0].at[0]: 3, not 0",
        "banners[0].at[1]: 3, not 0",
    ]
    del outcome["banners"]
    assert differences(case["expect"], outcome) == ["banners: is missing"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_a_scenario_read_and_written_is_the_same_scenario(path: Path) -> None:
    loaded = scenario.load(load_case(path)["scenario"])
    assert scenario.load(scenario.dump(loaded)) == loaded
