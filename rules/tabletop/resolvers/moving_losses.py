"""Losses fall at once; until the next order the owner may say who it was (page 9 B)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.permits import must_be_side, unit_named
from rules.tabletop.squads.group_names import fallen_of, named
from rules.tabletop.squads.losing import moved_losses
from rules.tabletop.state import Game


def losses(game: Game, action: Action, pen: Pen) -> Game:
    """The owner of a unit says how many men of each of its groups have fallen of those who fell last."""
    unit = unit_named(game, action)
    must_be_side(game, action, game.side_of(unit))
    lost = sum(unit.fell)
    if not lost:
        raise RefusedError("no losses to move", "unit", unit=unit.name)
    said = action.pairs("groups", 0, 99)
    numbers = {str(at): at for at in range(len(unit.groups))}
    if unknown := [key for key in said if key not in numbers]:
        raise RefusedError("no such group", "groups", group=unknown[0], unit=unit.name)
    taken = tuple(said.get(key, 0) for key in numbers)
    for at, (group, fell) in enumerate(zip(unit.groups, _padded(unit.fell, len(taken)), strict=True)):
        if taken[at] > group.men + fell:
            name = named(unit, at)
            raise RefusedError("group has fewer", "groups", group=name, count=group.men + fell)
    if sum(taken) != lost:
        raise RefusedError("other losses", "groups", unit=unit.name, count=lost, given=sum(taken))
    pen.tell("losses moved", unit=unit.id, who=fallen_of(unit, taken), rule="Tabletop C")
    return game.with_unit(moved_losses(unit, taken))


def _padded(fell: tuple[int, ...], length: int) -> tuple[int, ...]:
    return (*fell, *[0] * (length - len(fell)))


def settled(game: Game) -> Game:
    """An order is given: who has fallen by now stays where he is."""
    units = tuple(replace(unit, fell=()) if unit.fell else unit for unit in game.units)
    return game if units == game.units else replace(game, units=units)
