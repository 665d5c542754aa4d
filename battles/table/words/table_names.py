"""Units and strikes as people at a table call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.table.words import table_words
from rules.tabletop.attacks import Strike
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.state import NOBODY, SETUP, Game

STRIKES = {
    "air": lazy("the air strike"),
    "barrage": lazy("the artillery barrage"),
    "smoke": lazy("the smoke barrage"),
}
"""In the middle of a sentence."""


def unit_name(game: Game, key: Any) -> str:
    """A unit by its name, and by its side where one of another side is called the same."""
    unit = next((one for one in game.units if one.id == key), None)
    if unit is None:
        return str(key)
    side = game.side_of(unit)
    if all(game.side_of(one) == side for one in game.units if one.name == unit.name):
        return unit.name
    return _("%(side)s's %(unit)s") % {"side": game.sides[side].name, "unit": unit.name}


def space_name(game: Game, slider: int) -> str:
    """A space of the momentum track, as it stands in the log."""
    return space_of([(side.name, side.camp) for side in game.sides], slider)


def space_of(sides: Sequence[tuple[str, int]], slider: int) -> str:
    """A space by the names of its camp: "2 of Green"; the middle by its number alone."""
    camp = " + ".join(name for name, camp in sides if camp == int(slider > 0))
    return _("%(space)s of %(camp)s") % {"space": abs(slider), "camp": camp} if slider else "0"


def track_told(game: Game, values: ReadPlain) -> str:
    """What a correction of the momentum track proposes: "slider: 1 of Green; command seals of Brown: 2"."""
    told = []
    if "momentum" in values:
        told.append(_("slider: %(space)s") % {"space": space_name(game, int(values["momentum"]))})
        holder = int(values.get("holder", NOBODY))
        if holder != NOBODY:
            told.append(_("brought there by %(side)s") % {"side": game.sides[holder].name})
    for side, seals in values.get("seals", {}).items():
        name = game.sides[int(side)].name
        told.append(_("command seals of %(side)s: %(seals)s") % {"side": name, "seals": seals})
    return "; ".join(told)


def strike_name(game: Game, key: str, *, owned: bool = False) -> str:
    """A strike by its kind, its side's if it is to be told, and where it is meant to fall.

    Of several for which all that is the same each has its number.
    """
    strike = next((one for one in game.strikes if one.id == key), None)
    if strike is None:
        return ""
    name = str(STRIKES[strike.kind])
    said = _placed(game, _of(game, name, strike.side) if owned else name, strike.target, strike.aim)
    same = [one.id for one in game.strikes if _told(one) == _told(strike)]
    if len(same) < 2:
        return said
    return _("%(strike)s, no. %(number)s") % {"strike": said, "number": same.index(strike.id) + 1}


def _told(strike: Strike) -> tuple[object, ...]:
    return strike.kind, strike.side, strike.target, strike.aim


def strike_place(game: Game, key: object) -> str:
    """Where a strike is meant to fall: its target, and the aiming point that was said with it."""
    strike = next((one for one in game.strikes if one.id == key), None)
    if strike is None:
        return ""
    said = [_("at %(unit)s") % {"unit": unit_name(game, strike.target)}] if strike.target else []
    said += [_("aiming point: %(aim)s") % {"aim": strike.aim}] if strike.aim else []
    return ", ".join(said)


def strike_told(game: Game, event: ReadPlain) -> str:
    """The strike of a line of the log; older lines say no more than its kind and its side.

    While lists are sealed nobody reads of whom it is meant for.
    """
    kind, values = event["kind"], event["values"]
    name = str((STRIKES if kind == "flak" else table_words.STRIKES)[values["strike"]])
    name = name if kind == "strike called" else _of(game, name, values["side"])
    hidden = game.sealed and game.phase == SETUP
    return _placed(game, name, "" if hidden else values.get("target", ""), values.get("aim", ""))


def _of(game: Game, strike: str, side: int) -> str:
    return _("%(strike)s of %(side)s") % {"strike": strike, "side": game.sides[side].name}


def _placed(game: Game, strike: str, target: str, aim: str) -> str:
    if target:
        strike = _("%(strike)s at %(unit)s") % {"strike": strike, "unit": unit_name(game, target)}
    return _("%(strike)s (aiming point: %(aim)s)") % {"strike": strike, "aim": aim} if aim else strike
