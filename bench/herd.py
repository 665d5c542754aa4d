"""P8: a thousand campaigns due at one moment, two workers over one; P9: the queue's share of that.

The database is the queue: a worker is a process that ticks until nothing is due, as the task of the beat
does. Nothing else stands between the clock and a turn: what an idle turn costs is what the queue costs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from bench.campaigns import founded, scene_with_everything
from bench.database import NO_SERVER, Scratch, connect, in_its_own_process, scratch
from bench.rounds import SkippedError, Verdict, quartiles

SIZE = (30, 30, 6)
CAMPAIGNS = 1000
MOST_ROUNDS = 3
"""Each round takes minutes."""

PATIENCE = 900
"""Seconds after which workers that have not come to an end are given up."""

CLONED = (
    "campaign_campaign",
    "campaign_seat",
    "campaign_turn",
    "campaign_playerturn",
    "campaign_banner",
    "campaign_sector",
    "campaign_feature",
    "campaign_relic",
    "campaign_order",
)
"""What a campaign consists of when its plans are in, in an order in which rows can be inserted."""

STEP = 1_000_000
"""From an id to the same one in the next campaign."""


def herd(rounds: int, campaigns: int = CAMPAIGNS) -> list[Verdict]:
    """P8 and P9, in a process of its own."""
    found: dict[str, Any] = in_its_own_process("bench.herd", "all", min(rounds, MOST_ROUNDS), campaigns)
    one, two, idle = found["seconds"]
    took = f"{campaigns} campaigns: {one:.0f} s alone, {two:.0f} s with two, {idle:.1f} s doing nothing"
    return [
        Verdict("P8", "campaigns due at once, two workers over one", *found["two"], goal=1.5, note=took),
        Verdict("P9", "share of the queue in that", *found["idle"], goal=0.2, at_most=True),
    ]


def main() -> int:
    """Measure, or be one of the workers."""
    if sys.argv[1] == "work":
        return _work(datetime.fromisoformat(sys.argv[2]), idle=sys.argv[3] == "idle")
    rounds, campaigns = map(int, sys.argv[2:])
    try:
        with scratch() as database:
            print(json.dumps(_measure(database, rounds, campaigns)))
    except SkippedError as reason:
        print(reason)
        return NO_SERVER
    return 0


def _measure(database: Scratch, rounds: int, campaigns: int) -> dict[str, Any]:
    from campaign.models import Turn

    turn = Turn.objects.get(pk=founded(scene_with_everything(SIZE)))
    assert turn.resolve_after is not None
    due = turn.resolve_after.isoformat()
    _clone(database, campaigns)
    database.keep()
    sides: list[Callable[[], float]] = [
        lambda: _run(database, due, campaigns, workers=1),
        lambda: _run(database, due, campaigns, workers=2),
        lambda: _run(database, due, campaigns, workers=2, idle=True),
    ]
    taken: list[list[float]] = []
    for number in range(rounds):
        order = (0, 1, 2) if number % 2 == 0 else (2, 1, 0)
        seconds = [0.0, 0.0, 0.0]
        for side in order:
            seconds[side] = sides[side]()
        taken.append(seconds)
    return {
        "two": quartiles([one / two for one, two, _ in taken]),
        "idle": quartiles([idle / two for _, two, idle in taken]),
        "seconds": [quartiles([seconds[side] for seconds in taken])[0] for side in range(3)],
    }


def _clone(database: Scratch, campaigns: int) -> None:
    """Make as many campaigns of the one that is there."""
    from django.db import connections

    connections.close_all()
    with connect(database.url, autocommit=True) as connection:
        for table in CLONED:
            columns = [
                row[0]
                for row in connection.execute(
                    "SELECT attname FROM pg_attribute"
                    " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
                    [table],
                )
            ]
            moved, unique = {"id", *_referring(connection, table)}, _unique(connection, table)
            picked = [_picked(name, moved, unique) for name in columns]
            into = ", ".join(f'"{name}"' for name in columns)
            connection.execute(
                f"INSERT INTO {table} ({into}) SELECT {', '.join(picked)}"
                f" FROM {table}, generate_series(1, {campaigns - 1}) AS k"
            )
            connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
            )
        connection.execute("ANALYZE")


def _picked(name: str, moved: set[str], unique: set[str]) -> str:
    """What the k-th clone has in a column."""
    if name in moved:
        return f'"{name}" + k * {STEP}'
    if name == "id_key":
        return f'sha256("{name}" || k::text::bytea)'
    return f"\"{name}\" || '-' || k" if name in unique else f'"{name}"'


def _referring(connection: Any, table: str) -> set[str]:
    """The columns that refer to rows that are cloned too."""
    found = connection.execute(
        "SELECT a.attname FROM pg_constraint c JOIN pg_attribute a"
        " ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)"
        " WHERE c.contype = 'f' AND c.conrelid = %s::regclass AND c.confrelid::regclass::text = ANY(%s)",
        [table, list(CLONED)],
    )
    return {row[0] for row in found}


def _unique(connection: Any, table: str) -> set[str]:
    """The columns of text that no two rows have alike."""
    found = connection.execute(
        "SELECT a.attname FROM pg_index i JOIN pg_attribute a"
        " ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
        " WHERE i.indrelid = %s::regclass AND i.indisunique AND NOT i.indisprimary AND i.indnatts = 1",
        [table],
    )
    return {row[0] for row in found} - {"id"}


def _run(database: Scratch, due: str, campaigns: int, *, workers: int, idle: bool = False) -> float:
    """The seconds that the workers need until no campaign is due any more."""
    database.put_back()
    command = [sys.executable, "-m", "bench.herd", "work", due, "idle" if idle else "turns"]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(workers)
    ]
    try:
        for worker in started:
            _line(worker)
        start = time.perf_counter()
        for worker in started:
            assert worker.stdin is not None
            worker.stdin.write("go\n")
            worker.stdin.flush()
        for worker in started:
            worker.wait(timeout=PATIENCE)
        seconds = time.perf_counter() - start
    finally:
        for worker in started:
            worker.kill()
            worker.wait()
    _must_be_done(database, campaigns, idle=idle)
    return seconds


def _line(worker: subprocess.Popen[str]) -> None:
    assert worker.stdout is not None
    if worker.stdout.readline().strip() != "ready":
        raise RuntimeError("a worker did not start")


def _must_be_done(database: Scratch, campaigns: int, *, idle: bool) -> None:
    """Every campaign went exactly one step on, and none failed."""
    condition = "resolve_after IS NULL" if idle else "phase = 'published'"
    with connect(database.url) as connection:
        ((done, all_of_them),) = connection.execute(
            f"SELECT count(*) FILTER (WHERE {condition}), count(*) FROM campaign_turn WHERE number = 1"
        ).fetchall()
    if (done, all_of_them) != (campaigns, campaigns):
        raise RuntimeError(f"{done} of {all_of_them} turns went on, of {campaigns} campaigns")


def _work(due: datetime, *, idle: bool) -> int:
    """Tick until nothing is due, when told to start."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.db import connection

    from campaign.models import Phase, Turn
    from campaign.turn import tick

    if idle:
        tick.STEPS[Phase.PLANNING] = lambda held: held.set_turn(resolve_after=None)
    connection.ensure_connection()
    print("ready", flush=True)
    sys.stdin.readline()
    while Turn.objects.filter(resolve_after__lte=due).exists():
        tick.tick(now=due)
    return 0


if __name__ == "__main__":
    sys.exit(main())
