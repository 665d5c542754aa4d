"""Attempts at what can be guessed, counted before they are made: many at once are no more than one by one.

A count ends a while after its first attempt, whatever comes meanwhile: to be refused does not prolong it.
Counts are rows, each raised by one statement, so that all processes share them and no restart forgets them.
Take them outside of transactions that a refusal undoes.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import F

from campaign.base.dates import clock
from campaign.models import Tally

QUARTER = 15 * 60
DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Count:
    """How many attempts there may be at ``what`` by ``who`` in so many seconds; one is ``worth`` some."""

    what: str
    who: str
    most: int
    seconds: int = QUARTER
    worth: int = 1

    @property
    def key(self) -> str:
        """Where it is counted: a keyed hash, so that the store of the counts tells nobody who tried."""
        text = f"{self.what}/{self.who}".encode()
        return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


def take(*counts: Count) -> Count | None:
    """Count one attempt in each; the first in which there have been too many, and then nothing is counted."""
    taken: list[Count] = []
    for count in counts:
        if not _raised(count):
            give_back(*taken)
            return count
        taken.append(count)
    return None


def give_back(*counts: Count) -> None:
    """Take an attempt out of these: it was none at guessing."""
    for count in counts:
        live = Tally.objects.filter(key=count.key, ends_at__gt=clock.now(), count__gte=count.worth)
        live.update(count=F("count") - count.worth)


def _raised(count: Count) -> bool:
    now = clock.now()
    ends_at = now + timedelta(seconds=count.seconds)
    own = Tally.objects.filter(key=count.key)
    # Who comes second finds that it has begun anew already.
    if not own.filter(ends_at__lte=now).update(count=0, ends_at=ends_at) and not own.exists():
        Tally.objects.filter(ends_at__lte=now).delete()
        Tally.objects.bulk_create([Tally(key=count.key, ends_at=ends_at)], ignore_conflicts=True)
    return bool(own.filter(count__lte=count.most - count.worth).update(count=F("count") + count.worth))
