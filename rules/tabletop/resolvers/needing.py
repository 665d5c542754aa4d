"""What a shot needs: to hit, to get through, and to be saved from (Tabletop C)."""

from __future__ import annotations

from rules.tabletop.attacks import Shot
from rules.tabletop.resolvers.aiming import needed_indirectly
from rules.tabletop.state import Game
from rules.tabletop.tables import Tables
from rules.tabletop.units import Unit


def needed_to_hit(shot: Shot, shooter: Unit, game: Game) -> int:
    """What a hit die must show, 2 or more; from 7 a six and then another."""
    tables = game.tables
    if shot.indirect:
        return needed_indirectly(shot, shooter, game)
    needed = tables["hit.base"]
    parts = (
        (shot.band == "point blank", "point blank"),
        (shooter.pins > 0, "pinned"),
        (shooter.quality == "inexperienced", "inexperienced"),
        (shot.moved, "moved"),
        (shot.smoke, "smoke"),
    )
    return max(2, needed - sum(tables[f"hit.{name}"] for holds, name in parts if holds))


def penetration_of(shot: Shot, target: Unit, tables: Tables) -> int:
    """What is added to a damage roll."""
    base = shot.penetration or 0
    if not target.armoured:
        return base
    base += 0 if shot.arc == "front" else tables[f"pen.{shot.arc}"]
    if shot.band == "long":
        base += tables["pen.long"]
    return base + (tables["pen.point blank"] if shot.band == "point blank" else 0)


def needed_to_damage(shot: Shot, target: Unit, tables: Tables) -> int:
    """What the damage die itself must show."""
    return target.armour_value(tables) - penetration_of(shot, target, tables)


def save_needed(shot: Shot, target: Unit, tables: Tables) -> int:
    """What a cover save must show; above 6 there is none."""
    needed = 7 if shot.cover == "none" else tables[f"save.{shot.cover}"]
    if target.order != "down":
        return needed
    if shot.cover == "none":
        return tables["down.save"]
    return max(2, needed - tables["down.bonus"])
