"""A seat's plan of a turn as it stands, and what may be ordered, both with public ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.models import Order as OrderRow
from campaign.models import PlayerTurn, Seat
from campaign.selectors.knowledge import Ids, SeatView, view_of_seat
from campaign.wire import HOLD, SACRIFICE, Written, renamed, wire_document
from rules.legality import Option, options
from rules.orders import SLOT_OF, OrderKind, Plan, Slot
from rules.scenario import load_plan
from rules.state import BannerId, RelicId


def written_plan(orders: Iterable[OrderRow], node: str) -> Written:
    """The plan that these rows are, with engine ids."""
    entries: dict[str, dict[str, Any]] = {}
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


def plan_of(player_turn: PlayerTurn, ids: Ids) -> dict[str, Any]:
    """The seat's plan as it goes over the wire; what it names and does not have any more is left out."""
    written = written_plan(player_turn.orders.all(), player_turn.node)
    return public_document(written, ids)


def public_document(written: Written, ids: Ids) -> dict[str, Any]:
    """A plan with engine ids as it goes over the wire."""
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


def options_of(view: SeatView) -> dict[str, list[dict[str, Any]]]:
    """What each own banner may be ordered, by its public id; a teleport's targets are left out."""
    return {
        banner.id: [_option(option, view.ids) for option in options(view.knowledge, banner.id)]
        for banner in view.knowledge.banners
    }


def _option(option: Option, ids: Ids) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "order": option.order.value,
        "slot": _slot(option.order),
        "legal": option.legal,
        "problems": [{"rule": problem.rule, "text": ids.worded(problem.text)} for problem in option.problems],
    }
    named: Mapping[str, tuple[Any, ...]] = {
        "targets": () if option.order == OrderKind.TELEPORT else option.targets,
        "from": option.givers,
        "with": option.partners,
        "relics": option.relics,
    }
    return entry | {name: [_plain(one) for one in values] for name, values in named.items() if values}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _slot(kind: OrderKind) -> str:
    return SLOT_OF[kind].value


__all__ = ["fallback_of", "options_of", "plan_of", "public_document", "written_plan"]
