"""The groups of a unit as a form or a program says them (page 9 B)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, RefusedError
from rules.tabletop.lists.bounds import MOST_GROUPS, MOST_MEN
from rules.tabletop.units import Group, Unit
from rules.tabletop.weapons import WEAPONS

MOUNTS = ("hull", *(f"turret {number}" for number in range(1, 6)))
"""Where a vehicle's weapons stand."""


def grouped(unit: Unit, action: Action) -> Unit:
    """The unit with the groups of an action in place of its own. Raises ``RefusedError``.

    A refusal names the group by its weapon and its number in the list.
    """
    said = action.records("groups")
    if len(said) > MOST_GROUPS:
        raise RefusedError("too many groups", "groups", unit=unit.name, most=MOST_GROUPS)
    groups = tuple(_group(unit, one, number) for number, one in enumerate(said, 1))
    leaders = [named(group, number) for number, group in enumerate(groups, 1) if group.leader]
    if len(leaders) > 1:
        raise RefusedError("group leads too", "groups", group=leaders[1], other=leaders[0])
    if unit.troops and not 1 <= sum(group.men for group in groups) <= MOST_MEN:
        raise RefusedError("men of groups", "groups", unit=unit.name, most=MOST_MEN)
    turrets = unit.turrets if unit.troops else max(unit.turrets, *map(turret_of, groups), 0)
    return replace(unit, groups=groups, turrets=turrets, check=False, fell=())


def turret_of(group: Group) -> int:
    """The number of the turret that a group stands in, 0 if in none."""
    return int(group.mount.removeprefix("turret ")) if group.mount.startswith("turret ") else 0


def named(group: Group, number: int) -> str:
    """A group as its row in a form is found: "LMG (2)"."""
    return f"{group.weapon or 'unarmed'} ({number})"


def _group(unit: Unit, one: Action, number: int) -> Group:
    weapon = str(one.values.get("weapon") or "")
    if weapon and weapon not in WEAPONS:
        raise RefusedError("group weapon", "groups", group=number, value=weapon[:40])
    name = named(Group(weapon, 1), number)
    count = _number(one, name, "count", 1, MOST_MEN, 1)
    mount = one.text("mount", "")
    if mount and mount not in MOUNTS:
        raise RefusedError("group place", "groups", group=name, value=mount[:40], allowed=", ".join(MOUNTS))
    crew = _number(one, name, "crew", 0, MOST_MEN, 0 if mount else 1)
    if mount and unit.troops:
        raise RefusedError("group mounted", "groups", group=name, unit=unit.name)
    if not weapon and not crew:
        raise RefusedError("group of nobody", "groups", group=name)
    return Group(
        weapon=weapon,
        count=count,
        crew=crew,
        lost=_number(one, name, "lost", 0, count * crew, 0),
        leader=one.flag("leader"),
        mount=mount,
        spent=_number(one, name, "spent", 0, count, 0),
    )


def _number(one: Action, group: str, name: str, low: int, high: int, default: int) -> int:
    try:
        return one.number(name, low, high, default)
    except RefusedError:
        raise RefusedError("group number", "groups", group=group, name=name, low=low, high=high) from None
