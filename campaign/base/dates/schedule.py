"""The dates of a turn: weekdays and hours in the campaign's own time zone, stored as moments in UTC.

A wall time that a change of summer time skips moves forward; one that happens twice is its first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.dates.rhythm import Rhythm
from campaign.base.dates.schedule_error import ScheduleError as ScheduleError
from campaign.base.setup.campaign_settings import Variables

if TYPE_CHECKING:
    from campaign.models import Campaign

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DEADLINES = ("plan", "announce", "results", "publish")
_CLOCKS = ("ready", "rhythm")
"""What stands in the place of days and hours."""
SHORT_PLAN_HOURS = 24
SHORT_WINDOW = timedelta(hours=12)


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
class OwnDates:
    """What one turn has of its own: how long its plans and battles last at least, and days that are set.

    A set day (wall time in the campaign's zone) counts if it leaves at least that long; else the first
    scheduled time does.
    """

    plan_hours: int | None = None
    battle_days: int | None = None
    plan: datetime | None = None
    results: datetime | None = None

    def document(self) -> dict[str, Json]:
        """The exception as JSON, without what is as usual: ``{"plan": "2026-12-28T20:00"}``."""
        found: dict[str, object] = {"plan_hours": self.plan_hours, "battle_days": self.battle_days}
        found |= {name: _wall(getattr(self, name)) for name in ("plan", "results")}
        return {name: value for name, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a campaign's deadlines fall.

    In turns before ``first_contact`` nobody can meet anybody, and plans are due on any day ("short turns").
    Where there is a ``rhythm`` it counts instead of the deadlines' days and hours, and no turn is short.
    Where it is ``ready`` there are no dates at all: a turn is resolved as soon as every person has submitted,
    so that such a campaign is automatic and its battles abstract.
    """

    time_zone: str = "UTC"
    plan: Slot = Slot(4, time(23, 59))
    announce: Slot = Slot(6, time(23, 59))
    results: Slot = Slot(0, time(23, 59))
    publish: Slot = Slot(1, time(20, 0))
    holidays: tuple[date, ...] = ()
    short_turns: bool = True
    first_contact: int = 1
    turns: Mapping[int, OwnDates] = field(default_factory=dict)
    rhythm: Rhythm | None = None
    ready: bool = False

    @property
    def zone(self) -> ZoneInfo:
        """The campaign's time zone."""
        return ZoneInfo(self.time_zone)

    def document(self) -> dict[str, Json]:
        """The schedule as JSON, to be stored with the campaign."""
        return {
            "time_zone": self.time_zone,
            **{name: getattr(self, name).document() for name in DEADLINES},
            "holidays": [day.isoformat() for day in self.holidays],
            "short_turns": self.short_turns,
            "first_contact": self.first_contact,
            "turns": {str(number): own.document() for number, own in sorted(self.turns.items())},
            **({} if self.rhythm is None else {"rhythm": self.rhythm.document()}),
            **({"ready": True} if self.ready else {}),
        }

    @classmethod
    def of(cls, campaign: Campaign) -> Schedule:
        """The schedule of a stored campaign."""
        return cls.parse(campaign.schedule)

    @classmethod
    def parse(cls, document: Mapping[str, Json]) -> Schedule:
        """Read a schedule from JSON; what is left out has its default. Raises ``ScheduleError``."""
        known = ("time_zone", *DEADLINES, "holidays", "short_turns", "first_contact", "turns", *_CLOCKS)
        for name in document:
            if name not in known:
                raise ScheduleError(
                    name, _("is no part of a schedule; there are %(allowed)s") % {"allowed": ", ".join(known)}
                )
        zone = document.get("time_zone", "UTC")
        if not isinstance(zone, str) or zone not in _zones():
            raise ScheduleError(
                "time_zone",
                _("%(zone)s is no time zone; use a name such as Europe/Berlin") % {"zone": repr(zone)},
            )
        if document.get("ready") and document.get("rhythm"):
            raise ScheduleError("rhythm", _("cannot stand beside ready: there are no deadlines then"))
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
            short_turns=_typed(document, "short_turns", True, _("true or false")),
            first_contact=_typed(document, "first_contact", 1, _("a whole number")),
            holidays=tuple(
                sorted(_day(text) for text in _typed(document, "holidays", [], _("a list of dates")))
            ),
            turns=dict(
                _own(number, own)
                for number, own in _typed(document, "turns", {}, _("an object by turn")).items()
            ),
            rhythm=Rhythm.parse(document.get("rhythm")),
            ready=_typed(document, "ready", False, _("true or false")),
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
        return self.short_turns and self.rhythm is None and number < self.first_contact

    def counted(self, moment: datetime, minutes: int = 0) -> datetime:
        """A moment so many minutes later by the clock of the rhythm, which stands outside its hours."""
        if self.rhythm is None:
            return moment + timedelta(minutes=minutes)
        return self.rhythm.after(moment, minutes, self.zone, self.holidays)

    def early_results(self, now: datetime) -> datetime:
        """When battles end of which none is left to play: by a rhythm at once, else at the daily hour."""
        return now if self.rhythm is not None else self.daily(self.results, now)

    def own(self, number: int) -> OwnDates:
        """What turn ``number`` has of its own."""
        return self.turns.get(number, _AS_USUAL)

    def set_day(self, wall: datetime | None, earliest: datetime) -> datetime | None:
        """The moment of a day that was set, None if none was or it leaves too little time."""
        if wall is None:
            return None
        moment = wall.replace(tzinfo=self.zone).astimezone(UTC)
        return moment if moment >= earliest else None

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
    own = schedule.own(number)
    if schedule.rhythm is not None:
        minutes = schedule.rhythm.plan_minutes if own.plan_hours is None else 60 * own.plan_hours
        ends = schedule.counted(opened_at, minutes)
        plan_due = schedule.set_day(own.plan, ends) or ends
        return dates_after_plan(schedule, variables, number=number, plan_due=plan_due, automatic=automatic)
    hours = min(SHORT_PLAN_HOURS, variables.min_plan_hours) if short else variables.min_plan_hours
    slot = replace(schedule.plan, weekday=None) if short else schedule.plan
    earliest = opened_at + timedelta(hours=hours if own.plan_hours is None else own.plan_hours)
    plan_due = schedule.set_day(own.plan, earliest) or schedule.first(slot, earliest)
    return dates_after_plan(schedule, variables, number=number, plan_due=plan_due, automatic=automatic)


def dates_after_plan(
    schedule: Schedule, variables: Variables, *, number: int, plan_due: datetime, automatic: bool
) -> Dates:
    """The dates of a turn whose plan deadline is ``plan_due``: all later ones move with it."""
    if automatic:
        announce_due = plan_due
    elif schedule.rhythm is not None:
        announce_due = schedule.counted(plan_due, schedule.rhythm.plan_minutes)
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
    own = schedule.own(number)
    if schedule.rhythm is not None:
        minutes = schedule.rhythm.battle_minutes if own.battle_days is None else 24 * 60 * own.battle_days
        ends = schedule.counted(announced_at, minutes)
        return schedule.set_day(own.results, ends) or ends
    if schedule.is_short(number) and own.battle_days is None and own.results is None:
        return schedule.daily(schedule.results, announced_at)
    days = variables.min_battle_days if own.battle_days is None else own.battle_days
    earliest = announced_at + timedelta(days=days)
    return schedule.set_day(own.results, earliest) or schedule.first(schedule.results, earliest)


def publication_after(schedule: Schedule, *, number: int, results_at: datetime, automatic: bool) -> datetime:
    """The publication deadline of a turn whose battles ended at ``results_at``.

    By a rhythm each review lasts as long as planning, unless a facilitator ends it.
    """
    if automatic:
        return results_at
    if schedule.rhythm is not None:
        return schedule.counted(results_at, schedule.rhythm.plan_minutes)
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


_AS_USUAL = OwnDates()
_OWN_BOUNDS = {"plan_hours": (0, 24 * 60), "battle_days": (0, 90)}
_WALL = "%Y-%m-%dT%H:%M"


def _wall(moment: datetime | None) -> str | None:
    return None if moment is None else moment.strftime(_WALL)


def _own(number: object, document: object) -> tuple[int, OwnDates]:
    """One turn's own dates. Raises ``ScheduleError`` with the path at fault."""
    path = f"turns.{number}"
    text = str(number)
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) >= 1):
        raise ScheduleError(path, _("must be the number of a turn, from 1"))
    known = (*_OWN_BOUNDS, "plan", "results")
    if not isinstance(document, Mapping) or set(document) - set(known):
        raise ScheduleError(path, _("may have %(allowed)s, and nothing else") % {"allowed": ", ".join(known)})

    def length(name: str) -> int | None:
        return _length(f"{path}.{name}", document.get(name), *_OWN_BOUNDS[name])

    return int(text), OwnDates(
        length("plan_hours"),
        length("battle_days"),
        _moment(f"{path}.plan", document.get("plan")),
        _moment(f"{path}.results", document.get("results")),
    )


def _length(path: str, value: object, low: int, high: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ScheduleError(
            path, _("must be a whole number from %(low)s to %(high)s") % {"low": low, "high": high}
        )
    return value


def _moment(path: str, text: object) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.strptime(str(text), _WALL)  # noqa: DTZ007 - wall time in the campaign's zone
    except ValueError as error:
        raise ScheduleError(
            path, _("%(text)s is no date and time; write 2026-12-28T20:00") % {"text": repr(text)}
        ) from error


def _typed(document: Mapping[str, Json], name: str, usual: Any, wanted: str) -> Any:
    """A part of the document, of the same type as what is usual. Raises ``ScheduleError``."""
    value = document.get(name, usual)
    if type(value) is not type(usual):
        raise ScheduleError(name, _("must be %(wanted)s") % {"wanted": wanted})
    return value


def _day(text: object) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError as error:
        raise ScheduleError(
            "holidays", _("%(text)s is no date; write 2026-12-24") % {"text": repr(text)}
        ) from error


def _slot(name: str, document: object) -> Slot:
    if not isinstance(document, Mapping) or set(document) - {"weekday", "hour"}:
        raise ScheduleError(name, _('must look like {"weekday": "friday", "hour": "23:59"}'))
    weekday = document.get("weekday")
    if weekday is not None and weekday not in WEEKDAYS:
        raise ScheduleError(
            name,
            _("weekday must be one of %(allowed)s, or null for every day") % {"allowed": ", ".join(WEEKDAYS)},
        )
    try:
        hour = time.fromisoformat(str(document.get("hour", "23:59")))
    except ValueError as error:
        raise ScheduleError(
            name, _("hour %(hour)s is no time of day; write 23:59") % {"hour": repr(document.get("hour"))}
        ) from error
    return Slot(None if weekday is None else WEEKDAYS.index(weekday), hour)
