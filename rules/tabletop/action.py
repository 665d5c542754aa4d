"""What a player does, how it is refused, and what is written down of it (Tabletop)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from rules.tabletop.dice import NOTHING, About, Die, TableDice
from rules.tabletop.refusing import RefusedError

__all__ = ["Action", "Event", "Pen", "RefusedError", "Value"]

Value = (
    str
    | int
    | bool
    | Sequence[str]
    | Sequence[int]
    | Mapping[str, int]
    | Mapping[str, str]
    | Sequence[Mapping[str, object]]
    | None
)


MOST_RECORDS = 120


YES = (True, "on", "true", "1", 1)
"""How it is said that something is so."""


@dataclass(frozen=True, slots=True)
class Action:
    """What ``player`` (by number) does: its kind, and its values as plain data."""

    kind: str
    player: int = 0
    values: Mapping[str, Value] = field(default_factory=dict)

    def text(self, name: str, default: str | None = None, *, of: Sequence[str] | None = None) -> str:
        """A word. Raises ``RefusedError`` if it is missing, or none ``of`` those allowed."""
        value = self.values.get(name)
        if value is None or value == "":
            value = default
        if not isinstance(value, str):
            raise RefusedError("missing", name, name=name)
        if of is not None and value not in of:
            raise RefusedError("not one of", name, name=name, allowed=tuple(of), value=value[:40])
        return value

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from ``low`` to ``high``. Raises ``RefusedError``."""
        value = self.values.get(name)
        if value is None or value == "":
            value = default
        if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 10:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise RefusedError("not a number", name, name=name, low=low, high=high)
        return value

    def flag(self, name: str) -> bool:
        """Whether something is so."""
        return self.values.get(name) in YES

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words, none of them twice. Raises ``RefusedError``."""
        value = self.values.get(name)
        if value is None or value == "":
            return ()
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, Sequence) or not all(isinstance(item, str) for item in items):
            raise RefusedError("not a list", name, name=name)
        return tuple(dict.fromkeys(str(item) for item in items))

    def pairs(self, name: str, low: int, high: int) -> dict[str, int]:
        """A number per name. Raises ``RefusedError``."""
        value = self.values.get(name) or {}
        if not isinstance(value, Mapping):
            raise RefusedError("not pairs", name, name=name)
        found = {}
        for key, item in value.items():
            told = item if isinstance(item, int | str) else None
            found[str(key)] = Action("", 0, {name: told}).number(name, low, high)
        return found

    def records(self, name: str) -> tuple[Action, ...]:
        """A list of entries, each to be read like an action's values. Raises ``RefusedError``."""
        value = self.values.get(name) or ()
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST_RECORDS:
            raise RefusedError("not records", name, name=name, most=MOST_RECORDS)
        found = []
        for one in value:
            if not isinstance(one, Mapping):
                raise RefusedError("not records", name, name=name, most=MOST_RECORDS)
            found.append(replace(self, values=cast("Mapping[str, Value]", one)))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the table's log: what happened, in plain values, with its dice and its rule.

    ``secret_to`` are the numbers of the players who alone may read it before the end; None means all.
    """

    kind: str
    values: tuple[tuple[str, str | int], ...] = ()
    dice: tuple[Die, ...] = ()
    rule: str = ""
    secret_to: tuple[int, ...] | None = None


class Pen:
    """The dice of an action, and the log that is written while it is worked out."""

    __slots__ = ("dice", "events", "revealed")

    def __init__(self, dice: TableDice) -> None:
        """Nothing is written yet."""
        self.dice = dice
        self.events: list[Event] = []
        self.revealed = False

    def tell(
        self,
        kind: str,
        *dice: Die,
        rule: str = "",
        secret_to: Sequence[int] | None = None,
        **values: str | int,
    ) -> None:
        """Write a line."""
        whose = None if secret_to is None else tuple(secret_to)
        self.events.append(Event(kind, tuple(values.items()), dice, rule, whose))

    def reveal(self) -> None:
        """A hidden thing has been shown: the action can be corrected, not undone."""
        self.revealed = True

    def roll(
        self, what: str, count: int = 1, sides: int = 6, by: int | None = None, about: About = NOTHING
    ) -> tuple[Die, ...]:
        """Dice that are told with the event that follows; ``by``: a place that their name does not tell."""
        return self.dice.roll(what, count, sides, by, about)
