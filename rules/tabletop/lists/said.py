"""The arms and men that a list names of a unit, and all else that its words say (Tabletop E)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.tabletop.lists.words.armoury import CLASSES_ABROAD, IN_FULL
from rules.tabletop.lists.words.vehicles import Vehicle


@dataclass(slots=True)
class Arm:
    """Arms that are named: the rows that they may be, how many, and whether only the unit's name says so."""

    rows: tuple[str, ...]
    about: str
    count: int | None = None
    plural: bool = False
    named: bool = False
    mount: str = ""
    crew: int = 0
    more: bool = False
    pintle: bool = False
    half: bool = False
    doubt: bool = False
    rear: bool = False

    @property
    def in_tables(self) -> bool:
        """Whether it is called as the tables call it: "medium anti-tank gun"."""
        called = self.about.replace("anti tank", "at")
        return called == self.rows[0].lower().replace("-", " ") or self.about in CLASSES_ABROAD | IN_FULL


@dataclass(slots=True)
class Men:
    """Men that are named together, with what they hold; ``behind`` how many arms that stand before them.

    ``aside``: a spotter who is counted beside those who serve. ``each``: "5x Soldier", of whom each has it.
    """

    count: int
    told: bool
    arms: list[Arm] = field(default_factory=list)
    hold: str = ""
    role: str = ""
    more: bool = False
    joined: bool = False
    beside: bool = False
    file: bool = False
    lists: bool = False
    part: bool = False
    behind: int = 0
    serves: Arm | None = None
    aside: bool = False
    each: bool = False


@dataclass(slots=True)
class Facts:
    """All that the words of a unit say.

    ``several`` are numbers behind an "x" that count nothing which is named; ``denied`` what it has not, as
    rows (none: any); ``leads_with`` the rows of the leader's arm, if it is told once; ``doubtful``: an "or",
    or something that is swapped; ``printed``: as rosters are.
    """

    name: str
    times: int
    points: int | None
    total: int | None = None
    qualities: list[str] = field(default_factory=list)
    ranks: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    classes: list[tuple[str, str]] = field(default_factory=list)
    vehicles: list[tuple[str, tuple[Vehicle, ...]]] = field(default_factory=list)
    teams: list[tuple[int, bool, str]] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    men: list[Men] = field(default_factory=list)
    arms: list[Arm] = field(default_factory=list)
    turrets: int | None = None
    entry: int = 0
    nco: bool = True
    leads_with: frozenset[str] = frozenset()
    unknown: list[str] = field(default_factory=list)
    counts: dict[str, int | None] = field(default_factory=dict)
    bare: list[int] = field(default_factory=list)
    spotters: int = 0
    moves: str = ""
    green: bool = False
    place: str = ""
    shared: int = 1
    several: list[int] = field(default_factory=list)
    denied: list[tuple[str, ...]] = field(default_factory=list)
    doubtful: bool = False
    joined: bool = False
    carries: str = ""
    name_left: bool = False
    printed: bool = False
    marks: list[tuple[str, tuple[tuple[int, int, str], ...]]] = field(default_factory=list)
    words: set[str] = field(default_factory=set)

    @property
    def told_arms(self) -> int:
        """How many arms have been told so far, but for those in its name."""
        return len([arm for arm in self.arms if not arm.named])

    @property
    def is_about_one(self) -> bool:
        """Whether its name is one man's, who may have others with him: an officer, observer or medic."""
        return bool(self.ranks) or any(size == 1 for size, _always, _hold in self.teams)
