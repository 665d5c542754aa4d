"""Relics: handed over, picked up, destroyed (Rules 5.9)."""

from __future__ import annotations

from rules.board import Board, Piece
from rules.events import Event, EventKind, Reason
from rules.maps.grid import distance
from rules.orders import Order, OrderKind
from rules.state import RelicId


def transfer_relics(board: Board) -> None:
    """Carry out all claims on relics, the smallest receiver id first, then destroy relics (Rules 5.9)."""
    claimed: set[RelicId] = set()
    for piece, order in board.ordered(OrderKind.TRANSFER):
        if order.relic is None:
            continue
        reason = Reason.CLAIMED if order.relic in claimed else _obstacle(board, piece, order)
        if reason is None:
            claimed.add(order.relic)
            _take(board, piece, order, order.relic)
        else:
            kind = EventKind.RELIC_NOT_PICKED_UP if order.giver is None else EventKind.RELIC_NOT_RECEIVED
            _tell(board, kind, piece, order, reason)
    for piece, order in board.ordered(OrderKind.DESTROY_RELIC):
        if order.relic is not None and order.relic in board.carried.get(piece.id, ()):
            board.carried[piece.id].remove(order.relic)
            del board.relics[order.relic]
            _tell(board, EventKind.RELIC_DESTROYED, piece, order, None)
        else:
            _tell(board, EventKind.RELIC_NOT_DESTROYED, piece, order, Reason.NOT_CARRIED)


def _obstacle(board: Board, piece: Piece, order: Order) -> Reason | None:
    """Why a claim fails, None if it does not."""
    assert order.relic is not None
    if order.giver is not None:
        giver = board.pieces.get(order.giver)
        reason = board.obstacle(piece, giver)
        if reason is None and board.relics[order.relic].carried_by != order.giver:
            reason = Reason.NOT_CARRIED
        return reason
    at = board.relics[order.relic].at
    if at is None or distance(piece.at, at) > piece.side.battle:
        return Reason.OUT_OF_RANGE
    return Reason.DISPUTED if board.ground.is_disputed(board.grid.cell(at)) else None


def _take(board: Board, piece: Piece, order: Order, relic: RelicId) -> None:
    board.hand(relic, piece.id)
    if order.giver is None:
        _tell(board, EventKind.RELIC_PICKED_UP, piece, order, None)
    else:
        _tell(board, EventKind.RELIC_RECEIVED, piece, order, None)
        board.events.append(
            Event(EventKind.RELIC_GIVEN, "5.9", piece.side.id, order.giver, other=piece.id, relic=order.relic)
        )


def _tell(board: Board, kind: EventKind, piece: Piece, order: Order, reason: Reason | None) -> None:
    board.events.append(
        Event(kind, "5.9", piece.side.id, piece.id, reason=reason, other=order.giver, relic=order.relic)
    )
