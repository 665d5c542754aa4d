"""Who of a unit falls first, and who comes back (page 9 B)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.tabletop.units import Group, Unit


def fallen(unit: Unit, lost: int) -> Unit:
    """The unit without so many men, as the rules take them.

    The largest group of small arms goes first, then the others, loaders, special weapons, the NCO at last.
    """
    groups = list(unit.groups)
    for at in _falling(unit):
        if lost < 1:
            break
        groups[at] = replace(groups[at], lost=groups[at].lost + 1)
        lost -= 1
    return _led(unit, tuple(groups))


def _falling(unit: Unit) -> Iterator[int]:
    """The groups of its men that are left, a man each, in the order in which they fall."""
    small = sorted(
        (at for at, group in enumerate(unit.groups) if group.small),
        key=lambda at: (not unit.groups[at].weapon, -unit.groups[at].men, at),
    )
    crews = [at for at, group in enumerate(unit.groups) if not group.small and group.men]
    last = _leader(unit)
    spared = {at: int(at == last) for at in range(len(unit.groups))}
    for at in small:
        yield from [at] * (unit.groups[at].men - spared[at])
    for at in crews:
        yield from [at] * min(unit.groups[at].loaders, unit.groups[at].men - spared[at])
    for at in crews:
        group = unit.groups[at]
        yield from [at] * max(0, group.men - group.loaders - spared[at])
    if last is not None:
        yield last


def _leader(unit: Unit) -> int | None:
    """The group that has the NCO in it, or the officer."""
    if not unit.nco and not unit.officer:
        return None
    return next((at for at, group in enumerate(unit.groups) if group.leader and group.men), None)


def _led(unit: Unit, groups: tuple[Group, ...]) -> Unit:
    """The unit with these groups: with the last man of his group the NCO is gone."""
    leaders = [group for group in groups if group.leader]
    gone = bool(leaders) and not any(group.men for group in leaders)
    return replace(unit, groups=groups, nco=unit.nco and not gone)


def falling(unit: Unit, lost: int) -> Unit:
    """The unit without so many men, which its owner may still move to others of its groups."""
    after = fallen(unit, lost)
    earlier = (*unit.fell, *[0] * (len(unit.groups) - len(unit.fell)))
    pairs = zip(unit.groups, after.groups, earlier, strict=True)
    return replace(after, fell=tuple(new.lost - old.lost + before for old, new, before in pairs))


def moved_losses(unit: Unit, taken: tuple[int, ...]) -> Unit:
    """The unit when so many of each group have fallen, in place of those who fell last."""
    led = any(
        group.leader and fell and not group.men for group, fell in zip(unit.groups, unit.fell, strict=False)
    )
    fell = (*unit.fell, *[0] * (len(taken) - len(unit.fell)))
    pairs = zip(unit.groups, fell, taken, strict=True)
    groups = tuple(replace(group, lost=group.lost - old + new) for group, old, new in pairs)
    return replace(_led(replace(unit, nco=unit.nco or led), groups), fell=taken)


def with_losses(unit: Unit, lost: tuple[int, ...]) -> Unit:
    """The unit when so many men of each group have fallen since the battle began."""
    pairs = zip(unit.groups, lost, strict=True)
    return replace(_led(unit, tuple(replace(group, lost=fell) for group, fell in pairs)), fell=())


def with_models(unit: Unit, models: int) -> Unit:
    """The unit with so many models left; above those of its start it has had more from the start.

    Whoever comes back is who fell last.
    """
    if not unit.troops or not unit.groups:
        return unit
    if models < unit.models:
        return fallen(unit, unit.models - models)
    return _back(unit, models - unit.models)


def _back(unit: Unit, more: int) -> Unit:
    whole = replace(unit, groups=tuple(replace(group, lost=0) for group in unit.groups))
    groups = list(unit.groups)
    for at in reversed(list(_falling(whole))):
        if more and groups[at].lost:
            groups[at] = replace(groups[at], lost=groups[at].lost - 1)
            more -= 1
    grows = max(range(len(groups)), key=lambda at: (groups[at].small, groups[at].strength))
    if more:
        group = groups[grows]
        crew = group.crew if group.small or not group.crew else group.crew + more
        count = group.count + more if group.small else group.count
        groups[grows] = replace(group, count=count, crew=crew or 1)
    return replace(unit, groups=tuple(groups))


def straggler(unit: Unit) -> Unit:
    """The unit with one man back: the one whom an opponent would choose, who falls first."""
    whole = replace(unit, groups=tuple(replace(group, lost=0) for group in unit.groups))
    for at in _falling(whole):
        group = unit.groups[at]
        if group.lost:
            back = replace(group, lost=group.lost - 1)
            return replace(unit, groups=(*unit.groups[:at], back, *unit.groups[at + 1 :]))
    return unit


def resized(unit: Unit, start: int) -> Unit:
    """The unit with so many men from the start, all of them there."""
    unit = replace(unit, groups=tuple(replace(group, lost=0) for group in unit.groups), fell=())
    if not unit.troops or start >= unit.start:
        return with_models(unit, start)
    groups = list(unit.groups)
    for at in _falling(unit):
        group = groups[at]
        if sum(one.strength for one in groups) <= start:
            break
        if group.small:
            groups[at] = replace(group, count=group.count - 1)
        elif group.crew > 1:
            groups[at] = replace(group, crew=group.crew - 1)
    return replace(unit, groups=tuple(group for group in groups if group.count))
