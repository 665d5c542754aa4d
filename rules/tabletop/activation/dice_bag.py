"""The dice bag: one die is drawn, a unit of its side acts (Tabletop A)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation.goes import DRAW, contenders, orders_over, play_drawn
from rules.tabletop.permits import side_number
from rules.tabletop.state import Game


def start(game: Game, pen: Pen) -> Game:
    """The bag is full: nothing else to prepare."""
    return game


def onward(game: Game, pen: Pen) -> Game:
    """Play what is drawn, else let somebody draw."""
    game = play_drawn(game, pen)
    if game.acting:
        return game
    if not contenders(game) or not any(side.bag for side in game.sides):
        return orders_over(game)
    return replace(game, stage=DRAW)


def draw(game: Game, action: Action, pen: Pen) -> Game:
    """Draw the next die; ``side`` types in what the players drew from a bag of their own."""
    must_draw(game)
    if action.values.get("side") not in (None, ""):
        side = typed_side(game, action)
        pen.tell("drawn by hand", side=side, left=len(bag_list(game)) - 1, rule="Tabletop A")
    else:
        side = one_from_bag(game, pen)
    return replace(out_of_bag(game, side), drawn=(side,), stage="")


def must_draw(game: Game) -> None:
    """Raises ``RefusedError`` when nothing is to be drawn."""
    if game.stage != DRAW:
        raise RefusedError("nothing to draw")


def typed_side(game: Game, action: Action) -> int:
    """The side of a die that the players drew themselves."""
    side = side_number(game, action)
    if not game.sides[side].bag:
        raise RefusedError("no die in the bag", "side", side=game.sides[side].name)
    return side


def bag_list(game: Game) -> tuple[int, ...]:
    """The dice in the bag in their order: by side, as the dice of a draw count them."""
    return tuple(number for number, side in enumerate(game.sides) for _ in range(side.bag))


def one_from_bag(game: Game, pen: Pen) -> int:
    """The side of a die drawn from the bag."""
    dice = bag_list(game)
    side = dice[pen.dice.draw("order die", len(dice))]
    pen.tell("drawn", pen.dice.shown[-1], side=side, left=len(dice) - 1, rule="Tabletop A")
    return side


def out_of_bag(game: Game, side: int) -> Game:
    """The game with one die of the side out of the bag."""
    own = game.sides[side]
    return game.with_side(side, replace(own, bag=own.bag - 1))


ACTIONS = {"draw": draw}
