"""Worlds that a player holds possible: each enemy somewhere, with plans from what it would know there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.bot import regular
from rules.bot.belief import Chance, Ghost
from rules.dice import Dice
from rules.maps.grid import distance
from rules.orders import Plan
from rules.plans.knowledge import Knowledge, KnownSector, Sighting, knowledge_of
from rules.state import (
    Banner,
    Condition,
    ConditionKind,
    Player,
    PlayerId,
    Relic,
    Sector,
    State,
)
from rules.values import value


@value
class World:
    """One of them: its state, the enemies' plans there, and the dice of its turns, by what is added."""

    state: State
    plans: dict[PlayerId, Plan]
    seed: bytes

    def dice(self, turn: int) -> Dice:
        """The dice of one of its turns."""
        return Dice(hashlib.sha256(self.seed + turn.to_bytes(4, "big")).digest())


def sampled(own: Knowledge, ghosts: Sequence[Ghost], count: int, seed: bytes) -> list[World]:
    """So many worlds, the same for the same seed."""
    worlds = []
    for number in range(count):
        secret = hashlib.sha256(seed + b"world" + number.to_bytes(4, "big")).digest()
        state = _state(own, ghosts, Chance(secret))
        worlds.append(World(state, {}, secret))
    return worlds


def planned(world: World, player: PlayerId) -> World:
    """The world with everybody's plans but ``player``'s, each from what its maker would know there."""
    others = [other.id for other in world.state.players if other.id != player]
    plans = {other: regular.plan(seen_by(world.state, other)) for other in others}
    return World(world.state, plans, world.seed)


def _state(own: Knowledge, ghosts: Sequence[Ghost], chance: Chance) -> State:
    taken = {banner.at for banner in own.banners}
    placed: list[Banner] = list(own.banners)
    mine = {banner.id for banner in own.banners}
    for ghost in ghosts:
        free = [at for at in ghost.spots if at not in taken]
        if not free or ghost.id in mine:
            continue
        at = free[chance.below(len(free))]
        level = ghost.lowest + chance.below(ghost.highest - ghost.lowest + 1)
        placed.append(Banner(ghost.id, ghost.owner, at, level))
    return State(
        turn=own.turn,
        settings=own.settings,
        rows=own.rows,
        players=tuple(_players(own, ghosts)),
        banners=tuple(sorted(placed, key=lambda banner: banner.id)),
        sectors=tuple(
            Sector(s.at, s.occupier, s.disputed)
            for s in sorted(own.sectors, key=lambda s: (s.at[1], s.at[0]))
            if s.occupier is not None or s.disputed
        ),
        features=tuple(
            replace(one, known_to=(own.player.id,)) for one in sorted(own.features, key=lambda one: one.id)
        ),
        relics=tuple(_relics(own)),
        house=own.house,
    )


def _players(own: Knowledge, ghosts: Iterable[Ghost]) -> list[Player]:
    """The own player, and all others of whom something is known: they are taken to want what it wants."""
    others = {ghost.owner for ghost in ghosts}
    others |= {sector.occupier for sector in own.sectors if sector.occupier is not None}
    others |= {one.player for one in own.player.conditions if one.player is not None}
    wanted = tuple(
        Condition(one.kind, one.primary, one.turns, sectors=one.sectors, count=one.count)
        for one in own.player.conditions
        if one.kind is ConditionKind.OCCUPATION
    )
    me = replace(own.player, conditions=tuple(replace_unknown(own)), submitted=True, excused=False)
    players = [me, *(Player(other, conditions=wanted) for other in others if other != own.player.id)]
    return sorted(players, key=lambda player: player.id)


def replace_unknown(own: Knowledge) -> list[Condition]:
    """The own conditions as a world can judge them: one about named enemy banners never holds there."""
    return [
        one if one.kind is not ConditionKind.TRIGGER else replace(one, trigger=None)
        for one in own.player.conditions
    ]


def _relics(own: Knowledge) -> list[Relic]:
    return [
        relic if relic.at is None else replace(relic, known_to=(own.player.id,))
        for relic in sorted(own.relics, key=lambda relic: relic.id)
    ]


def seen_by(state: State, player: PlayerId) -> Knowledge:
    """What a player of a world knows there: its own, its ground, and the enemies in sight (Rules 9)."""
    own = knowledge_of(state, player)
    located = state.settings.recon_radius + state.settings.battle_radius
    sightings = []
    for banner in state.banners:
        if banner.owner == player:
            continue
        gap = min((distance(banner.at, mine.at) for mine in own.banners), default=located + 2)
        if gap <= located + 1:
            level = banner.level if gap <= located else None
            sightings.append(Sighting(banner.id, banner.owner, banner.at, level, state.turn - 1))
    ground = tuple(
        KnownSector(sector.at, sector.occupier, sector.disputed, state.turn - 1)
        for sector in state.sectors
        if sector.occupier == player
    )
    return replace(own, sightings=tuple(sightings), sectors=ground)
