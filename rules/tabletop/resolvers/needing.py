"""What a shot needs: to hit, to get through, and to be saved from (Tabletop C)."""

from __future__ import annotations

from rules.tabletop.attacks import Attack, Shot
from rules.tabletop.dice import About
from rules.tabletop.resolvers.aiming import needed_indirectly
from rules.tabletop.state import Game
from rules.tabletop.tables import Tables
from rules.tabletop.units import Unit

LEAST = 2
"""What a die must show at the least, whatever is added: a 1 always fails."""


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
    return max(LEAST, needed - sum(tables[f"hit.{name}"] for holds, name in parts if holds))


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


def about(shot: Shot, needed: int = 0) -> About:
    """What whoever rolls the dice of a shot himself reads of it."""
    return About(shot.target, shot.weapon, shot.weapons, needed)


def needs_now(game: Game, attack: Attack, shot: Shot) -> int:
    """What each die of this shot that lies open must show; 0 if none of its own lies."""
    if attack.step == "hit":
        return shot.needed
    if attack.step == "damage" and shot.rolled:
        return max(LEAST, needed_to_damage(shot, game.unit(shot.target), game.tables))
    return 0


def needed_up_close(enemy: Unit, tables: Tables) -> int:
    """What a die of close quarters must show against this enemy."""
    return tables[f"damage.{enemy.quality}"]


def needs_of(game: Game, attack: Attack) -> tuple[int, int]:
    """What the dice that lie open must show, and the target's own dice beside them; 0 where none lie."""
    if attack.kind == "assault":
        if attack.step != "fight":
            return 0, 0
        attacker, target = game.unit(attack.shooter), game.unit(attack.target)
        return needed_up_close(target, game.tables), needed_up_close(attacker, game.tables)
    if not attack.dice:
        return 0, 0
    return needs_now(game, attack, attack.fire[0]) if attack.fire else max(LEAST, attack.needed), 0


def save_needed(shot: Shot, target: Unit, tables: Tables) -> int:
    """What a cover save must show; above 6 there is none."""
    needed = 7 if shot.cover == "none" else tables[f"save.{shot.cover}"]
    if target.order != "down":
        return needed
    if shot.cover == "none":
        return tables["down.save"]
    return max(LEAST, needed - tables["down.bonus"])
