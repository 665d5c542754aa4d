"""Turns by the minute: a clock that stands outside its hours and on holidays, whatever summer time does."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from campaign.base.dates.rhythm import Rhythm
from campaign.base.dates.schedule import Schedule, ScheduleError, dates_after_plan, dates_of_turn
from campaign.base.dates.schedule_presets import PACE
from campaign.base.setup.campaign_settings import Variables

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


def rhythm(**parts: Any) -> Rhythm:
    found = Rhythm.parse({"plan_minutes": 60, "battle_minutes": 180, **parts})
    assert found is not None
    return found


DAY = {"from": "09:00", "until": "22:00"}
NIGHT = {"from": "20:00", "until": "02:00"}


@pytest.mark.parametrize(
    ("hours", "start", "minutes", "end"),
    [
        ({}, "2026-11-23 23:50", 20, "2026-11-24 00:10"),
        (DAY, "2026-11-23 10:00", 60, "2026-11-23 11:00"),
        (DAY, "2026-11-23 21:00", 60, "2026-11-23 22:00"),
        (DAY, "2026-11-23 21:30", 60, "2026-11-24 09:30"),
        (DAY, "2026-11-23 03:00", 60, "2026-11-23 10:00"),
        (DAY, "2026-11-23 22:00", 0, "2026-11-24 09:00"),
        (DAY, "2026-11-23 12:00", 1440, "2026-11-25 10:00"),
        (NIGHT, "2026-11-24 01:30", 60, "2026-11-24 20:30"),
        (NIGHT, "2026-11-23 23:30", 60, "2026-11-24 00:30"),
        # Summer time begins at two: an hour is skipped, and of four hours of the clock only three run.
        ({}, "2026-03-29 01:30", 60, "2026-03-29 03:30"),
        ({"from": "00:00", "until": "04:00"}, "2026-03-29 00:00", 240, "2026-03-30 01:00"),
    ],
)
def test_the_clock_runs_in_its_hours_alone(hours: dict[str, str], start: str, minutes: int, end: str) -> None:
    assert rhythm(**hours).after(at(start), minutes, BERLIN) == at(end)


def test_the_clock_stands_on_holidays() -> None:
    free = (date(2026, 11, 24), date(2026, 11, 25))
    assert rhythm(**DAY).after(at("2026-11-23 21:30"), 60, BERLIN, free) == at("2026-11-26 09:30")
    assert rhythm(**NIGHT).after(at("2026-11-24 00:30"), 30, BERLIN, free) == at("2026-11-24 01:00")


@pytest.mark.parametrize(
    ("document", "part"),
    [
        ({"plan_minutes": 2}, "rhythm.plan_minutes"),
        ({"plan_minutes": 1441}, "rhythm.plan_minutes"),
        ({"plan_minutes": True}, "rhythm.plan_minutes"),
        ({"plan_minutes": 10**30}, "rhythm.plan_minutes"),
        ({"battle_minutes": -1}, "rhythm.battle_minutes"),
        ({"battle_minutes": None}, "rhythm.battle_minutes"),
        ({"from": "09:00"}, "rhythm"),
        ({"from": "9", "until": "22:00"}, "rhythm.from"),
        ({"from": "09:00", "until": "24:00"}, "rhythm.until"),
        ({"from": "09:00", "until": "09:14"}, "rhythm.until"),
        ({"pace": "fast"}, "rhythm"),
    ],
)
def test_what_is_wrong_is_named(document: dict[str, Any], part: str) -> None:
    with pytest.raises(ScheduleError) as wrong:
        Schedule.parse({"rhythm": {"plan_minutes": 20, "battle_minutes": 0, **document}})
    assert wrong.value.name == part


@pytest.mark.parametrize("hours", [{}, DAY, NIGHT])
def test_a_rhythm_is_stored_and_read_as_it_is(hours: dict[str, str]) -> None:
    schedule = Schedule(rhythm=rhythm(**hours))
    assert Schedule.parse(schedule.document()) == schedule
    assert Schedule.parse({**schedule.document(), "rhythm": None}).rhythm is None
    assert "rhythm" not in Schedule().document()
    with pytest.raises(ScheduleError):
        Schedule.parse({**schedule.document(), "ready": True})


def test_the_dates_of_a_weekend() -> None:
    schedule = Schedule(time_zone="Europe/Berlin", rhythm=PACE["weekend"].rhythm, first_contact=9)
    opened = at("2026-11-21 18:30").astimezone(UTC)
    dates = dates_of_turn(schedule, Variables(), number=1, opened_at=opened, automatic=True)
    assert (dates.plan_due, dates.announce_due) == (at("2026-11-21 19:30"),) * 2
    assert (dates.results_due, dates.publish_due) == (at("2026-11-22 09:30"),) * 2
    assert not schedule.is_short(1)
    # A review lasts as long as planning unless a facilitator ends it.
    reviewed = dates_after_plan(schedule, Variables(), number=1, plan_due=dates.plan_due, automatic=False)
    assert reviewed.announce_due == at("2026-11-21 20:30")
    assert reviewed.publish_due == at("2026-11-22 11:30")
    early = at("2026-11-21 19:45").astimezone(UTC)
    assert schedule.early_results(early) == early
