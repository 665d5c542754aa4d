"""Which of several things a word means, by all the words of a unit (Tabletop E)."""

from __future__ import annotations

from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.words.armoury import SMALL
from rules.tabletop.lists.words.vehicles import VEHICLES

_REBUILT = {"arv", "op", "avre", "bergepanzer", "recovery", "removed"}


def size_guns(facts: Facts) -> None:
    """ "Mortar, medium" is a medium mortar."""
    sizes = [word for word in ("light", "medium", "heavy") if word in facts.unknown]
    several = [arm for arm in facts.arms if len(arm.rows) > 1]
    if len(sizes) == len(facts.arms) == 1 and facts.arms[0].rows[0].lower().startswith(sizes[0]):
        # "60 mm mortar, light"
        facts.unknown.remove(sizes[0])
    if len(sizes) == 1 and several:
        for arm in several:
            arm.rows = tuple(row for row in arm.rows if row.lower().startswith(sizes[0])) or arm.rows
        facts.unknown.remove(sizes[0])


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


def narrow(facts: Facts) -> None:
    """Which variant of a vehicle it is, by all its words: "Panzer III" and somewhere "Ausf. H"."""
    _once(facts)
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
