"""How fast a campaign may go: schedules to start from, to be taken over and changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.answers import Json
from campaign.base.dates.rhythm import Rhythm


@dataclass(frozen=True, slots=True)
class Pace:
    """A schedule's deadlines and the least times that go with them; or a rhythm, and what suits its war."""

    key: str
    name: Promise
    about: Promise
    deadlines: Mapping[str, Mapping[str, str | None]]
    variables: Mapping[str, Json]
    rhythm: Rhythm | None = None

    @property
    def schedule(self) -> dict[str, Json]:
        """The parts of a schedule that it sets: one without a rhythm ends whatever rhythm there was."""
        return {**self.deadlines, "rhythm": None if self.rhythm is None else self.rhythm.document()}


def _slot(weekday: str | None, hour: str) -> dict[str, str | None]:
    return {"weekday": weekday, "hour": hour}


_QUICK: Mapping[str, Json] = {
    "min_plan_hours": 0,
    "min_battle_days": 0,
    "vacation_days": 0,
    "early_close": True,
    "early_close_minutes": 0,
    "missed_limit": 1,
    "army_approval": "points",
}
"""What a war by the minute needs: nobody is waited for who is done, no army waits for a facilitator, and
whoever stays away holds up all others once and not twice.
"""

PACES: tuple[Pace, ...] = (
    Pace(
        "fortnight",
        _("A fortnight"),
        _("A turn takes 14 days, with a week or more for the battles."),
        {
            "plan": _slot("friday", "23:59"),
            "announce": _slot("sunday", "23:59"),
            "results": _slot("monday", "23:59"),
            "publish": _slot("tuesday", "20:00"),
        },
        {"min_plan_hours": 72, "min_battle_days": 7},
    ),
    Pace(
        "week",
        _("A week"),
        _("A turn takes 7 days: plans by Friday, battles over the weekend."),
        {
            "plan": _slot("friday", "20:00"),
            "announce": _slot("friday", "22:00"),
            "results": _slot("monday", "22:00"),
            "publish": _slot("tuesday", "20:00"),
        },
        {"min_plan_hours": 48, "min_battle_days": 3},
    ),
    Pace(
        "three_days",
        _("Three days"),
        _("For campaigns whose battles are left to the dice: a turn takes 3 days."),
        {
            "plan": _slot(None, "20:00"),
            "announce": _slot(None, "21:00"),
            "results": _slot(None, "21:30"),
            "publish": _slot(None, "22:00"),
        },
        {"min_plan_hours": 48, "min_battle_days": 0},
    ),
    Pace(
        "evening",
        _("An evening"),
        _("All at one table or on one call: 20 minutes for plans, battles by dice, 8 turns at most."),
        {},
        {
            **_QUICK,
            "battles": "abstract",
            "last_turn": 8,
        },
        Rhythm(plan_minutes=20),
    ),
    Pace(
        "weekend",
        _("A weekend"),
        _("An hour for plans and three for the battles on the tabletop, from 9 to 22 o'clock, 6 turns."),
        {},
        {
            **_QUICK,
            "battles": "tabletop",
            "dispute_hours": 0,
            "last_turn": 6,
        },
        Rhythm(plan_minutes=60, battle_minutes=180, opens=time(9, 0), closes=time(22, 0)),
    ),
)
"""The paces, the usual one first."""

QUICK = tuple(pace for pace in PACES if pace.rhythm is not None)
"""Those that go by the minute."""

PACE: Mapping[str, Pace] = {pace.key: pace for pace in PACES}
