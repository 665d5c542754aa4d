"""Marches: all but Ponderous armies first, then those; simultaneous within a pass (Rules 5.4)."""

from __future__ import annotations

from rules.board import Board, Piece, Side
from rules.events import Event, EventKind, Reason
from rules.orders import Order, OrderKind
from rules.state import BannerId, Works

# An enum's member costs more to read than all else in these loops.
_MARCHED, _FAILED = EventKind.MARCHED, EventKind.MARCH_FAILED
_NO_WORKS = Works.NONE

_Marches = list[tuple[Piece, Order]]


def march(board: Board) -> None:
    """Carry out every march that need not fail (Rules 5.4)."""
    quick: _Marches = []
    slow: _Marches = []
    for piece, order in board.ordered(OrderKind.MARCH):
        (slow if piece.side.ponderous else quick).append((piece, order))
    for marches in (quick, slow):
        if marches:
            _one_pass(board, marches)


def _one_pass(board: Board, marches: _Marches) -> None:
    targets: dict[BannerId, int] = {}
    wanting: dict[int, list[Piece]] = {}
    origin, stride = board.grid.origin, board.grid.stride
    for piece, order in marches:
        assert order.to is not None
        x, y = order.to
        target = origin + y * stride + x
        targets[piece.id] = target
        if target in wanting:
            wanting[target].append(piece)
        else:
            wanting[target] = [piece]
    failed = _held_back(wanting) if len(wanting) < len(marches) else {}
    _blocked(board, targets, wanting, failed)
    moved, tell = board.moved, board.events.append
    for piece, order in marches:
        began, to, banner = piece.at, order.to, piece.id
        if banner in failed:
            tell(Event(_FAILED, "5.4", piece.side.id, banner, began, to, failed[banner]))
        else:
            assert to is not None
            piece.at = to
            piece.cell = targets[banner]
            moved.add(banner)
            if piece.works != _NO_WORKS:
                board.lose_works(piece, "5.4", Reason.MOVED)
            tell(Event(_MARCHED, "5.4", piece.side.id, banner, began, to))


def _held_back(wanting: dict[int, list[Piece]]) -> dict[BannerId, Reason]:
    """The banners that an enemy of equal or lower level, trying for the same sector, holds back."""
    held: dict[BannerId, Reason] = {}
    for pieces in wanting.values():
        if len(pieces) == 1:
            continue
        lowest: dict[Side, int] = {}
        for piece in pieces:
            lowest[piece.side] = min(piece.level, lowest.get(piece.side, piece.level))
        # Only the two lowest sides matter: everyone else's lowest enemy is the first of them.
        first, *others = sorted(lowest.items(), key=lambda item: item[1])
        if others:
            for piece in pieces:
                enemy = others[0][1] if piece.side is first[0] else first[1]
                if enemy <= piece.level:
                    held[piece.id] = Reason.HELD_BACK
    return held


def _blocked(
    board: Board,
    targets: dict[BannerId, int],
    wanting: dict[int, list[Piece]],
    failed: dict[BannerId, Reason],
) -> None:
    """Add to ``failed`` every march into a sector that an enemy keeps, and all that fails because of it."""
    staying: list[Piece] = [
        piece
        for piece in board.pieces.values()
        if piece.cell in wanting and not piece.retreating and (piece.id not in targets or piece.id in failed)
    ]
    # Friends alone share a sector, so the first banner that stays in one keeps out all that can be kept out.
    kept: set[int] = set()
    while staying:
        piece = staying.pop()
        if piece.cell in kept:
            continue
        kept.add(piece.cell)
        for other in wanting.get(piece.cell, ()):
            if other.side is not piece.side and other.id not in failed:
                failed[other.id] = Reason.ENEMY_THERE
                staying.append(other)
