"""The nouns of a campaign as frozen values: map, players, banners, sectors, features, relics (Rules 1)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, NewType

from rules.club.house import House
from rules.values import value

if TYPE_CHECKING:
    from rules.club.triggers import Trigger

PlayerId = NewType("PlayerId", str)
BannerId = NewType("BannerId", str)
RelicId = NewType("RelicId", str)
FeatureId = NewType("FeatureId", str)
TriggerId = NewType("TriggerId", str)

At = tuple[int, int]
"""A sector: ``(x, y)``, x east, y south, both from 0."""

MAX_LEVEL = 20


class Works(StrEnum):
    """The field works of a banner (Rules 1)."""

    NONE = "none"
    FORTIFIED = "fortified"
    ENTRENCHED = "entrenched"


class Effect(StrEnum):
    """What a known feature does for its occupier (Rules 5.7, 9)."""

    SUPPLY = "supply"
    SENSOR = "sensor"


class Engagement(StrEnum):
    """When two banners in range fight (Rules 5.12)."""

    ON_CONTACT = "on_contact"
    EVERY_TURN = "every_turn"


class SpecialOrders(StrEnum):
    """Which of the orders ``use`` and ``other`` a campaign allows (Rules 14.2)."""

    NONE = "none"
    USE = "use"
    ALL = "all"


@value
class Settings:
    """A campaign's variables that the engine reads; radii in sectors, battle <= recon <= search (Rules 1)."""

    battle_radius: int = 1
    recon_radius: int = 2
    search_radius: int = 3
    engagement: Engagement = Engagement.ON_CONTACT
    special_orders: SpecialOrders = SpecialOrders.NONE


@value
class Banner:
    """An army of one player in one sector; ``level`` is the full level (Rules 1)."""

    id: BannerId
    owner: PlayerId
    at: At
    level: int
    works: Works = Works.NONE
    retreating: bool = False
    beaten_by: BannerId | None = None


class Sector(NamedTuple):
    """A sector that somebody occupies, or that is disputed and so nobody's (Rules 6).

    (A tuple, because a turn makes many.)
    """

    at: At
    occupier: PlayerId | None = None
    disputed: bool = False


@value
class Feature:
    """A feature of a sector and the players to whom it has been revealed, sorted (Rules 8.7, 8.8)."""

    id: FeatureId
    at: At
    needs_search: bool = False
    effect: Effect | None = None
    known_to: tuple[PlayerId, ...] = ()


@value
class Relic:
    """A relic, carried by a banner or lying in a sector: exactly one of ``carried_by`` and ``at`` is set.

    A ``sealed`` one lies known to nobody, and nobody finds it before it is unsealed (Rules 14.4).
    """

    id: RelicId
    carried_by: BannerId | None = None
    at: At | None = None
    known_to: tuple[PlayerId, ...] = ()
    destructible: bool = True
    sealed: bool = False


class ConditionKind(StrEnum):
    """The kinds of victory condition (Rules 10)."""

    RETRIEVAL = "retrieval"
    OCCUPATION = "occupation"
    DESTRUCTION = "destruction"
    TRIGGER = "trigger"


@value
class ConditionRecord:
    """What a kind of condition is: exactly one of its ``goals``, by their keys in documents, is named."""

    kind: ConditionKind
    goals: tuple[str, ...]


CONDITIONS: tuple[ConditionRecord, ...] = (
    ConditionRecord(ConditionKind.RETRIEVAL, ("relic",)),
    ConditionRecord(ConditionKind.OCCUPATION, ("sectors", "count")),
    ConditionRecord(ConditionKind.DESTRUCTION, ("player", "banners")),
    ConditionRecord(ConditionKind.TRIGGER, ("trigger",)),
)
"""All kinds of victory condition (Rules 10)."""

GOALS = {record.kind: record.goals for record in CONDITIONS}
ALL_GOALS = tuple(goal for record in CONDITIONS for goal in record.goals)


@value
class Condition:
    """One victory condition; which of the optional fields is set depends on ``kind`` (Rules 10).

    ``banners`` names heirs in place of banners joined away; ``named`` are the names that the player was
    given, None if they are the same: which banner is whose heir is not the player's to know.
    """

    kind: ConditionKind
    primary: bool = True
    turns: int = 1
    held: int = 0
    relic: RelicId | None = None
    sectors: tuple[At, ...] | None = None
    count: int | None = None
    player: PlayerId | None = None
    banners: tuple[BannerId, ...] | None = None
    named: tuple[BannerId, ...] | None = None
    trigger: TriggerId | None = None


@value
class Player:
    """A player with the army rules picked, the Hive Mentality node, and whether a plan came in this turn."""

    id: PlayerId
    rules: tuple[str, ...] = ()
    node: BannerId | None = None
    submitted: bool = True
    excused: bool = False
    conditions: tuple[Condition, ...] = ()


@value
class State:
    """The truth at one moment.

    ``rows`` are the map's rows, north first, in the letters of ``rules.maps.terrain``; players, banners,
    features, relics, house rules and triggers are sorted by id, sectors by (y, x) and only those occupied or
    disputed.
    """

    turn: int
    settings: Settings
    rows: tuple[str, ...]
    players: tuple[Player, ...]
    banners: tuple[Banner, ...]
    sectors: Sequence[Sector] = ()
    features: tuple[Feature, ...] = ()
    relics: tuple[Relic, ...] = ()
    house: House = ()
    triggers: tuple[Trigger, ...] = ()
