"""Resupply and transfers of levels (Rules 5.7, 5.8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.events import EventKind, Reason
from tests.rules.builders import levels, moved


def cache(x: int, **more: Any) -> dict[str, Any]:
    """A known supply on the top row."""
    return {"id": f"cache{x}", "at": [x, 0], "effect": "supply", "known_to": ["alpha"]} | more


@pytest.mark.parametrize(
    ("feature", "level"),
    [
        (cache(1), 14),
        (cache(1, known_to=[]), 13),
        (cache(1, effect=None), 13),
        (cache(3), 13),
    ],
)
def test_a_known_supply_in_an_occupied_sector_in_range_gives_one_level_more(
    feature: dict[str, Any], level: int
) -> None:
    assert levels(moved("a1:12 . . .", "a1 resupply", features=[feature])) == {"a1": level}


def test_two_supplies_give_no_more_than_one() -> None:
    movement = moved("a1:12 . .", "a1 resupply", features=[cache(0), cache(1)])
    assert levels(movement) == {"a1": 14}


def test_a_disputed_supply_gives_nothing() -> None:
    movement = moved("a1:12 . b1:15", "a1 resupply", features=[cache(1)])
    assert levels(movement)["a1"] == 13


def test_a_supply_under_an_infestation_gives_nothing_until_it_is_swept() -> None:
    more: dict[str, Any] = {
        "rules": {"beta": ["infestation"]},
        "sectors": [{"at": [1, 0], "occupier": "beta"}],
        "features": [cache(1)],
    }
    assert levels(moved("a1:12 . .", "a1 resupply", **more))["a1"] == 14  # resupply itself sweeps
    assert levels(moved("a1:12 . . a2:12 .", "a2 resupply", **more))["a2"] == 13


def test_resupply_stops_at_20_unless_the_army_is_massive() -> None:
    assert levels(moved("a1:19 .", "a1 resupply", features=[cache(1)])) == {"a1": 20}
    massive = {"alpha": ["massive_armies"]}
    assert levels(moved("a1:20 .", "a1 resupply", features=[cache(1)], rules=massive)) == {"a1": 22}


@pytest.mark.parametrize(
    ("drawing", "asked", "after"),
    [
        ("a1:12 a2:15", 4, {"a1": 16, "a2": 11}),
        ("a1:12 . a2:15", 4, {"a1": 16, "a2": 11}),
        ("a1:12 . . a2:15", 4, {"a1": 12, "a2": 15}),
        ("a1:12 # a2:15", 4, {"a1": 12, "a2": 15}),
        ("a1:18 a2:15", 9, {"a1": 20, "a2": 13}),
        ("a1:3 a2:4", 9, {"a1": 7, "a2": 0}),
        ("a1:3 a2:0", 9, {"a1": 3, "a2": 0}),
    ],
)
def test_a_transfer_moves_what_the_giver_has_and_the_receiver_can_take(
    drawing: str, asked: int, after: dict[str, int]
) -> None:
    assert levels(moved(drawing, f"a1 transfer a2 {asked}")) == after


@pytest.mark.parametrize(
    ("giver", "asked", "after"),
    [(15, 4, (16, 10)), (4, 9, (15, 0)), (1, 9, (12, 1)), (2, 9, (13, 0))],
)
def test_tribal_animosity_loses_one_level_more_and_nothing_if_nothing_arrives(
    giver: int, asked: int, after: tuple[int, int]
) -> None:
    movement = moved(f"a1:12 a2:{giver}", f"a1 transfer a2 {asked}", rules={"alpha": ["tribal_animosity"]})
    assert levels(movement) == {"a1": after[0], "a2": after[1]}


def test_a_massive_receiver_above_20_takes_nothing_and_a_massive_giver_gives() -> None:
    massive = {"alpha": ["massive_armies"]}
    assert levels(moved("a1:23 a2:15", "a1 transfer a2 4", rules=massive)) == {"a1": 23, "a2": 15}
    assert levels(moved("a1:12 a2:25", "a1 transfer a2 9", rules=massive)) == {"a1": 20, "a2": 17}


def test_receivers_take_in_the_order_of_their_ids() -> None:
    movement = moved("a10:10 a3:5 a2:10", "a2 transfer a3 4", "a10 transfer a3 4")
    assert levels(movement) == {"a10": 14, "a2": 11, "a3": 0}


def test_levels_may_pass_through_a_chain_in_one_turn() -> None:
    movement = moved("a1:2 a2:10 a3:12", "a1 transfer a2 10", "a2 transfer a3 3")
    assert levels(movement) == {"a1": 12, "a2": 3, "a3": 9}


@pytest.mark.parametrize("order", ["march 1,1", "split", "join a1"])
def test_a_giver_that_marches_splits_or_joins_gives_nothing(order: str) -> None:
    movement = moved(
        """
        a1:12 a2:15
        .     .
        """,
        "a1 transfer a2 4",
        f"a2 {order}",
    )
    assert levels(movement)["a1"] == 12
    (event,) = (one for one in movement.events if one.kind == EventKind.LEVELS_NOT_RECEIVED)
    assert (event.reason, event.other, event.levels) == (Reason.GIVER_BUSY, "a2", 4)


def test_a_failed_march_is_effective_all_the_same_and_a_void_one_is_not() -> None:
    assert levels(moved("a1:12 a2:15 b1:15", "a1 transfer a2 4", "a2 march 2,0"))["a1"] == 12
    assert levels(moved("a1:12 a2:15f .", "a1 transfer a2 4", "a2 march 2,0"))["a1"] == 16


def test_a_giver_that_retreats_on_its_own_or_dies_gives_nothing() -> None:
    assert levels(moved("a1:12 a2:15r .", "a1 transfer a2 4"))["a1"] == 12
    movement = moved("a1:12 a2:15r b1:15", "a1 transfer a2 4", "a2 retreat 2,0")
    assert levels(movement)["a1"] == 12
    (event,) = (one for one in movement.events if one.kind == EventKind.LEVELS_NOT_RECEIVED)
    assert event.reason == Reason.GIVER_GONE
