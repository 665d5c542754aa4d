"""What is asked of a unit of a list, and groups in the words of an answer (Tabletop E)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.tabletop.lists import bounds
from rules.tabletop.lists.document import ListedGroup, ListedUnit
from rules.tabletop.units import Group
from rules.tabletop.weapons import CREWS, WEAPONS

_GROUPS = re.compile(r"\s*(\d{1,2})\s*x?\s+([^,(]+?)\s*(?:\((\d{1,2})\))?\s*(?:,|$)")
SERVED = ("MMG", "HMG", "Anti-tank rifle", "PIAT", "Bazooka", "Panzerschreck")
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


def plain_question(unit: ListedUnit, name: str) -> Question:
    """What a document asks of one of its units though its line does not: its value is the likely answer."""
    if name in _PLAIN:
        value = str(unit[name]) if unit[name] else ""  # type: ignore[literal-required]
        return Question(name, _PLAIN[name], name, unit["name"], (value,) if value else ())
    groups = tuple(
        Group(one["weapon"], one["count"], one["crew"], mount=one["mount"]) for one in unit["groups"]
    )
    likely = (groups_in_words(groups),) if groups else ()
    return Question("groups", "who holds what", "groups", unit["name"], likely)


def mount_of(group: Group, known: tuple[Group, ...]) -> str:
    return next((one.mount for one in known if one.weapon == group.weapon), group.mount or "hull")


def listed(group: Group) -> ListedGroup:
    return {
        "weapon": group.weapon,
        "count": group.count,
        "crew": group.crew,
        "leader": group.leader,
        "mount": group.mount,
    }


def groups_in_words(groups: tuple[Group, ...]) -> str:
    """Groups in words that are read again: ``7 Rifle, 1 LMG (2)``."""
    return ", ".join(
        f"{one.count} {one.weapon or 'unarmed'}"
        + (f" ({one.crew})" if one.crew != 1 and not one.mount else "")
        for one in groups
    )


def groups_from(text: str) -> tuple[Group, ...]:
    """Groups as an answer writes them, empty if it cannot be read."""
    found: list[Group] = []
    for match in _GROUPS.finditer(text.replace(" and ", ", ")):
        weapon = weapon_named(match[2])
        if weapon is None or not int(match[1]):
            return ()
        usual = 0 if weapon == "Panzerfaust" else CREWS.get(weapon, 1)
        found.append(Group(weapon, int(match[1]), usual if match[3] is None else int(match[3])))
    return tuple(found)


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
