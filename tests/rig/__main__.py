"""``python -m tests.rig``: hit a site of its own while people use it, and say what was found."""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.faults.scratch import DATABASES, MIGRATED, SQLITE
from tests.rig.builds import BUILDS
from tests.rig.small_disk import SmallDisk
from tests.run import free_port

if TYPE_CHECKING:
    from tests.rig.site import Site

HITS = 60
BROKEN_HITS = 12
"""Hits in a round with a broken build, which is looked at after each."""
BROKEN_ROUNDS = 8
CLOSE_WARS = 8
CLOSE_ROUND = 500
"""Plans close to a deadline after which what came of them is looked at."""
ALL = "all"
FOUND = 1
SHOWN = 40
SKIPPED = "skipped: PostgreSQL and Redis have to be installed for this"


def main() -> int:
    """Run on one database or on both; exit status 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.rig", description=__doc__)
    parser.add_argument("--database", choices=DATABASES, action="append")
    parser.add_argument("--hits", type=int, default=HITS, help="on each database")
    parser.add_argument("--restores", type=int, default=0, help="backups to put in the site's place")
    parser.add_argument("--close", type=int, default=0, help="plans to send within 50 ms of a deadline")
    parser.add_argument(
        "--only", default="", help="hits whose names begin so, as a pattern: web, clock, disk, '.* kill' ..."
    )
    parser.add_argument(
        "--broken", default="", choices=("", ALL, *BUILDS), help="a build broken on purpose: must be noticed"
    )
    parser.add_argument("--plain", action="store_true", help="mails carry the site's card: no war's is drawn")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    options = parser.parse_args()
    if options.broken == ALL:
        return _find_all(options)
    databases = options.database or list(DATABASES)
    if len(databases) > 1:
        # Settings are read once in a process, so each database has one of its own.
        command = [sys.executable, "-m", "tests.rig", *sys.argv[1:]]
        return max(subprocess.run([*command, "--database", one]).returncode for one in databases)
    print(f"{databases[0]}: seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="rig-") as name:
        return _run(options, databases[0], Path(name))


def _find_all(options: argparse.Namespace) -> int:
    """Look at each broken build; exit status 1 unless something was found wrong with all of them."""
    found = []
    for database in options.database or [SQLITE]:
        for name in BUILDS:
            command = [sys.executable, "-m", "tests.rig", "--database", database, "--broken", name]
            done = subprocess.run([*command, "--seed", str(options.seed)], stdout=subprocess.PIPE, text=True)
            lines = done.stdout.splitlines()
            found.append(done.returncode == FOUND and "problems" in done.stdout)
            said = lines[3].strip() if found[-1] else "NOT FOUND"
            print(f"{database}, {name}: {hits_in(done.stdout)} hits: {said}", flush=True)
    print(f"{sum(found)} of {len(found)} broken builds found")
    return 0 if all(found) else 1


def hits_in(said: str) -> str:
    """How many hits a run says that it made."""
    found = re.search(r"(\d+) hits in flight", said)
    return found[1] if found else "no"


def _run(options: argparse.Namespace, database: str, folder: Path) -> int:
    small = folder / "disk"
    small.mkdir()
    for one in (folder, small):
        one.chmod(0o777)
    disk = SmallDisk.made(small)
    if disk is None:
        print("disk full: left out, for only root can have a small disk")
    from tests.rig import servers

    with ExitStack() as stack:
        if disk is not None:
            stack.callback(disk.close)
        postgres = redis = None
        if database == SQLITE:
            url = f"sqlite:///{small / 'rig.sqlite3'}"
            if MIGRATED and Path(MIGRATED).is_file():
                shutil.copyfile(MIGRATED, small / "rig.sqlite3")
        elif servers.can_be_had():
            with servers.small_files(small):
                postgres = stack.enter_context(servers.Postgres.started())
            redis = servers.Redis()
            stack.callback(redis.kill)
            postgres.fill_from(MIGRATED or "")
            url = f"{postgres.url}/postgres"
        else:
            print(SKIPPED)
            return 0
        parts = {"postgres": postgres, "redis": redis, "disk": disk}
        return _served(options, stack, folder, url, parts)


def _set_environment(folder: Path, database: str, redis: str, mail: str, beacon: str, broken: str) -> None:
    """What the site's processes are told of their surroundings."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="tests.rig.rig_settings",
        DATABASE_URL=database,
        REDIS_URL=redis,
        EMAIL_URL=f"smtp://{mail}",
        DICE_BEACON=beacon,
        LOG_LEVEL="WARNING",
        DATABASE_POOL="0",
        RIG_BROKEN=broken,
        TEST_DURABLE="on",
        STATIC_ROOT=str(folder / "static"),
    )


def _served(
    options: argparse.Namespace, stack: ExitStack, folder: Path, url: str, parts: dict[str, Any]
) -> int:
    port = free_port()
    redis = parts["redis"].url if parts["redis"] is not None else ""
    from tests.rig import servers

    beacon = servers.BeaconServer()
    _set_environment(folder, url, redis, f"127.0.0.1:{port}", beacon.addresses, options.broken)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests.faults import workers
    from tests.rig import roles
    from tests.rig.journal import Journal
    from tests.rig.launching import Launcher, Shared
    from tests.rig.site import Site

    call_command("migrate", verbosity=0)
    connections.close_all()
    roles.load()
    if options.plain:
        workers.draw_no_cards()
    shared = Shared()
    launcher = Launcher(shared, roles.ROLES, folder / "said")
    stack.callback(launcher.end)
    # Threads from here on: whoever is forked is forked from the launcher.
    journal = Journal(folder / "journal")
    mail = servers.MailServer(journal, port)
    stack.callback(mail.close)
    beacon.start()
    stack.callback(beacon.close)
    site = Site(shared, launcher, journal, mail, beacon, **parts)
    stack.enter_context(site.running())
    return _judged(options, site, folder)


def _judged(options: argparse.Namespace, site: Site, folder: Path) -> int:
    from tests.rig.restoring import restore
    from tests.rig.rounds import HITS as IN_A_ROUND
    from tests.rig.rounds import Outcome, Plan, play

    chance, outcome, start = random.Random(options.seed), Outcome(), time.monotonic()
    if options.broken:
        build = BUILDS[options.broken]
        plan = Plan(BROKEN_HITS, only=build.hits, talks=build.talks, fights=build.fights, seals=build.seals)
        while not re.search(build.shows, "\n".join(outcome.problems)) and outcome.rounds < BROKEN_ROUNDS:
            play(site, plan, chance, outcome)
        outcome.problems = [one for one in outcome.problems if re.search(build.shows, one)]
    else:
        while (left := options.hits - outcome.hits) > 0 and not outcome.problems:
            play(site, Plan(min(left, IN_A_ROUND), only=options.only), chance, outcome)
        for _ in range(options.restores):
            restore(site, chance, outcome, folder)
        while (left := options.close - outcome.close) > 0 and not outcome.problems:
            play(site, Plan(0, wars=CLOSE_WARS, close=min(left, CLOSE_ROUND)), chance, outcome)
    print(f"{outcome.line()} ({time.monotonic() - start:.0f} s)")
    print(f"  {outcome.kinds()}", flush=True)
    for problem in outcome.problems[:SHOWN]:
        print(f"  {problem}")
    if outcome.problems and not options.broken:
        kept = Path(tempfile.mkdtemp(prefix="rig-kept-"))
        for name in ("journal", "said"):
            shutil.copy(folder / name, kept)
        print(f"  what the processes said, and the journal: {kept}")
    return 1 if outcome.problems else 0


if __name__ == "__main__":
    sys.exit(main())
