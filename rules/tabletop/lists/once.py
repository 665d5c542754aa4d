"""What a list names twice is there once: the NCO and his upgrade, a team and who fires it (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from rules.tabletop.lists.raw import MODEL, UPGRADE, Part
from rules.tabletop.lists.said import Arm, Facts, Men
from rules.tabletop.lists.words.armoury import ARMS, CARRIED, GUNS, SMALL
from rules.tabletop.lists.words.scanning import (
    ARM,
    BREAK,
    GUNNER,
    LEADER,
    LOADER,
    MAN,
    OPTION,
    QUALITY,
    RANK,
    STOP,
    TEAM,
    UNKNOWN,
    Seen,
    scan,
)
from rules.tabletop.lists.words.tokens import size_in
from rules.tabletop.lists.words.troops import QUALITIES, TEAMS, UNARMED
from rules.tabletop.weapons import CREWS, is_team

_BETWEEN = ((":",), ("(",), ("=",))
CALIBRES = {20, 25, 37, 40, 45, 47, 50, 57, 75, 76, 77, 85, 88, 90, 100, 105, 120, 122, 150, 152}
_TEAMS = ("team",)
_MEMBERS = re.compile(
    r"(?:squad |team |unit )?"
    r"(?:men|models|members|troops|soldiers|figures|composition|squad|team|unit|retinue)\W*",
    re.IGNORECASE,
)
"""What only holds those together who stand below it."""
_CREW = ("crew", "crewman", "crewmen")
_TEAM_OF = re.compile(r"[^()]*\bteam\W*\((\d) (?:men|crew)\)", re.IGNORECASE)
_NAMED_TEAM = re.compile(r"(?:bren|lmg|mg ?\d*|dp|lewis|light machine[ -]?gun) team", re.IGNORECASE)
"""A model of a squad that is two men."""
_HIS_MAN = re.compile(
    r"\b(?:his|her|the|a) (?:signaller|signalman|batman|runner|radio ?man|radio operator|orderly"
    r"|bodyguard|aide|mate"
    r"|messenger|interpreter|clerk|escort|driver|pal)(?:'s| has| carries| with| gets| holds| got)",
    re.IGNORECASE,
)
_FEW = 4
"""So many may be told of two who are not the same."""
_ONE = re.compile(r"\W*(?:1|one|an?|eine?|une?|una|uno|jeden|jedna) (?=[^\W\d_]{3})", re.IGNORECASE)


def his_of_them(facts: Facts) -> None:
    """ "7 rifles, 1 SMG, NCO has the SMG": one of those that were counted."""
    if not {"has", "the"} <= facts.words:
        return
    for own in [one.arms[0] for one in facts.men if one.role == LEADER and one.arms]:
        counted = [arm for arm in facts.arms if arm.count and arm.rows == own.rows]
        if own.count is None and len(counted) == 1:
            counted[0].count = (counted[0].count or 1) - 1
            facts.arms = [arm for arm in facts.arms if arm.count != 0]


def drop_calibres(facts: Facts) -> None:
    """ "88 (super-heavy AT gun)", "7.5 cm lang (schwere Pak)": its calibre says once more what the gun is."""
    guns = [arm for arm in facts.arms if arm.in_tables and arm.rows[0] in GUNS]
    if not guns:
        return
    for arm in guns:
        arm.count = None if arm.count in CALIBRES else arm.count
    facts.unknown = [word for word in facts.unknown if not re.fullmatch(r"\d{1,2}[.,]\d", word)]
    if facts.points is not None and facts.points > 0:
        facts.bare = [number for number in facts.bare if number not in CALIBRES]


def join_more(facts: Facts) -> None:
    """ "5 men + 5 extra men" are ten, where neither has arms of its own."""
    plain = [one for one in facts.men if one.told and not (one.role or one.hold or one.file or one.arms)]
    more = [one for one in plain if one.more and one.joined]
    others = [one for one in plain if not one.more]
    if len(others) == 1 and more and facts.men.index(others[0]) < facts.men.index(more[0]):
        others[0].count += sum(one.count for one in more)
        facts.men = [one for one in facts.men if one not in more]


def count_once(facts: Facts) -> None:
    """ "9 men, ..., 9 men: NCO with rifle": as many as were counted before are the same men."""
    plain = [one for one in facts.men if one.told and not (one.role or one.hold or one.file or one.arms)]
    alone = [one for one in plain if not (one.more or one.joined or one.beside or one.part)]
    if len(alone) == 2 == len(plain) and alone[0].count == alone[1].count > _FEW:
        alone[1].lists |= alone[0].lists
        facts.men = [one for one in facts.men if one is not alone[0]]
    beside = [one for one in facts.men if one.more and one.count == 1]
    # "One extra rifleman", and below "officer pistol / extra man rifle": he may be the same.
    facts.doubtful |= bool(facts.ranks) and len(beside) > 1 and not all(one.told for one in beside)


def his_man(facts: Facts, line: str) -> None:
    """ "He has a Sten and his signaller has a rifle": an officer, and one man beside him."""
    several = facts.men or facts.total is not None or len(facts.arms) != 2
    if not facts.ranks or several or _HIS_MAN.search(line) is None:
        return
    own, other = facts.arms
    if all(arm.count is None and not arm.plural and arm.rows[0] in SMALL for arm in (own, other)):
        facts.arms = [own]
        facts.men.append(Men(1, told=True, arms=[other], more=True, beside=True, behind=1))


def one_of_role(facts: Facts, first: int) -> None:
    """ "Veteran Infantry (LMG gunner)", a model of a file: so many gunners, and nobody beside them."""
    added = facts.men[first:]
    served = [one for one in added if one.role]
    if len(added) < 2 or len({one.role for one in served}) != 1:
        return
    # "MG-Sch\u00fctze 2 (Ladesch\u00fctze)"
    added = [one for one in added if not any(one is again for again in served[1:])]
    served = served[:1]
    served[0].count, served[0].told = max(one.count for one in added), True
    served[0].arms += [arm for one in added if one is not served[0] for arm in one.arms]
    facts.men[first:] = served


def one_leader(facts: Facts) -> None:
    """ "NCO SMG, Regular NCO": the one who leads, and beside him what he was given."""
    leading = [one for one in facts.men if one.role == LEADER and one.count == 1]
    armed = [one for one in leading if one.arms or one.hold]
    if len(leading) == 2 and len(armed) == 1:
        bare = next(one for one in leading if one is not armed[0])
        after = facts.men[facts.men.index(bare) + 1 :][:1]
        if any(one.joined and (one.arms or one.hold) for one in after):
            # "NCO and 4 men with rifles": he is counted with them; "NCO + 9, NCO SMG" is one.
            return
        bare.arms, bare.hold = armed[0].arms, armed[0].hold
        facts.men = [one for one in facts.men if one is not armed[0]]


def leads_with(line: str) -> frozenset[str]:
    """The rows of the small arm that stands right behind the leader's word, if it is told of one man once."""
    found = [one for one in scan(line) if not (one.kind == STOP or one.key in _BETWEEN)]
    behind = [
        ARMS[arm.key]
        for leader, arm in pairwise(found)
        if leader.kind == LEADER and arm.kind == ARM and not (leader.plural or arm.plural)
    ]
    return frozenset(behind[0]) & {*SMALL} if len(behind) == 1 else frozenset()


def loading(facts: Facts) -> None:
    """ "LMG loader: Rifle": what he has beside the weapon that he loads fires nothing."""
    fired = [arm for one in facts.men if one.role == GUNNER for arm in one.arms]
    fired += [arm for arm in facts.arms if not arm.named]
    rows = {row for arm in fired if is_team(arm.rows[0]) for row in arm.rows}
    for one in [
        men
        for men in facts.men
        if rows and men.role == LOADER and (men.file or men.told or _loads(men, rows))
    ]:
        one.arms = [arm for arm in one.arms if arm.rows[0] not in SMALL and not rows & {*arm.rows}]
        one.file = bool(one.arms)
    _of_each(facts)


def _of_each(facts: Facts) -> None:
    """ "2 light mortars, each with gunner and loader", "2 LMGs with loaders": so many men as weapons."""
    arms = [*facts.arms, *(arm for one in facts.men for arm in one.arms)]
    served = [arm.count for arm in arms if (arm.count or 1) > 1 and is_team(arm.rows[0])]
    for one in [men for men in facts.men if men.role in (GUNNER, LOADER) and not men.told]:
        if len(served) == 1 and (one.each or "each" in facts.words):
            one.count = served[0] or 1


def _loads(loader: Men, rows: set[str]) -> bool:
    """Whether he is only called by what he loads: "MG34 loader"."""
    return bool(loader.arms) and all(len(arm.rows) > 1 and rows & {*arm.rows} for arm in loader.arms)


def tells_size(found: re.Match[str], text: str) -> bool:
    """Whether "section of 8" tells a number; "all three" is the number of an officer and his men alone."""
    alone = not found[0].lower().startswith("all") or any(one.kind == RANK for one in scan(text))
    return alone and size_in(found[1]) is not None


def is_one(facts: Facts, line: str) -> None:
    """ "One dragons squad", "1 dragons squad": so many of it as there are anyway."""
    several = bool(facts.words & {"model", "size"}) and bool(facts.vehicles or facts.classes)
    if facts.times == 1 and 1 in facts.bare and (_ONE.match(line) or several):
        facts.bare.remove(1)


def apart(part: Part) -> tuple[Part, ...]:
    """ "9x Soldier: LMG, loader, 7x rifle": who is told by what he holds, where that makes up all of them.

    What only holds men together, "Men", is these men.
    """
    if _MEMBERS.fullmatch(part.text) and part.parts and part.count in (None, 1):
        return part.parts
    served = [one for one in part.parts if {seen.kind for seen in scan(one.text)} == {LOADER}]
    armed = [one for one in part.parts if {seen.kind for seen in scan(one.text)} <= {ARM, STOP}]
    all_told = sum(one.count or 1 for one in part.parts) == part.count
    if not served or len(served) + len(armed) < len(part.parts) or not all_told:
        return (part,)
    of_arms = (
        replace(part, count=one.count or 1, parts=(replace(one, count=one.count or 1),)) for one in armed
    )
    return (*of_arms, *served)


def fired_by(facts: Facts, own: Sequence[Arm], below: Sequence[Men]) -> None:
    """ "LMG team" with its gunner set in below it, who has the weapon: there is one."""
    fired = [arm.rows for one in below if one.role == GUNNER for arm in one.arms]
    again = [arm for arm in own if arm.count in (None, 1) and arm.rows in fired]
    facts.arms = [arm for arm in facts.arms if not any(arm is one for one in again)]


def count_again(men: Men, below: Sequence[Arm]) -> None:
    """ "2x Soldier with LMG: 2x LMG": what stands below says how many of what is called so, and which."""
    for arm in men.arms:
        sure = [one.rows for one in below if {*one.rows} < {*arm.rows}]
        # "wz. 36 gunner: light mortar"
        arm.rows = sure[0] if len(sure) == 1 else arm.rows
        told = [one.count for one in below if one.rows == arm.rows and one.count == men.count]
        arm.count = told[0] if arm.count is None and told else arm.count


def of_unit(facts: Facts, part: Part) -> bool:
    """Take an option that says something of the whole unit: "Regular Infantry", "10x Men", "Tank Hunters"."""
    if part.parts:
        return False
    if told := quality_in(part.text):
        facts.qualities.append(told)
        return True
    if _MEMBERS.fullmatch(part.text) and (part.count or 1) > 1:
        facts.total = part.count
        return True
    seen = scan(part.text)
    if [one.kind for one in seen] == [TEAM] and TEAMS[seen[0].key][0] == 1 and facts.is_about_one:
        # "Artillery observer", of an observer whose man is a model
        return part.count in (None, 1)
    hunts = part.text.lower() in ("tank hunters", "tank hunter")
    if part.count in (None, 1) and (hunts or _is_all_of_them(part) or _is_sort_of_squad(part, seen)):
        facts.flags += ["anti_tank"] if hunts and "anti_tank" not in facts.flags else []
        return True
    return False


def _is_sort_of_squad(part: Part, seen: Sequence[Seen]) -> bool:
    """Whether an option of a file says what squad it is and no more: "Free squad (Great Patriotic War)"."""
    squads = [one for one in seen if one.kind == TEAM]
    rest = {one.kind for one in seen if one not in squads}
    known = part.kind == UPGRADE and [one.key for one in squads] == [("squad",)]
    return known and rest <= {UNKNOWN, STOP, OPTION, BREAK}


def _is_all_of_them(part: Part) -> bool:
    """Whether an option of a file says what all of them are: "Tank riders"."""
    seen = scan(part.text)
    return part.kind == UPGRADE and [one.kind for one in seen] == [TEAM] and seen[0].plural


def quality_in(text: str) -> str:
    """The quality of troops that an option names, and nothing else; empty if it does not."""
    seen = scan(text)
    told = [one for one in seen if one.kind == QUALITY]
    plain = len(told) == 1 and {one.kind for one in seen} <= {QUALITY, TEAM, STOP}
    return QUALITIES[told[0].key] if plain else ""


def _team_of(part: Part, crew: int) -> Arm | None:
    """The weapon of a team in a squad, which stands alone below it."""
    below = [ARMS[one.key] for inner in part.parts for one in scan(inner.text) if one.kind == ARM]
    once_ = part.count in (None, 1) and len(part.parts) == len(below) == 1
    if not once_ or part.parts[0].count not in (None, 1) or not is_team(below[0][0]):
        return None
    return Arm(below[0], part.parts[0].text, 1, crew=crew)


def _serves_one(part: Part) -> bool:
    """Whether as many men as serve a weapon are told to be its team."""
    seen = scan(part.text)
    kinds = {one.kind for one in seen}
    both = kinds >= {GUNNER, LOADER}
    named = seen and seen[0].kind in (MAN, TEAM) and seen[0].key[-1] not in _TEAMS
    told = both or (named and any(one.key[-1] in (*_TEAMS, *_CREW) for one in seen[1:]))
    rows = [ARMS[one.key][0] for inner in part.parts for one in scan(inner.text) if one.kind == ARM]
    crew = CREWS.get(rows[0], 0) if len(rows) == 1 else 0
    return (
        bool(told) and crew > 0 and (part.count == crew or (both and part.count in (None, 1) and crew == 2))
    )


def crew_of(part: Part) -> Arm | None:
    """ "2x LMG crew: 1x LMG", "4x crew: 1x mortar": one weapon with so many men, not so many of it."""
    if told := _TEAM_OF.fullmatch(part.text):
        # "LMG team (2 men): M1919A6 LMG"
        return _team_of(part, int(told[1]))
    if part.kind == MODEL and part.count in (None, 1) and _NAMED_TEAM.fullmatch(part.text):
        # "Bren Team: LMG"
        return _team_of(part, 2)
    if _serves_one(part):
        # "2x Commando (LMG team): LMG"
        return _team_of(replace(part, count=1), max(2, part.count or 2))
    seen, below = scan(part.text), [scan(one.text) for one in part.parts]
    if part.count not in (2, 3, 4, 5, 6) or len(below) != 1 or not seen or seen[-1].key[-1] not in _CREW:
        return None
    arms = [one for one in below[0] if one.kind == ARM]
    row = ARMS[arms[0].key] if len(arms) == 1 else ()
    named = [ARMS[one.key] for one in seen if one.kind == ARM]
    others = any(one.kind not in (ARM, MAN, GUNNER, STOP) for one in seen) or any(
        not {*row} & {*one} for one in named
    )
    if others or not row or row[0] in GUNS or part.parts[0].count not in (None, 1) or not is_team(row[0]):
        return None
    return Arm(row, " ".join(arms[0].key), 1, crew=part.count)


def serving_below(facts: Facts, own: Sequence[Arm], men: Sequence[Men]) -> None:
    """ "LMG team: LMG, loader", "flamethrower team: 1x gunner, 1x assistant": they are of that team."""
    if any(arm.crew and any(arm is one for one in facts.arms) for arm in own):
        gone = [
            one
            for one in men
            if one.role in (GUNNER, LOADER)
            and not (one.file or one.arms)
            and (not one.told or one.count == 1)
        ]
        facts.men = [one for one in facts.men if not any(one is other for other in gone)]


def unarmed(facts: Facts) -> None:
    """ "Truck, unarmed" has no weapons, nor have medics of whom none is told; it is asked of others."""
    if "unarmed" not in facts.words:
        return
    armed = bool(facts.arms) or any(one.arms for one in facts.men)
    if facts.vehicles or facts.classes:
        facts.denied.append(())
    elif armed or not any(hold == UNARMED for _size, _always, hold in facts.teams):
        # Of whom "no weapons" is said, he is told.
        facts.unknown += [] if {"weapon", "weapons", "arms"} & facts.words else ["unarmed"]


def named_below(facts: Facts, own: Sequence[Arm], start: int) -> None:
    """ "1x LMG: 1x Light Machine Gun": what is called by its weapon has it once."""
    once_more = [
        arm
        for arm in facts.arms[start:]
        if any(arm.rows == one.rows and arm.count in (None, 1, one.count) for one in own)
    ]
    facts.arms = [arm for arm in facts.arms if not any(arm is one for one in once_more)]


def two_of_a_pair(facts: Facts) -> None:
    """ "Sniper team: scoped rifle, spotter with SMG": two men with an arm each."""
    pair = any(size == 2 and always and hold in SMALL for size, always, hold in facts.teams)
    others = [one for one in facts.men if len(one.arms) == 1 and one.count == 1]
    own = [arm for arm in facts.arms if arm.rows[0] in SMALL and arm.count in (None, 1)]
    if not (pair and len(own) == len(others) == len(facts.men) == len(facts.arms) == 1):
        return
    facts.men.remove(others[0])
    if own[0].rows == others[0].arms[0].rows:
        own[0].count = 2
    else:
        facts.arms += others[0].arms


def each_served(facts: Facts) -> None:
    """ "2x Soldier with LMG, 2x loader": so many weapons, each with its loader."""
    loaders = sum(one.count for one in facts.men if one.role == LOADER and one.told and not one.arms)
    firing = [
        one
        for one in facts.men
        if one.role != LOADER and one.told and len(one.arms) == 1 and CREWS.get(one.arms[0].rows[0]) == 2
    ]
    if len(firing) == 1 and firing[0].count == loaders > 1 and firing[0].arms[0].count is None:
        firing[0].arms[0].count = loaders


def carried_by_some(arms: Iterable[Arm]) -> bool:
    """Whether something is carried of which nothing says if one man has it, or each."""
    return any(arm.rows[0] in CARRIED and arm.count is None and not arm.plural for arm in arms)


def who_carries(facts: Facts) -> bool:
    """Whether "3x Grenadier with rifle: Panzerfaust" leaves open if one of them carries it, or each."""
    return any(one.told and one.count > 1 < len(one.arms) and carried_by_some(one.arms) for one in facts.men)
