"""Bids in secret, revealed together: who may name the next die, or the next of a pair (Tabletop B 2, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation.goes import after, decider
from rules.tabletop.permits import must_be_side
from rules.tabletop.state import NOBODY, Game

BID, NAME = "bid", "name"
RULE = "Tabletop B 2"


def open_bids(game: Game, sides: Sequence[int]) -> Game:
    """Let these sides bid."""
    blank = tuple(replace(side, bid=NOBODY) for side in game.sides)
    return replace(game, sides=blank, bidders=tuple(sides), stage=BID)


def bid(game: Game, action: Action, pen: Pen) -> Game:
    """A side bids 0 to all it has; its first bid binds. The last one in reveals them all."""
    if game.stage != BID:
        raise RefusedError("no bids now")
    number = game.players[action.player].side
    if number not in game.bidders:
        raise RefusedError("does not bid")
    side = game.sides[number]
    if side.bid != NOBODY:
        raise RefusedError("bid binds", "points")
    points = action.number("points", 0, side.points)
    game = game.with_side(number, replace(side, bid=points))
    pen.tell("bid", side=number)
    if any(game.sides[other].bid == NOBODY for other in game.bidders):
        return game
    return _reveal(game, pen)


def _reveal(game: Game, pen: Pen) -> Game:
    pen.reveal()
    emptied = False
    for number in game.bidders:
        side = game.sides[number]
        # A correction may have left it less than it has bid; to refuse that would have told of the bid.
        paid = min(side.bid, side.points)
        pen.tell("revealed bid", side=number, points=paid, left=side.points - paid, rule=RULE)
        emptied = emptied or (paid > 0 and paid == side.points)
        game = game.with_side(number, replace(side, bid=paid, points=side.points - paid))
    best = max(game.sides[number].bid for number in game.bidders)
    tied = [number for number in game.bidders if game.sides[number].bid == best]
    if len(tied) == 1:
        chooser = tied[0]
    else:
        game, chooser = decider(game, tied, pen)
    return replace(game, stage=NAME, chooser=chooser, refill=emptied)


def named(game: Game, action: Action, pen: Pen) -> tuple[Game, int]:
    """The winner names a side among the bidders; then emptied purses are filled again."""
    if game.stage != NAME:
        raise RefusedError("nothing to name")
    must_be_side(game, action, game.chooser)
    side = action.number("side", 0, len(game.sides) - 1)
    if side not in game.bidders:
        raise RefusedError("name a bidder", "side")
    pen.tell("named", side=game.chooser, named=side, rule=RULE)
    if game.refill:
        for number, own in enumerate(game.sides):
            points = min(own.points + own.points_start, 2 * own.points_start)
            game = game.with_side(number, replace(own, points=points))
        pen.tell("refilled", rule=RULE)
    return replace(game, stage="", chooser=NOBODY, refill=False), side


def without(game: Game, side: int, pen: Pen) -> Game:
    """The bids without a side that has conceded: one that is left alone has nobody to bid against."""
    if game.stage not in (BID, NAME) or side not in game.bidders:
        return game
    bidders = tuple(number for number in game.bidders if number != side)
    game = replace(game, bidders=bidders)
    if game.stage == NAME:
        # What it has paid is gone; the choice is the next one's.
        chooser = game.chooser if game.chooser in bidders else after(game, side, bidders)
        return replace(game, chooser=chooser)
    if len(bidders) < 2:
        line = game.choice.units if game.choice else game.line
        return replace(game, stage="", bidders=(), choice=None, line=line)
    return game if any(game.sides[one].bid == NOBODY for one in bidders) else _reveal(game, pen)
