"""What damage does: casualties and morale, the damage table of armour (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.attacks import Due
from rules.tabletop.dice import About
from rules.tabletop.permits import must_be_side, unit_named
from rules.tabletop.resolvers import volleys
from rules.tabletop.resolvers.officers import bonus_of
from rules.tabletop.squads.group_names import fallen_of
from rules.tabletop.squads.losing import falling
from rules.tabletop.state import Game
from rules.tabletop.stock import add_pins, destroy, set_order
from rules.tabletop.tables import ARCS, FULL_COLUMN, KNOCKED_OUT, SUPERFICIAL_COLUMN, TURRET_ARCS
from rules.tabletop.units import Jam, Unit

RULE = "Tabletop C"


def morale(game: Game, action: Action, pen: Pen) -> Game:
    """The owner of a unit that is to be tested names the officer in range, if there is one."""
    item = _asked(game, "morale")
    unit = game.unit(item.unit)
    must_be_side(game, action, game.side_of(unit))
    bonus = bonus_of(game, action, unit)
    return roll_morale(replace(game, due=game.due[1:]), item, pen, bonus)


def _asked(game: Game, kind: str) -> Due:
    if not game.due or game.due[0].kind != kind:
        raise RefusedError("nothing asked", kind=kind)
    return game.due[0]


def roll_morale(game: Game, item: Due, pen: Pen, bonus: int) -> Game:
    """A morale test, and what comes of it: the unit is lost, or armour on fire goes Down."""
    if not _passes(game, item.unit, pen, bonus):
        return destroy(game, item.unit, pen)
    return set_order(game, item.unit, "down") if item.effect == "on fire" else game


def _passes(game: Game, key: str, pen: Pen, bonus: int) -> bool:
    """Whether the unit passes a morale test; two sixes simply fail (Tabletop A)."""
    unit = game.unit(key)
    value = unit.morale(game.tables) + bonus
    dice = pen.roll("morale", 2, by=unit.player, about=About(key, most=value))
    total = sum(die.value for die in dice)
    passed = total <= value and total != 12
    pen.tell("morale", *dice, unit=key, value=value, total=total, passed=int(passed), rule="Tabletop A")
    return passed


def take_casualties(game: Game, key: str, lost: int, pen: Pen) -> Game:
    """Models are lost; a unit without any is destroyed."""
    unit = game.unit(key)
    lost = min(lost, unit.models)
    if lost < 1 or not unit.alive:
        return game
    after = falling(unit, lost)
    pen.tell(
        "casualties", unit=key, lost=lost, left=after.models, rule=RULE, secret_to=None, **_who(unit, after)
    )
    game = game.with_unit(after)
    return destroy(game, key, pen) if lost == unit.models else game


def _who(unit: Unit, after: Unit) -> dict[str, str]:
    """Who falls, by group, where a unit has more than one of men."""
    if sum(1 for group in unit.groups if group.men) < 2:
        return {}
    counts = (new.lost - old.lost for old, new in zip(unit.groups, after.groups, strict=True))
    return {"who": fallen_of(unit, counts)}


def check_losses(game: Game, item: Due) -> Game:
    """A morale test when an action's casualties are at least half of what stood before it."""
    unit, before = game.unit(item.unit), item.before
    if not unit.troops or 2 * (before - unit.models) < before or unit.models >= before:
        return game
    return volleys.tested(game, item.by, unit.id).first(Due("morale", unit.id, "losses"))


def armour_hit(game: Game, item: Due, pen: Pen) -> Game:
    """A hit that beats the armour by ``over``: superficial, one roll, or two that stop at knocked out.

    ``light`` keeps it to the superficial column; ``more`` is added to each roll; ``by`` is told to a jam.
    """
    tables = game.tables
    light = item.light or item.over < tables["armour.normal from"]
    rolls = 2 if not light and item.over >= tables["armour.massive from"] else 1
    effects: list[Due] = []
    for die in pen.roll("damage table", rolls, by=item.roller, about=About(item.unit)):
        value = die.value + item.more
        column = SUPERFICIAL_COLUMN if light else FULL_COLUMN
        effect = column.get(min(value, 6) if light else value, KNOCKED_OUT)
        pen.tell("damage", die, unit=item.unit, effect=effect, superficial=int(light), rule=RULE)
        effects.append(Due("effect", item.unit, effect, by=item.by, roller=item.roller))
        if effect == KNOCKED_OUT:
            break
    return game.first(*effects)


def apply_effect(game: Game, item: Due, pen: Pen) -> Game:
    """One row of the damage table; each but the last adds one pin."""
    if item.effect == KNOCKED_OUT:
        return destroy(game, item.unit, pen)
    game = add_pins(game, item.unit, 1, pen)
    return _EFFECTS[item.effect](game, game.unit(item.unit), pen, item)


def _stunned(game: Game, unit: Unit, pen: Pen, item: Due) -> Game:
    return set_order(game, unit.id, "down")


def _steering(game: Game, unit: Unit, pen: Pen, item: Due) -> Game:
    if unit.steering >= 2:
        return destroy(game, unit.id, pen)
    return game.with_unit(replace(unit, steering=unit.steering + 1))


def _turret(game: Game, unit: Unit, pen: Pen, item: Due) -> Game:
    if not unit.turrets:
        return _steering(game, unit, pen, item)
    if not unit.free_turrets:
        return game
    turret = _one_of(unit, pen, item.roller)
    return game.first(Due("jam", unit.id, by=item.by, turret=turret))


def _one_of(unit: Unit, pen: Pen, by: int) -> int:
    turrets = unit.free_turrets
    if len(turrets) == 1:
        return turrets[0]
    return turrets[pen.dice.draw("turret", len(turrets), by, About(unit.id))]


def jam(game: Game, action: Action, pen: Pen) -> Game:
    """Its owner says where the nearest enemy in sight stands (most of the assaulters): there it jams."""
    item = _asked(game, "jam")
    unit = game.unit(item.unit)
    must_be_side(game, action, game.side_of(unit))
    arc = action.text("arc", "front", of=TURRET_ARCS)
    return _jammed(replace(game, due=game.due[1:]), unit, Jam(item.turret, arc), pen)


def _jammed(game: Game, unit: Unit, stuck: Jam, pen: Pen) -> Game:
    pen.tell("jammed", unit=unit.id, turret=stuck.turret, arc=stuck.arc, rule=RULE)
    # A correction may have told of this turret while its owner was asked.
    others = (jam for jam in unit.jams if jam.turret != stuck.turret)
    return game.with_unit(replace(unit, jams=(*others, stuck)))


def _engine(game: Game, unit: Unit, pen: Pen, item: Due) -> Game:
    if unit.halved:
        return _immobilised(game, unit, pen, item)
    if unit.fast:
        return game.with_unit(replace(unit, fast=False, slow=True))
    if unit.slow:
        return game.with_unit(replace(unit, halved=True))
    return game.with_unit(replace(unit, slow=True))


def _immobilised(game: Game, unit: Unit, pen: Pen, item: Due) -> Game:
    if unit.immobilised:
        return destroy(game, unit.id, pen)
    game = game.with_unit(replace(unit, immobilised=True))
    return set_order(game, unit.id, "down") if unit.order else game


def _on_fire(game: Game, unit: Unit, pen: Pen, item: Due) -> Game:
    return game.first(Due("morale", unit.id, "on fire"))


_EFFECTS = {
    "stunned": _stunned,
    "steering": _steering,
    "turret": _turret,
    "engine": _engine,
    "immobilised": _immobilised,
    "on fire": _on_fire,
}


def turret_check(game: Game, action: Action, pen: Pen) -> Game:
    """On request: from 4 on a turret jams for good in the arc that the hit came from (Tabletop C)."""
    unit = unit_named(game, action, in_play=True)
    if not unit.free_turrets:
        raise RefusedError("no turret", "unit", unit=unit.name)
    arc = action.text("arc", of=tuple(dict.fromkeys((*TURRET_ARCS, *ARCS))))
    die = pen.roll("turret check", about=About(unit.id))[0]
    jams = die.value >= game.tables["jam.from"]
    pen.tell("turret checked", die, unit=unit.id, hit=int(jams), arc=arc, rule=RULE)
    if not jams:
        return game
    return _jammed(game, unit, Jam(_one_of(unit, pen, unit.player), arc), pen)
