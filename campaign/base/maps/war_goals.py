"""What everybody fights for in the wars to start from: conditions by seat, drawn on a map with its starts."""

from __future__ import annotations

import random
from collections.abc import Callable

from campaign.base.maps.war_ground import Ground
from campaign.base.setup.conditions import DESTRUCTION, OCCUPATION, RETRIEVAL
from campaign.base.setup.documents import Condition

Goals = Callable[[Ground, random.Random], dict[str, list[Condition]]]


def _rivals(ground: Ground, chance: random.Random) -> dict[str, str]:
    """An enemy for each seat, each the enemy of one."""
    keys = list(ground.starts)
    shift = chance.randrange(1, len(keys))
    return {key: keys[(n + shift) % len(keys)] for n, key in enumerate(keys)}


def middle_for(turns: int) -> Goals:
    """Everybody wants the middle, for so many turns in a row."""

    def middle_of(ground: Ground, chance: random.Random) -> dict[str, list[Condition]]:
        spot = ground.heart(3)
        rivals = _rivals(ground, chance)
        return {
            key: [
                {"kind": OCCUPATION, "sectors": [list(at) for at in spot], "primary": True, "turns": turns},
                {"kind": DESTRUCTION, "player": rivals[key], "primary": False, "turns": 1},
                {"kind": OCCUPATION, "count": ground.share(0.6), "primary": False, "turns": 1},
            ]
            for key in ground.starts
        }

    return middle_of


def relics_of(ground: Ground, chance: random.Random) -> dict[str, list[Condition]]:
    """Each was sent for one relic, some for the same, and needs ground to bring it home."""
    wanted = list(ground.relics) * len(ground.starts)
    wanted = wanted[: len(ground.starts)]
    chance.shuffle(wanted)
    rivals = _rivals(ground, chance)
    return {
        key: [
            {"kind": RETRIEVAL, "relic": relic, "primary": True, "turns": 2},
            {"kind": OCCUPATION, "count": ground.share(0.5), "primary": True, "turns": 1},
            {"kind": DESTRUCTION, "player": rivals[key], "primary": False, "turns": 1},
        ]
        for key, relic in zip(ground.starts, wanted, strict=True)
    }


def long_war_of(ground: Ground, chance: random.Random) -> dict[str, list[Condition]]:
    """Ground above all, and for each something of its own."""
    rivals = _rivals(ground, chance)
    prizes = ground.contested(4)
    own: dict[str, list[Condition]] = {}
    for key in ground.starts:
        prize = chance.choice(prizes)
        kinds: list[Condition] = [
            {"kind": OCCUPATION, "sectors": [list(prize)], "primary": True, "turns": 2},
            {"kind": RETRIEVAL, "relic": chance.choice(ground.relics), "primary": True, "turns": 1},
            {"kind": DESTRUCTION, "player": rivals[key], "primary": True, "turns": 1},
        ]
        first, second = chance.sample(kinds, 2)
        land: Condition = {"kind": OCCUPATION, "count": ground.share(0.9), "primary": True, "turns": 2}
        own[key] = [land, first, {**second, "primary": False}]
    return own
