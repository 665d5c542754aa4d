"""To begin with what has been chosen and not saved: the settings that came along are saved first."""

from __future__ import annotations

from dataclasses import replace

from battles.models import Phone, Table
from battles.table import services
from battles.table.deeds import Request
from rules.tabletop.action import Action, RefusedError
from rules.tabletop.dice import TableDice
from rules.tabletop.game import step
from rules.tabletop.state import SETUP, Game

BEGIN, SETTINGS, OWN = "begin", "settings", "/settings"


def settled(table: Table, phone: Phone, asked: Request) -> Request:
    """What is left to do once the settings that came along with the word to begin are saved, if any change.

    Raises ``Refusal``: nothing has begun.
    """
    game = services.game_of(table)
    if asked.kind != BEGIN or "method" not in asked.values or game.phase != SETUP:
        return asked
    if _changes(game, asked):
        cid = asked.cid[: services.LONGEST_CID - len(OWN)] + OWN
        services.act(table, phone, replace(asked, cid=cid, kind=SETTINGS))
        table.refresh_from_db()
    return replace(asked, values={})


def _changes(game: Game, asked: Request) -> bool:
    """Whether these settings are others than the table's; what is refused will be said."""
    try:
        return (
            step(game, Action(SETTINGS, asked.player, asked.values), TableDice(bytes(32), "", 0)).game != game
        )
    except RefusedError:
        return True
