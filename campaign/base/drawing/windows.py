"""Large maps in parts: tiles of what a player knows, and one small picture of all of it.

A map of more than 100 sectors on a side is sent as the tiles around the player's own banners; the page asks
for more as it is moved about, and shows the picture where it has no tile yet. Both are
cut from the document that was stored for the player when the turn was published, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from campaign.base.documents import Map, MapTile, Rows
from campaign.base.drawing.inks import inks_of
from campaign.base.drawing.land_picture import land
from campaign.base.drawing.territory import PIXEL

LARGEST = 100
"""Sectors on a side up to which a map is sent whole."""
TILE = 50
AROUND = 8
"""Sectors around a banner that are sent with the page."""
MOST_TILES = 60
"""Tiles that one request may ask for."""
MOST_PIXELS = 4
"""Pixels a sector that a picture of the whole map may have."""

Tile = tuple[int, int]


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


def picture(document: Map, *, night: bool = False, pixels: int = 1) -> bytes:
    """What the player knows as a PNG of so many pixels a sector, as the page draws it from afar."""
    out = BytesIO()
    land(document, pixels * PIXEL, inks_of("night" if night else "paper")).save(out, "PNG", optimize=True)
    return out.getvalue()
