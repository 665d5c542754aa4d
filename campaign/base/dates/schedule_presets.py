"""How fast a campaign may go: schedules to start from, to be taken over and changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.answers import Json


@dataclass(frozen=True, slots=True)
class Pace:
    """A schedule's deadlines and the least times that go with them."""

    key: str
    name: Promise
    about: Promise
    deadlines: Mapping[str, Mapping[str, str | None]]
    variables: Mapping[str, Json]


def _slot(weekday: str | None, hour: str) -> dict[str, str | None]:
    return {"weekday": weekday, "hour": hour}


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
)
"""The paces, the usual one first."""

PACE: Mapping[str, Pace] = {pace.key: pace for pace in PACES}
