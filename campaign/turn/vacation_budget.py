"""Vacations: who is away when, what is left of each budget, and which of them could still move a deadline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from django.db.models import Sum

from campaign.base.answers import PAGE, Named
from campaign.base.dates.vacation_shift import Away
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, Seat, SeatStatus, Vacation, documents


@dataclass(frozen=True, slots=True)
class VacationRow:
    """A vacation as all may see it; it has moved the plan deadline of ``turn`` by ``days`` days."""

    id: str
    number: Annotated[int, Named("seat")]
    army: str
    first: Annotated[date, Named("first_day")]
    last: Annotated[date, Named("last_day")]
    announced_at: Annotated[datetime, PAGE]
    turn: int | None
    days: int


def spent_by_seat(campaign: Campaign) -> Mapping[int, int]:
    """How many days of its budget each seat has used, by its primary key."""
    found = Vacation.objects.filter(seat__campaign=campaign).values("seat").annotate(used=Sum("days"))
    return dict(found.order_by("seat").values_list("seat", "used"))


def days_left(seat: Seat, variables: Variables) -> int:
    """What is left of the seat's budget, in days."""
    used = Vacation.objects.filter(seat=seat).aggregate(used=Sum("days"))["used"] or 0
    return max(0, variables.vacation_days - used)


def aways_of(campaign: Campaign, variables: Variables) -> tuple[Away, ...]:
    """The vacations of played seats that have moved nothing yet: one query."""
    found = Vacation.objects.filter(
        seat__campaign=campaign, seat__status=SeatStatus.PLAYER, cancelled_at=None
    ).select_related("seat")
    rows = list(found.order_by("id"))
    used: dict[int, int] = {}
    for row in Vacation.objects.filter(seat__campaign=campaign, days__gt=0) if rows else ():
        used[row.seat_id] = used.get(row.seat_id, 0) + row.days
    return tuple(
        Away(
            row.pk,
            row.seat.number,
            row.seat.army,
            row.first_day,
            row.last_day,
            row.announced_at,
            max(0, variables.vacation_days - used.get(row.seat_id, 0)),
        )
        for row in rows
        if row.turn_id is None
    )


def vacations_of(campaign: Campaign) -> tuple[VacationRow, ...]:
    """All vacations that have not been taken back, by their first day."""
    return tuple(_rows(campaign))


def _rows(campaign: Campaign) -> Iterator[VacationRow]:
    found = Vacation.objects.filter(seat__campaign=campaign, cancelled_at=None)
    found = found.select_related("seat", "turn").defer(*documents("turn"))
    for row in found.order_by("first_day", "seat__number", "id"):
        number = row.turn.number if row.turn is not None else None
        yield VacationRow(
            row.public_id,
            row.seat.number,
            row.seat.army,
            row.first_day,
            row.last_day,
            row.announced_at,
            number,
            row.days,
        )
