"""The cases of the club's own rules and of the ledger, through the engine, each explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import scenario
from rules.agreement import differences
from rules.format.outcome import movement_document, outcome_document
from tests.oracle.club import sums, words
from tests.rules.running import ROOT, load_case

CASES = sorted((ROOT / "tests" / "cases" / "club").glob("*.json"))


def test_there_are_cases_of_every_word() -> None:
    assert len(CASES) >= 40
    found = {word for path in CASES for word, times in words(load_case(path)["scenario"]).items() if times}
    heads = {word.rsplit(" ", 1)[0] for word in found}
    assert {"do level", "do reveal", "do unseal", "do spy", "start level", "start move", "end spy"} <= found
    assert {"never", "mod", "when", "is", "repeat", "on", "use", "special_orders"} <= heads


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_a_case_comes_out_as_the_rules_say(path: Path) -> None:
    case = load_case(path)
    outcome = outcome_document(scenario.adjudicate(scenario.load(case["scenario"]), explain=True))
    for void in outcome["void"]:
        assert void.pop("reason")
    assert differences(case["expect"], outcome) == []
    assert sums(outcome["explained"]) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_a_scenario_read_and_written_is_the_same_scenario(path: Path) -> None:
    loaded = scenario.load(load_case(path)["scenario"])
    assert scenario.load(scenario.dump(loaded)) == loaded
    assert scenario.dump(scenario.load(scenario.dump(loaded))) == scenario.dump(loaded)


def test_a_seal_is_shown_at_both_stages_and_triggers_at_the_end_alone() -> None:
    (path,) = [path for path in CASES if "does-not-find-a-sealed" in path.stem]
    moved, _ = scenario.move(scenario.load(load_case(path)["scenario"]))
    relics = {relic["id"]: relic for relic in movement_document(moved)["relics"]}
    assert relics["rod"]["sealed"] is True
    assert "sealed" not in relics["orb"]
    assert "triggers" not in movement_document(moved)
