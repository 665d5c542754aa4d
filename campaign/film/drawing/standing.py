"""The pieces of a map's document, for ``crowd``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.base.drawing.crowd import Crowd, CrowdPiece, crowd
from campaign.base.drawing.crowd_room import Box
from campaign.base.drawing.map_view import View
from campaign.base.drawing.territory import PIXEL
from campaign.film.drawing.naming import Naming

Board = Mapping[str, Any]


def pieces_of(board: Board, naming: Naming) -> Iterator[CrowdPiece]:
    """All that stands on a map: one's own banners, sightings, battles, pins."""
    you = next((seat["n"] for seat in board["seats"] if seat["you"]), 0)
    for one in board["banners"]:
        if one.get("alive", True):
            yield _piece("banner", one, "own", naming, seat=you)
    for one in board["sightings"]:
        old = one["turn"] < board["turn"]
        yield _piece(
            "sighting",
            one,
            "old" if old else "seen",
            naming,
            seat=one["seat"],
            turn=one["turn"] if old else None,
        )
    for one in board["battles"]:
        yield _piece("battle", {"id": one["id"], "at": one["at"], "name": ""}, "battle", naming)
    for kind in ("features", "relics"):
        for one in board[kind]:
            yield _piece("pin", {"id": one["id"], "at": one["at"], "name": one["name"]}, "pin", naming)


def _piece(
    kind: str, one: Board, rank: str, naming: Naming, *, seat: int = 0, turn: int | None = None
) -> CrowdPiece:
    x, y = one["at"]
    return {
        "kind": kind,
        "id": one["id"],
        "seat": seat,
        "at": (x, y),
        "level": one.get("level"),
        "turn": turn,
        "retreating": bool(one.get("retreating")),
        "works": one.get("works") or "none",
        "relic": bool(one.get("relics")),
        "node": bool(one.get("node")),
        "rank": rank,
        "text": naming.name(one["name"]),
    }


def crowd_of(pieces: list[CrowdPiece], view: View, size: tuple[int, int], beneath: Sequence[Box]) -> Crowd:
    """What stands where, within what is shown of the map; ``beneath`` are the signs on its ground."""
    left, top = view.corner
    right, bottom = (
        min(side * view.scale, PIXEL * (first + length))
        for side, first, length in zip(size, view.corner, view.size, strict=True)
    )
    return crowd(pieces, view.scale, (PIXEL * left, PIXEL * top, right, bottom), beneath=beneath)
