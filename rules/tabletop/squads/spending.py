"""One-shot weapons are counted off (page 9 B)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.units import Group, Unit


def spending(unit: Unit, weapon: str, count: int, group: int = -1) -> Unit:
    """The unit after it has fired so many of a one-shot weapon, of one group or of all that have it.

    A unit fires one that its list did not tell of: it had one.
    """
    groups = list(unit.groups)
    if weapon not in unit.weapons:
        groups.append(Group(weapon, 1, 0))
    for at, one in enumerate(groups):
        if one.weapon == weapon and count > 0 and group in (-1, at):
            fired = min(count, one.count - one.spent)
            groups[at] = replace(one, spent=one.spent + fired)
            count -= fired
    return replace(unit, groups=tuple(groups))
