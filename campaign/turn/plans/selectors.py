"""A seat's plan of a turn as it stands, and what may be ordered, both with public ids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from campaign.base.answers import Json
from campaign.base.words.order_words import problem_reason, with_names
from campaign.models import Order as OrderRow
from campaign.models import PlayerTurn, Seat
from campaign.turn.plans.documents import OfferedOrder
from campaign.turn.plans.knowledge import Ids, SeatView, feature_ids, view_of_seat
from campaign.turn.plans.plan_codec import (
    HOLD,
    SACRIFICE,
    Written,
    features_named,
    renamed,
    wire_document,
    with_features,
)
from rules.orders import SLOT_OF, Plan, Slot
from rules.plans.legality import Option, offers, options
from rules.scenario import load_plan
from rules.state import BannerId, RelicId


def written_plan(orders: Iterable[OrderRow], node: str) -> Written:
    """The plan that these rows are, with engine ids."""
    entries: dict[str, dict[str, Json]] = {}
    holds: list[BannerId] = []
    sacrifices: dict[BannerId, int] = {}
    for row in sorted(orders, key=lambda row: (row.banner, row.slot)):
        if row.slot == HOLD:
            holds.append(BannerId(row.banner))
        elif row.slot == SACRIFICE:
            sacrifices[BannerId(row.banner)] = row.detail["levels"]
        else:
            entries.setdefault(row.banner, {})[Slot(row.slot).value] = row.detail
    plan = load_plan({"orders": entries}, {BannerId(key) for key in entries})
    return Written(Plan(plan.orders, BannerId(node) if node else None), tuple(holds), sacrifices)


def plan_of(player_turn: PlayerTurn, ids: Ids) -> dict[str, object]:
    """The seat's plan as it goes over the wire; what it names and does not have any more is left out."""
    written = written_plan(player_turn.orders.all(), player_turn.node)
    named = feature_ids(player_turn.seat, features_named(written))
    return public_document(with_features(written, named), ids)


def public_document(written: Written, ids: Ids) -> dict[str, object]:
    """A plan with engine ids as it goes over the wire; features have their public ids already."""
    known = {key: BannerId(public) for key, public in ids.public_banners.items()}
    relics = {str(key): RelicId(public) for public, key in ids.relics.items()}
    return wire_document(renamed(written, known, _Known(relics)))


def fallback_of(seat: Seat) -> dict[str, str]:
    """What the seat's living banners do when no plan stands, by public id; empty if no fallback is kept."""
    public = view_of_seat(seat).ids.public_banners
    kept = sorted((key, what) for key, what in seat.fallback.items() if key in public)
    return {public[key]: what for key, what in kept}


class _Known(dict[str, RelicId]):
    """Relic ids by key; one that the seat cannot name any more is nothing."""

    def __missing__(self, key: str) -> RelicId:
        return RelicId("")


def options_of(view: SeatView) -> dict[str, list[OfferedOrder]]:
    """What each own banner may be ordered, by its public id; a teleport's targets are left out."""
    return {
        banner.id: [_option(option, view.ids) for option in options(view.knowledge, banner.id)]
        for banner in view.knowledge.banners
    }


def _option(option: Option, ids: Ids) -> OfferedOrder:
    entry: OfferedOrder = {
        "order": option.order.value,
        "slot": SLOT_OF[option.order].value,
        "legal": option.legal,
        "problems": [
            {"rule": problem.rule, "text": problem_reason(with_names(problem, ids.named))}
            for problem in option.problems
        ],
    }
    # What an order can name stands under the keys that the document has for it.
    return cast("OfferedOrder", entry | {key: found for key, found in offers(option).items() if found})


__all__ = ["fallback_of", "options_of", "plan_of", "public_document", "written_plan"]
