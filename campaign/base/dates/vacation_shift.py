"""How vacations move a plan deadline: day by day while somebody is away, at most so many days a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from campaign.base.dates.schedule import Schedule

NOTICE = timedelta(hours=48)
"""How long before a deadline a vacation must have been announced to move it."""

MOST_A_TURN = 4
"""By how many days the vacations of all players together move a deadline."""


@dataclass(frozen=True, slots=True)
class Away:
    """A vacation that has moved nothing yet: whose it is, its days, and what is left of that budget."""

    id: int
    seat: int
    army: str
    first: date
    last: date
    announced_at: datetime
    left: int

    def covers(self, day: date) -> bool:
        """Whether the player is away on that day."""
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Move:
    """Where a deadline goes, and the days that each vacation has moved it, by its id; overlaps count once."""

    due: datetime
    days: Mapping[int, int]


def moved(schedule: Schedule, due: datetime, aways: Iterable[Away], *, most: int = MOST_A_TURN) -> Move:
    """Move a plan deadline past the days on which somebody is away, to the same hour of a later day.

    A day on which several are away is charged to whoever announced first and has days left.
    """
    local = due.astimezone(schedule.zone)
    day, hour = local.date(), local.time()
    known = sorted((one for one in aways if due - one.announced_at >= NOTICE), key=lambda one: one.id)
    spent: dict[int, int] = {}
    left = {one.seat: one.left for one in known}
    for _ in range(most):
        away = next((one for one in known if one.covers(day) and left[one.seat] > 0), None)
        if away is None:
            break
        spent[away.id] = spent.get(away.id, 0) + 1
        left[away.seat] -= 1
        day += timedelta(days=1)
        while day in schedule.holidays:
            day += timedelta(days=1)
    if not spent:
        return Move(due, {})
    return Move(datetime.combine(day, hour, schedule.zone).astimezone(UTC), spent)
