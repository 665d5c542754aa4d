"""The dice of a table: labelled, numbered without gaps, checkable; or typed in by the players (Tabletop)."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from rules.dice import Dice
from rules.tabletop.refusing import RefusedError

ROLLED, TYPED, UNVERIFIED = "rolled", "typed", "unverified"
ANYBODY = NONE = -1
"""The place of a die that is nobody's in particular; the number of no die."""
OLDER = {"second six": "hit again"}
"""Rolls by the name that they had before: of an action that waited for them then, some may lie by it."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it was shown: its number, what for, sides, value, where it came from and who rolled it."""

    n: int
    what: str
    sides: int
    value: int
    source: str = ROLLED
    rerolled: bool = False
    by: int = ANYBODY


@dataclass(frozen=True, slots=True)
class About:
    """What a roll is about, for whoever rolls it himself: so many ``weapons`` of a kind, the ``unit`` that is
    struck or tested, what each die needs, and what all may show together at ``most``; ``among`` which sides
    one is drawn (a one is the first of them). What is not said is empty.
    """

    unit: str = ""
    weapon: str = ""
    weapons: int = 0
    needed: int = 0
    most: int = 0
    among: tuple[int, ...] = ()


NOTHING = About()


class NeedDiceError(Exception):
    """A player rolls himself: ``count`` dice for ``what`` are still to be typed by ``place``."""

    def __init__(
        self, what: str, count: int, sides: int, place: int = ANYBODY, about: About = NOTHING
    ) -> None:
        """``count`` dice are wanted beyond those that lie already."""
        super().__init__(f"type in {count} dice of {sides} sides: {what}")
        self.what, self.count, self.sides, self.place, self.about = what, count, sides, place, about


class WrongDieError(RefusedError):
    """A typed die shows what it cannot show."""


def label_of(session: str, n: int, what: str) -> str:
    """The label of a die of a table."""
    return f"table/{session}/{n}/{what}"


class Everybody:
    """Holds every place."""

    def __contains__(self, place: object) -> bool:
        return True


class TableDice:
    """The dice of one action; ``shown`` are those that lie so far, ``next`` is the number of the one to come.

    Whose dice are rolled says ``whose`` (a place by the name of the roll, ``rules.tabletop.rollers``): those
    of a place in ``own`` are wanted of it, all others fall by the app. ``lying`` are dice of this very action
    that are final already; ``typed`` are what came with the action, for rolls of places in ``mine``.
    Without ``own`` every die is wanted as soon as any are typed. Draws and shuffles (``draw``) are the app's,
    but for those that are told whose they are.
    """

    __slots__ = (
        "_about",
        "_dice",
        "_last_typed",
        "_lying",
        "_mine",
        "_own",
        "_session",
        "_typed",
        "local",
        "next",
        "shown",
        "whose",
    )

    def __init__(
        self,
        seed: bytes,
        session: str,
        first: int,
        typed: Sequence[int] | None = None,
        *,
        own: Container[int] | None = None,
        mine: Container[int] | None = None,
        lying: Sequence[Die] = (),
    ) -> None:
        """``seed`` is 32 bytes; ``first`` the number of the first die."""
        self._dice = Dice(seed)
        self._session = session
        self._typed = list(typed or ())
        self.local = False
        """Whether the dice were typed where there was no network."""
        everybody = Everybody()
        self._own: Container[int] = (() if typed is None else everybody) if own is None else own
        self._mine: Container[int] = everybody if mine is None else mine
        self._lying = list(lying)
        self._last_typed = NONE
        self._about = NOTHING
        self.next = first
        self.shown: list[Die] = []
        self.whose: Callable[[str], int | None] = lambda what: None

    def roll(
        self, what: str, count: int = 1, sides: int = 6, by: int | None = None, about: About = NOTHING
    ) -> tuple[Die, ...]:
        """``count`` dice of place ``by``, else of whose they are by their name.

        Raises ``NeedDiceError`` or ``RefusedError`` where the players type theirs.
        """
        place = self.whose(what) if by is None else by
        owner = ANYBODY if place is None else place
        self._about = about
        dice: list[Die] = []
        while len(dice) < count:
            begun = bool(dice) and dice[-1].n == self._last_typed
            dice.append(self._one(what, sides, owner, count - len(dice), begun=begun))
        return tuple(dice)

    def die(self, what: str, sides: int = 6) -> int:
        """The value of one die."""
        return self.roll(what, 1, sides)[0].value

    def draw(self, what: str, remaining: int, by: int | None = None, about: About = NOTHING) -> int:
        """Which of ``remaining`` things in their order is drawn, from 0; ``by`` a place, else by the app."""
        if by is not None:
            return self.roll(what, 1, remaining, by, about)[0].value - 1
        if self._lying:
            return self._again(what, remaining, ANYBODY).value - 1
        return self._shown(what, remaining, ANYBODY, self._rolled(what, remaining), ROLLED).value - 1

    def shuffled(self, what: str, things: Sequence[str]) -> tuple[str, ...]:
        """The things in an order drawn one by one."""
        left, drawn = list(things), []
        while left:
            drawn.append(left.pop(self.draw(what, len(left))))
        return tuple(drawn)

    @property
    def unused(self) -> int:
        """How many typed dice nobody asked for."""
        return len(self._typed)

    def _one(self, what: str, sides: int, place: int, left: int, *, begun: bool) -> Die:
        if self._lying:
            return self._again(what, sides, place)
        if self._typed:
            return self._typed_in(what, sides, place)
        if begun or place in self._own:
            # Whoever has begun a roll with dice of his own brings it to its end.
            raise NeedDiceError(what, left, sides, place, self._about)
        return self._shown(what, sides, place, self._rolled(what, sides), ROLLED)

    def _again(self, what: str, sides: int, place: int) -> Die:
        """A die of this action that lies already. ValueError if it is not the one that is asked for."""
        die = self._lying.pop(0)
        known = die.what in (what, OLDER.get(what))
        if (die.n, die.sides) != (self.next, sides) or not known:
            raise ValueError(f"die {die.n} lies for {die.what}, not for {what}")
        return self._shown(die.what, sides, place, die.value, die.source)

    def _typed_in(self, what: str, sides: int, place: int) -> Die:
        # Before a die of anybody else falls: what is refused here tells nothing of it.
        if place not in self._mine:
            raise RefusedError("not your dice", "typed", count=len(self._typed), what=what)
        value, self._last_typed = self._typed.pop(0), self.next
        if not 1 <= value <= sides:
            raise WrongDieError("wrong die", "typed", what=what, sides=sides, value=value)
        return self._shown(what, sides, place, value, UNVERIFIED if self.local else TYPED)

    def _rolled(self, what: str, sides: int) -> int:
        return self._dice.die(label_of(self._session, self.next, what), sides)

    def _shown(self, what: str, sides: int, place: int, value: int, source: str) -> Die:
        die = Die(self.next, what, sides, value, source, by=place)
        self.next += 1
        self.shown.append(die)
        return die
