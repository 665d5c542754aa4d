"""What one player holds: the only thing that legality, forms, previews and the bot may look at.

A ``Knowledge`` is built up from what the player owns and has been told; it can never hold a ``State``.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.state import At, Banner, BannerId, Feature, Player, PlayerId, Relic, Settings


@dataclass(frozen=True, slots=True)
class Sighting:
    """An enemy banner as this player knows it: ``level`` None if only its place, ``turn`` of the sighting."""

    id: BannerId
    owner: PlayerId
    at: At
    level: int | None
    turn: int


@dataclass(frozen=True, slots=True)
class KnownSector:
    """A sector's occupation as this player last knew it, with the turn it is from (Rules 9)."""

    at: At
    occupier: PlayerId | None
    disputed: bool
    turn: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything one player knows when planning turn ``turn``.

    ``banners`` are its own, sorted by id; ``relics`` are those its banners carry and those lying whose place
    it knows (their ``known_to`` is empty: who else knows is not known); ``features`` those revealed to it.
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
