"""What one player holds: the only thing that legality, forms, previews and the bot may look at.

A ``Knowledge`` is built up from what the player owns and has been told; it can never hold a ``State``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.club.house import House
from rules.state import At, Banner, BannerId, Feature, Player, PlayerId, Relic, Settings, State
from rules.values import value


@value
class Sighting:
    """An enemy banner as this player knows it: ``level`` None if only its place, ``turn`` of the sighting."""

    id: BannerId
    owner: PlayerId
    at: At
    level: int | None
    turn: int


@value
class KnownSector:
    """A sector's occupation as this player last knew it, with the turn it is from (Rules 9)."""

    at: At
    occupier: PlayerId | None
    disputed: bool
    turn: int


@value
class Knowledge:
    """Everything one player knows when planning turn ``turn``.

    ``banners`` are its own, sorted by id; ``relics`` are those its banners carry and those lying whose place
    it knows (their ``known_to`` is empty: who else knows is not known); ``features`` those revealed to it;
    ``hinted`` the features and relics that somebody might use (Rules 14.2); ``home`` where its banners stood
    when the war began, ``searched`` where they have searched so far. A person remembers these three; where
    nobody has kept them they are empty.
    """

    turn: int
    settings: Settings
    rows: tuple[str, ...]
    player: Player
    banners: tuple[Banner, ...]
    relics: tuple[Relic, ...] = ()
    features: tuple[Feature, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    sectors: tuple[KnownSector, ...] = ()
    house: House = ()
    hinted: tuple[str, ...] = ()
    home: tuple[At, ...] = ()
    searched: tuple[At, ...] = ()


def knowledge_of(state: State, player: PlayerId) -> Knowledge:
    """What a player holds of its own in a state, without what it has seen of others; KeyError if unknown."""
    return knowledge_by_player(state, (player,))[player]


def knowledge_by_player(state: State, asked: Iterable[PlayerId]) -> dict[PlayerId, Knowledge]:
    """``knowledge_of`` for several players in one pass over the state."""
    players = {player.id: player for player in state.players}
    return {
        player: Knowledge(
            state.turn,
            state.settings,
            state.rows,
            players[player],
            own.banners,
            own.relics,
            own.features,
            house=state.house,
        )
        for player, own in holdings_by_player(state, asked).items()
    }


class Holdings(NamedTuple):
    """A player's banners, the relics it carries or knows the place of, the features it knows; all by id."""

    banners: tuple[Banner, ...]
    relics: tuple[Relic, ...]
    features: tuple[Feature, ...]


def holdings_by_player(state: State, asked: Iterable[PlayerId]) -> dict[PlayerId, Holdings]:
    """What several players have and know of, in one pass over the state."""
    banners: dict[PlayerId, list[Banner]] = {player: [] for player in asked}
    relics: dict[PlayerId, list[Relic]] = {}
    features: dict[PlayerId, list[Feature]] = {}
    for banner in state.banners:
        own = banners.get(banner.owner)
        if own is not None:
            own.append(banner)
    if state.relics:
        _share_relics(state, relics)
    for feature in state.features:
        if feature.known_to:
            bare = Feature(feature.id, feature.at, feature.needs_search, feature.effect)
            for player in feature.known_to:
                features.setdefault(player, []).append(bare)
    return {
        player: Holdings(
            tuple(theirs),
            tuple(relics[player]) if player in relics else (),
            tuple(features[player]) if player in features else (),
        )
        for player, theirs in banners.items()
    }


def _share_relics(state: State, relics: dict[PlayerId, list[Relic]]) -> None:
    """Give each player the relics that its banners carry and those whose place it knows."""
    owner_of = {banner.id: banner.owner for banner in state.banners}
    for relic in state.relics:
        bare = Relic(relic.id, relic.carried_by, relic.at, (), relic.destructible)
        knowing = relic.known_to if relic.carried_by is None else (owner_of[relic.carried_by],)
        for player in knowing:
            relics.setdefault(player, []).append(bare)
