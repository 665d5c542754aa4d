"""What an operator should look at just now, the worst first: each with its cause and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from campaign.base.remedies import Cause, remedy, words
from campaign.operations.metrics.selectors import SiteStatus
from campaign.operations.selectors import AHEAD, STALE
from campaign.turn.clockwork.step_limit import LONGEST

MAIL_WAITS = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that is wrong."""

    cause: Cause
    what: str
    remedy: str


def warnings_of(status: SiteStatus) -> tuple[Warned, ...]:
    """All that is wrong; nothing if all is well. Wars on hold are listed by themselves."""
    return tuple(Warned(cause, words(cause), remedy(cause)) for cause in _causes(status))


def _causes(status: SiteStatus) -> Iterator[Cause]:
    health = status.clock
    age = health.tick_age
    if age is None or not -AHEAD.total_seconds() <= age <= STALE.total_seconds():
        yield Cause.STILL
    if health.jumped:
        yield Cause.JUMPED
    if health.sick:
        yield Cause.SICK
    if health.late:
        yield Cause.LATE
    if status.steps.longest > LONGEST:
        yield Cause.SLOW
    if status.open_breakers:
        yield Cause.HOST
    if any(lane.oldest > MAIL_WAITS.total_seconds() for lane in status.lanes):
        yield Cause.MAIL
