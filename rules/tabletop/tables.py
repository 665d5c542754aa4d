"""The numbers of the rules as one flat table, which a group may change for itself (Tabletop A, C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.tabletop.refusing import RefusedError
from rules.tabletop.weapons import WEAPONS

ORDERS = ("fire", "advance", "run", "ambush", "rally", "down")
QUALITIES = ("inexperienced", "regular", "veteran")
RANKS = ("second lieutenant", "first lieutenant", "captain", "major")
TROOPS = ("infantry", "artillery")
ARMOUR = ("armoured car", "light tank", "medium tank", "heavy tank", "super-heavy tank")
KINDS = (*TROOPS, "soft-skin", *ARMOUR)
LOCOMOTIONS = ("foot", "wheeled", "half-track", "tracked")
COVERS = ("none", "soft", "hard")
ARCS = ("front", "side", "rear", "top")
TURRET_ARCS = ("front", "left", "right", "rear")
BANDS = ("point blank", "short", "long")
METHODS = (
    "dice bag",
    "three dice",
    "action points",
    "numbered tokens",
    "assigned tokens",
    "assigned tokens and points",
    "cards",
)
SMOKE_ROWS = (
    "light mortar",
    "medium mortar or light howitzer",
    "heavy mortar or medium howitzer",
    "heavy howitzer or barrage",
)
SPLITS = ("heavy", "all", "none")
"""What of a volley may have a target of its own, by the number of the table."""
LEAST, MOST = -20, 99

TERRAIN: Mapping[str, Mapping[str, str]] = {
    "open": {"infantry": "ok", "artillery": "ok", "wheeled": "ok", "tracked": "ok"},
    "rough": {"infantry": "no run", "artillery": "deploy only", "wheeled": "no", "tracked": "no run"},
    "obstacle": {"infantry": "no run", "artillery": "no", "wheeled": "no", "tracked": "unless designated"},
    "building": {"infantry": "ok", "artillery": "deploy only", "wheeled": "no", "tracked": "demolish"},
    "road": {"infantry": "ok", "artillery": "ok", "wheeled": "double", "tracked": "ok"},
}
"""What each terrain allows. Half-tracks use the tracked column, but a road doubles their move too."""

FULL_COLUMN = {1: "stunned", 2: "immobilised", 3: "on fire"}
SUPERFICIAL_COLUMN = {1: "stunned", 2: "steering", 3: "turret", 4: "engine", 5: "immobilised", 6: "on fire"}
KNOCKED_OUT = "knocked out"

_BASE: dict[str, int] = {
    "morale.inexperienced": 8,
    "morale.regular": 9,
    "morale.veteran": 10,
    "test.no NCO": -1,
    "test.pin": -1,
    "test.last crewman": -1,
    "test.enclosed armour": -3,
    "fubar.friendly fire up to": 2,
    "fubar.enemy within": 12,
    "rally.die": 6,
    "down.die": 3,
    "down.save": 5,
    "down.bonus": 2,
    "move.foot": 6,
    "move.tracked": 9,
    "move.half-track": 9,
    "move.wheeled": 12,
    "pivots.advance": 2,
    "pivots.run": 1,
    "hit.base": 3,
    "hit.point blank": 2,
    "hit.pinned": -1,
    "hit.inexperienced": -1,
    "hit.moved": -1,
    "hit.smoke": -1,
    "point blank": 6,
    "indirect.first": 6,
    "indirect.best": 2,
    "damage.inexperienced": 3,
    "damage.regular": 4,
    "damage.veteran": 5,
    "damage.gun shield": 1,
    "damage.soft-skin": 6,
    "damage.armoured car": 7,
    "damage.light tank": 8,
    "damage.medium tank": 9,
    "damage.heavy tank": 10,
    "damage.super-heavy tank": 11,
    "save.soft": 5,
    "save.hard": 4,
    "pen.side": 1,
    "pen.top": 1,
    "pen.rear": 2,
    "pen.long": -1,
    "pen.point blank": 1,
    "armour.normal from": 1,
    "armour.massive from": 3,
    "open-topped": 1,
    "jam.from": 4,
    "close.react over": 6,
    "vehicle.hit advance": 6,
    "vehicle.hit": 4,
    "air.rookie up to": 1,
    "air.rookie within": 12,
    "air.empty up to": 3,
    "air.marker": 18,
    "air.within": 6,
    "air.pins": 3,
    "barrage.miss up to": 1,
    "barrage.delay up to": 3,
    "barrage.drift": 3,
    "barrage.moves": 12,
    "barrage.within": 6,
    "barrage.pins": 3,
    "barrage.hit from": 6,
    "barrage.hit pins": 6,
    "sight.smoke": 2,
    "ampulomet.fire from": 6,
    "momentum.end": 2,
    "volley.split": 0,
}
WORDS: Mapping[str, tuple[str, ...]] = {"volley.split": SPLITS}
"""Numbers that stand for words, from 0."""
_OFFICERS = {
    "second lieutenant": (2, 2, 6),
    "first lieutenant": (2, 2, 6),
    "captain": (4, 4, 12),
    "major": (4, 4, 12),
}
# size of the template: penetration, sides of the pin die, dice and sides of the hits in a building
_HE = {1: (1, 2, 1, 3), 2: (2, 2, 1, 6), 3: (3, 3, 2, 6), 4: (4, 3, 3, 6)}


def _numbers() -> dict[str, int]:
    found = dict(_BASE)
    for rank, (bonus, orders, reach) in _OFFICERS.items():
        found |= {f"officer.{rank}.bonus": bonus, f"officer.{rank}.orders": orders}
        found[f"officer.{rank}.range"] = reach
    for size, values in _HE.items():
        names = ("penetration", "pin die", "building dice", "building die")
        found |= {f"he.{size}.{name}": value for name, value in zip(names, values, strict=True)}
    found |= {f"smoke.{row}": 0 for row in SMOKE_ROWS}
    for weapon in WEAPONS.values():
        base = f"weapon.{weapon.name}"
        found |= {f"{base}.range": weapon.range, f"{base}.shots": weapon.shots}
        found |= {f"{base}.near": weapon.near, f"{base}.far": weapon.far}
        if isinstance(weapon.penetration, int):
            found[f"{base}.penetration"] = weapon.penetration
    return found


NUMBERS: Mapping[str, int] = _numbers()
"""Every number by its path. A smoke diameter of 0 is an empty cell: the group fills it in."""


_MEASURED = (
    "fubar.enemy within",
    "point blank",
    "close.react over",
    "air.marker",
    "air.within",
    "air.rookie within",
    "sight.smoke",
)
_DICE = ("rally.die", "down.die", "air.pins", "barrage.pins", "barrage.hit pins", "momentum.end")
_COUNTS = (
    "sight",
    "move",
    "pivots",
    "barrage.drift",
    "barrage.moves",
    "barrage.within",
    "smoke",
    "weapon",
    "officer",
)


def measured(path: str) -> bool:
    """Whether people measure it on the table themselves: the pages tell it, and what they say is compared."""
    return path in _MEASURED or path.endswith((".range", ".near", ".far"))


def lowest(path: str) -> int:
    """The least that a number may be: a die has a side, what is counted or measured is not below nothing."""
    if path in _DICE or path.endswith((" die", ".shots")):
        return 1
    if measured(path) or path.startswith(_COUNTS) or path.endswith(" dice"):
        return LEAST if path.endswith((".bonus", ".penetration")) else 0
    return 0 if path in WORDS else LEAST


def highest(path: str) -> int:
    """The most that a number may be."""
    return len(WORDS[path]) - 1 if path in WORDS else MOST


@dataclass(frozen=True, slots=True)
class Tables:
    """The numbers in force at a table: the book's, but for those that the group has changed."""

    changes: tuple[tuple[str, int], ...] = ()

    def __getitem__(self, path: str) -> int:
        """The number at ``path``. KeyError if there is none."""
        for name, value in self.changes:
            if name == path:
                return value
        return NUMBERS[path]

    def changed(self, path: str, value: int) -> Tables:
        """The tables with one number changed, or put back. ``RefusedError`` names what is wrong."""
        if path not in NUMBERS:
            raise RefusedError("no such number", "path", path=path)
        low, high = lowest(path), highest(path)
        if not low <= value <= high:
            raise RefusedError("number out of range", "path", path=path, low=low, high=high, value=value)
        kept = {name: number for name, number in self.changes if name != path}
        if value != NUMBERS[path]:
            kept[path] = value
        return Tables(tuple(sorted(kept.items())))
