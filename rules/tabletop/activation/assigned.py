"""Assigned tokens: each side puts its numbers face down on its units (Tabletop B 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation.goes import contenders, decider, let_unit_act, orders_over
from rules.tabletop.state import Choice, Game
from rules.tabletop.units import Unit

RULE = "Tabletop B 4"
TOKENS, FIRST = "tokens", "first"


def count(game: Game) -> int:
    """How many tokens each side has: the most units without a kept order on any side."""
    return max((len(game.able(side)) for side in game.living_sides()), default=0)


def with_enough(game: Game) -> Game:
    """A correction may have brought a unit back while tokens are placed: then there is a number more."""
    return replace(game, rank=max(game.rank, count(game)))


def start(game: Game, pen: Pen) -> Game:
    """New tokens for everybody."""
    units = tuple(replace(unit, token=0, token_shown=False) for unit in game.units)
    game = replace(game, units=units, number=0, line=(), choice=None, rank=0)
    players = tuple(
        replace(player, placed=not owned(game, number)) for number, player in enumerate(game.players)
    )
    sides = tuple(replace(side, spares=()) for side in game.sides)
    return replace(game, players=players, sides=sides, rank=count(game), stage=TOKENS)


def owned(game: Game, player: int) -> tuple[Unit, ...]:
    """The units on which a player has to put tokens."""
    side = game.players[player].side
    if side not in game.living_sides():
        return ()
    return tuple(unit for unit in game.able(side) if unit.player == player)


def free_tokens(game: Game, side: int) -> tuple[int, ...]:
    """The numbers that no unit of the side has."""
    taken = {unit.token for unit in game.of_side(side)}
    return tuple(number for number in range(1, game.rank + 1) if number not in taken)


def place(game: Game, action: Action, pen: Pen) -> Game:
    """A player puts a token on each of his units."""
    if game.stage != TOKENS:
        raise RefusedError("no tokens now")
    player = game.players[action.player]
    if player.placed:
        raise RefusedError("tokens lie")
    chosen = action.pairs("tokens", 1, game.rank)
    units = owned(game, action.player)
    if set(chosen) != {unit.id for unit in units}:
        raise RefusedError("one token each", "tokens")
    if len(set(chosen.values())) != len(chosen):
        raise RefusedError("token twice", "tokens")
    taken = set(chosen.values()) - set(free_tokens(game, player.side))
    if taken:
        raise RefusedError("tokens taken", "tokens", tokens=tuple(map(str, sorted(taken))))
    for unit in units:
        game = game.with_unit(replace(unit, token=chosen[unit.id]))
    game = game.with_player(action.player, replace(player, placed=True))
    pen.tell("tokens placed", player=action.player)
    if all(other.placed for other in game.players):
        return _laid(game, pen)
    return game


def _laid(game: Game, pen: Pen) -> Game:
    for number, side in enumerate(game.sides):
        spares = free_tokens(game, number) if number in game.living_sides() else ()
        game = game.with_side(number, replace(side, spares=spares))
    game = replace(game, stage="")
    if game.method == "assigned tokens":
        return game
    pen.reveal()
    shown = tuple(replace(unit, token_shown=bool(unit.token)) for unit in game.units)
    pen.tell("tokens revealed", rule="Tabletop B 5")
    return replace(game, units=shown)


def in_line(game: Game) -> tuple[Game, str]:
    """The next unit of those that share a number and have their places, if one is left."""
    while game.line:
        key, game = game.line[0], replace(game, line=game.line[1:])
        unit = game.unit(key)
        if unit.alive and not unit.order and game.side_of(unit) in game.living_sides():
            return game, key
    return game, ""


def called(game: Game, pen: Pen) -> tuple[Game, tuple[Unit, ...]]:
    """The next number that units bear, and these; none at the end."""
    sides = contenders(game)
    while game.number < game.rank:
        game = replace(game, number=game.number + 1)
        bearers = tuple(unit for side in sides for unit in game.able(side) if unit.token == game.number)
        if bearers:
            pen.tell("number", number=game.number, rule=RULE)
            if any(not unit.token_shown for unit in bearers):
                pen.reveal()
            for unit in bearers:
                game = game.with_unit(replace(unit, token_shown=True))
            return game, bearers
    left = [unit for side in sides for unit in game.able(side) if not unit.token or unit.token <= game.number]
    return game, tuple(left[:1])


def onward(game: Game, pen: Pen) -> Game:
    """The next unit in line, else the next number."""
    if game.stage == TOKENS:
        if not all(player.placed for player in game.players):
            return with_enough(game)
        game = replace(game, stage="")
    game, key = in_line(game)
    if key:
        return let_unit_act(game, key, pen)
    game, bearers = called(game, pen)
    if not bearers:
        return orders_over(game)
    if len(bearers) == 1:
        return let_unit_act(game, bearers[0].id, pen)
    return _choose(game, bearers, ("",) * len(bearers), pen)


def _choose(game: Game, units: Iterable[Unit], places: tuple[str, ...], pen: Pen) -> Game:
    """The steadiest of the units takes a place next; the last one gets what is left."""
    units = tuple(units)
    if len(units) == 1:
        places = tuple(place or units[0].id for place in places)
        game = replace(game, choice=None, line=places, stage="")
        return onward(game, pen)
    best = max(unit.steadiness(game.tables) for unit in units)
    steady = [unit for unit in units if unit.steadiness(game.tables) == best]
    if len(steady) == 1:
        side, who = game.side_of(steady[0]), steady[0]
    else:
        game, side = decider(game, [game.side_of(unit) for unit in steady], pen)
        who = next(unit for unit in steady if game.side_of(unit) == side)
    choice = Choice(tuple(unit.id for unit in units), places, side, who.id)
    return replace(game, choice=choice, stage=FIRST)


def first(game: Game, action: Action, pen: Pen) -> Game:
    """Whoever has the choice takes a place: 1 to go first."""
    choice = game.choice
    if game.stage != FIRST or choice is None:
        raise RefusedError("no choice")
    if game.players[action.player].side != choice.side:
        raise RefusedError("not your decision", side=game.sides[choice.side].name)
    at = action.number("place", 1, len(choice.places)) - 1
    if choice.places[at]:
        raise RefusedError("place taken", "place")
    pen.tell("place", unit=choice.unit, place=at + 1, rule=RULE)
    places = tuple(choice.unit if n == at else place for n, place in enumerate(choice.places))
    left = [game.unit(key) for key in choice.units if key != choice.unit]
    return _choose(game, left, places, pen)


def without(game: Game, side: int, pen: Pen) -> Game:
    """The tokens and places without a side that has conceded: nobody waits for its numbers or its choice."""
    if game.stage == TOKENS:
        for number, player in enumerate(game.players):
            if player.side == side:
                game = game.with_player(number, replace(player, placed=True))
        return _laid(game, pen) if all(player.placed for player in game.players) else game
    choice = game.choice
    if game.stage != FIRST or choice is None:
        return game
    gone = {key for key in (*choice.units, *choice.places) if key and game.side_of(game.unit(key)) == side}
    places = [place for place in choice.places if place not in gone]
    for _unplaced in gone & {*choice.units}:
        places.remove("")
    left = tuple(key for key in choice.units if key not in gone)
    if choice.side == side or len(left) < 2:
        return _choose(game, [game.unit(key) for key in left], tuple(places), pen)
    return replace(game, choice=replace(choice, units=left, places=tuple(places)))


ACTIONS = {"tokens": place, "first": first}
