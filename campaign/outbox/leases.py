"""Who sends what of the outbox: notices are taken with a lease, and given back, closed or tried again.

Nobody sends what is not his: a lease is renewed just before sending, by comparing and setting in one
statement, and is longer than one sending may take.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from campaign.base.dates import clock
from campaign.base.jobs import lease
from campaign.base.jobs.lease import held
from campaign.models import Notice, NoticeState

AT_A_TIME = 20
LEASE = timedelta(seconds=60)
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
GIVE_UP = timedelta(hours=48)


def claim(limit: int, channels: Sequence[str]) -> list[Notice]:
    """Take the next notices for a minute; whoever dies with them loses them again."""
    with transaction.atomic():
        moment = clock.now()
        due = Q(state=NoticeState.QUEUED, not_before__lte=moment) | Q(state=NoticeState.SENDING)
        waiting = Notice.objects.filter(due, channel__in=channels)
        return lease.take(waiting, most=min(AT_A_TIME, limit), moment=moment, lease=LEASE)


def renew(notice: Notice) -> bool:
    """Take the notice for another minute, just before it is sent; False if somebody else has it by now."""
    return lease.renew(notice, LEASE)


def give_back(notices: Iterable[Notice]) -> None:
    """Leave to the next sender what was taken and not tried."""
    for notice in notices:
        held(notice).update(state=NoticeState.QUEUED, leased_until=None, attempts=F("attempts") - 1)


def close(notice: Notice, state: NoticeState, **values: object) -> None:
    """Say what has become of a notice, if it is still ours: the lease may have run out."""
    held(notice).update(state=state, leased_until=None, **values)


def try_later(notice: Notice, moment: datetime, words: str) -> None:
    """Try it again after a pause, a longer one each time; after two days no more."""
    if moment - notice.created_at >= GIVE_UP:
        close(notice, NoticeState.FAILED, error=words)
        return
    pause = BACK_OFF[min(notice.attempts, len(BACK_OFF)) - 1]
    close(notice, NoticeState.QUEUED, error=words, not_before=moment + pause)
