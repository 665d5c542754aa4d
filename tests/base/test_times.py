"""Moments in words: absolute, in the reader's zone, with the zone's name, and how far away they are."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.template import Context, Template
from django.utils import timezone

from campaign.base.dates import times

NOW = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 27, 22, 59, tzinfo=UTC)


def test_a_date_is_said_in_the_readers_zone() -> None:
    berlin, tokyo = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")
    assert times.due(DEADLINE, berlin, now=NOW) == "Fri 27 Nov, 23:59 CET (in 2 days)"
    assert times.when(DEADLINE, tokyo, now=NOW) == "Sat 28 Nov, 07:59 JST"


def test_summer_time_has_its_own_name() -> None:
    summer = datetime(2026, 7, 3, 21, 59, tzinfo=UTC)
    assert times.when(summer, ZoneInfo("Europe/Berlin"), now=NOW) == "Fri 3 Jul, 23:59 CEST"


def test_a_zone_without_a_name_is_said_as_its_distance_from_utc() -> None:
    assert times.when(DEADLINE, ZoneInfo("America/Sao_Paulo"), now=NOW) == "Fri 27 Nov, 19:59 UTC-03"


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Australia/Lord_Howe", "Sat 28 Nov, 09:59 UTC+11"),
        ("Asia/Kathmandu", "Sat 28 Nov, 04:44 UTC+05:45"),
        ("Pacific/Chatham", "Sat 28 Nov, 12:44 UTC+13:45"),
        ("Pacific/Marquesas", "Fri 27 Nov, 13:29 UTC-09:30"),
        ("Australia/Eucla", "Sat 28 Nov, 07:44 UTC+08:45"),
        ("America/St_Johns", "Fri 27 Nov, 19:29 NST"),
        ("Asia/Kolkata", "Sat 28 Nov, 04:29 IST"),
    ],
)
def test_a_distance_with_minutes_has_its_colon(zone: str, shown: str) -> None:
    assert times.when(DEADLINE, ZoneInfo(zone), now=NOW) == shown


def test_half_an_hour_of_summer_time_is_said() -> None:
    winter = datetime(2026, 7, 3, 12, 0, tzinfo=UTC)
    assert times.when(winter, ZoneInfo("Australia/Lord_Howe"), now=NOW) == "Fri 3 Jul, 22:30 UTC+10:30"


def test_no_zone_is_said_as_a_row_of_digits() -> None:
    """Of all the zones that people can choose, summer and winter."""
    for name in sorted(available_timezones()):
        for month in (1, 7):
            moment = datetime(2026, month, 1, 12, 0, tzinfo=UTC)
            zone = times.when(moment, ZoneInfo(name), now=NOW).rpartition(" ")[2]
            assert re.fullmatch(r"[A-Za-z]+|UTC[+-]\d\d(:\d\d)?", zone), f"{name}: {zone}"


def test_another_year_is_named() -> None:
    other = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)
    assert times.when(other, ZoneInfo("UTC"), now=NOW) == "Fri 1 Jan 2027, 12:00 UTC"


@pytest.mark.parametrize(
    ("away", "words"),
    [
        (timedelta(days=2, hours=20), "in 2 days"),
        (timedelta(hours=47, minutes=59), "in 47 hours"),
        (timedelta(hours=1, minutes=59), "in 119 minutes"),
        (timedelta(minutes=1), "in 1 minute"),
        (timedelta(seconds=59), "now"),
        (timedelta(0), "now"),
        (timedelta(minutes=-5), "5 minutes ago"),
        (timedelta(days=-3), "3 days ago"),
    ],
)
def test_a_distance_never_promises_more_time_than_there_is(away: timedelta, words: str) -> None:
    assert times.until(NOW + away, NOW) == words


def test_a_template_shows_the_moment_and_keeps_it_for_programs() -> None:
    page = Template("{% load times %}{% when moment %}|{% due none %}")
    with timezone.override(ZoneInfo("Europe/Berlin")):
        shown = page.render(Context({"moment": DEADLINE, "none": None}))
    assert shown.startswith('<time datetime="2026-11-27T22:59:00+00:00">Fri 27 Nov')
    assert shown.endswith("</time>|")
