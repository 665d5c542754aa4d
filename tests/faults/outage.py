"""``python -m tests.faults.outage``: the deployment's processes while broker and database die under them.

PostgreSQL, Redis, workers, ticker and beat run as in ``docker-compose.yml``, on servers of their own: what
ends is started anew, for Celery's worker ends when Redis goes just as it says that a task is done. Redis is
killed and comes back empty, is flushed, and PostgreSQL is restarted at once, each while turns are due; people
go on planning and looking at their maps. After each all must be done within a minute by itself, and nothing
lost, doubled or half done.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tests import run as servers
from tests.faults.scratch import environment

if TYPE_CHECKING:
    from tests.faults.wars import War

ROOT = Path(__file__).resolve().parent.parent.parent
NORMAL = 60.0
"""Seconds after an outage by which everything due must be done."""
AWAY = 2.0
"""Seconds for which Redis is gone."""
A_MAIL = timedelta(seconds=25)
"""Longer than any sender holds a notice that it is sending, for each is renewed just before."""
WARS = 4
_CELERY = ("-m", "celery", "--app", "config")
_LOUD = ("--loglevel", "ERROR")
PROCESSES = {
    "clock": (
        *_CELERY,
        "worker",
        "--queues",
        "clock",
        "--concurrency",
        "2",
        "--hostname",
        "clock@%h",
        *_LOUD,
    ),
    "post": (
        *_CELERY,
        "worker",
        "--queues",
        "care,post",
        "--concurrency",
        "2",
        "--hostname",
        "post@%h",
        *_LOUD,
    ),
    "beat": (*_CELERY, "beat", "--schedule", "{folder}/beat", *_LOUD),
    "ticker": ("manage.py", "tick", "--loop", "2", "--turns"),
}
AGAIN = 0.5
"""Seconds between two looks at whether all of them run."""


@dataclass
class Broker:
    """A Redis on a port of its own that keeps nothing on disk."""

    port: int
    process: subprocess.Popen[bytes]

    @classmethod
    def started(cls, port: int) -> Broker:
        """Start one and wait until it answers."""
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        process = subprocess.Popen(
            ["redis-server", *options], stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()
        )
        return cls(port, process)

    def kill(self) -> None:
        """``kill -9``."""
        self.process.kill()
        self.process.wait()

    def flush(self) -> None:
        """Throw away all that it holds: the queue, too."""
        subprocess.run(["redis-cli", "-p", str(self.port), "FLUSHALL"], check=True, stdout=subprocess.DEVNULL)


@dataclass
class Outcome:
    """What the outages came to."""

    outages: int = 0
    turns: int = 0
    anew: int = 0
    """Processes that had ended by themselves."""
    slowest: float = 0.0
    problems: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The run in a line."""
        slowest = f"all done at most {self.slowest:.0f} s after each"
        turns = f"{self.turns} turns published"
        anew = f"{self.anew} processes started anew"
        return f"{self.outages} outages; {turns}; {anew}; {slowest}; {len(self.problems)} problems"


def main() -> int:
    """Run it; exit status 1 if anything is wrong, 0 with a line if the servers cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.outage", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="of three outages each")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    options = parser.parse_args()
    programs = servers.postgres_programs()
    if programs is None or servers.shutil.which("redis-server") is None:
        print("skipped: PostgreSQL and Redis have to be installed for this")
        return 0
    print(f"outage: seed {options.seed}", flush=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="faults-")))
        url, restart = stack.enter_context(servers.own_postgres_to_restart(programs))
        broker = Broker.started(servers.free_port())
        stack.callback(lambda: broker.kill())
        environment(folder, f"{url}/postgres", f"redis://127.0.0.1:{broker.port}/0")
        os.environ["TEST_DURABLE"] = "on"
        outcome = _run(options.rounds, random.Random(options.seed), folder, broker, restart)
    print(outcome.line())
    for problem in outcome.problems[:40]:
        print(f"  {problem}")
    return 1 if outcome.problems else 0


def _run(
    rounds: int, chance: random.Random, folder: Path, broker: Broker, restart: Callable[[], None]
) -> Outcome:
    import django

    django.setup()
    from django.core.management import call_command

    from campaign.models import Phase, Turn
    from tests.faults import verify, wars

    call_command("migrate", verbosity=0)
    outcome = Outcome()
    fought = [wars.found(number, automatic=number % 2 == 0) for number in range(WARS)]
    outages: tuple[Callable[[], None], ...] = (
        lambda: _redis_away(fought, chance, broker, outcome),
        broker.flush,
        restart,
    )
    with _processes(folder, outcome):
        for outage in outages * rounds:
            _act(fought, chance)
            time.sleep(chance.random())
            outage()
            outcome.outages += 1
            _act(fought, chance)
            outcome.slowest = max(outcome.slowest, _until_normal(outcome))
        _until_sent()
    outcome.turns = Turn.objects.filter(phase=Phase.PUBLISHED, number__gt=0).count()
    if outcome.turns < rounds:
        outcome.problems.append(f"only {outcome.turns} turns were published: nothing was tried")
    outcome.problems += [problem for war in fought for problem in verify.problems_of(war)]
    outcome.problems += verify.problems_of_mail(folder / "mail", outcome.outages)
    return outcome


def _act(fought: list[War], chance: random.Random) -> None:
    """People plan and report, and the deadline passes; a connection that has died is made anew."""
    from django.db import connections

    connections.close_all()
    for war in fought:
        war.make_due(chance)


def _redis_away(fought: list[War], chance: random.Random, broker: Broker, outcome: Outcome) -> None:
    """No Redis for a while: plans are taken and maps shown as ever."""
    from django.test import Client

    broker.kill()
    until = time.monotonic() + AWAY
    _act(fought, chance)
    for war in fought:
        seat = war.campaign.seats.select_related("user")[0]
        assert seat.user is not None
        client = Client(raise_request_exception=False)
        client.force_login(seat.user)
        for address in ("/", f"/c/{war.campaign.public_id}/"):
            status = client.get(address).status_code
            if status != 200:
                outcome.problems.append(f"without Redis {address} answers {status}")
    time.sleep(max(0.0, until - time.monotonic()))
    broker.process = Broker.started(broker.port).process


@contextmanager
def _processes(folder: Path, outcome: Outcome) -> Iterator[None]:
    """Workers, ticker and beat, as an operator's supervisor keeps them."""
    started = {name: _start(name, folder) for name in PROCESSES}
    done = threading.Event()

    def keep() -> None:
        while not done.wait(AGAIN):
            for name, process in started.items():
                if process.poll() is not None:
                    started[name] = _start(name, folder)
                    outcome.anew += 1

    keeper = threading.Thread(target=keep, daemon=True)
    keeper.start()
    try:
        yield
    finally:
        done.set()
        keeper.join()
        for process in started.values():
            _signal(process, signal.SIGTERM)
        for process in started.values():
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                _signal(process, signal.SIGKILL)
                process.wait()


def _start(name: str, folder: Path) -> subprocess.Popen[bytes]:
    """One of them in a group of its own. What it says while its servers die is kept beside."""
    command = [sys.executable, *(one.format(folder=folder) for one in PROCESSES[name])]
    with (folder / f"{name}.log").open("ab") as said:
        return subprocess.Popen(command, cwd=ROOT, start_new_session=True, stdout=said, stderr=said)


def _signal(process: subprocess.Popen[bytes], what: signal.Signals) -> None:
    """Signal a process and its children, if there are any left."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, what)


def _until_normal(outcome: Outcome) -> float:
    """Seconds until nothing is due any more; a problem if that is more than a minute."""
    from tests.faults.killing import due

    start = time.monotonic()
    while due():
        if time.monotonic() - start > NORMAL:
            outcome.problems.append(
                f"{due()} turns are still due {NORMAL:.0f} s after outage {outcome.outages}"
            )
            break
        time.sleep(0.1)
    return time.monotonic() - start


def _until_sent() -> None:
    """Wait until the outbox is empty, however slow the machine, as long as it grows shorter.

    What was broken off while being sent waits for its lease to end; the leases of senders who live are not
    touched, or what they are sending would be sent twice. What failed as the database went waits a minute,
    or five after the second time: that time passes.
    """
    from tests.faults.killing import due, let_leases_end, let_pauses_end, waiting

    until, left = time.monotonic() + NORMAL, waiting()
    while due() or left:
        time.sleep(0.2)
        let_leases_end(renewed_before=A_MAIL)
        let_pauses_end()
        if (now := waiting()) < left:
            until, left = time.monotonic() + NORMAL, now
        elif time.monotonic() > until:
            return


if __name__ == "__main__":
    sys.exit(main())
