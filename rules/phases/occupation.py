"""Who occupies which sector, and what is disputed (Rules 6)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Side
from rules.events import Event, EventKind, Reason
from rules.orders import OrderKind
from rules.state import At, PlayerId, Sector

_SWEEPING = (OrderKind.FORTIFY, OrderKind.ENTRENCH, OrderKind.SEARCH, OrderKind.RESUPPLY)


def occupy(board: Board) -> None:
    """Work out the occupation of every sector from the battle ranges (Rules 6)."""
    board.cover = cover = _cover(board)
    ground = board.ground
    _release(board)
    infesting = {side.id for side in board.sides.values() if Trait.INFESTATION in side.traits}
    swept = _swept(board) if infesting else set()
    for cell in [cell for cell, sector in ground.items() if sector.disputed and cell not in cover]:
        _set(board, cell, None, False)
    for cell, side in cover.items():
        sector = ground.get(cell)
        if side is None:
            if sector is None or not sector.disputed:
                _set(board, cell, None, True)
            continue
        holder = sector.occupier if sector is not None else None
        if holder is None or (holder != side.id and (cell in swept or holder not in infesting)):
            _set(board, cell, side.id, False)


def tell_changes(board: Board) -> None:
    """Note what each player has gained and lost since the turn began, and who took it (Rules 6)."""
    gained: dict[PlayerId, list[At]] = {}
    for cell in sorted(board.former):
        before = board.former[cell]
        sector = board.ground.get(cell)
        after = sector.occupier if sector is not None else None
        if before == after:
            continue
        at = board.grid.at(cell)
        if after is not None:
            gained.setdefault(after, []).append(at)
        if before is not None:
            _tell_lost(board, at, before, after, sector)
        if before is not None and after is not None:
            board.taken.append((cell, board.sides[before], board.sides[after]))
    for player in sorted(gained):
        sectors = tuple(gained[player])
        board.events.append(Event(EventKind.SECTORS_GAINED, "6", player, sectors=sectors))


def _tell_lost(board: Board, at: At, before: PlayerId, after: PlayerId | None, sector: Sector | None) -> None:
    if after is not None:
        reason = Reason.TAKEN
        board.events.append(Event(EventKind.SECTOR_TAKEN, "6", after, at=at, rival=before))
    else:
        reason = Reason.DISPUTED if sector is not None else Reason.RELEASED
    board.events.append(Event(EventKind.SECTOR_LOST, "6", before, at=at, reason=reason, rival=after))


def _cover(board: Board) -> dict[int, Side | None]:
    cover: dict[int, Side | None] = {}
    is_open = board.grid.open
    for piece in board.pieces.values():
        side, middle = piece.side, piece.cell
        for step in board.grid.square(side.battle):
            cell = middle + step
            if is_open[cell] and cover.setdefault(cell, side) is not side:
                cover[cell] = None
    return cover


def _release(board: Board) -> None:
    """Blitz armies let go of what is outside their battle ranges (Rules 6)."""
    fleeting = {side.id: side for side in board.sides.values() if Trait.BLITZ in side.traits}
    if not fleeting:
        return
    for cell, sector in list(board.ground.items()):
        side = fleeting.get(sector.occupier) if sector.occupier is not None else None
        if side is not None and board.cover.get(cell, board) is not side:
            # A cell in its range and another's is about to be disputed anyway.
            _set(board, cell, None, False)


def _swept(board: Board) -> set[int]:
    """The cells in battle range of a banner whose order sweeps an infestation away (Rules 6)."""
    return {
        cell
        for kind in _SWEEPING
        for piece, _ in board.ordered(kind)
        for cell in board.grid.range_of(piece.cell, piece.side.battle)
    }


def _set(board: Board, cell: int, occupier: PlayerId | None, disputed: bool) -> None:
    board.shifted = True
    old = board.ground.get(cell)
    board.former.setdefault(cell, old.occupier if old is not None else None)
    if occupier is None and not disputed:
        del board.ground[cell]
    else:
        at = old.at if old is not None else board.grid.at(cell)
        board.ground[cell] = Sector(at, occupier, disputed)
