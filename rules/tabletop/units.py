"""A unit at the table, with all that the companion keeps of it (Tabletop A)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tabletop.tables import ARMOUR, TROOPS, Tables
from rules.tabletop.weapons import WEAPONS


@dataclass(frozen=True, slots=True)
class Aim:
    """What a weapon that fires indirectly remembers of its last shot (Tabletop C).

    Its target, the turn, how often firer and target had moved by then, and what a hit die had to show.
    """

    weapon: str
    target: str
    turn: int
    own: int
    other: int
    needed: int


@dataclass(frozen=True, slots=True)
class Jam:
    """A turret, numbered from 1, that is stuck in an arc."""

    turret: int
    arc: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. ``player`` is the number of its owner; ``order`` is empty until it has one this turn."""

    id: str
    name: str
    player: int
    kind: str = "infantry"
    locomotion: str = "foot"
    quality: str = "regular"
    models: int = 1
    start: int = 1
    points: int = 0
    pins: int = 0
    nco: bool = True
    officer: str = ""
    weapons: tuple[str, ...] = ()
    anti_tank: bool = False
    gun_shield: bool = False
    open_topped: bool = False
    recce: bool = False
    towing: bool = False
    turrets: int = 0
    slow: bool = False
    fast: bool = False
    reserve: bool = False
    entry: int = 0
    steering: int = 0
    jams: tuple[Jam, ...] = ()
    halved: bool = False
    immobilised: bool = False
    wreck: bool = False
    destroyed: bool = False
    moves: int = 0
    aims: tuple[Aim, ...] = ()
    spent: tuple[str, ...] = ()
    order: str = ""
    kept: bool = False
    was_down: bool = False
    escaped: bool = False
    number: int = 0
    token: int = 0
    token_shown: bool = False
    boosts: int = 0

    @property
    def alive(self) -> bool:
        """Whether it is still in the battle, on the table or in reserve."""
        return not self.destroyed

    @property
    def in_play(self) -> bool:
        """Whether it stands on the table."""
        return self.alive and not self.reserve

    @property
    def troops(self) -> bool:
        """Whether it is infantry or artillery."""
        return self.kind in TROOPS

    @property
    def armoured(self) -> bool:
        """Whether it has armour."""
        return self.kind in ARMOUR

    @property
    def enclosed(self) -> bool:
        """Whether it is armoured and has a roof."""
        return self.armoured and not self.open_topped

    @property
    def jammed(self) -> tuple[str, ...]:
        """The arcs in which its turrets are stuck."""
        return tuple(jam.arc for jam in self.jams)

    @property
    def free_turrets(self) -> tuple[int, ...]:
        """The numbers of its turrets that turn."""
        stuck = {jam.turret for jam in self.jams}
        return tuple(number for number in range(1, self.turrets + 1) if number not in stuck)

    @property
    def crewed(self) -> bool:
        """Whether it is a crewed weapon: artillery, or a team that has nothing but team weapons."""
        team = [name in WEAPONS and "Team" in WEAPONS[name].special for name in self.weapons]
        return self.kind == "artillery" or (bool(team) and all(team) and self.kind == "infantry")

    @property
    def lost_points(self) -> int:
        """What it has cost its side: all when destroyed, else the share of its lost models, rounded down."""
        if self.destroyed:
            return self.points
        return self.points * (self.start - self.models) // self.start

    def steadiness(self, tables: Tables) -> int:
        """Its quality's value less its pins: who of two tokens may choose (Tabletop B)."""
        return tables[f"morale.{self.quality}"] - self.pins

    def morale(self, tables: Tables) -> int:
        """The morale value for a test, without an officer's bonus."""
        value = tables[f"morale.{self.quality}"] + tables["test.pin"] * self.pins
        if self.kind == "infantry" and not self.nco:
            value += tables["test.no NCO"]
        if self.crewed and self.models == 1 and self.start > 1:
            value += tables["test.last crewman"]
        return value

    def armour_value(self, tables: Tables) -> int:
        """What a damage roll must reach."""
        if not self.troops:
            return tables[f"damage.{self.kind}"]
        return tables[f"damage.{self.quality}"] + (tables["damage.gun shield"] if self.gun_shield else 0)
