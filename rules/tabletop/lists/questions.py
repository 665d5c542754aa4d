"""What is asked of a unit of a list, and groups in the words of an answer (Tabletop E)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.tabletop.lists import bounds
from rules.tabletop.lists.document import ListedGroup, ListedUnit
from rules.tabletop.tables import TROOPS
from rules.tabletop.units import Group
from rules.tabletop.weapons import CREWS, WEAPONS

_COUNTED = re.compile(r"\s*(\d{1,2})\s*x?\s+(.+?)\s*")
_MOUNT = re.compile(r"[\s(]+(?:in (?:the )?)?(hull|turret(?: [1-5])?)\)?$", re.IGNORECASE)
_LEADER = re.compile(r"[\s(]+(?:with (?:the |an )?)?nco\)?$", re.IGNORECASE)
_CREW = re.compile(r"\s*\((\d{1,2})\)$")
SERVED = (
    *("MMG", "HMG", "Anti-tank rifle", "PIAT", "Bazooka", "Panzerschreck"),
    *("Light mortar", "Medium mortar", "Heavy mortar"),
)
"""Weapons whose teams always have as many men."""
LIKELY = {10: (8, 5, 12), 2: (1, 3, 4), 3: (2, 4, 5), 1: (2, 3, 4), 4: (3, 5, 2)}
"""Likely sizes beside a usual one."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is asked of a unit: ``key`` names it among the unit's, ``field`` is what it decides.

    ``answers`` are those that are likely, ``usual`` the one that is taken where nothing else is said.
    """

    key: str
    code: str
    field: str
    about: str = ""
    answers: tuple[str, ...] = ()
    usual: str = ""


_PLAIN = {
    "kind": "which kind",
    "locomotion": "how it moves",
    "quality": "which quality",
    "points": "how many points",
    "officer": "which rank",
    "count": "how many units",
}


ASKED = (*_PLAIN, "groups")
"""Fields that are asked for themselves."""


def plain_question(unit: ListedUnit, name: str) -> Question:
    """What a document asks of one of its units though its line does not: its value is the likely answer."""
    if name in _PLAIN:
        value = str(unit[name]) if unit[name] else ""  # type: ignore[literal-required]
        return Question(name, _PLAIN[name], name, unit["name"], (value,) if value else ())
    groups = tuple(
        Group(one["weapon"], one["count"], one["crew"], leader=one["leader"], mount=one["mount"])
        for one in unit["groups"]
    )
    likely = (groups_in_words(groups),) if groups else ()
    code = "who holds what" if unit["kind"] in TROOPS else "which arms"
    return Question("groups", code, name, unit["name"], likely)


def mount_of(group: Group, known: tuple[Group, ...]) -> str:
    """Where a weapon stands: where its owner says, else where one of its kind does."""
    return group.mount or next((one.mount for one in known if one.weapon == group.weapon), "hull")


def listed(group: Group) -> ListedGroup:
    return {
        "weapon": group.weapon,
        "count": group.count,
        "crew": group.crew,
        "leader": group.leader,
        "mount": group.mount,
    }


def groups_in_words(groups: tuple[Group, ...]) -> str:
    """Groups in words that are read again: ``7 Rifle, 1 LMG (2), 1 Pistol NCO``, ``2 MMG hull``."""
    return ", ".join(map(_in_words, groups))


def _in_words(one: Group) -> str:
    said = f"{one.count} {one.weapon or 'unarmed'}"
    said += f" ({one.crew})" if one.crew != 1 and not one.mount else ""
    return " ".join((said, *(["NCO"] if one.leader else []), *([one.mount] if one.mount else [])))


def groups_from(text: str, *, mounted: bool = False) -> tuple[Group, ...]:
    """Groups as an answer writes them, empty if any of them cannot be read; only a vehicle's are mounted."""
    pieces = [piece for piece in re.split(r"[,;]|\band\b", text) if piece.strip()]
    found = tuple(one for piece in pieces if (one := _group_from(piece)) is not None)
    sound = len(found) == len(pieces) and len([one for one in found if one.leader]) < 2
    return found if sound and (mounted or not any(one.mount for one in found)) else ()


def _group_from(piece: str) -> Group | None:
    """``7 Rifle``, ``1 LMG (2)``, ``1 SMG NCO``, ``1 MMG hull``."""
    counted = _COUNTED.fullmatch(piece)
    if counted is None or not int(counted[1]):
        return None
    rest, mount = _without(_MOUNT, counted[2])
    rest, leader = _without(_LEADER, rest)
    rest, crew = _without(_CREW, rest)
    weapon = weapon_named(rest)
    if weapon is None:
        return None
    usual = 0 if weapon == "Panzerfaust" else CREWS.get(weapon, 1)
    place = "" if mount is None else mount[1].lower()
    return Group(
        weapon,
        int(counted[1]),
        0 if place else usual if crew is None else int(crew[1]),
        leader=leader is not None,
        mount="turret 1" if place == "turret" else place,
    )


def _without(pattern: re.Pattern[str], text: str) -> tuple[str, re.Match[str] | None]:
    found = pattern.search(text)
    return (text, None) if found is None else (text[: found.start()], found)


def weapon_named(name: str) -> str | None:
    """The row of the tables that a name means, "" for unarmed men, None if it is none of them."""
    low = name.strip().lower().removesuffix("s")
    if low in ("unarmed", "unarmed men"):
        return ""
    return next(
        (row for row in WEAPONS if row.lower() == low or row.lower().split(" (")[0] == low), None
    ) or ("Submachine gun (SMG)" if low == "smg" else None)


def cut(line: str) -> str:
    return line if len(line) <= bounds.LONGEST_VALUE else line[: bounds.LONGEST_VALUE - 1] + "\u2026"


def empty_unit(name: str, line: str) -> ListedUnit:
    """A unit of which nothing is known yet."""
    return {
        "name": name,
        "line": line,
        "count": 1,
        "kind": "infantry",
        "locomotion": "foot",
        "quality": "regular",
        "points": 0,
        "officer": "",
        "nco": True,
        "flags": [],
        "turrets": 0,
        "entry": 0,
        "groups": [],
        "from": {},
        "ask": [],
    }
