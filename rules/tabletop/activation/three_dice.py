"""Three dice: three are drawn, until they have two colours; they are played in turns (Tabletop B 1)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation import dice_bag
from rules.tabletop.activation.dice_bag import bag_list, must_draw, onward, start
from rules.tabletop.state import Game


def draw(game: Game, action: Action, pen: Pen) -> Game:
    """Draw three; singly if fewer, or only one colour, are left.

    ``sides`` types in three that the players drew from a bag of their own, in their order, ``side`` one.
    """
    must_draw(game)
    dice = bag_list(game)
    if action.values.get("sides") not in (None, "", [], ()):
        return _by_hand(game, action, pen)
    if not due(dice) or action.values.get("side") not in (None, ""):
        return dice_bag.draw(game, action, pen)
    three = _three(dice, pen)
    while len(set(three)) < 2:
        pen.tell("put back", side=three[0], rule="Tabletop B 1")
        three = _three(dice, pen)
    return _lie(game, three)


def _lie(game: Game, three: tuple[int, ...]) -> Game:
    for side in three:
        game = dice_bag.out_of_bag(game, side)
    return replace(game, drawn=arranged(three), stage="")


def _by_hand(game: Game, action: Action, pen: Pen) -> Game:
    """Three dice of a real bag. ``RefusedError`` for what cannot have been drawn from it."""
    if not due(bag_list(game)):
        raise RefusedError("drawn singly", "sides")
    given = action.values["sides"]
    said = tuple(given) if isinstance(given, list | tuple) else ()
    if len(said) != 3:
        raise RefusedError("three dice", "sides", given=len(said))
    most = len(game.sides) - 1
    three = tuple(Action("", 0, {"sides": one}).number("sides", 0, most) for one in said)
    if len(set(three)) < 2:
        raise RefusedError("one colour", "sides", side=game.sides[three[0]].name)
    for number, side in enumerate(game.sides):
        if three.count(number) > side.bag:
            raise RefusedError("fewer in the bag", "sides", side=side.name, count=side.bag)
    pen.tell("three by hand", sides=" ".join(map(str, three)), rule="Tabletop B 1")
    return _lie(game, three)


def due(dice: tuple[int, ...]) -> bool:
    """Whether three are drawn, not one: as many are left, of two colours or more."""
    return len(dice) >= 3 and len(set(dice)) > 1


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
