"""What a phone shows of the table's pace: what happens next by itself, who holds, what can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battles.models import Table
from battles.table.pace.going_on import Coming, coming
from battles.table.pace.taking_back import can_take_back, left
from rules.tabletop.state import NOBODY, ORDERS, TURN_END, Game


@dataclass(frozen=True, slots=True)
class Pace:
    """``coming`` happens by itself, ``holder`` holds it; ``back`` is who may take his act back."""

    coming: Coming | None
    holder: str
    holds: bool
    back: int | None
    back_for: float


def pace_of(table: Table, game: Game, numbers: Sequence[int], *, shown: bool) -> Pace | None:
    """The pace for a phone with these places; nothing for one that watches, or that shows one's secrets.

    While a battle is set up there is only what can be taken back.
    """
    if not numbers or shown or game.phase == "over" or table.waits is not None:
        return None
    row = can_take_back(table, numbers)
    return Pace(
        coming=coming(table, game),
        holder="" if game.held == NOBODY else game.players[game.held].name,
        holds=game.phase in (ORDERS, TURN_END) and game.held == NOBODY,
        back=row.player if row else None,
        back_for=left(row) if row else 0.0,
    )
