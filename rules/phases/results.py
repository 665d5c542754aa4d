"""How each battle ended: auto, ruled, reported or by the dice (Rules 7)."""

from __future__ import annotations

from typing import NamedTuple

from rules.board import Board, Side
from rules.club.house import Stat, circumstances, in_battle
from rules.club.ledger import BattleAccount, Item, Ledger
from rules.combat import PARTS, Attempt, abstract_result, inflicted_parts, roll_parts
from rules.events import Event, EventKind, Reason
from rules.outcome import Battle, BattleResult
from rules.results import BattleReport, InDispute, Method, Pair
from rules.state import BannerId, PlayerId, Works
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


_Facts = tuple[int, tuple[bool, bool]]
"""The clause of Rules 7 and who has forfeited."""


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
    if board.ledger is not None:
        _explain(board, board.ledger)


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
        forfeited = self._forfeited(battle)
        ruling = self.rulings.get(battle.banners)
        if ruling is not None:
            score = _Score(Method.RULING, ruling.winner, ruling.points_lost)
            return self._count(battle, score, ruling.sacrifice, (1, forfeited))
        reports = tuple(self.reports.get((battle.banners, owner)) for owner in battle.owners)
        sacrifices = (
            0 if reports[0] is None or forfeited[0] else reports[0].sacrifice,
            0 if reports[1] is None or forfeited[1] else reports[1].sacrifice,
        )
        played = [report for report in reports if report is not None and report.method == Method.TABLETOP]
        silent = reports.count(None)
        if any(forfeited) or not played:
            clause = 2 if any(forfeited) else 7 if silent else 4
            return self._count(battle, self._abstract(battle, forfeited), sacrifices, (clause, forfeited))
        told = _Score(Method.TABLETOP, played[0].winner, _points(played[0]))
        if silent == 0:
            agreed = len(played) == 2 and told == _Score(
                Method.TABLETOP, played[1].winner, _points(played[1])
            )
            return self._count(battle, told, sacrifices, (3, forfeited)) if agreed else None
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
        nobody = (False, False)
        reported = self._count(battle, told, sacrifices, (6, nobody))
        rolled = self._count(battle, self._abstract(battle, nobody), sacrifices, (6, nobody))
        return rolled if _worth(rolled, own) > _worth(reported, own) else reported

    def _abstract(self, battle: Battle, forfeited: tuple[bool, bool]) -> _Score:
        rolled = abstract_result(
            self.board.dice,
            turn=self.board.turn,
            banners=battle.banners,
            levels=battle.levels,
            forfeited=forfeited,
            house=_house_rolls(self.board, battle),
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

    def _count(
        self, battle: Battle, score: _Score, sacrifices: tuple[int, int], facts: _Facts
    ) -> BattleResult:
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
            clause=facts[0],
            forfeited=facts[1],
        )

    def _levels(
        self, battle: Battle, own: int, points: int | None, beaten: bool, enemy_sacrifice: int
    ) -> int:
        sides, enemy = self.board.sides, 1 - own
        side, other = sides[battle.owners[own]], sides[battle.owners[enemy]]
        parts = inflicted_parts(points, battle.works[own], side.traits, other.traits, beaten, enemy_sacrifice)
        levels = sum(parts)
        if side.mods or other.mods:
            levels += _house_levels(self.board, battle, own, beaten)
        return levels if levels > 0 else 0


def _house(board: Board, battle: Battle, own: int, what: Stat) -> int:
    """What the house rules of one side add to something in a battle (Rules 14.1)."""
    mods = board.sides[battle.owners[own]].mods
    if not mods:
        return 0
    held = circumstances(
        city=battle.city,
        attacks=battle.attacker == battle.banners[own],
        works=battle.works[own] != Works.NONE,
    )
    return in_battle(mods, what, held)


def _house_levels(board: Board, battle: Battle, own: int, beaten: bool) -> int:
    """What the house rules of both sides add to the levels inflicted on one."""
    levels = _house(board, battle, own, Stat.ATTRITION) + _house(board, battle, 1 - own, Stat.ENEMY_ATTRITION)
    return levels + _house(board, battle, own, Stat.ATTRITION_LOST) if beaten else levels


def _house_rolls(board: Board, battle: Battle) -> tuple[int, int]:
    return _house(board, battle, 0, Stat.ABSTRACT), _house(board, battle, 1, Stat.ABSTRACT)


def _explain(board: Board, ledger: Ledger) -> None:
    """Note what each battle cost the banners that could fight, and how its result was found."""
    accounts = []
    for result in board.results:
        for own in (0, 1):
            if result.battle.levels[own] >= PLAYABLE_LEVEL:
                _explain_losses(board, ledger, result, own)
        if result.clause is not None:
            accounts.append(_account(board, result, result.clause))
    ledger.battles = tuple(accounts)


def _explain_losses(board: Board, ledger: Ledger, result: BattleResult, own: int) -> None:
    battle, enemy = result.battle, 1 - own
    beaten = result.winner == battle.banners[enemy]
    parts = inflicted_parts(
        result.points_lost[own] if result.points_lost is not None else None,
        battle.works[own],
        board.sides[battle.owners[own]].traits,
        board.sides[battle.owners[enemy]].traits,
        beaten,
        result.sacrifices[enemy],
    )
    house = _house_levels(board, battle, own, beaten)
    items = [
        *zip(PARTS, parts, strict=True),
        (Item.HOUSE, house),
        (Item.LEAST, result.inflicted[own] - sum(parts) - house),
        (Item.SACRIFICE, result.sacrifices[own]),
    ]
    for item, levels in items:
        ledger.note(battle.banners[own], "7", item, -levels, battle.banners[enemy])


def _account(board: Board, result: BattleResult, clause: int) -> BattleAccount:
    battle, house = result.battle, _house_rolls(board, result.battle)
    attempts = []
    for rolls in result.rolls:
        one, other = (
            roll_parts(rolls[own], battle.levels, own, result.forfeited[own], house[own]) for own in (0, 1)
        )
        attempts.append((one, other))
    return BattleAccount(
        banners=battle.banners,
        clause=clause,
        forfeited=tuple(
            banner for banner, gave in zip(battle.banners, result.forfeited, strict=True) if gave
        ),
        attempts=tuple(attempts),
        difference=abs(attempts[-1][0].total - attempts[-1][1].total) if attempts else None,
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
            Event(
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
