"""Who may do it, and to whom: the checks that many actions share (Tabletop)."""

from __future__ import annotations

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.dice import About
from rules.tabletop.state import ORDERS, Acting, Game
from rules.tabletop.units import Unit


def unit_named(game: Game, action: Action, name: str = "unit", *, in_play: bool = False) -> Unit:
    """The living unit that the action names. Raises ``RefusedError``."""
    key = action.text(name)
    try:
        unit = game.unit(key)
    except KeyError:
        raise RefusedError("no such unit", name) from None
    if not unit.alive:
        raise RefusedError("destroyed", name, unit=unit.name)
    if in_play and unit.reserve:
        raise RefusedError("in reserve", name, unit=unit.name)
    return unit


def side_number(game: Game, action: Action, name: str = "side") -> int:
    """The side that the action names. Raises ``RefusedError``."""
    return action.number(name, 0, len(game.sides) - 1)


def must_be_side(game: Game, action: Action, side: int) -> None:
    """Only a player of ``side`` may do this. Raises ``RefusedError``."""
    if game.players[action.player].side != side:
        raise RefusedError("not your decision", side=game.sides[side].name)


def must_be_phase(game: Game, phase: str) -> None:
    """Raises ``RefusedError`` in any other phase."""
    if game.phase != phase:
        raise RefusedError("other phase", phase=phase, now=game.phase)


def go_of(game: Game, step: str) -> Acting:
    """The present go, which must be at ``step``. Raises ``RefusedError``."""
    must_be_phase(game, ORDERS)
    acting = game.current
    if acting is None:
        raise RefusedError("no unit acts")
    if acting.step != step:
        raise RefusedError("other step", step=acting.step)
    return acting


def opponent_of(game: Game, side: int, pen: Pen, by: int | None = None) -> int:
    """The opponent of a side: the other one; of several, drawn among those that have units (Tabletop).

    ``by`` is the place that draws; none: the app.
    """
    others = [number for number in game.living_sides() if number != side]
    others = others or [number for number in range(len(game.sides)) if number != side]
    if len(others) == 1:
        return others[0]
    return others[pen.dice.draw("opponent", len(others), by, About(among=tuple(others)))]
