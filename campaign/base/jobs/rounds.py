"""Rounds of small care: a run takes so long and no longer, and the next one goes on where it stopped."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from django.db.models import Model, QuerySet

from campaign.base.jobs.singly import each
from campaign.models import Round

One = TypeVar("One", bound=Model)

RUN = 10.0
"""Seconds that a run of care may take: nothing is begun after them."""

_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def one_run() -> Iterator[None]:
    """Give all rounds inside the block so long together."""
    token = _until.set(time.monotonic() + RUN)
    try:
        yield
    finally:
        _until.reset(token)


def _is_over() -> bool:
    until = _until.get()
    return until is not None and time.monotonic() >= until


def go_round(
    waiting: QuerySet[One], do: Callable[[One], int], *, name: str, log: logging.Logger, what: str
) -> int:
    """Do each of these by id, beginning behind the one at which the last run of this name had to stop.

    Gives the sum of what ``do`` gives; what one of them raises is its failure alone (``each``). Outside of a
    run all are done. At least one is, so that a round always comes to its end.
    """
    stopped = Round.objects.filter(name=name).values_list("behind", flat=True).first() or 0
    done, last = 0, stopped
    for one in waiting.filter(pk__gt=stopped).order_by("pk"):
        if last != stopped and _is_over():
            Round.objects.update_or_create(name=name, defaults={"behind": last})
            log.warning("%s: the round goes on in the next run", what)
            return done
        done += each([one], do, log=log, what=what)
        last = one.pk
    if stopped:
        Round.objects.filter(name=name).delete()
    return done
