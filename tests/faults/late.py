"""``python -m tests.faults.late``: how late the last of many due turns is, whatever mail and Redis do.

Many turns are due at one moment, and mails wait for all their people. It is done with a mail server that
takes them, with one that hangs and with one that drops whoever calls; each with a new database, so that they
can be held against each other. With ``--redis-away`` Redis is gone for so long, and turns are due all along.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests import run as servers
from tests.faults.hanging import MANY, ONE, ROOT, Deaf, processes, surroundings, until_ticking
from tests.faults.outage import Broker

GOOD, HANGING, DROPPING = MAILS = ("good", "hanging", "dropping")
RATIO = 1.2
"""So many times as late as with good mail the last turn may be."""
NOISE = 4.0
"""Seconds that make no difference: the ticks' own rhythm."""
WITHOUT_REDIS = 30.0
"""Seconds that a turn may be late while Redis is gone."""
PATIENCE = 120.0
SKIPPED = "skipped: PostgreSQL and Redis have to be installed for this"


class Dropping:
    """A server that ends every talk before a word is said."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.place = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            self._listener.accept()[0].close()


class Sink:
    """A mail server that takes all."""

    def __init__(self) -> None:
        from aiosmtpd.controller import Controller

        self._controller = Controller(self, hostname="127.0.0.1", port=servers.free_port())
        self._controller.start()
        self.place = f"127.0.0.1:{self._controller.port}"

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802
        """Take it."""
        return "250 OK"


def main() -> int:
    """Run it; exit status 1 if anything is wrong, 0 with a line if the servers cannot be had."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.late", description=__doc__)
    parser.add_argument("--deployment", choices=(ONE, MANY), default=ONE)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--mail", choices=MAILS, help="this alone, and as JSON")
    parser.add_argument("--redis-away", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--one-lane", action="store_true", help="let the clock wait for all: must be noticed")
    options = parser.parse_args()
    if options.mail is not None:
        print(json.dumps(_once(options)))
        return 0
    if options.deployment == MANY and not _has_servers():
        print(SKIPPED)
        return 0
    return _compared(options)


def _has_servers() -> bool:
    return servers.postgres_programs() is not None and servers.shutil.which("redis-server") is not None


def _compared(options: argparse.Namespace) -> int:
    found: dict[str, dict[str, Any]] = {}
    problems = []
    print(f"{options.deployment}: {options.turns} turns are founded first", flush=True)
    with tempfile.TemporaryDirectory(prefix="late-") as folder:
        os.environ["LATE_MODEL"] = f"{folder}/model"
        for mail in (GOOD,) if options.redis_away else MAILS:
            found[mail] = one = _in_a_process(options, mail)
            late = f"{one['done']} turns, the last {one['late']:.1f} s late"
            times = one["late"] / max(found[GOOD]["late"], 0.1)
            print(f"{options.deployment}, mail {mail}: {late} ({times:.2f} times)", flush=True)
    for mail, one in found.items():
        most = max(found[GOOD]["late"] * RATIO, found[GOOD]["late"] + NOISE)
        if options.redis_away:
            most = WITHOUT_REDIS
        if one["late"] > most:
            problems.append(f"mail {mail}: {one['late']:.1f} s late, {most:.1f} at most")
        if one["done"] != options.turns:
            problems.append(f"mail {mail}: {one['done']} of {options.turns} turns done")
        if one["moved"]:
            problems.append(f"mail {mail}: {one['moved']} deadlines moved")
        if mail == GOOD and not one["sent"] and not options.redis_away:
            problems.append("no mail was sent: nothing was tried")
    for problem in problems:
        print(f"  {problem}")
    print(f"{options.deployment}: {len(problems)} problems")
    return 1 if problems else 0


def _in_a_process(options: argparse.Namespace, mail: str) -> dict[str, Any]:
    """Settings are read once in a process."""
    command = [sys.executable, "-m", "tests.faults.late", "--mail", mail, "--deployment", options.deployment]
    command += ["--turns", str(options.turns), "--redis-away", str(options.redis_away)]
    command += ["--one-lane"] if options.one_lane else []
    # On SQLite the first one's wars are there already for those that follow.
    model = os.environ["LATE_MODEL"]
    env = os.environ | (
        {"TEST_MIGRATED": model} if options.deployment == ONE and Path(model).exists() else {}
    )
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _once(options: argparse.Namespace) -> dict[str, Any]:
    server = {GOOD: Sink, HANGING: Deaf, DROPPING: Dropping}[options.mail]()
    with ExitStack() as stack:
        folder, broker = surroundings(stack, options.deployment, server.place)
        if options.one_lane:
            os.environ["ONE_LANE"] = "on"
        return _measured(options, folder, broker)


def _measured(options: argparse.Namespace, folder: Path, broker: Broker | None) -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command

    from campaign.base.dates import clock
    from campaign.models import Notice, NoticeState, Phase, Turn

    _fill(Path(os.environ.get("LATE_MODEL", "")))
    call_command("migrate", verbosity=0)
    _found_wars(options.turns, Path(os.environ.get("LATE_MODEL", "")))
    turns = Turn.objects.filter(number=1).order_by("id")
    turns.update(plan_due=None, resolve_after=None)
    Notice.objects.update(not_before=clock.now() - timedelta(seconds=1), created_at=clock.now())
    with processes(options.deployment, folder):
        until_ticking()
        if broker is not None and options.redis_away:
            broker.kill()
        due = _make_due(list(turns.values_list("id", flat=True)), options.redis_away)
        until = time.monotonic() + options.redis_away + PATIENCE + options.turns
        while turns.filter(phase=Phase.PLANNING).exists() and time.monotonic() < until:
            time.sleep(0.5)
        sent = Notice.objects.filter(state=NoticeState.SENT, channel="mail")
        while options.mail == GOOD and not sent.exists() and time.monotonic() < until:
            # Few turns are done before the first mail goes.
            time.sleep(0.5)
    done = dict(turns.exclude(phase=Phase.PLANNING).values_list("id", "planned_at"))
    moved = sum(1 for names in turns.values_list("moved_for_downtime", flat=True) if names)
    return {
        "done": len(done),
        "late": max(((at - due[key]).total_seconds() for key, at in done.items()), default=0.0),
        "moved": moved + Notice.objects.filter(kind="date_moved").count(),
        "sent": sent.count(),
    }


def _fill(model: Path) -> None:
    """Take what was founded for the run before, on PostgreSQL."""
    if model.is_file() and "postgres" in os.environ["DATABASE_URL"]:
        url = os.environ["DATABASE_URL"].replace("postgres://", "postgresql://")
        command = ["psql", "--quiet", "--output", os.devnull, "--file", str(model), url]
        subprocess.run(command, check=True, capture_output=True)


def _found_wars(count: int, model: Path) -> None:
    """Found the wars, unless they are there, and keep them for the next run."""
    from django.db import connection

    from campaign.models import Campaign
    from tests.wars import APART, begin_war

    if Campaign.objects.count() == count:
        return
    for _ in range(count):
        begin_war(APART)
    if not model.name:
        return
    if connection.vendor == "sqlite":
        name = connection.settings_dict["NAME"]
        with closing(sqlite3.connect(name)) as source, closing(sqlite3.connect(model)) as target:
            source.backup(target)
        return
    url = os.environ["DATABASE_URL"].replace("postgres://", "postgresql://")
    subprocess.run(["pg_dump", "--file", str(model), url], check=True, capture_output=True)


def _make_due(keys: list[int], seconds: float) -> dict[int, datetime]:
    """Let these turns be due, all in a moment, or one after another for so long."""
    from campaign.base.dates import clock
    from campaign.models import Turn

    begin = clock.now() + timedelta(seconds=2)
    due = {key: begin + timedelta(seconds=seconds * place / len(keys)) for place, key in enumerate(keys)}
    if not seconds:
        Turn.objects.filter(id__in=keys).update(plan_due=begin, resolve_after=begin)
        return due
    for key, moment in due.items():
        Turn.objects.filter(pk=key).update(plan_due=moment, resolve_after=moment)
    return due


if __name__ == "__main__":
    sys.exit(main())
