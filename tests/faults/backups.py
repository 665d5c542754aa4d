"""Backups made while people and workers are busy, restored beside, verified and played on."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import connection, connections

from campaign.base.refusal import Refusal
from tests.faults.wars import War, found
from tests.faults.workers import ROOT, fork, tick_in_a_loop

WARS = 3
PATIENCE = 60
"""Seconds that the first plan may take."""


@dataclass
class Outcome:
    """What the backups came to."""

    backups: int = 0
    receipts: int = 0
    """Plans acknowledged before a backup began: all of them have to be in it."""
    problems: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The run in a line."""
        held = f"{self.receipts} receipts from before them found in them"
        return (
            f"{self.backups} backups under load restored and played on, {held}; {len(self.problems)} problems"
        )


def run(backups: int, seed: int, folder: Path) -> Outcome:
    """Make so many backups of wars that go on, each restored into a database of its own."""
    chance = random.Random(seed)
    outcome = Outcome()
    wars = [found(700 + number, automatic=number % 2 == 0) for number in range(WARS)]
    for number in range(backups):
        busy = _Busy(wars, chance)
        busy.wait_for_a_receipt()
        time.sleep(0.5 + chance.random())
        # Only what had been acknowledged when the backup began is promised to be in it.
        known = {
            f"{key[0]} {key[1]}": value for war in wars for key, value in dict(war.model.receipts).items()
        }
        restored = _backup(folder, number)
        busy.stop()
        outcome.backups += 1
        outcome.receipts += len(known)
        outcome.problems += busy.problems + _look_at(restored, known)
    return outcome


class _Busy:
    """A worker process and a thread of people, both at work until they are stopped."""

    def __init__(self, wars: list[War], chance: random.Random) -> None:
        self.problems: list[str] = []
        self._wars = wars
        self._chance = chance
        self._over = threading.Event()
        self._worker = fork(tick_in_a_loop)
        self._people = threading.Thread(target=self._act)
        self._people.start()

    def _act(self) -> None:
        try:
            while not self._over.is_set():
                for war in self._wars:
                    war.make_due(self._chance)
                time.sleep(0.05)
        except Refusal as refusal:
            self.problems.append(f"people are refused during a backup: {refusal}")
        finally:
            connection.close()

    def wait_for_a_receipt(self) -> None:
        """On a loaded machine the first may take its time; a backup before it would show nothing."""
        until = time.monotonic() + PATIENCE
        while not any(war.model.receipts for war in self._wars):
            if time.monotonic() > until:
                raise RuntimeError(f"nobody has submitted a plan within {PATIENCE} seconds")
            time.sleep(0.05)

    def stop(self) -> None:
        """Let everybody go home."""
        self._over.set()
        self._people.join()
        self._worker.kill()
        connections.close_all()


def _backup(folder: Path, number: int) -> str:
    """Back up as the README says and restore into a new database; gives its address."""
    if connection.vendor == "sqlite":
        file = folder / f"backup-{number}.sqlite3"
        subprocess.run(
            [sys.executable, "manage.py", "backup", str(file)], cwd=ROOT, check=True, capture_output=True
        )
        return f"sqlite:///{file}"
    url = os.environ["DATABASE_URL"].replace("postgres://", "postgresql://")
    name = f"{settings.DATABASES['default']['NAME']}_{number}"
    beside = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    file = folder / f"backup-{number}.dump"
    for command in (
        ["pg_dump", "-Fc", "--file", str(file), url],
        ["psql", "--quiet", url, "--command", f'CREATE DATABASE "{name}"'],
        ["pg_restore", "--dbname", beside, str(file)],
    ):
        subprocess.run(command, check=True, capture_output=True)
    return beside.replace("postgresql://", "postgres://")


def _look_at(database_url: str, known: dict[str, str]) -> list[str]:
    """Verify the restored database in a process of its own, and play it on; then drop it."""
    command = [sys.executable, "-m", "tests.faults.restored"]
    env = os.environ | {"DATABASE_URL": database_url}
    done = subprocess.run(
        command, cwd=ROOT, env=env, input=json.dumps(known), capture_output=True, text=True, check=False
    )
    if database_url.startswith("postgres"):
        name = urlsplit(database_url).path[1:]
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    if done.returncode:
        return [f"a restored backup cannot be looked at: {done.stderr[-500:]}"]
    return [f"in a restored backup: {line}" for line in done.stdout.splitlines()]
