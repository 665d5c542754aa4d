"""What comes of settled orders: before the movement, and after the searches (Rules 14.3)."""

from __future__ import annotations

from rules.board import Board, Piece
from rules.club.effects import carry_out, change_level
from rules.club.ledger import Item
from rules.club.triggers import Deed, DeedKind

_RULE = "14.3"


def start(board: Board) -> None:
    """Change levels, and note who is to be moved in the step of the teleports."""
    for settlement in board.settlements:
        for deed in settlement.start:
            if deed.kind is DeedKind.MOVE:
                assert deed.at is not None
                board.relocated[settlement.banner] = deed.at
            else:
                _change(board, board.pieces[settlement.banner], deed)


def end(board: Board) -> None:
    """Of each settled banner that lives, do what its settlement says."""
    for settlement in board.settlements:
        for deed in settlement.end:
            piece = board.pieces.get(settlement.banner)
            if piece is None:
                break
            if deed.kind is DeedKind.LEVEL:
                _change(board, piece, deed)
            else:
                carry_out(board, deed, piece.side.id, _RULE, None)


def _change(board: Board, settled: Piece, deed: Deed) -> None:
    """Change the level of whomever is named; of one that is gone, nothing."""
    target = board.pieces.get(deed.banner) if deed.banner is not None else settled
    if target is not None:
        change_level(board, target, deed.by, _RULE, Item.SETTLEMENT, settled.id)
