"""Numbered tokens: the unit whose number is drawn acts (Tabletop B 3)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation.dice_bag import must_draw
from rules.tabletop.activation.goes import DRAW, contenders, let_unit_act, orders_over
from rules.tabletop.state import Game

RULE = "Tabletop B 3"


def numbered(game: Game) -> Game:
    """The game with a number for every unit: one series, or one per side."""
    counts = dict.fromkeys(range(len(game.sides)), 0)
    for unit in game.units:
        key = 0 if game.one_series else game.side_of(unit)
        counts[key] += 1
        game = game.with_unit(replace(unit, number=counts[key]))
    return game


def start(game: Game, pen: Pen) -> Game:
    """A token for every unit that has not kept its order."""
    tokens = tuple(unit.id for unit in game.units if unit.alive and not unit.order)
    return replace(game, tokens=tokens)


def onward(game: Game, pen: Pen) -> Game:
    """Draw while there are tokens and units to act."""
    if not contenders(game) or not game.tokens:
        return orders_over(game)
    return replace(game, stage=DRAW)


def draw(game: Game, action: Action, pen: Pen) -> Game:
    """Draw a token; ``unit`` types in what the players drew themselves."""
    must_draw(game)
    key = action.text("unit", "")
    if key and key not in game.tokens:
        raise RefusedError("no token in the bag", "unit")
    if not key:
        key = game.tokens[pen.dice.draw("token", len(game.tokens))]
        pen.tell("token", pen.dice.shown[-1], unit=key, left=len(game.tokens) - 1, rule=RULE)
    else:
        pen.tell("token by hand", unit=key, left=len(game.tokens) - 1, rule=RULE)
    game = replace(game, tokens=tuple(token for token in game.tokens if token != key), stage="")
    unit = game.unit(key)
    if unit.order or game.side_of(unit) not in game.living_sides():
        pen.tell("token aside", unit=key, rule=RULE)
        return onward(game, pen)
    return let_unit_act(game, key, pen)


ACTIONS = {"draw": draw}
