"""The calendar of a campaign: the dates of the present turn, what the next ones would be, and days off.

All of it is public: dates, their exceptions, holidays, and who has announced to be away.
"""

from __future__ import annotations

import calendar
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated

from campaign.base.answers import PAGE, Named, called
from campaign.base.dates.clock import now
from campaign.base.dates.schedule import Dates, OwnDates, Schedule, dates_after_plan, dates_of_turn
from campaign.base.dates.vacation_shift import Away, moved
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, CampaignStatus, Phase, Turn
from campaign.turn.stored_turns import latest_turn
from campaign.turn.vacation_budget import VacationRow, aways_of, vacations_of

AHEAD = 12
NAMES = ("plan_due", "announce_due", "results_due", "publish_due")


@called("CalendarTurn")
@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn of the calendar: promised dates of the one that runs, foreseen dates of those to come."""

    number: Annotated[int, Named("turn")]
    promised: bool
    short: bool
    has_own: Annotated[bool, Named("own")]
    plan_due: datetime | None
    announce_due: datetime | None
    results_due: datetime | None
    publish_due: datetime | None
    away: tuple[str, ...] = ()

    @property
    def dates(self) -> tuple[tuple[str, datetime | None], ...]:
        """The deadlines in their order, each with its name."""
        return tuple((name, getattr(self, name)) for name in NAMES)


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the month's sheet: ``marks`` are (turn, name of the deadline)."""

    date: date
    inside: bool
    today: bool
    holiday: bool
    away: tuple[str, ...]
    marks: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Month:
    """A month's sheet, weeks from Monday."""

    first: date
    weeks: tuple[tuple[Day, ...], ...]


@called("Calendar")
@dataclass(frozen=True, slots=True)
class CalendarPage:
    """The calendar of a campaign; its page shows times in the campaign's zone, and says so."""

    zone: str
    turns: tuple[TurnRow, ...]
    months: Annotated[tuple[Month, ...], PAGE]
    holidays: tuple[date, ...]
    vacations: tuple[VacationRow, ...]
    slots: Annotated[Mapping[str, Mapping[str, str | None]], PAGE]
    running: Annotated[bool, PAGE]
    next_turn: Annotated[int, PAGE]


def calendar_page(campaign: Campaign) -> CalendarPage:
    """The calendar from today on."""
    schedule, turn = Schedule.of(campaign), latest_turn(campaign)
    vacations = vacations_of(campaign)
    turns = tuple(_turns(campaign, schedule, turn))
    today = now().astimezone(schedule.zone).date()
    document = schedule.document()
    return CalendarPage(
        zone=schedule.time_zone,
        turns=turns,
        months=tuple(_months(schedule, turns, vacations, today)),
        holidays=tuple(day for day in schedule.holidays if day >= today - timedelta(days=1)),
        vacations=tuple(row for row in vacations if row.last >= today),
        slots={name: document[name] for name in ("plan", "announce", "results", "publish")},
        running=campaign.status in (CampaignStatus.RUNNING, CampaignStatus.PAUSED, CampaignStatus.ON_HOLD),
        next_turn=turn.number + 1 if turn is not None else 1,
    )


def _turns(campaign: Campaign, schedule: Schedule, turn: Turn | None) -> Iterator[TurnRow]:
    """The turn that runs, and those that would follow if everything went as it is set now."""
    variables = Variables.of(campaign)
    if campaign.status == CampaignStatus.ENDED:
        return
    aways = aways_of(campaign, variables)
    if turn is not None and turn.phase != Phase.PUBLISHED:
        yield TurnRow(turn.number, True, schedule.is_short(turn.number), False, *_dates(turn))
        opened = turn.publish_due or now()
    else:
        opened = now()
    if schedule.ready:
        return
    number = turn.number if turn is not None else 0
    for ahead in range(number + 1, number + 1 + AHEAD):
        if variables.last_turn is not None and ahead > variables.last_turn:
            return
        found, moving = _foreseen(campaign, schedule, variables, ahead, opened, aways)
        aways = tuple(one for one in aways if one.id not in {away.id for away in moving})
        opened = found.publish_due
        yield TurnRow(
            ahead,
            False,
            schedule.is_short(ahead),
            schedule.own(ahead) != OwnDates(),
            *_dates(found),
            away=tuple(one.army for one in moving),
        )


def _dates(held: Turn | Dates) -> tuple[datetime | None, datetime | None, datetime | None, datetime | None]:
    """The deadlines as ``NAMES`` has them."""
    return held.plan_due, held.announce_due, held.results_due, held.publish_due


def _foreseen(
    campaign: Campaign,
    schedule: Schedule,
    variables: Variables,
    number: int,
    opened: datetime,
    aways: tuple[Away, ...],
) -> tuple[Dates, tuple[Away, ...]]:
    """The dates of a turn that opens at ``opened``, and the vacations that put it off."""
    automatic = campaign.automatic
    dates = dates_of_turn(schedule, variables, number=number, opened_at=opened, automatic=automatic)
    counts = variables.vacation_days and schedule.rhythm is None
    move = moved(schedule, dates.plan_due, aways) if counts else None
    if move is None or not move.days:
        return dates, ()
    dates = dates_after_plan(schedule, variables, number=number, plan_due=move.due, automatic=automatic)
    return dates, tuple(one for one in aways if one.id in move.days)


def _months(
    schedule: Schedule, turns: Iterable[TurnRow], vacations: Iterable[VacationRow], today: date
) -> Iterator[Month]:
    """The sheets of this month and the next ones, as far as the turns reach, at most six."""
    marks: defaultdict[date, list[tuple[int, str]]] = defaultdict(list)
    for row in turns:
        for name, at in row.dates:
            if at is not None:
                marks[at.astimezone(schedule.zone).date()].append((row.number, name))
    last = max(marks, default=today)
    off = list(vacations)
    first = today.replace(day=1)
    for _ in range(6):
        yield Month(first, tuple(_weeks(first, schedule, marks, off, today)))
        first = (first + timedelta(days=32)).replace(day=1)
        if first > last:
            return


def _weeks(
    first: date,
    schedule: Schedule,
    marks: Mapping[date, list[tuple[int, str]]],
    vacations: list[VacationRow],
    today: date,
) -> Iterator[tuple[Day, ...]]:
    for week in calendar.Calendar().monthdatescalendar(first.year, first.month):
        yield tuple(
            Day(
                date=day,
                inside=day.month == first.month,
                today=day == today,
                holiday=day in schedule.holidays,
                away=tuple(row.army for row in vacations if row.first <= day <= row.last),
                marks=tuple(marks.get(day, ())),
            )
            for day in week
        )
