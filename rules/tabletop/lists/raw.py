"""A unit of a list as it is written: its name, and what is said of it, part by part (Tabletop E)."""

from __future__ import annotations

from dataclasses import dataclass, replace

MODEL, UPGRADE, UNIT = "model", "upgrade", "unit"


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is said of a unit: men, a weapon, an option; ``kind`` where a file tells it."""

    text: str
    count: int | None = None
    kind: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def size(self) -> int:
        """How many parts stand below it."""
        return sum(1 + one.size for one in self.parts)


@dataclass(frozen=True, slots=True)
class Raw:
    """A unit as its line, or its entry in a file, has it.

    ``points`` is what is read in figures for one such unit, None if nothing is, -1 if it has to be asked.
    ``likely``: what they may be then. ``structured``: its parts stand apart from its name, as in files;
    ``custom`` is what its owner calls it, which says nothing of it.
    """

    name: str
    line: str
    number: int = 0
    times: int = 1
    points: int | None = None
    men: int | None = None
    parts: tuple[Part, ...] = ()
    kind: str = ""
    structured: bool = False
    custom: str = ""
    likely: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many parts it has."""
        return sum(1 + one.size for one in self.parts)

    def with_points(self, points: int | None, likely: tuple[int, ...] = ()) -> Raw:
        """The same for other points."""
        return replace(self, points=points, likely=likely)
