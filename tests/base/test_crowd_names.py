"""Names on a map keep off the armies' signs on the ground where they can."""

from __future__ import annotations

from campaign.base.drawing.crowd import CrowdPiece, crowd
from campaign.base.drawing.crowd_room import Box

SCALE = 576
"""48 px a sector, in twelfths."""
WHOLE = (0, 0, 5 * SCALE, 5 * SCALE)
VANGUARD: CrowdPiece = {
    "kind": "banner",
    "id": "b1",
    "seat": 1,
    "at": (2, 2),
    "level": 3,
    "turn": None,
    "retreating": False,
    "works": "none",
    "relic": False,
    "node": False,
    "rank": "own",
    "text": "Vanguard",
}


def name_box(beneath: list[Box]) -> Box:
    """Where the one name stands."""
    drawn = crowd([VANGUARD], SCALE, WHOLE, beneath=beneath)
    (found,) = [label for label in drawn["labels"] if label["role"] == "name"]
    half, low = found["wide"] // 2, found["high"] // 2
    return found["x"] - half, found["y"] - low, found["x"] + half, found["y"] + low


def test_a_name_goes_where_it_covers_no_armys_sign() -> None:
    below = name_box([])
    moved = name_box([below])
    assert moved[3] <= below[1] or moved[1] >= below[3] or moved[0] >= below[2] or moved[2] <= below[0]


def test_a_name_with_no_other_place_covers_one() -> None:
    assert name_box([WHOLE]) == name_box([])
