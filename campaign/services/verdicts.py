"""Visitors' scenarios: taken in, adjudicated by a worker in a limited child process, deleted after a day."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.dates import clock
from campaign.models import Verdict, VerdictState
from campaign.models.verdicts import KEPT_FOR
from campaign.offloading import children
from campaign.offloading.children import ChildFailedError, Limits
from campaign.services.errors import Refusal
from campaign.services.leasing import next_free

MOST_BYTES = 200_000
"""A scenario of a visitor at the most; the real turns of a big campaign are about as long."""

AN_HOUR = 30
"""So many scenarios an hour from one address."""

AT_ONCE = 3
"""So many open ones of one address."""

OPEN_IN_ALL = 50
KEPT_IN_ALL = 1000

LIMITS = Limits(seconds=20, megabytes=512)
SLICE = timedelta(seconds=8)
LEASE = timedelta(seconds=60)
MOST_ATTEMPTS = 3
OPEN = (VerdictState.WAITING, VerdictState.RUNNING)


def ask_verdict(*, text: str, asker: str) -> Verdict:
    """Take in a scenario that a worker will adjudicate; ``asker`` is of ``campaign.visitors``.

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
        return Verdict.objects.create(asker=asker, scenario=text, created_at=moment)


def _not_too_many(asker: str, since: datetime) -> None:
    own = Verdict.objects.filter(asker=asker)
    if own.filter(created_at__gt=since).count() >= AN_HOUR:
        message = _("From your address %(most)d scenarios an hour are adjudicated. Try again in an hour.")
        raise Refusal(message % {"most": AN_HOUR}, code="throttled")
    if own.filter(state__in=OPEN).count() >= AT_ONCE:
        message = _("From your address %(most)d scenarios are waiting already. Try again in a minute.")
        raise Refusal(message % {"most": AT_ONCE}, code="throttled")
    if (
        Verdict.objects.filter(state__in=OPEN).count() >= OPEN_IN_ALL
        or Verdict.objects.count() >= KEPT_IN_ALL
    ):
        raise Refusal(
            _("Too many scenarios are waiting just now. Try again in some minutes."), code="throttled"
        )


def give_verdicts(limits: Limits = LIMITS) -> int:
    """Adjudicate what waits, oldest first, for some seconds at most; gives how many were adjudicated."""
    Verdict.objects.filter(created_at__lt=clock.now() - KEPT_FOR).delete()
    until = clock.now() + SLICE
    given = 0
    while clock.now() < until:
        verdict = _lease()
        if verdict is None:
            break
        _give(verdict, limits)
        given += 1
    return given


def _give(verdict: Verdict, limits: Limits) -> None:
    """Let a child adjudicate; whatever the scenario does to it, this process says what became of it."""
    try:
        written = list(children.lines("campaign.offloading.adjudication", verdict.scenario.encode(), limits))
        answer = "".join(written)
        state = json.loads(answer)["state"]
    except ChildFailedError as failed:
        _close(
            verdict, VerdictState.FAILED, error=_("It could not be adjudicated: %(why)s.") % {"why": failed}
        )
        return
    if state == "large":
        text = _(
            "What came of it is too large to be shown here; the command of the rules on your own machine can."
        )
        _close(verdict, VerdictState.FAILED, error=text)
        return
    _close(verdict, VerdictState(state), answer=answer)


def _close(verdict: Verdict, state: VerdictState, **values: str) -> None:
    mine = Verdict.objects.filter(pk=verdict.pk, state=VerdictState.RUNNING, attempts=verdict.attempts)
    mine.update(state=state, leased_until=None, **values)


def _lease() -> Verdict | None:
    """The scenario that has waited longest and that nobody is at; one that has ended workers is given up."""
    moment = clock.now()
    with transaction.atomic():
        verdict = next_free(Verdict.objects.filter(state__in=OPEN), moment)
        if verdict is None:
            return None
        verdict.attempts += 1
        verdict.state = VerdictState.RUNNING
        verdict.leased_until = moment + LEASE
        if verdict.attempts > MOST_ATTEMPTS:
            verdict.state, verdict.leased_until = VerdictState.FAILED, None
            verdict.error = _("It could not be adjudicated: the worker ended each time.")
        verdict.save(update_fields=("attempts", "state", "leased_until", "error"))
        return verdict if verdict.state == VerdictState.RUNNING else None
