"""Worker processes, to be killed: forked from this one for speed, or started anew with ``manage.py``."""

from __future__ import annotations

import ctypes
import gc
import mmap
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import connections
from django.urls import get_resolver

from campaign.notices import war_card
from campaign.turn import tick
from campaign.turn.clockwork import turn_starts as starts

ROOT = Path(__file__).resolve().parent.parent.parent
PAUSE = 0.03


class Diary:
    """What a forked process says of itself in shared memory, to be read also after its death."""

    _FORM = struct.Struct("=qqd")
    SIZE = _FORM.size

    def __init__(self, memory: mmap.mmap | None = None, place: int = 0) -> None:
        self._memory = mmap.mmap(-1, self.SIZE) if memory is None else memory
        self._place = place

    def write(self, begun: int, done: int, seconds: float) -> None:
        """Steps begun and done, and how long the last one took."""
        self._FORM.pack_into(self._memory, self._place, begun, done, seconds)

    def read(self) -> tuple[int, int, float]:
        """What was written last."""
        begun, done, seconds = self._FORM.unpack_from(self._memory, self._place)
        return begun, done, seconds


@dataclass
class Worker:
    """A process that does what is due until it is killed."""

    pid: int
    diary: Diary | None = None

    def kill(self) -> bool:
        """``kill -9`` and wait for the end; False if it had ended before."""
        if self.ended() is not None:
            return False
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return True

    def ended(self) -> int | None:
        """The exit status if it has ended, None while it lives."""
        with suppress(ChildProcessError):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            return None if pid == 0 else os.waitstatus_to_exitcode(status)
        return 0

    def wait(self, seconds: float) -> int | None:
        """Wait for its end; None if it still lives after ``seconds``."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            status = self.ended()
            if status is not None:
                return status
            time.sleep(0.005)
        return None


def load() -> None:
    """Load what a process loads with its first work, so that those forked from here need not."""
    import config.asgi  # noqa: F401

    get_resolver().url_patterns  # noqa: B018
    get_resolver().reverse_dict  # noqa: B018
    gc.collect()
    gc.freeze()


def draw_no_cards() -> None:
    """Mails carry the site's card, as those of wars do whose ground is too large to be drawn: each other
    card is drawn by a process of its own, which is most of the work where that is not what is looked at."""
    war_card.MOST_CELLS = 0


def fork(work: Callable[[], None], environment: dict[str, str] | None = None) -> Worker:
    """A child of this process that does ``work``: the same code without the second that starting takes."""
    connections.close_all()
    diary = Diary()
    pid = os.fork()
    if pid:
        return Worker(pid, diary)
    status = 1
    try:
        die_with_the_parent()
        keep_diary(diary)
        os.environ.update(environment or {})
        os.setpgid(0, 0)
        work()
        status = 0
    except BaseException as error:
        print(f"worker: {type(error).__name__}: {error}", file=sys.stderr)
    finally:
        os._exit(status)


def die_with_the_parent() -> None:
    """A harness that is itself killed leaves no worker behind (``PR_SET_PDEATHSIG``, Linux)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def keep_diary(diary: Diary) -> None:
    """Have this process say when it is in the middle of a step."""
    step = tick._go

    def noted(turn: starts.Start, *, watch: bool) -> tuple[bool, bool]:
        begun, done, seconds = diary.read()
        diary.write(begun + 1, done, seconds)
        start = time.monotonic()
        advanced = step(turn, watch=watch)
        if advanced[0]:
            diary.write(begun + 1, done + 1, time.monotonic() - start)
        else:
            diary.write(begun, done, seconds)
        return advanced

    tick._go = noted


def tick_in_a_loop() -> None:
    """What ``manage.py tick --loop`` does."""
    with open(os.devnull, "w") as nowhere:
        call_command("tick", loop=PAUSE, stdout=nowhere)


def embedded() -> None:
    """The one-process default: Celery's worker and beat as threads."""
    from config.celery import app
    from config.embedded import Embedded

    app.conf.beat_schedule = {
        name: {**entry, "schedule": 0.1} for name, entry in app.conf.beat_schedule.items()
    }
    with Embedded(app):
        signal.pause()


def started_anew() -> Worker:
    """``manage.py tick --loop`` as an operator starts it."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "tick", "--loop", str(PAUSE)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    return Worker(process.pid)
