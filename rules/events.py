"""What happened in a turn, each thing with its reason and its rule section.

Events are the truth, for facilitators and for the record: what of one its player may read is decided in
``rules.reports.report``. Every event is about one player; what concerns two is two events.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from rules.orders import OrderKind
from rules.state import At, BannerId, FeatureId, PlayerId, RelicId


class EventKind(StrEnum):
    """Everything that can happen to a banner, a sector, a relic or a player in a turn (closed list)."""

    # movement
    NODE_NAMED = "node_named"
    ORDER_VOID = "order_void"
    UNFORTIFIED = "unfortified"
    ENTRENCHED = "entrenched"
    TELEPORTED = "teleported"
    TELEPORT_STAYED = "teleport_stayed"
    MARCHED = "marched"
    MARCH_FAILED = "march_failed"
    FORTIFIED = "fortified"
    RETREATED = "retreated"
    DESTROYED_IN_RETREAT = "destroyed_in_retreat"
    DESTROYED_ENEMY_IN_RETREAT = "destroyed_enemy_in_retreat"
    RESUPPLIED = "resupplied"
    LEVELS_RECEIVED = "levels_received"
    LEVELS_GIVEN = "levels_given"
    LEVELS_NOT_RECEIVED = "levels_not_received"
    TRIBAL_LOSS = "tribal_loss"
    RELIC_RECEIVED = "relic_received"
    RELIC_GIVEN = "relic_given"
    RELIC_NOT_RECEIVED = "relic_not_received"
    RELIC_PICKED_UP = "relic_picked_up"
    RELIC_NOT_PICKED_UP = "relic_not_picked_up"
    RELIC_DESTROYED = "relic_destroyed"
    RELIC_NOT_DESTROYED = "relic_not_destroyed"
    SPLIT = "split"
    SPLIT_FAILED = "split_failed"
    JOINED = "joined"
    JOIN_FAILED = "join_failed"
    BATTLE_MET = "battle_met"
    # aftermath
    BATTLE_WON = "battle_won"
    BATTLE_LOST = "battle_lost"
    BATTLE_DRAWN = "battle_drawn"
    BLOOD_REWARD = "blood_reward"
    DESTROYED_IN_BATTLE = "destroyed_in_battle"
    WORKS_REDUCED = "works_reduced"
    MUST_RETREAT = "must_retreat"
    SECTORS_GAINED = "sectors_gained"
    SECTOR_TAKEN = "sector_taken"
    SECTOR_LOST = "sector_lost"
    FEATURE_FOUND = "feature_found"
    RELIC_FOUND = "relic_found"
    CONDITION_HOLDS = "condition_holds"
    CONDITION_MET = "condition_met"
    VICTORY = "victory"
    # both
    WORKS_LOST = "works_lost"
    NODE_LOST = "node_lost"
    HIVE_LOSS = "hive_loss"
    RELIC_DROPPED = "relic_dropped"


class Reason(StrEnum):
    """Why something happened as it did (closed list)."""

    ORDERED = "ordered"
    ON_ITS_OWN = "on_its_own"
    NAMED = "named"
    GREATEST = "greatest"
    HELD_BACK = "held_back"
    ENEMY_THERE = "enemy_there"
    ENEMIES_MET = "enemies_met"
    NOWHERE_TO_GO = "nowhere_to_go"
    NO_FREE_SECTOR = "no_free_sector"
    ENEMY_LANDED = "enemy_landed"
    MOVED = "moved"
    SPLIT = "split"
    JOINED = "joined"
    GIVER_GONE = "giver_gone"
    GIVER_BUSY = "giver_busy"
    GIVER_EMPTY = "giver_empty"
    RECEIVER_FULL = "receiver_full"
    OUT_OF_RANGE = "out_of_range"
    DISPUTED = "disputed"
    CLAIMED = "claimed"
    NOT_CARRIED = "not_carried"
    LEVEL_TOO_LOW = "level_too_low"
    NOT_NAMED_BACK = "not_named_back"
    APART = "apart"
    RULES = "rules"
    DEFEAT = "defeat"
    NODE_LOST = "node_lost"
    TAKEN = "taken"
    RELEASED = "released"
    SEARCHED = "searched"
    OCCUPIED = "occupied"
    REVEALED = "revealed"
    AUTO = "auto"
    RULING = "ruling"
    TABLETOP = "tabletop"
    ABSTRACT = "abstract"


class Purpose(StrEnum):
    """What a die was for; dice are shown by purpose, never by label (Rules 4)."""

    DIRECTION = "direction"
    DISTANCE = "distance"
    ATTACKER = "attacker"
    MISSION = "mission"


Roll = tuple[Purpose, int]


class Event(NamedTuple):
    """One thing that happened to ``player``, under section ``rule`` of the campaign rules.

    ``at`` is where, or whence, and ``to`` whither; ``other`` is the other banner and ``rival`` the other
    player in it; ``levels`` counts levels gained, lost or asked for as the kind says; ``number`` is the
    place of a condition in the player's list. (A tuple, as the lines that are made of it are.)
    """

    kind: EventKind
    rule: str
    player: PlayerId
    banner: BannerId | None = None
    at: At | None = None
    to: At | None = None
    reason: Reason | None = None
    levels: int | None = None
    other: BannerId | None = None
    order: OrderKind | None = None
    relic: RelicId | None = None
    feature: FeatureId | None = None
    rival: PlayerId | None = None
    dice: tuple[Roll, ...] = ()
    sectors: Sequence[At] = ()
    number: int | None = None
