"""What a war for tonight can be: paces, numbers of players, and the war that goes with both.

Whatever pace and number are chosen there is a war; another may be chosen where it fits, and where it does not
the reason is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.base.answers import one_of
from campaign.base.dates.schedule_presets import QUICK, Pace
from campaign.base.maps.war_templates import TEMPLATE, TEMPLATES, Template
from campaign.models import BotLevel

PLAYERS = tuple(range(2, 9))
LIKED = {"evening": ("nightfall",), "weekend": ("crossing", "nightfall")}
"""The wars that suit a pace, the best first: the first that fits the number is taken."""
PACE = {pace.key: pace for pace in QUICK}


@dataclass(frozen=True, slots=True)
class OfferedWar:
    """A war for one pace and number: ``why_not`` says why it does not fit, empty where it does."""

    key: str
    name: str
    about: str
    why_not: str


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """A pace and a number of players: the war that goes with them, and all others."""

    pace: str
    players: int
    template: Annotated[str, "The key of the war that is taken unless you choose another."]
    wars: tuple[OfferedWar, ...]


@dataclass(frozen=True, slots=True)
class OfferedPace:
    """A pace by the minute."""

    key: str
    name: str
    about: str
    turns: Annotated[int, "The last turn."]
    battles: Annotated[str, one_of(("tabletop", "abstract"))]


@dataclass(frozen=True, slots=True)
class TonightOffer:
    """What a war for tonight can be."""

    paces: tuple[OfferedPace, ...]
    levels: Annotated[tuple[str, ...], "How bots may play."]
    tables: tuple[OfferedTable, ...]


def war_for(pace: str, players: int) -> Template:
    """The war that goes with a pace and a number of players."""
    return next(TEMPLATE[key] for key in LIKED[pace] if TEMPLATE[key].fits(players))


def why_not(template: Template, pace: Pace, players: int) -> str:
    """Why a war cannot be played at this pace by so many, in a sentence; empty if it can."""
    fewest, most = template.seats
    if not template.fits(players):
        return _("For %(fewest)s to %(most)s players.") % {"fewest": fewest, "most": most}
    last = _last_turn(pace)
    if template.turns[0] > last:
        words = _("It takes %(turns)s turns or more, and this pace has %(last)s.")
        return words % {"turns": template.turns[0], "last": last}
    return ""


def offer() -> TonightOffer:
    """All there is, the usual first."""
    return TonightOffer(
        paces=tuple(
            OfferedPace(
                pace.key, str(pace.name), str(pace.about), _last_turn(pace), str(pace.variables["battles"])
            )
            for pace in QUICK
        ),
        levels=tuple(BotLevel.values),
        tables=tuple(_tables()),
    )


def _tables() -> Iterator[OfferedTable]:
    for pace in QUICK:
        for players in PLAYERS:
            wars = (
                OfferedWar(one.key, str(one.name), str(one.about), why_not(one, pace, players))
                for one in TEMPLATES
            )
            yield OfferedTable(pace.key, players, war_for(pace.key, players).key, tuple(wars))


def _last_turn(pace: Pace) -> int:
    last = pace.variables["last_turn"]
    assert isinstance(last, int)
    return last
