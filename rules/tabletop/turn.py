"""The turn: what is due first, the orders, and its end (Tabletop A)."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

from rules.tabletop import orders
from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation import (
    action_points,
    assigned,
    assigned_points,
    cards,
    dealing,
    dice_bag,
    goes,
    numbered,
    three_dice,
)
from rules.tabletop.dice import About
from rules.tabletop.permits import must_be_phase
from rules.tabletop.resolvers import strikes
from rules.tabletop.state import NOBODY, ORDERS, OVER, PRELIMINARY, TURN_END, UNSAID, Game
from rules.tabletop.stock import place
from rules.tabletop.units import Unit

METHODS: dict[str, ModuleType] = {
    "dice bag": dice_bag,
    "three dice": three_dice,
    "action points": action_points,
    "numbered tokens": numbered,
    "assigned tokens": assigned,
    "assigned tokens and points": assigned_points,
    "cards": cards,
}
KEEPABLE = ("ambush", "down")
WAITING = ("", assigned.TOKENS, dealing.HANDS, cards.PLAY)
"""Stages of the orders in which it may go on without a word."""
RULE = "Tabletop A"


def begin_turn(game: Game, pen: Pen) -> Game:
    """A new turn: strikes that are due first, else straight to the orders."""
    game = replace(game, turn=game.turn + 1, phase=PRELIMINARY, stage="")
    pen.tell("turn", turn=game.turn)
    return game if strikes.due(game) else begin_orders(game, pen)


def start_orders(game: Game, action: Action, pen: Pen) -> Game:
    """Go on to the orders once no strike is due."""
    must_be_phase(game, PRELIMINARY)
    if strikes.due(game):
        raise RefusedError("strikes due")
    return begin_orders(game, pen)


def begin_orders(game: Game, pen: Pen) -> Game:
    """The orders phase begins: whoever is Down now may lose pins by staying so."""
    units = tuple(replace(unit, was_down=unit.alive and unit.order == "down") for unit in game.units)
    living = game.living_sides()
    if game.marker not in living and living:
        game = replace(game, marker=goes.after(game, game.marker, living))
    sides = tuple(replace(side, kept_chosen=False, bid=NOBODY) for side in game.sides)
    game = replace(game, phase=ORDERS, stage="", units=units, sides=sides, line=(), drawn=())
    started = METHODS[game.method].start(game, pen)
    assert isinstance(started, Game)
    return onward(started, pen)


def onward(game: Game, pen: Pen) -> Game:
    """Go on until somebody has to do something."""
    game = orders.settle(game, pen)
    while game.phase == ORDERS and not game.acting and game.stage in WAITING:
        stage = game.stage
        game = METHODS[game.method].onward(game, pen)
        game = orders.settle(game, pen)
        if game.stage == stage and stage != "":
            break
    if game.phase == ORDERS and not game.acting and game.stage == goes.OVER:
        game = _end_orders(game, pen)
    return game


def _end_orders(game: Game, pen: Pen) -> Game:
    pen.tell("orders over", turn=game.turn)
    return replace(game, phase=TURN_END, stage="", line=(), acting=(), choice=None)


def keepers(game: Game, side: int) -> tuple[Unit, ...]:
    """The side's units that may keep their order into the next turn."""
    return tuple(unit for unit in game.of_side(side) if unit.order in KEEPABLE)


def to_choose(game: Game) -> tuple[int, ...]:
    """The sides that still have to say which orders they keep."""
    if game.phase != TURN_END:
        return ()
    return tuple(
        side for side in game.living_sides() if keepers(game, side) and not game.sides[side].kept_chosen
    )


def keep(game: Game, action: Action, pen: Pen) -> Game:
    """A side says which units keep Ambush or Down; all choose openly."""
    must_be_phase(game, TURN_END)
    number = game.players[action.player].side
    may = {unit.id: unit for unit in keepers(game, number)}
    chosen = action.words("units")
    if unknown := [key for key in chosen if key not in may]:
        raise RefusedError("cannot keep", "units", units=tuple(unknown))
    for key, unit in may.items():
        game = game.with_unit(replace(unit, kept=key in chosen))
        if key in chosen:
            pen.tell("kept", unit=key, order=unit.order, rule=RULE)
    return game.with_side(number, replace(game.sides[number], kept_chosen=True))


def next_turn(game: Game, action: Action, pen: Pen) -> Game:
    """End the turn: pins come off who stayed Down, dice go back, a new turn begins."""
    must_be_phase(game, TURN_END)
    if waiting := to_choose(game):
        raise RefusedError("keep first", sides=tuple(game.sides[side].name for side in waiting))
    for unit in game.units:
        if unit.alive:
            game = _ended(game, unit, pen)
    for number, side in enumerate(game.sides):
        game = place(game.with_side(number, replace(side, aside=0)), number, side.aside)
    return begin_turn(game, pen)


def _ended(game: Game, unit: Unit, pen: Pen) -> Game:
    pins = unit.pins
    if unit.was_down and unit.order == "down" and pins:
        sides = game.tables["down.die"]
        die = pen.roll("Down all turn", 1, sides, by=unit.player, about=About(unit.id))[0]
        pins = max(0, pins - die.value)
        pen.tell("stayed down", die, unit=unit.id, total=pins, rule=RULE)
    kept = unit.kept and unit.order in KEEPABLE
    back = bool(unit.order) and not kept
    game = game.with_unit(
        replace(unit, pins=pins, kept=kept, order=unit.order if kept else "", escaped=False)
    )
    return place(game, game.side_of(unit), 1) if back else game


def end_proposed(game: Game) -> bool:
    """Whether the companion proposes the end: one side left at most, or the last turn played."""
    if game.phase in (OVER, "setup"):
        return False
    last = bool(game.turns) and game.turn >= game.turns and game.phase == TURN_END
    return last or len(game.living_sides()) < 2


def losses(game: Game) -> tuple[int, ...]:
    """The points that each side has lost."""
    totals = [0] * len(game.sides)
    for unit in game.units:
        totals[game.side_of(unit)] += unit.lost_points
    return tuple(totals)


def finish(game: Game, action: Action, pen: Pen) -> Game:
    """The battle is over; ``winner`` is a side, or -1 for a draw.

    ``words`` are the winners that the sides (by their numbers) name; where they differ nobody's counts more.
    """
    if game.phase in (OVER, "setup"):
        raise RefusedError("nothing to end")
    winner = action.number("winner", NOBODY, len(game.sides) - 1)
    said = action.pairs("words", NOBODY, len(game.sides) - 1)
    words = tuple(said.get(str(number), UNSAID) for number in range(len(game.sides))) if said else ()
    game = replace(
        game, phase=OVER, stage="", winner=winner, words=words, acting=(), attacks=(), volleys=(), due=()
    )
    if not game.apart:
        pen.tell("over", winner=winner, turn=game.turn)
        return game
    for side, word in enumerate(words):
        if word != UNSAID:
            pen.tell("word", side=side, winner=word)
    pen.tell("over apart", turn=game.turn)
    return replace(game, winner=NOBODY)
