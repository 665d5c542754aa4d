"""How much the web process hears at once: what is large lies on the disk, where there is so much room.

What is small, as a plan is, is never refused here. What is larger than ``SMALL`` shares ``ROOM`` with all
others that are being heard or worked on: whoever comes when that is full waits a while for room, and then is
heard to the end, so that the answer arrives, and nothing of it is kept. Who sends hardly anything gives way
before, and so does, to whoever has waited as long, who is slow or sends from where most is kept already. How
long a request may be its address says (``campaign.web.doors``).
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

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
LONGEST_SMALL = 180.0
"""Seconds in which one has to be heard that is not large yet."""

MILE = 512 * 1024
PATIENCE = 5.0
"""Seconds: who has not sent a ``MILE`` for so long gives way to whoever finds no room."""
WAITS = 10.0
"""Seconds for which somebody waits for room: longer than anybody who stalls keeps it."""
FAIR = 256 * 1024
"""Bytes a second, on average: who sends fewer for ``A_WHILE`` gives way to who waits for ``PATIENCE``."""
A_WHILE = 30.0
"""Seconds: a wireless that falters for a moment is not slow."""
AGAIN = 0.1
"""Seconds until it is looked for again."""

STALLED = 2.0
"""Seconds for which the rest is heard of who came too late or gave way, before being told so."""

SLOW, LARGE, FULL = 408, 413, 503
"""What a request is answered that is not kept."""

SAID_LARGE = _("%(limit)s Nothing was saved.")
SAID_SLOW = _("A request has to be sent within %(seconds)d seconds. Nothing was saved.")
SAID_SLOWER = _(
    "This came too slowly, and others needed the room: send it again in a while. Nothing was saved."
)
SAID_FULL = _("Others are sending large files just now: send yours again in a minute. Nothing was saved.")

Receive = Callable[[], Awaitable[Any]]
_heard = {"bytes": 0}
_hearings: set[Hearing] = set()
_paced = {"until": 0.0}


class NotHeardError(Exception):
    """A request that is not kept: with which status, why, if it is known by which field of it, and after how
    many seconds it may be sent again.
    """

    def __init__(self, status: int, why: str, field: str = "", after: int = 0) -> None:
        super().__init__(why)
        self.status, self.field, self.after = status, field, after


class Hearing:
    """One request that is heard: what it takes of the room.

    ``door`` says how long it may be, ``network``, asked only of a large one, from where it comes.
    """

    def __init__(self, door: Callable[[], Door], network: Callable[[], str]) -> None:
        self._door, self._network = door, network
        self._begun = time.monotonic()
        self._size = self._taken = self._mile = 0
        self._moved = self._begun
        self._over = self._late = self._gave_way = False
        self._waiting: asyncio.Timeout | None = None
        self._from = ""

    @property
    def large(self) -> bool:
        """Whether it lies on the disk."""
        return self._taken > 0

    async def next(self, receive: Receive) -> Any:
        """What comes next of it. Raises ``NotHeardError``; then it holds nothing any more."""
        if self._over:
            return await receive()
        longest = LONGEST if self._taken else LONGEST_SMALL
        try:
            async with asyncio.timeout(self._begun + longest - time.monotonic()) as self._waiting:
                message = await (_at_a_pace(receive) if self._taken else receive())
        except TimeoutError:
            self.end()
            self._late = True
            said = SAID_SLOWER if self._gave_way else SAID_SLOW
            raise NotHeardError(SLOW, said % {"seconds": longest}) from None
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
        left = STALLED if self._late or self._gave_way else self._begun + LONGEST - time.monotonic()
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

    def _give_way(self) -> None:
        """Free its room; it is told so when it next asks for some."""
        self._gave_way = True
        if self._waiting is not None and not self._waiting.expired():
            self._waiting.reschedule(asyncio.get_running_loop().time())
        self.end()

    async def _keep(self, size: int) -> None:
        self._size += size
        if self._size <= SMALL:
            return
        door = self._door()
        if self._size > door.most:
            self.end()
            raise NotHeardError(LARGE, SAID_LARGE % {"limit": door.refusal}, door.field)
        self._from = self._from or self._network()
        await self._find_room()
        _heard["bytes"] += self._size - self._taken
        self._taken = self._size
        _hearings.add(self)
        if self._size - self._mile >= MILE:
            self._mile, self._moved = self._size, time.monotonic()

    async def _find_room(self) -> None:
        """Wait for room for what has come. Raises ``NotHeardError`` if there is none for so long."""
        begun = time.monotonic()
        while not self._has_room(time.monotonic() - begun):
            if self._gave_way:
                raise NotHeardError(SLOW, str(SAID_SLOWER))
            if time.monotonic() >= begun + WAITS:
                self.end()
                raise NotHeardError(FULL, str(SAID_FULL), after=60)
            await asyncio.sleep(AGAIN)
            # Who waits here does not stall: nothing more is taken of what it sends.
            self._moved = time.monotonic()

    def _has_room(self, waited: float) -> bool:
        if self._gave_way:
            return False
        wanted = self._size - self._taken
        ways = [_who_stalls] if waited < PATIENCE else [_who_stalls, self._who_keeps_much]
        for way in ways:
            for other in way():
                if _heard["bytes"] + wanted <= ROOM:
                    break
                other._give_way()
        return _heard["bytes"] + wanted <= ROOM

    def _who_keeps_much(self) -> Iterator[Hearing]:
        """Of the others that are still being heard those from where more is kept than from here, and the slow
        unless this one is slow too; first from where most is kept, there the slowest.
        """
        while True:
            kept: Counter[str] = Counter()
            for one in _hearings:
                kept[one._from] += one._taken
            here = kept[self._from] + self._size - self._taken
            others = [one for one in _hearings - {self} if not one._over]
            slow = not self._is_slow
            others = [one for one in others if (slow and one._is_slow) or kept[one._from] > here]
            if not others:
                return
            yield max(others, key=lambda one: (kept[one._from], -one._pace))

    @property
    def _pace(self) -> float:
        return self._size / max(AGAIN, time.monotonic() - self._begun)

    @property
    def _is_slow(self) -> bool:
        return self._pace < FAIR and time.monotonic() - self._begun > A_WHILE


def _who_stalls() -> list[Hearing]:
    """Those that have not moved for long, first who has for longest."""
    now = time.monotonic()
    still = [one for one in _hearings if one._waiting is not None and now - one._moved >= PATIENCE]
    return sorted(still, key=lambda one: one._moved)


async def _at_a_pace(receive: Receive) -> Any:
    """What comes next of something large, once it is its turn to be heard; until then its sender waits."""
    await asyncio.sleep(max(0.0, _paced["until"] - time.monotonic()))
    message = await receive()
    _paced["until"] = max(_paced["until"], time.monotonic()) + len(message.get("body", b"")) / PACE
    return message
