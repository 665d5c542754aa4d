"""Order dice: where each is, and what becomes of it (Tabletop A, Invariant)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Pen, RefusedError
from rules.tabletop.squads.losing import fallen
from rules.tabletop.state import Game
from rules.tabletop.units import Unit

BAGGED = ("dice bag", "three dice")


def place(game: Game, number: int, more: int) -> Game:
    """Put dice of a side (or take them, if negative) where its method keeps them: bag or pool."""
    side = game.sides[number]
    if game.method in BAGGED:
        return game.with_side(number, replace(side, bag=side.bag + more))
    return game.with_side(number, replace(side, pool=side.pool + more))


def take_die(game: Game, number: int) -> Game:
    """Take one unplayed die: from bag or pool, else set aside, else the drawn ones, last first."""
    side = game.sides[number]
    if side.bag or side.pool:
        return place(game, number, -1)
    if side.aside:
        return game.with_side(number, replace(side, aside=side.aside - 1))
    for at in range(len(game.drawn) - 1, -1, -1):
        if game.drawn[at] == number:
            return replace(game, drawn=(*game.drawn[:at], *game.drawn[at + 1 :]))
    raise RefusedError("no die left")


def give_order(game: Game, unit: Unit, order: str, *, drawn: bool = False) -> Game:
    """Put a die beside the unit: the drawn one, or one that a rule takes."""
    number = game.side_of(unit)
    if drawn and number in game.drawn:
        at = game.drawn.index(number)
        game = replace(game, drawn=(*game.drawn[:at], *game.drawn[at + 1 :]))
    else:
        game = take_die(game, number)
    shown = bool(unit.token) or unit.token_shown
    return game.with_unit(replace(unit, order=order, token_shown=shown))


def set_order(game: Game, key: str, order: str) -> Game:
    """Turn the die beside a unit, or give it one if it has none (stunned, Down in reaction)."""
    unit = game.unit(key)
    if unit.order:
        return game.with_unit(replace(unit, order=order, kept=unit.kept and order == unit.order))
    return give_order(game, unit, order)


def destroy(game: Game, key: str, pen: Pen) -> Game:
    """A unit is destroyed: it loses its die, its token and its boosts (Tabletop A, B)."""
    unit = game.unit(key)
    if unit.destroyed:
        return game
    number = game.side_of(unit)
    if not unit.order and game.phase not in ("setup",):
        game = take_die(game, number)
    side = game.sides[number]
    game = game.with_side(number, replace(side, out=side.out + 1))
    pen.tell("destroyed", unit=key, rule="Tabletop A")
    return replace(
        game.with_unit(
            replace(
                fallen(unit, unit.models),
                destroyed=True,
                nco=unit.nco,
                fell=(),
                order="",
                kept=False,
                boosts=0,
                wreck=unit.armoured,
                token_shown=bool(unit.token) or unit.token_shown,
            )
        ),
        tokens=tuple(token for token in game.tokens if token != key),
        line=tuple(item for item in game.line if item != key),
    )


def add_pins(game: Game, key: str, pins: int, pen: Pen) -> Game:
    """Pins on a unit in play. A unit in reserve gets none."""
    unit = game.unit(key)
    if not unit.in_play or pins < 1:
        return game
    unit = replace(unit, pins=unit.pins + pins)
    broken = int(unit.pins >= game.tables[f"morale.{unit.quality}"])
    pen.tell("pinned", unit=key, pins=pins, total=unit.pins, broken=broken, rule="Tabletop A")
    return game.with_unit(unit)


def moved(game: Game, key: str) -> Game:
    """The unit has moved: whoever aims at it indirectly, and it itself, begins anew (Tabletop C)."""
    unit = game.unit(key)
    return game.with_unit(replace(unit, moves=unit.moves + 1))


def census(game: Game, number: int) -> tuple[int, int, int]:
    """A side's dice: unplayed, beside units, out of play. Their sum never changes (Tabletop A)."""
    side = game.sides[number]
    unplayed = side.bag + side.pool + side.aside + game.drawn.count(number)
    beside = sum(1 for unit in game.of_side(number) if unit.order)
    return unplayed, beside, side.out
