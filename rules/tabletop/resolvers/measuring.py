"""The shooter measures, while his targets answer: who reaches, and under what conditions (page 9 B)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import UNTOLD, Attack, Shot, Target
from rules.tabletop.permits import must_be_side
from rules.tabletop.resolvers.aiming import told_to_move
from rules.tabletop.resolvers.shooting import roll_hits
from rules.tabletop.squads.group_names import named
from rules.tabletop.squads.reaching import band_at, reach_of
from rules.tabletop.state import Game
from rules.tabletop.tables import ARCS, COVERS
from rules.tabletop.units import Unit

MOST_INCHES = 999


def measure(game: Game, action: Action, pen: Pen) -> Game:
    """Say what has been measured at each target; what is not said is short, in the open, at the front."""
    attack = game.attack
    if attack is None or not attack.listed or attack.step not in ("react", "measure"):
        raise RefusedError("nothing to measure")
    shooter = game.unit(attack.shooter)
    must_be_side(game, action, game.side_of(shooter))
    said = {one.text("target", attack.target): one for one in action.records("at")}
    if unknown := [key for key in said if key not in {one.unit for one in attack.targets}]:
        raise RefusedError("no target of it", "at", targets=tuple(unknown))
    targets = tuple(
        _measured(said[one.unit], one, attack, shooter, game)
        if one.unit in said
        else replace(one, measured=True)
        for one in attack.targets
    )
    moving = [one.flag("moved") for one in said.values() if "moved" in one.values]
    game, moved = told_to_move(game, shooter, any(moving) if moving else None)
    for one in targets:
        if one.unit in said:
            game = game.with_unit(replace(game.unit(one.unit), cover=one.cover))
    game = game.with_attack(replace(attack, targets=targets, moved=moved))
    for one in targets:
        if one.inches != UNTOLD and one.unit in said:
            pen.tell("measured", shooter=shooter.id, target=one.unit, inches=one.inches, rule="Tabletop C")
    return game if attack.step == "react" else open_fire(game, pen)


def _measured(one: Action, target: Target, attack: Attack, shooter: Unit, game: Game) -> Target:
    counts = one.pairs("weapons", 0, 99)
    shots = {str(shot.group): shot for shot in attack.fire if shot.target == target.unit}
    for key, count in counts.items():
        if key not in shots:
            raise RefusedError("group not firing", "weapons", group=key)
        if count > shots[key].weapons:
            name = named(shooter, shots[key].group)
            raise RefusedError("group smaller", "weapons", group=name, count=shots[key].weapons, given=count)
    return replace(
        target,
        measured=True,
        inches=one.number("inches", UNTOLD, MOST_INCHES, UNTOLD),
        cover=one.text("cover", "none", of=COVERS),
        arc=one.text("arc", "front", of=ARCS),
        smoke=one.flag("smoke"),
        building=one.flag("building"),
        template=one.number("template", 1, 99, 1),
        weapons=tuple(sorted((int(key), count) for key, count in counts.items())),
    )


def open_fire(game: Game, pen: Pen) -> Game:
    """All have answered, all is measured: what reaches its target fires, the rest is silent and unspent."""
    attack = game.attack
    assert attack is not None
    fire: list[Shot] = []
    for shot in attack.fire:
        target = next(one for one in attack.targets if one.unit == shot.target)
        ready = _ready(shot, target, game)
        if ready is not None:
            fire.append(replace(ready, moved=attack.moved))
        elif game.unit(shot.target).alive:
            pen.tell(
                "silent", shooter=attack.shooter, target=shot.target, weapon=shot.weapon, group=shot.group
            )
    if not fire:
        return replace(game, attacks=game.attacks[:-1])
    return roll_hits(game.with_attack(replace(attack, step="aim", fire=tuple(fire))), pen)


def _ready(shot: Shot, target: Target, game: Game) -> Shot | None:
    """The shot as it is measured; None if it cannot reach."""
    count = dict(target.weapons).get(shot.group, shot.weapons)
    reach = reach_of(shot.weapon, indirect=shot.indirect, tables=game.tables)
    band = band_at(reach, target.inches, game.tables)
    if band is None or count < 1 or not game.unit(shot.target).alive:
        return None
    return replace(
        shot,
        weapons=count,
        shots=count * game.tables[f"weapon.{shot.weapon}.shots"],
        band=band,
        smoke=target.smoke,
        cover=target.cover,
        arc=target.arc,
        building=target.building,
        template=target.template,
    )
