"""Visitors' scenarios: taken in, adjudicated by a worker in a limited child process, deleted after a day."""

from __future__ import annotations

import json
from collections.abc import Generator
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.jobs.runner import Ending, Kind, Step, carry_on
from campaign.base.refusal import Refusal
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits
from campaign.models import Verdict, VerdictState
from campaign.models.verdicts import KEPT_FOR

MOST_BYTES = 200_000
"""A scenario of a visitor at the most; the real turns of a big campaign are about as long."""

AN_HOUR = 30
"""So many scenarios an hour from one address."""

AT_ONCE = 3
"""So many open ones of one address."""

OPEN_IN_ALL = 50
KEPT_IN_ALL = 1000

LIMITS = Limits(seconds=20, megabytes=512, sealed=True)


def ask_verdict(*, text: str, asker: str) -> Verdict:
    """Take in a scenario that a worker will adjudicate; ``asker`` is of ``campaign.access.visitors``.

    Raises ``Refusal``: ``empty`` and ``too_large`` with the field, ``throttled`` for an address that asks too
    much, ``busy`` while too many wait.
    """
    if not text.strip():
        raise Refusal(_("Paste a scenario first."), code="empty", field="scenario")
    size = len(text.encode())
    if size > MOST_BYTES:
        message = _("The scenario has %(size)d bytes; at most %(most)d are adjudicated here.")
        values = {"size": size, "most": MOST_BYTES}
        raise Refusal(message % values, code="too_large", field="scenario")
    with transaction.atomic():
        moment = clock.now()
        _not_too_many(asker, moment - timedelta(hours=1))
        return Verdict.objects.create(asker=asker, scenario=text, asked_at=moment)


def _not_too_many(asker: str, since: datetime) -> None:
    own = Verdict.objects.filter(asker=asker)
    if own.filter(asked_at__gt=since).count() >= AN_HOUR:
        message = _("From your address %(most)d scenarios an hour are adjudicated. Try again in an hour.")
        raise Refusal(message % {"most": AN_HOUR}, code="throttled")
    if own.filter(state__in=Verdict.OPEN).count() >= AT_ONCE:
        message = _("From your address %(most)d scenarios are waiting already. Try again in a minute.")
        raise Refusal(message % {"most": AT_ONCE}, code="throttled")
    if (
        Verdict.objects.filter(state__in=Verdict.OPEN).count() >= OPEN_IN_ALL
        or Verdict.objects.count() >= KEPT_IN_ALL
    ):
        raise Refusal(
            _("Too many scenarios are waiting just now. Try again in some minutes."), code="throttled"
        )


def give_verdicts() -> int:
    """Adjudicate what waits, for some seconds at most; gives how many were adjudicated. Old ones go."""
    Verdict.objects.filter(asked_at__lt=clock.now() - KEPT_FOR).delete()
    return carry_on(VERDICTS)


def _adjudicate(verdict: Verdict) -> Generator[Step]:
    """Let a child adjudicate; whatever the scenario does to it, this process says what became of it."""
    answer = ""
    try:
        for line in children.lines("campaign.base.sandbox.adjudication", verdict.scenario.encode(), LIMITS):
            answer += line
            yield {}
    except ChildFailedError as failed:
        raise Refusal(_("It could not be adjudicated: %(why)s.") % {"why": failed}, code="failed") from None
    state = json.loads(answer)["state"]
    if state == "large":
        text = _(
            "What came of it is too large to be shown here; the command of the rules on your own machine can."
        )
        raise Refusal(text, code="too_large")
    yield Ending(VerdictState(state), store=lambda: {"answer": answer})


VERDICTS = Kind(
    model=Verdict,
    work=_adjudicate,
    given_up=lambda verdict: _("It could not be adjudicated: the worker ended each time."),
    slice=timedelta(seconds=8),
)
"""Scenarios of visitors, some seconds of them at a stretch."""
