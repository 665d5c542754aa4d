"""The dates of a turn (what the product promises about deadlines)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from campaign.base.dates.schedule import (
    Schedule,
    ScheduleError,
    Slot,
    dates_of_turn,
    first_contact,
    publication_after,
)
from campaign.base.setup.campaign_settings import VariableError, Variables

BERLIN = Schedule(time_zone="Europe/Berlin", first_contact=1)


def berlin(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)


def test_a_usual_turn_takes_a_fortnight() -> None:
    dates = dates_of_turn(
        BERLIN, Variables(), number=4, opened_at=berlin(2026, 11, 24, 20, 0), automatic=False
    )
    assert dates.plan_due == berlin(2026, 11, 27, 23, 59)
    assert dates.announce_due == berlin(2026, 11, 29, 23, 59)
    assert dates.results_due == berlin(2026, 12, 7, 23, 59)
    assert dates.publish_due == berlin(2026, 12, 8, 20, 0)


def test_a_plan_deadline_leaves_the_promised_hours() -> None:
    dates = dates_of_turn(
        BERLIN, Variables(), number=4, opened_at=berlin(2026, 11, 25, 0, 0), automatic=False
    )
    assert dates.plan_due == berlin(2026, 12, 4, 23, 59)


def test_an_automatic_campaign_has_no_review_windows() -> None:
    dates = dates_of_turn(
        BERLIN, Variables(), number=4, opened_at=berlin(2026, 11, 24, 20, 0), automatic=True
    )
    assert dates.announce_due == dates.plan_due
    assert dates.publish_due == dates.results_due


def test_abstract_battles_need_no_days() -> None:
    dates = dates_of_turn(
        BERLIN,
        Variables(battles="abstract"),
        number=4,
        opened_at=berlin(2026, 11, 24, 20, 0),
        automatic=True,
    )
    assert dates.plan_due == dates.announce_due == dates.results_due == dates.publish_due


def test_turns_before_anybody_can_meet_take_three_days() -> None:
    early = Schedule(time_zone="Europe/Berlin", first_contact=3)
    opened = berlin(2026, 11, 23, 12, 0)
    dates = dates_of_turn(early, Variables(), number=2, opened_at=opened, automatic=False)
    assert dates.plan_due == berlin(2026, 11, 24, 23, 59)
    assert dates.announce_due == berlin(2026, 11, 25, 11, 59)
    assert dates.results_due == berlin(2026, 11, 25, 23, 59)
    assert dates.publish_due == berlin(2026, 11, 26, 11, 59)
    assert dates_of_turn(early, Variables(), number=3, opened_at=opened, automatic=False).plan_due == berlin(
        2026, 11, 27, 23, 59
    )


def test_a_holiday_moves_a_deadline_to_the_same_hour_of_the_next_free_day() -> None:
    festive = Schedule(
        time_zone="Europe/Berlin", holidays=(date(2026, 12, 25), date(2026, 12, 26)), first_contact=1
    )
    dates = dates_of_turn(
        festive, Variables(), number=4, opened_at=berlin(2026, 12, 21, 20, 0), automatic=False
    )
    assert dates.plan_due == berlin(2026, 12, 27, 23, 59)


def test_a_wall_time_that_is_skipped_moves_forward_and_one_that_comes_twice_is_its_first() -> None:
    night = Slot(6, time(2, 30))
    spring = BERLIN.first(night, datetime(2027, 3, 27, tzinfo=UTC))
    assert spring == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert spring.astimezone(BERLIN.zone).time() == time(3, 30)
    autumn = BERLIN.first(night, datetime(2026, 10, 24, tzinfo=UTC))
    assert autumn == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_deadlines_rise_strictly_through_a_year_of_every_zone_hour() -> None:
    for zone in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"):
        schedule = Schedule(time_zone=zone, plan=Slot(None, time(2, 30)))
        moment = datetime(2026, 1, 1, tzinfo=UTC)
        seen = [moment]
        for _ in range(400):
            seen.append(schedule.daily(schedule.plan, seen[-1]))
        gaps = [(b - a).total_seconds() / 3600 for a, b in pairwise(seen[1:])]
        assert min(gaps) >= 23
        assert max(gaps) <= 25


def test_the_publication_follows_the_results() -> None:
    assert publication_after(
        BERLIN, number=5, results_at=berlin(2026, 12, 7, 23, 59), automatic=False
    ) == berlin(2026, 12, 8, 20, 0)


@pytest.mark.parametrize(
    ("banners", "turn"),
    [
        ((("a", (0, 0), 1, 1, False), ("b", (8, 0), 1, 1, False)), 3),
        ((("a", (0, 0), 2, 1, False), ("b", (8, 0), 1, 1, False)), 2),
        ((("a", (0, 0), 1, 1, False), ("b", (2, 0), 1, 1, False)), 1),
        ((("a", (0, 0), 1, 1, True), ("b", (28, 0), 1, 1, False)), 1),
        ((("a", (0, 0), 1, 1, False), ("a", (8, 0), 1, 1, False)), 1),
    ],
)
def test_the_first_contact_is_counted_from_the_starts(
    banners: tuple[tuple[str, tuple[int, int], int, int, bool], ...], turn: int
) -> None:
    assert first_contact(banners) == turn


def test_schedules_and_variables_survive_json() -> None:
    schedule = Schedule(time_zone="Asia/Kolkata", holidays=(date(2027, 1, 26),), plan=Slot(None, time(7)))
    assert Schedule.parse(schedule.document()) == schedule
    variables = Variables(battles="abstract", last_turn=26)
    assert Variables.parse(variables.document()) == variables


@pytest.mark.parametrize(
    "document",
    [
        {"time_zone": "Mars/Olympus"},
        {"plan": {"weekday": "freeday"}},
        {"plan": {"hour": "25:00"}},
        {"holidays": ["Christmas"]},
        {"moon": "full"},
        {"results": 3},
    ],
)
def test_a_broken_schedule_says_what_is_wrong(document: dict[str, object]) -> None:
    with pytest.raises(ScheduleError) as caught:
        Schedule.parse(document)
    assert caught.value.name == next(iter(document))


@pytest.mark.parametrize(
    ("document", "name"),
    [
        ({"battle_radius": -1}, "battle_radius"),
        ({"battle_radius": 3}, "recon_radius"),
        ({"engagement": "never"}, "engagement"),
        ({"drafts_count": 1}, "drafts_count"),
        ({"grace": True}, "grace"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_broken_variable_is_named_with_what_is_allowed(document: dict[str, object], name: str) -> None:
    with pytest.raises(VariableError) as caught:
        Variables.parse(document)
    assert caught.value.name == name


def test_a_turn_may_have_dates_and_lengths_of_its_own() -> None:
    schedule = Schedule.parse(
        {
            "time_zone": "Europe/Berlin",
            "short_turns": False,
            "turns": {"4": {"plan": "2026-11-29T18:00", "battle_days": 14}, "5": {"plan_hours": 200}},
        }
    )
    opened = berlin(2026, 11, 24, 20, 0)
    own = dates_of_turn(schedule, Variables(), number=4, opened_at=opened, automatic=False)
    assert own.plan_due == berlin(2026, 11, 29, 18, 0)
    assert own.results_due == berlin(2026, 12, 14, 23, 59)
    longer = dates_of_turn(schedule, Variables(), number=5, opened_at=opened, automatic=False)
    assert longer.plan_due == berlin(2026, 12, 4, 23, 59)
    assert Schedule.parse(schedule.document()) == schedule


def test_a_day_that_leaves_too_little_time_does_not_count() -> None:
    schedule = Schedule.parse(
        {"time_zone": "Europe/Berlin", "short_turns": False, "turns": {"4": {"plan": "2026-11-25T18:00"}}}
    )
    opened = berlin(2026, 11, 24, 20, 0)
    dates = dates_of_turn(schedule, Variables(), number=4, opened_at=opened, automatic=False)
    assert dates.plan_due == berlin(2026, 11, 27, 23, 59)


@pytest.mark.parametrize(
    ("turns", "path"),
    [
        ({"zero": {}}, "turns.zero"),
        ({"3": {"plan": "tomorrow"}}, "turns.3.plan"),
        ({"3": {"battle_days": 900}}, "turns.3.battle_days"),
        ({"3": {"lunch": 1}}, "turns.3"),
    ],
)
def test_a_turn_with_unreadable_dates_is_refused(turns: dict[str, object], path: str) -> None:
    with pytest.raises(ScheduleError) as caught:
        Schedule.parse({"turns": turns})
    assert caught.value.name == path
