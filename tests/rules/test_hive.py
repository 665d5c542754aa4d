"""Hive Mentality (Rules 8.4)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.events import EventKind, Reason
from rules.outcome import Movement, Outcome
from tests.rules.builders import banner, levels, moved, played

HIVE = {"beta": ["hive_mentality"]}
FAR = """
    b1:15 . . . . . . b2:18
    .     . . . . . . b3:18
"""


def node(end: Movement | Outcome) -> str | None:
    """Beta's node."""
    return {player.id: player.node for player in end.state.players}["beta"]


def test_a_turn_that_begins_without_a_node_gives_the_place_to_the_greatest_then_the_smallest_id() -> None:
    assert node(moved(FAR, rules=HIVE)) == "b2"


def test_a_node_may_be_named_with_the_plan_if_there_is_none() -> None:
    named: dict[str, Any] = {"plans": {"beta": {"node": "b3"}}}
    assert node(moved(FAR, rules=HIVE, **named)) == "b3"
    assert node(moved(FAR, rules=HIVE, beta_is={"node": "b1"}, **named)) == "b1"


@pytest.mark.parametrize("other", ["a1", "nobody"])
def test_naming_a_banner_that_is_not_the_army_s_is_ignored(other: str) -> None:
    drawing = FAR.replace(".     . .", ".     a1:20 .")
    assert node(moved(drawing, rules=HIVE, plans={"beta": {"node": other}})) == "b2"


def test_the_plan_of_a_player_who_has_not_submitted_names_nothing() -> None:
    plans = {"beta": {"node": "b3"}}
    assert node(moved(FAR, rules=HIVE, beta_is={"submitted": False}, plans=plans)) == "b2"


def test_an_army_without_the_rule_has_no_node() -> None:
    assert node(moved(FAR, plans={"beta": {"node": "b3"}})) is None


LOST_IN_RETREAT = "b1:15r a1:15 . . . . . b2:18e . b3:2"


def test_a_node_lost_in_retreat_costs_levels_at_once_and_all_must_retreat_next_turn() -> None:
    movement = moved(LOST_IN_RETREAT, "b1 retreat 1,0", "b2 resupply", rules=HIVE, beta_is={"node": "b1"})
    assert levels(movement) == {"a1": 15, "b2": 16, "b3": 0}  # resupply comes after: 18 - 3 + 1
    assert banner(movement, "b2").retreating
    assert banner(movement, "b2").beaten_by is None
    assert banner(movement, "b2").works == "entrenched"
    assert node(movement) is None


@pytest.mark.parametrize(
    ("rules", "lost"),
    [
        ([], 3),
        (["suicide_troops", "irreplaceable_troops"], 5),
        (["tough"], 2),
        (["very_tough"], 1),
        (["tough", "very_tough"], 0),
    ],
)
def test_army_rules_change_what_the_node_s_loss_costs(rules: list[str], lost: int) -> None:
    movement = moved(
        LOST_IN_RETREAT,
        "b1 retreat 1,0",
        rules={"beta": ["hive_mentality", *rules]},
        beta_is={"node": "b1"},
    )
    assert levels(movement)["b2"] == 18 - lost
    assert banner(movement, "b2").retreating


def test_a_node_lost_in_battle_counts_after_the_losses() -> None:
    outcome = played("a1:15 . . b1:9 . . . b2:18", "a1 march 1,0", rules=HIVE, beta_is={"node": "b1"})
    assert (levels(outcome)["b2"], banner(outcome, "b2").retreating, node(outcome)) == (15, True, None)
    kinds = [(event.kind, event.reason) for event in outcome.events if event.rule == "8.4"]
    assert kinds == [(EventKind.NODE_LOST, None), (EventKind.HIVE_LOSS, Reason.NODE_LOST)]


def test_the_heir_of_a_node_is_the_node() -> None:
    movement = moved("b1:12+b2:15", "b1 join b2", "b2 join b1", rules=HIVE, beta_is={"node": "b1"})
    assert (node(movement), dict(movement.heirs)) == ("b2", {"b1": "b2"})
