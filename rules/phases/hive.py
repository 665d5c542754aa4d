"""Hive Mentality: what the loss of the node does to its army (Rules 8.4)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.armies import Trait
from rules.board import Board, Piece, Side
from rules.club.house import Stat, always
from rules.club.ledger import Item
from rules.events import Event, EventKind, Reason
from rules.orders import Plan
from rules.state import BannerId, PlayerId

_HIVE = Trait.HIVE_MENTALITY


def name_nodes(board: Board, plans: Mapping[PlayerId, Plan]) -> None:
    """Give armies that begin the turn without a node one: the banner named, else the greatest (Rules 8.4)."""
    lacking = {
        side.id: side
        for side in board.sides.values()
        if _HIVE in side.traits and board.nodes[side.id] is None
    }
    if not lacking:
        return
    greatest: dict[PlayerId, Piece] = {}
    for piece in board.pieces.values():
        rival = greatest.get(piece.side.id)
        if piece.side.id in lacking and (rival is None or piece.level > rival.level):
            greatest[piece.side.id] = piece
    for side in lacking.values():
        plan = plans.get(side.id)
        named = board.pieces.get(plan.node) if plan is not None and plan.node is not None else None
        if named is not None and named.side is side:
            _name(board, side, named.id, Reason.NAMED)
        elif side.id in greatest:
            _name(board, side, greatest[side.id].id, Reason.GREATEST)


def check_nodes(board: Board) -> None:
    """When a node has been destroyed all banners of its army lose levels and must retreat (Rules 8.4)."""
    orphaned = {
        player: node for player, node in board.nodes.items() if node is not None and node not in board.pieces
    }
    for player, node in orphaned.items():
        board.events.append(Event(EventKind.NODE_LOST, "8.4", player, node))
        board.nodes[player] = None
    if not orphaned:
        return
    for piece in list(board.pieces.values()):
        if piece.side.id in orphaned:
            piece = board.changing(piece)
            lost = min(piece.level, _levels_lost(piece.side))
            piece.level -= lost
            if board.ledger is not None:
                board.ledger.note(piece.id, "8.4", Item.HIVE, -lost)
            piece.retreating = True
            board.events.append(
                Event(
                    EventKind.HIVE_LOSS,
                    "8.4",
                    piece.side.id,
                    piece.id,
                    piece.at,
                    reason=Reason.NODE_LOST,
                    levels=lost,
                )
            )


def _levels_lost(side: Side) -> int:
    traits = side.traits
    lost = 3 + (Trait.SUICIDE_TROOPS in traits) + (Trait.IRREPLACEABLE_TROOPS in traits)
    lost -= (Trait.TOUGH in traits) + 2 * (Trait.VERY_TOUGH in traits)
    if side.mods:
        lost += always(side.mods, Stat.ATTRITION) + always(side.mods, Stat.ATTRITION_LOST)
    return max(0, lost)


def _name(board: Board, side: Side, banner: BannerId, reason: Reason) -> None:
    board.nodes[side.id] = banner
    board.events.append(Event(EventKind.NODE_NAMED, "8.4", side.id, banner, reason=reason))
