"""The stored plans of a seat's turns as a page needs them: with public ids, and last turn's to give again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.db.models.fields.json import KT

from campaign.base.answers import Json
from campaign.base.dates.times import when
from campaign.base.words.log_words import kept_reason
from campaign.models import Feature as FeatureRow
from campaign.models import Order as OrderRow
from campaign.models import PlayerTurn, Seat
from campaign.models import Relic as RelicRow
from campaign.turn.plans.plan_codec import HOLD, SACRIFICE
from rules.orders import ORDERS, PARTS, TO, Names, Slot
from rules.state import At

_TO_A_SECTOR = tuple(record.kind for record in ORDERS if TO in record.parts)
_BANNERS = tuple(part.key for part in PARTS if part.names is Names.BANNER)


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """The plan of the open turn as it is stored: orders by public id, as on the wire."""

    state: str
    saved_at: datetime | None
    receipt: str
    orders: Mapping[str, Mapping[str, Json]]
    node: str | None
    fallback: bool
    excused: str

    @property
    def saved_words(self) -> str:
        """When it was saved, in the reader's zone; nothing if it was not."""
        return when(self.saved_at) if self.saved_at is not None else ""


def standing_receipt(seat: Seat, number: int) -> str:
    """The receipt of the plan that stands for that turn; empty if there is none."""
    found = PlayerTurn.objects.filter(seat=seat, turn__number=number).values_list("receipt", flat=True)
    return found.first() or ""


def orders_of_turns(
    player_turns: Iterable[PlayerTurn], keys: Mapping[str, str]
) -> dict[int, dict[str, dict[str, Json]]]:
    """The orders of these turns by turn and living banner, with public ids."""
    relic = RelicRow.objects.filter(
        campaign=OuterRef("player_turn__turn__campaign"), key=OuterRef("relic_key")
    )
    feature = FeatureRow.objects.filter(
        campaign=OuterRef("player_turn__turn__campaign"), key=OuterRef("feature_key")
    )
    found = (
        OrderRow.objects.filter(player_turn__in=player_turns)
        .annotate(relic_key=KT("detail__relic"))
        .annotate(relic_id=Subquery(relic.values("public_id")[:1]))
        .annotate(feature_key=KT("detail__feature"))
        .annotate(feature_id=Subquery(feature.values("public_id")[:1]))
        .order_by("id")
        .values_list("player_turn_id", "banner", "slot", "detail", "relic_id", "feature_id")
    )
    orders: dict[int, dict[str, dict[str, Json]]] = {}
    for player_turn, banner, slot, detail, relic_id, feature_id in found:
        if banner not in keys:
            continue
        entry = orders.setdefault(player_turn, {}).setdefault(keys[banner], {})
        if slot in (HOLD, SACRIFICE):
            entry[slot] = True if slot == HOLD else detail.get("levels", 0)
            continue
        order = {key: keys.get(value, "") if key in _BANNERS else value for key, value in detail.items()}
        if "relic" in order:
            order["relic"] = relic_id or ""
        if "feature" in order:
            order["feature"] = feature_id or ""
        entry[slot] = order
    return orders


def plan_facts(now: Any, orders: Mapping[str, dict[str, Json]], keys: Mapping[str, str]) -> PlanFacts:
    return PlanFacts(
        state=now.state,
        saved_at=now.saved_at,
        receipt=now.receipt,
        orders=orders,
        node=keys.get(now.node),
        fallback=now.used_fallback,
        excused=kept_reason(now.excuse_reason) if now.excused else "",
    )


def orders_again(
    orders: Mapping[str, dict[str, Json]], stood: Mapping[str, At]
) -> dict[str, dict[str, Json]]:
    """Last turn's orders to give again: a move as the way ``by`` from where the banner then stood."""
    again: dict[str, dict[str, Json]] = {}
    for banner, entry in orders.items():
        again[banner] = {}
        for slot, order in entry.items():
            if slot not in tuple(Slot) or order["order"] not in _TO_A_SECTOR:
                again[banner][slot] = order
            elif banner in stood:
                (x, y), to = stood[banner], order["to"]
                again[banner][slot] = {"order": order["order"], "by": [to[0] - x, to[1] - y]}
    return again


def places_in(banners: str | None) -> dict[str, At]:
    """Where banners stand in a map's list of them, as JSON text."""
    return {one["id"]: (one["at"][0], one["at"][1]) for one in json.loads(banners or "[]")}
