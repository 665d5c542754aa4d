"""Tries out a set-up: bots play it against each other, again and again.

As a program (``python -m campaign.base.maps.bot_games``) it reads ``{"scenario": ..., "first": 0,
"games": 200, "turns": 40, "seed": "hex"}`` and writes a line of JSON for each game. In each game players
and banners bear other ids, so that no id helps anybody: the bots' whims and the last ties go by id.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaign.base.answers import Json
from rules.bot.selfplay import games_turns
from rules.outcome import Outcome
from rules.scenario import load
from rules.state import PlayerId, State

Document = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Game:
    """How a game went: ``winner`` is a player of the set-up, None if it ended without one.

    ``decided`` tells that primary conditions held; else the winner is who was ahead when the turns were over.
    """

    winner: str | None
    decided: bool
    turns: int
    first_battle: int | None

    def document(self) -> Document:
        """The game as a line says it."""
        return {
            "winner": self.winner,
            "decided": self.decided,
            "turns": self.turns,
            "first_battle": self.first_battle,
        }


def play(scenario: Document, number: int, seed: str, turns: int) -> Game:
    """Play game ``number`` of a set-up for up to ``turns`` turns; the same again for the same seed."""
    secret = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    renamed, players = relabelled(scenario, random.Random(secret))
    state = load(renamed).state
    first_battle: int | None = None
    outcome: Outcome | None = None
    for outcome in games_turns(state, secret, turns):
        if first_battle is None and outcome.battles:
            first_battle = outcome.movement.start.turn
    if outcome is None:
        return Game(None, False, 0, None)
    winner = outcome.victors[0] if outcome.victors else ahead(outcome)
    name = players[winner] if winner is not None else None
    return Game(name, bool(outcome.victors), outcome.movement.start.turn, first_battle)


def ahead(outcome: Outcome) -> PlayerId | None:
    """Who stands best after the last turn, in the order of Rules 10; nobody without a banner on the map."""
    state: State = outcome.state
    if not state.banners:
        return None
    sectors = [sector.occupier for sector in state.sectors]

    def rank(player: PlayerId) -> tuple[int, int, int, str]:
        own = next(one for one in state.players if one.id == player)
        pairs = zip(own.conditions, outcome.conditions[player], strict=True)
        secondary = sum(holding.met for condition, holding in pairs if not condition.primary)
        levels = sum(banner.level for banner in state.banners if banner.owner == player)
        return -secondary, -sectors.count(player), -levels, player

    return min((player.id for player in state.players), key=rank)


def relabelled(scenario: Document, chance: random.Random) -> tuple[Document, dict[str, str]]:
    """The scenario with other ids for players and banners, and what the players' new ids stand for."""
    players = _fresh([player["id"] for player in scenario["players"]], "p", chance)
    banners = _fresh([banner["id"] for banner in scenario["banners"]], "b", chance)
    ids = {
        **dict.fromkeys(("owner", "occupier", "player"), players),
        **dict.fromkeys(("carried_by", "node", "beaten_by"), banners),
    }
    lists = {"known_to": players}

    def thing(one: Mapping[str, Json]) -> Document:
        return {
            key: ids[key].get(value, value)
            if key in ids and value is not None
            else [lists[key].get(inner, inner) for inner in value]
            if key in lists
            else value
            for key, value in one.items()
        }

    def condition(one: Mapping[str, Json]) -> Document:
        found = thing(one)
        if "banners" in found:
            found["banners"] = [banners.get(banner, banner) for banner in found["banners"]]
        return found

    renamed = {**scenario, "plans": {}}
    for key in ("banners", "sectors", "features", "relics"):
        renamed[key] = [thing(one) for one in scenario.get(key, ())]
    for one, was in zip(renamed["banners"], scenario["banners"], strict=True):
        one["id"] = banners[was["id"]]
    renamed["players"] = [
        {
            **thing(player),
            "id": players[player["id"]],
            "conditions": [condition(one) for one in player.get("conditions", ())],
        }
        for player in scenario["players"]
    ]
    return renamed, {new: old for old, new in players.items()}


def _fresh(ids: list[str], letter: str, chance: random.Random) -> dict[str, str]:
    numbers = list(range(10_000, 10_000 + len(ids)))
    chance.shuffle(numbers)
    return {old: f"{letter}{number}" for old, number in zip(ids, numbers, strict=True)}


def games(asked: Document) -> Iterator[Document]:
    """The games that were asked for, one after the other."""
    for number in range(asked["first"], asked["games"]):
        yield play(asked["scenario"], number, asked["seed"], asked["turns"]).document()


# What came of many games


def counted(tally: Mapping[str, Json], game: Mapping[str, Json]) -> Document:
    """The tally with one more game: wins and decisions by player, and sums of turns."""
    wins: dict[str, int] = dict(tally.get("wins", {}))
    decided: dict[str, int] = dict(tally.get("decided", {}))
    if game["winner"] is not None:
        wins[game["winner"]] = wins.get(game["winner"], 0) + 1
        if game["decided"]:
            decided[game["winner"]] = decided.get(game["winner"], 0) + 1
    fought = game["first_battle"] is not None
    return {
        "wins": wins,
        "decided": decided,
        "games": tally.get("games", 0) + 1,
        "turns": tally.get("turns", 0) + game["turns"],
        "fought": tally.get("fought", 0) + fought,
        "first_battle": tally.get("first_battle", 0) + (game["first_battle"] or 0),
    }


def main() -> None:
    """Play what is given."""
    for line in games(json.load(sys.stdin)):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
