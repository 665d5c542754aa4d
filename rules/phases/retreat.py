"""Retreats: of banners that must, by order or on their own, all at once (Rules 3, 5.6)."""

from __future__ import annotations

from rules.board import Board, Piece
from rules.events import Event, EventKind, Reason
from rules.maps.grid import DIRECTIONS, distance, squared
from rules.orders import Order
from rules.outcome import Cause
from rules.state import At, BannerId, Works


def retreat(board: Board) -> None:
    """Move every banner that must retreat, or destroy it (Rules 5.6)."""
    retreating = [piece for piece in board.pieces.values() if piece.retreating]
    if not retreating:
        return
    ways = {piece.id: _way(board, piece) for piece in retreating}
    keepers = _keepers(board)
    comers: dict[At, list[Piece]] = {}
    for piece in retreating:
        to = ways[piece.id]
        if to is not None:
            comers.setdefault(to, []).append(piece)
    sharing = {at: len({piece.side.id for piece in pieces}) > 1 for at, pieces in comers.items()}
    fates: list[tuple[Piece, BannerId | None, Reason | None]] = []
    for piece in retreating:
        to = ways[piece.id]
        if to is None:
            fates.append((piece, None, Reason.NOWHERE_TO_GO))
            continue
        keeper = keepers.get(to)
        if keeper is not None and keeper.side is not piece.side:
            fates.append((piece, keeper.id, Reason.ENEMY_THERE))
        elif sharing[to]:
            fates.append((piece, None, Reason.ENEMIES_MET))
        else:
            fates.append((piece, None, None))
    for piece, by, reason in fates:
        if reason is None:
            _go(board, piece, ways[piece.id])
        else:
            _die(board, piece, ways[piece.id], by, reason)


def _way(board: Board, piece: Piece) -> At | None:
    """Where a banner retreats to: as ordered, else away from the banner that beat it; None if nowhere."""
    order = _order(board, piece)
    if order is not None:
        return order.to
    grid = board.grid
    ways = []
    for step in DIRECTIONS:
        if grid.open[piece.cell + step[1] * grid.stride + step[0]]:
            ways.append((piece.at[0] + step[0], piece.at[1] + step[1]))
    victor = board.pieces.get(piece.beaten_by) if piece.beaten_by is not None else None
    if not ways:
        return None
    if victor is None:
        return ways[0]
    begun = victor.source.at
    return max(ways, key=lambda at: (distance(at, begun), squared(at, begun)))


def _order(board: Board, piece: Piece) -> Order | None:
    return board.orders[piece.id].special if piece.id in board.orders else None


def _keepers(board: Board) -> dict[At, Piece]:
    """Of the banners that do not retreat, the one of greatest level (then smallest id) in each sector."""
    keepers: dict[At, Piece] = {}
    for piece in board.pieces.values():
        if not piece.retreating:
            old = keepers.get(piece.at)
            if old is None or piece.level > old.level:
                keepers[piece.at] = piece
    return keepers


def _go(board: Board, piece: Piece, to: At | None) -> None:
    assert to is not None
    began = piece.at
    ordered = _order(board, piece) is not None
    piece.at = to
    piece.cell = board.grid.cell(to)
    piece.works = Works.NONE
    piece.retreating = False
    piece.beaten_by = None
    board.retreated.add(piece.id)
    reason = Reason.ORDERED if ordered else Reason.ON_ITS_OWN
    board.events.append(Event(EventKind.RETREATED, "5.6", piece.side.id, piece.id, began, to, reason))


def _die(board: Board, piece: Piece, to: At | None, by: BannerId | None, reason: Reason) -> None:
    credited = board.pieces[by].side.id if by is not None else None
    board.events.append(
        Event(
            EventKind.DESTROYED_IN_RETREAT,
            "3" if reason == Reason.NOWHERE_TO_GO else "5.6",
            piece.side.id,
            piece.id,
            piece.at,
            to,
            reason,
            piece.level,
            by,
            rival=credited,
        )
    )
    if by is not None and credited is not None:
        board.events.append(
            Event(
                EventKind.DESTROYED_ENEMY_IN_RETREAT,
                "5.6",
                credited,
                by,
                to,
                levels=piece.level,
                other=piece.id,
                rival=piece.side.id,
            )
        )
    board.destroy(piece, by, Cause.RETREAT, "5.6")
