"""Whether what was put together is what a list says, figure by figure, and who is its leader (Tabletop E)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from rules.tabletop.lists import stretches
from rules.tabletop.lists.groups.holding import Held
from rules.tabletop.lists.said import Arm, Facts, Men
from rules.tabletop.lists.words.armoury import CARRIED, GUNS, SMALL
from rules.tabletop.units import Group
from rules.tabletop.weapons import CREWS

SQUADS = {"gruppe", *stretches.SQUADS} - {"team", "platoon", "zespol", "equipo"}
"""Words of units that have more than a few men."""
ALL = stretches.ALL | {"each", "rest", "other", "remaining", "remainder", "both", "beide", "resto"}
"""Words that say that all have something, or all others."""


_EACH_CARRIES = re.compile(
    r"\b(?:each|all|every(?:body|one)?)(?: (?:man|one|of them))? (?:carr(?:y|ies)|with|has|have|gets?)"
    r" (?:an? |one )?(?:panzer)?faust|\b(?:panzer)?faust each\b"
    r"|\b(?:jede[rsn]?|jeweils|je|chacun|ciascuno|cada uno|ka\u017cdy)(?: [^\W\d]+){0,2} (?:panzer)?faust",
    re.IGNORECASE,
)


def whole_of(facts: Facts, plain: Sequence[Men]) -> Men | None:
    """Men who are only counted, beside others who hold something: "1 NCO, 7 men with rifles, 10 men"."""
    bare = [one for one in plain if not one.arms and not one.serves and not one.part]
    if facts.ranks and any(one.beside for one in bare) and any(one.role == "leader" for one in facts.men):
        # "First lieutenant with 1 man, SMG (officer)"
        return None
    others = [one for one in facts.men if one not in bare]
    alone = [one for one in bare if not one.joined]
    if len(alone) != 1 or not (others or len(bare) > 1):
        return None
    whole = alone[0]
    inner = [one for one in facts.men if one is not whole]
    # "8 men: LMG (gunner + loader)": who is joined there is another gun's.
    if facts.men[0] is whole and any(_joins(whole, one, inner) for one in inner):
        return None
    armed = any(one.arms or one.hold for one in inner)
    counted = sum(one.count for one in inner)
    # "2 men: bazooka, gunner and loader"
    serve = counted == whole.count and {one.role for one in inner} == {"gunner", "loader"}
    return whole if counted <= whole.count and (armed or serve or len(bare) > 1) else None


def _joins(whole: Men, one: Men, inner: Sequence[Men]) -> bool:
    """Whether men are joined to those who are only counted: not where they follow others, "NCO and 2 men"."""
    follows = one is not inner[0] and one.behind == inner[inner.index(one) - 1].behind
    return one.joined and one.role not in ("gunner", "loader") and not follows


def share_with_leader(facts: Facts) -> None:
    """ "NCO and 2 men with SMGs": of whom nothing else is said, the leader holds what they hold."""
    for leader, men in pairwise(facts.men):
        alone = (
            leader.role == "leader" and not leader.arms and not leader.file and leader.behind == men.behind
        )
        if alone and men.joined and not men.role and len(men.arms) == 1 and men.arms[0].count is None:
            leader.arms = [Arm(men.arms[0].rows, men.arms[0].about)]
    _one_of_all(facts)


def _one_of_all(facts: Facts) -> None:
    """ "6 men, NCO + 5, 6 SMG": the leader has one of the arms that are as many as they are."""
    bare = [one for one in facts.men if one.role == "leader" and not (one.arms or one.file or one.hold)]
    arms = [arm for arm in facts.arms if not arm.named]
    others = [one.count for one in facts.men if one.told and not one.joined]
    whole = facts.total or max(others, default=1 + sum(one.count for one in facts.men if one.joined))
    if len(bare) == len(arms) == 1 and 1 < (arms[0].count or 0) == whole and arms[0].rows[0] in SMALL:
        bare[0].arms = [Arm(arms[0].rows, arms[0].about)]
        arms[0].count = whole - 1


def by_class(facts: Facts) -> None:
    """ "25 pdr, light howitzer": what the list calls a gun in the words of the tables, it is."""
    told = [arm for arm in facts.arms if arm.in_tables]
    others = [arm for arm in facts.arms if arm not in told]
    if len(told) == 1 and all(arm.rows[0] in GUNS and arm.count in (None, 1) for arm in others):
        facts.arms = told


def lead_with_own(facts: Facts) -> None:
    """ "Lieutenant, SMG, 1 man with rifle": a lone arm beside men who have their own is the officer's."""
    for one in facts.men if facts.is_about_one else ():
        if one.role == "gunner" and one.told and one.arms and all(arm.rows[0] in SMALL for arm in one.arms):
            # "1 strzelec z karabinem" serves nothing.
            one.role = ""
    told = [one for one in facts.men if (one.told or one.more) and not one.role]
    if not facts.is_about_one or any(one.role for one in facts.men):
        return
    if not any(one.arms or one.hold for one in facts.men) and (own := _his_own(facts)):
        # "Lieutenant, 2 men, pistol, 1 rifle"; "Major, SMG, 3 men: 2 rifles, 1 SMG" are beside him.
        facts.arms.remove(own)
        counted = sum(arm.count or 0 for arm in facts.arms if not arm.named)
        his = Men(1, told=False, arms=[own], role="leader")
        beside = [one for one in facts.men if one.count == counted]
        for one in beside:
            one.joined = True
        facts.men = [his, *facts.men] if beside else [*facts.men, his]
        return
    told = [one for one in told if one.arms or one.hold] or told
    all_more = len(told) > 1 and all(one.more and one.arms for one in told)
    if not all_more and (len(told) != 1 or not (told[0].arms or told[0].hold)):
        return
    lone = [arm for arm in facts.arms if arm.count in (None, 1) and not arm.plural]
    if len(lone) == len(facts.arms) == 1 and lone[0].rows[0] in SMALL:
        facts.arms.clear()
        facts.men.insert(0, Men(1, told=False, arms=lone, role="leader"))


def _his_own(facts: Facts) -> Arm | None:
    """Of an officer's arms the one that is not counted, where all others are."""
    arms = [arm for arm in facts.arms if not arm.named]
    lone = [arm for arm in arms if arm.count is None and not arm.plural and arm.rows[0] in SMALL]
    counted = [arm for arm in arms if arm.count is not None and arm.rows[0] in SMALL]
    return lone[0] if lone == arms[:1] and counted and len(arms) == len(counted) + 1 else None


def by_himself(facts: Facts) -> bool:
    """Whether one man is named with what he holds, and nobody beside him: "Captain, pistol"."""
    arms = [arm for arm in facts.arms if not arm.named]
    alone = facts.is_about_one and not (facts.men or facts.joined or facts.doubtful)
    return alone and len(arms) == 1 and not arms[0].plural and set(arms[0].rows) <= set(SMALL)


def armed_beside(facts: Facts, men: Men) -> int:
    """How many men with arms of their own are told beside men who are told with theirs.

    "NCO with SMG, BAR, 6x Ranger with Garand" are eight, "5 men with rifles, 4 extra men with rifles" nine.
    """
    after = facts.men[facts.men.index(men) + 1 :] if men.arms else []
    added = sum(one.count for one in after if one.more and one.told and one.arms and not one.role)
    return added + (_listed_beside(facts, men) if men.each else 0)


def among_or_beside(facts: Facts, men: Men) -> int:
    """ "NCO with SMG, 9 men with rifles, 1 BAR": how many may be among them or beside them."""
    led = any(one.role == "leader" and one.arms for one in facts.men[: facts.men.index(men)])
    if (
        not led
        or men.each
        or men.lists
        or len(men.arms) != 1
        or not men.arms[0].plural
        or men.arms[0].count is not None
    ):
        return 0
    after = [arm for arm in facts.arms if not arm.named][men.behind :]
    bare = [arm for arm in after if not (arm.plural or arm.more or arm.crew)]
    small = sum(arm.count or 1 for arm in bare if arm.rows[0] in SMALL)
    served = any(one.role in ("loader", "gunner") for one in facts.men)
    return small + sum(2 * (arm.count or 1) for arm in bare if arm.rows == ("LMG",) and not served)


def counted_beside(facts: Facts, men: Men) -> int:
    """ "8 men with rifles, 2 shotguns": how many may be among them or beside them."""
    if men.each or men.lists or len(men.arms) != 1 or not men.arms[0].plural or men.arms[0].count is not None:
        return 0
    after = [arm for arm in facts.arms if not arm.named][men.behind :]
    return sum(arm.count or 0 for arm in after if arm.rows[0] in SMALL and arm.plural and not arm.more)


def _listed_beside(facts: Facts, men: Men) -> int:
    if not men.arms or men.arms[0].rows[0] not in SMALL or men.arms[0].count not in (None, men.count):
        return 0
    listed = [arm for arm in facts.arms if arm.rows[0] in SMALL and not (arm.named or arm.plural)]
    return sum(arm.count or 1 for arm in listed if arm.count or arm.rows == ("Automatic rifle",))


def forgotten(rest: Sequence[Arm], held: Sequence[Held], total: int) -> bool:
    """Whether small arms are named that nobody has, for all men have others."""
    used = sum(one.count * one.crew for one in held)
    has = {one.weapon for one in held}
    named = [arm for arm in rest if not arm.named and arm.rows != ("Pistol",)]
    return used >= total and any(not {*arm.rows} & has for arm in named)


def beside_one(facts: Facts) -> bool:
    """ "Commissar + 1 rifleman": he is not one of those who are counted, as an officer is not."""
    lone = facts.is_about_one and not facts.ranks and not facts.arms
    return lone and len(facts.men) == 1 and facts.men[0].joined and bool(facts.men[0].hold)


def is_squad(facts: Facts) -> bool:
    """Whether it is called a squad, and no officer."""
    return bool(facts.words & SQUADS) and not facts.is_about_one


def with_options(facts: Facts, counted: int) -> int | None:
    """How many men those are who are counted, where options add to men that nobody counts, or to an officer.

    "Captain, 2x additional men" are three; "Section, LMG and loader, 4x additional men" is asked.
    """
    men = [one for one in facts.men if one.told and (one.file or one.part) and one.role != "leader"]
    armed = any(one.arms or one.hold for one in men)
    joined = any(one.joined and one.role == "loader" and not one.told for one in facts.men)
    if not men or armed or not (joined or all(one.more for one in men)):
        return counted
    alone = facts.is_about_one and not facts.arms and len(men) == len(facts.men)
    return counted + 1 if alone else None


def are_listed(facts: Facts) -> bool:
    """Whether men are listed by what they are called, and so all are: "6x Rifleman, 1x Soldier with SMG"."""
    return any(one.told and one.hold and one.part and not one.role for one in facts.men)


def joins_as_leader(men: Men, other: Men) -> bool:
    """Whether a leader is counted beside men: not where he is joined to what is named after them."""
    return other.joined and other.role == "leader" and other.behind == men.behind


def led(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups of an answer with their leader: where it names none, he stands among the most small arms."""
    if any(one.leader for one in groups):
        return groups
    small = [one for one in groups if one.weapon in SMALL and one.crew]
    largest = max(small, key=lambda one: one.count, default=None)
    return tuple(replace(one, leader=True) if one is largest else one for one in groups)


def agrees(facts: Facts, groups: Sequence[Group], total: int) -> bool:
    """Whether the groups have as many men as there are, and no more arms than are counted."""
    if sum(group.count * group.crew for group in groups) != total:
        return False
    arms: list[Arm] = [*facts.arms, *(arm for one in facts.men for arm in one.arms)]
    counted: Counter[str] = Counter()
    for arm in arms:
        if arm.count is None or len(arm.rows) > 1:
            counted[arm.rows[0]] += total
        else:
            counted[arm.rows[0]] += arm.count
    for one in facts.men:
        counted[one.hold] += one.count
        for arm in one.arms:
            counted[arm.rows[0]] += one.count
    held: Counter[str] = Counter()
    for group in groups:
        held[group.weapon] += group.count
    small = [row for row in counted if row in SMALL and counted[row]]
    if any(held[row] > counted[row] for row in small if row != "Rifle"):
        return False
    told = Counter({arm.rows[0]: 0 for arm in arms})
    for arm in arms:
        told[arm.rows[0]] += arm.count or 0
    missing = sum(max(0, told[row] - held[row]) for row in small)
    return missing <= sum((group.crew - 1) * group.count for group in groups if group.crew > 1)


def leads_as_told(facts: Facts, groups: Sequence[Group]) -> bool:
    """Whether the leader holds what the text says right behind his word."""
    held = [group.weapon for group in groups if group.leader]
    return not (held and facts.leads_with) or held[0] in facts.leads_with


def is_officers_own(facts: Facts, arms: Sequence[Arm]) -> bool:
    """ "Captain, pistol, one more man": what the other has is to be said."""
    (arm, *more) = arms or (None,)
    own = arm is not None and arm.rows == ("Pistol",) and not (more or arm.plural)
    return own and bool(facts.ranks) and not facts.words & ALL


def each_carries(facts: Facts) -> bool:
    """ "5 men with SMGs, each carries a Panzerfaust": as many as there are men, where one is named."""
    arms = [*facts.arms, *(arm for one in facts.men for arm in one.arms)]
    alone = [arm for arm in arms if arm.rows[0] in CARRIED and not arm.named]
    told = any(_EACH_CARRIES.search(text) for text, _marks in facts.marks)
    return told and len(alone) == 1 and alone[0].count in (None, 1)


def sure_size(facts: Facts, men: Men) -> int | None:
    """How many there are where men are counted once, and all others are told to be among them or beside."""
    if men.lists and men.arms and all(0 < (arm.count or 0) < men.count for arm in men.arms):
        # "8 men (6 rifles, LMG gunner, NCO with rifle)"
        return men.count
    led = [other.role for other in facts.men if other is not men] == ["leader"]
    return men.count + 1 if men.beside and facts.ranks and led else None


def one_and_others(facts: Facts) -> bool:
    """Whether arms are told of one man and of all others, "3 men, pistol and rifles": is he one of them?"""
    arms = [arm for arm in facts.arms if not arm.named and arm.count is None]
    return len(arms) == 2 and {arm.plural for arm in arms} == {False, True}


def hold_alike(facts: Facts) -> bool:
    """Whether all that is said of arms is that all have the same: how many they are it does not tell."""
    arms = [*facts.arms, *(arm for one in facts.men for arm in one.arms)]
    told = bool(facts.words & stretches.ALL) or "both" in facts.words
    return told and len(arms) == 1 and arms[0].count is None


def crews_told(facts: Facts) -> int:
    """ "7 men with rifles, LMG (2 men)": they may be among the seven, or beside them."""
    crewed = [arm for arm in facts.arms if arm.crew and not arm.named and len(arm.rows) == 1]
    return sum(max(arm.crew, CREWS.get(arm.rows[0], 0)) * (arm.count or 1) for arm in crewed)
