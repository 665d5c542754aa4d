"""A unit of a list as it is written: its name, and what is said of it, part by part (Tabletop E)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

MODEL, UPGRADE, UNIT = "model", "upgrade", "unit"
_UNSEEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069"
    "\ufe0e\ufe0f\ufeff\ufff9-\ufffb]"
)

_STRANGE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff]"
)


def seen(text: str) -> str:
    """A line of a list, or a name in a file, without what nobody sees in it.

    Other programs and web pages leave control characters in a text, letters without a shape, and marks that
    turn the direction of reading, which make one name look like another.
    """
    return _UNSEEN.sub("", text)


def is_line(text: str) -> bool:
    """Whether a text that a program sends is one line, all of which is seen."""
    return _STRANGE.search(text) is None


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
    ``titled``: its name stands in a column of its own; ``custom`` is what its owner calls it, which says
    nothing of it. ``expected``: fields that the other units of its list tell.
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
    titled: bool = False
    likely: tuple[int, ...] = ()
    expected: frozenset[str] = frozenset()
    options: int = 0
    """What its options cost that are told below it, which ``points`` may hold or not."""
    marked: int = 0
    """Of these what stands behind a bullet or a plus."""

    @property
    def size(self) -> int:
        """How many parts it has."""
        return sum(1 + one.size for one in self.parts)

    def with_points(self, points: int | None, likely: tuple[int, ...] = ()) -> Raw:
        """The same for other points."""
        return replace(self, points=points, likely=likely)
