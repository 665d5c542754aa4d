"""Action points: the sides bid for whose die is taken from the pool (Tabletop B 2)."""

from __future__ import annotations

from rules.tabletop.action import Action, Pen
from rules.tabletop.activation import bidding
from rules.tabletop.activation.goes import contenders, let_act, orders_over
from rules.tabletop.state import Game


def start(game: Game, pen: Pen) -> Game:
    """All dice lie in the pool: nothing else to prepare."""
    return game


def onward(game: Game, pen: Pen) -> Game:
    """Bid while two colours are left."""
    sides = contenders(game)
    if not sides:
        return orders_over(game)
    if len(sides) == 1:
        return let_act(game, sides[0], pen)
    return bidding.open_bids(game, sides)


def name(game: Game, action: Action, pen: Pen) -> Game:
    """The winner names whose die is taken."""
    game, side = bidding.named(game, action, pen)
    return let_act(game, side, pen)


ACTIONS = {"bid": bidding.bid, "name": name}
