"""What a turn comes to, in the scenario format."""

from __future__ import annotations

from typing import Any

from rules.format.explained import explained_document
from rules.format.writing import banners_document, relic_document, sectors_document
from rules.outcome import Battle, BattleResult, Intelligence, Movement, Outcome, Void
from rules.results import Pair
from rules.state import State


def movement_document(movement: Movement) -> dict[str, object]:
    """What ``adjudicate --stage movement`` prints."""
    return {
        **_common(movement.state, movement),
        "destroyed": _destroyed_document(movement),
        "battles": [_battle_document(battle) for battle in movement.battles],
    }


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """What ``adjudicate`` prints."""
    return {
        **_common(outcome.state, outcome.movement),
        "destroyed": _destroyed_document(outcome),
        "features": [
            {"id": feature.id, "known_to": list(feature.known_to)} for feature in outcome.state.features
        ],
        "battles": [_result_document(result) for result in outcome.battles],
        "intelligence": {
            player: _intelligence_document(known) for player, known in outcome.intelligence.items()
        },
        "players": [
            {
                "id": player.id,
                "node": player.node,
                "conditions": [
                    {"met": holding.met, "held": holding.held} for holding in outcome.conditions[player.id]
                ],
            }
            for player in outcome.state.players
        ],
        "victors": list(outcome.victors),
        **({"triggers": _triggers_document(outcome)} if outcome.firings else {}),
        **({"explained": explained_document(outcome.explained)} if outcome.explained is not None else {}),
    }


def _triggers_document(outcome: Outcome) -> list[dict[str, object]]:
    return [
        {
            "id": trigger.id,
            "holder": trigger.holder,
            "held": trigger.held,
            "fired": firing.fired,
            "actor": firing.actor,
            "fired_by": list(trigger.fired_by),
        }
        for trigger, firing in zip(outcome.state.triggers, outcome.firings, strict=True)
    ]


def _common(state: State, movement: Movement) -> dict[str, object]:
    return {
        "banners": banners_document(state.banners),
        "heirs": dict(movement.heirs),
        "sectors": sectors_document(state.sectors),
        "relics": [relic_document(relic) for relic in state.relics],
        "void": [_void_document(void) for void in movement.void],
    }


def _destroyed_document(end: Movement | Outcome) -> list[dict[str, object]]:
    return [{"id": gone.id, "by": gone.by, "cause": gone.cause.value} for gone in end.destroyed]


def _void_document(void: Void) -> dict[str, object]:
    return {"banner": void.banner, "order": void.order.value, "reason": void.reason}


def _battle_document(battle: Battle) -> dict[str, object]:
    return {
        "banners": list(battle.banners),
        "levels": _by_banner(battle.banners, battle.levels),
        "sector": list(battle.sector),
        "city": battle.city,
        "attacker": battle.attacker,
        "category": battle.category.value,
        "mission_die": battle.mission_die,
        "auto": battle.auto,
    }


def _result_document(result: BattleResult) -> dict[str, object]:
    pair = result.battle.banners
    return {
        **_battle_document(result.battle),
        "method": result.method.value,
        "winner": result.winner,
        "degree": result.degree.value if result.degree is not None else None,
        "rolls": [{pair[0]: list(one), pair[1]: list(other)} for one, other in result.rolls],
        "points_lost": _by_banner(pair, result.points_lost) if result.points_lost is not None else None,
        "inflicted": _by_banner(pair, result.inflicted),
        "lost": _by_banner(pair, result.lost),
    }


def _by_banner(pair: Pair, numbers: tuple[int, int]) -> dict[str, int]:
    return dict(zip(pair, numbers, strict=True))


def _intelligence_document(known: Intelligence) -> dict[str, object]:
    return {
        "banners": [
            {"id": sighting.id, "at": list(sighting.at), "level": sighting.level}
            for sighting in known.sightings
        ],
        "sectors": sectors_document(known.known_sectors()),
        "features": list(known.features),
        "relics": list(known.relics),
    }
