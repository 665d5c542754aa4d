"""Victory conditions: what holds, for how long, and who has won (Rules 10)."""

from __future__ import annotations

from collections.abc import Callable

from rules.board import Board, Side
from rules.events import Event, EventKind
from rules.outcome import Holding
from rules.state import Condition, ConditionKind, PlayerId


def judge(board: Board) -> None:
    """Judge every condition of every player, and name the victors (Rules 10)."""
    winners: list[Side] = []
    for side in board.sides.values():
        if not side.player.conditions:
            board.conditions[side.id] = ()
            continue
        holdings = tuple(
            _holding(board, side, number, condition)
            for number, condition in enumerate(side.player.conditions)
        )
        board.conditions[side.id] = holdings
        primary = [
            holding.met
            for condition, holding in zip(side.player.conditions, holdings, strict=True)
            if condition.primary
        ]
        if primary and all(primary):
            winners.append(side)
    if winners:
        _crown(board, winners)


def _holding(board: Board, side: Side, number: int, condition: Condition) -> Holding:
    held = condition.held + 1 if _HOLDS[condition.kind](board, side, condition) else 0
    met = held >= condition.turns
    if held:
        kind = EventKind.CONDITION_MET if met else EventKind.CONDITION_HOLDS
        board.events.append(Event(kind, "10", side.id, levels=held, number=number))
    return Holding(met, held)


def _retrieved(board: Board, side: Side, condition: Condition) -> bool:
    relic = board.relics.get(condition.relic) if condition.relic is not None else None
    carrier = relic.carried_by if relic is not None else None
    return carrier is not None and board.pieces[carrier].side is side


def _occupied(board: Board, side: Side, condition: Condition) -> bool:
    if condition.sectors is not None:
        return all(board.ground.holder(board.grid.cell(at)) == side.id for at in condition.sectors)
    return condition.count is not None and board.occupied(side.id) >= condition.count


def _destroyed(board: Board, side: Side, condition: Condition) -> bool:
    if condition.player is not None:
        return condition.player not in board.living()
    banners = condition.banners or ()
    return all(board.heirs.get(banner, banner) not in board.pieces for banner in banners)


def _triggered(board: Board, side: Side, condition: Condition) -> bool:
    return any(one.id == condition.trigger and side.id in one.fired_by for one in board.triggers)


_HOLDS: dict[ConditionKind, Callable[[Board, Side, Condition], bool]] = {
    ConditionKind.RETRIEVAL: _retrieved,
    ConditionKind.OCCUPATION: _occupied,
    ConditionKind.DESTRUCTION: _destroyed,
    ConditionKind.TRIGGER: _triggered,
}


def _crown(board: Board, winners: list[Side]) -> None:
    """Put the victors in order: secondary conditions, sectors, levels, smallest id (Rules 10)."""

    def rank(side: Side) -> tuple[int, int, int, PlayerId]:
        pairs = zip(side.player.conditions, board.conditions[side.id], strict=True)
        secondary = sum(holding.met for condition, holding in pairs if not condition.primary)
        return -secondary, -board.occupied(side.id), -board.living().get(side.id, 0), side.id

    board.victors = tuple(side.id for side in sorted(winners, key=rank))
    board.events.extend(Event(EventKind.VICTORY, "10", player) for player in board.victors)
