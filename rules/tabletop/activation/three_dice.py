"""Three dice: three are drawn, until they have two colours; they are played in turns (Tabletop B 1)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen
from rules.tabletop.activation import dice_bag
from rules.tabletop.activation.dice_bag import bag_list, must_draw, onward, start
from rules.tabletop.state import Game


def draw(game: Game, action: Action, pen: Pen) -> Game:
    """Draw three; singly if fewer, or only one colour, are left."""
    must_draw(game)
    dice = bag_list(game)
    if len(dice) < 3 or len(set(dice)) < 2 or action.values.get("side") not in (None, ""):
        return dice_bag.draw(game, action, pen)
    three = _three(dice, pen)
    while len(set(three)) < 2:
        pen.tell("put back", side=three[0], rule="Tabletop B 1")
        three = _three(dice, pen)
    for side in three:
        game = dice_bag.out_of_bag(game, side)
    return replace(game, drawn=arranged(three), stage="")


def _three(dice: tuple[int, ...], pen: Pen) -> tuple[int, ...]:
    left, drawn = list(dice), []
    for _ in range(3):
        drawn.append(left.pop(pen.dice.draw("three dice", len(left))))
    pen.tell("three drawn", *pen.dice.shown[-3:], sides=" ".join(map(str, drawn)), rule="Tabletop B 1")
    return tuple(drawn)


def arranged(three: tuple[int, ...]) -> tuple[int, ...]:
    """The order of play: of two colours the one with two first and last; three as they were drawn."""
    twice = next((side for side in three if three.count(side) == 2), None)
    if twice is None:
        return three
    once = next(side for side in three if side != twice)
    return (twice, once, twice)


ACTIONS = {"draw": draw}
__all__ = ["ACTIONS", "arranged", "draw", "onward", "start"]
