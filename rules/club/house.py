"""House army rules: the words of their records, and what they make of an army (Rules 14.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from rules.values import value

PREFIX = "house_"
"""How the id of every house army rule begins."""


class Stat(StrEnum):
    """What a house army rule changes (closed list)."""

    BATTLE_RADIUS = "battle_radius"
    RECON_RADIUS = "recon_radius"
    SEARCH_RADIUS = "search_radius"
    MARCH = "march"
    RESUPPLY = "resupply"
    ATTRITION = "attrition"
    ATTRITION_LOST = "attrition_lost"
    ENEMY_ATTRITION = "enemy_attrition"
    ABSTRACT = "abstract"


class When(StrEnum):
    """In which battles a change holds, seen from the army that has the rule (closed list)."""

    CITY = "city"
    ATTACKER = "attacker"
    DEFENDER = "defender"
    WORKS = "works"
    NO_WORKS = "no_works"


BOUNDS: Mapping[Stat, tuple[int, int]] = {
    Stat.BATTLE_RADIUS: (-2, 2),
    Stat.RECON_RADIUS: (-2, 2),
    Stat.SEARCH_RADIUS: (-2, 2),
    Stat.MARCH: (0, 2),
    Stat.RESUPPLY: (-1, 3),
    Stat.ATTRITION: (-3, 3),
    Stat.ATTRITION_LOST: (-3, 3),
    Stat.ENEMY_ATTRITION: (-3, 3),
    Stat.ABSTRACT: (-3, 3),
}
"""By how much one entry may change what: from, to."""

IN_BATTLE = (Stat.ATTRITION, Stat.ATTRITION_LOST, Stat.ENEMY_ATTRITION, Stat.ABSTRACT)
"""What may be changed in some battles only."""

MOST_POINTS = 9
"""A house rule is worth so many points at most, and no less than minus as many."""


@value
class Mod:
    """One change; ``when`` None holds always."""

    what: Stat
    by: int
    when: When | None = None


@value
class HouseRule:
    """One house army rule; without any list it is text.

    ``gives`` are ids of standard army rules, ``never`` the kinds of order that are illegal for the army.
    """

    id: str
    points: int = 0
    gives: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    mods: tuple[Mod, ...] = ()


House = tuple[HouseRule, ...]
"""The house army rules of a campaign, by id."""


def picked(rules: Sequence[str], house: House) -> House:
    """The house rules among an army's rules."""
    return tuple(rule for rule in house if rule.id in rules)


def traits_of(rules: tuple[str, ...], house: House) -> tuple[str, ...]:
    """An army's rules with the standard ones that its house rules give it."""
    if not house:
        return rules
    given = [trait for rule in picked(rules, house) for trait in rule.gives]
    return tuple(dict.fromkeys((*rules, *given)))


def mods_of(rules: Sequence[str], house: House) -> tuple[Mod, ...]:
    """All changes of an army's house rules; they add up."""
    return tuple(mod for rule in picked(rules, house) for mod in rule.mods)


def forbidden(rules: Sequence[str], house: House) -> dict[str, str]:
    """The kinds of order that an army's house rules forbid, each with the first rule that does."""
    never: dict[str, str] = {}
    for rule in picked(rules, house):
        for kind in rule.never:
            never.setdefault(kind, rule.id)
    return never


def always(mods: Iterable[Mod], what: Stat) -> int:
    """The sum of the changes of this that hold always."""
    return sum(mod.by for mod in mods if mod.what is what and mod.when is None)


def in_battle(mods: Iterable[Mod], what: Stat, held: Iterable[When]) -> int:
    """The sum of the changes of this in a battle where ``held`` is so."""
    return sum(mod.by for mod in mods if mod.what is what and (mod.when is None or mod.when in held))


def circumstances(*, city: bool, attacks: bool, works: bool) -> tuple[When, ...]:
    """What is so of one side of a battle, as it was met."""
    return (
        *((When.CITY,) if city else ()),
        When.ATTACKER if attacks else When.DEFENDER,
        When.WORKS if works else When.NO_WORKS,
    )
