"""The rig's site: its processes, its servers, and what can be done to them."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.rig.journal import Journal
from tests.rig.launching import Launcher, Process, Shared
from tests.rig.people import Program
from tests.rig.servers import BeaconServer, MailServer, Postgres, Redis
from tests.rig.small_disk import SmallDisk
from tests.run import free_port

PROCESSES = ("web1", "web2", "clock", "worker", "ticker")
ENDING = 20.0
"""Seconds that a process may take to end when it is told to."""


@dataclass
class Site:
    """All of it. ``programs`` are the people's, while there are any."""

    shared: Shared
    launcher: Launcher
    journal: Journal
    mail: MailServer
    beacon: BeaconServer
    postgres: Postgres | None = None
    redis: Redis | None = None
    disk: SmallDisk | None = None
    processes: dict[str, Process] = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)

    @property
    def ports(self) -> tuple[int, ...]:
        """Where it is served."""
        return tuple(one.port for one in self.processes.values() if one.port)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start all processes; end them afterwards."""
        for slot, name in enumerate(PROCESSES):
            port = free_port() if name.startswith("web") else 0
            self.processes[name] = Process(name, slot, port, self.shared.diary(slot))
            self.launcher.start(self.processes[name])
        try:
            yield
        finally:
            for one in self.processes.values():
                one.signal(signal.SIGKILL)

    def waiting(self, port: int = 0) -> int:
        """How many requests are on their way and have no answer: of one web process, or of all."""
        return sum(bool(one.waits_at) and port in (0, one.waits_at) for one in self.programs)

    def in_a_step(self) -> bool:
        """Whether any process is in the middle of a step."""
        return any(one.in_a_step() for one in self.processes.values())

    def start(self, one: Process) -> None:
        """Start a process again."""
        one.wait(ENDING)
        self.launcher.start(one)

    def kill_all(self, names: Sequence[str]) -> None:
        """``kill -9`` for several, and wait until they are gone."""
        for name in names:
            self.processes[name].signal(signal.SIGKILL)
        for name in names:
            self.processes[name].wait(ENDING)

    def start_all(self, names: Sequence[str]) -> None:
        """Start them again."""
        for name in names:
            self.start(self.processes[name])

    def mend(self) -> None:
        """Undo all that faults may have left: all lives, there is room, the time is right."""
        self.shared.offset = 0.0
        self.mail.mood = self.beacon.mood = "good"
        if self.disk is not None:
            self.disk.clear()
        for one in self.processes.values():
            one.signal(signal.SIGCONT)
            if not one.lives():
                self.launcher.start(one)


def until(true: Callable[[], bool], seconds: float, pause: float = 0.001) -> bool:
    """Wait until something is so; False if it was not for so long."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True
