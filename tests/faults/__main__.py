"""``python -m tests.faults``: kill workers, race the deadline, and say what was found."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.faults.scratch import DATABASES, scratch

PARTS = ("kills", "savers", "race", "backups", "clicks")
SHOWN = 40


def main() -> int:
    """Run on one database or on both; exit status 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--savers", type=int, default=30, help="web processes to kill")
    parser.add_argument("--rounds", type=int, default=10, help="deadlines to race")
    parser.add_argument("--backups", type=int, default=5, help="backups to make under load and to restore")
    parser.add_argument("--posts", type=int, default=1000, help='clicks on "Play now" at once')
    parser.add_argument("--submits", type=int, default=20, help="processes to kill that took a guest's plan")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    parser.add_argument("--database", choices=DATABASES, action="append")
    parser.add_argument("--only", choices=PARTS, help="leave the other parts out")
    parser.add_argument("--plain", action="store_true", help="mails carry the site's card: no war's is drawn")
    parser.add_argument("--broken", action="store_true", help="take the transactions away: must be noticed")
    options = parser.parse_args()
    databases = options.database or list(DATABASES)
    if len(databases) > 1:
        return max(_in_a_process(options, database) for database in databases)
    print(f"{databases[0]}: seed {options.seed}", flush=True)
    with scratch(databases[0]) as folder:
        return _run(options, folder)


def _in_a_process(options: argparse.Namespace, database: str) -> int:
    """Settings are read once in a process, so each database has one of its own."""
    command = [sys.executable, "-m", "tests.faults", "--database", database]
    for name in ("kills", "savers", "rounds", "backups", "posts", "submits", "seed", "only"):
        if getattr(options, name) is not None:
            command += [f"--{name}", str(getattr(options, name))]
    command += [f"--{name}" for name in ("plain", "broken") if getattr(options, name)]
    return subprocess.run(command, check=False).returncode


def _run(options: argparse.Namespace, folder: Path) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.faults import backups, clicks, killing, race, savers, workers

    call_command("migrate", verbosity=0)
    workers.load()
    if options.plain:
        workers.draw_no_cards()
    problems: list[str] = []
    parts: dict[str, Callable[[], Any]] = {
        "kills": lambda: killing.run(options.kills, options.seed, folder, broken=options.broken),
        "savers": lambda: savers.run(options.savers, options.seed),
        "race": lambda: race.run(options.rounds, options.seed),
        "backups": lambda: backups.run(options.backups, options.seed, folder),
        "clicks": lambda: clicks.run(options.posts, options.submits, options.seed),
    }
    for name, part in parts.items():
        if options.only not in (None, name) or (options.broken and name != "kills"):
            continue
        start = time.monotonic()
        outcome = part()
        print(f"{outcome.line()} ({time.monotonic() - start:.0f} s)", flush=True)
        problems += outcome.problems
    for problem in problems[:SHOWN]:
        print(f"  {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
