"""A lesson as data: what lies in ``campaign/lessons/*.json``, checked against these classes when it is read.

Banners and armies are called by their ids in the scenarios; sectors are ``[x, y]``, both from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from campaign.base.answers import Json

At = tuple[int, int]

Anchor = Literal[
    "banner", "sector", "order", "pad", "range", "aims", "saved", "submit", "report_line", "timeline"
]
"""What of the pages a step can point at."""

Wanted = Literal["go_on", "opened", "plan_has", "submitted", "read"]
"""What a step can wait for."""

Said = Literal["stands", "retreats", "seen", "ghost", "lost", "won", "held"]
"""What can be needed of a seat's knowledge, or be said of it in a text."""

_ANCHORED: Mapping[str, tuple[str, ...]] = {
    "banner": ("banner",),
    "sector": ("at",),
    "order": ("banner", "order"),
    "pad": ("banner",),
    "range": ("banner",),
    "report_line": ("line",),
}
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "stands": ("banner", "at"),
    "retreats": ("banner",),
    "seen": ("army", "at"),
    "ghost": ("army", "at"),
    "lost": ("banner",),
    "held": ("turns",),
}


class LessonError(ValueError):
    """A lesson that cannot be played: the message says where and why."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson: what is not described is an error."""


def _complete(part: msgspec.Struct, wanted: Mapping[str, tuple[str, ...]], kind: str, free: set[str]) -> None:
    """Raises ``LessonError`` where a part lacks what its kind names, or has what it does not."""
    needed = set(wanted.get(kind, ()))
    for name in part.__struct_fields__:
        given = getattr(part, name) is not None
        if name in needed and not given:
            raise LessonError(f"{kind} needs {name}")
        if given and name not in needed | free:
            raise LessonError(f"{kind} has no {name}")


class Target(_Part, frozen=True):
    """What a step points at; a pad's ``at`` is the cell, that of ``aims`` the sector that is fought for,
    ``line`` a part of the report.
    """

    on: Anchor
    banner: str | None = None
    at: At | None = None
    order: str | None = None
    line: Literal["battle", "seen"] | None = None

    def __post_init__(self) -> None:
        """Raises ``LessonError``."""
        _complete(self, _ANCHORED, self.on, {"on", "at"} if self.on in ("pad", "aims") else {"on"})


class Wants(_Part, frozen=True):
    """What a step waits for; ``plan_has`` is met by a stored order that is legal."""

    kind: Wanted
    banner: str | None = None
    order: str | None = None
    to: At | None = None

    def __post_init__(self) -> None:
        """Raises ``LessonError``."""
        plan = self.kind == "plan_has"
        _complete(self, {}, self.kind, {"kind", "banner", "order", "to"} if plan else {"kind"})


class Fact(_Part, frozen=True):
    """Something that the lesson's seat knows: needed for a chapter to begin, or said by a text.

    ``level``: whether a sighting shows its level; ``turn``: when a ghost was seen; ``turns``: for how many
    the first aim has been held.
    """

    fact: Said
    banner: str | None = None
    army: str | None = None
    at: At | None = None
    level: bool | None = None
    turn: int | None = None
    turns: int | None = None

    def __post_init__(self) -> None:
        """Raises ``LessonError``."""
        free = {"fact"} | {"seen": {"level"}, "ghost": {"turn"}}.get(self.fact, set())
        _complete(self, _NEEDED, self.fact, free)


class Step(_Part, frozen=True):
    """One hint. ``rule`` is a section of the rulebook; ``says`` is what its text says has come true."""

    id: str
    text: str
    anchor: Target
    wants: Wants
    rule: str
    says: tuple[Fact, ...] = ()


class Chapter(_Part, frozen=True):
    """A turn of the lesson, or what follows the last: ``scenario`` is a scenario document without plans.

    ``model`` is the plan that the steps lead to, ``enemies`` those of the others by army; ``needs`` must hold
    for the chapter to begin, else ``missed`` is said and the lesson goes on from ``scenario``.
    """

    title: str
    steps: tuple[Step, ...]
    scenario: Mapping[str, Json] | None = None
    model: Mapping[str, Json] | None = None
    enemies: Mapping[str, Mapping[str, Json]] = {}
    needs: tuple[Fact, ...] = ()
    missed: str = ""


class Lesson(_Part, frozen=True):
    """A lesson: its chapters in order; ``armies`` and ``banners`` are names by id, the player's army first.

    Hints alone, without a war of their own, have one chapter without a scenario.
    """

    title: str
    chapters: tuple[Chapter, ...]
    armies: Mapping[str, str] = {}
    banners: Mapping[str, str] = {}

    @property
    def player(self) -> str:
        """The id of the army that learns."""
        return next(iter(self.armies))

    @property
    def turns(self) -> int:
        """How many turns of a war it has."""
        return sum(chapter.scenario is not None for chapter in self.chapters)
