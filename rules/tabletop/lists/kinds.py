"""Which vehicle it is by its words, if it is one (Tabletop E)."""

from __future__ import annotations

from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.words.armoury import GUNS


def in_crew(facts: Facts) -> bool:
    """Whether men are only said to be in a vehicle's crew."""
    return (
        bool(facts.vehicles)
        and not facts.teams
        and not facts.ranks
        and not any(one.told and one.count > 1 for one in facts.men)
        and facts.total in (None, 1)
    )


def crew_only(facts: Facts) -> bool:
    return (
        bool(facts.vehicles or facts.classes)
        and not facts.teams
        and not facts.ranks
        and all(one.role == "" and not one.arms and not one.hold for one in facts.men)
        and (facts.total or max((one.count for one in facts.men), default=1)) in (1,)
    )


def only_guns(facts: Facts) -> bool:
    """Whether a line that names troops names a gun and nothing else: "6-pounder anti-tank gun (Airborne)"."""
    held = any(hold for _size, _always, hold in facts.teams) or any(one.arms or one.hold for one in facts.men)
    guns = [arm for arm in facts.arms if all(row in GUNS for row in arm.rows)]
    return bool(guns) and guns == facts.arms and all(arm.named for arm in guns) and not held


def gun_beside(facts: Facts) -> bool:
    """Whether a gun is named that the vehicle of the line has not: "6 pdr with Loyd carrier"."""
    known = [one for _about, found in facts.vehicles for one in found]
    has = {name for one in known for arms in one.sets for name, _count, _mount in arms}
    guns = [arm.rows for arm in facts.arms if arm.named and all(row in GUNS for row in arm.rows)]
    unarmed = any(not arms for one in known for arms in one.sets) or not any(one.sets for one in known)
    return bool(known) and any(not has & set(rows) for rows in guns) and (unarmed or bool(guns))


def vehicle_of(facts: Facts) -> tuple[tuple[str, ...], str, str]:
    """The classes that it may have, how it moves, and the word that says so."""
    kinds: tuple[str, ...] = ()
    moves, about = "", ""
    for word, found in facts.vehicles:
        here = tuple(dict.fromkeys(kind for one in found for kind in one.kinds))
        both = tuple(kind for kind in kinds if kind in here)
        kinds, moves, about = both or (kinds + here if kinds else here), found[0].locomotion, word
    for kind in kinds:
        if kind.replace("-", " ") in about:
            kinds = (kind,)
    for word, meaning in sorted(facts.classes, key=lambda item: len(item[1].split("|"))):
        classes, _slash, how = meaning.partition("/")
        here = tuple(classes.split("|"))
        both = tuple(kind for kind in kinds if kind in here)
        if not kinds:
            kinds, moves, about = here, how, word
        elif both:
            kinds, moves = both, moves or how
        elif len(here) == 1:
            kinds, about = (*here, *kinds), word
    return kinds, moves, about


def arms_of(facts: Facts) -> list[tuple[str, ...]]:
    return [arm.rows for arm in facts.arms] + [arm.rows for one in facts.men for arm in one.arms]
