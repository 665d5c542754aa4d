"""What an outcome is worth to a player, in whole points: about ten for a level, and wars for the rest."""

from __future__ import annotations

from rules.areas import held_by
from rules.outcome import Outcome
from rules.state import ConditionKind, PlayerId
from rules.tables import PLAYABLE_LEVEL

VICTORY = 20_000
HELD = 60
"""A turn for which a primary condition holds, and a tenth of it a secondary one."""
LISTED = 30
"""A listed sector that is held."""
GROUND = 2
"""A sector that is occupied."""
LEVEL = 10
SOUND = 50
"""A banner that can fight: one below is destroyed as soon as it must."""
BEATEN = 25
"""A banner that must retreat."""
THEIRS = 6
"""Tenths of what their banners would be worth to oneself."""


def worth_of(outcome: Outcome, player: PlayerId) -> int:
    """What an outcome is worth to a player."""
    state = outcome.state
    total = 0
    if outcome.victors:
        total += VICTORY if outcome.victors[0] == player else -VICTORY
    mine = held_by(state.sectors, player)
    total += GROUND * len(mine)
    own = next(one for one in state.players if one.id == player)
    for condition, holding in zip(own.conditions, outcome.conditions[player], strict=True):
        weight = 10 if condition.primary else 2
        total += HELD * weight * min(holding.held, condition.turns) // (10 * max(1, condition.turns)) * 2
        if condition.kind is ConditionKind.OCCUPATION and condition.sectors is not None:
            total += LISTED * weight * sum(at in mine for at in condition.sectors) // 10
    for banner in state.banners:
        value = LEVEL * banner.level + (SOUND if banner.level >= PLAYABLE_LEVEL else 0)
        value -= BEATEN if banner.retreating else 0
        total += value if banner.owner == player else -value * THEIRS // 10
    return total
