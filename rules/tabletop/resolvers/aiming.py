"""Indirect fire: what a weapon remembers of its last shot, and who has moved since (Tabletop C)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.attacks import NO_GROUP, Shot
from rules.tabletop.state import Game
from rules.tabletop.units import Aim, Unit


def told_to_move(game: Game, shooter: Unit, said: bool | None) -> tuple[Game, bool]:
    """Whether the shooter fires on the move: one on Advance does, unless it is told that it stays."""
    acting = game.current
    if acting is None or acting.unit != shooter.id or acting.order != "advance":
        return game, bool(said)
    moved = not acting.stays if said is None else said
    if moved == acting.stays and not shooter.immobilised:
        shooter = replace(shooter, moves=shooter.moves + (1 if moved else -1))
        game = game.with_unit(shooter).with_acting(replace(acting, stays=not moved))
    return game, moved


def needed_indirectly(shot: Shot, shooter: Unit, game: Game) -> int:
    """What an indirect hit must show: one less than last turn while neither moves, the same in one turn."""
    first, best = game.tables["indirect.first"], game.tables["indirect.best"]
    aim = next((aim for aim in reversed(shooter.aims) if _same(aim, shot)), None)
    if aim is None or shot.moved or aim.target != shot.target:
        return first
    if (aim.own, aim.other) != (shooter.moves, game.unit(shot.target).moves):
        return first
    if aim.turn == game.turn:
        return aim.needed
    return max(best, aim.needed - 1) if aim.turn == game.turn - 1 else first


def _same(aim: Aim, shot: Shot) -> bool:
    """Whether it is the weapon of this shot: of two groups with the same each has its own."""
    return aim.weapon == shot.weapon and (aim.group == shot.group or NO_GROUP in (aim.group, shot.group))


def remembered(shot: Shot, shooter: Unit, game: Game) -> Unit:
    """The shooter, whose weapon remembers this shot."""
    other = game.unit(shot.target).moves
    aim = Aim(shot.weapon, shot.target, game.turn, shooter.moves, other, shot.needed, shot.group)
    return replace(shooter, aims=(*(old for old in shooter.aims if not _same(old, shot)), aim))
