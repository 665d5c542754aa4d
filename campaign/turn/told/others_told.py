"""What a seat is told of its own orders in words: the text, and what the facilitator says came of it.

What a settlement does to a banner its owner sees as it sees all else; nobody but the order's player learns
that there was one.
"""

from __future__ import annotations

from typing import cast

from campaign import engine
from campaign.base.answers import JsonObject
from campaign.base.documents import OthersTold, OtherTold
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.told.player_projection import Names
from rules.outcome import Movement
from rules.state import PlayerId, SpecialOrders


def others_told(held: LockedTurn, movement: Movement, names: Names) -> dict[PlayerId, OthersTold]:
    """For each player with effective orders in words, these, by the public ids of the banners."""
    if held.variables.special_orders != SpecialOrders.ALL:
        return {}
    texts = engine.others_in(cast("JsonObject", held.turn.input or {}))
    settled = {one.banner: one for one in held.settlements}
    told: dict[PlayerId, list[OtherTold]] = {}
    for banner in movement.start.banners:
        if banner.id not in texts:
            continue
        found = settled.get(banner.id)
        entry: OtherTold = {
            "banner": names.banners[banner.id],
            "name": names.words[names.banners[banner.id]],
            "text": texts[banner.id],
            "settled": found is not None,
            "words": found.words if found is not None else "",
        }
        told.setdefault(banner.owner, []).append(entry)
    return {
        player: {"others": sorted(entries, key=lambda one: one["banner"])} for player, entries in told.items()
    }
