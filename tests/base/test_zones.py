"""Deadlines where clocks go forward or back: in every zone that does so, at each such hour (Trust 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from campaign.base.dates.rhythm import Rhythm
from campaign.base.dates.schedule import Schedule, Slot, dates_of_turn
from campaign.base.setup.campaign_settings import Variables

pytestmark = pytest.mark.once
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
YEARS = (datetime(2026, 6, 1, tzinfo=UTC), datetime(2027, 6, 1, tzinfo=UTC))
ODD = {
    "Pacific/Apia": datetime(2011, 12, 30, 10, tzinfo=UTC),
    "Asia/Pyongyang": datetime(2018, 5, 4, 15, tzinfo=UTC),
    "America/Caracas": datetime(2016, 5, 1, 7, tzinfo=UTC),
}
"""A day that was left out, and changes by half an hour that came once."""


@dataclass(frozen=True)
class Change:
    """A moment at which a zone's clocks change, from one distance to UTC to another."""

    zone: ZoneInfo
    at: datetime
    before: timedelta
    after: timedelta

    @property
    def by(self) -> timedelta:
        """How far forward; negative if back."""
        return self.after - self.before

    def wall(self, after: timedelta) -> datetime:
        """What the clocks on the wall would show so long after the change if there were none."""
        return (self.at + self.before + after).replace(tzinfo=None)


def _changes(zone: ZoneInfo, begin: datetime, end: datetime) -> Iterator[Change]:
    while begin < end:
        following = min(begin + 3 * DAY, end)
        if begin.astimezone(zone).utcoffset() != following.astimezone(zone).utcoffset():
            low, high = begin, following
            while high - low > MINUTE:
                middle = low + (high - low) / 2
                same = middle.astimezone(zone).utcoffset() == begin.astimezone(zone).utcoffset()
                low, high = (middle, high) if same else (low, middle)
            at = (low + MINUTE).replace(second=0, microsecond=0)
            before, after = (one.astimezone(zone).utcoffset() for one in (at - MINUTE, at))
            assert before is not None
            assert after is not None
            yield Change(zone, at, before, after)
        begin = following


def changes() -> list[Change]:
    """One of each kind for all zones: many names share their rules."""
    seen, found = set(), []
    for name in sorted(available_timezones()):
        for one in _changes(ZoneInfo(name), *YEARS):
            kind = (one.at, one.before, one.after)
            if kind not in seen:
                seen.add(kind)
                found.append(one)
    for name, at in ODD.items():
        found += _changes(ZoneInfo(name), at - 2 * DAY, at + 2 * DAY)
    return found


CHANGES = changes()


def hours_of(change: Change) -> list[time]:
    """Hours around the change: before it, at its edges, in the middle of what is skipped or comes twice."""
    size = abs(change.by)
    around = (-size, -MINUTE, timedelta(0), size / 2, size - MINUTE, size, size + MINUTE)
    return sorted({change.wall(one).time().replace(second=0, microsecond=0) for one in around})


def test_there_are_gaps_and_folds_of_many_zones() -> None:
    sizes = {int(change.by.total_seconds() / 60) for change in CHANGES}
    assert {60, -60, 30, -30, 24 * 60} <= sizes
    assert len(CHANGES) > 30


def test_daily_deadlines_come_once_a_day_at_their_hour_or_as_soon_after_as_there_is_one() -> None:
    for change in CHANGES:
        for hour in hours_of(change):
            schedule = Schedule(time_zone=change.zone.key, plan=Slot(None, hour))
            moment, seen = change.at - 3 * DAY, []
            for _ in range(6):
                moment = schedule.daily(schedule.plan, moment)
                seen.append(moment)
            for one, following in pairwise(seen):
                assert DAY - abs(change.by) <= following - one <= DAY + abs(change.by), (change, hour, seen)
            for one in seen:
                _check_hour(change, hour, one)


def _check_hour(change: Change, hour: time, moment: datetime) -> None:
    """It is that hour; in a gap as much later as is skipped; the first of two."""
    wall = moment.astimezone(change.zone)
    meant = datetime.combine(wall.date(), hour)
    late = wall.replace(tzinfo=None) - meant
    if late or wall.time() != hour:
        assert change.by > timedelta(0), (change, hour, moment)
        skipped = datetime.combine((change.at + change.before).date(), hour)
        assert change.wall(timedelta(0)) <= skipped + DAY
        assert late % DAY in (change.by % DAY, timedelta(0)), (change, hour, moment)
    assert wall.fold == 0, (change, hour, moment)


def test_no_plan_is_due_too_early_and_no_date_stands_before_the_one_it_follows() -> None:
    variables = Variables(min_plan_hours=24, min_battle_days=1)
    for change in CHANGES:
        for hour in hours_of(change):
            daily = Slot(None, hour)
            schedule = Schedule(
                time_zone=change.zone.key,
                plan=daily,
                announce=daily,
                results=daily,
                publish=daily,
                short_turns=False,
            )
            for begin in (-49, -25, -24, -23, -1, 0, 1):
                opened = change.at + timedelta(hours=begin)
                dates = dates_of_turn(schedule, variables, number=1, opened_at=opened, automatic=False)
                assert dates.plan_due - opened >= DAY, (change, hour, begin)
                assert dates.plan_due - opened <= 2 * DAY + abs(change.by), (change, hour, begin)
                assert dates.plan_due < dates.announce_due < dates.results_due < dates.publish_due
                assert dates.results_due - dates.announce_due >= DAY


def test_a_set_day_counts_at_its_first_moment() -> None:
    for change in CHANGES:
        schedule = Schedule(time_zone=change.zone.key)
        wall = change.wall(abs(change.by) / 2 if change.by > timedelta(0) else change.by / 2)
        moment = schedule.set_day(wall, change.at - 3 * DAY)
        assert moment is not None
        assert moment.astimezone(change.zone).fold == 0
        assert (moment < change.at) is (change.by < timedelta(0)), change
        assert schedule.set_day(wall, moment) == moment
        assert schedule.set_day(wall, moment + MINUTE) is None


def test_minutes_are_counted_as_they_pass_whatever_the_wall_shows() -> None:
    evening = Rhythm(15, 0, time(18, 0), time(22, 0))
    for change in CHANGES:
        assert Rhythm(15).after(change.at - 10 * MINUTE, 30, change.zone) == change.at + 20 * MINUTE
        begin = change.at - DAY
        whole = evening.after(begin, 600, change.zone)
        for part in (1, 239, 240, 241, 599):
            assert evening.after(evening.after(begin, part, change.zone), 600 - part, change.zone) == whole
        wall = change.wall(timedelta(0))
        night = Rhythm(15, 0, wall.time(), (wall + 3 * abs(change.by)).time())
        if night.all_day:
            continue
        moments = [night.after(begin, minutes, change.zone) for minutes in range(0, 400, 20)]
        assert all(one < other for one, other in pairwise(moments)), change


def test_the_day_that_was_left_out_has_no_deadline_of_its_own() -> None:
    schedule = Schedule(time_zone="Pacific/Apia", plan=Slot(None, time(20, 0)))
    first = schedule.daily(schedule.plan, datetime(2011, 12, 29, 12, tzinfo=UTC))
    second = schedule.daily(schedule.plan, first)
    days = [one.astimezone(schedule.zone).date() for one in (first, second)]
    assert days == [date(2011, 12, 29), date(2011, 12, 31)]
