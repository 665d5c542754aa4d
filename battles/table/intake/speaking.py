"""Whose word it is, where one tablet plays several sides and a form names one of them."""

from __future__ import annotations

from dataclasses import replace

from battles.models import Phone
from battles.table.deeds import Request
from battles.table.rolling import may_play
from campaign.web.bounded_fields import whole
from rules.tabletop.state import Game

SIDES_OWN = frozenset({"spring", "spend", "concede", "call strike"})
"""What only a player of the side may do that the form names, by its number or by a unit."""


def spoken_for(asked: Request, game: Game, phone: Phone) -> Request:
    """The same in the name of this phone's place on the side that is meant, if it plays one there."""
    if asked.kind not in SIDES_OWN:
        return asked
    side = _side_of(asked, game)
    for number, player in enumerate(game.players):
        if player.side == side and may_play(game, phone, number):
            plays_there = 0 <= asked.player < len(game.players) and game.players[asked.player].side == side
            return asked if plays_there else replace(asked, player=number)
    return asked


def _side_of(asked: Request, game: Game) -> int | None:
    unit = next((one for one in game.units if one.id == asked.values.get("unit")), None)
    if unit is not None:
        return game.side_of(unit)
    return whole(str(asked.values.get("side", "")))
