"""A unit at the table, with all that the companion keeps of it (Tabletop A)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tabletop.tables import ARMOUR, TROOPS, Tables
from rules.tabletop.weapons import is_small, is_team


@dataclass(frozen=True, slots=True)
class Aim:
    """What a weapon that fires indirectly remembers of its last shot (Tabletop C).

    Its target, the turn, how often firer and target had moved by then, and what a hit die had to show.
    ``group`` is whose weapon it is, -1 if it was fired by itself.
    """

    weapon: str
    target: str
    turn: int
    own: int
    other: int
    needed: int
    group: int = -1


@dataclass(frozen=True, slots=True)
class Jam:
    """A turret, numbered from 1, that is stuck in an arc."""

    turret: int
    arc: str


@dataclass(frozen=True, slots=True)
class Group:
    """``count`` weapons of a kind in a unit, ``crew`` men each; ``weapon`` is empty for men without one.

    ``crew`` is 0 for what is carried beside another weapon, or stands on a vehicle (``mount``: ``turret 1``,
    ``hull``). ``lost`` are its men that have fallen, ``spent`` its one-shot weapons that have been fired;
    ``leader`` marks the NCO's group.
    """

    weapon: str
    count: int
    crew: int = 1
    lost: int = 0
    leader: bool = False
    mount: str = ""
    spent: int = 0

    @property
    def strength(self) -> int:
        """Its men at the start."""
        return self.count * self.crew

    @property
    def men(self) -> int:
        """Its men that are left."""
        return self.strength - self.lost

    @property
    def carried(self) -> bool:
        """Whether its weapons are carried by men who hold another."""
        return not self.crew and not self.mount

    @property
    def small(self) -> bool:
        """Whether its men hold small arms, each his own, or none."""
        return self.crew == 1 and (not self.weapon or (is_small(self.weapon) and not is_team(self.weapon)))

    @property
    def loaders(self) -> int:
        """The men of a crew that are left beyond one for each weapon."""
        return max(0, self.men - self.count) if self.crew > 1 else 0

    def able(self, men: int) -> int:
        """How many of its weapons can fire in a unit of so many men."""
        if not self.weapon:
            return 0
        left = max(0, self.count - self.spent)
        if self.mount:
            return left
        return min(left, men if self.carried else self.men)


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. ``player`` is the number of its owner; ``order`` is empty until it has one this turn.

    ``check`` says that its groups were assumed from a list without any; ``fell`` are its latest losses by
    group, which its owner may move until the next order; ``cover`` is what it was last shot at in.
    """

    id: str
    name: str
    player: int
    kind: str = "infantry"
    locomotion: str = "foot"
    quality: str = "regular"
    points: int = 0
    pins: int = 0
    nco: bool = True
    officer: str = ""
    groups: tuple[Group, ...] = (Group("Rifle", 1),)
    check: bool = False
    fell: tuple[int, ...] = ()
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
    order: str = ""
    kept: bool = False
    was_down: bool = False
    escaped: bool = False
    number: int = 0
    token: int = 0
    token_shown: bool = False
    boosts: int = 0
    cover: str = "none"

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
    def may_escape(self) -> bool:
        """Whether it can make the recce escape: vehicles once a turn, not when towing (Tabletop A)."""
        free = not (self.towing or self.immobilised or self.escaped)
        return self.recce and not self.troops and free

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
    def models(self) -> int:
        """Its models that are left: its men, or the vehicle itself."""
        if not self.troops:
            return 0 if self.destroyed else 1
        return sum(group.men for group in self.groups)

    @property
    def start(self) -> int:
        """Its models when the battle began."""
        return sum(group.strength for group in self.groups) if self.troops else 1

    @property
    def weapons(self) -> tuple[str, ...]:
        """The kinds of its weapons."""
        return tuple(dict.fromkeys(group.weapon for group in self.groups if group.weapon))

    @property
    def spent(self) -> tuple[str, ...]:
        """The kinds of one-shot weapons of which it has fired all."""
        left = {group.weapon for group in self.groups if group.spent < group.count}
        return tuple(name for name in self.weapons if name not in left)

    @property
    def crewed(self) -> bool:
        """Whether it is a crewed weapon: artillery, or a team that has nothing but team weapons."""
        team = [is_team(name) for name in self.weapons]
        return self.kind == "artillery" or (bool(team) and all(team) and self.kind == "infantry")

    @property
    def rank(self) -> str:
        """Its officer's rank while he lives: losses may have been moved onto him (page 9 B)."""
        leaders = [group for group in self.groups if group.leader]
        return self.officer if not leaders or any(group.men for group in leaders) else ""

    @property
    def lost_points(self) -> int:
        """What it has cost its side: all when destroyed, else the share of its lost models, rounded down."""
        if self.destroyed:
            return self.points
        return self.points * (self.start - self.models) // max(1, self.start)

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
