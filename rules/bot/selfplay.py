"""The bot against itself: whole games without people, to try out a set-up before it hurts anybody."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.bot import regular
from rules.dice import Dice
from rules.orders import OrderKind, Plan
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


Mind = Callable[[Knowledge], Plan]
"""A player: knowledge in, plan out."""


def games_turns(
    start: State, seed: bytes, turns: int, minds: Mapping[PlayerId, Mind] = MappingProxyType({})
) -> Iterator[Outcome]:
    """The turns of a game as they come, up to and with the one that has victors.

    ``minds`` play for their players; the others' plans are a steady regular's.
    """
    state = start
    memory: Memory = {player.id: at_home(knowledge_of(state, player.id)) for player in state.players}
    for _ in range(turns):
        plans = {player: minds.get(player, regular.plan)(own) for player, own in memory.items()}
        dice = Dice(hashlib.sha256(seed + state.turn.to_bytes(4, "big")).digest())
        outcome = resolve_aftermath(resolve_movement(state, plans, dice), Results(), dice)
        yield outcome
        if outcome.victors or not outcome.state.banners:
            return
        state = next_state(outcome)
        memory = {player.id: remember(memory[player.id], outcome, state) for player in state.players}


def at_home(own: Knowledge) -> Knowledge:
    """The knowledge of a player whose war begins."""
    return replace(own, home=tuple(sorted({banner.at for banner in own.banners})))


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
    for gone in shown_destroyed(outcome, own.player.id):
        sightings.pop(gone, None)
    places = {banner.id: banner.at for banner in own.banners}
    searching = {
        places[one]
        for one, given in outcome.movement.orders.items()
        if one in places and given.primary is not None and given.primary.kind is OrderKind.SEARCH
    }
    return replace(
        own,
        home=before.home,
        searched=tuple(sorted({*before.searched, *searching})),
        sectors=tuple(sectors[at] for at in sorted(sectors, key=lambda at: (at[1], at[0]))),
        sightings=tuple(sightings[identity] for identity in sorted(sightings)),
    )


def shown_destroyed(outcome: Outcome, player: PlayerId) -> Iterator[BannerId]:
    """The enemy banners that a player is shown destroyed: those of its own battles, and no others (Rules 9).

    Of all others it keeps the old sighting.
    """
    gone = {banner.id for banner in outcome.destroyed}
    for result in outcome.battles:
        if player in result.battle.owners:
            fought = zip(result.battle.banners, result.battle.owners, strict=True)
            yield from (banner for banner, owner in fought if owner != player and banner in gone)
