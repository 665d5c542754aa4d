"""Turns that follow one another by the minute: for a table that sits together, an evening or a weekend.

A rhythm stands in the place of weekdays and hours. Its clock runs within the campaign's hours of the day and
stands outside them, and on holidays; minutes are counted on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.dates.schedule_error import ScheduleError

if TYPE_CHECKING:
    from campaign.models import Campaign

PLAN_MINUTES = (3, 24 * 60)
BATTLE_MINUTES = (0, 24 * 60)
MIDNIGHT = time(0, 0)
SHORTEST_HOURS = timedelta(minutes=15)
"""The least that the clock runs in a day: with less a turn might last for months."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Minutes for plans and for battles, and the hours (wall time) between which the clock runs.

    ``opens`` and ``closes`` alike: it runs day and night. Hours that close before they open reach into the
    next day, and belong to the day on which they open.
    """

    plan_minutes: int
    battle_minutes: int = 0
    opens: time = MIDNIGHT
    closes: time = MIDNIGHT

    @property
    def all_day(self) -> bool:
        """Whether the clock runs day and night."""
        return self.opens == self.closes

    def document(self) -> dict[str, Json]:
        """The rhythm as JSON; hours only where the clock stands at times."""
        hours = {} if self.all_day else {"from": f"{self.opens:%H:%M}", "until": f"{self.closes:%H:%M}"}
        return {"plan_minutes": self.plan_minutes, "battle_minutes": self.battle_minutes, **hours}

    @classmethod
    def parse(cls, document: Json) -> Rhythm | None:
        """Read a rhythm from JSON; None is none. Raises ``ScheduleError``."""
        if document is None:
            return None
        known = ("plan_minutes", "battle_minutes", "from", "until")
        if not isinstance(document, Mapping) or set(document) - set(known):
            allowed = {"allowed": ", ".join(known)}
            raise ScheduleError("rhythm", _("may have %(allowed)s, and nothing else") % allowed)
        if ("from" in document) != ("until" in document):
            raise ScheduleError("rhythm", _("has from and until together, or neither"))
        found = cls(
            _minutes(document, "plan_minutes", PLAN_MINUTES),
            _minutes(document, "battle_minutes", BATTLE_MINUTES),
            _hour(document, "from"),
            _hour(document, "until"),
        )
        start, end = found._hours(date(2026, 1, 1), ZoneInfo("UTC"))
        if end - start < SHORTEST_HOURS:
            raise ScheduleError("rhythm.until", _("must leave at least 15 minutes after from"))
        return found

    def after(self, moment: datetime, minutes: int, zone: ZoneInfo, free: Collection[date] = ()) -> datetime:
        """When the clock has run for so many minutes since ``moment``; with none, when it next runs."""
        # In UTC: a zone's own hours would be added to as if none were skipped or happened twice.
        left, moment = timedelta(minutes=minutes), moment.astimezone(UTC)
        for start, end in self._windows(moment, zone, free):
            begins = max(start, moment)
            if begins >= end:
                continue
            if left <= end - begins:
                return begins + left
            # A day that a zone has left out has the hours of the next: they run once.
            left, moment = left - (end - begins), end
        raise AssertionError("days do not end")

    def _windows(
        self, moment: datetime, zone: ZoneInfo, free: Collection[date]
    ) -> Iterator[tuple[datetime, datetime]]:
        """The times in which the clock runs, from the day before a moment on."""
        day = moment.astimezone(zone).date() - timedelta(days=1)
        while True:
            if day not in free:
                yield self._hours(day, zone)
            day += timedelta(days=1)

    def _hours(self, day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
        """When the clock starts on a day, and when it stops: in UTC."""
        last = day if self.opens < self.closes else day + timedelta(days=1)
        start = datetime.combine(day, self.opens, zone)
        return start.astimezone(UTC), datetime.combine(last, self.closes, zone).astimezone(UTC)


def by_the_minute(campaign: Campaign | None) -> bool:
    """Whether a campaign's turns follow one another by the minute; not for none."""
    return campaign is not None and bool(campaign.schedule.get("rhythm"))


def _minutes(document: Mapping[str, Json], name: str, bounds: tuple[int, int]) -> int:
    value = document.get(name)
    low, high = bounds
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        words = _("must be a whole number from %(low)s to %(high)s") % {"low": low, "high": high}
        raise ScheduleError(f"rhythm.{name}", words)
    return value


def _hour(document: Mapping[str, Json], name: str) -> time:
    text = document.get(name, "00:00")
    try:
        if not isinstance(text, str) or len(text) != len("00:00"):
            raise ValueError
        return time.fromisoformat(text)
    except ValueError as error:
        words = _("%(hour)s is no time of day; write 23:59") % {"hour": repr(text)[:40]}
        raise ScheduleError(f"rhythm.{name}", words) from error
