"""What the battles cost: levels, rewards, works, and who must retreat (Rules 7, 8.2, 8.3)."""

from __future__ import annotations

from rules.armies import Trait
from rules.board import Board, Piece
from rules.club.ledger import Item
from rules.events import Event, EventKind, Reason
from rules.outcome import BattleResult, Cause
from rules.state import MAX_LEVEL, BannerId, Works
from rules.tables import PLAYABLE_LEVEL

_PER_REWARD = 3
_BLOOD_REWARD = Trait.BLOOD_REWARD


def take_losses(board: Board) -> None:
    """Destroy the banners too weak to fight; give all others their losses and rewards (Rules 8.2)."""
    doomed: dict[BannerId, BattleResult] = {}
    change: dict[BannerId, int] = {}
    for result in board.results:
        for own, banner in enumerate(result.battle.banners):
            if result.battle.levels[own] >= PLAYABLE_LEVEL:
                change[banner] = change.get(banner, 0) - result.lost[own]
            elif banner not in doomed or _enemy_level(result, banner) > _enemy_level(doomed[banner], banner):
                # Results stand by ids: of equal levels the first enemy met has the smallest id.
                doomed[banner] = result
    for banner in sorted(doomed):
        _die(board, board.pieces[banner], doomed[banner])
    for banner, levels, victim in _rewards(board):
        change[banner] = change.get(banner, 0) + levels
        if board.ledger is not None:
            board.ledger.note(banner, "8.2", Item.BLOOD_REWARD, levels, victim)
    for banner, levels in change.items():
        piece = board.changing(board.pieces[banner])
        wanted = piece.level + levels
        level = max(0, wanted)
        piece.level = level if piece.side.massive else min(MAX_LEVEL, level)
        if board.ledger is not None:
            board.ledger.note(banner, "8.2", Item.BOUND, piece.level - wanted)


def bear_defeat(board: Board) -> None:
    """Banners that lost a battle and live lose their works, or must retreat (Rules 8.3)."""
    beaten: dict[BannerId, tuple[int, BannerId]] = {}
    for result in board.results:
        if result.winner is not None:
            own = 1 - result.battle.banners.index(result.winner)
            loser = result.battle.banners[own]
            # As above: the first of equals has the smallest id.
            level = result.battle.levels[1 - own]
            if loser in board.pieces and (loser not in beaten or level > beaten[loser][0]):
                beaten[loser] = (level, result.winner)
    for banner in sorted(beaten):
        _bear(board, board.pieces[banner], beaten[banner][1])


def _enemy_level(result: BattleResult, banner: BannerId) -> int:
    return result.battle.levels[1 - result.battle.banners.index(banner)]


def _rewards(board: Board) -> list[tuple[BannerId, int, BannerId]]:
    """The rewards of the living, each with its victim; an heir has also what the banner it replaced has
    earned (Rules 7).
    """
    earned = [
        (board.heirs.get(gone.by, gone.by), gone.level, gone.id)
        for gone in board.destroyed
        if gone.by is not None and gone.cause == Cause.RETREAT
    ]
    for result in board.results:
        first, second = result.battle.banners
        earned += [(first, result.inflicted[1], second), (second, result.inflicted[0], first)]
    rewards = []
    for banner, inflicted, victim in earned:
        piece = board.pieces.get(banner)
        levels = inflicted // _PER_REWARD
        if piece is not None and levels > 0 and _BLOOD_REWARD in piece.side.traits:
            rewards.append((banner, levels, victim))
            board.events.append(Event(EventKind.BLOOD_REWARD, "8.2", piece.side.id, banner, levels=levels))
    return rewards


def _die(board: Board, piece: Piece, result: BattleResult) -> None:
    enemy = 1 - result.battle.banners.index(piece.id)
    by = result.battle.banners[enemy]
    board.events.append(
        Event(
            EventKind.DESTROYED_IN_BATTLE,
            "8.2",
            piece.side.id,
            piece.id,
            piece.at,
            levels=piece.level,
            other=by,
            rival=result.battle.owners[enemy],
        )
    )
    board.destroy(piece, by, Cause.BATTLE, "8.5")


def _bear(board: Board, piece: Piece, victor: BannerId) -> None:
    piece = board.changing(piece)
    side = piece.side.id
    if piece.works == Works.ENTRENCHED:
        piece.works = Works.FORTIFIED
        board.events.append(Event(EventKind.WORKS_REDUCED, "8.3", side, piece.id, piece.at))
        return
    board.lose_works(piece, "8.3", Reason.DEFEAT)
    piece.retreating = True
    piece.beaten_by = victor
    board.events.append(Event(EventKind.MUST_RETREAT, "8.3", side, piece.id, piece.at, other=victor))
