"""The war map's page: what a seat knew after the latest turn, its banners now, its plan, its options.

Four queries, however many banners: the seat with its campaign, its last three turns, its banners, its orders.
The map itself stays the text that was stored when the turn was published.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import F, OuterRef, Subquery, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from campaign.models import Banner as BannerRow
from campaign.models import Campaign, Phase, PlanState, PlayerTurn, Seat, Turn, User
from campaign.models import Order as OrderRow
from campaign.models import Relic as RelicRow
from campaign.sectors import sector_name
from campaign.selectors.access import campaign_for, seat_of
from campaign.selectors.frame import Frame, frame_of
from campaign.times import when
from campaign.variables import Variables
from rules.armies import Trait
from rules.knowledge import Knowledge
from rules.legality import Option, options
from rules.orders import OrderKind, Slot
from rules.state import At, Banner, BannerId, Player, PlayerId, Relic, RelicId, Works

_TRUTH = ("turn__input", "turn__movement", "turn__outcome", "turn__proposal", "turn__last_error")
"""What no page of a player reads."""

_MOVES = (OrderKind.MARCH, OrderKind.TELEPORT, OrderKind.RETREAT)


@dataclass(frozen=True, slots=True)
class OwnBanner:
    """One of the seat's banners as it stands now; ``relics`` are the names of what it carries."""

    id: str
    name: str
    at: At
    level: int
    works: str
    retreating: bool
    node: bool
    relics: tuple[str, ...]

    @property
    def sector(self) -> str:
        """The name of the sector in which it stands."""
        return sector_name(*self.at)

    @property
    def document(self) -> dict[str, Any]:
        """The banner as the map lists it."""
        return {
            "id": self.id,
            "name": self.name,
            "at": list(self.at),
            "level": self.level,
            "works": self.works,
            "retreating": self.retreating,
            "node": self.node,
            "relics": list(self.relics),
            "alive": True,
        }


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """The plan of the open turn as it is stored: orders by public id, as on the wire."""

    state: str
    saved_at: datetime | None
    receipt: str
    orders: Mapping[str, Mapping[str, Any]]
    node: str | None
    fallback: bool
    excused: str

    @property
    def saved_words(self) -> str:
        """When it was saved, in the reader's zone; nothing if it was not."""
        return when(self.saved_at) if self.saved_at is not None else ""


@dataclass(frozen=True, slots=True)
class OwnArmy:
    """The army facts that previews need; radii in sectors. ``names_node``: a node is to be named."""

    battle: int
    recon: int
    search: int
    reach: int
    massive: bool
    flexible: bool
    steadfast: bool
    names_node: bool


@dataclass(frozen=True, slots=True)
class WarMapPage:
    """All that the war map's page shows. ``map_text`` is JSON as it was stored.

    ``number`` is the turn that runs, ``published`` the last one published; ``last`` are the orders of the
    turn before, moves as steps; ``battles`` the seat's own as announced.
    """

    frame: Frame
    seat: Seat
    number: int
    phase: str
    published: int
    map_text: str
    banners: tuple[OwnBanner, ...]
    relics: Mapping[str, Relic]
    relic_names: Mapping[str, str]
    plan: PlanFacts
    last: Mapping[str, Mapping[str, Any]]
    army: OwnArmy
    knowledge: Knowledge
    battles: tuple[Mapping[str, Any], ...]
    variables: Variables
    watching: bool = False

    @property
    def may(self) -> bool:
        """Whether a plan can be made now."""
        final = self.plan.state == PlanState.SUBMITTED and not self.variables.plan_revision
        return self.phase == Phase.PLANNING and self.frame.running and not self.watching and not final

    def options(self) -> dict[str, tuple[Option, ...]]:
        """What each order offers each banner; empty when no plan can be made."""
        if not self.may:
            return {}
        return {banner.id: options(self.knowledge, BannerId(banner.id)) for banner in self.banners}


def own_seat(user: User, campaign_id: str) -> Seat | None:
    """The seat that the user holds in the campaign of this address, with the campaign: one query."""
    return Seat.objects.select_related("campaign").filter(campaign__public_id=campaign_id, user=user).first()


def acting_seat(user: User, campaign_id: str) -> Seat | None:
    """The seat in which the user acts, as holder or as deputy. Raises ``Campaign.DoesNotExist``."""
    own = own_seat(user, campaign_id)
    return own if own is not None else seat_of(user, campaign_for(user, campaign_id))


def latest_part(user: User, campaign_id: str) -> PlayerTurn | None:
    """The latest turn's part of the seat that the user holds in the campaign of this address, with seat,
    campaign and turn, without documents: one query. None for a deputy, a stranger, or before the start.
    """
    return (
        PlayerTurn.objects.filter(seat__campaign__public_id=campaign_id, seat__user=user)
        .select_related("seat__campaign", "turn")
        .defer("announcement", "report", "map", "seat__campaign__story", *_TRUTH)
        .order_by("-turn__number")
        .first()
    )


def stamp_of(part: PlayerTurn) -> str:
    """What the seat's page is made from, in short: as long as it is the same, so is the page."""
    seat, turn = part.seat, part.turn
    campaign = seat.campaign
    facts = (
        (seat.pk, seat.version, turn.number, turn.phase, part.state, part.receipt, part.saved_at),
        (part.excused, part.excuse_reason, campaign.status, campaign.pause_reason, campaign.settings),
        (seat.army, seat.rules, seat.node, campaign.name),
    )
    return sha256(repr(facts).encode()).hexdigest()


def war_map(seat: Seat, *, watching: bool = False) -> WarMapPage | None:
    """The page of a seat; None before the campaign has started."""
    turns = list(_last_turns(seat))
    told = next((one for one in turns if one.map_text), None)
    if told is None:
        return None
    now, before, earlier = (*turns, None, None)[:3]
    campaign: Campaign = seat.campaign
    rows = list(BannerRow.objects.filter(seat=seat, alive=True).order_by("id"))
    relics, names = _relics(told)
    banners = tuple(_own_banner(row, seat, relics, names) for row in rows)
    keys = {row.key: row.public_id for row in rows}
    orders = _orders([one for one in (now, before) if one is not None], keys)
    variables = Variables.of(campaign)
    return WarMapPage(
        frame=frame_of(campaign, now.turn, seat, facilitator=watching),
        seat=seat,
        number=now.turn.number,
        phase=now.turn.phase,
        published=told.turn.number,
        map_text=told.map_text,
        banners=banners,
        relics=relics,
        relic_names=names,
        plan=_plan(now, orders.get(now.pk, {}), keys),
        last=_relative(orders.get(before.pk, {}), _stood(earlier)) if before is not None else {},
        army=_army(seat, variables),
        knowledge=_knowledge(seat, campaign, variables, rows, relics, now.turn.number),
        battles=tuple(_battles(now)) if now.turn.phase != Phase.PUBLISHED else (),
        variables=variables,
        watching=watching,
    )


def map_text(seat: Seat, number: int) -> str | None:
    """What the seat's map showed after a published turn, as the JSON text that was stored."""
    found = (
        PlayerTurn.objects.filter(seat=seat, turn__number=number, map__isnull=False)
        .annotate(text=Cast("map", TextField()))
        .values_list("text", flat=True)
        .first()
    )
    return str(found) if found is not None else None


def _last_turns(seat: Seat) -> Iterable[Any]:
    """The seat's last three turns, the latest first, with the parts of its documents that the page needs."""
    return (
        PlayerTurn.objects.filter(seat=seat)
        .select_related("turn")
        .defer("announcement", "report", "map", *_TRUTH)
        .annotate(
            map_text=Cast("map", TextField()),
            relics_text=Cast(F("report__told__relics"), TextField()),
            names_text=Cast(F("report__names"), TextField()),
            stood_text=Cast(F("map__banners"), TextField()),
            meetings_text=Cast(F("announcement__told__battles"), TextField()),
            armies_text=Cast(F("announcement__names"), TextField()),
        )
        .order_by("-turn__number")[:3]
    )


def _loads(text: str | None, empty: Any) -> Any:
    return json.loads(text) if text else empty


def _relics(told: Any) -> tuple[dict[str, Relic], dict[str, str]]:
    """What the seat's banners carry and what it knows to lie somewhere, by public id, and the names."""
    words = _loads(told.names_text, {})
    relics = {}
    for one in _loads(told.relics_text, []):
        at = one.get("at")
        relics[one["id"]] = Relic(
            RelicId(one["id"]),
            carried_by=BannerId(one["carried_by"]) if one.get("carried_by") else None,
            at=(at[0], at[1]) if at else None,
            destructible=one.get("destructible", True),
        )
    return relics, {key: words.get(key, "") for key in relics}


def _own_banner(
    row: BannerRow, seat: Seat, relics: Mapping[str, Relic], names: Mapping[str, str]
) -> OwnBanner:
    carried = sorted(names[key] for key, relic in relics.items() if relic.carried_by == row.public_id)
    node = bool(seat.node) and seat.node == row.key
    return OwnBanner(
        row.public_id, row.name, (row.x, row.y), row.level, row.works, row.retreating, node, tuple(carried)
    )


def _orders(
    player_turns: Iterable[PlayerTurn], keys: Mapping[str, str]
) -> dict[int, dict[str, dict[str, Any]]]:
    """The orders of these turns by turn and living banner, with public ids."""
    relic = RelicRow.objects.filter(
        campaign=OuterRef("player_turn__turn__campaign"), key=OuterRef("relic_key")
    )
    found = (
        OrderRow.objects.filter(player_turn__in=player_turns)
        .annotate(relic_key=KT("detail__relic"))
        .annotate(relic_id=Subquery(relic.values("public_id")[:1]))
        .order_by("id")
        .values_list("player_turn_id", "banner", "slot", "detail", "relic_id")
    )
    orders: dict[int, dict[str, dict[str, Any]]] = {}
    for player_turn, banner, slot, detail, relic_id in found:
        if banner not in keys:
            continue
        entry = orders.setdefault(player_turn, {}).setdefault(keys[banner], {})
        if slot in ("hold", "sacrifice"):
            entry[slot] = True if slot == "hold" else detail.get("levels", 0)
            continue
        order = {
            key: keys.get(value, "") if key in ("from", "with") else value for key, value in detail.items()
        }
        if relic_id is not None:
            order["relic"] = relic_id
        entry[slot] = order
    return orders


def _plan(now: Any, orders: Mapping[str, dict[str, Any]], keys: Mapping[str, str]) -> PlanFacts:
    return PlanFacts(
        state=now.state,
        saved_at=now.saved_at,
        receipt=now.receipt,
        orders=orders,
        node=keys.get(now.node),
        fallback=now.used_fallback,
        excused=now.excuse_reason if now.excused else "",
    )


def _relative(orders: Mapping[str, dict[str, Any]], stood: Mapping[str, At]) -> dict[str, dict[str, Any]]:
    """Last turn's orders to give again: a move as the way ``by`` from where the banner then stood."""
    again: dict[str, dict[str, Any]] = {}
    for banner, entry in orders.items():
        again[banner] = {}
        for slot, order in entry.items():
            if slot not in tuple(Slot) or order["order"] not in _MOVES:
                again[banner][slot] = order
            elif banner in stood:
                (x, y), to = stood[banner], order["to"]
                again[banner][slot] = {"order": order["order"], "by": [to[0] - x, to[1] - y]}
    return again


def _stood(earlier: Any | None) -> dict[str, At]:
    """Where the seat's banners stood when the turn before began."""
    return {one["id"]: (one["at"][0], one["at"][1]) for one in _loads(earlier and earlier.stood_text, [])}


def _army(seat: Seat, variables: Variables) -> OwnArmy:
    traits = tuple(seat.rules) if variables.army_rules else ()
    recon = variables.recon_radius
    return OwnArmy(
        battle=recon if Trait.BATTLELUST in traits else variables.battle_radius,
        recon=recon + (Trait.SUPERIOR_INTELLIGENCE in traits),
        search=recon + (Trait.SUPERIOR_INTELLIGENCE in traits)
        if Trait.WOTS_A_RECON in traits
        else variables.search_radius,
        reach=2 if Trait.HIGHLY_MOBILE in traits else 1,
        massive=Trait.MASSIVE_ARMIES in traits,
        flexible=Trait.FLEXIBLE_COMMAND in traits,
        steadfast=Trait.STEADFAST in traits,
        names_node=Trait.HIVE_MENTALITY in traits and not seat.node,
    )


def _knowledge(
    seat: Seat,
    campaign: Campaign,
    variables: Variables,
    rows: Iterable[BannerRow],
    relics: Mapping[str, Relic],
    number: int,
) -> Knowledge:
    """What legality asks for: the terrain, the army, the seat's banners and relics, with public ids."""
    player = Player(PlayerId(seat.key), rules=tuple(seat.rules))
    banners = [
        Banner(
            BannerId(row.public_id), player.id, (row.x, row.y), row.level, Works(row.works), row.retreating
        )
        for row in rows
    ]
    return Knowledge(
        turn=number,
        settings=variables.engine,
        rows=tuple(campaign.map_rows.split("\n")),
        player=player,
        banners=tuple(sorted(banners, key=lambda banner: banner.id)),
        relics=tuple(relics[key] for key in sorted(relics)),
    )


def _battles(now: Any) -> Iterable[Mapping[str, Any]]:
    """The seat's battles as announced, as the map lists them."""
    armies = _loads(now.armies_text, {})
    for one in _loads(now.meetings_text, []):
        yield {
            "id": one["enemy"],
            "at": one["sector"],
            "sector": sector_name(*one["sector"]),
            "with": armies.get(one["opponent"], ""),
            "mine": one["banner"],
        }


__all__ = [
    "OwnArmy",
    "OwnBanner",
    "PlanFacts",
    "Slot",
    "Turn",
    "WarMapPage",
    "acting_seat",
    "latest_part",
    "map_text",
    "own_seat",
    "stamp_of",
    "war_map",
]
