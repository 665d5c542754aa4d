"""The arms of a vehicle: by its name, and by what the list says of them (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from rules.tabletop.lists.said import Arm, Facts
from rules.tabletop.lists.words.armoury import CANNONS, FLAMES, MACHINE_GUNS, SMALL
from rules.tabletop.lists.words.vehicles import HULL, TURRET, Mounted
from rules.tabletop.units import Group

_AHEAD = {"forward", "front"}
_PLACES = {"coax", "hull", "bow", "rear"}
SPEND = (*MACHINE_GUNS,)
"""What a vehicle may have beyond what its name says: a machine gun on its roof."""


@dataclass(slots=True)
class Arms:
    """The groups of a vehicle, where they are from, and what is not sure of them."""

    groups: tuple[Group, ...] = ()
    source: str = "word"
    open: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    choices: list[tuple[Group, ...]] = field(default_factory=list)
    about: str = ""


@dataclass(frozen=True, slots=True)
class _Said:
    row: str
    count: int
    mount: str
    more: bool = False
    pintle: bool = False
    told: bool = False
    rear: bool = False


def mounted(facts: Facts, answers: Mapping[str, str], kind: str) -> Arms:
    """The arms of a vehicle."""
    made = Arms()
    known = [one for _about, found in facts.vehicles for one in found]
    sets = list(dict.fromkeys(arms for one in known for arms in one.sets))
    said = _said(facts, answers, kind, sets, made)
    if not known:
        made.groups = _by_words(facts, said, kind)
        made.source = "text"
        return made
    said = _its_own(facts, said, kind, sets)
    made.about = facts.vehicles[0][0]
    guns = [one for one in said if one.row not in SPEND]
    if said and not any(sets) and not facts.doubtful:
        # "Chevrolet truck, MMG": by its name it has none.
        return _told(facts, said, kind, made)
    fitting = [arms for arms in sets if _has_all(arms, guns)]
    if not (facts.doubtful or facts.denied):
        # "wz. 34, turret MMG", which has a gun or that.
        fitting = [arms for arms in sets if _is_just(arms, said)] or _told_apart(fitting, said)
    if _by_place(facts, said) or (not fitting and (_has_some_set(sets, said) or _tells_all(facts, sets))):
        return _told(facts, said, kind, made)
    if not fitting:
        made.choices = [_groups(arms) for arms in sets[:3]] + [_by_words(facts, said, kind)]
        made.groups = made.choices[0]
        return made
    if guns and len(fitting) > 1:
        made.source = "text"
    if len({_groups(arms) for arms in fitting}) > 1:
        made.choices = [_groups(arms) for arms in fitting]
    arms, said = _no_others(facts, fitting[0], said)
    made.groups = _with_more(_instead(arms, said), said)
    _deny(facts, made)
    if not made.choices and _lacks_gun(arms, guns):
        # "Crocodile, flamethrower, 1 MMG": with its gun, or without it.
        made.choices = [made.groups, _by_words(facts, said, kind)]
    _less(arms, said, kind, made)
    _once_or_more(arms, said, kind, made)
    return made


def _lacks_gun(arms: Sequence[Mounted], said: Sequence[_Said]) -> bool:
    """Whether a gun of these is not said, as others are."""
    told = {*SPEND, *(one.row for one in said)}
    return bool(said) and any(row not in told for row, *_where in arms)


def _told(facts: Facts, said: Sequence[_Said], kind: str, made: Arms) -> Arms:
    """What the list says, whatever its name does."""
    made.groups, made.source = _by_words(facts, said, kind), "text"
    if facts.denied:
        _deny(facts, made)
    return made


def _is_just(arms: Sequence[Mounted], said: Sequence[_Said]) -> bool:
    """Whether these are the arms that are said, each in its place."""
    told = sorted((one.row, one.count, one.mount) for one in said)
    return bool(told) and all(one.mount for one in said) and sorted(arms) == told


def _told_apart(sets: list[tuple[Mounted, ...]], said: Sequence[_Said]) -> list[tuple[Mounted, ...]]:
    """Of variants that differ by a machine gun, those with it if it is told, without it if others are."""
    rows = [{name for name, _count, _mount in arms} for arms in sets]
    some: set[str] = {*chain(*rows)} - rows[0].intersection(*rows) if rows else set()
    if not some or not some <= {*SPEND} or not any(one.row in SPEND for one in said):
        return sets
    told = some & {one.row for one in said}
    return [arms for arms, own in zip(sets, rows, strict=True) if own & some == told] or sets


def _deny(facts: Facts, made: Arms) -> None:
    """ "No MMG", "no weapons", "a or b": the vehicle with and without it, and that is asked."""
    if not facts.denied and not facts.doubtful:
        return
    left = tuple(
        one for one in made.groups if not any(not rows or one.weapon in rows for rows in facts.denied)
    )
    if left != made.groups or facts.doubtful:
        made.choices = list(dict.fromkeys((left, *(made.choices or [made.groups]))))


def _less(arms: Sequence[Mounted], said: Sequence[_Said], kind: str, made: Arms) -> None:
    """ "Marmon-Herrington armoured car, 1 LMG": whether it has its anti-tank rifle as well is asked."""
    told = {one.row for one in said}
    others = {name for name, _count, _mount in arms} - told
    inside = sum(count for name, count, mount in arms if mount == TURRET and name in MACHINE_GUNS)
    twin = sum(one.count for one in said if one.mount == TURRET) > inside
    if ("tank" in kind and not twin) or made.choices or not told or not told <= {*MACHINE_GUNS}:
        return
    if others - {*MACHINE_GUNS}:
        made.choices = [tuple(one for one in made.groups if one.weapon in told), made.groups]


def _once_or_more(arms: Sequence[Mounted], said: Sequence[_Said], kind: str, made: Arms) -> None:
    """ "Sherman with MMG", which has two: whether one of them is meant, or one on its roof, is asked."""
    if made.choices:
        return
    for row in dict.fromkeys(one.row for one in said if one.row in SPEND):
        known = sum(count for name, count, _mount in arms if name == row)
        told = [one for one in said if one.row == row]
        if all(one.told for one in told) and 0 < sum(one.count for one in told) < known and len(arms) > 1:
            # "AB 41, 20mm autocannon, 1 MMG", which has two: as many as are counted, or as it has.
            made.choices = [_with_more(_only(arms, said), []), made.groups]
            continue
        if "tank" not in kind:
            continue
        if any(one.more for one in told) or len(said) > len(told):
            continue
        # "T-26, rear turret MMG": the one that it has, or one beside it.
        least = known + 1 if all(one.rear for one in told) and len(arms) > 1 else known
        if 0 < sum(one.count for one in told) < least:
            made.choices = [made.groups, _with_more(arms, [*said, _Said(row, 1, HULL, more=True)])]


def _said(
    facts: Facts, answers: Mapping[str, str], kind: str, sets: Sequence[Sequence[Mounted]], made: Arms
) -> list[_Said]:
    """What the list says of its arms, each once; what stands for several rows is asked."""
    arms = [*facts.arms, *(arm for one in facts.men for arm in one.arms)]
    sure = {arm.rows[0] for arm in arms if len(arm.rows) == 1 and not arm.named}
    known = {name for one in sets for name, _count, _mount in one}
    details = {_row(arm, answers, sure, known, made) for arm in arms if not arm.named}
    pintles = {arm.rows for arm in arms if arm.pintle} if kind == "soft-skin" else set()
    found: dict[tuple[str, str, bool, bool, bool], _Said] = {}
    for arm in arms:
        row = _row(arm, answers, sure, known, made)
        if row in ("none", "") or row in SMALL or (arm.named and row in details):
            # "Sherman 105 mm howitzer: medium howitzer": the details say what the name does.
            continue
        if arm.rows in pintles and not (arm.pintle or arm.mount or arm.count):
            # "Jeep with MMG: pintle-mounted MMG"
            continue
        mount, behind = arm.mount, arm.more and not arm.pintle
        key = (row, mount, behind, arm.rear, arm.pintle and "tank" in kind)
        if key in found and arm.named:
            continue
        before = found.get(key)
        count, told = arm.count or 1, arm.count is not None
        if before is not None:
            # "1 MG forward and 1 MG rear" are two; its name may say what the details say again.
            # "Hull-mounted LMG, pintle-mounted LMG" are two as well.
            apart = arm.pintle != before.pintle and "tank" not in kind and not arm.named
            # So are "pintle MMG (forward arc), pintle MMG (rear arc)".
            arcs = (
                arm.pintle
                and "tank" not in kind
                and facts.words >= {"arc", "rear"}
                and bool(_AHEAD & facts.words)
            )
            several = (told and before.told) or apart or arcs
            count = count + before.count if several else max(count, before.count)
        found[key] = _Said(row, count, mount, arm.more, arm.pintle, told, arm.rear)
    return list(found.values())


def _row(arm: Arm, answers: Mapping[str, str], sure: set[str], known: set[str], made: Arms) -> str:
    answer = answers.get(f"weapon:{arm.about}")
    if answer is not None:
        return answer
    if set(arm.rows) <= set(FLAMES):
        return FLAMES[1]
    if len(arm.rows) == 1 or arm.rows == ("LMG", "MMG"):
        return arm.rows[-1]
    if any(row in sure for row in arm.rows):
        # "76 mm gun: heavy anti-tank gun"
        return ""
    fitting = [row for row in arm.rows if row in known]
    if fitting:
        return fitting[0] if len(fitting) == 1 else ""
    if (arm.about, arm.rows) not in made.open:
        made.open.append((arm.about, arm.rows))
    return arm.rows[0]


def _tells_all(facts: Facts, sets: Sequence[Sequence[Mounted]]) -> bool:
    """Whether a list says all that a vehicle has, its gun as the tables call it."""
    guns = _guns_told(facts)
    spends = any(name in SPEND for arms in sets for name, _count, _mount in arms)
    told = any(arm.rows[0] in SPEND for arm in facts.arms) or not spends
    return bool(guns) and told and all(arm.in_tables for arm in guns) and not facts.doubtful


def _by_place(facts: Facts, said: Sequence[_Said]) -> bool:
    """Whether a list names a tank's gun, and each machine gun by its place; not if one may be left out."""
    spends = [one for one in said if one.row in SPEND]
    guns = _guns_told(facts)
    all_placed = {one.mount for one in spends if not one.pintle} == {TURRET, HULL}
    all_placed = all_placed or (len(guns) > 1 and bool(spends))
    sure = all(arm.in_tables for arm in guns) and all(one.mount for one in spends)
    return bool(guns) and all_placed and sure and not (facts.doubtful or facts.denied)


def _guns_told(facts: Facts) -> list[Arm]:
    return [arm for arm in facts.arms if arm.rows[0] not in (*SPEND, *SMALL) and not arm.named]


def _its_own(
    facts: Facts, said: Sequence[_Said], kind: str, sets: Sequence[Sequence[Mounted]]
) -> list[_Said]:
    """What is said of its arms, without more than its own where a pintle is that which it has anyway."""
    if "arc" in facts.words and _AHEAD & facts.words and "tank" not in kind:
        # "Pintle-mounted MMG (forward arc)" is the one that it has; one to the rear is another.
        said = [replace(one, more=False) for one in said]
    turrets = any(one.turrets for _about, found in facts.vehicles for one in found)
    # "Half-track, pintle HMG"; "M18 Hellcat, pintle HMG": the only HMG of a tank is the one on its roof.
    own = "tank" not in kind or not turrets
    heavy = any(name == "HMG" for arms in sets for name, _count, _mount in arms)
    return [
        replace(one, more=False) if one.pintle and (own or (heavy and one.row == "HMG")) else one
        for one in said
    ]


def _no_others(
    facts: Facts, arms: Sequence[Mounted], said: list[_Said]
) -> tuple[Sequence[Mounted], list[_Said]]:
    """The arms of its name, and what is said of them, where a list tells all that it has."""
    if not _tells_both(facts, said):
        return arms, said
    return _only(arms, said), [replace(one, more=False) for one in said]


def _tells_both(facts: Facts, said: Sequence[_Said]) -> bool:
    """Whether a list names a gun as the tables do, and machine guns: it has no others.

    "Coax, hull and rear MMG" names more places than machine guns.
    """
    told = [one for one in said if one.row in SPEND and not one.pintle]
    if not all(one.mount or one.told or one.rear for one in told):
        # "Medium AT gun, MMG": as many as it has.
        return False
    spends = sum(one.count for one in told)
    guns = _guns_told(facts)
    sure = bool(guns) and all(arm.in_tables for arm in guns) and not (facts.doubtful or facts.denied)
    return sure and spends >= max(1, len(facts.words & _PLACES))


def _only(arms: Sequence[Mounted], said: Sequence[_Said]) -> list[Mounted]:
    """The arms of its name with no more machine guns than the list names, in its places."""
    found = [one for one in arms if one[0] not in SPEND]
    for row in dict.fromkeys(one.row for one in said if one.row in SPEND):
        left = sum(one.count for one in said if one.row == row)
        places = [one.mount for one in said if one.row == row]
        for _name, count, mount in sorted(
            (one for one in arms if one[0] == row),
            key=lambda one: (one[2] not in places, one[2] != TURRET),
        ):
            if taken := min(left, count):
                found.append((row, taken, mount))
                left -= taken
    return found


def _has_some_set(sets: Sequence[Sequence[Mounted]], said: Sequence[_Said]) -> bool:
    """Whether all that it may have by its name is named, and more."""
    told = {one.row for one in said}
    return any({name for name, _count, _mount in arms} <= told for arms in sets if arms)


def _has_all(arms: Sequence[Mounted], guns: Sequence[_Said]) -> bool:
    there = {name for name, _count, _mount in arms}
    return all(gun.row in there for gun in guns)


def _groups(arms: Sequence[Mounted]) -> tuple[Group, ...]:
    return tuple(Group(name, count, 0, mount=mount) for name, count, mount in arms)


def _instead(arms: Sequence[Mounted], said: Sequence[_Said]) -> Sequence[Mounted]:
    """The arms of its name, but for the machine gun of a turret, or of a pintle that is all it has, in whose
    place the list names another.
    """
    lone = len(arms) == 1
    # "BA-64, MMG" has this one, and not its own besides.
    once = lone and len(said) == 1 and said[0].count == 1 and not said[0].more
    others = [
        one.row for one in said if one.row in MACHINE_GUNS and (one.mount == TURRET or one.pintle or once)
    ]
    place = [one for one in arms if one[2] == TURRET or lone]
    if len(place) != 1 or place[0][0] not in MACHINE_GUNS or not others or place[0][0] in others:
        return arms
    return [one for one in arms if one is not place[0]]


def _with_more(arms: Sequence[Mounted], said: Sequence[_Said]) -> tuple[Group, ...]:
    """The arms of its name, with a machine gun that the list says beside them."""
    groups = list(_groups(arms))
    for row in dict.fromkeys(one.row for one in said):
        known = sum(count for name, count, _mount in arms if name == row)
        more = sum(one.count for one in said if one.row == row and one.more)
        wanted = max(known, sum(one.count for one in said if one.row == row and not one.more)) + more
        mount = next((one.mount for one in said if one.row == row and one.mount), HULL)
        if wanted > known:
            groups.append(Group(row, wanted - known, 0, mount=mount if not known else HULL))
    return tuple(_joined(groups))


def _joined(groups: Sequence[Group]) -> list[Group]:
    """Weapons of a kind in one place are one group."""
    found: dict[tuple[str, str], int] = {}
    for one in groups:
        found[one.weapon, one.mount] = found.get((one.weapon, one.mount), 0) + one.count
    return [Group(weapon, count, 0, mount=mount) for (weapon, mount), count in found.items()]


def _by_words(facts: Facts, said: Sequence[_Said], kind: str) -> tuple[Group, ...]:
    """Where its name says nothing: guns stand in the turret, if it has one, machine guns in the hull."""
    inside = any(one.mount == TURRET for one in said)
    turrets = facts.turrets if facts.turrets is not None else int("tank" in kind or inside)
    guns = [one for one in said if one.row not in MACHINE_GUNS]
    first = guns[0] if guns else (said[0] if said else None)
    return tuple(
        Group(one.row, one.count, 0, mount=one.mount or (TURRET if turrets and one is first else HULL))
        for one in sorted(said, key=lambda one: (one.row in MACHINE_GUNS, one.row in CANNONS))
    )
