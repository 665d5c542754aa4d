"""How long what leaves for somebody else's server may take: in all, whatever that server does.

A time limit for each step of a talk is none for the talk: a server that says a byte now and then keeps it
open for hours. So a connection is ended from outside when the time that was given is over.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from threading import Lock, Thread, Timer
from typing import Any

ONE = 20.0
"""Seconds that one mail, one line or one call may take in all."""


class _Limit:
    """A moment, and the connections that end with it."""

    def __init__(self, until: float) -> None:
        self.until = until
        self._sockets: list[socket.socket] = []
        self._timer: Timer | None = None
        self._lock = Lock()

    def watch(self, connection: socket.socket) -> None:
        # A copy: TLS takes the first one's place, and what ends one of them ends both.
        with self._lock:
            self._sockets.append(connection.dup())
            if self._timer is None:
                self._timer = Timer(max(0.0, self.until - time.monotonic()), self._cut)
                self._timer.daemon = True
                self._timer.start()

    def _cut(self) -> None:
        with self._lock:
            for one in self._sockets:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            for one in self._sockets:
                one.close()
            self._sockets.clear()


_limit: ContextVar[_Limit | None] = ContextVar("limit", default=None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Give what is sent inside the block so long, or what is left of the time that was given already."""
    outer = _limit.get()
    until = time.monotonic() + seconds
    limit = _Limit(until if outer is None else min(until, outer.until))
    token = _limit.set(limit)
    try:
        yield
    finally:
        _limit.reset(token)
        limit.end()


def left() -> float:
    """The seconds that are left, 0 if none are; ``ONE`` where nobody has given a time."""
    limit = _limit.get()
    return ONE if limit is None else max(0.0, limit.until - time.monotonic())


def look_up(host: str, port: int) -> list[Any]:
    """The addresses of a host, as ``socket.getaddrinfo`` gives them. Raises ``OSError``.

    A resolver has no limit that could be set: it is left alone with its question when the time is over.
    """
    found: list[Any] = []
    failed: list[Exception] = []

    def ask() -> None:
        try:
            found.extend(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:
            failed.append(error)

    thread = Thread(target=ask, daemon=True)
    thread.start()
    thread.join(left())
    if failed:
        raise failed[0]
    if not found:
        raise TimeoutError(f"nobody said in time where {host} is")
    return list(found)


def watch(connection: socket.socket) -> None:
    """End this connection when the time is over; to be called as soon as it is open, before any TLS."""
    limit = _limit.get()
    if limit is not None:
        limit.watch(connection)
