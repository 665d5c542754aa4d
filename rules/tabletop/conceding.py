"""A side gives up: nothing is asked of it any more, and nobody waits for its word (Tabletop)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop import momentum
from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation import assigned, bidding, cards
from rules.tabletop.permits import must_be_side, opponent_of, side_number
from rules.tabletop.resolvers import afterwards, answering, close, damage, rerolls, shooting
from rules.tabletop.rollers import first_of
from rules.tabletop.state import NOBODY, OVER, SETUP, Game

TO_DECLARE = ("react", "measure")
"""Steps of an attack before its dice: what is only declared lapses with its shooter."""


def concede(game: Game, action: Action, pen: Pen) -> Game:
    """A side gives up: its dice are set aside from now on, and what it had begun lapses."""
    if game.phase in (SETUP, OVER):
        raise RefusedError("nothing to concede")
    number = side_number(game, action)
    must_be_side(game, action, number)
    if game.sides[number].conceded:
        raise RefusedError("conceded already", "side", side=game.sides[number].name)
    pen.tell("conceded", side=number)
    game = game.with_side(number, replace(game.sides[number], conceded=True))
    left = game.living_sides()
    if game.marker == number and left:
        game = replace(game, marker=left[0])
    if len(left) < 2:
        game = replace(game, ended="conceded", chooser=NOBODY)
    game = _without_its_own(game, number)
    return _chosen_by_others(_out_of_the_choice(game, number, pen), number, pen)


def _without_its_own(game: Game, number: int) -> Game:
    """Its strikes do not come, its fire that is only declared does not fall."""
    strikes = tuple(replace(one, step="done") if one.side == number else one for one in game.strikes)
    attacks = tuple(
        one
        for one in game.attacks
        if one.step not in TO_DECLARE or game.side_of(game.unit(one.shooter)) != number
    )
    return replace(game, strikes=strikes, attacks=attacks)


def _out_of_the_choice(game: Game, number: int, pen: Pen) -> Game:
    """Whose go it is next is settled among the others."""
    for leave in (bidding.without, assigned.without, cards.without):
        game = leave(game, number, pen)
    return game


def _chosen_by_others(game: Game, number: int, pen: Pen) -> Game:
    """Another opponent chooses what this one was to choose: a confused unit's target, a rookie pilot's.

    Whoever drew this one draws again, by his own dice if he has some.
    """
    strikes = tuple(
        replace(one, chooser=opponent_of(game, one.side, pen, by=first_of(game, one.side)))
        if one.step == "target" and one.chooser == number
        else one
        for one in game.strikes
    )
    acting = tuple(
        replace(one, chooser=opponent_of(game, one.side, pen, by=game.unit(one.unit).player))
        if one.step == "friendly" and one.chooser == number
        else one
        for one in game.acting
    )
    return replace(game, strikes=strikes, acting=acting)


def answered_for(game: Game, pen: Pen) -> Game:
    """What would be asked of sides that have conceded is answered as for somebody who is away."""
    while (more := _answered_once(game, pen)) is not game:
        game = afterwards.run(more, pen)
    return game


def _answered_once(game: Game, pen: Pen) -> Game:
    gone = {number for number, side in enumerate(game.sides) if side.conceded}
    if not gone:
        return game
    if momentum.reward_due(game) in gone:
        return momentum.lapsed(game, pen)
    if game.due and afterwards.asks(game, game.due[0]):
        return _about_a_hit(game, gone, pen)
    return _rolled(_under_fire(game, gone, pen), gone, pen)


def _rolled(game: Game, gone: set[int], pen: Pen) -> Game:
    """Dice that it might have rerolled are accepted."""
    attack = game.attack
    if attack is None or not attack.dice or attack.step in (*TO_DECLARE, "aim") or game.due:
        return game
    sides = {game.side_of(game.unit(attack.shooter)), game.momentum.reward}
    if not sides & gone or rerolls.may_reroll(game):
        return game
    return shooting.go_on(game, pen) if attack.kind == "shot" else close.go_on(game, pen)


def _about_a_hit(game: Game, gone: set[int], pen: Pen) -> Game:
    """No officer is near, and no enemy in sight."""
    item = game.due[0]
    unit = game.unit(item.unit)
    if game.side_of(unit) not in gone:
        return game
    if item.kind == "jam":
        return damage.jam(game, Action("jam", unit.player, {"arc": "front"}), pen)
    return damage.morale(game, Action("morale", unit.player, {"officer": ""}), pen)


def _under_fire(game: Game, gone: set[int], pen: Pen) -> Game:
    """Its units stand."""
    attack = game.attack
    if attack is None or attack.step != "react" or game.due:
        return game
    asked = [one.unit for one in attack.targets if one.asked] or [attack.target]
    unit = next((game.unit(key) for key in asked if game.side_of(game.unit(key)) in gone), None)
    if unit is None:
        return game
    return answering.answer(game, Action("answer", unit.player, {"how": "stand", "target": unit.id}), pen)
