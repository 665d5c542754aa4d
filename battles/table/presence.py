"""Who is there: when each phone was last heard of, by its pages or its open stream.

A stream gives a sign of life every twenty seconds; what is heard by the streams of a process is written for
all of them together, so that two hundred tables cost one query every quarter of a minute.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from datetime import timedelta
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connections
from django.db.models import Q

from battles.models import Phone, Table
from campaign.base.dates.clock import now
from rules.tabletop.state import Game

T = TypeVar("T")
AWAY = 60
"""Seconds without a sign of life after which the others may go on without a side."""
QUIET = 40
"""Seconds after which the others are told that a side has gone quiet: two missed signs of life."""
EVERY = 15
"""Seconds between two notes of the same phone."""

_here: Counter[int] = Counter()
_noted = 0.0


def heard(phone: Phone) -> None:
    """A phone has asked for something: it is there. Written at most once in a quarter of a minute."""
    moment = now()
    if phone.seen_at is None or moment - phone.seen_at >= timedelta(seconds=EVERY):
        Phone.objects.filter(pk=phone.pk).update(seen_at=moment)
        phone.seen_at = moment


async def kept(events: AsyncGenerator[T, None], pk: int) -> AsyncIterator[T]:
    """A stream of a phone, which counts as there as long as it is open."""
    _here[pk] += 1
    try:
        async with aclosing(events) as inner:
            async for event in inner:
                await _note_all()
                yield event
    finally:
        _here[pk] -= 1
        if not _here[pk]:
            del _here[pk]


async def _note_all() -> None:
    global _noted
    if time.monotonic() - _noted >= EVERY:
        _noted = time.monotonic()
        await sync_to_async(_write)(sorted(_here))


def _write(phones: list[int]) -> None:
    try:
        Phone.objects.filter(pk__in=phones).update(seen_at=now())
    except DatabaseError:
        pass  # a sign of life that is lost is no loss: the next one follows
    finally:
        connections.close_all()


def away(table: Table, game: Game) -> dict[int, int]:
    """Seconds since each side at the table was last heard of, for those that have gone quiet."""
    last: dict[int, int] = {}
    moment = now()
    for phone in table.phones.filter(~Q(numbers=[])):
        gone = int((moment - (phone.seen_at or phone.joined_at)).total_seconds())
        for number in phone.numbers:
            if number < len(game.players):
                side = game.players[number].side
                last[side] = min(gone, last.get(side, gone))
    return {side: gone for side, gone in last.items() if gone >= QUIET}


def absent(table: Table, game: Game) -> set[int]:
    """The sides without which one may go on."""
    return {side for side, gone in away(table, game).items() if gone >= AWAY}
