"""A child process for heavy work: limited, without the site's secrets, read line by line as it goes."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import get_language

ROOT = Path(__file__).resolve().parents[3]
LAST_WORDS = 2000
"""Bytes of a child's last words that are looked at."""
LONGEST_LINE = 1024 * 1024
"""Bytes of a line of its answer: a child that has been taken over cannot fill its parent's memory."""
AT_ONCE = 2
"""Children that a process starts at the same time for requests that wait for them."""
WAITING = 2
"""Requests that may wait for one of those to end: with them, half of what a web process answers at once."""
PATIENCE = 10.0
"""Seconds that they wait."""
waited: ContextVar[float] = ContextVar("waited", default=0.0)
"""Seconds of these that the request has waited already, before it was heard out."""

_turns = threading.BoundedSemaphore(AT_ONCE)
_places = threading.BoundedSemaphore(AT_ONCE + WAITING)
_has_turn: ContextVar[bool] = ContextVar("has_turn", default=False)


class ChildFailedError(Exception):
    """The child ended badly; says how, in words for the people who asked for its work."""


class KeptWaitingError(ChildFailedError):
    """Its time by the clock was up before that of its work: it was others that took the machine."""


class NoTurnError(Exception):
    """As many children as may be are at work already, and have been for a while."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: seconds of processor and by the clock, memory in MiB, and how nice it is.

    ``clock`` are seconds by the clock where it may take longer than it works: as nice as it is, it waits for
    others. ``helper``: so many MiB of its memory are for one of the operator's programs, which it may start,
    and has to limit to that. ``sealed``: it reads what people send, so that it opens no file and no
    connection and starts nobody; its module has ``prepare``, which loads all that it needs, and ``main``.
    ``speaks``: it says what is wrong in words, in the language of whoever asks.
    """

    seconds: int = 900
    megabytes: int = 768
    niceness: int = 10
    clock: float = 0
    helper: int = 0
    sealed: bool = False
    speaks: bool = False


@contextmanager
def in_turn() -> Iterator[None]:
    """What a request waits for is done a few at a time, so that many at once take neither memory nor places.

    Within a turn it is that one's: whoever is sent much takes it before that is unpacked.
    Raises ``NoTurnError`` if it would have to wait too long.
    """
    if _has_turn.get():
        yield
        return
    if not _places.acquire(blocking=False):
        raise NoTurnError
    try:
        if not _turns.acquire(timeout=max(0.0, PATIENCE - waited.get())):
            raise NoTurnError
        token = _has_turn.set(True)
        try:
            yield
        finally:
            _has_turn.reset(token)
            _turns.release()
    finally:
        _places.release()


def lines(module: str, given: bytes, limits: Limits, *, beat: float = 1.0) -> Generator[str]:
    """Run a module of the project as a child with ``given`` as its input, and give its output's lines.

    A line has at most ``LONGEST_LINE`` bytes. At least every ``beat`` seconds something is given, an empty
    line if there is nothing, so that the caller can say that it lives, or stop: closing the iterator ends the
    child. Raises ``ChildFailedError``.
    """
    command = [sys.executable, "-m", "campaign.base.sandbox.limits"]
    child = subprocess.Popen(
        [*command, *map(str, _numbers(limits)), get_language() or "" if limits.speaks else "", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # Nothing of this process's environment: the child needs no key and no database.
        env={"PATH": os.defpath, "PYTHONHASHSEED": "0"},
    )
    try:
        # From its start on: to load what it needs is most of what a child does for a small picture.
        os.setpriority(os.PRIO_PROCESS, child.pid, os.getpriority(os.PRIO_PROCESS, 0) + limits.niceness)
        # Beside the reading: a child that takes nothing in must not keep its parent past its time.
        threading.Thread(target=_feed, args=(child, given), daemon=True).start()
        yield from _read(child, time.monotonic() + (limits.clock or limits.seconds), beat)
        _say_how_it_ended(child)
    finally:
        child.kill()
        child.wait()
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()


def _numbers(limits: Limits) -> tuple[int, ...]:
    return limits.megabytes, limits.seconds, limits.helper, int(limits.sealed)


def _feed(child: subprocess.Popen[bytes], given: bytes) -> None:
    assert child.stdin is not None
    # A child that ends, or is ended, before it has read everything is told of where its answer is read.
    with suppress(OSError, ValueError), child.stdin:
        child.stdin.write(given)


def _read(child: subprocess.Popen[bytes], until: float, beat: float) -> Iterator[str]:
    assert child.stdout is not None
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            if time.monotonic() > until:
                raise KeptWaitingError("the time for it was up")
            if not selector.select(beat):
                yield ""
                continue
            read = os.read(child.stdout.fileno(), 65536)
            if not read:
                return
            *whole, rest = (rest + read).split(b"\n")
            if len(rest) > LONGEST_LINE:
                raise ChildFailedError("its answer was too long")
            for line in whole:
                yield line.decode()


def _say_how_it_ended(child: subprocess.Popen[bytes]) -> None:
    status = child.wait()
    if status == 0:
        return
    assert child.stderr is not None
    words = child.stderr.read()[-LAST_WORDS:].decode(errors="replace")
    if "MemoryError" in words:
        raise ChildFailedError("it needed more memory than it may have")
    if status < 0:
        raise ChildFailedError(f"it was ended by signal {-status}")
    raise ChildFailedError("it failed")
