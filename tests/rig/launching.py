"""Starts the site's processes, each forked from one that has loaded the project and has no thread.

What they share with the rig: how far each is with its steps, and by how much their clocks are wrong.
"""

from __future__ import annotations

import json
import mmap
import os
import signal
import socket
import struct
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.faults.workers import Diary, die_with_the_parent

SLOTS = 16
_OFFSET = struct.Struct("=d")
Roles = Mapping[str, Callable[["Shared", int, int], None]]


class Shared:
    """Memory that the rig and all processes of its site see."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, (SLOTS + 1) * Diary.SIZE)

    @property
    def offset(self) -> float:
        """Seconds by which the site's clock is ahead."""
        seconds: float = _OFFSET.unpack_from(self._memory, 0)[0]
        return seconds

    @offset.setter
    def offset(self, seconds: float) -> None:
        _OFFSET.pack_into(self._memory, 0, seconds)

    def diary(self, slot: int) -> Diary:
        """What a process says of its steps."""
        return Diary(self._memory, (slot + 1) * Diary.SIZE)


@dataclass
class Process:
    """One of the site's processes; ``port`` 0 if it is no web process."""

    name: str
    slot: int
    port: int
    diary: Diary
    pid: int = 0

    def lives(self) -> bool:
        """Whether it has not ended yet."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def in_a_step(self) -> bool:
        """Whether it is in the middle of a step of a turn."""
        begun, done, _seconds = self.diary.read()
        return begun > done

    def signal(self, number: int) -> None:
        """Send a signal, if it is there to hear it."""
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return

    def wait(self, seconds: float) -> bool:
        """Wait for its end; False if it still lives."""
        until = time.monotonic() + seconds
        while self.lives():
            if time.monotonic() > until:
                return False
            time.sleep(0.002)
        return True


def _reap(number: int, frame: object) -> None:
    """Let those go that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


class Launcher:
    """The process from which all others are forked, spoken to in lines."""

    def __init__(self, shared: Shared, roles: Roles, log: Path) -> None:
        self._shared, self._roles, self._log = shared, roles, log
        ours, theirs = socket.socketpair()
        self.pid = os.fork()
        if not self.pid:
            ours.close()
            self._serve(theirs)
        theirs.close()
        self._talk = ours.makefile("rw")

    def start(self, process: Process) -> None:
        """Start this process, or start it again."""
        process.diary.write(0, 0, 0.0)
        self._talk.write(json.dumps([process.name, process.slot, process.port]) + "\n")
        self._talk.flush()
        process.pid = int(self._talk.readline())

    def end(self) -> None:
        """End it, and with it all that it has started."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def _serve(self, talk: socket.socket) -> None:
        try:
            die_with_the_parent()
            signal.signal(signal.SIGCHLD, _reap)
            with self._log.open("ab") as said:
                os.dup2(said.fileno(), 1)
                os.dup2(said.fileno(), 2)
            lines = talk.makefile("rw")
            for line in lines:
                lines.write(f"{self._forked(talk, *json.loads(line))}\n")
                lines.flush()
        except BaseException:
            traceback.print_exc()
        os._exit(1)

    def _forked(self, talk: socket.socket, name: str, slot: int, port: int) -> int:
        pid = os.fork()
        if pid:
            return pid
        status = 1
        try:
            talk.close()
            die_with_the_parent()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._roles[name.rstrip("0123456789")](self._shared, slot, port)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
