"""All that a unit fires at one target in one action: one reaction, one pin, one morale test (Tabletop C)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.tabletop.action import Pen
from rules.tabletop.attacks import Volley
from rules.tabletop.dice import About
from rules.tabletop.state import NOBODY, Game
from rules.tabletop.stock import add_pins
from rules.tabletop.units import Unit


def volley_of(game: Game, shooter: str, target: str) -> Volley | None:
    """What this unit has fired at this target in its present action."""
    return next((one for one in game.volleys if (one.shooter, one.target) == (shooter, target)), None)


def fired(game: Game, shooter: str) -> frozenset[int]:
    """The groups of a unit that have fired in its present action."""
    return frozenset(at for one in game.volleys if one.shooter == shooter for at in one.groups)


def begun(game: Game, shooter: str, targets: Iterable[str]) -> Game:
    """The first fire of an action at these targets. Where no unit acts, each shot stands alone."""
    fresh = tuple(
        Volley(shooter, target, game.unit(target).models)
        for target in targets
        if game.acting and volley_of(game, shooter, target) is None
    )
    return replace(game, volleys=(*game.volleys, *fresh))


def firing(game: Game, shooter: str, target: str, groups: Iterable[int]) -> Game:
    """The dice of these groups fall: they do not fire again in this action."""
    volley = volley_of(game, shooter, target)
    return game if volley is None else _kept(game, replace(volley, groups=(*volley.groups, *groups)))


def _kept(game: Game, volley: Volley) -> Game:
    same = (volley.shooter, volley.target)
    return replace(
        game, volleys=tuple(volley if (old.shooter, old.target) == same else old for old in game.volleys)
    )


def pinned(game: Game, shooter: str, target: str, he: int, pen: Pen) -> Game:
    """The pins of a hit: one for the whole volley, or in its place the die of its greatest shell."""
    volley = volley_of(game, shooter, target) or Volley(shooter, target, 0)
    pins = 1
    if he:
        sides = game.tables[f"he.{he}.pin die"]
        if volley.he and sides <= game.tables[f"he.{volley.he}.pin die"]:
            return game
        die = pen.roll("HE pins", 1, sides, by=game.unit(shooter).player, about=About(target))[0]
        pen.tell("he pins", die, unit=target, rule="Tabletop C")
        pins = die.value
    more = max(0, pins - volley.pins)
    volley = replace(volley, pins=volley.pins + more, he=max(volley.he, he))
    return add_pins(_kept(game, volley), target, more, pen)


def tested(game: Game, shooter: str, target: str) -> Game:
    """Morale has been tested for the losses of this volley: not again."""
    volley = volley_of(game, shooter, target)
    return game if volley is None else _kept(game, replace(volley, tested=True))


def anew(game: Game, unit: str) -> Game:
    """An action of the unit's begins: what it has fired before does not count for it."""
    return replace(game, volleys=tuple(one for one in game.volleys if one.shooter != unit))


def sprung(game: Game) -> tuple[str, ...]:
    """The units that have turned their Ambush to Fire in this go and may still fire: they have not yet."""
    turned = dict.fromkeys(key for acting in game.acting for key in acting.sprung)
    return tuple(key for key in turned if not fired(game, key) and _may_fire(game, game.unit(key)))


def fires_first(game: Game) -> int:
    """The side whose unit has said that it fires at a charge, and has not: then the fight begins at its word.

    Else nobody's.
    """
    attack = game.attack
    if attack is None or attack.kind == "shot" or (attack.step, attack.answered) != ("aim", "fire"):
        return NOBODY
    unit = game.unit(attack.target)
    # Where no unit acts nobody counts who has fired.
    waits = bool(game.acting) and not fired(game, unit.id) and _may_fire(game, unit)
    return game.side_of(unit) if waits else NOBODY


def _may_fire(game: Game, unit: Unit) -> bool:
    armed = any(group.weapon and group.able(unit.models) for group in unit.groups)
    return unit.in_play and armed and not game.sides[game.side_of(unit)].conceded


def over(game: Game, unit: str) -> Game:
    """The unit's action is over; when nobody acts any more, so are those of all that fired meanwhile."""
    return anew(game, unit) if game.acting else replace(game, volleys=())
