"""A target answers before it is attacked: it stands, goes Down, escapes, fires at a charge (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import Attack
from rules.tabletop.permits import must_be_side
from rules.tabletop.resolvers import volleys
from rules.tabletop.resolvers.measuring import open_fire
from rules.tabletop.resolvers.shooting import roll_hits
from rules.tabletop.state import Game
from rules.tabletop.stock import give_order, moved
from rules.tabletop.units import Unit


def answer(game: Game, action: Action, pen: Pen) -> Game:
    """One target's word; of several targets each has its own, in any order."""
    attack = game.attack
    if attack is None or attack.step != "react":
        raise RefusedError("no reaction now")
    target = _asked(game, action, attack)
    must_be_side(game, action, game.side_of(target))
    how = action.text("how", of=("stand", "down", "escape", "fire"))
    game = _answered(game, target, how, attack)
    pen.tell("answered", unit=target.id, how=how, rule="Tabletop A")
    if attack.kind == "shot":
        return _next(game, _heard(attack, target.id, how), pen)
    return game.with_attack(replace(attack, step="aim", answered=how))


def _asked(game: Game, action: Action, attack: Attack) -> Unit:
    """The target that answers: the one that is named, else the first of the player's that is asked."""
    if attack.kind != "shot":
        return game.unit(attack.target)
    asked = [game.unit(one.unit) for one in attack.targets if one.asked]
    wanted = action.text("target", "")
    if wanted:
        asked = [unit for unit in asked if unit.id == wanted]
    if not asked:
        raise RefusedError("no reaction now", "target")
    side = game.players[action.player].side
    return next((unit for unit in asked if game.side_of(unit) == side), asked[0])


def _heard(attack: Attack, key: str, how: str) -> Attack:
    targets = []
    for one in attack.targets:
        if one.unit == key:
            # What was measured to one that escapes holds no more.
            measured = one.measured and not (attack.listed and how == "escape")
            one = replace(one, asked=False, answered=how, measured=measured)
        targets.append(one)
    return replace(attack, targets=tuple(targets), answered=how)


def _next(game: Game, attack: Attack, pen: Pen) -> Game:
    """When all have answered and all is measured, the dice fall."""
    game = game.with_attack(attack)
    if any(one.asked for one in attack.targets):
        return game
    if not attack.listed:
        game = game.with_attack(replace(attack, step="aim"))
        return game if attack.answered == "escape" else roll_hits(game, pen)
    game = game.with_attack(replace(attack, step="measure"))
    return open_fire(game, pen) if all(one.measured for one in attack.targets) else game


def _answered(game: Game, target: Unit, how: str, attack: Attack) -> Game:
    if how == "stand":
        return game
    if how == "fire" and attack.kind != "shot":
        # An action of its own: what it has fired in another one does not count.
        game = volleys.anew(game, target.id)
        return game if attack.kind == "vehicle" else _ordered(game, target, how)
    if how == "escape":
        if not target.may_escape:
            raise RefusedError("no escape", "how")
        return moved(game.with_unit(replace(target, escaped=True)), target.id)
    if how == "fire" or attack.kind != "shot":
        raise RefusedError("wrong reaction", "how", kind=attack.kind)
    return _ordered(game, target, how)


def _ordered(game: Game, target: Unit, how: str) -> Game:
    if target.order:
        raise RefusedError("has its order already", "how", unit=target.name)
    return give_order(game, target, how)


def call_off(game: Game, action: Action, pen: Pen) -> Game:
    """Nothing comes of an attack that has not been rolled: the target is out of reach."""
    attack = game.attack
    if attack is None or attack.dice or attack.step not in ("react", "measure", "aim"):
        raise RefusedError("nothing to call off")
    must_be_side(game, action, game.side_of(game.unit(attack.shooter)))
    pen.tell("called off", shooter=attack.shooter, target=attack.target)
    return replace(game, attacks=game.attacks[:-1])
