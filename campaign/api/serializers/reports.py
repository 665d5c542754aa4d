"""The shapes of what a player is told: announcement, report, map.

They describe documents that were stored when the turn was announced or published and are answered as they
lie. Members that would be empty are left out of lines.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.api.serializers.fields import SECTOR, Anything, Sector
from campaign.api.serializers.told import Fought, Goal, MapBattles, Meeting, VoidOrder
from campaign.wording.report import Group
from rules.lines import LINES

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_DIE = {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}
NAMES = {
    "type": "object",
    "additionalProperties": _TEXT,
    "description": "The name of everything told of, by its id; armies by the numbers of their seats.",
}
LINE = {
    "type": "object",
    "description": "Something that happened to you, with the rule behind it.",
    "properties": {
        "kind": {"type": "string", "enum": [kind.value for kind in LINES]},
        "group": {"type": "string", "enum": [group.value for group in Group]},
        "rule": {**_TEXT, "description": "The section of the rules."},
        "text": {**_TEXT, "description": "The line in words."},
        "banner": {**_TEXT, "description": "Your banner."},
        "other": {**_TEXT, "description": "Your other banner; or the battle against the enemy's."},
        "rival": {**_TEXT, "description": "The number of an enemy's seat."},
        "at": SECTOR,
        "to": SECTOR,
        "reason": _TEXT,
        "levels": _NUMBER,
        "order": _TEXT,
        "relic": _TEXT,
        "feature": _TEXT,
        "dice": {"type": "array", "items": {**_DIE, "description": "A purpose and what was thrown."}},
        "sectors": {"type": "array", "items": SECTOR},
    },
    "required": ["kind", "group", "rule", "text"],
}


@extend_schema_field(NAMES)
class Names(Anything):
    """Names by id."""


@extend_schema_field({"type": "array", "items": LINE})
class Lines(Anything):
    """What happened, in the order of the rules' steps."""


class Told(serializers.Serializer[Any]):
    """What you were told: of your own banners, and of your own battles."""

    turn = serializers.IntegerField()
    names = Names()
    node = serializers.CharField(allow_null=True)
    banners = serializers.ListField(child=Anything(), help_text="Your banners as they stand.")
    lines = Lines()
    void = VoidOrder(many=True, help_text="Orders that did not count, with every reason.")
    corrections = serializers.ListField(
        child=Anything(), help_text="What a facilitator has corrected of what is yours, with the reason."
    )


class Announcement(Told):
    """What you were told when the battles of a turn were announced."""

    battles = Meeting(many=True, help_text="Your battles.")


class Report(Told):
    """Your report of a published turn. Everything that you know of the map is in the turn's map."""

    battles = Fought(many=True, help_text="Your battles and what came of them.")
    sightings = serializers.ListField(child=Anything(), help_text="Enemies whose place you know now.")
    relics = serializers.ListField(child=Anything())
    found_features = serializers.ListField(child=serializers.CharField())
    found_relics = serializers.ListField(child=serializers.CharField())
    goals = Goal(many=True, help_text="Your victory conditions and how they stand.")


class MapSeat(serializers.Serializer[Any]):
    """An army on the map; ``battle`` is the radius of its battle ranges."""

    n = serializers.IntegerField()
    army = serializers.CharField()
    you = serializers.BooleanField()
    battle = serializers.IntegerField()


class MapBanner(serializers.Serializer[Any]):
    """A banner of yours."""

    id = serializers.CharField()
    name = serializers.CharField()
    at = Sector()
    level = serializers.IntegerField()
    works = serializers.CharField()
    retreating = serializers.BooleanField()
    relics = serializers.ListField(child=serializers.CharField())
    node = serializers.BooleanField()
    alive = serializers.BooleanField()


class MapSighting(serializers.Serializer[Any]):
    """An enemy banner as you know it; one with an earlier ``turn`` was seen there then."""

    id = serializers.CharField()
    seat = serializers.IntegerField()
    name = serializers.CharField()
    at = Sector()
    level = serializers.IntegerField(allow_null=True)
    turn = serializers.IntegerField()
    since = serializers.IntegerField()


class MapTile(serializers.Serializer[Any]):
    """A part of the ground."""

    at = Sector(help_text="Its north-west sector.")
    terrain = serializers.ListField(child=serializers.CharField())
    territory = serializers.ListField(child=serializers.CharField())
    fog = serializers.ListField(child=serializers.CharField())


class MapTiles(serializers.Serializer[Any]):
    """Parts of the ground; ``tile`` is the sectors on a side of each."""

    tile = serializers.IntegerField()
    tiles = MapTile(many=True)


class Map(serializers.Serializer[Any]):
    """What you know of the map after a published turn."""

    turn = serializers.IntegerField()
    size = Sector(help_text="Width and height.")
    terrain = serializers.ListField(child=serializers.CharField(), required=False)
    tile = serializers.IntegerField(required=False, help_text="Of a large map: sectors on a side of a tile.")
    tiles = MapTile(many=True, required=False, help_text="Of a large map: the ground around your banners.")
    radii = Anything(help_text="Of your battle, recon and search ranges.")
    seats = MapSeat(many=True)
    banners = MapBanner(many=True)
    sightings = MapSighting(many=True)
    numbers = Anything(help_text="How many banners of each seat you have ever numbered.")
    territory = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="A row each: . nobody or not known, * disputed, else the seat's number in base 36.",
    )
    fog = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="A row each: 0 never seen, 1 seen in an earlier turn, 2 known now.",
    )
    features = serializers.ListField(child=Anything())
    relics = serializers.ListField(child=Anything(), help_text="Relics that you know to lie somewhere.")
    battles = MapBattles()
    goals = Goal(many=True)
    names = Names(required=False)
