"""Retreats, by order and on one's own (Rules 3, 5.6)."""

from __future__ import annotations

import pytest

from rules.events import EventKind, Reason
from rules.outcome import Cause, Movement
from tests.rules.builders import banner, moved, places, played


def fates(movement: Movement) -> dict[str, tuple[str | None, Reason | None]]:
    """To whose credit, and why, each banner died."""
    why = {one.banner: one.reason for one in movement.events if one.kind == EventKind.DESTROYED_IN_RETREAT}
    assert all(gone.cause == Cause.RETREAT for gone in movement.destroyed)
    return {gone.id: (gone.by, why[gone.id]) for gone in movement.destroyed}


OPEN = """
    . . . . .
    . . . . .
    . . X . .
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize(
    ("victor", "goes"),
    [
        ((1, 2), (3, 1)),  # from the west: the corners are farthest, north-east comes first
        ((3, 2), (1, 3)),  # from the east: south-west before north-west
        ((2, 1), (3, 3)),  # from the north: south-east first
        ((2, 3), (3, 1)),  # from the south: north-east before north-west
        ((1, 1), (3, 3)),
        ((3, 3), (1, 1)),
    ],
)
def test_on_its_own_a_banner_goes_farthest_from_the_one_that_beat_it(
    victor: tuple[int, int], goes: tuple[int, int]
) -> None:
    rows = [line.split() for line in OPEN.replace("X", "a1:15r<b1").strip().splitlines()]
    rows[victor[1]][victor[0]] = "b1:15"
    movement = moved("\n".join(" ".join(row) for row in rows))
    assert places(movement)["a1"] == goes
    assert not banner(movement, "a1").retreating


def test_the_squared_distance_decides_between_equally_far_sectors() -> None:
    # From b1 at distance 4 east and west differ; north-east (3, 1) is as far as (3, 2) but farther squared.
    movement = moved(OPEN.replace("X", "a1:15r<b1").replace(". . a1", "b1:15 . a1"))
    assert places(movement)["a1"] == (3, 1)


def test_without_a_victor_on_the_map_the_order_of_the_compass_decides() -> None:
    assert places(moved(OPEN.replace("X", "a1:15r<b9")))["a1"] == (2, 1)
    walled = """
        . # .
        . a1:15r .
    """
    assert places(moved(walled))["a1"] == (2, 0)


def test_distance_is_measured_from_where_both_stood_when_the_turn_began() -> None:
    # b1 marches round to the east; a1 still runs from where b1 stood, in the west.
    movement = moved(
        """
        .     .         . .
        b1:15 a1:15r<b1 . .
        .     .         . .
        """,
        "b1 march 1,0",
    )
    assert places(movement)["a1"] == (2, 0)


def test_highly_mobile_flees_one_sector_on_its_own_and_two_by_order() -> None:
    mobile = {"alpha": ["highly_mobile"]}
    assert places(moved("b1:15 a1:15r<b1 . .", rules=mobile))["a1"] == (2, 0)
    assert places(moved("b1:15 a1:15r<b1 . .", "a1 retreat 3,0", rules=mobile))["a1"] == (3, 0)


def test_a_retreat_loses_the_works() -> None:
    assert banner(moved("a1:15fr . ."), "a1").works == "none"


def test_a_retreat_into_an_enemy_is_to_the_credit_of_the_greatest_level_then_the_smallest_id() -> None:
    movement = moved("a1:15r b1:12+b2:14+b3:14", "a1 retreat 1,0")
    assert fates(movement) == {"a1": ("b2", Reason.ENEMY_THERE)}


def test_an_enemy_that_itself_retreats_kills_nobody() -> None:
    movement = moved(". a1:15r b1:15r .", "a1 retreat 2,0", "b1 retreat 1,0")
    assert places(movement) == {"a1": (2, 0), "b1": (1, 0)}


def test_enemies_that_retreat_into_one_sector_are_all_destroyed() -> None:
    movement = moved(
        """
        a1:15r .      b1:15r
        a2:15r a3:15r .
        """,
        "a1 retreat 1,0",
        "b1 retreat 1,0",
        "a2 retreat 1,0",
        "a3 retreat 0,0",
    )
    assert fates(movement) == dict.fromkeys(("a1", "a2", "b1"), (None, Reason.ENEMIES_MET))
    assert places(movement) == {"a3": (0, 0)}


def test_one_destroyed_by_the_enemy_there_still_counts_as_retreating_there() -> None:
    # a9 stands where a1 and b1 flee to: b1 dies by a9, and because b1 came, a1 dies too.
    movement = moved("a1:15r a9:15 b1:15r", "a1 retreat 1,0", "b1 retreat 1,0")
    assert fates(movement) == {"a1": (None, Reason.ENEMIES_MET), "b1": ("a9", Reason.ENEMY_THERE)}


def test_friends_may_retreat_into_one_sector() -> None:
    movement = moved("a1:15r . a2:15r", "a1 retreat 1,0", "a2 retreat 1,0")
    assert places(movement) == {"a1": (1, 0), "a2": (1, 0)}


def test_with_nowhere_to_go_it_dies_to_nobody_s_credit_and_what_it_carried_lies_there() -> None:
    movement = moved("a1:15r # b1:15", relics=[{"id": "orb", "carried_by": "a1"}])
    assert fates(movement) == {"a1": (None, Reason.NOWHERE_TO_GO)}
    assert [(relic.at, relic.known_to) for relic in movement.state.relics] == [((0, 0), ())]


def test_what_retreated_may_fight_in_the_same_turn() -> None:
    outcome = played("a1:15r . . . b1:15", "a1 retreat 1,0", "b1 march 3,0")
    assert [result.battle.banners for result in outcome.battles] == [("a1", "b1")]
