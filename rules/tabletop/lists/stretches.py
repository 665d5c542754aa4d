"""A line in stretches, at the signs and words that part it (Tabletop E)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard

from rules.tabletop.lists import bounds
from rules.tabletop.lists.said import Arm, Facts, Men
from rules.tabletop.lists.words import scanning, troops
from rules.tabletop.lists.words.armoury import ARMS, GUNS, MACHINE_GUNS, SMALL, SMG
from rules.tabletop.lists.words.scanning import Seen
from rules.tabletop.weapons import WEAPONS, is_team

USED, NAME, LEFT, OPEN = "used", "name", "left", "open"
"""What became of a word: used, part of the name, of no meaning, or nobody knows."""
SQUADS = (
    *("squad", "section", "team", "platoon", "squadra", "gruppo", "druzyna", "sekcja", "zespol", "escuadra"),
    *("peloton", "seccion", "equipo", "groupe", "escouade", "groep"),
)
RIFLEMEN = {"fusilier", "fuciliere", "fucilieri", "fusiliere", "tirailleur", "strzelec"}
"""Troops of whom one has a rifle by his name."""
PLACES = {"co ax", "coax", "coaxial", "co axial", "hull", "bow", "pintle", "hull mounted", "turret", "aa"}
EITHER = {("or",), ("instead",), ("replace",), ("replaced",), ("swap",), ("swapped",), ("exchange",)}
"""Words that leave it open which of two things is meant."""
BESIDE = {("with",), ("col",), ("w",), ("mit",), ("avec",), ("con",), ("z",), ("ze",)}
MEANT = {("for",), ("on",), ("fur",), ("fur", "den")}
MORE = {("additional",), ("extra",), ("further",)}
HAVING = {("with",), ("w",), ("manning",), ("manned by",), ("carrying",), ("armed",), ("other",)}
"""Words between men and what they hold: "2 manning LMG", "two others SMG"."""
INCLUDING = {("incl",), ("including",), ("inc",), ("include",), ("davon",), ("darunter",), ("dont",)}
AMONG = {*INCLUDING, ("for",), ("on",)}
"""Words before the NCO who has one of the weapons that were counted."""
ALL = {"all", "every", "everyone", "everybody", "alle", "tous", "tutti", "todos", "wszyscy", "allemaal"}
REST = {"else", "other", "others", "rest", "remaining", "remainder"}
MANY = 5
"""Of so many men one has what is named with them once."""
MOST_LEADERS = 2
"""Nobody leads beside so many others who do."""
NOTS = {("no",), ("without",), ("none",), ("w", "o")}
MEASURES = {("mm",), ("cm",), ("inch",), ("t",), ("ton",)}
REAR = ("rear", "rear facing", "rear turret")
ORDINAL = {"st", "nd", "rd", "th"}
JOINS = {("and",), ("e",), ("y",), ("n",), ("plu",), ("plus",), ("und",), ("et",), ("&",), ("+",)}
LISTS = {("(",), ("[",), (":",)}
"""Signs behind "10 men" after which they are listed."""
_SIZES = {
    "Light": {"light", "licht", "leggero", "leggera", "lekka", "lekki", "leicht", "ligero"},
    "Medium": {"medium", "middelzwaar", "medio", "media", "srednia", "sredni", "mittel", "moyen"},
    "Heavy": {"heavy", "pesante", "ciezka", "ciezki", "schwer", "pesado", "lourd"},
}
_QUICK = ("Assault rifle", "Automatic rifle", SMG)
"""Small arms that lists call otherwise than their makers did."""
_MARK = re.compile(r"[a-z]|[ivx]{1,4}[a-e]?|hybrid")
_PARTS = {",", ";", "|", "+", "&", "•", "-", "\u2013", "\u2014", "*"}


def served(arm: Arm) -> bool:
    """Whether it may be one weapon with its crew."""
    return arm.count in (None, 1) and not arm.plural and any(is_team(row) for row in arm.rows)


def is_behind(last: object, after: Seen | None) -> bool:
    """Whether what an NCO has stands behind him, "1 LMG NCO SMG": he serves no such weapon."""
    return after is not None and after.kind == scanning.ARM and isinstance(last, Arm) and served(last)


def by_class(last: object, other: Seen, words: set[str]) -> bool:
    """Whether it is one gun: "LMG (.30 cal)", "heavy AT gun (F-34)" is its class, in brackets what it is."""
    if not isinstance(last, Arm):
        return False
    if words & {"count", "counts", "counted"}:
        # "Type 92 HMG (counts as MMG)"
        last.rows = ARMS[other.key]
        return True
    if last.in_tables and {*last.rows, *ARMS[other.key]} <= set(GUNS):
        return not Arm(ARMS[other.key], " ".join(other.key)).in_tables
    if _called(last.about) and not _called(" ".join(other.key)) and ARMS[other.key][0] in _QUICK:
        # "5 FG 42 (assault rifles)"
        last.rows = ARMS[other.key]
        return True
    if (both := tuple(row for row in last.rows if row in ARMS[other.key])) and len(last.rows) > 1:
        # "sMG (MMG)"
        last.rows = both
    # "Submachine gun (SMG)", as the tables write it.
    return last.rows == ARMS[other.key] or {*last.rows, *ARMS[other.key]} <= set(MACHINE_GUNS)


def _called(name: str) -> bool:
    """Whether a weapon is named by its type: "fg 42"."""
    return any(sign.isdigit() for sign in name)


def is_his(one: Seen, last: object, facts: Facts) -> bool:
    """Whether "officer" is he whose rank is told, and who has the arm before: "SMG (officer)"."""
    return one.key == ("officer",) and isinstance(last, Arm) and bool(facts.ranks)


def one_row(last: object, other: Seen | None) -> bool:
    """Whether it is all the same which of two arms it is: "M1 Garand rifle or carbine"."""
    if not isinstance(last, Arm) or other is None or other.kind != scanning.ARM:
        return False
    return last.rows == ARMS[other.key]


def begins(before: tuple[Seen, ...], one: Seen) -> bool:
    """Whether details begin with a word behind a name: "Paras 10 men", "captain vet pistol + 2 rifles"."""
    if one.kind == scanning.MAN:
        return bool(before) and before[-1].kind == scanning.NUMBER
    if one.kind != scanning.ARM or not before:
        return False
    ranked = [scanning.RANK, scanning.QUALITY]
    his = before[-1].kind == scanning.RANK and ARMS[one.key][0] in SMALL
    return his or [word.kind for word in before[-2:]] == ranked


def sized(last: object, word: str) -> bool:
    """Take the class of a gun behind its name: "47 mm AT gun (medium)"."""
    size = next((size for size, words in _SIZES.items() if word in words), "")
    if not size or not isinstance(last, Arm):
        return False
    row = " ".join((size, *last.rows[0].split(" ")[1:]))
    if row in WEAPONS:
        last.rows = (row,)
    return row in WEAPONS


def by_two_names(last: object, other: Seen) -> bool:
    """Take a second name of one weapon: "Thompson SMG", "Vickers MMG", "Type 92 light howitzer"."""
    if not isinstance(last, Arm):
        return False
    if is_type_of(last, other):
        return True
    both = tuple(row for row in last.rows if row in ARMS[other.key])
    named = Arm(ARMS[other.key], " ".join(other.key))
    if not both and not (named.in_tables and any(sign.isdigit() for sign in last.about)):
        return False
    if not both or (named.in_tables and last.about[:1].isdigit()):
        # A gun's type or calibre, and what the tables call it: the list says what it is.
        last.about = named.about
    last.rows, last.plural = both or named.rows, last.plural or other.plural
    return True


def is_type_of(last: Arm, other: Seen) -> bool:
    """Whether a gun's class is told and then its type, "light howitzer Type 92": no other weapon's name."""
    if not last.in_tables or not is_team(last.rows[0]) or len(ARMS[other.key]) == 1:
        return False
    return _called(" ".join(other.key)) and not Arm(ARMS[other.key], " ".join(other.key)).in_tables


def counts(last: object, number: int) -> TypeGuard[Arm]:
    """Whether a number at the end says how many: behind "2 MMGs" stand points."""
    counted = isinstance(last, Arm) and last.plural and last.count is None
    return counted and number <= bounds.MOST_COUNTED


def crew_in_brackets(last: object, number: int, after: Seen | None) -> bool:
    """Take the crew of one weapon: "1 Bren (2)"; "Bren (2)" may be two of them, and is left."""
    if not isinstance(last, Arm) or number not in (2, 3):
        return False
    if not (last.crew or (last.count == 1 and served(last))):
        return False
    if after is None or after.key != (")",):
        return False
    last.crew = number
    return True


def crew_of_each(last: object, count: int | None, words: set[str]) -> bool:
    """Take the crew of each of several: "2 LMGs (2 men each)"."""
    if not isinstance(last, Arm) or count not in (2, 3) or not words & {"each", "je", "jeweil"}:
        return False
    if (last.count or 1) < 2 or not is_team(last.rows[0]):
        return False
    last.crew = count
    return True


def count_of(last: Arm | Men) -> int | None:
    """How many of what was named last."""
    if isinstance(last, Men):
        return last.count if last.told else None
    return last.count


def count(last: Arm | Men, number: int) -> None:
    """So many of what was named last."""
    last.count = number
    if isinstance(last, Men):
        last.told = True


def theirs(men: Men, arm: Arm) -> bool:
    """Whether men that were named just before hold it."""
    if men.role == scanning.LOADER and arm.rows[0] in SMALL and arm.count in (None, men.count):
        # "LMG loader with rifle"
        return True
    if men.serves is not None or (men.hold and arm.count is not None):
        # "1 rifleman (1 SMG)"
        return False
    if men.role:
        return not men.arms and arm.count in (None, men.count)
    # "12 men with 1 BAR", "10 men with LMG": one of them.
    lone = arm.count == 1 or (arm.count is None and not arm.plural and arm.rows == ("LMG",))
    return not (men.told and men.count >= MANY and lone)


def hold_alike(men: Men, last: object) -> bool:
    """Whether all that was said of men is which arms they all hold."""
    return men.arms == [last] and isinstance(last, Arm) and last.count is None


def role_of(one: Seen, *, within: bool) -> tuple[str, str]:
    """The role of a man, empty if he has none, and what he holds by his name."""
    if within and one.key == ("schutze",):
        # "MG 42 (Schütze + Ladeschütze)"
        return scanning.GUNNER, ""
    return (one.kind if one.kind != scanning.MAN else "", troops.ROLES.get(one.key, ""))


def of_sniper(facts: Facts) -> bool:
    """Whether it is a sniper team, whose spotter is one of the two."""
    return any(size == 2 and hold == "Rifle" for size, _always, hold in facts.teams)


def is_lone_team(facts: Facts, first: int, *, snipers: bool) -> bool:
    """Whether one of the teams from the first on is one man, or it is of snipers, who are told one by one."""
    return any(size == 1 for size, _always, _hold in facts.teams[first:]) or (snipers and of_sniper(facts))


def is_spotter(one: Seen, count: int | None, facts: Facts) -> bool:
    """Take a spotter, who stands beside those who serve a weapon."""
    if one.key[-1] != "spotter" or of_sniper(facts):
        return False
    facts.spotters += count or 1
    return True


def so_many(men: Men, number: int | None, one: Seen) -> Men:
    """Men as many as stand before their name, each by himself: "2x Soldier"."""
    if number is not None:
        men.count, men.told = number, True
    men.each = men.count > 1 and not one.plural and one.key[-1] != "man"
    # "2 LMGs with loaders"
    men.each |= men.role == scanning.LOADER and number is None and one.plural
    return men


def among_others(last: object, words: set[str]) -> bool:
    """Whether who is named next may have one of the arms before: "3 SMGs incl", "all SMG incl"."""
    if not isinstance(last, Arm):
        return False
    # "SMG for the NCO, everyone else rifles" says of others what they all have.
    all_ = bool(words & ALL) and not words & REST
    return (last.count or 0) > 1 or (last.count is None and all_ and last.rows[0] in SMALL)


def having(facts: Facts, number: int | None, *, joined: bool) -> Men | None:
    """The men of "2 manning LMG", "4 with SMGs": so many; "Jeep x2 with MMG" counts jeeps."""
    if number is None or number > bounds.MOST_COUNTED or facts.vehicles or facts.classes:
        return None
    facts.men.append(Men(number, told=True, joined=joined, behind=facts.told_arms))
    return facts.men[-1]


def meant_for(facts: Facts, arm: Arm, leader: Men) -> None:
    """Give a leader what is named for him: "8 men, Bren and an SMG for the NCO"."""
    for one in facts.men:
        # He is one of those who were counted.
        one.lists |= one.told and not one.role
        if arm.count in (None, 1) and not arm.plural and any(arm is other for other in one.arms):
            one.arms = [other for other in one.arms if other is not arm]
            leader.arms.append(arm)


def is_whose(one: Seen, after: Seen | None) -> bool:
    """Whether troops only say whose a vehicle or gun is: "LRDG jeep", "airborne howitzer"."""
    if one.key[-1] in (*SQUADS, "group") or after is None:
        return False
    gun = after.kind == scanning.ARM and set(ARMS[after.key]) <= set(GUNS)
    return gun or after.kind in (scanning.VEHICLE, scanning.CLASS)


def is_lone(one: Seen, after: Seen | None, words: set[str]) -> bool:
    """Whether who is named is one man, of whom it is said what he holds: "Soldier with rifle"."""
    several = one.plural or one.key[-1] in (*SQUADS, "group") or "every" in words
    return not several and after is not None and after.key in BESIDE


def of_counted(last: object, words: set[str], *, told: bool, near: bool) -> TypeGuard[Arm]:
    """Whether the NCO has one of the arms that were counted just before, or that all have."""
    if not isinstance(last, Arm):
        return False
    return told or (near and among_others(last, words) and last.rows[0] in SMALL)


def is_mark(word: str) -> bool:
    """Whether a word behind a vehicle's name only tells which mark of it: "G, H", "IV", "VC hybrid"."""
    return _MARK.fullmatch(word) is not None


def are_beside(facts: Facts, number: int | None, *, more: bool) -> bool:
    """Whether a number alone counts those who join others: "Major + 1", "5 men + 5 extra", "NCO + 7"."""
    led = bool(facts.men) and bare_leader(facts.men[-1]) and not facts.arms
    few = 0 < (number or 0) < (bounds.MOST_COUNTED if more or led else 5)
    return few and (led or more or bool(facts.ranks))


def bare_leader(last: object) -> bool:
    """Whether the NCO was named just before, with nothing that he holds."""
    return isinstance(last, Men) and last.role == scanning.LEADER and not last.arms


def leader_with(arm: Arm) -> Men:
    """The NCO, with one of the arms that were counted, or with what all have."""
    if arm.count is not None:
        arm.count -= 1
    return Men(1, told=False, arms=[Arm(arm.rows, arm.about)], role=scanning.LEADER)


def hand_over(facts: Facts, last: object, men: Men, *, near: bool, meant: bool = False) -> None:
    """ "SMG NCO", "2 LMG gunners", ``meant``: "an SMG for the NCO": what stood before is theirs."""
    if meant and men.role == scanning.LEADER and isinstance(last, Arm):
        meant_for(facts, last, men)
    if men.role == scanning.LEADER and isinstance(last, Arm) and (last.count or 1) == 1 and not last.plural:
        for one in [other for other in facts.men if other.lists and other.arms[-1:] == [last]]:
            # "6 men (SMG NCO, 5 with rifles)"
            one.arms.pop()
            men.arms.append(last)
            return
    if not men.role or not isinstance(last, Arm) or not any(one is last for one in facts.arms):
        return
    if men.role in (scanning.GUNNER, scanning.LOADER) and not (men.told or near) and last.count:
        men.count, men.told = last.count, True
    if last.count in (None, men.count):
        facts.arms = [one for one in facts.arms if one is not last]
        men.arms.append(last)


def after_squad(facts: Facts, last: Arm | Men | None, men: Men | None) -> Arm | Men | None:
    """Take an arm as part of the name, "8-man LMG squad", "LMG squad x10"; gives what is the last then."""
    if not isinstance(last, Arm) or last.count is not None:
        return last
    last.named = True
    if men is not None and last in men.arms:
        men.arms.remove(last)
        facts.arms.append(last)
    return None


def mount_of(about: str) -> str:
    """Where a weapon stands by this word; empty if it does not say so."""
    if "hull" in about or about in ("casemate", "bow", "casemate mounted", "pintle", "pintle mounted"):
        return "hull"
    return "turret 1" if about in ("co ax", "coax", "coaxial", "co axial", "turret", "turret mounted") else ""


def behind(about: str, facts: Facts) -> bool:
    """Whether "rear" names a gun beside those that a carrier has: tanks have theirs by their name."""
    known = [one for _about, vehicles in facts.vehicles for one in vehicles]
    found = [kind for one in known for kind in one.kinds]
    turrets = any(one.turrets for one in known)
    return about in REAR and bool(found) and not turrets and not any("tank" in kind for kind in found)


def segments(seen: tuple[Seen, ...]) -> Iterator[list[Seen]]:
    """The stretches between signs that part; a joining word stays, so that it is known who was joined."""
    segment: list[Seen] = []
    for one in seen:
        parts = (one.kind == scanning.BREAK and one.key[0] in _PARTS) or (
            one.kind == scanning.STOP and one.key in JOINS
        )
        if one.key in INCLUDING and segment and segment[-1].kind == scanning.MAN:
            # "10 men incl. a gunner": they are told from here on.
            parts = True
        if parts and segment:
            yield segment
            segment = [one] if one.key in JOINS else []
        else:
            segment.append(one)
    if segment:
        yield segment


def follows(facts: Facts) -> bool:
    """ "Major, 1 runner, 1 rifleman": who follows on those beside an officer is beside him too."""
    return bool(facts.ranks and facts.men) and facts.men[-1].more
