"""Who waits for news: one hub per process that tells listeners when a version has risen, and nothing else.

A topic is a kind of thing with versions (a seat, a desk, a table), registered with the function that reads
them. While somebody listens the hub reads the versions asked for every half second, and at once when
something in this process has called ``raised``. What a listener is told is only ever made from its own keys,
so what happens elsewhere can wake the hub but never a listener.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from django.db import connections, transaction

Key = tuple[str, int]
"""A topic and the primary key of one thing of it."""
Versions = Mapping[int, object]
"""Primary key -> version: anything that is equal while nothing has changed, and short as text."""
Reader = Callable[[Collection[int]], Versions]
Finder = Callable[[], Collection[Key]]
"""Finds what somebody may listen to; raises ``Http404`` for a stranger."""

PERIOD = 0.5
"""Seconds between two readings while somebody listens."""
PAUSE = 0.05
"""Seconds between two readings at least, however often something is raised."""

log = logging.getLogger("campaign.base.sse.hub")
_readers: dict[str, Reader] = {}
_hubs: set[Hub] = set()
_guard = threading.Lock()


def register(topic: str, read: Reader) -> None:
    """Name a topic, and how the versions of its things are read: one query for all of them."""
    _readers[topic] = read


def raised() -> None:
    """Say, inside or outside a transaction, that versions have been raised: hubs look as soon as it holds."""
    transaction.on_commit(wake, robust=True)


def wake() -> None:
    """Let the hubs of this process look at once. May be called from any thread."""
    with _guard:
        hubs = list(_hubs)
    for hub in hubs:
        hub.wake()


def end() -> None:
    """Let all streams of this process end: its server is told to stop. May be called in a signal handler."""
    for hub in list(_hubs):
        hub.end()


def read_versions(keys: Iterable[Key]) -> dict[Key, str]:
    """The versions of these things as text; a thing that is gone has the empty text."""
    wanted: dict[str, set[int]] = {}
    for topic, pk in keys:
        wanted.setdefault(topic, set()).add(pk)
    found: dict[Key, str] = {}
    for topic, pks in sorted(wanted.items()):
        versions = _readers[topic](sorted(pks))
        found.update({(topic, pk): str(versions.get(pk, "")) for pk in pks})
    return found


def token_of(keys: Collection[Key], versions: Mapping[Key, str]) -> str:
    """The versions of several things as one word, in the order of the keys: what a page has seen."""
    return ".".join(versions[key] for key in keys)


def token(keys: Collection[Key]) -> str:
    """The versions of several things as they are now, as one word."""
    return token_of(keys, read_versions(keys))


class Listener:
    """One open stream: its keys, and the word for their versions; empty until they have been read."""

    def __init__(self, keys: Collection[Key]) -> None:
        self.keys = tuple(keys)
        self.token: str | None = None
        self.ended = False
        self._news = asyncio.Event()

    def told(self, versions: Mapping[Key, str]) -> None:
        """Take the versions that were read; one that is not among them is left for the next reading."""
        if not all(key in versions for key in self.keys):
            return
        word = token_of(self.keys, versions)
        if word != self.token:
            self.token = word
            self._news.set()

    def end(self) -> None:
        """Wait for nothing any more."""
        self.ended = True
        self._news.set()

    async def news(self, seconds: float) -> bool:
        """Whether the token has changed, waiting for it at most so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        changed = self._news.is_set()
        self._news.clear()
        return changed


class Hub:
    """The listeners of one event loop, and the one task that reads for all of them while there are any."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._listeners: set[Listener] = set()
        self._nudge = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")

    def join(self, keys: Collection[Key]) -> Listener:
        """Listen to these things; the first reading is made at once."""
        listener = Listener(keys)
        self._listeners.add(listener)
        self._nudge.set()
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._watch())
            with _guard:
                _hubs.add(self)
        return listener

    def leave(self, listener: Listener) -> None:
        """Stop listening; the last one who leaves ends the reading."""
        self._listeners.discard(listener)
        if not self._listeners:
            self._nudge.set()

    def wake(self) -> None:
        """Read at once. Called from any thread; a loop that has ended has nobody to tell."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._nudge.set)

    def end(self) -> None:
        """Send everybody home."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._send_home)

    def _send_home(self) -> None:
        for listener in self._listeners:
            listener.end()

    async def _watch(self) -> None:
        broken = False
        try:
            while self._listeners:
                self._nudge.clear()
                try:
                    versions = await self._loop.run_in_executor(self._thread, _read, self._keys())
                    broken = False
                except Exception:
                    # The database may be away for a moment: the streams stay open and go on when it is back.
                    if not broken:
                        log.exception("Versions could not be read; trying on")
                    broken, versions = True, {}
                for listener in list(self._listeners):
                    listener.told(versions)
                await asyncio.sleep(PAUSE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._nudge.wait(), PERIOD - PAUSE)
        finally:
            with _guard:
                _hubs.discard(self)

    def _keys(self) -> set[Key]:
        return {key for listener in self._listeners for key in listener.keys}


def _read(keys: set[Key]) -> dict[Key, str]:
    """Read in the hub's thread, and give the connection back: nothing is held between two readings."""
    try:
        return read_versions(keys)
    finally:
        connections.close_all()


_by_loop: dict[int, Hub] = {}


def hub() -> Hub:
    """The hub of the running event loop: a server has one loop, and so one hub, in each process."""
    loop = asyncio.get_running_loop()
    found = _by_loop.get(id(loop))
    if found is None or found._loop is not loop:
        found = _by_loop[id(loop)] = Hub()
    return found
