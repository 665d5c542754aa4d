"""Whose word counts where the engine takes anybody's, for it replays battles of before (page 9 C)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.models import Phone
from battles.table.deeds import Request
from campaign.base.refusal import Refusal
from rules.tabletop.resolvers.rerolls import decides
from rules.tabletop.resolvers.volleys import fires_first
from rules.tabletop.state import NOBODY, Game

FIRES = ("shoot", "assault")
BEGINS = ("go on", "call off")
"""What would take the fire from a unit that answers a charge."""


def must_be_ones_own(game: Game, phone: Phone, asked: Request) -> None:
    """See that nobody fights with another's unit, accepts another's dice, or sends his men to the ground.

    A phone speaks for all places that it plays, and for the one that it acts for. Raises ``Refusal``
    ``not_yours``.
    """
    numbers = {*phone.numbers, asked.player}
    own = {game.players[number].side for number in numbers if 0 <= number < len(game.players)}
    if asked.kind in FIRES and (side := _side_of(game, asked.values.get("shooter"))) not in {*own, NOBODY}:
        message = _("%(side)s fights with its own units.")
        raise Refusal(message % {"side": game.sides[side].name}, code="not_yours", field="shooter")
    if asked.kind == "go on" and (side := decides(game)) not in {*own, NOBODY}:
        message = _("%(side)s may reroll these dice, and says when it goes on.")
        raise Refusal(message % {"side": game.sides[side].name}, code="not_yours")
    if asked.kind in BEGINS and (side := fires_first(game)) not in {*own, NOBODY}:
        message = _("%(side)s fires at this charge first, or says that it does not.")
        raise Refusal(message % {"side": game.sides[side].name}, code="not_yours")
    if asked.kind == "strike hits":
        _struck_are_ones_own(game, own, asked)


def _struck_are_ones_own(game: Game, own: set[int], asked: Request) -> None:
    struck = {key for strike in game.strikes if strike.step == "hits" for key in strike.struck}
    sides = {_side_of(game, key) for key in struck} - {NOBODY}
    downs = asked.values.get("downs")
    sent = [downs] if isinstance(downs, str) else downs if isinstance(downs, list | tuple) else []
    others = {_side_of(game, key) for key in sent} - {*own, NOBODY}
    if (len(sides) == 1 and not sides & own) or others:
        side = min(others or sides)
        message = _("%(side)s says which of its units go Down under the barrage.")
        raise Refusal(message % {"side": game.sides[side].name}, code="not_yours", field="downs")


def _side_of(game: Game, key: object) -> int:
    unit = next((one for one in game.units if one.id == key), None)
    return NOBODY if unit is None else game.side_of(unit)
