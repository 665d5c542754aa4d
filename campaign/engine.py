"""The engine's door: rows in, the rules' values through, rows out.

Nothing else calls ``rules.turn``, and nothing else reads the truth of a running campaign. One query reads
each table, and one statement per table writes what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaign import rows
from campaign.conditions import read_conditions
from campaign.corrections import Change, correct_outcome
from campaign.ids import derived_id
from campaign.models import Banner as BannerRow
from campaign.models import Battle, BattleResult, Campaign, Seat
from campaign.models import Feature as FeatureRow
from campaign.models import Relic as RelicRow
from campaign.models import Sector as SectorRow
from campaign.seeds import dice_of
from campaign.variables import Variables
from rules.format.battles import check_results, results_document
from rules.format.truth import state_document
from rules.orders import Plan
from rules.outcome import Movement, Outcome
from rules.results import BattleReport, Forfeit, Method, Results, Ruling
from rules.review import read_again
from rules.scenario import ScenarioError, load, plan_document
from rules.state import (
    At,
    Banner,
    BannerId,
    Effect,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Sector,
    State,
    Works,
)
from rules.turn import resolve_aftermath, resolve_movement

_BANNER = ("x", "y", "level", "works", "retreating", "beaten_by", "alive")
_BORN = ("campaign", "seat", "key", "public_id", "name", *_BANNER)
_NO_SEED = "00" * 32


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing of the engine is called in the app: its row, its public id and its name."""

    pk: int
    public_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Birth:
    """A banner that a split has made: its name and public id, and whose it is."""

    key: BannerId
    owner: PlayerId
    name: str
    public_id: str


@dataclass(frozen=True, slots=True)
class Board:
    """The truth as it is stored, with what everything is called; ``banners`` names the dead ones too."""

    state: State
    banners: Mapping[BannerId, Name]
    sectors: Mapping[At, int]
    features: Mapping[FeatureId, Name]
    relics: Mapping[RelicId, Name]


# Rows in


def read_board(
    campaign: Campaign,
    number: int,
    seats: Iterable[Seat],
    standing: Mapping[str, tuple[bool, bool]] | None = None,
) -> Board:
    """The truth as it stands: four queries. ``standing`` says of each player: plan submitted, excused."""
    players = sorted((_player(seat, standing or {}) for seat in seats), key=lambda player: player.id)
    keys = {seat.pk: PlayerId(seat.key) for seat in seats}
    banners, names = _banners(campaign, keys)
    sectors, sector_rows = _sectors(campaign, keys)
    features, feature_names = _features(campaign)
    relics, relic_names = _relics(campaign)
    state = State(
        turn=number,
        settings=Variables.of(campaign).engine,
        rows=tuple(campaign.map_rows.split("\n")),
        players=tuple(players),
        banners=tuple(banners),
        sectors=tuple(sectors),
        features=tuple(features),
        relics=tuple(relics),
    )
    return Board(state, names, sector_rows, feature_names, relic_names)


def _player(seat: Seat, standing: Mapping[str, tuple[bool, bool]]) -> Player:
    submitted, excused = standing.get(seat.key, (True, False))
    return Player(
        id=PlayerId(seat.key),
        rules=tuple(seat.rules),
        node=BannerId(seat.node) if seat.node else None,
        submitted=submitted,
        excused=excused,
        conditions=read_conditions(seat.conditions),
    )


def _banners(campaign: Campaign, keys: Mapping[int, PlayerId]) -> tuple[list[Banner], dict[BannerId, Name]]:
    found = BannerRow.objects.filter(campaign=campaign).values_list(
        "pk", "key", "seat_id", "public_id", "name", *_BANNER
    )
    banners, names = [], {}
    for pk, key, seat, public_id, name, x, y, level, works, retreating, beaten_by, alive in found:
        names[BannerId(key)] = Name(pk, public_id, name)
        if alive:
            beaten = BannerId(beaten_by) if retreating and beaten_by else None
            banners.append(Banner(BannerId(key), keys[seat], (x, y), level, Works(works), retreating, beaten))
    return sorted(banners, key=lambda banner: banner.id), names


def _sectors(campaign: Campaign, keys: Mapping[int, PlayerId]) -> tuple[list[Sector], dict[At, int]]:
    found = SectorRow.objects.filter(campaign=campaign).order_by("y", "x")
    sectors, pks = [], {}
    for pk, x, y, occupier, disputed in found.values_list("pk", "x", "y", "occupier_id", "disputed"):
        sectors.append(Sector((x, y), keys[occupier] if occupier is not None else None, disputed))
        pks[(x, y)] = pk
    return sectors, pks


def _features(campaign: Campaign) -> tuple[list[Feature], dict[FeatureId, Name]]:
    found = FeatureRow.objects.filter(campaign=campaign).values_list(
        "pk", "key", "public_id", "name", "x", "y", "needs_search", "effect", "known_to"
    )
    features, names = [], {}
    for pk, key, public_id, name, x, y, needs_search, effect, known_to in found:
        names[FeatureId(key)] = Name(pk, public_id, name)
        known = tuple(PlayerId(player) for player in sorted(known_to))
        features.append(
            Feature(FeatureId(key), (x, y), needs_search, Effect(effect) if effect else None, known)
        )
    return sorted(features, key=lambda feature: feature.id), names


def _relics(campaign: Campaign) -> tuple[list[Relic], dict[RelicId, Name]]:
    found = RelicRow.objects.filter(campaign=campaign).values_list(
        "pk", "key", "public_id", "name", "carrier", "x", "y", "destructible", "gone", "known_to"
    )
    relics, names = [], {}
    for pk, key, public_id, name, carrier, x, y, destructible, gone, known_to in found:
        names[RelicId(key)] = Name(pk, public_id, name)
        if carrier and not gone:
            relics.append(Relic(RelicId(key), BannerId(carrier), None, (), destructible))
        elif not gone:
            known = tuple(PlayerId(player) for player in sorted(known_to))
            relics.append(Relic(RelicId(key), None, (x, y), known, destructible))
    return sorted(relics, key=lambda relic: relic.id), names


def results_in(battles: Iterable[Battle], told: Iterable[BattleResult], keys: Mapping[int, str]) -> Results:
    """What has been said about battles, as the rules take it; ``keys`` are the seats' engine ids by row."""
    by_battle = {battle.pk: battle for battle in battles if not battle.auto}
    ordered = sorted(by_battle.values(), key=lambda battle: (battle.first, battle.second))
    reports = [_report(by_battle[one.battle_id], one, keys) for one in told if one.battle_id in by_battle]
    return Results(
        reports=tuple(sorted(reports, key=lambda report: (report.battle, report.by))),
        forfeits=tuple(forfeit for battle in ordered for forfeit in _forfeits(battle, keys)),
        rulings=tuple(_ruling(battle) for battle in ordered if battle.ruling is not None),
    )


def _pair(battle: Battle) -> tuple[BannerId, BannerId]:
    return BannerId(battle.first), BannerId(battle.second)


def _report(battle: Battle, told: BattleResult, keys: Mapping[int, str]) -> BattleReport:
    by = PlayerId(keys[told.seat_id])
    if told.method == Method.ABSTRACT:
        return BattleReport(_pair(battle), by, Method.ABSTRACT, sacrifice=told.sacrifice)
    return BattleReport(
        _pair(battle),
        by,
        Method.TABLETOP,
        BannerId(told.winner) if told.winner else None,
        (told.points_first, told.points_second),
        told.sacrifice,
    )


def _forfeits(battle: Battle, keys: Mapping[int, str]) -> list[Forfeit]:
    sides = ((battle.forfeit_first, battle.seat_first_id), (battle.forfeit_second, battle.seat_second_id))
    return [Forfeit(_pair(battle), PlayerId(keys[seat])) for forfeited, seat in sides if forfeited]


def _ruling(battle: Battle) -> Ruling:
    said: Mapping[str, Any] = battle.ruling or {}
    pair = _pair(battle)
    points, sacrifices = said["points_lost"], said.get("sacrifice", {})
    return Ruling(
        pair,
        BannerId(said["winner"]) if said.get("winner") else None,
        (points[pair[0]], points[pair[1]]),
        (sacrifices.get(pair[0], 0), sacrifices.get(pair[1], 0)),
    )


# Through the rules


def input_document(state: State, plans: Mapping[PlayerId, Plan]) -> dict[str, Any]:
    """The turn's scenario document as far as the plan deadline, without its seed."""
    return {
        **state_document(state),
        "plans": {player: plan_document(plans[player]) for player in sorted(plans)},
    }


def move(campaign: Campaign, number: int, document: Mapping[str, Any]) -> Movement:
    """The movement of a turn from its scenario document. Raises ``ScenarioError``."""
    scenario = load({**document, "seed": _NO_SEED})
    return resolve_movement(scenario.state, scenario.plans, dice_of(campaign, number))


def finish(
    campaign: Campaign, movement: Movement, results: Results, changes: Sequence[Change] = ()
) -> Outcome:
    """The aftermath with outcome corrections made. Raises ``InDispute`` and ``CorrectionError``."""
    check_results(results, movement)
    outcome = resolve_aftermath(movement, results, dice_of(campaign, movement.start.turn))
    return read_again(outcome, correct_outcome(outcome.state, changes)) if changes else outcome


def adjudicate(
    campaign: Campaign, number: int, document: Mapping[str, Any], changes: Sequence[Change]
) -> Outcome:
    """A whole turn from its stored document: what ``replay_turn`` compares with."""
    scenario = load({**document, "seed": _NO_SEED})
    dice = dice_of(campaign, number)
    movement = resolve_movement(scenario.state, scenario.plans, dice)
    return finish(campaign, movement, scenario.results, changes)


def with_results(document: Mapping[str, Any], results: Results) -> dict[str, Any]:
    """A turn's scenario document with what has been said about its battles."""
    return {**document, **results_document(results)}


def births(campaign: Campaign, board: Board, movement: Movement) -> dict[BannerId, Birth]:
    """The banners that splits have made this turn, with the names that their orders gave them."""
    born = {}
    for banner in movement.state.banners:
        if banner.id in board.banners:
            continue
        parent = BannerId(banner.id.rpartition(".")[0])
        orders = movement.orders.get(parent)
        named = orders.secondary.name.strip() if orders is not None and orders.secondary is not None else ""
        name = named or f"{board.banners[parent].name} II"
        public_id = derived_id(bytes(campaign.id_key), "banner", banner.owner, banner.id, movement.start.turn)
        born[banner.id] = Birth(banner.id, banner.owner, name[:60], public_id)
    return born


# Rows out


def store(
    campaign: Campaign,
    board: Board,
    state: State,
    seats: Mapping[str, Seat],
    born: Mapping[BannerId, Birth],
) -> None:
    """Make ``state`` the stored truth: one statement per table for what differs from ``board``."""
    _store_banners(campaign, board, state, seats, born)
    _store_sectors(campaign, board, state, seats)
    _store_features(board, state)
    _store_relics(board, state)


def _store_banners(
    campaign: Campaign,
    board: Board,
    state: State,
    seats: Mapping[str, Seat],
    born: Mapping[BannerId, Birth],
) -> None:
    before = {banner.id: banner for banner in board.state.banners}
    living = {banner.id for banner in state.banners}
    changed = [
        (board.banners[banner.id].pk, *_banner_values(banner, True))
        for banner in state.banners
        if banner.id in before and banner != before[banner.id]
    ]
    changed += [
        (board.banners[gone.id].pk, *_banner_values(gone, False))
        for gone in board.state.banners
        if gone.id not in living
    ]
    rows.update(BannerRow, _BANNER, changed)
    made = [
        (
            campaign.pk,
            seats[banner.owner].pk,
            banner.id,
            born[banner.id].public_id,
            born[banner.id].name,
            *_banner_values(banner, True),
        )
        for banner in state.banners
        if banner.id not in before
    ]
    rows.insert(BannerRow, _BORN, made)


def _banner_values(banner: Banner, alive: bool) -> tuple[object, ...]:
    x, y = banner.at
    beaten_by = banner.beaten_by or ""
    return x, y, banner.level, banner.works.value, banner.retreating, beaten_by, alive


def _store_sectors(campaign: Campaign, board: Board, state: State, seats: Mapping[str, Seat]) -> None:
    before = {sector.at: sector for sector in board.state.sectors}
    kept = {sector.at for sector in state.sectors}
    rows.delete(SectorRow, [board.sectors[at] for at in before if at not in kept])
    fresh = [sector for sector in state.sectors if before.get(sector.at) != sector]
    values = [
        (
            campaign.pk,
            sector.at[0],
            sector.at[1],
            seats[sector.occupier].pk if sector.occupier is not None else None,
            sector.disputed,
        )
        for sector in fresh
    ]
    rows.upsert(SectorRow, ("campaign", "x", "y"), ("occupier", "disputed"), values)


def _store_features(board: Board, state: State) -> None:
    before = {feature.id: feature for feature in board.state.features}
    changed = [one for one in state.features if one.known_to != before[one.id].known_to]
    rows.update(
        FeatureRow, ("known_to",), [(board.features[one.id].pk, list(one.known_to)) for one in changed]
    )


def _store_relics(board: Board, state: State) -> None:
    before = {relic.id: relic for relic in board.state.relics}
    after = {relic.id: relic for relic in state.relics}
    changed = []
    for key, old in before.items():
        new = after.get(key)
        if new == old:
            continue
        pk = board.relics[key].pk
        if new is None:
            changed.append((pk, "", None, None, True, []))
        elif new.at is None:
            changed.append((pk, new.carried_by or "", None, None, False, []))
        else:
            changed.append((pk, "", new.at[0], new.at[1], False, list(new.known_to)))
    rows.update(RelicRow, ("carrier", "x", "y", "gone", "known_to"), changed)


__all__ = [
    "Birth",
    "Board",
    "Name",
    "ScenarioError",
    "adjudicate",
    "births",
    "finish",
    "input_document",
    "move",
    "read_board",
    "results_in",
    "store",
    "with_results",
]
