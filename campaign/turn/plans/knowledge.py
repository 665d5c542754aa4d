"""What a seat holds when it plans, as the rules' ``Knowledge``: from its own banners and its latest report.

The truth is never asked: enemies, features and the relics lying about are those of the seat's own map. The
same knowledge comes in two tongues: with public ids for pages and programs, with engine ids for the bot.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.db.models import QuerySet

from campaign.base.answers import Json
from campaign.base.coordinates import sign_of as sign_of
from campaign.base.documents import UNTOLD, Map
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.conditions import read_conditions
from campaign.base.setup.house_rules import house_of
from campaign.models import Banner as BannerRow
from campaign.models import Feature as FeatureRow
from campaign.models import PlayerTurn, Seat
from campaign.models import Relic as RelicRow
from rules.plans.knowledge import Knowledge, KnownSector, Sighting
from rules.state import (
    Banner,
    BannerId,
    Condition,
    Effect,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Works,
)

Latest: TypeAlias = Mapping[str, Json]
"""The map document of a seat's latest report; empty before the campaign has started."""


@dataclass(frozen=True, slots=True)
class Ids:
    """The public ids of what a seat has and knows, both ways, and their names; all else has none."""

    banners: Mapping[str, BannerId]
    relics: Mapping[str, RelicId]
    names: Mapping[str, str]
    public_banners: Mapping[str, str]
    public_relics: Mapping[str, str]

    def named(self, public_id: str) -> str:
        """What an id is called; one that the seat has no name for stays as it is."""
        return self.names.get(public_id, public_id)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat's knowledge with public ids, its ids, and the map document that it is from."""

    seat: Seat
    knowledge: Knowledge
    ids: Ids
    map: Map
    aims: tuple[Condition, ...]
    """The seat's conditions with engine ids of relics, for the bot: its aims are its own."""

    def with_engine_ids(self) -> Knowledge:
        """The same knowledge with the engine's ids for own banners and known relics, for the bot."""
        to = self.ids.banners
        known = self.knowledge
        node = known.player.node
        return replace(
            known,
            player=replace(
                known.player,
                node=to.get(node) if node is not None else None,
                conditions=self.aims,
            ),
            banners=tuple(
                sorted((replace(banner, id=to[banner.id]) for banner in known.banners), key=lambda b: b.id)
            ),
            relics=tuple(
                replace(
                    relic,
                    id=self.ids.relics[relic.id],
                    carried_by=to[relic.carried_by] if relic.carried_by else None,
                )
                for relic in known.relics
            ),
        )


def knowledge_of_seat(seat: Seat) -> Knowledge:
    """What the seat knows now, with public ids."""
    return view_of_seat(seat).knowledge


def view_of_seat(seat: Seat, *, of_others: bool = True) -> SeatView:
    """What the seat knows now, with the ids that lead back to the engine's: four queries.

    Without ``of_others`` it is what plans are judged by: no sightings, and no sector's occupier.
    """
    maps, banners, carried = (list(query(seat)) for query in FACTS)
    return view_from(seat, maps, banners, carried, of_others=of_others)


def view_from(
    seat: Seat,
    maps: list[Map],
    rows: list[BannerRow],
    carried: list[RelicRow],
    *,
    of_others: bool,
) -> SeatView:
    """As ``view_of_seat``, from the answers to ``FACTS``."""
    latest = maps[0] if maps else UNTOLD
    campaign = seat.campaign
    relics = _relic_rows(seat, carried, latest)
    ids = _ids(rows, relics)
    aims = tuple(_conditions(seat))
    player = Player(
        id=PlayerId(seat.key),
        rules=tuple(seat.rules),
        node=BannerId(ids.public_banners[seat.node]) if seat.node in ids.public_banners else None,
        conditions=tuple(_named(condition, ids) for condition in aims),
    )
    numbered = campaign.seats.order_by("number").values_list("number", "key") if of_others else ()
    seats = {number: PlayerId(key) for number, key in numbered}
    knowledge = Knowledge(
        turn=int(latest.get("turn", 0)) + 1,
        settings=Variables.of(campaign).engine,
        rows=tuple(campaign.map_rows.split("\n")),
        player=player,
        banners=tuple(_banner(row, player.id) for row in rows),
        relics=tuple(_relics(relics, ids, latest)),
        features=tuple(_features(latest, player.id)),
        sightings=tuple(_sightings(latest, seats)) if of_others else (),
        sectors=tuple(_sectors(latest, seats)) if of_others else (),
        house=house_of(campaign),
    )
    return SeatView(seat, knowledge, ids, latest, aims)


def feature_keys(seat: Seat, public_ids: Collection[str]) -> dict[str, FeatureId]:
    """The engine's ids of features by their public ids; no query if none is asked for."""
    if not public_ids:
        return {}
    found = FeatureRow.objects.filter(campaign=seat.campaign_id, public_id__in=public_ids).order_by("key")
    return {public: FeatureId(key) for public, key in found.values_list("public_id", "key")}


def feature_ids(seat: Seat, keys: Collection[str]) -> dict[str, FeatureId]:
    """The public ids of features by the engine's; no query if none is asked for."""
    if not keys:
        return {}
    found = FeatureRow.objects.filter(campaign=seat.campaign_id, key__in=keys).order_by("key")
    return {key: FeatureId(public) for public, key in found.values_list("public_id", "key")}


def latest_map(seat: Seat) -> Map:
    """The map document of the seat's latest report; empty before the campaign has started."""
    return _maps(seat).first() or UNTOLD


def _maps(seat: Any) -> QuerySet[PlayerTurn, Map | None]:
    told = PlayerTurn.objects.filter(seat=seat, map__isnull=False)
    return told.order_by("-turn__number").values_list("map", flat=True)[:1]


def _own_banners(seat: Any) -> QuerySet[BannerRow]:
    return BannerRow.objects.filter(seat=seat, alive=True).order_by("public_id")


def _carried(seat: Any) -> QuerySet[RelicRow]:
    carriers = BannerRow.objects.filter(seat=seat, alive=True).values("key")
    carried = RelicRow.objects.filter(campaign__seats=seat, carrier__in=carriers, gone=False)
    return carried.order_by("public_id")


FACTS: tuple[Callable[[Any], QuerySet[Any, Any]], ...] = (_maps, _own_banners, _carried)
"""The queries for what ``view_from`` is made from; of the seat nothing is asked but its key."""


def _relic_rows(seat: Seat, carried: list[RelicRow], latest: Map) -> list[RelicRow]:
    """The rows of what own banners carry and of what the map shows, and of nothing else."""
    shown = {relic["id"] for relic in latest.get("relics", ())} - {relic.public_id for relic in carried}
    if not shown:
        return carried
    others = RelicRow.objects.filter(public_id__in=sorted(shown), campaign=seat.campaign_id, gone=False)
    standing = others.exclude(carrier="", x__isnull=True)
    return sorted([*carried, *standing], key=lambda relic: relic.public_id)


def _ids(banners: list[BannerRow], relics: list[RelicRow]) -> Ids:
    return Ids(
        banners={row.public_id: BannerId(row.key) for row in banners},
        relics={row.public_id: RelicId(row.key) for row in relics},
        names={
            **{row.public_id: row.name for row in banners},
            **{row.public_id: row.name for row in relics},
        },
        public_banners={row.key: row.public_id for row in banners},
        public_relics={row.key: row.public_id for row in relics},
    )


def _banner(row: BannerRow, owner: PlayerId) -> Banner:
    return Banner(
        id=BannerId(row.public_id),
        owner=owner,
        at=(row.x, row.y),
        level=row.level,
        works=Works(row.works),
        retreating=row.retreating,
    )


def _relics(rows: list[RelicRow], ids: Ids, latest: Map) -> Iterator[Relic]:
    """Own relics as they are carried; known ones where the map says, wherever they may be by now."""
    lying = {relic["id"]: (relic["at"][0], relic["at"][1]) for relic in latest.get("relics", ())}
    for row in rows:
        carrier = ids.public_banners.get(row.carrier)
        relic_id = RelicId(row.public_id)
        if carrier is not None:
            yield Relic(relic_id, carried_by=BannerId(carrier), destructible=row.destructible)
        elif row.public_id in lying:
            yield Relic(relic_id, at=lying[row.public_id], destructible=row.destructible)


def _features(latest: Map, player: PlayerId) -> Iterator[Feature]:
    for feature in latest.get("features", ()):
        yield Feature(
            id=FeatureId(feature["id"]),
            at=(feature["at"][0], feature["at"][1]),
            effect=Effect(feature["effect"]) if feature["effect"] else None,
            known_to=(player,),
        )


def _sightings(latest: Map, seats: Mapping[int, PlayerId]) -> Iterator[Sighting]:
    for seen in latest.get("sightings", ()):
        yield Sighting(
            id=BannerId(seen["id"]),
            owner=seats[seen["seat"]],
            at=(seen["at"][0], seen["at"][1]),
            level=seen["level"],
            turn=seen["turn"],
        )


def _sectors(latest: Map, seats: Mapping[int, PlayerId]) -> Iterator[KnownSector]:
    """Every sector known now, and those once known to be somebody's."""
    turn = int(latest.get("turn", 0))
    signs = {sign_of(number): key for number, key in seats.items()}
    fog = latest.get("fog", ())
    for y, line in enumerate(latest.get("territory", ())):
        for x, sign in enumerate(line):
            now = fog[y][x] == "2"
            if now or sign != ".":
                yield KnownSector((x, y), signs.get(sign), sign == "*", turn if now else turn - 1)


def _conditions(seat: Seat) -> Iterator[Condition]:
    """The seat's own conditions; the enemy banners that one may name are left out: their ids are hidden."""
    for condition in read_conditions(seat.conditions):
        yield replace(condition, banners=() if condition.banners is not None else None)


def _named(condition: Condition, ids: Ids) -> Condition:
    """A condition with its relic's public id; one whose relic the seat cannot name yet names none."""
    if condition.relic is None:
        return condition
    return replace(condition, relic=RelicId(ids.public_relics.get(condition.relic, "")))
