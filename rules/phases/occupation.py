"""Who occupies which sector, and what is disputed (Rules 6)."""

from __future__ import annotations

from rules.areas import Places
from rules.board import Board
from rules.events import Event, EventKind, Reason
from rules.maps.field import Field, cells_of, common, ranges, union, without
from rules.orders import SWEEPING
from rules.state import PlayerId

_NOTHING: Field = {}

# Read from the class these take longer than being looked for.
_GAINED, _SECTOR_LOST, _SECTOR_TAKEN = (
    EventKind.SECTORS_GAINED,
    EventKind.SECTOR_LOST,
    EventKind.SECTOR_TAKEN,
)
_TAKEN, _DISPUTED, _RELEASED = Reason.TAKEN, Reason.DISPUTED, Reason.RELEASED


def occupy(board: Board) -> None:
    """Work out the occupation of every sector from the battle ranges (Rules 6)."""
    if board.settled:
        return
    before, cover = board.ground.held, board.cover()
    anyone, several = _overlaid(cover)
    held: dict[PlayerId, Field] = {}
    for side in board.sides.values():
        own = without(cover.get(side.id, _NOTHING), several)
        if not side.blitz:
            for band, bits in before.get(side.id, _NOTHING).items():
                if band in anyone:
                    bits ^= bits & anyone[band]
                if bits:
                    own[band] = own[band] | bits if band in own else bits
        if own:
            held[side.id] = own
    _infest(board, held, anyone, several)
    if held != before or several != board.ground.disputed:
        board.ground.change(held, several)
    board.settled = True


def tell_changes(board: Board) -> None:
    """Note what each player has gained and lost since the turn began, and who took it (Rules 6)."""
    ground = board.ground
    for player in sorted(ground.held):
        now, began = ground.held[player], ground.began.get(player, _NOTHING)
        gained = without(now, began)
        if gained:
            board.events.append(Event(_GAINED, "6", player, sectors=Places(ground.grid, gained)))
    for player in sorted(ground.began):
        lost = without(ground.began[player], ground.held.get(player, _NOTHING))
        if lost:
            board.lost[player] = lost
            takers = {
                cell: taker
                for taker, taken in ground.within(lost).items()
                for cell in cells_of(ground.grid, taken)
            }
            for cell in cells_of(ground.grid, lost):
                _tell_lost(board, cell, player, takers.get(cell))


def _overlaid(cover: dict[PlayerId, Field]) -> tuple[Field, Field]:
    """The cells in anyone's battle range, and those in more than one player's."""
    anyone: Field = {}
    several: Field = {}
    for field in cover.values():
        for band, bits in field.items():
            others = anyone.get(band, 0)
            both = others & bits
            if both:
                several[band] = several.get(band, 0) | both
            anyone[band] = others | bits
    return anyone, several


def _swept(board: Board) -> Field:
    """The cells in battle range of a banner whose order sweeps an infestation away (Rules 6)."""
    swept: Field = {}
    for kind in SWEEPING:
        by_radius: dict[int, list[int]] = {}
        for piece, _ in board.ordered(kind):
            by_radius.setdefault(piece.side.battle, []).append(piece.cell)
        for radius, cells in by_radius.items():
            swept = union(swept, ranges(board.grid, cells, radius))
    return swept


def _infest(board: Board, held: dict[PlayerId, Field], anyone: Field, several: Field) -> None:
    """Give the infesting armies back what a newcomer does not sweep (Rules 6)."""
    before, cover = board.ground.held, board.cover()
    infesting = [side.id for side in board.sides.values() if side.infesting and side.id in before]
    if infesting:
        swept = _swept(board)
        for player in infesting:
            foreign = without(common(before[player], anyone), several)
            _cling(held, player, without(without(foreign, cover.get(player, {})), swept))


def _cling(held: dict[PlayerId, Field], infesting: PlayerId, cells: Field) -> None:
    """Leave an infesting army the cells that the newcomers' orders have not swept (Rules 6)."""
    if cells:
        for player in held:
            held[player] = without(held[player], cells)
        held[infesting] = union(held.get(infesting, {}), cells)


def _tell_lost(board: Board, cell: int, loser: PlayerId, taker: PlayerId | None) -> None:
    at = board.grid.at(cell)
    if taker is not None:
        reason = _TAKEN
        board.taken.append((cell, board.sides[loser], board.sides[taker]))
        board.events.append(Event(_SECTOR_TAKEN, "6", taker, at=at, rival=loser))
    else:
        reason = _DISPUTED if board.ground.is_disputed(cell) else _RELEASED
    board.events.append(Event(_SECTOR_LOST, "6", loser, at=at, reason=reason, rival=taker))
