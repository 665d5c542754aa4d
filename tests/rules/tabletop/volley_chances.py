"""What a volley is expected to do, worked out from the printed tables and from nothing of the resolvers.

The numbers are typed from page 3; the chances are exact: binomials, convolved over the groups that fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import comb

Spread = dict[int, float]
"""A number of things, and how likely it is."""
RANGE = {"Rifle": 24, "SMG": 12, "LMG": 36, "MMG": 36, "Medium AT gun": 60, "Heavy AT gun": 72, "Pistol": 6}
SHOTS = {"Rifle": 1, "SMG": 2, "LMG": 4, "MMG": 6, "Medium AT gun": 1, "Heavy AT gun": 1, "Pistol": 1}
PENETRATES = {"Medium AT gun": 5, "Heavy AT gun": 6}
SHELL = {1: (1, 2, 1, 3), 2: (2, 2, 1, 6), 3: (3, 3, 2, 6)}
"""High explosive: penetration, sides of the pin die, dice and sides of the hits in a building."""
MORALE = {"inexperienced": 8, "regular": 9, "veteran": 10}
KILL = {"inexperienced": 3, "regular": 4, "veteran": 5}
ARMOUR = {"soft-skin": 6, "light tank": 8, "medium tank": 9}
SAVE = {"none": 7, "soft": 5, "hard": 4}


@dataclass(frozen=True)
class Case:
    """A volley: what fires, at what, and how it is measured. ``arms`` are weapons and how many of each."""

    arms: tuple[tuple[str, int], ...]
    inches: int
    quality: str = "regular"
    pins: int = 0
    moved: bool = False
    smoke: bool = False
    target: str = "regular"
    men: int = 10
    kind: str = "infantry"
    cover: str = "none"
    down: bool = False
    shield: bool = False
    arc: str = "front"
    shells: Mapping[str, int] = field(default_factory=dict)
    template: int = 1
    building: bool = False


def many(dice: int, chance: float) -> Spread:
    """How many of so many dice succeed."""
    return {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}


def together(spreads: Iterable[Spread]) -> Spread:
    """The sum of independent numbers."""
    total = {0: 1.0}
    for spread in spreads:
        summed: Spread = {}
        for (one, p), (other, q) in product(total.items(), spread.items()):
            summed[one + other] = summed.get(one + other, 0.0) + p * q
        total = summed
    return total


def at_least(needed: int) -> float:
    """The chance of a die that fails on a 1."""
    return max(0, min(5, 7 - needed)) / 6


def to_hit(case: Case) -> float:
    """The chance that a shot hits; where 7 is needed, a 6 and then another."""
    worse = (case.pins > 0) + (case.quality == "inexperienced") + case.moved + case.smoke
    needed = 3 + worse - (2 if case.inches <= 6 else 0)
    return 1 / 36 if needed >= 7 else at_least(needed)


def unsaved(case: Case) -> float:
    """The chance that a cover save fails."""
    needed = SAVE[case.cover]
    if case.down:
        needed = 5 if case.cover == "none" else max(2, needed - 2)
    return 1 - (at_least(needed) if needed <= 6 else 0.0)


def firing(case: Case) -> list[tuple[str, int]]:
    """Who reaches."""
    return [(name, count) for name, count in case.arms if case.inches <= RANGE[name]]


def killing(case: Case, name: str) -> float:
    """The chance that a hit on troops or a soft-skin gets through."""
    value = KILL[case.target] + case.shield if case.kind not in ARMOUR else ARMOUR[case.kind]
    size = case.shells.get(name, 0)
    return at_least(value - (SHELL[size][0] if size else PENETRATES.get(name, 0)))


def losses(case: Case) -> Spread:
    """How many fall by fire, of troops."""
    spreads = []
    for name, count in firing(case):
        falls = killing(case, name) * unsaved(case)
        size = case.shells.get(name, 0)
        if not size:
            spreads.append(many(count * SHOTS[name], to_hit(case) * falls))
            continue
        spread: Spread = {}
        for hits, p in many(count * SHOTS[name], to_hit(case)).items():
            for under, q in under_it(case, size, hits).items():
                for fell, r in many(under, falls).items():
                    spread[fell] = spread.get(fell, 0.0) + p * q * r
        spreads.append(spread)
    fallen: Spread = {}
    for number, p in together(spreads).items():
        fallen[min(number, case.men)] = fallen.get(min(number, case.men), 0.0) + p
    return fallen


def under_it(case: Case, size: int, hits: int) -> Spread:
    """How many models so many shells hit."""
    if not case.building:
        return {hits * min(case.template, case.men): 1.0}
    dice, sides = SHELL[size][2:]
    return together([dict.fromkeys(range(1, sides + 1), 1 / sides)] * (dice * hits))


def pins(case: Case) -> Spread:
    """The pins of the hits: one in all, or the die of the greatest shell that hit."""
    hit = {name: 1 - (1 - to_hit(case)) ** (count * SHOTS[name]) for name, count in firing(case)}
    spread = {0: 1.0}
    for name in sorted(hit, key=lambda name: case.shells.get(name, 0)):
        size = case.shells.get(name, 0)
        sides = SHELL[size][1] if size else 1
        spread = {n: p * (1 - hit[name]) for n, p in spread.items()}
        for n in range(1, sides + 1):
            spread[n] = spread.get(n, 0.0) + hit[name] / sides
    return spread


def fails_morale(value: int) -> float:
    """The chance that two dice are above the value, or two sixes."""
    dice = list(product(range(1, 7), repeat=2))
    return sum(1 for one, two in dice if one + two > value or one + two == 12) / len(dice)


def lost(case: Case) -> float:
    """The chance that a unit of troops is destroyed: all dead, or morale at half losses."""
    hit = {number: p for number, p in pins(case).items() if number}
    whole = sum(hit.values())
    gone = 0.0
    for fell, p in losses(case).items():
        if fell == case.men:
            gone += p
        elif fell and 2 * fell >= case.men:
            alone = case.kind == "artillery" and case.men - fell == 1
            for number, q in hit.items():
                gone += p * q / whole * fails_morale(MORALE[case.target] - number - alone)
    return gone


def knocked_out(case: Case) -> float:
    """The chance that one shot destroys a tank that has its order: through the damage table."""
    name, _count = case.arms[0]
    needed = ARMOUR[case.kind] - PENETRATES[name] - {"front": 0, "side": 1, "rear": 2}[case.arc]
    needed += (1 if 2 * case.inches > RANGE[name] else 0) - (1 if case.inches <= 6 else 0)
    chance = 0.0
    for die in range(2, 7):
        over = die - needed
        if over >= 0:
            chance += by_table(over) / 6
    return to_hit(case) * chance


def by_table(over: int) -> float:
    """Superficial at 0, one roll on the full column at 1 and 2, two of them from 3."""
    if over == 0:
        return fails_morale(9 - 2) / 6  # a six sets it on fire: one pin of the hit, one of the fire
    if over < 3:
        return 3 / 6 + fails_morale(9 - 2) / 6
    gone = 0.0
    for one, two in product(range(1, 7), repeat=2):
        gone += after((one, two)) / 36
    return gone


def after(rolls: tuple[int, int]) -> float:
    """The chance that it is gone after two rolls on the full column, in order: 4 and more is the end."""
    if max(rolls) >= 4 or rolls == (2, 2):
        return 1.0
    stays = 1.0
    for number, roll in enumerate(rolls, 1):
        if roll == 3:
            stays *= 1 - fails_morale(9 - 1 - number)
    return 1 - stays


def mean(spread: Spread) -> tuple[float, float]:
    """Mean and variance."""
    middle = sum(n * p for n, p in spread.items())
    return middle, sum((n - middle) ** 2 * p for n, p in spread.items())
