"""The shapes of what reports are made of: orders that did not count, battles, victory conditions."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.api.serializers.fields import SECTOR, Anything, Sector
from rules.clauses import Fault
from rules.orders import OrderKind, Slot
from rules.outcome import Category
from rules.results import Method
from rules.tables import Degree

CONDITIONS = ("occupation", "retrieval", "destruction")
_PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_ROLL = {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}


def _values(kind: Any) -> list[str]:
    return [one.value for one in kind]


@extend_schema_field({"type": "array", "items": {**_ROLL, "description": "A purpose and what was thrown."}})
class Dice(Anything):
    """Dice by their purpose."""


@extend_schema_field(
    {"type": "array", "items": {"type": "array", "items": _PAIR, "minItems": 2, "maxItems": 2}}
)
class Rolls(Anything):
    """The attempts of an abstract resolution: your two dice, then the enemy's."""


@extend_schema_field({**_PAIR, "nullable": True})
class Points(Anything):
    """Points lost: yours, then the enemy's."""


class WhyVoid(serializers.Serializer[Any]):
    """One reason why an order did not count; ``text`` is for people, ``rule`` the section."""

    banner = serializers.CharField()
    slot = serializers.ChoiceField(choices=_values(Slot))
    order = serializers.ChoiceField(choices=_values(OrderKind))
    rule = serializers.CharField()
    fault = serializers.ChoiceField(choices=_values(Fault))
    text = serializers.CharField()


class VoidOrder(serializers.Serializer[Any]):
    """An order of yours that did not count, with every reason."""

    banner = serializers.CharField()
    owner = serializers.CharField(help_text="The number of your seat.")
    slot = serializers.ChoiceField(choices=_values(Slot))
    order = serializers.ChoiceField(choices=_values(OrderKind))
    problems = WhyVoid(many=True)


class Meeting(serializers.Serializer[Any]):
    """A battle of yours as announced; the enemy's banner has the battle's id."""

    banner = serializers.CharField(help_text="Your banner.")
    enemy = serializers.CharField(help_text="The battle's id.")
    opponent = serializers.CharField(help_text="The number of the enemy's seat.")
    level = serializers.IntegerField(help_text="Your fighting level.")
    enemy_level = serializers.IntegerField()
    sector = Sector()
    city = serializers.BooleanField()
    category = serializers.ChoiceField(choices=_values(Category))
    attacker = serializers.CharField(help_text="Your banner's id, or the battle's.")
    auto = serializers.BooleanField(help_text="Not fought: a side is below level 10.")
    dice = Dice()


class Fought(serializers.Serializer[Any]):
    """A battle of yours with its result."""

    meeting = Meeting()
    method = serializers.ChoiceField(choices=_values(Method))
    winner = serializers.CharField(allow_null=True, help_text="Your banner's id, or the battle's.")
    degree = serializers.ChoiceField(choices=_values(Degree), allow_null=True)
    rolls = Rolls()
    points_lost = Points()
    lost = serializers.IntegerField(help_text="Levels that your banner lost.")
    sacrificed = serializers.IntegerField()
    destroyed = serializers.BooleanField()
    enemy_destroyed = serializers.BooleanField()


class Goal(serializers.Serializer[Any]):
    """A victory condition of yours; ``met`` and ``held`` are null where you cannot know."""

    kind = serializers.ChoiceField(choices=CONDITIONS)
    primary = serializers.BooleanField()
    turns = serializers.IntegerField(help_text="Turns for which it must hold.")
    met = serializers.BooleanField(allow_null=True)
    held = serializers.IntegerField(allow_null=True, help_text="Turns for which it has held.")
    relic = serializers.CharField(required=False)
    seat = serializers.IntegerField(required=False)
    banners = serializers.IntegerField(required=False, help_text="How many are to be destroyed.")
    sectors = serializers.ListField(child=Sector(), required=False)
    count = serializers.IntegerField(required=False, help_text="How many sectors are to be held.")


_TEXT = {"type": "string"}


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "object",
            "description": "A battle of yours on the map: its id, its sector, the enemy's army, your banner.",
            "properties": {"id": _TEXT, "at": SECTOR, "with": _TEXT, "mine": _TEXT},
            "required": ["id", "at", "with", "mine"],
        },
    }
)
class MapBattles(Anything):
    """Your battles of a turn."""
