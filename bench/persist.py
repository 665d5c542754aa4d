"""P4: a turn with load and store over the floor of plain SQL for the same rows; P5: its SQL statements."""

from __future__ import annotations

import json
import sys
from collections import Counter
from datetime import datetime
from typing import Any

from bench import floor
from bench import rounds as compare
from bench.campaigns import founded, scene_with_everything
from bench.database import NO_SERVER, Scratch, connect, in_its_own_process, scratch
from bench.rounds import SkippedError, Verdict, seconds

SMALL = (30, 22, 6)
LARGE = (2_000, 200, 100)
"""Banners, sectors a side, players."""
MOST_STATEMENTS = 25
MOST_ROUNDS_LARGE = 7


def persist(rounds: int) -> list[Verdict]:
    """P4 and P5; each size in a process of its own, for settings are read once in a process."""
    small, large = _measured(SMALL, rounds), _measured(LARGE, min(rounds, MOST_ROUNDS_LARGE))
    verdicts = []
    for size, found in ((SMALL, small), (LARGE, large)):
        what = f"turn with load and store over SQL, {size[0]} banners"
        note = f"{found['rows']} rows written"
        verdicts.append(Verdict("P4", what, *found["ratio"], goal=2.0, at_most=True, note=note))
    same = large["statements"] / small["statements"]
    most = large["statements"]
    return [
        *verdicts,
        Verdict("P5", "statements, 2 000 over 30 banners", same, same, same, 1.0, at_most=True),
        Verdict("P5", "statements a turn", most, most, most, MOST_STATEMENTS, at_most=True),
    ]


def _measured(size: tuple[int, int, int], rounds: int) -> dict[str, Any]:
    found: dict[str, Any] = in_its_own_process("bench.persist", *size, rounds)
    return found


def main() -> int:
    """Measure one size, and print what was found as JSON."""
    banners, side, players, rounds = map(int, sys.argv[1:])
    try:
        with scratch() as database:
            turn = founded(scene_with_everything((banners, side, players)))
            database.keep()
            statements, rows = _statements(database, turn)
            found = _over_the_floor(database, turn, rounds)
            print(json.dumps({"statements": statements, "rows": rows, "ratio": found}))
    except SkippedError as reason:
        print(reason)
        return NO_SERVER
    return 0


def _due(turn: int) -> datetime:
    """When the turn's deadline is."""
    from campaign.models import Turn

    due = Turn.objects.values_list("resolve_after", flat=True).get(pk=turn)
    assert due is not None
    return due


def _advance(turn: int, due: datetime) -> None:
    """The turn as a worker takes it, at its deadline."""
    from campaign.base.dates import clock
    from campaign.models import Turn
    from campaign.turn import tick

    with clock.at(due):
        if not tick.advance(turn, watch=False):
            raise RuntimeError(Turn.objects.get(pk=turn).last_error or "the turn was not resolved")


def _statements(database: Scratch, turn: int) -> tuple[int, int]:
    """How many statements a turn takes, and how many rows it writes."""
    from django.db import connection, connections

    database.put_back()
    due = _due(turn)
    before = floor.snapshot(database.url)
    seen: Counter[str] = Counter()

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen[sql.split()[0]] += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        _advance(turn, due)
    connections.close_all()
    written = floor.written_between(before, floor.snapshot(database.url))
    rows = sum(one.rows for one in written)
    _must_be_lively(written)
    return sum(n for word, n in seen.items() if word not in ("SAVEPOINT", "RELEASE")), rows


def _must_be_lively(written: list[floor.Written]) -> None:
    """A turn that writes nothing measures nothing."""
    counts = {one.table: one.rows for one in written}
    for table in ("campaign_banner", "campaign_sector", "campaign_playerturn", "campaign_turn"):
        if not counts[table]:
            raise RuntimeError(f"the turn wrote nothing into {table}")


def _over_the_floor(database: Scratch, turn: int, rounds: int) -> tuple[float, float, float]:
    """The turn's time over the floor's, each on a fresh copy of the database."""
    from django.db import connection, connections

    database.put_back()
    due = _due(turn)
    before = floor.snapshot(database.url)
    _advance(turn, due)
    connections.close_all()
    writes = floor.statements(floor.written_between(before, floor.snapshot(database.url)))

    def ours() -> float:
        database.put_back()
        connection.ensure_connection()
        taken = seconds(lambda: _advance(turn, due))
        connections.close_all()
        return taken

    def plainly() -> float:
        database.put_back()
        with connect(database.url) as raw:
            return seconds(lambda: floor.run(raw, writes))

    return compare.ratio(ours, plainly, rounds)


if __name__ == "__main__":
    sys.exit(main())
