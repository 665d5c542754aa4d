"""How much the web process hears at once: what is large lies on the disk, where there is so much room.

What is small, as a plan is, is never refused here. What is larger than ``SMALL`` shares ``ROOM`` with all
others that are being heard or worked on: whoever comes when that is full waits a while for room, and then is
heard to the end, so that the answer arrives, and nothing of it is kept. Who sends hardly anything gives way
before. How long a request may be its address says (``campaign.web.doors``).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # The settings read this module before there is an app.
    from campaign.web.doors import Door

IN_MEMORY = 32 * 1024
"""Bytes of a request, or of a file in it, that are held in memory; what is longer lies on the disk."""
SMALL = 128 * 1024
"""Bytes of a request that waits for none of these."""
MOST = 108 * 1024 * 1024
"""Bytes that are heard of a request of which nothing is kept."""
ROOM = 60 * 1024 * 1024
"""Bytes of all that are larger than ``SMALL``.

A file in a form is written twice, and compose gives the two web processes 256 MiB to write in.
"""
PACE = 32 * 1024 * 1024
"""Bytes a second that are heard of all that are large, so that the loop comes to others, too."""
LONGEST = 600.0
"""Seconds in which a large one has to be heard: who never ends must not keep others' room."""

MILE = 512 * 1024
PATIENCE = 5.0
"""Seconds: who has not sent a ``MILE`` for so long gives way to whoever finds no room."""
WAITS = 10.0
"""Seconds for which somebody waits for room: longer than anybody who stalls keeps it."""
AGAIN = 0.1
"""Seconds until it is looked for again."""

STALLED = 2.0
"""Seconds for which the rest is heard of who gave way, before being told so."""

SLOW, LARGE, FULL = 408, 413, 503
"""What a request is answered that is not kept."""

SAID_SLOW = f"A request has to be sent within {LONGEST:.0f} seconds. Nothing was saved."
SAID_SLOWER = "This came too slowly, and others needed the room: send it again in a while. Nothing was saved."
SAID_FULL = "Others are sending large files just now: send yours again in a minute. Nothing was saved."

Receive = Callable[[], Awaitable[Any]]
_heard = {"bytes": 0}
_hearings: set[Hearing] = set()
_paced = {"until": 0.0}


class NotHeardError(Exception):
    """A request that is not kept: with which status, why, and if it is known by which field of it."""

    def __init__(self, status: int, why: str, field: str = "") -> None:
        super().__init__(why)
        self.status, self.field = status, field


class Hearing:
    """One request that is heard: what it takes of the room. ``door`` says how long it may be."""

    def __init__(self, door: Callable[[], Door]) -> None:
        self._door = door
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
            await self._keep(len(message.get("body", b"")))
        return message

    async def hear_out(self, receive: Receive) -> None:
        """Hear the rest and keep nothing, as much of it as anybody may send and not for ever.

        Who is answered while still sending would learn of a broken connection, not of the answer.
        """
        left = STALLED if self._gave_way else self._begun + LONGEST - time.monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                while not self._over and self._size <= MOST:
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

    async def _keep(self, size: int) -> None:
        self._size += size
        if self._size <= SMALL:
            return
        door = self._door()
        if self._size > door.most:
            self.end()
            raise NotHeardError(LARGE, f"{door.refusal} Nothing was saved.", door.field)
        await self._find_room()
        _heard["bytes"] += self._size - self._taken
        self._taken = self._size
        _hearings.add(self)
        if self._size - self._mile >= MILE:
            self._mile, self._moved = self._size, time.monotonic()

    async def _find_room(self) -> None:
        """Wait for room for what has come. Raises ``NotHeardError`` if there is none for so long."""
        until = time.monotonic() + WAITS
        while not self._has_room():
            if time.monotonic() >= until:
                self.end()
                raise NotHeardError(FULL, SAID_FULL)
            await asyncio.sleep(AGAIN)
            # Who waits here does not stall: nothing more is taken of what it sends.
            self._moved = time.monotonic()

    def _has_room(self) -> bool:
        wanted = self._size - self._taken
        for other in sorted(_hearings - {self}, key=lambda one: one._moved):
            if _heard["bytes"] + wanted <= ROOM:
                break
            other.give_way()
        return _heard["bytes"] + wanted <= ROOM


async def _at_a_pace(receive: Receive) -> Any:
    """What comes next of something large, once it is its turn to be heard; until then its sender waits."""
    await asyncio.sleep(max(0.0, _paced["until"] - time.monotonic()))
    message = await receive()
    _paced["until"] = max(_paced["until"], time.monotonic()) + len(message.get("body", b"")) / PACE
    return message
