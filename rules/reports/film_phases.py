"""In which part of a turn's film each kind of line is shown: one place for every kind."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum

from rules.events import EventKind
from rules.reports.lines import Line


class FilmPhase(StrEnum):
    """The parts of a film, in the order in which they are shown."""

    WORKS = "works"
    TELEPORT = "teleport"
    MARCH = "march"
    FORTIFY = "fortify"
    RETREAT = "retreat"
    SUPPLY = "supply"
    RELICS = "relics"
    RANKS = "ranks"
    CONTACT = "contact"
    RESULTS = "results"
    LAND = "land"
    SEARCH = "search"
    SIGHT = "sight"
    AIMS = "aims"
    CLOSE = "close"


RULES: Mapping[FilmPhase, str] = {
    FilmPhase.WORKS: "5.1",
    FilmPhase.TELEPORT: "5.3",
    FilmPhase.MARCH: "5.4",
    FilmPhase.FORTIFY: "5.5",
    FilmPhase.RETREAT: "5.6",
    FilmPhase.SUPPLY: "5.7",
    FilmPhase.RELICS: "5.9",
    FilmPhase.RANKS: "5.10",
    FilmPhase.CONTACT: "5.12",
    FilmPhase.RESULTS: "7",
    FilmPhase.LAND: "8.6",
    FilmPhase.SEARCH: "8.7",
    FilmPhase.SIGHT: "9",
    FilmPhase.AIMS: "10",
    FilmPhase.CLOSE: "2",
}
"""The section of the rules with which each begins; what closes a film are corrections in a review (2)."""

MOVEMENT = tuple(FilmPhase)[: tuple(FilmPhase).index(FilmPhase.CONTACT) + 1]
"""What a film shows when the battles are announced."""

PHASES: Mapping[EventKind, FilmPhase] = {
    EventKind.NODE_NAMED: FilmPhase.WORKS,
    EventKind.ORDER_VOID: FilmPhase.WORKS,
    EventKind.UNFORTIFIED: FilmPhase.WORKS,
    EventKind.ENTRENCHED: FilmPhase.WORKS,
    EventKind.TELEPORTED: FilmPhase.TELEPORT,
    EventKind.TELEPORT_STAYED: FilmPhase.TELEPORT,
    EventKind.MARCHED: FilmPhase.MARCH,
    EventKind.MARCH_FAILED: FilmPhase.MARCH,
    EventKind.FORTIFIED: FilmPhase.FORTIFY,
    EventKind.RETREATED: FilmPhase.RETREAT,
    EventKind.DESTROYED_IN_RETREAT: FilmPhase.RETREAT,
    EventKind.DESTROYED_ENEMY_IN_RETREAT: FilmPhase.RETREAT,
    EventKind.RESUPPLIED: FilmPhase.SUPPLY,
    EventKind.LEVELS_RECEIVED: FilmPhase.SUPPLY,
    EventKind.LEVELS_GIVEN: FilmPhase.SUPPLY,
    EventKind.LEVELS_NOT_RECEIVED: FilmPhase.SUPPLY,
    EventKind.TRIBAL_LOSS: FilmPhase.SUPPLY,
    EventKind.RELIC_RECEIVED: FilmPhase.RELICS,
    EventKind.RELIC_GIVEN: FilmPhase.RELICS,
    EventKind.RELIC_NOT_RECEIVED: FilmPhase.RELICS,
    EventKind.RELIC_PICKED_UP: FilmPhase.RELICS,
    EventKind.RELIC_NOT_PICKED_UP: FilmPhase.RELICS,
    EventKind.RELIC_DESTROYED: FilmPhase.RELICS,
    EventKind.RELIC_NOT_DESTROYED: FilmPhase.RELICS,
    EventKind.SPLIT: FilmPhase.RANKS,
    EventKind.SPLIT_FAILED: FilmPhase.RANKS,
    EventKind.JOINED: FilmPhase.RANKS,
    EventKind.JOIN_FAILED: FilmPhase.RANKS,
    EventKind.BATTLE_WON: FilmPhase.RESULTS,
    EventKind.BATTLE_LOST: FilmPhase.RESULTS,
    EventKind.BATTLE_DRAWN: FilmPhase.RESULTS,
    EventKind.BLOOD_REWARD: FilmPhase.RESULTS,
    EventKind.DESTROYED_IN_BATTLE: FilmPhase.RESULTS,
    EventKind.WORKS_REDUCED: FilmPhase.RESULTS,
    EventKind.MUST_RETREAT: FilmPhase.RESULTS,
    EventKind.SECTORS_GAINED: FilmPhase.LAND,
    EventKind.SECTOR_LOST: FilmPhase.LAND,
    EventKind.FEATURE_FOUND: FilmPhase.SEARCH,
    EventKind.RELIC_FOUND: FilmPhase.SEARCH,
    EventKind.WORKS_LOST: FilmPhase.RESULTS,
    EventKind.NODE_LOST: FilmPhase.RESULTS,
    EventKind.HIVE_LOSS: FilmPhase.RESULTS,
    EventKind.RELIC_DROPPED: FilmPhase.RESULTS,
}
"""The phase of each kind of line that a player reads."""

_IN_THE_MOVEMENT: Mapping[tuple[EventKind, str], FilmPhase] = {
    (EventKind.WORKS_LOST, "5.4"): FilmPhase.MARCH,
    (EventKind.WORKS_LOST, "5.10"): FilmPhase.RANKS,
    (EventKind.WORKS_LOST, "5.11"): FilmPhase.RANKS,
    (EventKind.RELIC_DROPPED, "5.6"): FilmPhase.RETREAT,
}
"""Where four kinds stand that the aftermath shares with the movement: by the rule that its line names."""

_OF_A_NODE = (EventKind.NODE_LOST, EventKind.HIVE_LOSS)


def phases_of(lines: Collection[Line]) -> list[FilmPhase]:
    """The phase of each of one player's lines of a turn.

    A node dies once in a turn at most: in a retreat (then its army suffers at once), else in battle.
    """
    retreated = {one.banner for one in lines if one.kind == EventKind.DESTROYED_IN_RETREAT}
    nodes = {one.banner for one in lines if one.kind == EventKind.NODE_LOST}
    return [_phase(one, in_retreat=bool(nodes & retreated)) for one in lines]


def _phase(line: Line, *, in_retreat: bool) -> FilmPhase:
    if in_retreat and line.kind in _OF_A_NODE:
        return FilmPhase.RETREAT
    return _IN_THE_MOVEMENT.get((line.kind, line.rule)) or PHASES[line.kind]
