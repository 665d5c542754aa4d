"""The shapes of plans: as they are sent, as they are kept, and what may stand in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import extend_schema_field

from campaign.base.answers import members_of, one_of
from campaign.base.words.order_words import Objection
from campaign.models import PlanState
from campaign.turn.plans.documents import OfferedOrder, WrittenOrder
from campaign.turn.plans.plan_codec import HOLD, SACRIFICE
from campaign.turn.plans.services import FALLBACKS
from campaign.web.api.answer_schema import schema_of
from campaign.web.api.fields import Anything, Line
from campaign.web.api.request_parsing import Strict
from rules.orders import ORDERS, Slot
from rules.tables import MOST_SACRIFICED

_CARRIED: dict[str, dict[str, Any]] = {
    member.name: schema_of(member.type) for member in members_of(WrittenOrder)
}
"""What orders carry, as documents of plans describe it."""


def _order(slot: Slot) -> dict[str, Any]:
    """The schema of an order in its slot (Rules 3)."""
    kinds = [record.kind.value for record in ORDERS if record.slot == slot]
    return {
        "type": "object",
        "nullable": True,
        "properties": {"order": {"type": "string", "enum": kinds}, **_CARRIED},
        "required": ["order"],
    }


ORDERS_SCHEMA = {
    "type": "object",
    "description": "For each banner, by its id, one order per slot at most; a special order stands alone.",
    "additionalProperties": {
        "type": "object",
        "properties": {
            **{slot.value: _order(slot) for slot in Slot},
            HOLD: {"type": "boolean", "description": "The banner is meant to have no orders."},
            SACRIFICE: {
                "type": "integer",
                "minimum": 0,
                "maximum": MOST_SACRIFICED,
                "description": "Only where all battles are abstract.",
            },
        },
    },
}


@extend_schema_field(ORDERS_SCHEMA)
class Orders(Anything):
    """The orders of a plan; the service reads them and names what is wrong."""


class Plan(Strict):
    """A plan, as in a scenario document, with the ids that maps and reports show."""

    node = Line(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=64,
        help_text="The banner named as node, for an army with Hive Mentality that has none.",
    )
    orders = Orders()


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a plan was saved. The last one before the deadline counts."""

    turn: int
    receipt: Annotated[str, "SHA-256 of the plan's canonical JSON, in hex."]
    saved_at: datetime | None
    state: Annotated[str, one_of(PlanState)]


@dataclass(frozen=True, slots=True)
class Check:
    """What would come of saving a plan."""

    legal: bool
    receipt: Annotated[str, "The receipt that the plan would get."]
    problems: tuple[Objection, ...]


class Options(TypedDict):
    """What a banner may be ordered now, one entry for each order of Rules 3."""

    banner: str
    orders: list[OfferedOrder]


@extend_schema_field({"type": "object", "additionalProperties": {"type": "string", "enum": list(FALLBACKS)}})
class FallbackOrders(Anything):
    """What each banner does when no plan stands."""


class Fallback(Strict):
    """What your banners do when no plan of yours stands at the deadline; empty for nothing."""

    banners = FallbackOrders()


class KeptFallback(TypedDict):
    """What your banners do when no plan of yours stands at the deadline; empty for nothing."""

    banners: Mapping[str, Annotated[str, one_of(FALLBACKS)]]
