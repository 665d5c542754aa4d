"""The battles in dispute, for an arbiter: both results, and nothing else of the campaign."""

from __future__ import annotations

from campaign.models import Battle, BattleResult, Campaign, Phase
from campaign.selectors.desk import battle_of_campaign, battle_row
from campaign.selectors.desk_pages import BattleRow
from campaign.selectors.standing import Standing, standing_of


def disputes_of(campaign: Campaign) -> tuple[BattleRow, ...]:
    """The battles in dispute just now, by their public ids: any other order would tell where they are."""
    found = Battle.objects.filter(turn__campaign=campaign, turn__phase=Phase.BATTLES, auto=False)
    rows = [battle_row(battle) for battle in found.select_related("turn") if _open(battle)]
    return tuple(sorted(rows, key=lambda row: row.id))


def dispute_of(campaign: Campaign, battle_id: str) -> tuple[Battle, BattleRow]:
    """A battle in dispute by its public id. Raises ``Battle.DoesNotExist``, also if it is settled."""
    battle = battle_of_campaign(campaign, battle_id)
    if battle.turn.phase != Phase.BATTLES or not _open(battle):
        raise Battle.DoesNotExist
    return battle, battle_row(battle)


def _open(battle: Battle) -> bool:
    results = list(BattleResult.objects.filter(battle=battle).order_by("id"))
    return standing_of(battle, results) == Standing.DISPUTE
