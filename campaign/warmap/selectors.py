"""The war map's page: what a seat knew after the latest turn, its banners now, its plan, its options.

Four queries, however many banners: the seat with its campaign, its last three turns, its banners, its orders.
The map itself stays the text that was stored when the turn was published.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from campaign.access.page_frame import Frame, frame_of
from campaign.base.answers import Json
from campaign.base.coordinates import sector_name
from campaign.base.documents import Map, MapHint
from campaign.base.rows.prepared_query import Kept
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.ground_words import WORKS_WORDS
from campaign.base.setup.house_rules import Traits, house_of
from campaign.models import Backdrop, Campaign, Phase, PlanState, PlayerTurn, Seat, User, documents
from campaign.models import Banner as BannerRow
from campaign.turn.plans.stored_plans import PlanFacts, orders_again, orders_of_turns, places_in, plan_facts
from rules.armies import Trait
from rules.orders import Pair, pairs_for
from rules.plans.knowledge import Knowledge
from rules.plans.legality import Option, options
from rules.state import (
    At,
    Banner,
    BannerId,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    SpecialOrders,
    Works,
)
from rules.tables import battle_radius, pace, recon_radius, resupplied, search_radius

"""What no page of a player reads."""


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
    def works_words(self) -> str:
        """What its works are called; nothing without any."""
        works = Works(self.works)
        return "" if works is Works.NONE else str(WORKS_WORDS[works])

    @property
    def document(self) -> dict[str, Json]:
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
class OwnArmy:
    """The army facts that previews need; radii in sectors. ``names_node``: a node is to be named;
    ``sacrifices``: levels to give up are part of the plan, as all battles are abstract.
    """

    battle: int
    recon: int
    search: int
    reach: int
    resupply: int
    massive: bool
    flexible: bool
    pairs: tuple[Pair, ...]
    names_node: bool
    sacrifices: bool


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
    before_text: str | None
    """The map of the turn before, as it was stored; None if there was none."""
    banners: tuple[OwnBanner, ...]
    relics: Mapping[str, Relic]
    relic_names: Mapping[str, str]
    feature_names: Mapping[str, str]
    plan: PlanFacts
    last: Mapping[str, Mapping[str, Json]]
    army: OwnArmy
    knowledge: Knowledge
    battles: tuple[Mapping[str, Json], ...]
    variables: Variables
    watching: bool = False
    backdrop: str | None = None
    """The id of the picture that lies under the map."""

    @property
    def hints(self) -> Sequence[MapHint]:
        """What the seat has heard of features that it knows and relics that it carries."""
        told: Map = json.loads(self.map_text)
        return told.get("hints", ())

    @property
    def may(self) -> bool:
        """Whether a plan can be made now."""
        final = self.plan.state == PlanState.SUBMITTED and not self.variables.plan_revision
        return self.phase == Phase.PLANNING and self.frame.running and not self.watching and not final

    def options(self) -> dict[str, tuple[Option, ...]]:
        """What each order offers each banner; empty when no plan can be made."""
        return self.offers() if self.may else {}

    def offers(self) -> dict[str, tuple[Option, ...]]:
        """What each order would offer each banner if a plan could be made now."""
        return {banner.id: options(self.knowledge, BannerId(banner.id)) for banner in self.banners}


def own_seat(user: User, campaign_id: str) -> Seat | None:
    """The seat that the user holds in the campaign of this address, with the campaign: one query."""
    return Seat.objects.select_related("campaign").filter(campaign__public_id=campaign_id, user=user).first()


def latest_part(user: User, campaign_id: str) -> PlayerTurn | None:
    """The latest turn's part of the seat that the user holds in the campaign of this address, with seat,
    campaign and turn, without documents: one query. None for a deputy, a stranger, or before the start.
    """
    large = ("announcement", "report", "map", "seat__campaign__story", *documents("turn"))
    return _own_parts(user, campaign_id).defer(*large).first()


def part_to_plan(user: User, campaign_id: str) -> PlayerTurn | None:
    """As ``latest_part``, with no more than says whose it is and by which variables: one query."""
    return _TO_PLAN.first(user.pk, campaign_id)


def _own_parts(user: Any, campaign_id: Any) -> QuerySet[PlayerTurn]:
    """The user's parts in the turns of the campaign of this address, the latest first."""
    mine = PlayerTurn.objects.filter(seat__campaign__public_id=campaign_id, seat__user=user)
    return mine.select_related("seat__campaign", "seat__user", "turn").order_by("-turn__number")


_TO_PLAN: Kept[PlayerTurn] = Kept(
    lambda user, campaign_id: _own_parts(user, campaign_id).only(
        "turn__number", "seat__user", "seat__campaign__settings", "seat__campaign__schedule"
    )[:1]
)


def stamp_of(part: PlayerTurn) -> str:
    """What the seat's page is made from, in short: as long as it is the same, so is the page."""
    seat, turn = part.seat, part.turn
    campaign = seat.campaign
    facts = (
        (seat.pk, seat.version, turn.number, turn.phase, part.state, part.receipt, part.saved_at),
        (part.excused, part.excuse_reason, campaign.status, campaign.pause_reason, campaign.settings),
        (seat.army, seat.rules, campaign.house, seat.node, seat.fallback, campaign.name),
    )
    return sha256(repr(facts).encode()).hexdigest()


def board_key(part: PlayerTurn, language: str | None, zone: str) -> str:
    """Under which key the cache keeps the board of a seat for a reader of this language and time zone."""
    return f"board:{part.seat_id}:{stamp_of(part)}:{language}:{zone}"


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
    orders = orders_of_turns([one for one in (now, before) if one is not None], keys)
    variables = Variables.of(campaign)
    features, called = _features(told, seat, variables)
    return WarMapPage(
        frame=frame_of(campaign, now.turn, seat, facilitator=watching),
        seat=seat,
        number=now.turn.number,
        phase=now.turn.phase,
        published=told.turn.number,
        map_text=told.map_text,
        before_text=_text_before(turns, told.turn.number),
        banners=banners,
        relics=relics,
        relic_names=names,
        feature_names=called,
        plan=plan_facts(now, orders.get(now.pk, {}), keys),
        last=orders_again(orders.get(before.pk, {}), places_in(earlier and earlier.stood_text))
        if before
        else {},
        army=_army(seat, variables),
        knowledge=_knowledge(seat, campaign, variables, rows, relics, features, now.turn.number),
        battles=tuple(_battles(now, banners)) if now.turn.phase != Phase.PUBLISHED else (),
        variables=variables,
        watching=watching,
        backdrop=now.backdrop,
    )


def _text_before(turns: Iterable[Any], number: int) -> str | None:
    return next((one.map_text for one in turns if one.turn.number == number - 1), None)


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
        .defer("announcement", "report", "map", *documents("turn"))
        .annotate(
            map_text=Cast("map", TextField()),
            relics_text=Cast(F("report__told__relics"), TextField()),
            names_text=Cast(F("report__names"), TextField()),
            stood_text=Cast(F("map__banners"), TextField()),
            meetings_text=Cast(F("announcement__told__battles"), TextField()),
            armies_text=Cast(F("announcement__names"), TextField()),
            backdrop=Backdrop.objects.filter(campaign=seat.campaign_id, shown=True).values("public_id")[:1],
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


def _features(told: Any, seat: Seat, variables: Variables) -> tuple[list[Feature], dict[str, str]]:
    """What of the map can be used and what it is called; read only where orders may name it (Rules 14.2)."""
    if variables.special_orders == SpecialOrders.NONE:
        return [], {}
    shown = _loads(told.map_text, {}).get("features", [])
    player = PlayerId(seat.key)
    features = [
        Feature(FeatureId(one["id"]), (one["at"][0], one["at"][1]), known_to=(player,)) for one in shown
    ]
    return features, {one["id"]: one["name"] for one in shown}


def _own_banner(
    row: BannerRow, seat: Seat, relics: Mapping[str, Relic], names: Mapping[str, str]
) -> OwnBanner:
    carried = sorted(names[key] for key, relic in relics.items() if relic.carried_by == row.public_id)
    node = bool(seat.node) and seat.node == row.key
    return OwnBanner(
        row.public_id, row.name, (row.x, row.y), row.level, row.works, row.retreating, node, tuple(carried)
    )


def _army(seat: Seat, variables: Variables) -> OwnArmy:
    army = Traits.of(seat.rules if variables.army_rules else (), house_of(seat.campaign))
    traits, mods = army.ids, army.mods
    recon = recon_radius(variables, traits, mods)
    return OwnArmy(
        battle=battle_radius(variables, traits, mods),
        recon=recon,
        search=search_radius(variables, traits, mods) or recon,
        reach=pace(traits, mods),
        resupply=resupplied(mods),
        massive=Trait.MASSIVE_ARMIES in traits,
        flexible=Trait.FLEXIBLE_COMMAND in traits,
        pairs=pairs_for(traits),
        names_node=Trait.HIVE_MENTALITY in traits and not seat.node,
        sacrifices=Trait.SACRIFICE in traits and variables.battles == "abstract",
    )


def _knowledge(
    seat: Seat,
    campaign: Campaign,
    variables: Variables,
    rows: Iterable[BannerRow],
    relics: Mapping[str, Relic],
    features: Iterable[Feature],
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
        features=tuple(features),
        house=house_of(campaign),
    )


def _battles(now: Any, banners: Iterable[OwnBanner]) -> Iterable[Mapping[str, Json]]:
    """The seat's battles as announced, as the map lists them."""
    own = {banner.id: banner.name for banner in banners}
    armies = _loads(now.armies_text, {})
    for one in _loads(now.meetings_text, []):
        yield {
            "id": one["enemy"],
            "at": one["sector"],
            "sector": sector_name(*one["sector"]),
            "with": armies.get(one["opponent"], ""),
            "mine": one["banner"],
            "name": own.get(one["banner"], ""),
        }
