"""Levels on the map: resupply, and transfers between friends (Rules 5.7, 5.8)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Piece
from rules.club.ledger import Item
from rules.events import Event, EventKind, Reason
from rules.orders import Order, OrderKind
from rules.state import MAX_LEVEL, Effect, Feature
from rules.tables import RESUPPLY, SUPPLIED

_RESUPPLIED = EventKind.RESUPPLIED

_STORE = SUPPLIED - RESUPPLY
"""What a known store adds to a resupply."""


def resupply(board: Board) -> None:
    """Raise resupplying banners by one level, or two beside a known supply (Rules 5.7)."""
    supplies: dict[int, list[Feature]] = {}
    for feature in board.features.values():
        if feature.effect == Effect.SUPPLY:
            supplies.setdefault(board.grid.cell(feature.at), []).append(feature)
    for piece, _ in board.ordered(OrderKind.RESUPPLY):
        source = _source(board, piece, supplies) if supplies else None
        before, side = piece.level, piece.side
        gained = side.resupply
        level = before + gained + (0 if source is None else _STORE)
        if level > MAX_LEVEL and not side.massive:
            level = MAX_LEVEL
        piece.level = level
        if board.ledger is not None:
            stored = 0 if source is None else _STORE
            board.ledger.note(piece.id, "5.7", Item.RESUPPLY, gained)
            board.ledger.note(piece.id, "5.7", Item.SUPPLY, stored)
            board.ledger.note(piece.id, "5.7", Item.BOUND, level - before - gained - stored)
        found = source.id if source is not None else None
        board.events.append(
            Event(_RESUPPLIED, "5.7", side.id, piece.id, piece.at, levels=level - before, feature=found)
        )


def transfer_levels(board: Board) -> None:
    """Move levels from givers to receivers, in the order of the receivers' ids (Rules 5.8)."""
    for piece, order in board.ordered(OrderKind.TRANSFER):
        if order.giver is not None and order.levels > 0:
            giver = board.pieces.get(order.giver)
            reason = board.obstacle(piece, giver)
            if giver is None or reason is not None:
                _nothing(board, piece, order, reason)
            else:
                _move_levels(board, piece, giver, order)


def _source(board: Board, piece: Piece, supplies: dict[int, list[Feature]]) -> Feature | None:
    """A supply in the banner's battle range that its player knows and whose sector it occupies."""
    for cell in board.grid.range_of(piece.cell, piece.side.battle):
        for feature in supplies.get(cell, ()):
            if board.ground.holder(cell) == piece.side.id and piece.side.id in feature.known_to:
                return feature
    return None


def _move_levels(board: Board, piece: Piece, giver: Piece, order: Order) -> None:
    toll = 1 if Trait.TRIBAL_ANIMOSITY in piece.side.traits else 0
    room = MAX_LEVEL - piece.level
    arriving = min(order.levels, giver.level - toll, room)
    if arriving <= 0:
        _nothing(board, piece, order, Reason.RECEIVER_FULL if room <= 0 else Reason.GIVER_EMPTY)
        return
    giver.level -= arriving + toll
    piece.level += arriving
    if board.ledger is not None:
        board.ledger.note(piece.id, "5.8", Item.RECEIVED, arriving, giver.id)
        board.ledger.note(giver.id, "5.8", Item.SENT, -arriving, piece.id)
        board.ledger.note(giver.id, "5.8", Item.TRIBAL_ANIMOSITY, -toll, piece.id)
    side = piece.side.id
    board.events.append(
        Event(EventKind.LEVELS_RECEIVED, "5.8", side, piece.id, levels=arriving, other=giver.id)
    )
    board.events.append(Event(EventKind.LEVELS_GIVEN, "5.8", side, giver.id, levels=arriving, other=piece.id))
    if toll:
        board.events.append(Event(EventKind.TRIBAL_LOSS, "5.8", side, giver.id, levels=toll))


def _nothing(board: Board, piece: Piece, order: Order, reason: Reason | None) -> None:
    board.events.append(
        Event(
            EventKind.LEVELS_NOT_RECEIVED,
            "5.8",
            piece.side.id,
            piece.id,
            reason=reason,
            levels=order.levels,
            other=order.giver,
        )
    )
