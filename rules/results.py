"""What players and facilitators say about battles, and what stops a turn from being finished (Rules 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.state import BannerId, PlayerId
from rules.values import value

Pair = tuple[BannerId, BannerId]
"""The two banners of a battle in string order; pairs of numbers beside it stand in the same order."""


class Method(StrEnum):
    """How a battle's result came about; a report is ``TABLETOP`` or asks for ``ABSTRACT`` (Rules 7)."""

    AUTO = "auto"
    RULING = "ruling"
    TABLETOP = "tabletop"
    ABSTRACT = "abstract"


@dataclass(frozen=True, slots=True)
class BattleReport:
    """One player's report of a battle.

    ``method`` is tabletop or abstract; ``winner`` None is a draw; ``points_lost`` stands in the order of
    ``battle`` and is None in a request for abstract resolution; ``sacrifice`` is how many levels of its own
    the player gives up (Rules 7).
    """

    battle: Pair
    by: PlayerId
    method: Method
    winner: BannerId | None = None
    points_lost: tuple[int, int] | None = None
    sacrifice: int = 0


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side that the facilitator says has forfeited a battle (Rules 7)."""

    battle: Pair
    by: PlayerId


@dataclass(frozen=True, slots=True)
class Ruling:
    """The facilitator's ruling on a battle; pairs stand in the order of ``battle`` (Rules 7)."""

    battle: Pair
    winner: BannerId | None
    points_lost: tuple[int, int]
    sacrifice: tuple[int, int] = (0, 0)


@value
class Results:
    """All that was said about a turn's battles: at most one report per battle and player, one ruling each."""

    reports: tuple[BattleReport, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    rulings: tuple[Ruling, ...] = ()


class InDispute(Exception):  # noqa: N818 (it is no error: the turn waits)
    """The turn cannot be finished before these battles are ruled on; ``pairs`` are sorted (Rules 7)."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.pairs: tuple[Pair, ...] = tuple(sorted(pairs))
        super().__init__(f"in dispute: {self.pairs}")
