"""A campaign's set-up as one scenario document: board, dossiers, seats and settings put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaign.base.answers import JsonObject
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.documents import Board, BoardSector, Condition, Dossier
from campaign.base.setup.dossiers import empty_dossier
from campaign.base.setup.house_rules import HouseDocument, bare_house
from campaign.base.setup.triggers import bare_triggers
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

    board: Board
    players: Mapping[str, Dossier]
    house: Sequence[HouseDocument] = ()

    def dossier(self, key: str) -> Dossier:
        """What a seat alone knows."""
        return {**empty_dossier(), **self.players.get(key, empty_dossier())}


def state_of(set_up: SetUp, places: Iterable[Place], variables: Variables) -> State:
    """The state at the start of turn 1. Raises ``ScenarioError`` with the path at fault."""
    return load(document_of(set_up, places, variables)).state


def document_of(set_up: SetUp, places: Iterable[Place], variables: Variables) -> dict[str, object]:
    """The scenario document of turn 1, with a seed of zeros."""
    places = list(places)
    board = set_up.board
    knows = {place.key: set_up.dossier(place.key) for place in places}
    triggers = board.get("triggers", [])
    return {
        "turn": 1,
        "seed": "00" * 32,
        "settings": {
            "battle_radius": variables.battle_radius,
            "recon_radius": variables.recon_radius,
            "search_radius": variables.search_radius,
            "engagement": variables.engagement,
            **({"special_orders": variables.special_orders} if variables.special_orders != "none" else {}),
        },
        "map": list(board["terrain"]),
        "players": [
            {
                "id": place.key,
                "rules": list(place.rules),
                "node": None,  # Turn 1's plan names it (Rules 8.4).
                "conditions": [scenario_condition(one) for one in knows[place.key]["conditions"]],
            }
            for place in places
        ],
        "banners": [_only(banner, ("id", "owner", "at", "level", "works")) for banner in board["banners"]],
        "sectors": [{"at": one["at"], "occupier": one["occupier"]} for one in _once(board["occupied"])],
        "features": [
            {
                **_only(feature, ("id", "at", "needs_search", "effect")),
                "known_to": [key for key in feature["known_to"] if key in knows],
            }
            for feature in board["features"]
        ],
        "relics": [
            {
                **_only(relic, ("id", "at", "carried_by", "destructible")),
                "known_to": [key for key in relic["known_to"] if key in knows],
                **({"sealed": True} if relic.get("sealed") else {}),
            }
            for relic in board["relics"]
        ],
        **({"house": bare_house(set_up.house)} if set_up.house else {}),
        **({"triggers": bare_triggers(triggers)} if triggers else {}),
    }


def _only(thing: JsonObject, names: Iterable[str]) -> dict[str, object]:
    return {name: thing[name] for name in names if name in thing}


def scenario_condition(condition: Condition) -> dict[str, object]:
    """A dossier's condition as a scenario has it: without the title, which is only the player's."""
    return {name: value for name, value in condition.items() if name != "title"}


def _once(occupied: Iterable[BoardSector]) -> Iterable[BoardSector]:
    """Each occupied sector once; the last that was said of it counts."""
    return {tuple(one["at"]): one for one in occupied}.values()
