"""A battle does not begin while somebody still answers about his list: it would be lost."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.models import Intake, Table
from battles.table.deeds import taken
from campaign.base.refusal import Refusal
from rules.tabletop.state import SETUP, Game


def must_be_answered(table: Table, game: Game) -> None:
    """See that no list of a place that some phone plays waits for answers. Raises ``Refusal``."""
    if game.phase != SETUP:
        return
    waiting = Intake.objects.filter(table=table, number__in=taken(table), document__isnull=True)
    sides = sorted({game.players[number].side for number in waiting.values_list("number", flat=True)})
    if sides:
        text = _("%(side)s still answers about a list: wait, or take it out on the page of the list.")
        said = (text % {"side": game.sides[side].name} for side in sides)
        raise Refusal("\n".join(said), code="refused")
