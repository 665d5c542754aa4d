"""Close quarters, and infantry against vehicles (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import Attack, Due
from rules.tabletop.dice import About, Die
from rules.tabletop.permits import unit_named
from rules.tabletop.resolvers.damage import take_casualties
from rules.tabletop.resolvers.needing import LEAST, needed_up_close
from rules.tabletop.resolvers.rerolls import may_reroll
from rules.tabletop.state import ORDERS, Game
from rules.tabletop.stock import destroy, moved
from rules.tabletop.units import Unit

RULE = "Tabletop C"
MOST_DICE = 200


def assault(game: Game, action: Action, pen: Pen) -> Game:
    """Declare an assault; from more than 6 inches the target reacts first."""
    attacker = unit_named(game, action, "shooter", in_play=True)
    target = unit_named(game, action, "target", in_play=True)
    if game.attacks:
        raise RefusedError("attack not finished")
    if game.side_of(attacker) == game.side_of(target):
        raise RefusedError("assault an enemy", "target")
    if attacker.kind != "infantry":
        raise RefusedError("only infantry assaults", "shooter")
    if not target.troops:
        _may_be_assaulted(game, attacker, target, stopped=action.flag("stopped"))
    far = action.flag("far")
    attack = Attack(
        kind="assault" if target.troops else "vehicle",
        shooter=attacker.id,
        target=target.id,
        step="react" if far and game.phase == ORDERS and _may_react(target) else "aim",
        own_dice=action.number("own_dice", 1, MOST_DICE, attacker.models),
        enemy_dice=action.number("enemy_dice", 0, MOST_DICE, target.models),
        before=target.models,
        far=far,
    )
    pen.tell("assault", shooter=attacker.id, target=target.id, far=int(far), rule=RULE)
    game = game.attacking(attack)
    return game if attack.step == "react" else fight(game, pen)


def _may_be_assaulted(game: Game, attacker: Unit, target: Unit, *, stopped: bool) -> None:
    if target.enclosed and not attacker.anti_tank and not _declared(game, attacker, target):
        number = game.tables["test.enclosed armour"]
        raise RefusedError(
            "charge not declared", "target", unit=attacker.name, target=target.name, value=number
        )
    if target.order == "run" and not target.immobilised and not stopped:
        raise RefusedError("target on Run", "target", unit=target.name)


def _declared(game: Game, attacker: Unit, target: Unit) -> bool:
    """Whether the charge was declared with a Run that it now follows: whose test fails goes Down instead."""
    run = (attacker.id, target.id, "run", "act")
    return any((now.unit, now.charge, now.order, now.step) == run for now in game.acting)


def _may_react(target: Unit) -> bool:
    return not target.troops or not target.order


def fight(game: Game, pen: Pen) -> Game:
    """Both sides roll at once; against a vehicle only the infantry does."""
    attack = game.attack
    assert attack is not None
    attacker, target = game.unit(attack.shooter), game.unit(attack.target)
    if not attacker.alive or not target.alive:
        return replace(game, attacks=game.attacks[:-1])
    if attack.kind == "vehicle":
        which = "vehicle.hit advance" if target.order == "advance" else "vehicle.hit"
        needed = game.tables[which]
        about = About(target.id, needed=needed)
        dice = pen.roll("assault hit", min(attack.own_dice, MOST_DICE), about=about)
        attack = replace(attack, step="hit", dice=dice, needed=needed)
        pen.tell("hit rolls", *dice, shooter=attacker.id, needed=attack.needed, rule=RULE)
    else:
        own, enemy = (needed_up_close(unit, game.tables) for unit in (target, attacker))
        about, of_it = About(target.id, needed=own), About(attacker.id, needed=enemy)
        dice = pen.roll("close quarters, attacker", attack.own_dice, about=about)
        back = pen.roll("close quarters, target", attack.enemy_dice, about=of_it)
        attack = replace(attack, step="fight", dice=dice, answer=back)
        pen.tell("fought", *dice, unit=attacker.id, round=attack.round, needed=own, rule=RULE)
        pen.tell("fought", *back, unit=target.id, round=attack.round, needed=enemy, rule=RULE)
    game = game.with_attack(attack)
    return game if may_reroll(game) else go_on(game, pen)


def again(game: Game, action: Action, pen: Pen) -> Game:
    """The next round of an equal fight, or the first after the target has reacted."""
    attack = game.attack
    assert attack is not None
    attacker, target = game.unit(attack.shooter), game.unit(attack.target)
    attack = replace(
        attack,
        own_dice=action.number("own_dice", 1, MOST_DICE, max(1, attacker.models)),
        enemy_dice=action.number("enemy_dice", 0, MOST_DICE, target.models),
    )
    return fight(game.with_attack(attack), pen)


def go_on(game: Game, pen: Pen) -> Game:
    """Accept the dice that lie open."""
    attack = game.attack
    assert attack is not None
    if attack.kind == "assault":
        return _casualties(game, attack, pen)
    if attack.step == "hit":
        game = _vehicle_hits(game, attack, pen)
        if game.attack is None or may_reroll(game):
            return game
        attack = game.attack
    return _vehicle_damage(game, attack, pen)


def _kills(dice: tuple[Die, ...], enemy: Unit, game: Game) -> int:
    needed = needed_up_close(enemy, game.tables)
    return sum(1 for die in dice if die.value >= needed and die.value > 1)


def _casualties(game: Game, attack: Attack, pen: Pen) -> Game:
    attacker, target = game.unit(attack.shooter), game.unit(attack.target)
    of_target = min(_kills(attack.dice, target, game), target.models)
    of_attacker = min(_kills(attack.answer, attacker, game), attacker.models)
    game = take_casualties(game, target.id, of_target, pen)
    game = take_casualties(game, attacker.id, of_attacker, pen)
    both_gone = not game.unit(attacker.id).alive and not game.unit(target.id).alive
    if of_target == of_attacker and not both_gone:
        if game.unit(attacker.id).alive and game.unit(target.id).alive:
            pen.tell("equal", round=attack.round, rule=RULE)
            # What could be fired at the charge was fired before the first round.
            following = replace(attack, step="aim", dice=(), answer=(), round=attack.round + 1, answered="")
            return game.with_attack(following)
    elif not both_gone:
        loser, winner = (target, attacker) if of_target > of_attacker else (attacker, target)
        game = destroy(game, loser.id, pen)
        game = game.first(Due("regroup", winner.id))
    return replace(game, attacks=game.attacks[:-1])


def _vehicle_hits(game: Game, attack: Attack, pen: Pen) -> Game:
    hits = sum(1 for die in attack.dice if die.value >= attack.needed and die.value > 1)
    pen.tell("hits", shooter=attack.shooter, target=attack.target, hits=hits, rule=RULE)
    if not hits:
        return regroup(replace(game, attacks=game.attacks[:-1]), Due("regroup", attack.shooter), pen)
    needed = game.unit(attack.target).armour_value(game.tables) - hits
    dice = pen.roll("assault damage", about=About(attack.target, needed=max(LEAST, needed)))
    pen.tell("damage rolls", *dice, unit=attack.target, needed=needed, rule=RULE)
    return game.with_attack(replace(attack, step="damage", hits=hits, needed=needed, dice=dice))


def _vehicle_damage(game: Game, attack: Attack, pen: Pen) -> Game:
    target, attacker = game.unit(attack.target), game.unit(attack.shooter)
    die = attack.dice[0]
    harm: tuple[Due, ...] = ()
    if die.value >= attack.needed and die.value > 1:
        if target.enclosed:
            over = die.value - attack.needed
            light = not attacker.anti_tank
            harm = (Due("table", target.id, by=attacker.id, over=over, light=light, roller=attacker.player),)
        else:
            game = destroy(game, target.id, pen)
    game = game.with_attack(replace(attack, step="save", dice=()))
    end = Due("end", by=attacker.id, to=target.id)
    return game.first(*harm, Due("regroup", attacker.id), end)


def regroup(game: Game, item: Due, pen: Pen) -> Game:
    """Whoever is left after an assault regroups: it moves."""
    pen.tell("regroups", unit=item.unit, rule=RULE)
    return moved(game, item.unit)
