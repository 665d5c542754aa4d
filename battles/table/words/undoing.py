"""What an undo takes back, in words: what everybody has read of it in the log, and nothing besides."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.models import TableAction
from battles.table.words.table_log import sentence
from rules.tabletop.state import Game

BESIDE = ("without", "rolled for")
"""What the log tells of how it was done."""
SHORT = {
    "ordered": lazy("{unit}, {order}"),
    "drawn": lazy("the draw, {side}"),
    "drawn by hand": lazy("the draw, {side}"),
}
SILENT = {
    "done": lazy("Done"),
    "keep": lazy("No order is kept"),
    "measure": lazy("Measured"),
    "orders": lazy("To the orders"),
    "strike near": lazy("No unit within reach"),
    "unsnap": lazy("Order nobody after all"),
}
"""Actions of which the log may tell nothing, by their button."""


def undone_text(game: Game, row: TableAction) -> str:
    """An action by the first line that the log has of it for all; empty where nobody could tell which."""
    told = (event for event in row.events if event.get("secret_to") is None and event["kind"] not in BESIDE)
    if event := next(told, None):
        return sentence(game, event, SHORT)
    if row.kind not in SILENT:
        return ""
    return _("%(player)s, %(what)s") % {"player": game.players[row.player].name, "what": SILENT[row.kind]}
