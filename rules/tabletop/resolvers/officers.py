"""Officers who may help a test: one other, of its side, in play (Tabletop A)."""

from __future__ import annotations

from rules.tabletop.action import Action, RefusedError
from rules.tabletop.permits import unit_named
from rules.tabletop.state import Game
from rules.tabletop.units import Unit


def helpers(game: Game, unit: Unit) -> tuple[Unit, ...]:
    """The other officers of its side in play; who of them is in range, people measure."""
    return tuple(
        other
        for other in game.of_side(game.side_of(unit))
        if other.rank and other.in_play and other.id != unit.id
    )


def bonus_of(game: Game, action: Action, unit: Unit) -> int:
    """The bonus of the officer that the action names, 0 without one. Raises ``RefusedError``."""
    if not action.text("officer", ""):
        return 0
    officer = unit_named(game, action, "officer", in_play=True)
    if officer.id not in [other.id for other in helpers(game, unit)]:
        raise RefusedError("no such officer", "officer")
    return game.tables[f"officer.{officer.rank}.bonus"]
