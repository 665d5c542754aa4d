"""The truth of a campaign: rows in, rows out. One query reads each table, one statement writes each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaign.base.rows import rows
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.conditions import read_conditions
from campaign.base.setup.house_rules import house_of
from campaign.models import Banner as BannerRow
from campaign.models import Campaign, Seat
from campaign.models import Feature as FeatureRow
from campaign.models import Relic as RelicRow
from campaign.models import Sector as SectorRow
from campaign.models import Trigger as TriggerRow
from rules.club.triggers import Audience, Trigger, TriggerId
from rules.format.reading import Node
from rules.format.triggers import read_triggers
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

_BANNER = ("x", "y", "level", "works", "retreating", "beaten_by", "alive", "gone_in")
_BORN = ("campaign", "seat", "key", "public_id", "name", *_BANNER)


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing of the engine is called in the app: its row, its public id, its name and its story.

    ``owner`` is whose banner it is, also when it is gone.
    """

    pk: int
    public_id: str
    name: str
    story: str = ""
    owner: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A trigger's row and what people are told of it: before, and when it fires."""

    pk: int
    hint: str = ""
    told: str = ""
    to_all: bool = False


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
    triggers: Mapping[TriggerId, Told]

    def called(self) -> dict[str, str]:
        """What everything is called, by engine id."""
        kinds: tuple[Mapping[Any, Name], ...] = (self.banners, self.features, self.relics)
        return {str(key): one.name for kind in kinds for key, one in kind.items()}


# Rows in


def read_board(
    campaign: Campaign,
    number: int,
    seats: Iterable[Seat],
    standing: Mapping[str, tuple[bool, bool]] | None = None,
) -> Board:
    """The truth as it stands: five queries. ``standing`` says of each player: plan submitted, excused."""
    players = sorted((_player(seat, standing or {}) for seat in seats), key=lambda player: player.id)
    keys = {seat.pk: PlayerId(seat.key) for seat in seats}
    banners, names = _banners(BannerRow.objects.filter(campaign=campaign).values_list(*_BANNER_TOLD), keys)
    in_order = SectorRow.objects.filter(campaign=campaign).order_by("y", "x")
    sectors, sector_rows = _sectors(in_order.values_list(*_SECTOR_TOLD), keys)
    features, feature_names = _features(
        FeatureRow.objects.filter(campaign=campaign).values_list(*_FEATURE_TOLD)
    )
    relics, relic_names = _relics(RelicRow.objects.filter(campaign=campaign).values_list(*_RELIC_TOLD))
    state = State(
        turn=number,
        settings=Variables.of(campaign).engine,
        rows=tuple(campaign.map_rows.split("\n")),
        players=tuple(players),
        banners=tuple(banners),
        sectors=tuple(sectors),
        features=tuple(features),
        relics=tuple(relics),
        house=house_of(campaign),
    )
    triggers, trigger_rows = _triggers(
        TriggerRow.objects.filter(campaign=campaign).values_list(*_TRIGGER_TOLD), state
    )
    if triggers:
        state = replace(state, triggers=triggers)
    return Board(state, names, sector_rows, feature_names, relic_names, trigger_rows)


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


_Rows = Iterable[tuple[Any, ...]]
_BANNER_TOLD = ("pk", "key", "seat_id", "public_id", "name", *_BANNER[:-1])
_SECTOR_TOLD = ("pk", "x", "y", "occupier_id", "disputed")
_THING_TOLD = ("pk", "key", "public_id", "name", "description")
_FEATURE_TOLD = (*_THING_TOLD, "x", "y", "needs_search", "effect", "known_to")
_RELIC_TOLD = (*_THING_TOLD, "carrier", "x", "y", "destructible", "sealed", "gone", "known_to")
_TRIGGER_TOLD = ("pk", "key", "document", "holder", "held", "fired_by", "hint", "told", "told_to")


def _banners(found: _Rows, keys: Mapping[int, PlayerId]) -> tuple[list[Banner], dict[BannerId, Name]]:
    banners, names = [], {}
    for pk, key, seat, public_id, name, x, y, level, works, retreating, beaten_by, alive in found:
        names[BannerId(key)] = Name(pk, public_id, name, owner=keys[seat])
        if alive:
            beaten = BannerId(beaten_by) if retreating and beaten_by else None
            banners.append(Banner(BannerId(key), keys[seat], (x, y), level, Works(works), retreating, beaten))
    return sorted(banners, key=lambda banner: banner.id), names


def _sectors(found: _Rows, keys: Mapping[int, PlayerId]) -> tuple[list[Sector], dict[At, int]]:
    sectors, pks = [], {}
    for pk, x, y, occupier, disputed in found:
        sectors.append(Sector((x, y), keys[occupier] if occupier is not None else None, disputed))
        pks[(x, y)] = pk
    return sectors, pks


def _features(found: _Rows) -> tuple[list[Feature], dict[FeatureId, Name]]:
    features, names = [], {}
    for pk, key, public_id, name, story, x, y, needs_search, effect, known_to in found:
        names[FeatureId(key)] = Name(pk, public_id, name, story)
        known = tuple(PlayerId(player) for player in sorted(known_to))
        features.append(
            Feature(FeatureId(key), (x, y), needs_search, Effect(effect) if effect else None, known)
        )
    return sorted(features, key=lambda feature: feature.id), names


def _relics(found: _Rows) -> tuple[list[Relic], dict[RelicId, Name]]:
    relics, names = [], {}
    for pk, key, public_id, name, story, carrier, x, y, destructible, sealed, gone, known_to in found:
        names[RelicId(key)] = Name(pk, public_id, name, story)
        if carrier and not gone:
            relics.append(Relic(RelicId(key), BannerId(carrier), None, (), destructible))
        elif not gone:
            known = tuple(PlayerId(player) for player in sorted(known_to))
            relics.append(Relic(RelicId(key), None, (x or 0, y or 0), known, destructible, sealed))
    return sorted(relics, key=lambda relic: relic.id), names


def _triggers(found: _Rows, state: State) -> tuple[tuple[Trigger, ...], dict[TriggerId, Told]]:
    """The triggers as the rules read them: their terms are a scenario's, what has happened are columns."""
    documents, words = [], {}
    for pk, key, document, holder, held, fired_by, hint, told, told_to in found:
        words[TriggerId(key)] = Told(pk, hint, told, told_to == Audience.ALL)
        documents.append(
            {"id": key, **document, "holder": holder or None, "held": held, "fired_by": list(fired_by)}
        )
    read = read_triggers(Node({"triggers": documents}).members()["triggers"], state) if documents else ()
    return read, words


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
    _store_triggers(board, state)


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
        (board.banners[banner.id].pk, *_banner_values(banner, None))
        for banner in state.banners
        if banner.id in before and banner != before[banner.id]
    ]
    changed += [
        (board.banners[gone.id].pk, *_banner_values(gone, state.turn))
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
            *_banner_values(banner, None),
        )
        for banner in state.banners
        if banner.id not in before
    ]
    rows.insert(BannerRow, _BORN, made)


def _banner_values(banner: Banner, gone_in: int | None) -> tuple[object, ...]:
    x, y = banner.at
    by, alive = banner.beaten_by or "", gone_in is None
    return x, y, banner.level, banner.works.value, banner.retreating, by, alive, gone_in


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
    changed: list[tuple[object, ...]] = []
    for key, old in before.items():
        new = after.get(key)
        if new == old:
            continue
        pk = board.relics[key].pk
        if new is None:
            changed.append((pk, "", None, None, False, True, []))
        elif new.at is None:
            changed.append((pk, new.carried_by or "", None, None, False, False, []))
        else:
            changed.append((pk, "", new.at[0], new.at[1], new.sealed, False, list(new.known_to)))
    rows.update(RelicRow, ("carrier", "x", "y", "sealed", "gone", "known_to"), changed)


def _store_triggers(board: Board, state: State) -> None:
    before = {trigger.id: trigger for trigger in board.state.triggers}
    changed = [one for one in state.triggers if one != before[one.id]]
    rows.update(
        TriggerRow,
        ("holder", "held", "fired_by"),
        [(board.triggers[one.id].pk, one.holder or "", one.held, list(one.fired_by)) for one in changed],
    )
