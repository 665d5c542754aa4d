"""Vehicles by name: class, how they move, roof, turrets and arms (Tabletop A, C, E)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.tabletop.lists.words.tokens import key_of
from rules.tabletop.lists.words.vehicles_allied import ALLIED
from rules.tabletop.lists.words.vehicles_axis import AXIS

_CLASSES = {
    "S": "soft-skin",
    "A": "armoured car",
    "L": "light tank",
    "M": "medium tank",
    "H": "heavy tank",
    "X": "super-heavy tank",
}
_MOVES = {"w": "wheeled", "h": "half-track", "t": "tracked"}
_FLAGS = {"o": "open_topped", "r": "recce", "s": "slow", "f": "fast"}
_ARMS = {
    "LAT": "Light AT gun",
    "MAT": "Medium AT gun",
    "HAT": "Heavy AT gun",
    "SAT": "Super-heavy AT gun",
    "LAC": "Light auto cannon",
    "HAC": "Heavy auto cannon",
    "LH": "Light howitzer",
    "MH": "Medium howitzer",
    "HH": "Heavy howitzer",
    "FL": "Flamethrower (vehicle)",
    "LMG": "LMG",
    "MMG": "MMG",
    "HMG": "HMG",
    "MM": "Medium mortar",
    "ATR": "Anti-tank rifle",
}
TURRET, HULL = "turret 1", "hull"
Mounted = tuple[str, int, str]
"""A weapon of the tables, how many, and where it is mounted."""


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle of the lists. ``kinds`` and ``sets`` of arms are several where the name does not tell."""

    name: str
    kinds: tuple[str, ...]
    locomotion: str
    flags: tuple[str, ...]
    sets: tuple[tuple[Mounted, ...], ...]

    @property
    def turrets(self) -> int:
        """How many turrets it has."""
        return int(any(mount == TURRET for arms in self.sets for _name, _count, mount in arms))


def _mounted(text: str) -> tuple[tuple[Mounted, ...], ...]:
    sets: list[tuple[Mounted, ...]] = [()]
    for item in text.split():
        mount, _colon, rest = item.partition(":")
        names, _star, times = rest.partition("*")
        count = int(times or 1)
        sets = [
            (*arms, (_ARMS[name], count, TURRET if mount == "t" else HULL))
            for arms in sets
            for name in names.split("/")
        ]
    return tuple(_merged(arms) for arms in sets)


def _merged(arms: tuple[Mounted, ...]) -> tuple[Mounted, ...]:
    found: dict[tuple[str, str], int] = {}
    for name, count, mount in arms:
        found[name, mount] = found.get((name, mount), 0) + count
    return tuple((name, count, mount) for (name, mount), count in found.items())


def _vehicles() -> dict[tuple[str, ...], tuple[Vehicle, ...]]:
    found: dict[tuple[str, ...], tuple[Vehicle, ...]] = {}
    for row in filter(None, re.sub(r"\n +", " ", AXIS + ALLIED).splitlines()):
        names, kinds, moves, flags, arms = (cell.strip() for cell in row.split("|"))
        name, _semicolon, aliases = names.partition(";")
        vehicle = Vehicle(
            name,
            tuple(_CLASSES[letter] for letter in kinds.split("/")),
            _MOVES[moves],
            tuple(_FLAGS[letter] for letter in flags),
            _mounted(arms),
        )
        for alias in aliases.split(","):
            key = key_of(alias)
            if vehicle not in found.get(key, ()):
                found[key] = (*found.get(key, ()), vehicle)
    return found


VEHICLES = _vehicles()
"""Every vehicle that a name may mean, by its words."""
