"""Fire is answered, hits, does damage and is saved from, in waves over all that fire (Tabletop C)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.tabletop.action import Pen
from rules.tabletop.attacks import NO_GROUP, Attack, Due, Shot
from rules.tabletop.dice import Die
from rules.tabletop.resolvers import volleys
from rules.tabletop.resolvers.aiming import remembered
from rules.tabletop.resolvers.damage import take_casualties
from rules.tabletop.resolvers.needing import LEAST, about, needed_to_damage, needed_to_hit, save_needed
from rules.tabletop.resolvers.rerolls import may_reroll
from rules.tabletop.squads.spending import spending
from rules.tabletop.state import Game
from rules.tabletop.stock import destroy
from rules.tabletop.units import Unit
from rules.tabletop.weapons import AMPULOMET, WEAPONS

RULE = "Tabletop C"


def roll_hits(game: Game, pen: Pen) -> Game:
    """Roll to hit; pins come with the first hit, before damage."""
    attack = game.attack
    assert attack is not None
    shooter = game.unit(attack.shooter)
    alive = tuple(shot for shot in attack.fire if game.unit(shot.target).alive)
    if not shooter.alive or not alive:
        return replace(game, attacks=game.attacks[:-1])
    # Whoever escapes before the dice fall has moved.
    fire = [replace(shot, needed=needed_to_hit(shot, shooter, game), rolled=shot.shots) for shot in alive]
    dice: list[Die] = []
    for shot in fire:
        game = _fired(game, shot, shooter.id)
        rolled = pen.roll("hit", shot.shots, by=shooter.player, about=about(shot, shot.needed))
        _tell(pen, shot, "hit rolls", rolled, shooter=shooter.id, needed=shot.needed)
        dice += rolled
    game = game.with_attack(replace(attack, step="hit", fire=tuple(fire), dice=tuple(dice)))
    return game if may_reroll(game) else go_on(game, pen)


def _tell(pen: Pen, shot: Shot, kind: str, dice: tuple[Die, ...] = (), **values: str | int) -> None:
    """Write a line of a shot; one of a volley says of which group."""
    group: dict[str, str | int] = {"group": shot.group, "weapon": shot.weapon} if shot.group >= 0 else {}
    pen.tell(kind, *dice, rule=RULE, secret_to=None, **(values | group))


def _fired(game: Game, shot: Shot, shooter: str) -> Game:
    """The weapon has been fired: it is counted off, and remembers at whom it aims."""
    unit = game.unit(shooter)
    if "One-shot" in WEAPONS[shot.weapon].special:
        unit = spending(unit, shot.weapon, shot.weapons if shot.group >= 0 else shot.shots, shot.group)
    unit = remembered(shot, unit, game) if shot.indirect else unit
    groups = (shot.group,) if shot.group >= 0 else _of_weapon(unit, shot.weapon)
    return volleys.firing(game.with_unit(unit), shooter, shot.target, groups)


def _of_weapon(unit: Unit, weapon: str) -> tuple[int, ...]:
    """The groups that a weapon fired by itself stands for."""
    return tuple(at for at, group in enumerate(unit.groups) if group.weapon == weapon) or (NO_GROUP,)


def go_on(game: Game, pen: Pen) -> Game:
    """Accept the dice that lie open and go to the next step, stopping where a reroll may be wanted."""
    attack = game.attack
    if attack is not None and attack.step == "hit":
        game = _after_hits(game, attack, pen)
        attack = game.attack
        if may_reroll(game):
            return game
    if attack is not None and attack.step == "damage":
        game = _after_damage(game, attack, pen)
    return game


def _hits_among(shot: Shot, dice: Iterable[Die], shooter: Unit, pen: Pen) -> int:
    """How many of the dice hit; from 7 on a six must be followed by another."""
    if shot.needed <= 6:
        return sum(1 for die in dice if die.value >= shot.needed and die.value > 1)
    sixes = sum(1 for die in dice if die.value == 6)
    if not sixes:
        return 0
    again = pen.roll("second six", sixes, by=shooter.player, about=about(shot, 6))
    pen.tell("second sixes", *again, shooter=shooter.id, rule=RULE)
    return sum(1 for die in again if die.value == 6)


def _after_hits(game: Game, attack: Attack, pen: Pen) -> Game:
    shooter = game.unit(attack.shooter)
    fire = []
    for shot, dice in attack.of_each:
        hits = _hits_among(shot, dice, shooter, pen)
        _tell(pen, shot, "hits", shooter=shooter.id, target=shot.target, hits=hits)
        fire.append(replace(shot, hits=hits))
    for target in attack.targets:
        game = _pinned(game, shooter.id, target.unit, fire, pen)
    fire = [_shell_hits(game, shot, shooter, pen) for shot in fire]
    rolled: list[Die] = []
    for at, shot in enumerate(fire):
        target_unit = game.unit(shot.target)
        if not shot.hits:
            fire[at] = replace(shot, rolled=0)
        elif target_unit.armoured and shot.penetration is None:
            _tell(pen, shot, "no harm", unit=shot.target)
            fire[at] = replace(shot, rolled=0)
        else:
            needed = needed_to_damage(shot, target_unit, game.tables)
            told = about(shot, max(LEAST, needed))
            dice = pen.roll("damage", shot.hits, by=shooter.player, about=told)
            _tell(pen, shot, "damage rolls", dice, unit=shot.target, needed=needed)
            fire[at] = replace(shot, rolled=len(dice))
            rolled += dice
    if not rolled:
        return replace(game, attacks=game.attacks[:-1])
    return game.with_attack(replace(attack, step="damage", fire=tuple(fire), dice=tuple(rolled)))


def _pinned(game: Game, shooter: str, target: str, fire: Iterable[Shot], pen: Pen) -> Game:
    """One pin for all that hit a target, or the die of the greatest shell that did."""
    hit = [shot.he for shot in fire if shot.target == target and shot.hits]
    return volleys.pinned(game, shooter, target, max(hit), pen) if hit else game


def _shell_hits(game: Game, shot: Shot, shooter: Unit, pen: Pen) -> Shot:
    """A shell hits the models under its template, a rolled number in a building, armour once."""
    target = game.unit(shot.target)
    if not shot.he or not shot.hits or not target.troops:
        return shot
    if not shot.building:
        return replace(shot, hits=shot.hits * min(shot.template, target.models))
    base = f"he.{shot.he}"
    count = game.tables[f"{base}.building dice"] * shot.hits
    sides = game.tables[f"{base}.building die"]
    dice = pen.roll("hits in building", count, sides, by=shooter.player, about=about(shot))
    _tell(pen, shot, "building hits", dice, unit=target.id)
    return replace(shot, hits=sum(die.value for die in dice))


def _after_damage(game: Game, attack: Attack, pen: Pen) -> Game:
    fire: list[Shot] = []
    fires: list[Due] = []
    for shot, dice in attack.of_each:
        if not dice:
            fire.append(shot)
            continue
        target = game.unit(shot.target)
        needed = needed_to_damage(shot, target, game.tables)
        through = tuple(die for die in dice if die.value >= needed and die.value > 1)
        _tell(pen, shot, "damaged", unit=target.id, count=len(through))
        if shot.weapon == AMPULOMET and target.armoured:
            fires += _ampulomet(game, attack.shooter, shot, len(dice) - len(through), pen)
        fire.append(replace(shot, damaged=len(through), through=through, rolled=0))
    saves = (Due("saves"),) if any(shot.through for shot in fire) else ()
    game = game.with_attack(replace(attack, step="save", fire=tuple(fire), dice=()))
    return game.first(*fires, *saves, *_closing(game, attack))


def _closing(game: Game, attack: Attack) -> Iterable[Due]:
    """What ends an attack: one morale test for all that is fired at each target, if it is due."""
    for target in attack.targets:
        volley = volleys.volley_of(game, attack.shooter, target.unit)
        if volley is None or not volley.tested:
            yield Due("losses", target.unit, by=attack.shooter, before=target.before)
    yield Due("end", by=attack.shooter, to=attack.target)


def _ampulomet(game: Game, shooter: str, shot: Shot, failed: int, pen: Pen) -> Iterable[Due]:
    place, needed = game.unit(shooter).player, game.tables["ampulomet.fire from"]
    # A Blacker Bombard is the same weapon: where a group plays it, no die is high enough.
    fails = failed and needed <= 6
    dice = pen.roll("set on fire", failed, by=place, about=about(shot, needed)) if fails else ()
    for die in dice:
        pen.tell("ampulomet", die, unit=shot.target, rule=RULE)
    return [Due("effect", shot.target, "on fire") for die in dice if die.value >= needed]


def roll_saves(game: Game, item: Due, pen: Pen) -> Game:
    """Cover saves against what got through, and what is lost by the rest."""
    attack = game.attack
    if attack is None:
        return game
    unsaved: dict[str, list[Die]] = {}
    pierced: list[Due] = []
    for shot in attack.fire:
        target = game.unit(shot.target)
        if not shot.through or not target.alive:
            continue
        left = _unsaved(game, shot, target, pen)
        unsaved.setdefault(target.id, []).extend(left)
        if target.armoured:
            pierced += _pierced(game, attack, shot, target, left)
    for key, dice in unsaved.items():
        target = game.unit(key)
        if target.troops:
            game = take_casualties(game, key, len(dice), pen)
        elif not target.armoured and dice:
            game = destroy(game, key, pen)
    return game.first(*pierced)


def _unsaved(game: Game, shot: Shot, target: Unit, pen: Pen) -> tuple[Die, ...]:
    save = save_needed(shot, target, game.tables)
    if save > 6:
        return shot.through
    dice = pen.roll("cover save", len(shot.through), by=target.player, about=about(shot, save))
    _tell(pen, shot, "saves", dice, unit=target.id, needed=save)
    pairs = zip(shot.through, dice, strict=True)
    return tuple(hit for hit, die in pairs if die.value < save or die.value == 1)


def _pierced(game: Game, attack: Attack, shot: Shot, target: Unit, dice: tuple[Die, ...]) -> Iterable[Due]:
    needed = needed_to_damage(shot, target, game.tables)
    more = game.tables["open-topped"] if target.open_topped and shot.indirect else 0
    place = game.unit(attack.shooter).player
    return [Due("table", target.id, over=die.value - needed, more=more, roller=place) for die in dice]
