"""Who has won, and when a campaign ends (Rules 10)."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_messages import LogKind
from rules.outcome import Outcome
from rules.state import PlayerId

Rank = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a turn ends the campaign: ``contenders`` are those whom only the id tells apart, best id first.

    No contender: it ends without a champion. ``kind`` is how the log says why.
    """

    contenders: tuple[PlayerId, ...]
    kind: LogKind


def ending_of(outcome: Outcome, variables: Variables) -> Ending | None:
    """How the campaign ends with this turn, None if it goes on."""
    ranks = _ranks(outcome)
    if outcome.victors:
        return Ending(_first(outcome.victors, ranks), LogKind.ENDED_PRIMARY)
    if not outcome.state.banners:
        return Ending((), LogKind.ENDED_NO_BANNER)
    if variables.last_turn is not None and outcome.state.turn >= variables.last_turn:
        players = sorted(ranks, key=lambda player: (ranks[player], player))
        return Ending(_first(tuple(players), ranks), LogKind.ENDED_LAST_TURN)
    return None


def _first(players: tuple[PlayerId, ...], ranks: dict[PlayerId, Rank]) -> tuple[PlayerId, ...]:
    """The best of the players, and those who differ from it only by their ids."""
    return tuple(player for player in players if ranks[player] == ranks[players[0]])


def _ranks(outcome: Outcome) -> dict[PlayerId, Rank]:
    """Each player's standing, the least the best: secondary conditions met, sectors, total levels."""
    sectors: dict[PlayerId, int] = {}
    for sector in outcome.state.sectors:
        if sector.occupier is not None:
            sectors[sector.occupier] = sectors.get(sector.occupier, 0) + 1
    levels: dict[PlayerId, int] = {}
    for banner in outcome.state.banners:
        levels[banner.owner] = levels.get(banner.owner, 0) + banner.level
    ranks = {}
    for player in outcome.state.players:
        pairs = zip(player.conditions, outcome.conditions[player.id], strict=True)
        secondary = sum(holding.met for condition, holding in pairs if not condition.primary)
        ranks[player.id] = (-secondary, -sectors.get(player.id, 0), -levels.get(player.id, 0))
    return ranks
