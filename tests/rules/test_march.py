"""Marches (Rules 5.4)."""

from __future__ import annotations

import pytest

from rules.events import EventKind, Reason
from rules.outcome import Movement
from tests.rules.builders import banner, moved, places


def reasons(movement: Movement) -> dict[str, Reason | None]:
    """Why each march that failed did so."""
    return {
        str(event.banner): event.reason for event in movement.events if event.kind == EventKind.MARCH_FAILED
    }


def test_the_lowest_level_goes_and_all_others_are_held_back() -> None:
    movement = moved(
        """
        a1:14 .     b1:12
        .     .     .
        g1:13 .     b2:15
        """,
        "a1 march 1,1",
        "b1 march 1,1",
        "g1 march 1,1",
        "b2 march 1,1",
    )
    assert places(movement) == {"a1": (0, 0), "b1": (1, 1), "b2": (2, 2), "g1": (0, 2)}
    assert set(reasons(movement).values()) == {Reason.HELD_BACK}


def test_the_lowest_level_twice_on_two_sides_holds_everybody_back() -> None:
    movement = moved(
        """
        a1:12 .  b1:12
        .     .  g1:15
        """,
        "a1 march 1,0",
        "b1 march 1,0",
        "g1 march 1,0",
    )
    assert places(movement) == {"a1": (0, 0), "b1": (2, 0), "g1": (2, 1)}


def test_friends_of_equal_level_do_not_hold_each_other_back() -> None:
    movement = moved("a1:12 . a2:12", "a1 march 1,0", "a2 march 1,0")
    assert places(movement) == {"a1": (1, 0), "a2": (1, 0)}


def test_an_attempt_that_fails_for_another_reason_still_holds_back() -> None:
    # g1 keeps the sector that a1 and b1 want; a1's attempt holds b1 back all the same.
    movement = moved("a1:12 g1:15 b1:13", "a1 march 1,0", "b1 march 1,0")
    assert reasons(movement) == {"a1": Reason.ENEMY_THERE, "b1": Reason.HELD_BACK}


def test_a_failed_march_makes_all_marches_behind_it_fail() -> None:
    movement = moved("a1:15 b1:15 g1:15 a2:15", "a1 march 1,0", "b1 march 2,0", "g1 march 3,0")
    assert places(movement) == {"a1": (0, 0), "b1": (1, 0), "g1": (2, 0), "a2": (3, 0)}


def test_a_stack_that_partly_stays_keeps_enemies_out() -> None:
    movement = moved("b1:15 a1:15+a2:15 .", "a1 march 2,0", "b1 march 1,0")
    assert places(movement) == {"a1": (2, 0), "a2": (1, 0), "b1": (0, 0)}


def test_enemies_march_in_a_circle() -> None:
    movement = moved(
        """
        a1:15 b1:15
        .     g1:15
        """,
        "a1 march 1,0",
        "b1 march 1,1",
        "g1 march 0,0",
    )
    assert places(movement) == {"a1": (1, 0), "b1": (1, 1), "g1": (0, 0)}


def test_a_banner_that_must_retreat_counts_as_leaving() -> None:
    movement = moved("b1:15 a1:15r . .", "b1 march 1,0", "a1 retreat 2,0")
    assert places(movement) == {"a1": (2, 0), "b1": (1, 0)}


def test_ponderous_armies_march_after_all_others() -> None:
    movement = moved("a1:15 b1:15 .", "a1 march 1,0", "b1 march 2,0", rules={"beta": ["ponderous"]})
    assert places(movement) == {"a1": (0, 0), "b1": (2, 0)}


def test_a_ponderous_army_finds_the_sector_taken_whatever_the_levels() -> None:
    movement = moved("a1:20 . b1:10", "a1 march 1,0", "b1 march 1,0", rules={"beta": ["ponderous"]})
    assert places(movement) == {"a1": (1, 0), "b1": (2, 0)}
    assert reasons(movement) == {"b1": Reason.ENEMY_THERE}


def test_two_ponderous_enemies_hold_each_other_back() -> None:
    ponderous = {"alpha": ["ponderous"], "beta": ["ponderous"]}
    movement = moved("a1:12 . b1:12", "a1 march 1,0", "b1 march 1,0", rules=ponderous)
    assert reasons(movement) == {"a1": Reason.HELD_BACK, "b1": Reason.HELD_BACK}


@pytest.mark.parametrize(("blocked", "works"), [(".", "none"), ("b1:15", "fortified")])
def test_mobilization_loses_its_works_only_when_it_moves(blocked: str, works: str) -> None:
    movement = moved(f"a1:15f {blocked}", "a1 march 1,0", rules={"alpha": ["mobilization"]})
    assert banner(movement, "a1").works == works


def test_highly_mobile_marches_over_rock_and_enemies() -> None:
    movement = moved("a1:15 b1:15 . #", "a1 march 2,0", rules={"alpha": ["highly_mobile"]})
    assert places(movement)["a1"] == (2, 0)
