"""What the ways of activation share: whose go it is, the marker, and the dice that cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.tabletop.action import Action, Pen
from rules.tabletop.dice import About
from rules.tabletop.state import Acting, Game

Handler = Callable[[Game, Action, Pen], Game]
OVER = "over"
DRAW = "draw"


def let_act(game: Game, side: int, pen: Pen) -> Game:
    """A unit of ``side`` acts next: its players pick it."""
    pen.tell("go", side=side)
    return replace(game, stage="", acting=(Acting(side),))


def let_unit_act(game: Game, key: str, pen: Pen) -> Game:
    """This very unit acts next."""
    side = game.side_of(game.unit(key))
    pen.tell("go unit", side=side, unit=key)
    return replace(game, stage="", acting=(Acting(side, unit=key, fixed=True),))


def orders_over(game: Game) -> Game:
    """Nobody can act any more in this turn."""
    return replace(game, stage=OVER, choice=None, bidders=())


def contenders(game: Game) -> tuple[int, ...]:
    """The sides that can still give an order this turn."""
    return tuple(side for side in game.living_sides() if game.able(side))


def play_drawn(game: Game, pen: Pen) -> Game:
    """The first of the drawn dice is played; one that nobody can use is set aside until the turn's end."""
    while game.drawn:
        side = game.drawn[0]
        if side in game.living_sides() and game.able(side):
            return let_act(game, side, pen)
        pen.tell("set aside", side=side, rule="Tabletop A")
        own = game.sides[side]
        game = replace(game, drawn=game.drawn[1:]).with_side(side, replace(own, aside=own.aside + 1))
    return game


def first_marker(game: Game, pen: Pen, by: int) -> int:
    """Who holds the initiative marker first: fewest units, then the attacker, then by die (Tabletop B).

    The die is of place ``by``: whoever says that the battle begins draws among the tied.

    Units in reserve count: they have their order die like all others.
    """
    counts = {side: sum(1 for _ in game.of_side(side)) for side in game.living_sides()}
    fewest = [side for side, count in counts.items() if count == min(counts.values())]
    if len(fewest) == 1:
        return fewest[0]
    if game.attacker in fewest:
        return game.attacker
    return fewest[pen.dice.draw("initiative marker", len(fewest), by, About(among=tuple(fewest)))]


def after(game: Game, side: int, among: Sequence[int]) -> int:
    """The next of ``among`` after ``side`` in set-up order."""
    count = len(game.sides)
    return next((side + step) % count for step in range(1, count + 1) if (side + step) % count in among)


def decider(game: Game, tied: Sequence[int], pen: Pen) -> tuple[Game, int]:
    """Who decides a tie: the marker's holder, else the next tied side; the marker moves on (Tabletop B)."""
    who = game.marker if game.marker in tied else after(game, game.marker, tied)
    pen.tell("marker decides", side=who, next=after(game, who, tied), rule="Tabletop B")
    return replace(game, marker=after(game, who, tied)), who
