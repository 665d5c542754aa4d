"""One battle by the tables: what the dice say of it, and what it costs a side in levels (Rules 7)."""

from __future__ import annotations

from collections.abc import Collection

from rules.armies import Trait
from rules.club.ledger import Item, RollParts
from rules.dice import Dice, abstract_label, battle_key
from rules.results import Pair
from rules.state import BannerId, Works
from rules.tables import Degree, attrition, degree_of, fighting_level
from rules.values import value

# Read from the class these take longer than being looked for.
_SUICIDE, _IRREPLACEABLE, _HATRED = Trait.SUICIDE_TROOPS, Trait.IRREPLACEABLE_TROOPS, Trait.HATRED
_TOUGH, _VERY_TOUGH, _NO_WORKS = Trait.TOUGH, Trait.VERY_TOUGH, Works.NONE

_FORFEIT = 5
_MOST_OUTNUMBERED = 10

Attempt = tuple[tuple[int, int], tuple[int, int]]
"""One roll of an abstract resolution: the two dice of each side."""


@value
class AbstractResult:
    """An abstract resolution; pairs stand in the order of the battle's banners (Rules 7)."""

    winner: BannerId
    degree: Degree
    points_lost: tuple[int, int]
    rolls: tuple[Attempt, ...]


def abstract_result(
    dice: Dice,
    *,
    turn: int,
    banners: Pair,
    levels: tuple[int, int],
    forfeited: tuple[bool, bool],
    house: tuple[int, int] = (0, 0),
) -> AbstractResult:
    """Roll until the sums differ; ``levels`` are full levels, ``house`` is what house rules add (Rules 7)."""
    fighting = (fighting_level(levels[0]), fighting_level(levels[1]))
    handicaps = [handicap(fighting[own], fighting[1 - own], forfeited[own]) - house[own] for own in (0, 1)]
    rolls: list[Attempt] = []
    difference = 0
    while difference == 0:
        rolls.append(_roll(dice, turn, banners, len(rolls) + 1))
        one, other = (sum(pair) - less for pair, less in zip(rolls[-1], handicaps, strict=True))
        difference = one - other
    degree, loser_share, winner_share = degree_of(abs(difference))
    shares = (winner_share, loser_share) if difference > 0 else (loser_share, winner_share)
    return AbstractResult(
        winner=banners[0 if difference > 0 else 1],
        degree=degree,
        points_lost=(fighting[0] * shares[0], fighting[1] * shares[1]),
        rolls=tuple(rolls),
    )


def handicap(level: int, enemy_level: int, forfeited: bool) -> int:
    """What is taken from the roll of a side, by the fighting levels and whether it forfeited (Rules 7)."""
    return _FORFEIT * forfeited + outnumbered(level, enemy_level)


def outnumbered(level: int, enemy_level: int) -> int:
    """What is taken from a roll for a lower fighting level than the enemy's (Rules 7)."""
    return min(_MOST_OUTNUMBERED, max(0, enemy_level - level))


def roll_parts(
    dice: tuple[int, int], levels: tuple[int, int], own: int, forfeited: bool, house: int
) -> RollParts:
    """What one side's roll is made of; ``levels`` are full levels, ``own`` its place among them (Rules 7)."""
    less = outnumbered(fighting_level(levels[own]), fighting_level(levels[1 - own]))
    return RollParts(sum(dice), -_FORFEIT * forfeited, -less, house)


def _roll(dice: Dice, turn: int, banners: Pair, attempt: int) -> Attempt:
    key = battle_key(*banners)
    first, second, third, fourth = [
        dice.die(abstract_label(turn, key, attempt, banner, which), 6)
        for banner in banners
        for which in (1, 2)
    ]
    return (first, second), (third, fourth)


def inflicted_levels(
    points: int | None,
    *,
    works: Works,
    traits: Collection[str],
    enemy_traits: Collection[str],
    beaten: bool,
    enemy_sacrifice: int = 0,
    house: int = 0,
) -> int:
    """The levels a battle inflicts on one side, 0 or more; without ``points`` no table part (Rules 7).

    ``house`` is what the house rules of both sides add (Rules 14.1).
    """
    parts = inflicted_parts(points, works, traits, enemy_traits, beaten, enemy_sacrifice)
    return max(0, sum(parts) + house)


PARTS = (
    Item.TABLE,
    Item.SUICIDE_TROOPS,
    Item.IRREPLACEABLE_TROOPS,
    Item.HATRED,
    Item.ENEMY_SACRIFICE,
    Item.TOUGH,
    Item.VERY_TOUGH,
)
"""What ``inflicted_parts`` lists."""


def inflicted_parts(
    points: int | None,
    works: Works,
    traits: Collection[str],
    enemy_traits: Collection[str],
    beaten: bool,
    enemy_sacrifice: int,
) -> tuple[int, ...]:
    """What the levels that a battle inflicts on one side are made of, in the order of ``PARTS`` (Rules 7)."""
    return (
        0 if points is None else attrition(points, works != _NO_WORKS),
        _SUICIDE in traits,
        beaten and _IRREPLACEABLE in traits,
        _HATRED in enemy_traits,
        enemy_sacrifice + 1 if enemy_sacrifice > 0 else 0,
        -1 if _TOUGH in traits else 0,
        -2 if _VERY_TOUGH in traits else 0,
    )
