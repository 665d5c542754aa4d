"""The labelled dice (Rules 4)."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from rules.dice import (
    Dice,
    abstract_label,
    attacker_label,
    battle_key,
    direction_label,
    distance_label,
    mission_label,
    seed_before,
)
from rules.format.reading import Node, ScenarioError
from rules.state import BannerId
from rules.verify import DiceCheck, verify_dice

SEED = bytes(range(32))
A1, B1 = BannerId("a1"), BannerId("b1")


@pytest.mark.parametrize(
    ("label", "sides", "value"),
    [
        (mission_label(3, "a1:b1"), 6, 6),
        (attacker_label(3, "a1:b1"), 2, 2),
        (direction_label(3, A1), 8, 2),
        (distance_label(3, A1), 6, 6),
        (abstract_label(3, "a1:b1", 1, A1, 1), 6, 4),
        (abstract_label(3, "a1:b1", 1, B1, 2), 6, 5),
        ("x", 100, 58),
    ],
)
def test_the_dice_of_the_rules(label: str, sides: int, value: int) -> None:
    assert Dice(SEED).die(label, sides) == value


def test_the_labels_are_those_of_the_rules() -> None:
    assert mission_label(3, "a1:b1") == "mission/3/a1:b1"
    assert attacker_label(3, "a1:b1") == "attacker/3/a1:b1"
    assert direction_label(3, A1) == "teleport/3/a1/direction"
    assert distance_label(3, A1) == "teleport/3/a1/distance"
    assert abstract_label(3, "a1:b1", 2, B1, 1) == "abr/3/a1:b1/2/b1/1"


def test_a_battle_has_one_key_whoever_is_named_first() -> None:
    assert battle_key(B1, A1) == battle_key(A1, B1) == "a1:b1"
    assert battle_key(BannerId("a10"), BannerId("a2")) == "a10:a2"


def test_a_die_is_the_same_each_time_and_is_remembered() -> None:
    dice = Dice(SEED)
    assert dice.die("x", 100) == dice.die("x", 100)
    assert dice.rolled == {"x": (100, 58)}


def test_a_value_beyond_the_last_whole_round_is_rolled_again() -> None:
    sides = 2**64 // 3 * 2
    label = next(
        f"again{number}"
        for number in range(1000)
        if int.from_bytes(hmac.digest(SEED, f"again{number}/0".encode(), "sha256")[:8], "big") >= sides
    )
    second = int.from_bytes(hmac.digest(SEED, f"{label}/1".encode(), "sha256")[:8], "big")
    third = int.from_bytes(hmac.digest(SEED, f"{label}/2".encode(), "sha256")[:8], "big")
    assert Dice(SEED).die(label, sides) == 1 + (second if second < sides else third)


def test_the_seed_of_the_turn_before_is_the_hash_of_this_turn_s() -> None:
    assert seed_before(SEED) == hashlib.sha256(SEED).digest()


def test_a_seed_is_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        Dice(bytes(31))


# The 99.99 % points of chi-squared with sides - 1 degrees of freedom.
@pytest.mark.parametrize(
    ("sides", "most"),
    [
        (6, 25.75),
        *(pytest.param(*one, marks=pytest.mark.long) for one in ((2, 15.14), (8, 29.88), (100, 160.1))),
    ],
)
def test_a_million_rolls_of_each_size_are_fair(sides: int, most: float) -> None:
    rolls, counts = 1_000_000, [0] * sides
    dice = Dice(SEED)
    for number in range(rolls):
        counts[dice.die(f"fair/{sides}/{number}", sides) - 1] += 1
        dice.rolled.clear()
    expected = rolls / sides
    assert sum((count - expected) ** 2 / expected for count in counts) < most


def log(turns: int = 3, **change: Any) -> dict[str, Any]:
    """A dice log of some turns, as a finished campaign publishes it."""
    seeds = [SEED]
    for _ in range(turns - 1):
        seeds.insert(0, seed_before(seeds[0]))
    dice = [
        {"turn": turn, "label": "x", "sides": 6, "value": Dice(seed).die("x", 6)}
        for turn, seed in enumerate(seeds, 1)
    ]
    return {
        "commitment": hashlib.sha256(seeds[0]).hexdigest(),
        "first_turn": 1,
        "seeds": {str(turn): seed.hex() for turn, seed in enumerate(seeds, 1)},
        "dice": dice,
    } | change


def test_an_honest_log_is_verified() -> None:
    assert verify_dice(Node(log())) == DiceCheck(3, 3, ())


def test_a_changed_seed_breaks_the_chain_on_both_sides() -> None:
    seeds = log()["seeds"] | {"2": "00" * 32}
    wrong = verify_dice(Node(log(seeds=seeds, dice=[]))).wrong
    assert [one.turn for one in wrong] == [2, 3]


def test_a_changed_die_and_a_die_without_seed_are_found() -> None:
    right = Dice(SEED).die("x", 6)
    dice = [
        {"turn": 3, "label": "x", "sides": 6, "value": right % 6 + 1},
        {"turn": 9, "label": "x", "sides": 6, "value": 1},
    ]
    wrong = verify_dice(Node(log(dice=dice))).wrong
    assert [one.turn for one in wrong] == [3, 9]


def test_a_changed_first_turn_is_found() -> None:
    wrong = verify_dice(Node(log(first_turn=2, dice=[]))).wrong
    assert [one.turn for one in wrong] == [1, 2]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"commitment": "00"}, "commitment"),
        ({"first_turn": 0}, "first_turn"),
        ({"seeds": {"0": "00" * 32}}, "seeds.0"),
        ({"seeds": {"99999999": "00" * 32}}, "seeds.99999999"),
        ({"dice": [{"turn": 1, "label": "x", "sides": 0, "value": 1}]}, "dice[0].sides"),
        ({"dice": [{"turn": 1, "label": "x", "sides": 6}]}, "dice[0].value"),
        ({"more": 1}, "more"),
    ],
)
def test_a_log_that_is_not_one_is_refused_with_its_path(change: dict[str, Any], path: str) -> None:
    with pytest.raises(ScenarioError) as error:
        verify_dice(Node(log(**change)))
    assert error.value.path == path
