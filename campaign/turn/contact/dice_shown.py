"""The dice of a battle as its two sides are shown them, with all that is added and taken off (Rules 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.base.answers import JsonObject
from campaign.turn.told.ledger_told import roll_made
from rules.club.ledger import RollParts
from rules.combat import Attempt, roll_parts
from rules.outcome import BattleResult
from rules.results import Pair
from rules.tables import Degree

Parts = tuple[RollParts, RollParts]

FORFEITED, BOTH_ASKED, ELSE = 2, 4, 7
"""The clauses of Rules 7 by which the dice decide."""


def dice_document(
    banners: Pair,
    *,
    winner: str | None,
    degree: Degree | None,
    points: tuple[int, int],
    rolls: Sequence[Attempt],
    parts: Sequence[Parts],
    clause: int,
) -> JsonObject:
    """The document of ``Battle.dice``: an outcome's, and what explains it."""
    return {
        "winner": winner,
        "degree": str(degree),
        "rolls": [dict(zip(banners, map(list, attempt), strict=True)) for attempt in rolls],
        "points_lost": dict(zip(banners, points, strict=True)),
        "clause": clause,
        "attempts": [dict(zip(banners, map(roll_made, attempt), strict=True)) for attempt in parts],
        "difference": abs(parts[-1][0].total - parts[-1][1].total),
    }


def parts_of(
    rolls: Sequence[Attempt],
    levels: tuple[int, int],
    forfeited: tuple[bool, bool],
    house: tuple[int, int],
) -> list[Parts]:
    """What each attempt is made of; ``levels`` are full levels."""
    return [
        (
            roll_parts(attempt[0], levels, 0, forfeited[0], house[0]),
            roll_parts(attempt[1], levels, 1, forfeited[1], house[1]),
        )
        for attempt in rolls
    ]


def dice_of_result(result: BattleResult, parts: Mapping[Pair, Sequence[Parts]]) -> JsonObject:
    """The same of a result where all battles are abstract.

    There only a sacrifice makes a report, and sacrifices are sealed: the clause does not tell of one.
    """
    pair = result.battle.banners
    return dice_document(
        pair,
        winner=result.winner,
        degree=result.degree,
        points=result.points_lost or (0, 0),
        rolls=result.rolls,
        parts=parts[pair],
        clause=FORFEITED if any(result.forfeited) else ELSE,
    )
