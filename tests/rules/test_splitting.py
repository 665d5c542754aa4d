"""Splits and joins (Rules 5.10, 5.11)."""

from __future__ import annotations

import pytest

from rules.events import EventKind, Reason
from rules.tables import split_levels
from tests.rules.builders import banner, levels, moved, places


@pytest.mark.parametrize(
    ("level", "old", "new"), [(10, 4, 4), (11, 5, 4), (17, 8, 7), (20, 9, 9), (22, 10, 10), (21, 10, 9)]
)
def test_what_a_split_leaves(level: int, old: int, new: int) -> None:
    assert split_levels(level) == (old, new)


def test_a_new_banner_stands_beside_the_old_without_works_and_named_after_it() -> None:
    movement = moved("a1:17 .", "a1 march 1,0 split")
    assert levels(movement) == {"a1": 8, "a1.3": 7}
    assert places(movement) == {"a1": (1, 0), "a1.3": (1, 0)}


@pytest.mark.parametrize(
    ("level", "rules", "after"),
    [
        (20, ["flexible_command"], (10, 10)),
        (8, ["flexible_command"], (4, 4)),
        (27, ["massive_armies"], (9, 9)),
        (27, ["massive_armies", "flexible_command"], (10, 10)),
    ],
)
def test_army_rules_change_how_a_banner_splits(level: int, rules: list[str], after: tuple[int, int]) -> None:
    movement = moved(f"a1:{level} .", "a1 split", rules={"alpha": rules})
    assert levels(movement) == {"a1": after[0], "a1.3": after[1]}


def test_mobilization_loses_its_works_by_splitting_and_the_new_banner_has_none() -> None:
    movement = moved("a1:15e .", "a1 split", rules={"alpha": ["mobilization"]})
    assert (banner(movement, "a1").works, banner(movement, "a1.3").works) == ("none", "none")


def test_the_level_of_a_split_is_judged_when_it_is_done() -> None:
    # The node dies in its retreat: b2 falls from 12 to 9 and is too small to split now.
    movement = moved(
        "b1:15r a1:15 . . . . b2:12",
        "b1 retreat 1,0",
        "b2 split",
        rules={"beta": ["hive_mentality"]},
        beta_is={"node": "b1"},
    )
    assert levels(movement) == {"a1": 15, "b2": 9}
    (event,) = (one for one in movement.events if one.kind == EventKind.SPLIT_FAILED)
    assert (event.reason, event.levels) == (Reason.LEVEL_TOO_LOW, 9)


def test_a_split_off_must_retreat_if_the_old_banner_must() -> None:
    movement = moved(
        "b1:15r a1:15 . . . . b2:18",
        "b1 retreat 1,0",
        "b2 split",
        rules={"beta": ["hive_mentality"]},
        beta_is={"node": "b1"},
    )
    assert banner(movement, "b2").retreating
    assert banner(movement, "b2.3").retreating


def test_the_old_banner_keeps_its_relics() -> None:
    movement = moved("a1:17 .", "a1 split", relics=[{"id": "orb", "carried_by": "a1"}])
    assert movement.state.relics[0].carried_by == "a1"


@pytest.mark.parametrize(
    ("one", "other", "heir", "level"),
    [(12, 11, "a1", 20), (5, 6, "a2", 11), (7, 7, "a1", 14), (0, 0, "a1", 0), (20, 0, "a1", 20)],
)
def test_the_greater_level_then_the_smaller_id_is_the_heir(
    one: int, other: int, heir: str, level: int
) -> None:
    movement = moved(f"a1:{one}+a2:{other} .", "a1 join a2", "a2 join a1")
    assert levels(movement) == {heir: level}
    assert dict(movement.heirs) == {"a2" if heir == "a1" else "a1": heir}


def test_a_massive_banner_keeps_what_it_has_above_20_but_gains_no_more() -> None:
    movement = moved("a1:24+a2:9 .", "a1 join a2", "a2 join a1", rules={"alpha": ["massive_armies"]})
    assert levels(movement) == {"a1": 24}


def test_they_may_march_together_and_join() -> None:
    movement = moved("a1:5 . a2:6", "a1 march 1,0 join a2", "a2 march 1,0 join a1")
    assert places(movement) == {"a2": (1, 0)}


def test_apart_or_not_named_back_nobody_joins() -> None:
    movement = moved("a1:5 a2:6 .", "a1 join a2", "a2 join a1")
    assert [event.reason for event in movement.events] == [Reason.APART, Reason.APART]
    movement = moved("a1:5+a2:6+a3:7 .", "a1 join a2", "a2 join a3", "a3 join a1")
    assert {event.reason for event in movement.events} == {Reason.NOT_NAMED_BACK}
    assert len(movement.state.banners) == 3


def test_the_heir_has_the_relics_and_no_works() -> None:
    movement = moved(
        "a1:15f+a2:6 .",
        "a1 join a2",
        "a2 join a1",
        rules={"alpha": ["mobilization"]},
        relics=[{"id": "orb", "carried_by": "a2"}],
    )
    assert banner(movement, "a1").works == "none"
    assert movement.state.relics[0].carried_by == "a1"


def test_the_orders_of_the_one_joined_away_end_with_it() -> None:
    movement = moved("a1:15+a2:6 .", "a1 join a2", "a2 search join a1")
    assert set(movement.orders) == {"a1"}
