"""Assigned tokens and action points: all tokens lie open, pairs are bid for (Tabletop B 5)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen
from rules.tabletop.activation import assigned, bidding
from rules.tabletop.activation.assigned import start
from rules.tabletop.activation.goes import contenders, let_unit_act, orders_over
from rules.tabletop.state import Choice, Game


def onward(game: Game, pen: Pen) -> Game:
    """The next unit in line, else the next number; a shared number is bid for."""
    if game.stage == assigned.TOKENS:
        if not all(player.placed for player in game.players):
            return assigned.with_enough(game)
        game = replace(game, stage="")
    game, key = assigned.in_line(game)
    if key and not game.line:
        return let_unit_act(game, key, pen)
    if key:
        return _bid_for(game, (key, *game.line))
    game, bearers = assigned.called(game, pen)
    if not bearers:
        return orders_over(game)
    if len(bearers) == 1:
        return let_unit_act(game, bearers[0].id, pen)
    return _bid_for(game, tuple(unit.id for unit in bearers))


def _bid_for(game: Game, units: tuple[str, ...]) -> Game:
    able = {unit.id for side in contenders(game) for unit in game.able(side)}
    units = tuple(key for key in units if key in able)
    sides = [game.side_of(game.unit(key)) for key in units]
    game = replace(game, choice=Choice(units, (), sides[0]), line=())
    if len(units) == 1:
        return replace(game, line=units, choice=None)
    return bidding.open_bids(game, sides)


def name(game: Game, action: Action, pen: Pen) -> Game:
    """The winner names whose unit goes first; the others bid again, if more than one is left."""
    game, side = bidding.named(game, action, pen)
    assert game.choice is not None
    units = game.choice.units
    key = next(unit for unit in units if game.side_of(game.unit(unit)) == side)
    left = tuple(unit for unit in units if unit != key)
    return let_unit_act(replace(game, choice=None, line=left), key, pen)


ACTIONS = {"tokens": assigned.place, "bid": bidding.bid, "name": name}
__all__ = ["ACTIONS", "name", "onward", "start"]
