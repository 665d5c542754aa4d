"""The dice of a table: labelled, numbered without gaps, checkable; or typed in by the players (Tabletop)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import Dice
from rules.tabletop.refusing import RefusedError

ROLLED, TYPED, UNVERIFIED = "rolled", "typed", "unverified"


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it was shown: its number, what for, sides, value and where it came from."""

    n: int
    what: str
    sides: int
    value: int
    source: str = ROLLED
    rerolled: bool = False


class NeedDiceError(Exception):
    """The players roll themselves: ``count`` dice for ``what`` are still to be typed."""

    def __init__(self, what: str, count: int, sides: int) -> None:
        """``count`` dice are wanted beyond those typed already."""
        super().__init__(f"type in {count} dice of {sides} sides: {what}")
        self.what, self.count, self.sides = what, count, sides


class WrongDieError(RefusedError):
    """A typed die shows what it cannot show."""


def label_of(session: str, n: int, what: str) -> str:
    """The label of a die of a table."""
    return f"table/{session}/{n}/{what}"


class TableDice:
    """The dice of one action; ``shown`` are those rolled so far, ``next`` is the number of the one to come.

    ``typed`` are the values of the players' own dice in the order in which they are asked for, or None if
    the app rolls. Draws and shuffles (``draw``) are always the app's.
    """

    __slots__ = ("_dice", "_local", "_session", "_typed", "next", "shown")

    def __init__(
        self,
        seed: bytes,
        session: str,
        first: int,
        typed: Sequence[int] | None = None,
        *,
        local: bool = False,
    ) -> None:
        """``seed`` is 32 bytes; ``first`` the number of the first die; ``local`` marks dice of no network."""
        self._dice = Dice(seed)
        self._session = session
        self._typed = None if typed is None else list(typed)
        self._local = local
        self.next = first
        self.shown: list[Die] = []

    def roll(self, what: str, count: int = 1, sides: int = 6) -> tuple[Die, ...]:
        """``count`` dice. Raises ``NeedDiceError`` or ``WrongDieError`` where the players type theirs."""
        if self._typed is not None and len(self._typed) < count:
            raise NeedDiceError(what, count - len(self._typed), sides)
        return tuple(self._one(what, sides) for _ in range(count))

    def die(self, what: str, sides: int = 6) -> int:
        """The value of one die."""
        return self.roll(what, 1, sides)[0].value

    def draw(self, what: str, remaining: int) -> int:
        """Which of ``remaining`` things in their order is drawn, from 0."""
        return self._shown(what, remaining, self._rolled(what, remaining), ROLLED).value - 1

    def shuffled(self, what: str, things: Sequence[str]) -> tuple[str, ...]:
        """The things in an order drawn one by one."""
        left, drawn = list(things), []
        while left:
            drawn.append(left.pop(self.draw(what, len(left))))
        return tuple(drawn)

    @property
    def unused(self) -> int:
        """How many typed dice nobody asked for."""
        return len(self._typed or ())

    def _one(self, what: str, sides: int) -> Die:
        if self._typed is None:
            return self._shown(what, sides, self._rolled(what, sides), ROLLED)
        value = self._typed.pop(0)
        if not 1 <= value <= sides:
            raise WrongDieError("wrong die", "typed", what=what, sides=sides, value=value)
        return self._shown(what, sides, value, UNVERIFIED if self._local else TYPED)

    def _rolled(self, what: str, sides: int) -> int:
        return self._dice.die(label_of(self._session, self.next, what), sides)

    def _shown(self, what: str, sides: int, value: int, source: str) -> Die:
        die = Die(self.next, what, sides, value, source)
        self.next += 1
        self.shown.append(die)
        return die
