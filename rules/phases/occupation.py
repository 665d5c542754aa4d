"""Who occupies which sector, and what is disputed (Rules 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.armies import Trait
from rules.board import Board, Piece
from rules.events import Event, EventKind, Reason
from rules.ground import DISPUTED
from rules.orders import OrderKind
from rules.outcome import Cause
from rules.state import At, PlayerId

_SWEEPING = (OrderKind.FORTIFY, OrderKind.ENTRENCH, OrderKind.SEARCH, OrderKind.RESUPPLY)


def occupy(board: Board) -> None:
    """Work out the occupation of every sector from the battle ranges (Rules 6)."""
    cover = _cover(board, board.pieces.values())
    left = [cell for cell in board.ground.disputed if cell not in cover]
    fleeting = {side.id for side in board.sides.values() if Trait.BLITZ in side.traits}
    if fleeting:
        held = board.ground.draw().items()
        left += [cell for cell, sector in held if sector.occupier in fleeting and cell not in cover]
    _settle(board, cover, cover)
    _settle(board, left, cover)


def occupy_again(board: Board) -> None:
    """Work out the occupation again where banners have fallen in battle (Rules 8.6).

    Nowhere else can it have changed: nobody has moved since, and no order begins to count.
    """
    grid = board.grid
    cells = {
        cell
        for gone in board.destroyed
        if gone.cause == Cause.BATTLE
        for cell in grid.range_of(grid.cell(gone.at), board.sides[gone.owner].battle)
    }
    if cells:
        near = {
            piece.id: piece
            for gone in board.destroyed
            if gone.cause == Cause.BATTLE
            for piece in board.index().near(gone.at)
        }
        _settle(board, sorted(cells), _cover(board, near.values()))


def tell_changes(board: Board) -> None:
    """Note what each player has gained and lost since the turn began, and who took it (Rules 6)."""
    ground = board.ground
    drawn = ground.draw()
    gained: dict[PlayerId, list[At]] = {}
    for cell in sorted(ground.former):
        before, after = ground.former[cell] or None, ground.holders[cell]
        if before == (after or None):
            continue
        if after:
            gained.setdefault(after, []).append(drawn[cell].at)
        if before is not None:
            _tell_lost(board, cell, before, after)
    for player in sorted(gained):
        sectors = tuple(gained[player])
        board.events.append(Event(EventKind.SECTORS_GAINED, "6", player, sectors=sectors))


def _tell_lost(board: Board, cell: int, before: PlayerId, after: PlayerId | None) -> None:
    at = board.grid.at(cell)
    if after:
        reason = Reason.TAKEN
        board.taken.append((cell, board.sides[before], board.sides[after]))
        board.events.append(Event(EventKind.SECTOR_TAKEN, "6", after, at=at, rival=before))
    else:
        reason = Reason.DISPUTED if after == DISPUTED else Reason.RELEASED
    event = Event(EventKind.SECTOR_LOST, "6", before, at=at, reason=reason, rival=after or None)
    board.events.append(event)


def _cover(board: Board, pieces: Iterable[Piece]) -> dict[int, PlayerId]:
    """Each cell in a battle range with the player who alone has it there, or ``DISPUTED``."""
    cover: dict[int, PlayerId] = {}
    is_open, grid = board.grid.open, board.grid
    for piece in pieces:
        player, middle = piece.side.id, piece.cell
        for step in grid.square(piece.side.battle):
            cell = middle + step
            if is_open[cell] and cover.setdefault(cell, player) != player:
                cover[cell] = DISPUTED
    return cover


def _settle(board: Board, cells: Iterable[int], cover: dict[int, PlayerId]) -> None:
    """Say who holds these cells now."""
    ground = board.ground
    holders = ground.holders
    infesting = {side.id for side in board.sides.values() if Trait.INFESTATION in side.traits}
    fleeting = {side.id for side in board.sides.values() if Trait.BLITZ in side.traits}
    swept: Collection[int] = _swept(board) if infesting else ()
    for cell in cells:
        now = cover.get(cell)
        old = holders[cell]
        if now == old:
            continue
        if now is None:
            if old == DISPUTED or old in fleeting:
                ground.set(cell, None)
        elif now == DISPUTED or cell in swept or old not in infesting or old in fleeting:
            ground.set(cell, now)


def _swept(board: Board) -> set[int]:
    """The cells in battle range of a banner whose order sweeps an infestation away (Rules 6)."""
    return {
        cell
        for kind in _SWEEPING
        for piece, _ in board.ordered(kind)
        for cell in board.grid.range_of(piece.cell, piece.side.battle)
    }
