"""All that a unit fires at one target in one action: one reaction, one pin, one morale test (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Pen
from rules.tabletop.attacks import Attack, Volley
from rules.tabletop.state import Game
from rules.tabletop.stock import add_pins


def volley_of(game: Game, shooter: str, target: str) -> Volley | None:
    """What this unit has fired at this target in its present action."""
    return next((one for one in game.volleys if (one.shooter, one.target) == (shooter, target)), None)


def begun(game: Game, attack: Attack) -> Game:
    """The first shot of an action at a target. Where no unit acts, each shot stands alone."""
    if not game.acting or volley_of(game, attack.shooter, attack.target) is not None:
        return game
    volley = Volley(attack.shooter, attack.target, attack.before)
    return replace(game, volleys=(*game.volleys, volley))


def _kept(game: Game, volley: Volley) -> Game:
    same = (volley.shooter, volley.target)
    return replace(
        game, volleys=tuple(volley if (old.shooter, old.target) == same else old for old in game.volleys)
    )


def pinned(game: Game, attack: Attack, pen: Pen) -> Game:
    """The pins of a hit: one for the whole volley, or in its place the die of its greatest shell."""
    alone = Volley(attack.shooter, attack.target, attack.before)
    volley = volley_of(game, attack.shooter, attack.target) or alone
    pins = 1
    if attack.he:
        sides = game.tables[f"he.{attack.he}.pin die"]
        if volley.he and sides <= game.tables[f"he.{volley.he}.pin die"]:
            return game
        die = pen.roll("HE pins", 1, sides)[0]
        pen.tell("he pins", die, unit=attack.target, rule="Tabletop C")
        pins = die.value
    more = max(0, pins - volley.pins)
    volley = replace(volley, pins=volley.pins + more, he=max(volley.he, attack.he))
    return add_pins(_kept(game, volley), attack.target, more, pen)


def tested(game: Game, shooter: str, target: str) -> Game:
    """Morale has been tested for the losses of this volley: not again."""
    volley = volley_of(game, shooter, target)
    return game if volley is None else _kept(game, replace(volley, tested=True))


def over(game: Game, unit: str) -> Game:
    """The unit's action is over; when nobody acts any more, so are those of all that fired meanwhile."""
    left = tuple(one for one in game.volleys if one.shooter != unit) if game.acting else ()
    return replace(game, volleys=left)
