"""Banners that split and banners that join (Rules 5.10, 5.11)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Piece
from rules.club.ledger import Item
from rules.events import Event, EventKind, Reason
from rules.orders import OrderKind
from rules.state import MAX_LEVEL, Banner, BannerId
from rules.tables import PLAYABLE_LEVEL, SPLIT_BONUS, split_levels

# Read from the class these take longer than being looked for.
_FLEXIBLE, _SPLIT, _SPLITTING = Trait.FLEXIBLE_COMMAND, EventKind.SPLIT, Reason.SPLIT
_SPLITS, _JOINS = OrderKind.SPLIT, OrderKind.JOIN


def split(board: Board) -> None:
    """Split banners; their level is judged now (Rules 5.10)."""
    for piece, _ in board.ordered(_SPLITS):
        level = min(piece.level, MAX_LEVEL)
        if _FLEXIBLE in piece.side.traits:
            level += SPLIT_BONUS
        if level < PLAYABLE_LEVEL:
            board.events.append(
                Event(
                    EventKind.SPLIT_FAILED,
                    "5.10",
                    piece.side.id,
                    piece.id,
                    piece.at,
                    reason=Reason.LEVEL_TOO_LOW,
                    levels=piece.level,
                )
            )
        else:
            _split_off(board, piece, level)


def join(board: Board) -> None:
    """Join the banners that stand together and name each other (Rules 5.11)."""
    joining = list(board.ordered(_JOINS))
    named = {piece.id: order.partner for piece, order in joining}
    for piece, order in joining:
        if piece.id not in board.pieces:
            continue
        other = board.pieces.get(order.partner) if order.partner is not None else None
        if other is None or named.get(other.id) != piece.id:
            _fail(board, piece, order.partner, Reason.NOT_NAMED_BACK)
        elif other.cell != piece.cell:
            _fail(board, piece, other.id, Reason.APART)
        elif other.level > piece.level:
            _join(board, other, piece)
        else:
            # Equal levels: the smaller id comes first here, and stays.
            _join(board, piece, other)


def _split_off(board: Board, piece: Piece, level: int) -> None:
    board.lose_works(piece, "5.10", _SPLITTING)
    before = piece.level
    piece.level, new_level = split_levels(level)
    new_id = f"{piece.id}.{board.turn}"
    while new_id in board.pieces:
        new_id += f".{board.turn}"
    banner = Banner(BannerId(new_id), piece.side.id, piece.at, new_level, retreating=piece.retreating)
    new = Piece(banner, piece.side, piece.cell)
    board.pieces[new.id] = new
    if board.ledger is not None:
        board.ledger.note(piece.id, "5.10", Item.SPLIT, piece.level - before, new.id)
        board.ledger.split_off(new.id)
        board.ledger.note(new.id, "5.10", Item.SPLIT, new_level, piece.id)
    board.stood[new.id] = board.began_at(piece)
    if piece.id in board.moved:
        board.moved.add(new.id)
    board.events.append(
        Event(_SPLIT, "5.10", piece.side.id, piece.id, piece.at, levels=new_level, other=new.id)
    )


def _join(board: Board, heir: Piece, gone: Piece) -> None:
    board.lose_works(heir, "5.11", Reason.JOINED)
    before = heir.level
    heir.level = max(heir.level, gone.level, min(MAX_LEVEL, heir.level + gone.level))
    if board.ledger is not None:
        board.ledger.note(heir.id, "5.11", Item.JOINED, heir.level - before, gone.id)
        board.ledger.note(gone.id, "5.11", Item.JOINED, -gone.level, heir.id)
        board.ledger.gone(gone.id)
    heir.retreating = heir.retreating or gone.retreating
    board.stood[heir.id] = board.began_at(heir) + board.began_at(gone)
    for relic in list(board.carried.get(gone.id, ())):
        board.hand(relic, heir.id)
    if board.nodes[heir.side.id] == gone.id:
        board.nodes[heir.side.id] = heir.id
    board.heirs[gone.id] = heir.id
    del board.pieces[gone.id]
    board.altered = True
    board.events.append(
        Event(EventKind.JOINED, "5.11", heir.side.id, heir.id, heir.at, levels=heir.level, other=gone.id)
    )


def _fail(board: Board, piece: Piece, other: BannerId | None, reason: Reason) -> None:
    board.events.append(
        Event(EventKind.JOIN_FAILED, "5.11", piece.side.id, piece.id, piece.at, reason=reason, other=other)
    )
