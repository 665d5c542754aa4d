"""Digging in and moving out: unfortify, entrench, fortify (Rules 5.1, 5.2, 5.5)."""

from __future__ import annotations

from rules.board import Board
from rules.events import Event, EventKind
from rules.orders import OrderKind
from rules.state import Works

# Read from the class these take longer than being looked for.
_UNFORTIFY = OrderKind.UNFORTIFY, Works.NONE, EventKind.UNFORTIFIED
_ENTRENCH = OrderKind.ENTRENCH, Works.ENTRENCHED, EventKind.ENTRENCHED
_FORTIFY = OrderKind.FORTIFY, Works.FORTIFIED, EventKind.FORTIFIED


def unfortify(board: Board) -> None:
    """Banners leave their works (Rules 5.1)."""
    _set_works(board, *_UNFORTIFY, "5.1")


def entrench(board: Board) -> None:
    """Banners entrench (Rules 5.2)."""
    _set_works(board, *_ENTRENCH, "5.2")


def fortify(board: Board) -> None:
    """Banners fortify; Steadfast armies may have marched before (Rules 5.5)."""
    _set_works(board, *_FORTIFY, "5.5")


def _set_works(board: Board, order: OrderKind, works: Works, kind: EventKind, rule: str) -> None:
    for piece, _ in board.ordered(order):
        piece.works = works
        board.events.append(Event(kind, rule, piece.side.id, piece.id, piece.at))
