"""How much the web process hears at once: what is large lies on the disk, where there is so much room.

What is small, as a plan is, is never refused here. What is larger than ``SMALL`` shares ``ROOM`` with all
others that are being heard or worked on: whoever comes when that is full is heard to the end, so that the
answer arrives, and nothing of it is kept. Who sends hardly anything gives way first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

IN_MEMORY = 32 * 1024
"""Bytes of a request, or of a file in it, that are held in memory; what is longer lies on the disk."""
SMALL = 128 * 1024
"""Bytes of a request that waits for none of these."""
MOST = 54 * 1024 * 1024
"""Bytes of a request: a campaign's file, and the form around it."""
ROOM = 60 * 1024 * 1024
"""Bytes of all that are larger than ``SMALL``.

A file in a form is written twice, and compose gives the two web processes 256 MiB to write in.
"""
PACE = 32 * 1024 * 1024
"""Bytes a second that are heard of all that are large, so that the loop comes to others, too."""
LONGEST = 600.0
"""Seconds in which a large one has to be heard: who never ends must not keep others' room."""

MILE = 1024 * 1024
PATIENCE = 30.0
"""Seconds: who has not sent a ``MILE`` for so long gives way to whoever finds no room."""

STALLED = 2.0
"""Seconds for which the rest is heard of who gave way, before being told so."""

SLOW, LARGE, FULL = 408, 413, 503
"""What a request is answered that is not kept."""

SAID_SLOW = f"A request has to be sent within {LONGEST:.0f} seconds. Nothing was saved."
SAID_SLOWER = "This came too slowly, and others needed the room: send it again in a while. Nothing was saved."
SAID_LARGE = f"A request may have up to {MOST} bytes. Nothing was saved."
SAID_FULL = "Others are sending large files just now: send yours again in a minute. Nothing was saved."

Receive = Callable[[], Awaitable[Any]]
_heard = {"bytes": 0}
_hearings: set[Hearing] = set()
_paced = {"until": 0.0}


class NotHeardError(Exception):
    """A request that is not kept: with which status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Hearing:
    """One request that is heard: what it takes of the room."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._size = self._taken = self._mile = 0
        self._moved = self._begun
        self._over = self._gave_way = False
        self._waiting: asyncio.Timeout | None = None

    @property
    def large(self) -> bool:
        """Whether it lies on the disk."""
        return self._taken > 0

    async def next(self, receive: Receive) -> Any:
        """What comes next of it. Raises ``NotHeardError``; then it holds nothing any more."""
        if not self._taken or self._over:
            message = await receive()
        else:
            try:
                async with asyncio.timeout(self._begun + LONGEST - time.monotonic()) as self._waiting:
                    message = await _at_a_pace(receive)
            except TimeoutError:
                self.end()
                raise NotHeardError(SLOW, SAID_SLOWER if self._gave_way else SAID_SLOW) from None
            finally:
                self._waiting = None
        if message["type"] == "http.request":
            self._over = not message.get("more_body")
            self._keep(len(message.get("body", b"")))
        return message

    async def hear_out(self, receive: Receive) -> None:
        """Hear the rest and keep nothing, as much of it as anybody may send and not for ever.

        Who is answered while still sending would learn of a broken connection, not of the answer.
        """
        left = STALLED if self._gave_way else self._begun + LONGEST - time.monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                while not self._over and self._size <= 2 * MOST:
                    message = await _at_a_pace(receive)
                    self._size += len(message.get("body", b""))
                    self._over = not message.get("more_body")

    def end(self) -> None:
        """It is over: its room is free."""
        _heard["bytes"] -= self._taken
        self._taken = 0
        _hearings.discard(self)

    def give_way(self) -> bool:
        """Free its room if it hardly moves; whether it did."""
        if self._waiting is None or time.monotonic() - self._moved < PATIENCE:
            return False
        self._gave_way = True
        self._waiting.reschedule(asyncio.get_running_loop().time())
        self.end()
        return True

    def _keep(self, size: int) -> None:
        self._size += size
        if self._size <= SMALL:
            return
        _heard["bytes"] += self._size - self._taken
        self._taken = self._size
        _hearings.add(self)
        if self._size - self._mile >= MILE:
            self._mile, self._moved = self._size, time.monotonic()
        if self._size > MOST:
            self.end()
            raise NotHeardError(LARGE, SAID_LARGE)
        others = sorted(_hearings - {self}, key=lambda one: one._moved)
        while _heard["bytes"] > ROOM and others and others[0].give_way():
            others.pop(0)
        if _heard["bytes"] > ROOM:
            self.end()
            raise NotHeardError(FULL, SAID_FULL)


async def _at_a_pace(receive: Receive) -> Any:
    """What comes next of something large, once it is its turn to be heard; until then its sender waits."""
    await asyncio.sleep(max(0.0, _paced["until"] - time.monotonic()))
    message = await receive()
    _paced["until"] = max(_paced["until"], time.monotonic()) + len(message.get("body", b"")) / PACE
    return message
