"""Numbers before a unit's name that count its men: "8x Commandos", "Rifle section x10" (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.said import Facts
from rules.tabletop.lists.stretches import REST
from rules.tabletop.lists.words.armoury import CARRIED, SMALL
from rules.tabletop.lists.words.scanning import GUNNER, LOADER, MAN, scan
from rules.tabletop.lists.words.tokens import size_in

SERVING = {GUNNER, LOADER}
MANY = 5
"""Nobody has so many squads of a kind: it is how many men one of them has."""
LEAST = 2
"""No squad has as few men."""
_IN_ALL = re.compile(
    r"\b([^\W_]+) ([^\W\d]+) (?:in (?:all|total)|total|altogether|all told)\b", re.IGNORECASE
)


def is_not_all(line: str, men: int | None) -> bool:
    """Whether a unit's line tells of another number of men, "seven men in all", than it seems to have."""
    told = {size_in(one[1]) for one in _IN_ALL.finditer(line) if [w.kind for w in scan(one[2])] == [MAN]}
    return bool(told - {None, men})


def men_by_times(facts: Facts) -> None:
    """Take how many units there seem to be for how many men it has, where nobody has as many units."""
    told = facts.total is not None or any(one.told and one.role not in SERVING for one in facts.men)
    if told and _lists_them(facts):
        told, facts.total = False, None
    if facts.times < LEAST or told or facts.vehicles or facts.classes:
        return
    if not (facts.teams or facts.ranks) and (facts.times < MANY or not _armed(facts)):
        return
    if any(always or (size and size < 10) for size, always, _hold in facts.teams):
        if facts.times >= MANY and facts.points is None and len(facts.teams) == 1:
            # "30 medic vet": nobody has as many.
            facts.bare.append(facts.times)
            facts.times = 1
        return
    counted = [arm for arm in facts.arms if arm.rows[0] not in CARRIED]
    named = sum(arm.count or 0 for arm in counted) + sum(one.count for one in facts.men if one.arms)
    if facts.times >= MANY or (named == facts.times and all(arm.count for arm in counted)):
        facts.total, facts.times, facts.shared = facts.times, 1, facts.times


def _armed(facts: Facts) -> bool:
    """Whether it says what men hold: "10x Soviets, all PPSh"."""
    return bool(facts.arms) and all(arm.rows[0] in SMALL for arm in facts.arms)


def _lists_them(facts: Facts) -> bool:
    """ "Grenadiers x10: NCO with SMG, LMG, 8 with rifles": those who are named are as many."""
    if facts.total is not None:
        return False
    arms = [arm for arm in facts.arms if arm.rows[0] not in CARRIED]
    named = sum(one.count for one in facts.men) + sum(arm.count or 1 for arm in arms)
    if facts.times >= MANY:
        # "Commandos x8, NCO Thompson, 3 men with Stens, rest rifles"
        return abs(named - facts.times) < LEAST or (named < facts.times and bool(facts.words & REST))
    squad = any(size >= 10 for size, _always, _hold in facts.teams)
    return squad and named == facts.times > LEAST
