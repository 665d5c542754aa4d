"""A battle does not begin while somebody still answers about his list: it would be lost."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.models import Intake, Table
from battles.models.table import WATCHER
from battles.table.deeds import Request, game_of, taken, tell
from campaign.base.refusal import Refusal
from rules.tabletop.game import ENDS_SETUP
from rules.tabletop.state import SETUP, Game


def unanswered(table: Table, game: Game) -> set[int]:
    """The places that some phone plays whose lists still wait for answers, while a battle is set up."""
    if game.phase != SETUP:
        return set()
    waiting = Intake.objects.filter(table=table, number__in=taken(table), document__isnull=True)
    return set(waiting.values_list("number", flat=True))


def must_be_answered(table: Table, game: Game) -> None:
    """See that no list of a place that some phone plays waits for answers. Raises ``Refusal``."""
    sides = sorted({game.players[number].side for number in unanswered(table, game)})
    if sides:
        text = _("%(side)s still answers about a list: wait, or take it out on the page of the list.")
        said = (text % {"side": game.sides[side].name} for side in sides)
        raise Refusal("\n".join(said), code="refused")


def must_not_be_left_behind(table: Table) -> None:
    """See that a beginning which has waited for a die leaves no list behind. Raises ``Refusal``."""
    if _begins(table):
        must_be_answered(table, game_of(table))


def not_left_behind(table: Table) -> None:
    """Before nobody waits for a die any more: a beginning that would leave a list behind is called off."""
    if _begins(table) and unanswered(table, game_of(table)):
        _call_off(table)


def _begins(table: Table) -> bool:
    return table.waits is not None and table.waits["kind"] in ENDS_SETUP


def _call_off(table: Table) -> None:
    table.waits = None
    table.save(update_fields=["waits", "changed_at"])
    tell(table, range(WATCHER, len(game_of(table).players)))


def give_way(table: Table, game: Game, asked: Request) -> None:
    """A list about which the last question has been answered is entered all the same: as the beginning waited
    for it, it begins anew.
    """
    if asked.kind == "roster" and _begins(table) and asked.player in unanswered(table, game):
        _call_off(table)
