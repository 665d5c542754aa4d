"""The bot against itself: whole games without people, to try out a set-up before it hurts anybody."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.bot import opponent as bot
from rules.dice import Dice
from rules.outcome import Outcome
from rules.plans.knowledge import Knowledge, KnownSector, Sighting, knowledge_of
from rules.results import Results
from rules.state import BannerId, PlayerId, State
from rules.turn import next_state, resolve_aftermath, resolve_movement


@dataclass(frozen=True, slots=True)
class Game:
    """How a game of bots went: None where it did not come to it."""

    first_battle: int | None
    victors: tuple[PlayerId, ...]
    turns: int
    banners_left: int


Memory = dict[PlayerId, Knowledge]


def play(start: State, seed: bytes, turns: int = 40) -> Game:
    """Play a game to its end or for ``turns`` turns, all battles abstract; a seed always plays the same."""
    first_battle: int | None = None
    outcome: Outcome | None = None
    for outcome in games_turns(start, seed, turns):
        if first_battle is None and outcome.battles:
            first_battle = outcome.movement.start.turn
    if outcome is None:
        return Game(None, (), 0, len(start.banners))
    return Game(first_battle, outcome.victors, outcome.movement.start.turn, len(outcome.state.banners))


def games_turns(start: State, seed: bytes, turns: int) -> Iterator[Outcome]:
    """The turns of a game as they come, up to and with the one that has victors."""
    state = start
    memory: Memory = {player.id: knowledge_of(state, player.id) for player in state.players}
    for _ in range(turns):
        plans = {player: bot.plan(own) for player, own in memory.items()}
        dice = Dice(hashlib.sha256(seed + state.turn.to_bytes(4, "big")).digest())
        outcome = resolve_aftermath(resolve_movement(state, plans, dice), Results(), dice)
        yield outcome
        if outcome.victors or not outcome.state.banners:
            return
        state = next_state(outcome)
        memory = {player.id: remember(memory[player.id], outcome, state) for player in state.players}


def remember(before: Knowledge, outcome: Outcome, state: State) -> Knowledge:
    """What a player knows when the next turn opens: what it knew, with what this turn has told it."""
    own = knowledge_of(state, before.player.id)
    learnt = outcome.intelligence[before.player.id]
    turn = outcome.movement.start.turn
    sectors = {sector.at: sector for sector in before.sectors}
    for seen in learnt.known_sectors():
        sectors[seen.at] = KnownSector(seen.at, seen.occupier, seen.disputed, turn)
    sightings: dict[BannerId, Sighting] = {sighting.id: sighting for sighting in before.sightings}
    sightings.update((sighting.id, sighting) for sighting in learnt.sightings)
    for gone in outcome.destroyed:
        sightings.pop(gone.id, None)
    return replace(
        own,
        sectors=tuple(sectors[at] for at in sorted(sectors, key=lambda at: (at[1], at[0]))),
        sightings=tuple(sightings[identity] for identity in sorted(sightings)),
    )
