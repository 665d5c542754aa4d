"""A campaign's set-up as one scenario document: board, dossiers, seats and settings put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaign.setting_up.dossiers import empty_dossier
from campaign.setting_up.variables import Variables
from rules.armies import Trait
from rules.scenario import load
from rules.state import State

__all__ = ["Place", "SetUp", "document_of", "state_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the engine will have it."""

    key: str
    army: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUp:
    """What stands where, and who knows and wants what: see ``boards`` and ``dossiers``."""

    board: Mapping[str, Any]
    players: Mapping[str, Mapping[str, Any]]

    def dossier(self, key: str) -> Mapping[str, Any]:
        """What a seat alone knows."""
        return {**empty_dossier(), **self.players.get(key, {})}


def state_of(set_up: SetUp, places: Iterable[Place], variables: Variables) -> State:
    """The state at the start of turn 1. Raises ``ScenarioError`` with the path at fault."""
    return load(document_of(set_up, places, variables)).state


def document_of(set_up: SetUp, places: Iterable[Place], variables: Variables) -> dict[str, Any]:
    """The scenario document of turn 1, with a seed of zeros."""
    places = list(places)
    board = set_up.board
    knows = {place.key: set_up.dossier(place.key) for place in places}

    return {
        "turn": 1,
        "seed": "00" * 32,
        "settings": {
            "battle_radius": variables.battle_radius,
            "recon_radius": variables.recon_radius,
            "search_radius": variables.search_radius,
            "engagement": variables.engagement,
        },
        "map": list(board["terrain"]),
        "players": [
            {
                "id": place.key,
                "rules": list(place.rules),
                "node": node_of(board, place),
                "conditions": list(knows[place.key]["conditions"]),
            }
            for place in places
        ],
        "banners": [
            {name: banner[name] for name in ("id", "owner", "at", "level", "works")}
            for banner in board["banners"]
        ],
        "sectors": [{"at": one["at"], "occupier": one["occupier"]} for one in _once(board["occupied"])],
        "features": [
            {
                **{name: feature[name] for name in ("id", "at", "needs_search", "effect")},
                "known_to": [key for key in feature["known_to"] if key in knows],
            }
            for feature in board["features"]
        ],
        "relics": [
            {
                **{name: relic[name] for name in ("id", "at", "carried_by", "destructible") if name in relic},
                "known_to": [key for key in relic["known_to"] if key in knows],
            }
            for relic in board["relics"]
        ],
    }


def node_of(board: Mapping[str, Any], place: Place) -> str | None:
    """The node of a Hive Mentality army: its strongest banner, of equals the first (Rules 8.4)."""
    own = [banner for banner in board["banners"] if banner["owner"] == place.key]
    if Trait.HIVE_MENTALITY not in place.rules or not own:
        return None
    return str(min(own, key=lambda banner: (-banner["level"], banner["id"]))["id"])


def _once(occupied: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """Each occupied sector once; the last that was said of it counts."""
    return {tuple(one["at"]): one for one in occupied}.values()
