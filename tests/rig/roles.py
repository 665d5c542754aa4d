"""What the site's processes do: the app's own code, by a clock that can be set, and broken if asked."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from campaign.base.dates import clock
from config.management.commands.serve import listen, web_server
from rules.open_dice import beacons
from tests.faults import workers
from tests.rig.broken import break_it
from tests.rig.launching import Shared

OFTEN = 0.2
"""Seconds between two looks of whoever looks for what is due."""
TASKS = tuple(f"campaign.tasks.{name}" for name in ("tick", "send_notices", "send_lines", "ask_beacon"))
ROUND = 1
"""Seconds from a deadline to its round of the beacon: for a minute nobody would wait here."""


def load() -> None:
    """Load what a web process loads with its first request, so that those forked from here need not."""
    beacons.WAIT = ROUND
    workers.load()


def _web(shared: Shared, slot: int, port: int) -> None:
    """As ``manage.py serve`` has it."""
    with listen("127.0.0.1", port) as listener:
        web_server().run(sockets=[listener])


def _clock(shared: Shared, slot: int, port: int) -> None:
    """``manage.py tick --loop --turns``: the turns alone."""
    with open(os.devnull, "w") as nowhere:
        call_command("tick", loop=OFTEN, turns=True, stdout=nowhere)


def _ticker(shared: Shared, slot: int, port: int) -> None:
    """``manage.py tick --loop``: turns, reminders and mails."""
    with open(os.devnull, "w") as nowhere:
        call_command("tick", loop=2 * OFTEN, stdout=nowhere)


def _worker(shared: Shared, slot: int, port: int) -> None:
    """Celery's workers, one for each lane, and its beat: by Redis, or by memory without it."""
    from config.celery import app
    from config.embedded import Embedded

    # What nobody here waits for would be most of the work.
    app.conf.beat_schedule = {name: {**app.conf.beat_schedule[name], "schedule": 2 * OFTEN} for name in TASKS}
    with Embedded(app):
        while True:
            time.sleep(3600)


def _prepared(role: Callable[[Shared, int, int], None], shared: Shared, slot: int, port: int) -> None:
    _set_clock(shared)
    workers.keep_diary(shared.diary(slot))
    break_it(os.environ.get("RIG_BROKEN", ""))
    role(shared, slot, port)


ROLES = {
    name: partial(_prepared, role)
    for name, role in (("web", _web), ("clock", _clock), ("ticker", _ticker), ("worker", _worker))
}
"""By the first part of a process's name."""


def _set_clock(shared: Shared) -> None:
    """Let this process's clocks on the wall show what the rig wants; the time of running goes on as ever.

    PostgreSQL stands on the same machine, so what it says is as wrong.
    """
    wall, moment, told = time.time, timezone.now, clock.told

    def now() -> datetime:
        return moment() + timedelta(seconds=shared.offset)

    time.time = lambda: wall() + shared.offset
    timezone.now = now
    if connection.vendor != "postgresql":
        return
    by_database = clock.now

    def asked() -> datetime:
        if clock.is_pretended():
            return by_database()
        return by_database() + timedelta(seconds=shared.offset)

    def read(found: datetime | None) -> datetime:
        if found is None or clock.is_pretended():
            return told(found)
        return found + timedelta(seconds=shared.offset)

    clock.now, clock.told = asked, read
