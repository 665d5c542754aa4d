"""The shapes of plans: as they are sent, as they are kept, and what may stand in them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.fields import SECTOR, Anything, Text
from campaign.models import Phase, PlanState
from campaign.services.plans import FALLBACKS
from campaign.wire import HOLD, LONGEST_NAME, MOST_SACRIFICED, SACRIFICE
from rules.orders import SLOT_OF, OrderKind, Slot

_ID = {"type": "string", "maxLength": 64}
_CARRIED: dict[str, dict[str, Any]] = {
    "to": {**SECTOR, "description": "Of march, teleport and retreat: the target sector."},
    "from": {**_ID, "description": "Of transfer: the banner that gives; none to pick up a lying relic."},
    "levels": {"type": "integer", "minimum": 0, "description": "Of transfer: how many should arrive."},
    "relic": {**_ID, "description": "Of transfer and destroy_relic."},
    "with": {**_ID, "description": "Of join: the other banner."},
    "name": {"type": "string", "maxLength": LONGEST_NAME, "description": "Of split: the new banner's."},
}


def _order(slot: Slot) -> dict[str, Any]:
    """The schema of an order in its slot (Rules 3)."""
    kinds = [kind.value for kind in OrderKind if SLOT_OF[kind] == slot]
    return {
        "type": "object",
        "nullable": True,
        "properties": {"order": {"type": "string", "enum": kinds}, **_CARRIED},
        "required": ["order"],
    }


ORDERS = {
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


@extend_schema_field(ORDERS)
class Orders(Anything):
    """The orders of a plan; the service reads them and names what is wrong."""


class Plan(Strict):
    """A plan, as in a scenario document, with the ids that maps and reports show."""

    node = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=64,
        help_text="The banner named as node, for an army with Hive Mentality that has none.",
    )
    orders = Orders()


class MyPlan(serializers.Serializer[Any]):
    """Your plan of a turn and what the facilitator's board says of it."""

    turn = serializers.IntegerField()
    phase = serializers.ChoiceField(choices=Phase.values)
    due = serializers.DateTimeField(allow_null=True)
    state = serializers.ChoiceField(choices=PlanState.values)
    plan = Plan()
    receipt = serializers.CharField(allow_blank=True)
    saved_at = serializers.DateTimeField(allow_null=True)
    submitted_at = serializers.DateTimeField(allow_null=True)
    by_deputy = serializers.BooleanField()
    by_bot = serializers.BooleanField()
    used_fallback = serializers.BooleanField()
    excused = serializers.BooleanField()
    excuse_reason = serializers.CharField(allow_blank=True)


class Receipt(serializers.Serializer[Any]):
    """That a plan was saved. The last one before the deadline counts."""

    turn = serializers.IntegerField()
    receipt = serializers.CharField(help_text="SHA-256 of the plan's canonical JSON, in hex.")
    saved_at = serializers.DateTimeField(allow_null=True)
    state = serializers.ChoiceField(choices=PlanState.values)


class Objection(serializers.Serializer[Any]):
    """Why an order is illegal."""

    banner = serializers.CharField()
    slot = serializers.ChoiceField(choices=[slot.value for slot in Slot])
    order = serializers.ChoiceField(choices=[kind.value for kind in OrderKind])
    rule = serializers.CharField()
    fault = serializers.CharField(help_text="The reason, for programs.")
    text = serializers.CharField(help_text="The reason, for people.")


class Check(serializers.Serializer[Any]):
    """What would come of saving a plan."""

    legal = serializers.BooleanField()
    receipt = serializers.CharField(help_text="The receipt that the plan would get.")
    problems = Objection(many=True)


class Reason(serializers.Serializer[Any]):
    """Why an order cannot be given."""

    rule = serializers.CharField()
    text = serializers.CharField()


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            "order": {"type": "string", "enum": [kind.value for kind in OrderKind]},
            "slot": {"type": "string", "enum": [slot.value for slot in Slot]},
            "legal": {"type": "boolean"},
            "targets": {
                "type": "array",
                "items": SECTOR,
                "description": "Sectors, for march and retreat; a teleport may go to any passable one.",
            },
            "from": {"type": "array", "items": _ID, "description": "Banners that may give."},
            "with": {"type": "array", "items": _ID, "description": "Banners that may be joined."},
            "relics": {"type": "array", "items": _ID},
            "problems": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"rule": {"type": "string"}, "text": {"type": "string"}},
                    "required": ["rule", "text"],
                },
            },
        },
        "required": ["order", "slot", "legal", "problems"],
    }
)
class Option(Anything):
    """What one order offers a banner."""


class Options(serializers.Serializer[Any]):
    """What a banner may be ordered now, one entry for each order of Rules 3."""

    banner = serializers.CharField()
    orders = serializers.ListField(child=Option())


@extend_schema_field({"type": "object", "additionalProperties": {"type": "string", "enum": list(FALLBACKS)}})
class FallbackOrders(Anything):
    """What each banner does when no plan stands."""


class Fallback(Strict):
    """What your banners do when no plan of yours stands at the deadline; empty for nothing."""

    banners = FallbackOrders()
