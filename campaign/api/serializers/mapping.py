"""The shapes of the map that is being built, and of the balance check."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.fields import SECTOR, Anything, Switch, Text, Whole
from campaign.mapping.formats import MOST_TEXT, Format
from campaign.mapping.generate import Wish
from campaign.mapping.starts import Symmetry
from campaign.models import TrialState
from campaign.setting_up.boards import EFFECTS, WORKS

_SEAT = {"type": "string", "pattern": "^s[1-8]$"}
_NAMED: dict[str, Any] = {
    "id": {"type": "string", "maxLength": 40},
    "name": {"type": "string"},
    "description": {"type": "string"},
}
_KNOWN = {"type": "array", "items": _SEAT, "description": "The seats that know it from the start."}
BOARD = {
    "type": "object",
    "required": ["terrain"],
    "additionalProperties": False,
    "properties": {
        "terrain": {
            "type": "array",
            "items": {"type": "string", "pattern": "^[.C#]*$"},
            "description": "Rows, north first: '.' normal, 'C' city, '#' impassable.",
        },
        "features": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "at"],
                "properties": {
                    **_NAMED,
                    "at": SECTOR,
                    "needs_search": {"type": "boolean"},
                    "effect": {
                        "type": "string",
                        "enum": list(EFFECTS),
                        "nullable": True,
                    },
                    "known_to": _KNOWN,
                },
            },
        },
        "relics": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id"],
                "properties": {
                    **_NAMED,
                    "at": SECTOR,
                    "carried_by": {"type": "string", "description": "A banner's id, instead of at."},
                    "destructible": {"type": "boolean"},
                    "known_to": _KNOWN,
                },
            },
        },
        "banners": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "owner", "at", "level"],
                "properties": {
                    "id": {"type": "string"},
                    "name": {"type": "string"},
                    "owner": _SEAT,
                    "at": SECTOR,
                    "level": {"type": "integer", "minimum": 0},
                    "works": {"type": "string", "enum": list(WORKS)},
                },
            },
        },
        "occupied": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["at", "occupier"],
                "properties": {"at": SECTOR, "occupier": _SEAT},
            },
        },
    },
}


@extend_schema_field(BOARD)
class Board(Anything):
    """The map with all that stands on it."""


class BoardToSave(Strict):
    """The whole map, over the version that was read."""

    board = Board()
    version = Text(max_length=64, help_text="As read; see the parts of a draft.")


class SavedBoard(serializers.Serializer[Any]):
    """That a map was saved: its new version, and what is still wrong with it."""

    version = serializers.CharField()
    problems = serializers.ListField(child=serializers.CharField())


class BoardSeat(serializers.Serializer[Any]):
    """A seat that the map may name."""

    key = serializers.CharField()
    number = serializers.IntegerField()
    army = serializers.CharField()


class BoardOfDraft(SavedBoard):
    """The map that is being built."""

    board = Board()
    seats = BoardSeat(many=True)
    picture = serializers.CharField(allow_null=True, help_text="The address of the picture under the grid.")
    picture_shown = serializers.BooleanField(help_text="Whether players may fetch it too.")


class WishForMap(Strict):
    """What a drawn map is to be like. Every field but the seed may be left out."""

    seed = Whole(min_value=0, max_value=2**31 - 1)
    width = Whole(required=False)
    height = Whole(required=False)
    symmetry = serializers.ChoiceField(choices=[one.value for one in Symmetry], required=False)
    city = Whole(required=False, help_text="Percent of the sectors.")
    rock = Whole(required=False, help_text="Percent of the sectors.")
    banners = Whole(required=False, help_text="Of each player.")
    level = Whole(required=False)
    supplies = Whole(required=False, help_text="Supply features of each player.")
    sensors = Whole(required=False, help_text="Sensor features of each player.")
    relics = Whole(required=False, help_text="0 none, 1 in the middle, 2 one for each player.")


def wish_of(data: dict[str, Any], players: int) -> Wish:
    """The wish that was sent, for so many players."""
    given = dict(data)
    for share in ("city", "rock"):
        if share in given:
            given[share] = given[share] / 100
    if "symmetry" in given:
        given["symmetry"] = Symmetry(given["symmetry"])
    return Wish(players=max(2, players), **given)


class DrawnBoard(serializers.Serializer[Any]):
    """A map that is not stored yet, and what would be wrong with it."""

    board = Board()
    problems = serializers.ListField(child=serializers.CharField())


class MapText(Strict):
    """A map as text."""

    text = Text(max_length=MOST_TEXT, trim_whitespace=False)
    format = serializers.ChoiceField(
        choices=[form.value for form in Format], required=False, help_text="Left out: found by its looks."
    )


class WrittenMap(serializers.Serializer[Any]):
    """A map as text."""

    format = serializers.ChoiceField(choices=[form.value for form in Format])
    text = serializers.CharField()


class PictureToLay(Strict):
    """A picture to lie under the grid."""

    picture = Text(
        max_length=4_900_000, help_text="JPEG, PNG, WebP or GIF, in base64: up to 3.6 MB of picture."
    )
    shown = Switch(default=False, help_text="Whether players may fetch it too.")


class PictureShown(Strict):
    """Whether players see the picture."""

    shown = Switch()


class Picture(serializers.Serializer[Any]):
    """The picture under the grid."""

    picture = serializers.CharField(allow_null=True, help_text="Its address; null without one.")
    shown = serializers.BooleanField()


class WayToRelic(serializers.Serializer[Any]):
    """How far a relic is."""

    name = serializers.CharField()
    marches = serializers.IntegerField(allow_null=True)


class SeatBalance(serializers.Serializer[Any]):
    """How one seat stands at the start; distances in marches, null without a way or anything to go to."""

    seat = serializers.CharField()
    army = serializers.CharField()
    banners = serializers.IntegerField()
    points = serializers.IntegerField()
    nearest_enemy = serializers.IntegerField(allow_null=True)
    objective = serializers.IntegerField(
        allow_null=True, help_text="To the farthest of what its primary conditions name."
    )
    supply = serializers.IntegerField(allow_null=True)
    relics = WayToRelic(many=True)
    share = serializers.FloatField(help_text="Of the passable map that is nearer to it than to others.")


class SeatWins(serializers.Serializer[Any]):
    """How often a seat has won, with the 95 % interval of its share (Wilson)."""

    seat = serializers.CharField()
    army = serializers.CharField()
    wins = serializers.IntegerField()
    by_conditions = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    unfair = serializers.BooleanField(help_text="Whether an equal share lies outside the interval.")


class BotGames(serializers.Serializer[Any]):
    """Games of bots with the set-up."""

    id = serializers.CharField()
    state = serializers.ChoiceField(choices=TrialState.values)
    played = serializers.IntegerField()
    games = serializers.IntegerField()
    turns = serializers.IntegerField(help_text="After which a game ends.")
    error = serializers.CharField(allow_blank=True)
    outdated = serializers.BooleanField(help_text="Whether the map has changed since.")
    wins = SeatWins(many=True)
    nobody = serializers.IntegerField()
    mean_turns = serializers.FloatField()
    mean_first_battle = serializers.FloatField(allow_null=True)


class Balance(serializers.Serializer[Any]):
    """How fair the set-up is."""

    version = serializers.CharField(help_text="Of the map.")
    seats = SeatBalance(many=True)
    shared = serializers.FloatField(help_text="The part of the map that is as near to several.")
    uneven = serializers.ListField(
        child=serializers.CharField(), help_text="The measures in which seats differ much."
    )
    games = BotGames(allow_null=True)


class GamesToPlay(Strict):
    """How many games the bots are to play."""

    games = Whole(required=False, min_value=1, max_value=500)
    turns = Whole(required=False, min_value=1, max_value=80)
