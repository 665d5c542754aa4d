"""A battle in a few lines that people send on: what came of it, by the names of its sides alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.stories.selectors import SharedBattle
from campaign.base.answers import Named


@dataclass(frozen=True, slots=True)
class SummarySide:
    """A side: whether it has won, the points that it lost and, of a quick battle, its units.

    ``fell`` are the turns in which those that are lost fell, in their order.
    """

    name: str
    colour: Annotated[int, Named("seat")]
    won: bool
    points_lost: int | None
    units: int | None = None
    units_left: int | None = None
    fell: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What is sent on; ``about`` is what kind of battle it was, ``told`` are sentences."""

    heading: str
    about: str
    sides: tuple[SummarySide, ...]
    told: tuple[str, ...] = ()


def heading(winner: str, *, apart: bool = False) -> str:
    """Who has won, in a sentence."""
    if apart:
        return _("The sides do not agree on who has won")
    return _("%(side)s has won") % {"side": winner} if winner else _("Nobody has won")


def lost(side: SummarySide) -> str:
    """What a side has lost, in words."""
    parts = []
    if side.points_lost is not None:
        points = {"count": side.points_lost}
        parts.append(ngettext("%(count)s point lost", "%(count)s points lost", side.points_lost) % points)
    if side.units is not None:
        parts.append(_("%(left)s of %(units)s units left") % {"left": side.units_left, "units": side.units})
    return ", ".join(parts)


def text_of(summary: Summary) -> str:
    """The summary as plain text."""
    lines = [f"{side.name}: {lost(side)}" if lost(side) else side.name for side in summary.sides]
    return "\n".join(
        [summary.heading, summary.about, "", *lines, *(["", *summary.told] if summary.told else [])]
    )


def of_shared(battle: SharedBattle) -> Summary:
    """Of a campaign's battle: nothing but what strangers read on its shared page."""
    about = [battle.campaign, _("Turn %(n)s") % {"n": battle.turn}]
    if battle.mission:
        about.append(_(battle.mission))
    about.append(_("in a city") if battle.city else _("in the open"))
    return Summary(
        heading=heading(next((side.army for side in battle.sides if side.won), "")),
        about=" · ".join(about),
        sides=tuple(SummarySide(side.army, side.number, side.won, side.points_lost) for side in battle.sides),
    )
