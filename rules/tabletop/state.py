"""The state of a table: one frozen value that holds everything, secrets included (Tabletop A, B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rules.tabletop.attacks import Attack, Due, Strike, Volley
from rules.tabletop.tables import Tables
from rules.tabletop.units import Unit

T = TypeVar("T")
SETUP, PRELIMINARY, ORDERS, TURN_END, OVER = "setup", "preliminary", "orders", "turn end", "over"
NOBODY = -1
UNSAID = -2
"""In place of a side's word that it has not given."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its colour, where its dice are, its points. ``bag`` to ``out`` are numbers of dice."""

    name: str
    colour: int
    points_start: int = 20
    points: int = 20
    bag: int = 0
    pool: int = 0
    aside: int = 0
    out: int = 0
    bid: int = NOBODY
    spares: tuple[int, ...] = ()
    camp: int = 0
    seals: int = 0
    gained: int = NOBODY
    conceded: bool = False
    kept_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a side; ``played_by`` is the number of who acts for one that has left, else his own.

    ``dealt``: so many real cards that he has still to name. ``auto``: his cards play themselves, by the
    ``plan`` of what his aces stand for; ``auto_next``: from the next deal on (page 9 E).
    """

    name: str
    side: int
    played_by: int
    hand: tuple[str, ...] = ()
    ready: bool = False
    plays: tuple[str, ...] = ()
    dealt: int = 0
    placed: bool = False
    auto: bool = False
    auto_next: bool = False
    plan: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Acting:
    """Whose go it is. ``unit`` is empty until chosen; ``fixed`` if a token has chosen it.

    ``step`` is ``unit`` (choose one and its order), ``test`` (reroll the failed test or accept it), ``act``
    (carry out the order), ``snap`` (order further units), ``friendly`` (the opponent chooses the target) or
    ``panic``. ``charge`` is the unit that a Run has been declared against, ``stays`` that it does not move;
    ``sprung`` are the enemies that have turned from Ambush to fire at it; ``volleyed`` that it has declared
    all its fire at once.
    """

    side: int
    step: str = "unit"
    player: int = NOBODY
    unit: str = ""
    fixed: bool = False
    order: str = ""
    card: str = ""
    special: int = 0
    snap: int = 0
    snapped: bool = False
    ask: tuple[str, ...] = ()
    chooser: int = NOBODY
    models: int = 0
    attacked: bool = False
    charge: str = ""
    stays: bool = False
    sprung: tuple[str, ...] = ()
    volleyed: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Units that share a token number: who decides their order next, and the places taken so far."""

    units: tuple[str, ...]
    places: tuple[str, ...]
    side: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Momentum:
    """The track: ``slider`` from -2 (camp 0) to 2 (camp 1). ``reward`` is the side that may choose one."""

    on: bool = False
    slider: int = 0
    reward: int = NOBODY
    due: tuple[tuple[int, int], ...] = ()
    live: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A battle at the table. ``words`` are who has won by each side's own word, once it is over.

    ``by_hand``: the players draw and deal themselves, from a real bag, of real tokens and cards. ``held`` is
    the player who holds what goes on by itself (page 9 E).
    """

    name: str
    method: str = "dice bag"
    sides: tuple[Side, ...] = ()
    players: tuple[Player, ...] = ()
    units: tuple[Unit, ...] = ()
    tables: Tables = field(default_factory=Tables)
    mission: str = ""
    turns: int = 0
    attacker: int = NOBODY
    one_series: bool = True
    by_hand: bool = False
    sealed: bool = False
    phase: str = SETUP
    turn: int = 0
    stage: str = ""
    marker: int = NOBODY
    drawn: tuple[int, ...] = ()
    line: tuple[str, ...] = ()
    refill: bool = False
    tokens: tuple[str, ...] = ()
    number: int = 0
    rank: int = 0
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    bidders: tuple[int, ...] = ()
    chooser: int = NOBODY
    choice: Choice | None = None
    acting: tuple[Acting, ...] = ()
    attacks: tuple[Attack, ...] = ()
    volleys: tuple[Volley, ...] = ()
    due: tuple[Due, ...] = ()
    strikes: tuple[Strike, ...] = ()
    momentum: Momentum = field(default_factory=Momentum)
    winner: int = NOBODY
    words: tuple[int, ...] = ()
    ended: str = ""
    held: int = NOBODY

    @property
    def current(self) -> Acting | None:
        """Whose go it is now."""
        return self.acting[-1] if self.acting else None

    @property
    def attack(self) -> Attack | None:
        """The attack that is being resolved."""
        return self.attacks[-1] if self.attacks else None

    @property
    def apart(self) -> bool:
        """Whether the sides' words of who has won differ: then they stand side by side."""
        return len(set(self.words) - {UNSAID}) > 1

    def unit(self, key: str) -> Unit:
        """The unit with this id. KeyError if there is none."""
        for unit in self.units:
            if unit.id == key:
                return unit
        raise KeyError(key)

    def side_of(self, unit: Unit) -> int:
        """The side of a unit, by its owner."""
        return self.players[unit.player].side

    def of_side(self, side: int) -> Iterator[Unit]:
        """The living units of a side, those in reserve included, in set-up order."""
        return (unit for unit in self.units if unit.alive and self.side_of(unit) == side)

    def able(self, side: int) -> tuple[Unit, ...]:
        """The side's units that can be given an order."""
        return tuple(unit for unit in self.of_side(side) if not unit.order)

    def living_sides(self) -> tuple[int, ...]:
        """The sides that have units left and have not conceded."""
        return tuple(
            number
            for number, side in enumerate(self.sides)
            if not side.conceded and any(True for _ in self.of_side(number))
        )

    def with_unit(self, unit: Unit) -> Game:
        """The game with one unit changed."""
        return replace(self, units=tuple(unit if old.id == unit.id else old for old in self.units))

    def with_side(self, number: int, side: Side) -> Game:
        """The game with one side changed."""
        return replace(self, sides=_put(self.sides, number, side))

    def with_player(self, number: int, player: Player) -> Game:
        """The game with one player changed."""
        return replace(self, players=_put(self.players, number, player))

    def with_acting(self, acting: Acting) -> Game:
        """The game with the present go changed."""
        return replace(self, acting=(*self.acting[:-1], acting))

    def attacking(self, attack: Attack) -> Game:
        """The game with one more attack; a unit whose go it is has attacked with that."""
        now = self.current
        game = replace(self, attacks=(*self.attacks, attack))
        return game.with_acting(replace(now, attacked=True)) if now and now.unit == attack.shooter else game

    def with_attack(self, attack: Attack) -> Game:
        """The game with the present attack changed."""
        return replace(self, attacks=(*self.attacks[:-1], attack))

    def first(self, *due: Due) -> Game:
        """The game with this to be done before what is due already."""
        return replace(self, due=(*due, *self.due))


def _put(items: Iterable[T], number: int, item: T) -> tuple[T, ...]:
    return tuple(item if at == number else old for at, old in enumerate(items))
