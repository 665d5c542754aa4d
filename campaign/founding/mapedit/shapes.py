"""The shapes of the map that is being built, and of the balance check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaign.base.answers import one_of
from campaign.base.maps.formats import MOST_TEXT, Format
from campaign.base.maps.generate import Wish
from campaign.base.maps.starts import Symmetry
from campaign.base.setup import documents
from campaign.base.setup.boards import EFFECTS, WORKS
from campaign.base.setup.house_rules import HouseDocument
from campaign.founding.mapedit.selectors import Place
from campaign.web.api.fields import SECTOR, Anything, Line, RawPicture, Switch, Text, Whole
from campaign.web.api.request_parsing import Strict
from rules.maps.terrain import LEGEND, LETTERS

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
            "items": {"type": "string", "pattern": f"^[{LETTERS}]*$"},
            "description": f"Rows, north first: {LEGEND}.",
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
                        "type": ["string", "null"],
                        "enum": [*EFFECTS, None],
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
                    "sealed": {"type": "boolean", "description": "It lies unknown until it is unsealed."},
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
        "triggers": {
            "type": "array",
            "description": "As in a scenario, with hint, told and told_to; left out: those there are stay.",
            "items": {"type": "object", "required": ["id", "do"], "additionalProperties": True},
        },
    },
}


@extend_schema_field(BOARD)
class Board(Anything):
    """The map with all that stands on it."""


class BoardToSave(Strict):
    """The whole map, over the version that was read."""

    board = Board()
    version = Line(max_length=64, help_text="As read; see the parts of a draft.")


@dataclass(frozen=True, slots=True)
class SavedBoard:
    """That a map was saved: its new version, and what is still wrong with it."""

    version: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardOfDraft(SavedBoard):
    """The map that is being built."""

    board: documents.Board
    seats: tuple[Place, ...]
    picture: Annotated[str | None, "The address of the picture under the grid."]
    picture_shown: Annotated[bool, "Whether players may fetch it too."]


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


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A map that is not stored yet, and what would be wrong with it."""

    board: documents.Board
    problems: tuple[str, ...]


@dataclass(frozen=True)
class MapRead(DrawnBoard):
    """A map that was read from text, and the club's own army rules that stand in the text."""

    house: Annotated[list[HouseDocument], "With `draft/house/` they are saved."]
    assumed: Annotated[dict[str, str], "Terrain, by the number of a tile that was taken for it by its order."]


class MapText(Strict):
    """A map as text."""

    text = Text(max_length=MOST_TEXT, trim_whitespace=False)
    format = serializers.ChoiceField(
        choices=[form.value for form in Format], required=False, help_text="Left out: found by its looks."
    )


@dataclass(frozen=True, slots=True)
class WrittenMap:
    """A map as text."""

    format: Annotated[str, one_of(Format)]
    text: str


class PictureToLay(Strict):
    """A picture to lie under the grid."""

    picture = RawPicture()
    shown = Switch(default=False, help_text="Whether players may fetch it too.")


class PictureShown(Strict):
    """Whether players see the picture."""

    shown = Switch()


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture under the grid."""

    picture: Annotated[str | None, "Its address; null without one."]
    shown: bool
