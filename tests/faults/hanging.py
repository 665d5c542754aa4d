"""``python -m tests.faults.hanging``: turns are due while mail, Discord and push accept and never answer.

Once in the one process, and once in processes of their own on PostgreSQL and Redis. The clock must not
notice: its last tick is never long ago, and every turn is done in time, while the log says what does not
leave.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests import run as servers
from tests.faults.outage import Broker
from tests.faults.scratch import SQLITE, environment, scratch

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = sys.executable
ONE, MANY = "one", "many"
OLDEST = 15.0
"""Seconds that the last tick may be ago."""
LATEST = 15.0
"""Seconds after its moment by which a turn must be done."""
STARTING = 60.0
PAUSE = 0.5
"""Seconds between two turns."""
MORE = 120.0
"""Seconds for which it goes on at most until mail, Discord and push were all tried: drawing takes time."""
SILENT = ("mail", "lines to Discord and browsers")
"""What does not leave, as the log calls it."""
WARS = 4
CELERY = (PYTHON, "-m", "celery", "--app", "config")
PROCESSES = {
    ONE: ((PYTHON, "manage.py", "serve", "--port", "{port}"),),
    MANY: (
        *(
            (*CELERY, "worker", "--queues", lane, "--concurrency", slots, "--hostname", f"{lane}@%h")
            for lane, slots in (("clock", "2"), ("care", "1"), ("post", "2"))
        ),
        (*CELERY, "beat", "--schedule", "{folder}/beat"),
        (PYTHON, "manage.py", "tick", "--loop", "2", "--turns"),
    ),
}


@dataclass
class Outcome:
    """What the clock did meanwhile."""

    oldest: float = 0.0
    latest: float = 0.0
    turns: int = 0
    heard: int = 0
    problems: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The run in a line."""
        turns = f"{self.turns} turns done, at most {self.latest:.0f} s late"
        ticks = f"last tick at most {self.oldest:.0f} s ago"
        return f"{self.heard} connections never answered; {turns}; {ticks}; {len(self.problems)} problems"


class Deaf:
    """A server that accepts, listens, and never says a word."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.place = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.heard: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            self.heard.append(self._listener.accept()[0])


def can_be_many() -> bool:
    """Whether the servers of the deployment of many processes can be had here."""
    return servers.postgres_programs() is not None and servers.shutil.which("redis-server") is not None


def surroundings(stack: ExitStack, deployment: str, place: str) -> tuple[Path, Broker | None]:
    """Servers and variables of a deployment whose mail goes to ``place``, until the stack is closed."""
    broker = None
    if deployment == MANY:
        programs = servers.postgres_programs()
        assert programs is not None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="faults-")))
        url, _restart = stack.enter_context(servers.own_postgres_to_restart(programs))
        broker = Broker.started(servers.free_port())
        stack.callback(broker.kill)
        environment(folder, f"{url}/postgres", f"redis://127.0.0.1:{broker.port}/0")
    else:
        folder = stack.enter_context(scratch(SQLITE))
    os.environ.update(
        EMAIL_URL=f"smtp://{place}",
        DEAF=place,
        DJANGO_SETTINGS_MODULE="tests.faults.open_settings",
        LOG_LEVEL="WARNING",
    )
    return folder, broker


def main() -> int:
    """Run it; exit status 1 if anything is wrong, 0 with a line if the servers cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.hanging", description=__doc__)
    parser.add_argument("--deployment", choices=(ONE, MANY), default=ONE)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two turns")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    options = parser.parse_args()
    deaf = Deaf()
    with ExitStack() as stack:
        if options.deployment == MANY and not can_be_many():
            print("skipped: PostgreSQL and Redis have to be installed for this")
            return 0
        folder, _broker = surroundings(stack, options.deployment, deaf.place)
        outcome = _run(options, random.Random(options.seed), folder, deaf)
    print(outcome.line())
    for problem in outcome.problems[:40]:
        print(f"  {problem}")
    return 1 if outcome.problems else 0


def _run(options: argparse.Namespace, chance: random.Random, folder: Path, deaf: Deaf) -> Outcome:
    import django

    django.setup()
    from django.core.management import call_command

    from campaign.models import Phase, Turn
    from tests.faults import verify, wars

    call_command("migrate", verbosity=0)
    outcome = Outcome()
    fought = [wars.found(number, automatic=number % 2 == 0) for number in range(WARS)]
    _turn_on(deaf.place)
    with processes(options.deployment, folder):
        until_ticking()
        until = time.monotonic() + options.seconds
        while (now := time.monotonic()) < until or (now < until + MORE and _unsaid(folder)):
            for war in fought:
                war.make_due(chance)
            _until_done(outcome)
            time.sleep(options.pause)
    outcome.turns = Turn.objects.filter(phase=Phase.PUBLISHED, number__gt=0).count()
    outcome.heard = len(deaf.heard)
    outcome.problems += [problem for war in fought for problem in verify.problems_of(war)]
    if outcome.heard < 3 or not outcome.turns:
        outcome.problems.append("nothing was tried")
    for what in _unsaid(folder):
        outcome.problems.append(f"the log does not say that this does not leave: {what}")
    return outcome


def _unsaid(folder: Path) -> list[str]:
    """What of all that hangs the log has not complained about."""
    said = "".join(file.read_text() for file in sorted(folder.glob("*.log")))
    return [what for what in SILENT if f"WARNING campaign.delivery.services: {what}: " not in said]


def _turn_on(place: str) -> None:
    """Everybody has a webhook and a browser, whose servers are deaf."""
    import base64

    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    from campaign.models import User
    from campaign.notices import services as telling
    from campaign.notices.push import services as devices

    for user in User.objects.order_by("id"):
        point = ec.generate_private_key(ec.SECP256R1()).public_key()
        raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        key, auth = (base64.urlsafe_b64encode(one).decode().rstrip("=") for one in (raw, b"0" * 16))
        telling.set_webhook(user=user, address=f"http://{place}/hook/{user.pk}")
        devices.add_device(
            user=user, address=f"http://{place}/push/{user.pk}", key=key, auth=auth, name="phone"
        )


def _age() -> float | None:
    """Seconds since the last tick."""
    from campaign.base.dates import clock
    from campaign.models import Heartbeat

    last = Heartbeat.objects.filter(name="tick").first()
    return None if last is None else (clock.now() - last.at).total_seconds()


def until_ticking() -> None:
    """Wait until the clock gives signs of life."""
    start = time.monotonic()
    while (age := _age()) is None or age > 3:
        if time.monotonic() - start > STARTING:
            raise SystemExit("the clock did not start")
        time.sleep(0.2)


def _until_done(outcome: Outcome) -> None:
    """Wait until nothing is due, and note how old the last tick and the oldest turn become meanwhile."""
    from tests.faults.killing import due

    start = time.monotonic()
    while True:
        age, late = _age() or 0.0, time.monotonic() - start
        outcome.oldest = max(outcome.oldest, age)
        if not due():
            outcome.latest = max(outcome.latest, late)
            return
        if age > OLDEST or late > LATEST:
            outcome.problems.append(f"{due()} turns due for {late:.0f} s, the last tick {age:.0f} s ago")
            return
        time.sleep(0.2)


@contextmanager
def processes(deployment: str, folder: Path) -> Iterator[None]:
    """The processes of a deployment, as an operator starts them."""
    names = {"folder": folder, "port": servers.free_port()}
    started: list[subprocess.Popen[bytes]] = []
    try:
        for number, words in enumerate(PROCESSES[deployment]):
            said = (folder / f"{number}.log").open("wb")
            command = [word.format(**names) for word in words]
            started.append(
                subprocess.Popen(command, cwd=ROOT, start_new_session=True, stdout=said, stderr=said)
            )
        yield
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGTERM)
        for process in started:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


if __name__ == "__main__":
    sys.exit(main())
