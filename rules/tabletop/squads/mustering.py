"""Who holds what, where only the men and the kinds of weapons are known (page 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.squads.losing import with_models
from rules.tabletop.tables import TROOPS
from rules.tabletop.units import Group, Unit
from rules.tabletop.weapons import CREWS, WEAPONS, is_small, is_team

TEAM = 4
"""So few men with nothing but team weapons are their crew."""
RIFLE = "Rifle"


def mustered(
    kind: str, men: int, weapons: Sequence[str], turrets: int = 0, other: str = RIFLE
) -> tuple[Group, ...]:
    """The groups of a unit of so many men (a vehicle: none) with these kinds of weapons.

    The men hold the first small arm that is named, else the ``other``; a team weapon takes its crew.
    """
    named = tuple(name for name in dict.fromkeys(weapons) if name in WEAPONS)
    if kind not in TROOPS:
        return tuple(
            Group(name, 1, 0, mount="turret 1" if turrets and not at else "hull")
            for at, name in enumerate(_heaviest_first(named))
        )
    if named and all(is_team(name) for name in named) and (kind == "artillery" or men <= TEAM):
        return _team(named, men)
    return _squad(named, men, other, leader=kind == "infantry")


def _heaviest_first(named: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(named, key=is_small))


def _team(named: tuple[str, ...], men: int) -> tuple[Group, ...]:
    each = men // len(named)
    crews = [men - each * (len(named) - 1), *[each] * (len(named) - 1)]
    return tuple(Group(name, 1, crew) for name, crew in zip(named, crews, strict=True))


def _squad(named: tuple[str, ...], men: int, other: str, *, leader: bool) -> tuple[Group, ...]:
    held = next((name for name in named if is_small(name) and not is_team(name)), other)
    left, others = men, []
    for name in named:
        if name == held:
            continue
        carried = "One-shot" in WEAPONS[name].special
        crew = 0 if carried else max(0, min(CREWS.get(name, 1), left - 1))
        left -= crew
        others.append(Group(name, 1, crew))
    return Group(held, left, leader=leader), *others


def assumed(weapons: Sequence[str]) -> bool:
    """Whether these weapons leave open who holds what: all but one small arm, which every man then holds."""
    named = [name for name in dict.fromkeys(weapons) if name in WEAPONS]
    return len(named) != 1 or is_team(named[0]) or not is_small(named[0])


def rearmed(unit: Unit, weapons: Sequence[str], men: int, other: str = RIFLE) -> Unit:
    """The unit with so many men at the start, and these kinds of weapons in place of its own.

    What has been fired of a kind that it keeps stays fired.
    """
    fired = {group.weapon: group.spent for group in unit.groups if group.spent}
    groups = tuple(
        replace(group, spent=min(group.count, fired.get(group.weapon, 0)))
        for group in mustered(unit.kind, men, weapons, unit.turrets, other)
    )
    check = unit.troops and assumed(weapons)
    models = min(unit.models, men)
    return with_models(replace(unit, groups=groups, check=check, fell=()), models)
