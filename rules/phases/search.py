"""What searches find, and what shows itself to whoever occupies (Rules 8.7, 8.8)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Piece
from rules.club.effects import reveal_feature, reveal_relic
from rules.events import Reason
from rules.maps.grid import distance
from rules.orders import OrderKind
from rules.state import Feature, Relic


def search(board: Board) -> None:
    """Searching banners reveal the features and lying relics in their search range (Rules 8.7)."""
    hidden: dict[int, list[Feature | Relic]] = {}
    for feature in board.features.values():
        hidden.setdefault(board.grid.cell(feature.at), []).append(feature)
    for relic in board.relics.values():
        if relic.at is not None and not relic.sealed:
            hidden.setdefault(board.grid.cell(relic.at), []).append(relic)
    if not hidden:
        return
    for piece, _ in board.ordered(OrderKind.SEARCH):
        for step in board.grid.square(_radius(piece)):
            cell = piece.cell + step
            if cell in hidden and _can_see(board, piece, hidden[cell][0]):
                for thing in hidden[cell]:
                    _find(board, piece, thing)


def show_to_occupiers(board: Board) -> None:
    """Features that need no search are known to whoever occupies their sector (Rules 8.8)."""
    for feature in list(board.features.values()):
        if not feature.needs_search:
            holder = board.ground.holder(board.grid.cell(feature.at))
            if holder is not None:
                reveal_feature(board, feature, holder, "8.8", Reason.OCCUPIED)


def _radius(piece: Piece) -> int:
    return piece.side.recon if Trait.WOTS_A_RECON in piece.side.traits else piece.side.search


def _can_see(board: Board, piece: Piece, thing: Feature | Relic) -> bool:
    """Not into enemy battle ranges, and so not into disputes, unless with All Seeing Eye (Rules 8.7)."""
    at = thing.at
    assert at is not None
    return Trait.ALL_SEEING_EYE in piece.side.traits or not any(
        other.side is not piece.side and distance(other.at, at) <= other.side.battle
        for other in board.index().near(at)
    )


def _find(board: Board, piece: Piece, thing: Feature | Relic) -> None:
    player = piece.side.id
    if isinstance(thing, Feature):
        reveal_feature(board, board.features[thing.id], player, "8.7", Reason.SEARCHED)
    else:
        reveal_relic(board, board.relics[thing.id], player, "8.7", piece.id)
