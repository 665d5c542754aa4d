"""What an operator does to the whole site: after a backup has been put in its place, everybody is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from campaign.base.dates import clock
from campaign.models import (
    AccountMail,
    Campaign,
    CampaignStatus,
    Heartbeat,
    Notice,
    NoticeState,
    TurnStart,
)
from campaign.outbox import services as notices_out


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it: when the backup was made, how many campaigns' people are told, what was not sent."""

    since: datetime
    campaigns: int
    told: int
    expired: int


def backup_made() -> datetime | None:
    """When the database that is here was last in use: the last sign of life in it."""
    last: datetime | None = Heartbeat.objects.filter(at__lte=clock.now()).aggregate(last=Max("at"))["last"]
    return last


def tell_restored(since: datetime) -> Restored:
    """Tell all who have a part in a campaign that has not ended that it is as it was at ``since`` (Trust 6).

    What waited to be sent then had left long ago, or says what is no more: it is not sent again. Turns that
    were just being worked out had no end in the backup, which is nobody's fault.
    """
    with transaction.atomic():
        waiting = (NoticeState.QUEUED, NoticeState.SENDING)
        expired = Notice.objects.filter(state__in=waiting).update(
            state=NoticeState.EXPIRED, leased_until=None
        )
        expired += AccountMail.objects.all().delete()[0]
        TurnStart.objects.filter(ended=None).delete()
        moment = clock.now()
        campaigns = Campaign.objects.exclude(status=CampaignStatus.ENDED).order_by("id")
        told = [_tell(campaign, since, moment) for campaign in campaigns]
    return Restored(since, sum(map(bool, told)), sum(told), expired)


def _tell(campaign: Campaign, since: datetime, moment: datetime) -> int:
    readers = notices_out.readers_of(campaign, moment)
    seats = readers.of_seats(campaign.seats.all())
    notices = notices_out.notices_for(
        campaign,
        notices_out.RESTORED,
        dict.fromkeys([*seats, *readers.facilitators, *readers.arbiters]),
        when=notices_out.Window(moment),
        about=moment.isoformat(),
        detail={"from": since.isoformat()},
    )
    notices_out.store(notices)
    return len(notices)
