"""What has happened is told on: to the programs of the campaign's people, and to the club's channel."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from campaign.base.dates import clock
from campaign.base.jobs.lease import held
from campaign.base.rows import rows
from campaign.models import Campaign, Notice, User
from campaign.models.hooks import EVENT
from campaign.notices.discord import services as channels
from campaign.notices.webhooks import services as hooks
from campaign.outbox import leases
from campaign.outbox import services as notices_out

AT_A_TIME = 200


def tell_on() -> int:
    """Put a row for each program and channel into the outbox; gives of how many events.

    An event is gone once it is told on. Whoever dies with one has told nothing of it yet; what is there
    already stays as it is.
    """
    done = 0
    while done < AT_A_TIME:
        found = leases.claim(AT_A_TIME - done, (EVENT,))
        if not found:
            break
        for event in found:
            _tell_on(event)
        done += len(found)
    return done


@transaction.atomic
def _tell_on(event: Notice) -> None:
    if event.campaign is not None:
        told = [*hooks.told_on(event, _people_of(event.campaign)), *channels.told_on(event)]
        rows.insert(Notice, notices_out.FIELDS, told, ignore=True)
    held(event).delete()


def _people_of(campaign: Campaign) -> list[int]:
    """Whoever has a part in a campaign now, with or without a seat."""
    moment = clock.now()
    acting = Q(deputyships__seat__campaign=campaign, deputyships__since__lte=moment)
    acting &= Q(deputyships__until=None) | Q(deputyships__until__gt=moment)
    part = Q(seats__campaign=campaign) | Q(roles__campaign=campaign) | acting
    return list(User.objects.filter(part, hooks__isnull=False).distinct().values_list("pk", flat=True))
