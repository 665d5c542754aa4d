"""The labelled dice (Rules 4): known values, even faces, a chain that binds."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from rules.dice import Dice, seed_before

SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("label", "sides", "value"),
    [
        ("mission/3/a1:b1", 6, 6),
        ("attacker/3/a1:b1", 2, 2),
        ("teleport/3/a1/direction", 8, 2),
        ("teleport/3/a1/distance", 6, 6),
        ("abr/3/a1:b1/1/a1/1", 6, 4),
        ("abr/3/a1:b1/1/b1/2", 6, 5),
        ("x", 100, 58),
    ],
)
def test_known_dice(label: str, sides: int, value: int) -> None:
    assert Dice(SEED).die(label, sides) == value


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 52])
def test_every_face_comes_up_as_often_as_it_should(sides: int) -> None:
    rolls = 60_000
    dice = Dice(SEED)
    counts = Counter(dice.die(f"fair/{number}", sides) for number in range(rolls))
    fair = rolls / sides
    chi_squared = sum((counts[face] - fair) ** 2 / fair for face in range(1, sides + 1))
    freedom = sides - 1
    assert set(counts) == set(range(1, sides + 1))
    # Wilson and Hilferty's approximation of the 99.99 % point.
    assert chi_squared < freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_the_same_label_always_falls_the_same() -> None:
    assert Dice(SEED).die("again", 6) == Dice(SEED).die("again", 6)


def test_the_seed_of_the_turn_before_is_the_hash_of_this_turn_s() -> None:
    assert seed_before(SEED) == hashlib.sha256(SEED).digest()
