"""Tiled's maps, both ways: ``.tmj``, orthogonal, a tile layer for the terrain, object layers for the rest.

A tile's terrain is its class, or its property ``terrain``: the id of a kind of terrain. In a tileset that
says nothing of any tile, the first ones are the kinds in their order. An empty sector is plain.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import re
import zlib
from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.document_error import WordedError, unfit
from campaign.base.setup.boards import MOST_SIDE, read_board
from campaign.base.setup.documents import Board
from campaign.base.words.document_faults import failure_words, fault_text
from rules.format.reading import Node, ScenarioError, shown
from rules.maps.grid import name_of
from rules.maps.terrain import LETTERS, PLAIN, TERRAIN
from rules.state import At

TILE = 32
GID = (1 << 28) - 1
"""The upper four bits of a tile's number say how it is flipped."""

SIGNS = {kind.id: kind.letter for kind in TERRAIN}
"""The letters by the class of a tile."""

MOST_BYTES = 4 * MOST_SIDE * MOST_SIDE
_KINDS = ("feature", "relic", "banner", "occupied")


def to_tiled(board: Board) -> dict[str, object]:
    """The map as a Tiled document; ``from_tiled`` gives the same map back."""
    numbers = {sign: number for number, sign in enumerate(LETTERS, start=1)}
    rows: list[str] = board["terrain"]
    width, height = len(rows[0]), len(rows)
    layers = [
        {
            "id": 1,
            "name": "terrain",
            "type": "tilelayer",
            "x": 0,
            "y": 0,
            "width": width,
            "height": height,
            "opacity": 1,
            "visible": True,
            "data": [numbers[sign] for row in rows for sign in row],
        }
    ]
    objects = list(_objects(board))
    layers += [
        {
            "id": number,
            "name": f"{kind}s" if kind != "occupied" else kind,
            "type": "objectgroup",
            "draworder": "index",
            "x": 0,
            "y": 0,
            "opacity": 1,
            "visible": True,
            "objects": [one for one in objects if one["type"] == kind],
        }
        for number, kind in enumerate(_KINDS, start=2)
    ]
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "compressionlevel": -1,
        "width": width,
        "height": height,
        "tilewidth": TILE,
        "tileheight": TILE,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": len(objects) + 1,
        "tilesets": [_tileset()],
        "layers": layers,
    }


def _tileset() -> dict[str, object]:
    return {
        "firstgid": 1,
        "name": "terrain",
        "image": "terrain.png",
        "imagewidth": len(TERRAIN) * TILE,
        "imageheight": TILE,
        "tilewidth": TILE,
        "tileheight": TILE,
        "tilecount": len(TERRAIN),
        "columns": len(TERRAIN),
        "margin": 0,
        "spacing": 0,
        "tiles": [{"id": number, "type": word} for number, word in enumerate(SIGNS)],
    }


def _objects(board: Board) -> Iterator[dict[str, object]]:
    places = {banner["id"]: banner["at"] for banner in board["banners"]}
    number = 0
    for kind in _KINDS:
        for thing in _of_kind(board, kind):
            number += 1
            at = thing.get("at") or places.get(thing["carried_by"], [0, 0])
            name = thing.get("name", "")
            left_out = [*(("at", "name") if "at" in thing else ("name",))]
            if not thing.get("sealed"):
                left_out.append("sealed")
            yield {
                "id": number,
                "name": name,
                "type": kind,
                "x": at[0] * TILE + TILE // 2,
                "y": at[1] * TILE + TILE // 2,
                "width": 0,
                "height": 0,
                "rotation": 0,
                "point": True,
                "visible": True,
                "properties": [
                    _property(key, value)
                    for key, value in thing.items()
                    if key not in left_out and value is not None and value != []
                ],
            }


def _of_kind(board: Board, kind: str) -> list[dict[str, Json]]:
    things: dict[str, Json] = dict(board)
    return list(things[kind if kind == "occupied" else f"{kind}s"])


def _property(key: str, value: object) -> dict[str, object]:
    if isinstance(value, list):
        return {"name": key, "type": "string", "value": " ".join(value)}
    kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "string"
    return {"name": key, "type": kind, "value": value}


# Reading


def from_tiled(document: object) -> Board:
    """The map that a Tiled document holds; ``ScenarioError`` with the JSON path of what is wrong."""
    members = Node(document).members()
    for key in ("layers", "width", "height", "tilesets"):
        if key not in members:
            raise Node(document).missing(key)
    _plain(members)
    width = members["width"].integer(1, MOST_SIDE)
    height = members["height"].integer(1, MOST_SIDE)
    layers = [(layer, layer.members()) for layer in members["layers"].items(64)]
    tiles = [one for one in layers if _kind_of(*one) == "tilelayer"]
    if len(tiles) != 1:
        raise unfit(
            members["layers"],
            _("has %(count)s tile layers; exactly one must hold the terrain") % {"count": len(tiles)},
        )
    terrain = _terrain(tiles[0][1], _tiles(members["tilesets"]), width, height, tiles[0][0])
    things = _Things(width, height, members)
    for layer, inner in layers:
        if _kind_of(layer, inner) == "objectgroup":
            things.read(layer, inner)
    return things.board(terrain)


def _plain(members: dict[str, Node]) -> None:
    orientation = members.get("orientation")
    if orientation is not None and orientation.text() != "orthogonal":
        raise unfit(
            orientation,
            _("is %(value)s; only orthogonal maps can be read") % {"value": shown(orientation.value)},
        )
    infinite = members.get("infinite")
    if infinite is not None and infinite.boolean():
        raise unfit(infinite, _("is true; save the map with fixed sides, not as an infinite one"))


def _kind_of(layer: Node, members: dict[str, Node]) -> str:
    if "type" not in members:
        raise layer.missing("type")
    return members["type"].text()


def _tiles(node: Node) -> dict[int, str]:
    """The terrain of each tile number."""
    found: dict[int, str] = {0: PLAIN}
    for tileset in node.items(64):
        members = tileset.members()
        if "firstgid" not in members:
            raise tileset.missing("firstgid")
        first = members["firstgid"].integer(1)
        if "source" in members and "tiles" not in members:
            # A tileset in a file of its own: all that can be known is the order of its tiles.
            named: dict[int, str] = {}
        else:
            named = dict(named_tiles(members["tiles"])) if "tiles" in members else {}
        for number, sign in (named or dict(enumerate(LETTERS))).items():
            found[first + number] = sign
    return found


def named_tiles(node: Node) -> Iterator[tuple[int, str]]:
    """The tiles of a tileset that say their terrain, as its letter."""
    for tile in node.items(10_000):
        members = tile.members()
        if "id" not in members:
            raise tile.missing("id")
        words = [members[key] for key in ("type", "class") if key in members and members[key].value]
        if "properties" in members:
            words += [value for key, value in _properties(members["properties"]).items() if key == "terrain"]
        for word in words:
            if word.text() not in SIGNS:
                raise unfit(
                    word,
                    _("is %(value)s; allowed are %(allowed)s")
                    % {"value": shown(word.value), "allowed": ", ".join(SIGNS)},
                )
            yield members["id"].integer(0), SIGNS[word.text()]


def _properties(node: Node) -> dict[str, Node]:
    found = {}
    for item in node.items(64):
        members = item.members()
        for key in ("name", "value"):
            if key not in members:
                raise item.missing(key)
        found[members["name"].text()] = members["value"]
    return found


def _terrain(
    members: dict[str, Node], tiles: dict[int, str], width: int, height: int, layer: Node
) -> list[str]:
    if "data" not in members:
        raise layer.missing("data")
    numbers = tile_numbers(members["data"], members)
    if len(numbers) != width * height:
        raise unfit(
            members["data"],
            _("has %(count)s tiles; %(width)s x %(height)s sectors need %(value)s")
            % {"count": len(numbers), "width": width, "height": height, "value": width * height},
        )
    signs = []
    for place, number in enumerate(numbers):
        sign = tiles.get(number & GID)
        if sign is None:
            row, column = divmod(place, width)
            known = ", ".join(str(one) for one in sorted(tiles))
            raise unfit(
                members["data"],
                _(
                    "line %(line)s, column %(column)s (%(sector)s) is tile %(tile)s, "
                    "of which no terrain is known; known are %(known)s"
                )
                % {
                    "line": row + 1,
                    "column": column + 1,
                    "sector": name_of((column, row)),
                    "tile": number & GID,
                    "known": known,
                },
            )
        signs.append(sign)
    return ["".join(signs[first : first + width]) for first in range(0, len(signs), width)]


def tile_numbers(data: Node, members: dict[str, Node]) -> list[int]:
    """The numbers of a layer's tiles, row by row."""
    if isinstance(data.value, list):
        return [item.integer(0) for item in data.items(MOST_SIDE * MOST_SIDE)]
    raw = _unpacked(data, members["compression"].text() if "compression" in members else "")
    if len(raw) % 4:
        raise unfit(data, _("holds %(count)s bytes; each tile takes 4") % {"count": len(raw)})
    return [int.from_bytes(raw[place : place + 4], "little") for place in range(0, len(raw), 4)]


def _unpacked(data: Node, compression: str) -> bytes:
    try:
        packed = base64.b64decode(data.text(), validate=True)
    except binascii.Error:
        raise unfit(data, _("is neither a list of tiles nor base64")) from None
    if compression == "":
        return packed
    if compression not in ("zlib", "gzip"):
        raise unfit(
            data,
            _("is packed with %(compression)s; allowed are none, zlib and gzip")
            % {"compression": shown(compression)},
        )
    try:
        opened = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, MOST_BYTES + 4)
    except (zlib.error, gzip.BadGzipFile) as error:
        raise unfit(data, _("cannot be unpacked: %(error)s") % {"error": failure_words(error)}) from None
    if len(opened) > MOST_BYTES:
        raise unfit(data, _("holds more than %(most)s x %(most)s tiles") % {"most": MOST_SIDE}, limit=True)
    return opened


_KEYS = {
    "feature": ("id", "needs_search", "effect", "description", "known_to"),
    "relic": ("id", "destructible", "sealed", "description", "known_to", "carried_by"),
    "banner": ("id", "owner", "level", "works"),
    "occupied": ("occupier",),
}


class _Things:
    """The objects of a Tiled map, gathered as the map's own document and then read as such."""

    def __init__(self, width: int, height: int, members: dict[str, Node]) -> None:
        self.size = (width, height)
        self.tile = tuple(
            members[key].integer(1, 10_000) if key in members else TILE for key in ("tilewidth", "tileheight")
        )
        self.found: dict[str, list[tuple[Node, dict[str, Json]]]] = {kind: [] for kind in _KINDS}

    def read(self, layer: Node, members: dict[str, Node]) -> None:
        if "objects" not in members:
            raise layer.missing("objects")
        for node in members["objects"].items(100_000):
            inner = node.members()
            kind = next((inner[key].text() for key in ("type", "class") if key in inner), "")
            if not kind:
                continue
            if kind not in _KINDS:
                raise unfit(
                    node,
                    _("is of class %(kind)s; allowed are %(allowed)s")
                    % {"kind": shown(kind), "allowed": ", ".join(_KINDS)},
                )
            thing = self._thing(node, inner, kind)
            self.found[kind].append((node, thing))

    def _thing(self, node: Node, members: dict[str, Node], kind: str) -> dict[str, object]:
        given = _properties(members["properties"]) if "properties" in members else {}
        for key, value in given.items():
            if key not in _KEYS[kind]:
                raise unfit(
                    value,
                    _("%(key)s is not known of a %(kind)s; known are %(allowed)s")
                    % {"key": shown(key), "kind": kind, "allowed": ", ".join(_KEYS[kind])},
                )
        thing: dict[str, Json] = {key: value.value for key, value in given.items()}
        if "known_to" in thing:
            thing["known_to"] = given["known_to"].text().split()
        if kind != "occupied":
            thing.setdefault("id", f"{kind[0]}{len(self.found[kind]) + 1:02}")
            thing["name"] = members["name"].text() if "name" in members else ""
        if "carried_by" not in thing:
            thing["at"] = list(self._sector(node, members))
        return thing

    def _sector(self, node: Node, members: dict[str, Node]) -> At:
        place = []
        for key, size in zip(("x", "y"), self.tile, strict=True):
            if key not in members:
                raise node.missing(key)
            value = members[key].value
            if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e9:
                raise unfit(members[key], _("must be a number, not %(value)s") % {"value": shown(value)})
            place.append(int(value // size))
        if not (0 <= place[0] < self.size[0] and 0 <= place[1] < self.size[1]):
            raise unfit(node, _("lies off the map"))
        return place[0], place[1]

    def board(self, terrain: list[str]) -> Board:
        """The map; what is wrong with an object is said with the object's own path."""
        document: dict[str, Json] = {"terrain": terrain}
        for kind, found in self.found.items():
            document[kind if kind == "occupied" else f"{kind}s"] = [thing for _, thing in found]
        try:
            return read_board(document)
        except ScenarioError as error:
            raise self._where(error) from None

    def _where(self, error: ScenarioError) -> ScenarioError:
        for kind, found in self.found.items():
            key = kind if kind == "occupied" else f"{kind}s"
            inner = re.match(rf"{key}\[(\d+)\]\.?", error.path)
            if inner and int(inner[1]) < len(found):
                node = found[int(inner[1])][0]
                rest = error.path[inner.end() :]
                return WordedError(f"{node.path}{f' ({rest})' if rest else ''}", fault_text(error))
        return error
