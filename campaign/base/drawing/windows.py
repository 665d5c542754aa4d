"""Large maps in parts: tiles of what a player knows, and one small picture of all of it.

A map of more than 100 sectors on a side is sent as the tiles around the player's own banners; the page asks
for more as it is moved about, and shows the picture, one pixel a sector, where it has no tile yet. Both are
cut from the document that was stored for the player when the turn was published, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any

from PIL import Image

from campaign.base.documents import Map, MapTile, Rows
from rules.maps.terrain import BARRED, CITIES

LARGEST = 100
"""Sectors on a side up to which a map is sent whole."""
TILE = 50
AROUND = 8
"""Sectors around a banner that are sent with the page."""
MOST_TILES = 60
"""Tiles that one request may ask for."""

Tile = tuple[int, int]
Ink = tuple[float, ...]


def is_large(map_rows: str) -> bool:
    """Whether a campaign's map is sent in parts."""
    width = map_rows.find("\n")
    return max(width if width >= 0 else len(map_rows), map_rows.count("\n") + 1) > LARGEST


def in_parts(document: Map) -> Map:
    """The document with the tiles around the player's banners in place of the whole ground."""
    parts: Map = {**document, "tile": TILE, "tiles": tiles_of(document, first_tiles(document))}
    del parts["terrain"], parts["territory"], parts["fog"]
    return parts


def first_tiles(document: Map) -> list[Tile]:
    """The tiles around the player's own banners; the middle of the map for a player without any."""
    width, height = document["size"]
    places = [one["at"] for one in document["banners"] if one.get("alive", True)]
    found: set[Tile] = set()
    for x, y in places or [[width // 2, height // 2]]:
        columns = range(max(0, x - AROUND) // TILE, min(width - 1, x + AROUND) // TILE + 1)
        rows = range(max(0, y - AROUND) // TILE, min(height - 1, y + AROUND) // TILE + 1)
        found |= {(column, row) for column in columns for row in rows}
    return sorted(found, key=lambda tile: (tile[1], tile[0]))


def tiles_of(document: Map, wanted: Iterable[Tile]) -> list[MapTile]:
    """These tiles of the ground; those beyond the map are left out."""
    width, height = document["size"]
    return [
        {
            "at": [column * TILE, row * TILE],
            "terrain": _cut(document["terrain"], column, row),
            "territory": _cut(document["territory"], column, row),
            "fog": _cut(document["fog"], column, row),
        }
        for column, row in wanted
        if 0 <= column * TILE < width and 0 <= row * TILE < height
    ]


def _cut(rows: Rows, column: int, row: int) -> Rows:
    part = rows[row * TILE : (row + 1) * TILE]
    return [line[column * TILE : (column + 1) * TILE] for line in part]


def read_tiles(text: str) -> list[Tile]:
    """The tiles that a request names as ``0,1;2,1``. Raises ``ValueError``."""
    wanted = []
    for part in text.split(";")[:MOST_TILES]:
        column, row = part.split(",")
        wanted.append((int(column), int(row)))
    return wanted


# The picture: the inks of static/css/web/variables.css and warmap.css


def _ink(text: str) -> Ink:
    return tuple(int(text[place : place + 2], 16) for place in (1, 3, 5))


_PAPER = {
    "open": _ink("#f1eadb"),
    "rock": _ink("#d3c6ac"),
    "block": _ink("#857963"),
    "fog": (_ink("#93897a"), 0.38),
    "unseen": (_ink("#6b655a"), 0.66),
    "wash": 0.19,
    "disputed": _ink("#5d574b"),
    "armies": [
        _ink(one)
        for one in (
            "#44558f",
            "#ae3735",
            "#005c22",
            "#8b5b03",
            "#683da6",
            "#017680",
            "#ab3571",
            "#4b4848",
        )
    ],
}
_NIGHT = {
    "open": _ink("#2c3236"),
    "rock": _ink("#3b4145"),
    "block": _ink("#7b8184"),
    "fog": (_ink("#101315"), 0.45),
    "unseen": (_ink("#0a0c0d"), 0.76),
    "wash": 0.2,
    "disputed": _ink("#a49d8e"),
    "armies": [
        _ink(one)
        for one in (
            "#5a91ce",
            "#ef8378",
            "#7dc797",
            "#e0b04f",
            "#bd9ffc",
            "#5ac6d2",
            "#e386b3",
            "#cfcac5",
        )
    ],
}


def picture(document: Map, *, night: bool = False) -> bytes:
    """What the player knows as a PNG of one pixel a sector."""
    width, height = document["size"]
    palette: Mapping[str, Any] = _NIGHT if night else _PAPER
    known: dict[tuple[str, str, str], bytes] = {}
    pixels = bytearray()
    for rows in zip(document["terrain"], document["territory"], document["fog"], strict=True):
        for signs in zip(*rows, strict=True):
            if signs not in known:
                known[signs] = bytes(round(part) for part in _colour(palette, *signs))
            pixels += known[signs]
    out = BytesIO()
    Image.frombytes("RGB", (width, height), bytes(pixels)).save(out, "PNG", optimize=True)
    return out.getvalue()


def _colour(palette: Mapping[str, Any], terrain: str, holder: str, fog: str) -> Ink:
    ink: Ink = palette["open"]
    if terrain in BARRED:
        return _mixed(palette["rock"], palette["fog"][0], palette["fog"][1] if fog != "2" else 0)
    if terrain in CITIES:
        ink = _mixed(ink, palette["block"], 0.5)
    if holder == "*":
        ink = _mixed(ink, palette["disputed"], palette["wash"])
    elif holder != ".":
        ink = _mixed(ink, palette["armies"][(_seat(holder) - 1) % 8], palette["wash"])
    if fog == "2":
        return ink
    veil, thick = palette["fog"] if fog == "1" else palette["unseen"]
    return _mixed(ink, veil, thick)


def _seat(sign: str) -> int:
    """The seat that a sign of the territory stands for (see ``campaign.turn.told.map_building``)."""
    return ord(sign) - 0x10000 if ord(sign) >= 0x10000 else int(sign, 36)


def _mixed(one: Ink, other: Ink, share: float) -> Ink:
    return tuple(a * (1 - share) + b * share for a, b in zip(one, other, strict=True))
