"""Which vehicle it is by its words, if it is one, and which variant of it (Tabletop E)."""

from __future__ import annotations

from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.words.armoury import GUNS, MACHINE_GUNS, SMALL
from rules.tabletop.lists.words.vehicles import VEHICLES

_REBUILT = {"arv", "op", "avre", "bergepanzer", "recovery", "removed"}


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


def size_guns(facts: Facts) -> None:
    """ "Mortar, medium" is a medium mortar."""
    sizes = [word for word in ("light", "medium", "heavy") if word in facts.unknown]
    several = [arm for arm in facts.arms if len(arm.rows) > 1]
    if len(sizes) == len(facts.arms) == 1 and facts.arms[0].rows[0].lower().startswith(sizes[0]):
        # "60 mm mortar, light"
        facts.unknown = [word for word in facts.unknown if word != sizes[0]]
    if len(sizes) == 1 and several:
        for arm in several:
            arm.rows = tuple(row for row in arm.rows if row.lower().startswith(sizes[0])) or arm.rows
        facts.unknown = [word for word in facts.unknown if word != sizes[0]]


def _by_two_names(about: str, facts: Facts) -> bool:
    """ "Stuart Satan M3A1": whether a vehicle's name only says which of another that is named it is."""
    others = [other for other, _found in facts.vehicles if other != about]
    return any((*about.split(), *other.split()) in VEHICLES for other in others)


def _once(facts: Facts) -> None:
    """ "Mortar team: light mortar team" is the one that its second name says, "Puma (Sd.Kfz. 234/2)" one."""
    for one in list(facts.vehicles):
        if _by_two_names(one[0], facts):
            facts.vehicles.remove(one)
    always = [one for one in facts.teams if one[1]]
    small = any(arm.rows[0] in SMALL for arm in facts.arms)
    if always and not (facts.men or small) and facts.total is None:
        # "Airborne bazooka team"
        facts.teams = [one for one in facts.teams if one[1] or one[2]]
    sure = {hold for _size, _always, hold in facts.teams if hold and "|" not in hold}
    if len(sure) == 1:
        facts.teams = [one for one in facts.teams if not (sure < {*one[2].split("|")})]


def _by_both_names(facts: Facts) -> None:
    """ "sMG-Trupp MG42": of a team's machine gun, told in two ways, what both may be."""
    guns = [arm for arm in facts.arms if arm.named and {*arm.rows} <= {*MACHINE_GUNS} and len(arm.rows) > 1]
    both = tuple(row for row in guns[0].rows if row in guns[1].rows) if len(guns) == 2 else ()
    if len(both) == 1 and all(arm.count in (None, 1) for arm in guns):
        guns[0].rows = both
        facts.arms = [arm for arm in facts.arms if arm is not guns[1]]


def narrow(facts: Facts) -> None:
    """Which variant of a vehicle it is, by all its words: "Panzer III" and somewhere "Ausf. H"."""
    _once(facts)
    _by_both_names(facts)
    for at, (about, found) in enumerate(facts.vehicles):
        if len(found) == 1:
            continue
        best, chosen, spent = 0, found, set[str]()
        base = set(about.split())
        for key, vehicles in VEHICLES.items():
            more = set(key) - base - {"ausf"}
            if not base <= set(key) or not more or not more <= facts.words:
                continue
            if more & {"a"} and "ausf" not in facts.words:
                continue
            fitting = tuple(vehicle for vehicle in vehicles if vehicle in found)
            if not fitting:
                continue
            if len(more) > best:
                best, chosen, spent = len(more), fitting, more
            elif len(more) == best:
                chosen = tuple(dict.fromkeys((*chosen, *fitting)))
                spent = spent | more
        facts.vehicles[at] = (about, chosen)
        facts.unknown = [word for word in facts.unknown if word not in spent]
    # "Cromwell ARV": what it is made of has another's arms.
    facts.doubtful |= bool(facts.vehicles and facts.words & _REBUILT)
