"""The state of a campaign as a scenario and an outcome write it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.format.house import house_document
from rules.format.triggers import triggers_document
from rules.state import Banner, Condition, Player, Relic, Sector, Settings, SpecialOrders, State


def state_document(state: State) -> dict[str, object]:
    """The members of a scenario that describe a state; what Rules 14 adds only where it is used."""
    return {
        "turn": state.turn,
        "settings": settings_document(state.settings),
        "map": list(state.rows),
        "players": [_player_document(player) for player in state.players],
        "banners": banners_document(state.banners),
        "sectors": sectors_document(state.sectors),
        "features": [
            {
                "id": feature.id,
                "at": list(feature.at),
                "needs_search": feature.needs_search,
                "effect": feature.effect.value if feature.effect is not None else None,
                "known_to": list(feature.known_to),
            }
            for feature in state.features
        ],
        "relics": [{**relic_document(relic), "destructible": relic.destructible} for relic in state.relics],
        **({"house": house_document(state.house)} if state.house else {}),
        **({"triggers": triggers_document(state.triggers)} if state.triggers else {}),
    }


def banners_document(banners: Iterable[Banner]) -> list[dict[str, object]]:
    """Banners as a scenario and an outcome list them."""
    return [
        {
            "id": banner.id,
            "owner": banner.owner,
            "at": list(banner.at),
            "level": banner.level,
            "works": banner.works.value,
            "retreating": banner.retreating,
            "beaten_by": banner.beaten_by if banner.retreating else None,
        }
        for banner in banners
    ]


def sectors_document(sectors: Iterable[Sector]) -> list[dict[str, object]]:
    """Sectors as a scenario and an outcome list them."""
    return [
        {"at": list(sector.at), "occupier": sector.occupier, "disputed": sector.disputed}
        for sector in sectors
    ]


def relic_document(relic: Relic) -> dict[str, object]:
    """A relic as an outcome lists it."""
    if relic.at is None:
        return {"id": relic.id, "carried_by": relic.carried_by}
    sealed = {"sealed": True} if relic.sealed else {}
    return {"id": relic.id, "at": list(relic.at), "known_to": list(relic.known_to), **sealed}


def _player_document(player: Player) -> dict[str, object]:
    return {
        "id": player.id,
        "rules": list(player.rules),
        "node": player.node,
        "submitted": player.submitted,
        "excused": player.excused,
        "conditions": [_condition_document(condition) for condition in player.conditions],
    }


def _condition_document(condition: Condition) -> dict[str, object]:
    document: dict[str, object] = {
        "kind": condition.kind.value,
        "primary": condition.primary,
        "turns": condition.turns,
        "held": condition.held,
    }
    if condition.relic is not None:
        document["relic"] = condition.relic
    if condition.sectors is not None:
        document["sectors"] = [list(at) for at in condition.sectors]
    if condition.count is not None:
        document["count"] = condition.count
    if condition.player is not None:
        document["player"] = condition.player
    if condition.banners is not None:
        document["banners"] = list(condition.banners)
    if condition.trigger is not None:
        document["trigger"] = condition.trigger
    return document


def settings_document(settings: Settings) -> dict[str, object]:
    """A campaign's variables as a scenario has them; special orders only where there are some."""
    document: dict[str, object] = {
        "battle_radius": settings.battle_radius,
        "recon_radius": settings.recon_radius,
        "search_radius": settings.search_radius,
        "engagement": settings.engagement.value,
    }
    if settings.special_orders is not SpecialOrders.NONE:
        document["special_orders"] = settings.special_orders.value
    return document
