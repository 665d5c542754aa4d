"""What damage does: casualties and morale, the damage table of armour (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.permits import unit_named
from rules.tabletop.state import Game
from rules.tabletop.stock import add_pins, destroy, set_order
from rules.tabletop.tables import ARCS, FULL_COLUMN, KNOCKED_OUT, SUPERFICIAL_COLUMN
from rules.tabletop.units import Unit

RULE = "Tabletop C"


def morale_test(game: Game, key: str, pen: Pen, bonus: int = 0) -> bool:
    """Whether the unit passes a morale test; two sixes simply fail (Tabletop A)."""
    unit = game.unit(key)
    value = unit.morale(game.tables) + bonus
    dice = pen.roll("morale", 2)
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
    pen.tell("casualties", unit=key, lost=lost, left=unit.models - lost, rule=RULE)
    game = game.with_unit(replace(unit, models=unit.models - lost))
    return destroy(game, key, pen) if lost == unit.models else game


def check_losses(game: Game, key: str, before: int, pen: Pen, bonus: int = 0) -> Game:
    """A morale test when an action's casualties are at least half of what stood before it."""
    unit = game.unit(key)
    if not unit.alive or not unit.troops or 2 * (before - unit.models) < before or unit.models >= before:
        return game
    return game if morale_test(game, key, pen, bonus) else destroy(game, key, pen)


def armour_hit(game: Game, key: str, over: int, pen: Pen, *, superficial: bool, more: int, arc: str) -> Game:
    """A hit that beats the armour by ``over``: superficial, one roll, or two that stop at knocked out.

    ``superficial`` keeps it to that column; ``more`` is added to each roll; ``arc`` is where a turret jams.
    """
    tables = game.tables
    light = superficial or over < tables["armour.normal from"]
    rolls = 2 if not light and over >= tables["armour.massive from"] else 1
    for die in pen.roll("damage table", rolls):
        if not game.unit(key).alive:
            break
        value = die.value + more
        column = SUPERFICIAL_COLUMN if light else FULL_COLUMN
        effect = column.get(min(value, 6) if light else value, KNOCKED_OUT)
        pen.tell("damage", die, unit=key, effect=effect, superficial=int(light), rule=RULE)
        game = apply_effect(game, key, effect, pen, arc)
    return game


def apply_effect(game: Game, key: str, effect: str, pen: Pen, arc: str = "front") -> Game:
    """One row of the damage table; each but the last adds one pin."""
    if effect == KNOCKED_OUT:
        return destroy(game, key, pen)
    game = add_pins(game, key, 1, pen)
    return _EFFECTS[effect](game, game.unit(key), pen, arc)


def _stunned(game: Game, unit: Unit, pen: Pen, arc: str) -> Game:
    return set_order(game, unit.id, "down")


def _steering(game: Game, unit: Unit, pen: Pen, arc: str) -> Game:
    if unit.steering >= 2:
        return destroy(game, unit.id, pen)
    return game.with_unit(replace(unit, steering=unit.steering + 1))


def _turret(game: Game, unit: Unit, pen: Pen, arc: str) -> Game:
    free = unit.turrets - len(unit.jammed)
    if not unit.turrets:
        return _steering(game, unit, pen, arc)
    which = pen.dice.draw("turret", unit.turrets) + 1 if unit.turrets > 1 else 1
    pen.tell("jammed", unit=unit.id, turret=which, arc=arc, rule=RULE)
    return game.with_unit(replace(unit, jammed=(*unit.jammed, arc))) if free > 0 else game


def _engine(game: Game, unit: Unit, pen: Pen, arc: str) -> Game:
    if unit.halved:
        return _immobilised(game, unit, pen, arc)
    if unit.fast:
        return game.with_unit(replace(unit, fast=False, slow=True))
    if unit.slow:
        return game.with_unit(replace(unit, halved=True))
    return game.with_unit(replace(unit, slow=True))


def _immobilised(game: Game, unit: Unit, pen: Pen, arc: str) -> Game:
    if unit.immobilised:
        return destroy(game, unit.id, pen)
    game = game.with_unit(replace(unit, immobilised=True))
    return set_order(game, unit.id, "down") if unit.order else game


def _on_fire(game: Game, unit: Unit, pen: Pen, arc: str) -> Game:
    if not morale_test(game, unit.id, pen):
        return destroy(game, unit.id, pen)
    return set_order(game, unit.id, "down")


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
    if len(unit.jammed) >= unit.turrets:
        raise RefusedError("no turret", "unit", unit=unit.name)
    arc = action.text("arc", of=ARCS)
    die = pen.roll("turret check")[0]
    jams = die.value >= game.tables["jam.from"]
    pen.tell("turret checked", die, unit=unit.id, hit=int(jams), arc=arc, rule=RULE)
    return game.with_unit(replace(unit, jammed=(*unit.jammed, arc))) if jams else game
