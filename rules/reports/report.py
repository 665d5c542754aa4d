"""What one player may know: of a movement, an ``Announcement``; of a whole turn, a ``Report``.

Both are built up from nothing, out of what the closed list of "who knows what" lets the player have, and hold
plain values only: what was never put in cannot leak. Neither can hold a ``State``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.armies import Trait
from rules.club.house import traits_of
from rules.events import Purpose, Roll
from rules.outcome import (
    Battle,
    BattleResult,
    Bits,
    Category,
    Holding,
    Movement,
    Outcome,
    Void,
    known_sectors,
)
from rules.plans.knowledge import Holdings, Sighting, holdings_by_player
from rules.reports.lines import Line, lines_by_player
from rules.reports.plain import from_plain, to_plain
from rules.results import Method
from rules.state import (
    At,
    Banner,
    BannerId,
    Condition,
    ConditionKind,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Sector,
)
from rules.tables import Degree, fighting_level
from rules.values import value


@value
class Meeting:
    """An own battle as announced: both fighting levels, where, on which table, who attacks (Rules 2.3).

    ``dice`` are the battle's dice by purpose; levels are fighting levels.
    """

    banner: BannerId
    enemy: BannerId
    opponent: PlayerId
    level: int
    enemy_level: int
    sector: At
    city: bool
    category: Category
    attacker: BannerId
    auto: bool
    dice: tuple[Roll, ...]


@value
class Fought:
    """An own battle with its result: of the enemy only its points, and whether it is destroyed.

    ``points_lost`` and each attempt of ``rolls`` are the player's own first; ``lost`` and ``sacrificed`` are
    its own levels.
    """

    meeting: Meeting
    method: Method
    winner: BannerId | None
    degree: Degree | None
    rolls: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    points_lost: tuple[int, int] | None
    lost: int
    sacrificed: int
    destroyed: bool
    enemy_destroyed: bool


@value
class Goal:
    """How an own condition stands; ``met`` and ``held`` are None where the player cannot know (Rules 10)."""

    met: bool | None
    held: int | None


@value
class Announcement:
    """What a player learns when the battles are announced: its own banners and its own battles."""

    turn: int
    player: PlayerId
    node: BannerId | None
    banners: tuple[Banner, ...]
    lines: tuple[Line, ...]
    void: tuple[Void, ...]
    battles: tuple[Meeting, ...]


@value
class Report:
    """What a player learns when a turn is published (Rules 9), and all that it has.

    ``sightings`` to ``sectors`` are as in ``Intelligence``; ``features`` and ``relics`` are all that it knows
    of or carries, ``found_features`` and ``found_relics`` what is new among them; ``conditions`` stand in the
    order of the player's list.
    """

    turn: int
    player: PlayerId
    node: BannerId | None
    banners: tuple[Banner, ...]
    lines: tuple[Line, ...]
    void: tuple[Void, ...]
    battles: tuple[Fought, ...]
    sightings: tuple[Sighting, ...]
    seen: Sequence[tuple[int, Bits]]
    sectors: Sequence[Sector]
    features: tuple[Feature, ...]
    relics: tuple[Relic, ...]
    found_features: tuple[FeatureId, ...]
    found_relics: tuple[RelicId, ...]
    conditions: tuple[Goal, ...]

    def known_sectors(self) -> Iterator[Sector]:
        """Every sector whose occupation the player knows, those of nobody included, by (y, x)."""
        return iter(known_sectors(self.seen, self.sectors))


# Read from the class these take longer than being looked for.
_OBSERVABLE, _MISSION, _ATTACKER = Trait.EASILY_OBSERVABLE, Purpose.MISSION, Purpose.ATTACKER


def announcement(movement: Movement, player: PlayerId) -> Announcement:
    """What one player learns at the announcement; KeyError for an unknown player."""
    return _announce(movement, (player,))[player]


def announcements(movement: Movement) -> dict[PlayerId, Announcement]:
    """Every player's announcement, in one pass over the movement."""
    return _announce(movement, [player.id for player in movement.state.players])


def publication(outcome: Outcome, player: PlayerId, gone: Collection[BannerId] = ()) -> Report:
    """What one player learns when the turn is published; KeyError for an unknown player.

    ``gone`` are the enemy banners that earlier reports have shown this player destroyed: only so can it know
    that a destruction condition holds.
    """
    return _publish(outcome, (player,), {player: gone})[player]


def publications(
    outcome: Outcome, gone: Mapping[PlayerId, Collection[BannerId]] | None = None
) -> dict[PlayerId, Report]:
    """Every player's report, in one pass over the outcome."""
    return _publish(outcome, [player.id for player in outcome.state.players], gone or {})


def to_document(value: Announcement | Report) -> dict[str, Any]:
    """An announcement or a report as JSON-able values, to be stored."""
    document = to_plain(value)
    assert isinstance(document, dict)
    return document


def announcement_from(document: object) -> Announcement:
    """The announcement that ``to_document`` wrote."""
    return from_plain(Announcement, document)


def report_from(document: object) -> Report:
    """The report that ``to_document`` wrote."""
    return from_plain(Report, document)


def _announce(movement: Movement, players: Collection[PlayerId]) -> dict[PlayerId, Announcement]:
    own = holdings_by_player(movement.state, players)
    nodes = {player.id: player.node for player in movement.state.players}
    lines = lines_by_player(players, movement.events, announced=True)
    void = _void_by_player(players, movement)
    battles: dict[PlayerId, list[Meeting]] = {player: [] for player in players}
    for battle in movement.battles:
        for side, owner in enumerate(battle.owners):
            if owner in battles:
                battles[owner].append(_meeting(battle, side))
    return {
        player: Announcement(
            turn=movement.state.turn,
            player=player,
            node=nodes[player],
            banners=own[player].banners,
            lines=lines[player],
            void=tuple(void[player]),
            battles=tuple(battles[player]),
        )
        for player in players
    }


def _publish(
    outcome: Outcome, players: Collection[PlayerId], gone: Mapping[PlayerId, Collection[BannerId]]
) -> dict[PlayerId, Report]:
    own = holdings_by_player(outcome.state, players)
    lines = lines_by_player(players, outcome.movement.events, outcome.events)
    void = _void_by_player(players, outcome.movement)
    destroyed = {banner.id for banner in outcome.destroyed}
    battles: dict[PlayerId, list[Fought]] = {player: [] for player in players}
    for result in outcome.battles:
        for side, owner in enumerate(result.battle.owners):
            if owner in battles:
                battles[owner].append(_fought(result, side, destroyed))
    observable = {
        player.id
        for player in outcome.state.players
        if _OBSERVABLE in traits_of(player.rules, outcome.state.house)
    }
    return {
        player.id: _report(
            outcome,
            player,
            own[player.id],
            lines[player.id],
            tuple(void[player.id]),
            tuple(battles[player.id]),
            _goals(outcome, player, battles[player.id], gone.get(player.id, ()), observable),
        )
        for player in outcome.state.players
        if player.id in own
    }


def _goals(
    outcome: Outcome,
    player: Player,
    battles: Iterable[Fought],
    gone: Collection[BannerId],
    observable: Collection[PlayerId],
) -> tuple[Goal, ...]:
    if not player.conditions:
        return ()
    sightings = outcome.intelligence[player.id].sightings
    shown_gone = {*gone, *(fought.meeting.enemy for fought in battles if fought.enemy_destroyed)}
    return tuple(
        _goal(condition, holding, player.id, sightings, shown_gone, observable)
        for condition, holding in zip(player.conditions, outcome.conditions[player.id], strict=True)
    )


def _report(
    outcome: Outcome,
    player: Player,
    own: Holdings,
    lines: tuple[Line, ...],
    void: tuple[Void, ...],
    battles: tuple[Fought, ...],
    conditions: tuple[Goal, ...],
) -> Report:
    known = outcome.intelligence[player.id]
    return Report(
        turn=outcome.state.turn,
        player=player.id,
        node=player.node,
        banners=own.banners,
        lines=lines,
        void=void,
        battles=battles,
        sightings=known.sightings,
        seen=known.seen,
        sectors=known.sectors,
        features=own.features,
        relics=own.relics,
        found_features=known.features,
        found_relics=known.relics,
        conditions=conditions,
    )


def _void_by_player(players: Iterable[PlayerId], movement: Movement) -> dict[PlayerId, list[Void]]:
    void: dict[PlayerId, list[Void]] = {player: [] for player in players}
    for one in movement.void:
        if one.owner in void:
            void[one.owner].append(one)
    return void


def _meeting(battle: Battle, side: int) -> Meeting:
    dice: tuple[Roll, ...] = ((_MISSION, battle.mission_die),)
    if battle.attacker_die is not None:
        dice += ((_ATTACKER, battle.attacker_die),)
    return Meeting(
        banner=battle.banners[side],
        enemy=battle.banners[1 - side],
        opponent=battle.owners[1 - side],
        level=fighting_level(battle.levels[side]),
        enemy_level=fighting_level(battle.levels[1 - side]),
        sector=battle.sector,
        city=battle.city,
        category=battle.category,
        attacker=battle.attacker,
        auto=battle.auto,
        dice=dice,
    )


def _fought(result: BattleResult, side: int, destroyed: Collection[BannerId]) -> Fought:
    points = result.points_lost
    return Fought(
        meeting=_meeting(result.battle, side),
        method=result.method,
        winner=result.winner,
        degree=result.degree,
        rolls=tuple((attempt[side], attempt[1 - side]) for attempt in result.rolls),
        points_lost=(points[side], points[1 - side]) if points is not None else None,
        lost=result.lost[side],
        sacrificed=result.sacrifices[side],
        destroyed=result.battle.banners[side] in destroyed,
        enemy_destroyed=result.battle.banners[1 - side] in destroyed,
    )


def _goal(
    condition: Condition,
    holding: Holding,
    player: PlayerId,
    sightings: Iterable[Sighting],
    gone: Collection[BannerId],
    observable: Collection[PlayerId],
) -> Goal:
    """How a condition stands as far as its player can know: a destruction may be hidden (Rules 10)."""
    if condition.kind != ConditionKind.DESTRUCTION:
        return Goal(holding.met, holding.held)
    if condition.player is not None:
        seen = any(sighting.owner == condition.player for sighting in sightings)
        known = seen or condition.player == player or condition.player in observable
    else:
        # A banner named now, heirs too, bears the condition's mark where it is seen; of one that is not seen
        # the player does not know whose heir it is, so what is gone is read by the names that were given.
        banners = condition.banners or ()
        named = condition.named if condition.named is not None else banners
        seen = any(sighting.id in banners for sighting in sightings)
        known = seen or all(banner in gone for banner in named)
    return Goal(holding.met, holding.held) if known else Goal(None, None)
