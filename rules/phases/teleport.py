"""Teleports: a drift by dice, and all of them at once (Rules 5.3)."""

from __future__ import annotations

from rules.board import Board, Piece
from rules.dice import direction_label, distance_label
from rules.events import Event, EventKind, Purpose, Reason, Roll
from rules.maps.grid import DIRECTIONS
from rules.orders import Order, OrderKind
from rules.state import At


def teleport(board: Board) -> None:
    """Land every banner with a teleport order, or let it stay (Rules 5.3)."""
    jumps = list(board.ordered(OrderKind.TELEPORT))
    if board.relocated:
        moved = [
            (board.pieces[banner], Order(OrderKind.TELEPORT, to)) for banner, to in board.relocated.items()
        ]
        jumps = sorted([*jumps, *moved], key=lambda jump: jump[0].id)
    if not jumps:
        return
    # No two enemies share a sector now, so one side stands in each cell.
    holders = {piece.cell: piece.side for piece in board.pieces.values()}
    landings: dict[int, list[Piece]] = {}
    rolls: dict[str, tuple[Roll, ...]] = {}
    for piece, order in jumps:
        assert order.to is not None
        if piece.id in board.relocated:
            # Its path is the one sector that was settled on (Rules 14.3).
            rolls[piece.id], path = (), [board.grid.cell(order.to)]
        else:
            rolls[piece.id], path = _drift(board, piece, order.to)
        free = [cell for cell in path if holders.get(cell, piece.side) is piece.side]
        if free:
            landings.setdefault(free[-1], []).append(piece)
    landed = {piece.id: cell for cell, pieces in landings.items() for piece in _unopposed(pieces)}
    wanted = {piece.id for pieces in landings.values() for piece in pieces}
    for piece, order in jumps:
        if piece.id in landed:
            _land(board, piece, landed[piece.id], order.to, rolls[piece.id])
        else:
            reason = Reason.ENEMY_LANDED if piece.id in wanted else Reason.NO_FREE_SECTOR
            board.events.append(
                Event(
                    EventKind.TELEPORT_STAYED,
                    "5.3",
                    piece.side.id,
                    piece.id,
                    piece.at,
                    order.to,
                    reason,
                    dice=rolls[piece.id],
                )
            )


def _drift(board: Board, piece: Piece, to: At) -> tuple[tuple[Roll, ...], list[int]]:
    """The dice of a teleport and the path that they make."""
    direction = board.dice.die(direction_label(board.turn, piece.id), 8)
    steps = board.dice.die(distance_label(board.turn, piece.id), 6)
    rolls = ((Purpose.DIRECTION, direction), (Purpose.DISTANCE, steps))
    return rolls, _path(board, to, DIRECTIONS[direction - 1], steps)


def _path(board: Board, to: At, step: At, steps: int) -> list[int]:
    """The chosen sector and those the drift passes, stopping before rock and edge."""
    grid = board.grid
    cell = grid.cell(to)
    path = [cell]
    by = step[1] * grid.stride + step[0]
    for _ in range(steps):
        cell += by
        if not grid.open[cell]:
            break
        path.append(cell)
    return path


def _unopposed(pieces: list[Piece]) -> list[Piece]:
    """Of those that would land in one sector, the ones no enemy of equal or lower level keeps away."""
    if len({piece.side.id for piece in pieces}) == 1:
        return pieces
    return [
        piece
        for piece in pieces
        if all(other.side is piece.side or other.level > piece.level for other in pieces)
    ]


def _land(board: Board, piece: Piece, cell: int, to: At | None, dice: tuple[Roll, ...]) -> None:
    began = piece.at
    if cell != piece.cell:
        piece.cell = cell
        piece.at = board.grid.at(cell)
        board.moved.add(piece.id)
        board.lose_works(piece, "5.4", Reason.MOVED)
    board.events.append(
        Event(EventKind.TELEPORTED, "5.3", piece.side.id, piece.id, began, piece.at, dice=dice)
    )
