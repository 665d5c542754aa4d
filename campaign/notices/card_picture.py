"""The picture of a campaign that goes with mails and posts: the bare land, the same for everybody.

One function, so that another drawing can take its place.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from campaign.base.drawing.inks import inks_of
from campaign.base.drawing.land_picture import land
from campaign.base.drawing.territory import PIXEL
from campaign.models import Campaign

if TYPE_CHECKING:
    from campaign.base.documents import Map

NAME = "card.png"
WIDTH, HEIGHT = 560, 240
"""The most pixels of it: mails are read on phones."""
COLOURS = 32


def card_of(campaign: Campaign) -> bytes | None:
    """The card of a campaign as PNG; None if there is none to be drawn."""
    return _land(campaign.map_rows) if campaign.map_rows else None


@lru_cache(maxsize=64)
def _land(map_rows: str) -> bytes:
    rows = map_rows.split("\n")
    width, height = len(rows[0]), len(rows)
    bare = {
        "size": [width, height],
        "terrain": rows,
        "territory": ["." * width] * height,
        "fog": ["2" * width] * height,
        "radii": {"battle": 0, "recon": 0, "search": 0},
        "seats": [],
        "banners": [],
        "sightings": [],
    }
    pixels = max(1, min(WIDTH // width, HEIGHT // height))
    picture = land(cast("Map", bare), pixels * PIXEL, inks_of("paper"))
    picture.thumbnail((WIDTH, HEIGHT))
    drawn = io.BytesIO()
    picture.quantize(COLOURS).save(drawn, "PNG", optimize=True)
    return drawn.getvalue()
