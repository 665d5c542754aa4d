"""The measurements themselves: what a verdict says, and that each suite with a server measures something."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bench
from bench import herd, web
from bench.rounds import SkippedError, Verdict, ratio


@pytest.mark.parametrize(
    ("quartiles", "at_most", "word"),
    [
        ((2.5, 2.2, 2.8), False, "passed"),
        ((1.5, 1.2, 1.8), False, "FAILED"),
        ((2.1, 1.9, 2.2), False, "inconclusive"),
        ((1.5, 1.2, 1.8), True, "passed"),
        ((2.5, 2.2, 2.8), True, "FAILED"),
    ],
)
def test_a_verdict_is_by_the_median_unless_the_quartiles_span_the_goal(
    quartiles: tuple[float, float, float], at_most: bool, word: str
) -> None:
    assert Verdict("P0", "anything", *quartiles, goal=2, at_most=at_most).word == word


def test_the_sides_take_turns_and_swap_their_order() -> None:
    asked: list[str] = []

    def side(name: str, rate: float) -> float:
        asked.append(name)
        return rate

    assert ratio(lambda: side("a", 3), lambda: side("b", 2), 2) == (1.5, 1.5, 1.5)
    assert asked == ["a", "b", "a", "b", "b", "a"]


def test_a_side_that_measures_nothing_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="measured nothing"):
        ratio(lambda: 0, lambda: 1, 1)


def test_no_module_hides_one_of_the_standard_library() -> None:
    """The peer is run as a file of this folder, which is then looked in first."""
    names = {path.stem for path in Path(bench.__file__).parent.glob("*.py")}
    assert not names & sys.stdlib_module_names


@pytest.mark.long
@pytest.mark.once
def test_a_small_herd_is_driven_through() -> None:
    try:
        verdicts = herd.herd(1, campaigns=3)
    except SkippedError as reason:
        pytest.skip(str(reason))
    assert [verdict.name for verdict in verdicts] == ["P8", "P9"]
    assert all(verdict.median > 0 for verdict in verdicts)


@pytest.mark.long
@pytest.mark.once
def test_a_server_is_asked_for_maps_and_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "BURST", 0.1)
    try:
        verdicts = web.requests(1)
    except SkippedError as reason:
        pytest.skip(str(reason))
    assert [verdict.name for verdict in verdicts] == ["P6", "P12"]
    assert all(verdict.median > 0 for verdict in verdicts)
