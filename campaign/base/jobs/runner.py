"""Does the work that waits as rows of a table: one way for all kinds, each of which is a ``Kind``.

A row goes from *waiting* over *running* to one of its kind's ends. A worker takes it under a lease, which it
renews while it lives; whoever follows one that was killed goes on from what was last told. What comes of a
job is stored in the transaction that ends it, and only by the worker that still holds it: once or not at all.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeAlias, TypeVar

from django.conf import settings
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from campaign.base.dates import clock
from campaign.base.jobs.lease import held, renewed, take
from campaign.base.refusal import Refusal
from campaign.models.jobs import Job

J = TypeVar("J", bound=Job)
Columns: TypeAlias = "Mapping[str, object]"

SITE_FAILED = _("The site has failed at it; why stands in its log.")

EVERY = 1.0
"""Seconds after which the row is told again how far its work is, and asked whether it is still wanted."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a job: its state, and why if that is a bad one.

    ``store`` stores what comes of it and gives columns of the row; it is called in the transaction that ends
    the job. A ``Refusal`` that it raises ends the job as one that the work raises does.
    """

    state: str
    error: str = ""
    store: Callable[[], Columns] = dict


Step: TypeAlias = "Columns | Ending"


@dataclass(frozen=True)
class Kind(Generic[J]):
    """A kind of job: whose rows it has, how the work is done, and what it may take.

    ``work`` gives columns of the row as often as it gets on, empty ones as a sign that it lives, and an
    ``Ending`` last. It is closed when its time is up, and called again for the rest.
    """

    model: type[J]
    work: Callable[[J], Generator[Step]]
    given_up: Callable[[J], str]
    """Why a job that has used up its ``attempts`` or its time is not tried again."""
    failed: str | Promise = SITE_FAILED
    refused: str = Job.FAILED
    """The state of one whose work raises a ``Refusal``, which is then its error."""
    lease: timedelta = timedelta(minutes=1)
    """So soon a worker that was killed is followed by another; one that lives renews its lease."""
    slice: timedelta = timedelta(0)
    """So long a worker is at this kind, for the queue has other work too; at least one step is done."""
    hung: timedelta = timedelta(minutes=10)
    """A worker that is at one job for longer is taken for dead."""
    attempts: int | None = 3
    """So often a job is taken; None for one that is put down and taken up again many times."""
    in_all: timedelta | None = None
    """So long after its first beginning a job is given up."""
    language: Callable[[J], str] = lambda job: settings.LANGUAGE_CODE
    """In which whoever asked is told."""
    ended: Callable[[J, str], object] = lambda job, state: None
    """What else is done in the transaction that ends a job in that state."""


def carry_on(kind: Kind[J]) -> int:
    """Do what waits, longest first, until it is done or the slice is over; gives how many jobs it was at.

    Any number of workers may do this at once: each takes a job of its own.
    """
    until = time.monotonic() + kind.slice.total_seconds()
    count = 0
    while count == 0 or time.monotonic() < until:
        job = _taken(kind)
        if job is None:
            break
        with override(kind.language(job)), renewed(job, kind.lease, at_most=kind.hung):
            _Stint(kind, job, until).work()
        count += 1
    return count


def _taken(kind: Kind[J]) -> J | None:
    """The next job, held by this worker. One that has had its share is ended instead."""
    while True:
        with transaction.atomic():
            moment = clock.now()
            waiting = kind.model._default_manager.filter(state__in=kind.model.OPEN)
            job = next(iter(take(waiting, most=1, moment=moment, lease=kind.lease)), None)
            if job is None:
                return None
            if job.started_at is None:
                job.started_at = moment
                job.save(update_fields=("started_at",))
        spent = kind.attempts is not None and job.attempts > kind.attempts
        if not spent and (kind.in_all is None or moment - job.started_at <= kind.in_all):
            return job
        with override(kind.language(job)):
            _Stint(kind, job).end(Ending(Job.FAILED, kind.given_up(job)))


class _Stint(Generic[J]):
    """One worker's time at one job; ``told`` are the columns that the row has still to be told of."""

    def __init__(self, kind: Kind[J], job: J, until: float = 0.0) -> None:
        self.kind, self.job, self.until = kind, job, until
        self.told: dict[str, Any] = {}

    def work(self) -> None:
        """Work until the job is at its end, somebody else's or none any more, or the time is up."""
        try:
            with closing(self.kind.work(self.job)) as steps:
                self._go(steps)
        except Refusal as refusal:
            self.end(Ending(self.kind.refused, refusal.message))
        except Exception:
            logger.exception("%s %s failed", self.job._meta.model_name, self.job.pk)
            self.end(Ending(Job.FAILED, str(self.kind.failed)))

    def _go(self, steps: Generator[Step]) -> None:
        further, last = False, time.monotonic()
        for step in steps:
            if isinstance(step, Ending):
                self.end(step)
                return
            self.told.update(step)
            further = further or bool(step)
            moment = time.monotonic()
            if further and moment >= self.until:
                break
            if moment - last >= EVERY:
                last = moment
                if not self._tell(leased_until=clock.now() + self.kind.lease):
                    return
        self._tell(leased_until=None)

    def _tell(self, **more: object) -> bool:
        """Whether the row is still this worker's, and has been told."""
        telling, self.told = self.told, {}
        return bool(held(self.job).update(**telling, **more))

    def end(self, ending: Ending) -> None:
        """Store what came of it and say so, unless somebody else is at it, or it was called off."""
        with transaction.atomic():
            # The lock: nobody else can end it until this transaction does.
            if held(self.job).select_for_update(no_key=True).values_list("pk").first() is None:
                return
            stored = {**self.told, **ending.store()}
            held(self.job).update(
                **stored, state=ending.state, error=ending.error, leased_until=None, ended_at=clock.now()
            )
            self.kind.ended(self.job, ending.state)
