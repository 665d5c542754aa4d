"""How each battle ended: auto, ruled, reported or by the dice (Rules 7)."""

from __future__ import annotations

from typing import NamedTuple

from rules.board import Board, Side
from rules.combat import Attempt, abstract_result, inflicted_levels
from rules.events import EventKind, Reason, event
from rules.outcome import Battle, BattleResult
from rules.results import BattleReport, InDispute, Method, Pair
from rules.state import BannerId, PlayerId
from rules.tables import PLAYABLE_LEVEL, Degree

_WON, _DREW, _LOST = 2, 1, 0

# Read from the class these take longer than being looked for.
_BATTLE_WON, _BATTLE_LOST = EventKind.BATTLE_WON, EventKind.BATTLE_LOST
_AUTO, _ABSTRACT = Method.AUTO, Method.ABSTRACT

_REASONS = {method: Reason(method.value) for method in Method}


class _Score(NamedTuple):
    """A result before its levels are counted."""

    method: Method
    winner: BannerId | None
    points: tuple[int, int]
    degree: Degree | None = None
    rolls: tuple[Attempt, ...] = ()


def settle(board: Board) -> None:
    """Find the results of all battles; InDispute if some must be ruled on first (Rules 7, 8.1)."""
    judge = _Judge(board)
    disputed: list[Pair] = []
    for battle in board.battles:
        result = judge.result(battle)
        if result is None:
            disputed.append(battle.banners)
        else:
            board.results.append(result)
    if disputed:
        raise InDispute(disputed)
    for result in board.results:
        _tell(board, result)


class _Judge:
    """All that was said about the battles, by battle."""

    def __init__(self, board: Board) -> None:
        spoken = board.spoken
        self.board = board
        self.rulings = {ruling.battle: ruling for ruling in spoken.rulings}
        self.forfeits = {(forfeit.battle, forfeit.by) for forfeit in spoken.forfeits}
        self.reports: dict[tuple[Pair, PlayerId], BattleReport] = {
            (report.battle, report.by): report for report in spoken.reports
        }

    def result(self, battle: Battle) -> BattleResult | None:
        """The result by the first clause of Rules 7 that applies, None if the battle is in dispute."""
        if battle.auto:
            return self._auto(battle)
        ruling = self.rulings.get(battle.banners)
        if ruling is not None:
            score = _Score(Method.RULING, ruling.winner, ruling.points_lost)
            return self._count(battle, score, ruling.sacrifice)
        forfeited = self._forfeited(battle)
        reports = tuple(self.reports.get((battle.banners, owner)) for owner in battle.owners)
        sacrifices = (
            0 if reports[0] is None or forfeited[0] else reports[0].sacrifice,
            0 if reports[1] is None or forfeited[1] else reports[1].sacrifice,
        )
        played = [report for report in reports if report is not None and report.method == Method.TABLETOP]
        silent = reports.count(None)
        if any(forfeited) or not played:
            return self._count(battle, self._abstract(battle, forfeited), sacrifices)
        told = _Score(Method.TABLETOP, played[0].winner, _points(played[0]))
        if silent == 0:
            agreed = len(played) == 2 and told == _Score(
                Method.TABLETOP, played[1].winner, _points(played[1])
            )
            return self._count(battle, told, sacrifices) if agreed else None
        return self._better(battle, played[0].by, told, sacrifices)

    def _forfeited(self, battle: Battle) -> tuple[bool, bool]:
        one, other = (
            (battle.banners, owner) in self.forfeits or _without_plan(self.board.sides[owner])
            for owner in battle.owners
        )
        return one, other

    def _better(
        self, battle: Battle, player: PlayerId, told: _Score, sacrifices: tuple[int, int]
    ) -> BattleResult:
        """The better of a report and an abstract result for the one player who reported (Rules 7.6)."""
        own = battle.owners.index(player)
        reported = self._count(battle, told, sacrifices)
        rolled = self._count(battle, self._abstract(battle, (False, False)), sacrifices)
        return rolled if _worth(rolled, own) > _worth(reported, own) else reported

    def _abstract(self, battle: Battle, forfeited: tuple[bool, bool]) -> _Score:
        rolled = abstract_result(
            self.board.dice,
            turn=self.board.turn,
            banners=battle.banners,
            levels=battle.levels,
            forfeited=forfeited,
        )
        return _Score(_ABSTRACT, rolled.winner, rolled.points_lost, rolled.degree, rolled.rolls)

    def _auto(self, battle: Battle) -> BattleResult:
        """Whoever is too weak to fight is destroyed; no table part and no sacrifice (Rules 7)."""
        doomed = tuple(level < PLAYABLE_LEVEL for level in battle.levels)
        winner = None if all(doomed) else battle.banners[doomed.index(False)]
        inflicted = tuple(
            battle.levels[own] if doomed[own] else self._levels(battle, own, None, False, 0) for own in (0, 1)
        )
        both = (inflicted[0], inflicted[1])
        return BattleResult(battle, Method.AUTO, winner, None, (), None, (0, 0), both, both)

    def _count(self, battle: Battle, score: _Score, sacrifices: tuple[int, int]) -> BattleResult:
        (one, other), winner, points = battle.banners, score.winner, score.points
        inflicted = self._levels(battle, 0, points[0], winner == other, sacrifices[1])
        inflicted_on_other = self._levels(battle, 1, points[1], winner == one, sacrifices[0])
        return BattleResult(
            battle=battle,
            method=score.method,
            winner=winner,
            degree=score.degree,
            rolls=score.rolls,
            points_lost=points,
            sacrifices=sacrifices,
            inflicted=(inflicted, inflicted_on_other),
            lost=(inflicted + sacrifices[0], inflicted_on_other + sacrifices[1]),
        )

    def _levels(
        self, battle: Battle, own: int, points: int | None, beaten: bool, enemy_sacrifice: int
    ) -> int:
        return inflicted_levels(
            points,
            works=battle.works[own],
            traits=self.board.sides[battle.owners[own]].traits,
            enemy_traits=self.board.sides[battle.owners[1 - own]].traits,
            beaten=beaten,
            enemy_sacrifice=enemy_sacrifice,
        )


def _without_plan(side: Side) -> bool:
    return not side.player.submitted and not side.player.excused


def _points(report: BattleReport) -> tuple[int, int]:
    assert report.points_lost is not None
    return report.points_lost


def _worth(result: BattleResult, own: int) -> tuple[int, int, int]:
    """How good a result is for one side (Rules 7.6)."""
    assert result.points_lost is not None
    enemy = 1 - own
    place = {result.battle.banners[own]: _WON, None: _DREW}.get(result.winner, _LOST)
    return (
        place,
        result.lost[enemy] - result.lost[own],
        result.points_lost[enemy] - result.points_lost[own],
    )


def _tell(board: Board, result: BattleResult) -> None:
    battle = result.battle
    for own in (0, 1):
        if result.winner == battle.banners[own]:
            kind = _BATTLE_WON
        elif result.winner is None and result.method != _AUTO:
            kind = EventKind.BATTLE_DRAWN
        else:
            kind = _BATTLE_LOST
        board.events.append(
            event(
                kind,
                "7",
                battle.owners[own],
                battle.banners[own],
                battle.sector,
                reason=_REASONS[result.method],
                levels=result.lost[own],
                other=battle.banners[1 - own],
                rival=battle.owners[1 - own],
            )
        )
