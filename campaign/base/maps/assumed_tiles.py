"""What was assumed of a Tiled map whose tileset says nothing of its tiles' terrain; its writer is told."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaign.base.maps.tiled import GID, named_tiles, tile_numbers
from campaign.base.sandbox.children import ChildFailedError
from campaign.base.setup.ground_words import GROUND_WORDS
from rules.format.reading import Node
from rules.maps.terrain import LETTERS, TERRAIN, TERRAIN_OF

Assumed = Mapping[int, str]
"""The id of the terrain for which a tile was taken, by the tile's number."""


def assumed_in(document: object) -> Assumed:
    """The tiles of a map, which ``from_tiled`` can read, that were taken for terrain by their order alone."""
    members = Node(document).members()
    layers = [layer.members() for layer in members["layers"].items(64)]
    (tiles,) = (layer for layer in layers if layer["type"].text() == "tilelayer")
    used = {number & GID for number in tile_numbers(tiles["data"], tiles)}
    found: dict[int, str] = {}
    for tileset in members["tilesets"].items(64):
        inner = tileset.members()
        if "tiles" in inner and any(named_tiles(inner["tiles"])):
            continue
        first = inner["firstgid"].integer(1)
        kinds = ((first + place, TERRAIN_OF[letter].id) for place, letter in enumerate(LETTERS))
        found |= {number: kind for number, kind in kinds if number in used}
    return found


def read_assumed(told: object) -> Assumed:
    """The same as a child tells it, which is not believed. Raises ``ChildFailedError``."""
    known = {kind.id for kind in TERRAIN}
    if not isinstance(told, dict) or len(told) > 64 * len(known) or not known.issuperset(told.values()):
        raise ChildFailedError("not what tiles are taken for")
    if not all(str(number).isdecimal() for number in told):
        raise ChildFailedError("not the number of a tile")
    return {int(number): kind for number, kind in told.items()}


def assumed_words(assumed: Assumed) -> str:
    """What was assumed, and what to do where it is wrong; empty for nothing."""
    if not assumed:
        return ""
    tile = _("tile %(number)s as %(ground)s")
    read = ", ".join(
        tile % {"number": number, "ground": GROUND_WORDS[assumed[number]]} for number in sorted(assumed)
    )
    return _(
        "It does not say what its tiles are, so they were taken in their order: %(tiles)s. If that is wrong,"
        " give each tile of the tileset its class in Tiled (%(classes)s) and import the map once more."
    ) % {"tiles": read, "classes": ", ".join(kind.id for kind in TERRAIN)}
