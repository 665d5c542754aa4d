"""Who sends what of the outbox: notices are taken with a lease, and given back, closed or tried again.

Nobody sends what is not his: a lease is renewed just before sending, by comparing and setting in one
statement, and is longer than one sending may take.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db import transaction
from django.db.models import Case, F, Q, When, Window
from django.db.models.functions import RowNumber

from campaign.base.dates import clock
from campaign.base.jobs import lease
from campaign.base.jobs.lease import held
from campaign.models import AccountMail, Notice, NoticeState

AT_A_TIME = 20
OF_A_CAMPAIGN = 2
"""So many of these, that no war's mails stand before all others'."""
LEASE = timedelta(seconds=60)
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
GIVE_UP = timedelta(hours=48)
SOON = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 60, 300))
"""The same for mails about accounts: somebody waits for the code."""

logger = logging.getLogger(__name__)

Item: TypeAlias = "Notice | AccountMail"


def claim(limit: int, channels: Sequence[str], shut: Q | None = None) -> list[Notice]:
    """Take the next notices for a minute, few of each campaign; whoever dies with them loses them again.

    What is ``shut`` out is left where it is.
    """
    most = min(AT_A_TIME, limit)
    with transaction.atomic():
        moment = clock.now()
        waiting = Notice.objects.filter(_due(moment), channel__in=channels)
        if shut is not None:
            waiting = waiting.exclude(shut)
        whose = (F("campaign"), Case(When(campaign=None, then=F("user"))))
        place = Window(RowNumber(), partition_by=whose, order_by="id")
        free = waiting.filter(lease.free(moment, LEASE))
        first = free.annotate(place=place).filter(place__lte=OF_A_CAMPAIGN)
        keys = list(first.order_by("id").values_list("id", flat=True)[:most])
        return lease.take(waiting.filter(id__in=keys), most=most, moment=moment, lease=LEASE) if keys else []


def claim_account_mails(limit: int) -> list[AccountMail]:
    """Take the next mails about accounts for a minute: they go before all others."""
    with transaction.atomic():
        moment = clock.now()
        waiting = AccountMail.objects.filter(_due(moment))
        return lease.take(waiting, most=min(AT_A_TIME, limit), moment=moment, lease=LEASE)


def _due(moment: datetime) -> Q:
    return Q(state=NoticeState.QUEUED, not_before__lte=moment) | Q(state=NoticeState.SENDING)


def renew(notice: Item) -> bool:
    """Take the notice for another minute, just before it is sent; False if somebody else has it by now."""
    return lease.renew(notice, LEASE)


def give_back(notices: Iterable[Item]) -> None:
    """Leave to the next sender what was taken and not tried."""
    for notice in notices:
        held(notice).update(state=NoticeState.QUEUED, leased_until=None, attempts=F("attempts") - 1)


def close(notice: Item, state: NoticeState, **values: object) -> None:
    """Say what has become of a notice, if it is still ours: the lease may have run out.

    Of a mail about an account nothing is kept, whatever has become of it.
    """
    if isinstance(notice, AccountMail):
        if held(notice).delete()[0] and state != NoticeState.SENT:
            logger.error("a mail about an account was given up after %d tries", notice.attempts)
        return
    held(notice).update(state=state, leased_until=None, **values)


def try_later(notice: Item, moment: datetime, words: str) -> None:
    """Try it again after a pause, a longer one each time; after two days no more."""
    if isinstance(notice, AccountMail):
        pause = SOON[min(notice.attempts, len(SOON)) - 1]
        held(notice).update(state=AccountMail.QUEUED, leased_until=None, not_before=moment + pause)
        return
    if moment - notice.created_at >= GIVE_UP:
        close(notice, NoticeState.FAILED, error=words)
        return
    pause = BACK_OFF[min(notice.attempts, len(BACK_OFF)) - 1]
    close(notice, NoticeState.QUEUED, error=words, not_before=moment + pause)
