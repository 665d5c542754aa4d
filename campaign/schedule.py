"""The dates of a turn: weekdays and hours in the campaign's own time zone, stored as moments in UTC.

A wall time that a change of summer time skips moves forward; one that happens twice is its first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, available_timezones

from campaign.variables import Variables

if TYPE_CHECKING:
    from campaign.models import Campaign

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DEADLINES = ("plan", "announce", "results", "publish")
SHORT_PLAN_HOURS = 24
SHORT_WINDOW = timedelta(hours=12)


class ScheduleError(ValueError):
    """A schedule that cannot be read; ``name`` is the part that is wrong."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class Slot:
    """When a deadline falls: a weekday (0 = Monday), or None for every day, and an hour of that day."""

    weekday: int | None
    hour: time

    def document(self) -> dict[str, str | None]:
        """The slot as JSON: ``{"weekday": "friday", "hour": "23:59"}``."""
        weekday = None if self.weekday is None else WEEKDAYS[self.weekday]
        return {"weekday": weekday, "hour": self.hour.strftime("%H:%M")}


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a campaign's deadlines fall.

    In turns before ``first_contact`` nobody can meet anybody, and plans are due on any day ("short turns").
    """

    time_zone: str = "UTC"
    plan: Slot = Slot(4, time(23, 59))
    announce: Slot = Slot(6, time(23, 59))
    results: Slot = Slot(0, time(23, 59))
    publish: Slot = Slot(1, time(20, 0))
    holidays: tuple[date, ...] = ()
    short_turns: bool = True
    first_contact: int = 1

    @property
    def zone(self) -> ZoneInfo:
        """The campaign's time zone."""
        return ZoneInfo(self.time_zone)

    def document(self) -> dict[str, Any]:
        """The schedule as JSON, to be stored with the campaign."""
        return {
            "time_zone": self.time_zone,
            **{name: getattr(self, name).document() for name in DEADLINES},
            "holidays": [day.isoformat() for day in self.holidays],
            "short_turns": self.short_turns,
            "first_contact": self.first_contact,
        }

    @classmethod
    def of(cls, campaign: Campaign) -> Schedule:
        """The schedule of a stored campaign."""
        return cls.parse(campaign.schedule)

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> Schedule:
        """Read a schedule from JSON; what is left out has its default. Raises ``ScheduleError``."""
        known = ("time_zone", *DEADLINES, "holidays", "short_turns", "first_contact")
        for name in document:
            if name not in known:
                raise ScheduleError(name, f"is no part of a schedule; there are {', '.join(known)}")
        zone = document.get("time_zone", "UTC")
        if zone not in _zones():
            raise ScheduleError("time_zone", f"{zone!r} is no time zone; use a name such as Europe/Berlin")
        usual = cls()
        slots = {
            name: _slot(name, document[name]) if name in document else getattr(usual, name)
            for name in DEADLINES
        }
        return cls(
            time_zone=zone,
            plan=slots["plan"],
            announce=slots["announce"],
            results=slots["results"],
            publish=slots["publish"],
            short_turns=bool(document.get("short_turns", True)),
            first_contact=int(document.get("first_contact", 1)),
            holidays=tuple(sorted(_day(text) for text in document.get("holidays", ()))),
        )

    def first(self, slot: Slot, after: datetime) -> datetime:
        """The first moment of ``slot`` at or after ``after``; a holiday's moves to the next free day."""
        day = after.astimezone(self.zone).date() - timedelta(days=8 + len(self.holidays))
        while True:
            if slot.weekday is None or day.weekday() == slot.weekday:
                moment = self._on(self._free(day), slot.hour)
                if moment >= after:
                    return moment
            day += timedelta(days=1)

    def daily(self, slot: Slot, after: datetime) -> datetime:
        """The first moment strictly after ``after`` at the slot's hour, whatever the weekday."""
        return self.first(replace(slot, weekday=None), after + timedelta(microseconds=1))

    def is_short(self, number: int) -> bool:
        """Whether turn ``number`` is one in which no two banners can meet yet."""
        return self.short_turns and number < self.first_contact

    def _free(self, day: date) -> date:
        while day in self.holidays:
            day += timedelta(days=1)
        return day

    def _on(self, day: date, hour: time) -> datetime:
        return datetime.combine(day, hour, self.zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Dates:
    """The promised dates of a turn, in UTC."""

    plan_due: datetime
    announce_due: datetime
    results_due: datetime
    publish_due: datetime


def dates_of_turn(
    schedule: Schedule, variables: Variables, *, number: int, opened_at: datetime, automatic: bool
) -> Dates:
    """The dates of a turn that opens at ``opened_at`` (the publication of the one before)."""
    short = schedule.is_short(number)
    hours = min(SHORT_PLAN_HOURS, variables.min_plan_hours) if short else variables.min_plan_hours
    slot = replace(schedule.plan, weekday=None) if short else schedule.plan
    plan_due = schedule.first(slot, opened_at + timedelta(hours=hours))
    return dates_after_plan(schedule, variables, number=number, plan_due=plan_due, automatic=automatic)


def dates_after_plan(
    schedule: Schedule, variables: Variables, *, number: int, plan_due: datetime, automatic: bool
) -> Dates:
    """The dates of a turn whose plan deadline is ``plan_due``: all later ones move with it."""
    if automatic:
        announce_due = plan_due
    elif schedule.is_short(number):
        announce_due = plan_due + SHORT_WINDOW
    else:
        announce_due = schedule.first(schedule.announce, plan_due + timedelta(minutes=1))
    results_due = dates_after_announcement(schedule, variables, number=number, announced_at=announce_due)
    publish_due = publication_after(schedule, number=number, results_at=results_due, automatic=automatic)
    return Dates(plan_due, announce_due, results_due, publish_due)


def dates_after_announcement(
    schedule: Schedule, variables: Variables, *, number: int, announced_at: datetime
) -> datetime:
    """The results deadline: at least ``min_battle_days`` after the announcement."""
    if variables.battles == "abstract":
        return announced_at
    if schedule.is_short(number):
        return schedule.daily(schedule.results, announced_at)
    return schedule.first(schedule.results, announced_at + timedelta(days=variables.min_battle_days))


def publication_after(schedule: Schedule, *, number: int, results_at: datetime, automatic: bool) -> datetime:
    """The publication deadline of a turn whose battles ended at ``results_at``."""
    if automatic:
        return results_at
    if schedule.is_short(number):
        return results_at + SHORT_WINDOW
    return schedule.first(schedule.publish, results_at + timedelta(minutes=1))


def first_contact(
    banners: Iterable[tuple[str, tuple[int, int], int, int, bool]],
) -> int:
    """The first turn in which any two enemy banners could meet, counted from the starts alone.

    Each banner is (player, sector, march distance per turn, battle radius, may teleport). Nobody to meet: 1.
    """
    starts = list(banners)
    if any(teleports for *_, teleports in starts):
        return 1
    turns = [
        max(1, -(-(_distance(at, other) - radius - other_radius) // (pace + other_pace)))
        for i, (player, at, pace, radius, _) in enumerate(starts)
        for other_player, other, other_pace, other_radius, _ in starts[i + 1 :]
        if player != other_player
    ]
    return min(turns, default=1)


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    """The names of all time zones: finding them reads many files."""
    return frozenset(available_timezones())


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _day(text: object) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError as error:
        raise ScheduleError("holidays", f"{text!r} is no date; write 2026-12-24") from error


def _slot(name: str, document: object) -> Slot:
    if not isinstance(document, Mapping) or set(document) - {"weekday", "hour"}:
        raise ScheduleError(name, 'must look like {"weekday": "friday", "hour": "23:59"}')
    weekday = document.get("weekday")
    if weekday is not None and weekday not in WEEKDAYS:
        raise ScheduleError(name, f"weekday must be one of {', '.join(WEEKDAYS)}, or null for every day")
    try:
        hour = time.fromisoformat(str(document.get("hour", "23:59")))
    except ValueError as error:
        raise ScheduleError(name, f"hour {document.get('hour')!r} is no time of day; write 23:59") from error
    return Slot(None if weekday is None else WEEKDAYS.index(weekday), hour)
