"""Attempts at what can be guessed, counted before they are made: many at once are no more than one by one.

A count ends a while after its first attempt, whatever comes meanwhile: to be refused does not prolong it.
"""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache

QUARTER = 15 * 60
DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Count:
    """How many attempts there may be at ``what`` by ``who`` in so many seconds."""

    what: str
    who: str
    most: int
    seconds: int = QUARTER

    @property
    def key(self) -> str:
        """Where it is counted: a keyed hash, so that the store of the counts tells nobody who tried."""
        text = f"{self.what}/{self.who}".encode()
        return "attempts:" + hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


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
        with suppress(ValueError):
            cache.decr(count.key)


def _raised(count: Count) -> bool:
    cache.add(count.key, 0, count.seconds)
    try:
        reached = cache.incr(count.key)
    except ValueError:
        # It has ended between the two lines.
        cache.set(count.key, 1, count.seconds)
        return True
    if reached > count.most:
        give_back(count)
        return False
    return True
