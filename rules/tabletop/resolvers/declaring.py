"""Fire is declared: a whole unit's, group by group, or one weapon's (Tabletop C, page 9 B)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import NO_GROUP, Attack, Shot, Target
from rules.tabletop.permits import must_be_side, unit_named
from rules.tabletop.resolvers import volleys
from rules.tabletop.resolvers.aiming import told_to_move
from rules.tabletop.resolvers.needing import needed_to_hit
from rules.tabletop.resolvers.shooting import RULE, roll_hits
from rules.tabletop.squads.group_names import named
from rules.tabletop.state import ORDERS, Game
from rules.tabletop.tables import ARCS, BANDS, COVERS, SPLITS, Tables
from rules.tabletop.units import Unit
from rules.tabletop.weapons import HE_ONLY, WEAPONS, Weapon, is_small

FIRES = ("fire", "advance")
MOST_SHOTS = 200


def shoot(game: Game, action: Action, pen: Pen) -> Game:
    """One weapon fires, measured at once; if the target may answer, its side is asked first."""
    shooter = unit_named(game, action, "shooter", in_play=True)
    target = _target(game, action, shooter)
    _must_be_free(game)
    weapon = WEAPONS[action.text("weapon", of=tuple(WEAPONS))]
    _must_be_left(shooter, weapon, action, game.tables)
    said = action.flag("moved") if "moved" in action.values else None
    game, moved = told_to_move(game, shooter, said)
    shooter = game.unit(shooter.id)
    shot = replace(_measured(action, target, weapon, game.tables), moved=moved)
    shot = replace(shot, needed=needed_to_hit(shot, shooter, game))
    pen.tell(
        "declared", shooter=shooter.id, target=target.id, weapon=weapon.name, shots=shot.shots, rule=RULE
    )
    game = _attacking(game, shooter, (shot,), moved=moved)
    return game if game.attacks[-1].step == "react" else roll_hits(game, pen)


def _must_be_left(shooter: Unit, weapon: Weapon, action: Action, tables: Tables) -> None:
    """Of a one-shot weapon no more fly than are left; of one that its list does not tell of, one."""
    if "One-shot" not in weapon.special:
        return
    if weapon.name in shooter.spent:
        raise RefusedError("one-shot", "weapon", weapon=weapon.name)
    able = [group.able(shooter.models) for group in shooter.groups if group.weapon == weapon.name]
    each = tables[f"weapon.{weapon.name}.shots"]
    most = each * (sum(able) if able else 1)
    if action.number("shots", 1, MOST_SHOTS, each) > most:
        raise RefusedError("one-shot left", "shots", weapon=weapon.name, count=most)


def _target(game: Game, action: Action, shooter: Unit) -> Unit:
    target = unit_named(game, action, "target", in_play=True)
    if shooter.id == target.id:
        raise RefusedError("shoots itself", "target")
    return target


def _must_be_free(game: Game) -> None:
    if game.attacks and game.attacks[-1].step != "aim":
        raise RefusedError("attack not finished")


def _measured(action: Action, target: Unit, weapon: Weapon, tables: Tables) -> Shot:
    """A shot as it is measured with its declaration."""
    shot = _loaded(action, target, weapon, tables)
    return replace(
        shot,
        shots=action.number("shots", 1, MOST_SHOTS, tables[f"weapon.{weapon.name}.shots"]),
        band=action.text("band", "short", of=BANDS),
        smoke=action.flag("smoke"),
        cover=action.text("cover", "none", of=COVERS),
        arc=action.text("arc", "front", of=ARCS),
        building=action.flag("building"),
        template=action.number("template", 1, 99, 1),
    )


def _loaded(action: Action, target: Unit, weapon: Weapon, tables: Tables) -> Shot:
    """A shot at this target, with what it is fired: directly or not, a shell or not."""
    indirect = action.flag("indirect") or weapon.range == 0
    if indirect and not weapon.indirect:
        raise RefusedError("not indirect", "indirect", weapon=weapon.name)
    shell = weapon.penetration == HE_ONLY or (weapon.he > 0 and action.flag("he"))
    base: int | None = tables[f"he.{weapon.he}.penetration"] if shell else None
    if not shell and isinstance(weapon.penetration, int):
        base = tables[f"weapon.{weapon.name}.penetration"]
    return Shot(target.id, weapon.name, indirect=indirect, he=weapon.he if shell else 0, penetration=base)


def _attacking(game: Game, shooter: Unit, fire: Sequence[Shot], *, moved: bool = False) -> Game:
    """The game with this fire declared: targets that may answer are asked, once in an action."""
    listed = fire[0].group >= 0
    targets = []
    for key in dict.fromkeys(shot.target for shot in fire):
        target, earlier = game.unit(key), volleys.volley_of(game, shooter.id, key)
        targets.append(
            Target(
                key,
                before=target.models if earlier is None else earlier.before,
                asked=earlier is None and may_answer(game, shooter, target),
                measured=not listed,
            )
        )
    waits = "measure" if listed else "aim"
    attack = Attack(
        kind="shot",
        shooter=shooter.id,
        target=targets[0].unit,
        step="react" if any(one.asked for one in targets) else waits,
        fire=tuple(fire),
        targets=tuple(targets),
        moved=moved,
        before=targets[0].before,
    )
    return volleys.begun(game.attacking(attack), shooter.id, [one.unit for one in targets])


def may_answer(game: Game, shooter: Unit, target: Unit) -> bool:
    """Whether the target may go Down or make its recce escape before it is shot at."""
    if game.phase != ORDERS or game.side_of(shooter) == game.side_of(target):
        return False
    return not target.order or target.may_escape


def targets_of(game: Game, unit: Unit) -> tuple[str, ...]:
    """At whom the unit may fire in an action of its own now: on its order, an ambush, against a charge."""
    attack, now = game.attack, game.current
    if not unit.in_play or game.phase != ORDERS:
        return ()
    if attack is not None:
        answers = attack.step == "aim" and attack.answered == "fire" and attack.target == unit.id
        return (attack.shooter,) if answers and attack.kind != "shot" else ()
    enemies = tuple(one.id for one in game.units if one.in_play and game.side_of(one) != game.side_of(unit))
    if now is not None and now.unit == unit.id and now.step == "act" and now.order in FIRES:
        # Who fires at his own by mistake has had the target chosen for him.
        return tuple(key for key in now.ask if game.unit(key).in_play) if now.ask else enemies
    return enemies if any(unit.id in acting.sprung for acting in game.acting) else ()


def may_volley(game: Game, unit: Unit) -> tuple[str, ...]:
    """At whom the unit may still declare a volley in its present action."""
    return () if volleys.fired(game, unit.id) else targets_of(game, unit)


def volley(game: Game, action: Action, pen: Pen) -> Game:
    """A unit declares all its fire of one action: each group its target, before any die."""
    shooter = unit_named(game, action, "shooter", in_play=True)
    must_be_side(game, action, game.side_of(shooter))
    _must_be_free(game)
    may = targets_of(game, shooter)
    if not may:
        raise RefusedError("fires not now", "shooter", unit=shooter.name)
    given = action.records("fire")
    if not given:
        raise RefusedError("nothing fires", "fire", unit=shooter.name)
    fire = [_shot(game, one, shooter, may) for one in given]
    _must_be_once(game, shooter, fire)
    _must_share(shooter, fire, game)
    for key in dict.fromkeys(shot.target for shot in fire):
        arms = "; ".join(f"{shot.weapons} {shot.weapon}" for shot in fire if shot.target == key)
        pen.tell("fires", shooter=shooter.id, target=key, arms=arms, rule=RULE)
    return _attacking(game, shooter, fire)


def _shot(game: Game, one: Action, shooter: Unit, may: Sequence[str]) -> Shot:
    """What one entry of a volley says. A refusal names its group."""
    at = one.number("group", 0, len(shooter.groups) - 1)
    group = shooter.groups[at]
    name = named(shooter, at)
    if not group.weapon:
        raise RefusedError("group unarmed", "fire", group=name)
    able = group.able(shooter.models)
    if not able:
        if group.spent >= group.count:
            raise RefusedError("group spent", "fire", group=name)
        raise RefusedError("group without men", "fire", group=name)
    target = _aimed_at(game, one, name, may)
    weapon = WEAPONS[group.weapon]
    if one.flag("he") and not weapon.he:
        raise RefusedError("group without shells", "fire", group=name)
    if one.flag("indirect") and not weapon.indirect:
        raise RefusedError("group not indirect", "fire", group=name)
    return replace(_loaded(one, target, weapon, game.tables), group=at, weapons=able)


def _aimed_at(game: Game, one: Action, group: str, may: Sequence[str]) -> Unit:
    names, key = tuple(game.unit(each).name for each in may), one.text("target", "")
    if not key:
        raise RefusedError("group without target", "fire", group=group, allowed=names)
    if key not in may:
        known = {unit.id: unit.name for unit in game.units}
        told = known.get(key, key[:40])
        raise RefusedError("group not at it", "fire", group=group, target=told, allowed=names)
    return game.unit(key)


def _must_be_once(game: Game, shooter: Unit, fire: Sequence[Shot]) -> None:
    before, seen = volleys.fired(game, shooter.id), set[int]()
    for shot in fire:
        if shot.group in seen:
            raise RefusedError("group twice", "fire", group=named(shooter, shot.group))
        seen.add(shot.group)
    if again := [shot.group for shot in fire if shot.group in before]:
        raise RefusedError("group has fired", "fire", group=named(shooter, again[0]), unit=shooter.name)
    if known := sorted(before - {NO_GROUP}):
        raise RefusedError("others have fired", "fire", group=named(shooter, known[0]), unit=shooter.name)
    if before:
        # A weapon by itself that its list does not tell of.
        raise RefusedError("has fired", "fire", unit=shooter.name)


def _must_share(shooter: Unit, fire: Sequence[Shot], game: Game) -> None:
    """Small arms share a target; a heavy weapon, and any of a vehicle's, may have its own."""
    split = SPLITS[game.tables["volley.split"]]
    if split == "all":
        return
    bound = [shot for shot in fire if split == "none" or (shooter.troops and is_small(shot.weapon))]
    for shot in bound:
        if shot.target != bound[0].target:
            raise RefusedError(
                "group splits",
                "fire",
                group=named(shooter, shot.group),
                other=named(shooter, bound[0].group),
                target=game.unit(bound[0].target).name,
            )
