"""Losses, rewards and defeat (Rules 8.2, 8.3)."""

from __future__ import annotations

import pytest

from rules.events import EventKind
from rules.outcome import Cause
from tests.rules.builders import banner, levels, played, tabletop

MEET = ("a1:{} . . b1:{}", "a1 march 1,0")


def test_levels_never_fall_below_0_and_0_is_not_destruction() -> None:
    outcome = played(
        MEET[0].format(20, 10),
        MEET[1],
        rules={"alpha": ["hatred", "sacrifice"], "beta": ["suicide_troops"]},
        reports=tabletop("a1", "b1", "a1", (0, 1000), (3, 0)),
    )
    assert levels(outcome) == {"a1": 17, "b1": 0}


def test_losses_of_several_battles_add_up_each_at_the_level_before() -> None:
    outcome = played(
        "a1:15 . . b1:20 . . a2:15",
        "a1 march 1,0",
        "a2 march 5,0",
        reports=tabletop("a1", "b1", "b1", (0, 1100)) + tabletop("a2", "b1", "b1", (0, 1900)),
    )
    assert [result.battle.levels for result in outcome.battles] == [(15, 20), (15, 20)]
    assert levels(outcome)["b1"] == 20 - 4 - 8


@pytest.mark.parametrize(("level", "after"), [(19, 20), (14, 16)])
def test_blood_reward_counts_every_three_levels_up_to_20(level: int, after: int) -> None:
    outcome = played(
        MEET[0].format(level, 14),
        MEET[1],
        rules={"alpha": ["blood_reward"]},
        reports=tabletop("a1", "b1", "a1", (0, 1400)),
    )
    assert levels(outcome)["a1"] == after


def test_a_massive_army_is_rewarded_above_20() -> None:
    outcome = played(
        MEET[0].format(19, 14),
        MEET[1],
        rules={"alpha": ["blood_reward", "massive_armies"]},
        reports=tabletop("a1", "b1", "a1", (0, 1400)),
    )
    assert levels(outcome)["a1"] == 21


def test_a_loser_is_rewarded_too() -> None:
    outcome = played(
        MEET[0].format(15, 15),
        MEET[1],
        rules={"alpha": ["blood_reward"]},
        reports=tabletop("a1", "b1", "b1", (400, 800)),
    )
    assert levels(outcome)["a1"] == 15 - 1 + 1


def test_an_enemy_destroyed_in_its_retreat_is_rewarded_with_its_whole_level() -> None:
    outcome = played("a1:10 b1:14r . .", "b1 retreat 0,0", rules={"alpha": ["blood_reward"]})
    assert levels(outcome) == {"a1": 14}
    assert [gone.cause for gone in outcome.destroyed] == [Cause.RETREAT]


def test_the_heir_has_the_reward_of_the_one_it_replaces() -> None:
    outcome = played(
        "a1:4+a2:5 b1:9r . .",
        "b1 retreat 0,0",
        "a1 join a2",
        "a2 join a1",
        rules={"alpha": ["blood_reward"]},
    )
    assert [(gone.id, gone.by) for gone in outcome.destroyed] == [("b1", "a2")]
    assert levels(outcome) == {"a2": 9 + 3}


def test_a_banner_that_falls_is_rewarded_with_nothing() -> None:
    outcome = played(MEET[0].format(9, 9), MEET[1], rules={"alpha": ["blood_reward"]})
    assert not [event for event in outcome.events if event.kind == EventKind.BLOOD_REWARD]


def test_the_auto_victor_is_rewarded_with_the_whole_level() -> None:
    outcome = played(MEET[0].format(12, 9), MEET[1], rules={"alpha": ["blood_reward"]})
    assert levels(outcome) == {"a1": 15}


def test_of_several_enemies_the_greatest_then_the_smallest_id_destroyed_it() -> None:
    outcome = played(
        """
        a1:15 .    . . a2:16
        .     .    b1:9 . .
        .     .    . . a3:16
        """,
        "a1 march 1,1",
        "a2 march 3,1",
        "a3 march 3,2",
        settings={"engagement": "every_turn"},
    )
    assert [(gone.id, gone.by, gone.cause) for gone in outcome.destroyed] == [("b1", "a2", Cause.BATTLE)]


@pytest.mark.parametrize(
    ("works", "after", "retreats"),
    [("", "none", True), ("f", "none", True), ("e", "fortified", False)],
)
def test_a_loser_loses_its_works_and_must_retreat_unless_it_was_entrenched(
    works: str, after: str, retreats: bool
) -> None:
    outcome = played(f"a1:15 . . b1:15{works}", "a1 march 1,0", reports=tabletop("a1", "b1", "a1", (0, 0)))
    loser = banner(outcome, "b1")
    assert (loser.works, loser.retreating, loser.beaten_by) == (after, retreats, "a1" if retreats else None)


def test_an_entrenched_banner_that_loses_twice_is_still_only_fortified() -> None:
    outcome = played(
        "a1:15 . . b1:15e . . a2:15",
        "a1 march 1,0",
        "a2 march 5,0",
        reports=tabletop("a1", "b1", "a1", (0, 0)) + tabletop("a2", "b1", "a2", (0, 0)),
    )
    assert (banner(outcome, "b1").works, banner(outcome, "b1").retreating) == ("fortified", False)


@pytest.mark.parametrize(("first", "second", "victor"), [(15, 16, "a2"), (16, 15, "a1"), (15, 15, "a1")])
def test_it_remembers_the_greatest_of_those_who_beat_it(first: int, second: int, victor: str) -> None:
    outcome = played(
        f"a1:{first} . . b1:15 . . a2:{second}",
        "a1 march 1,0",
        "a2 march 5,0",
        reports=tabletop("a1", "b1", "a1", (0, 0)) + tabletop("a2", "b1", "a2", (0, 0)),
    )
    assert banner(outcome, "b1").beaten_by == victor


def test_a_winner_and_a_drawn_banner_stay() -> None:
    outcome = played(
        "a1:15 . . b1:15 . . a2:15",
        "a1 march 1,0",
        "a2 march 5,0",
        reports=tabletop("a1", "b1", "b1", (0, 0)) + tabletop("a2", "b1", None, (0, 0)),
    )
    assert {name: banner(outcome, name).retreating for name in ("a1", "a2", "b1")} == {
        "a1": True,
        "a2": False,
        "b1": False,
    }
