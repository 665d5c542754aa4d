"""``python -m tests.faults.bombing``: fifty of each kind of hostile bytes at once, through one web process.

Each has to be refused at its field, or told to come again; the process may grow by ``MORE``, and meanwhile
``/healthz`` may take ``TIMES`` as long as before (Trust 2).
"""

from __future__ import annotations

import argparse
import base64
import os
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.scratch import DATABASES, SQLITE, scratch

AT_ONCE = 50
MORE = 32
"""MiB that the process may grow by."""
TIMES = 3.0
REFUSED = {400, 422}
LATER = {429, 503}
"""Who is told to send it again: as many as may be are being read."""
IDLE = 3.0
"""Seconds for which it is looked at before anything is sent."""
ROUNDS = 60
"""Requests that are sent before, of pictures that are none of these: what any request loads is loaded."""

Door = Callable[[bytes], tuple[int, str]]
BUSY = 2.0
"""With more load than this before anything is sent, others keep the machine busy: what the loop and who asks
have waited for a core is theirs then, and is not counted."""
ASKING = """
import sys, time, urllib.request
def waited():
    return sum(int(open(f"/proc/{one}/schedstat").read().split()[1]) for one in ("self", sys.argv[2])) / 1e9
while True:
    time.sleep(0.02)
    kept, began = waited(), time.monotonic()
    urllib.request.urlopen(sys.argv[1], timeout=60).close()
    print(began, time.monotonic() - began, waited() - kept, flush=True)
"""
"""A process of its own asks, so that who sends does not keep it from asking."""


@dataclass
class Pulse:
    """How long ``/healthz`` took, and when it was asked."""

    taken: list[tuple[float, float, float]] = field(default_factory=list)

    def during(self, begun: float, ended: float, *, running: bool = False) -> list[float]:
        """The seconds of those that fell into a time; ``running``: without what they waited for a core."""
        found = [one for one in self.taken if begun <= one[0] <= ended]
        return [took - kept * running for _at, took, kept in found] or [0.0]


@contextmanager
def pulse(base: str, pid: int) -> Iterator[Pulse]:
    """Ask all the while."""
    found = Pulse()
    command = [sys.executable, "-c", ASKING, f"{base}/healthz", f"{pid}/task/{pid}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None

        def read() -> None:
            with suppress(ValueError):
                for line in asking.stdout or ():
                    at, took, kept = map(float, line.split())
                    found.taken.append((at, took, kept))

        reading = threading.Thread(target=read)
        reading.start()
        try:
            yield found
        finally:
            asking.kill()
            reading.join()


@contextmanager
def web() -> Iterator[Any]:
    """A web process on the database of this one."""
    from tests.test_bombs import ROOT, WEB, Site, database_url, free_port, wait_for

    port = free_port()
    env = {**os.environ, "DATABASE_URL": database_url(), "ALLOWED_HOSTS": "127.0.0.1"}
    command = [sys.executable, *WEB, "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=env) as process:
        try:
            assert wait_for(f"http://127.0.0.1:{port}/healthz")
            yield Site(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()


def main() -> int:
    """Run it; exit status 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.bombing", description=__doc__)
    parser.add_argument("--database", choices=DATABASES, default=SQLITE)
    parser.add_argument("--only", default="", help="bombs whose names begin so")
    options = parser.parse_args()
    with scratch(options.database):
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        with web() as site, pulse(site.base, site.pid) as beats:
            return _bombed(site, beats, options.only)


def _kinds(site: Any) -> Iterator[tuple[str, bytes, list[Door]]]:
    """Each bomb, with the doors at which it is sent."""
    from campaign.access.api_tokens import make_token
    from campaign.founding.draft_saving import open_draft
    from campaign.models import Article, Scope, User
    from tests import bombs
    from tests.test_bombs import doors

    found = doors(site)
    pictures = [found[name] for name in found if not name.startswith("list")]
    for door in found.values():
        assert door(bombs.gif(frames=3))[0] in (200, 201)
    for name, make in bombs.PICTURES.items():
        yield name, make(), pictures
    war = Article.objects.get().campaign
    mara = User.objects.get(roles__campaign=war)
    draft = open_draft(by=mara, name="The Long March", seats=3).public_id
    _row, desk = make_token(user=mara, name="p", scopes=[Scope.FACILITATE])
    read = f"/api/v1/campaigns/{draft}/draft/map/read/"
    for name, write in bombs.MAPS.items():
        yield f"map {name}", write().encode(), [lambda raw: site.post(read, {"text": raw.decode()}, desk)]
    _row, table = make_token(user=mara, name="p", scopes=[Scope.RESULT])

    def roster(raw: bytes) -> tuple[int, str]:
        return site.post("/api/v1/lists/", {"file": base64.b64encode(raw).decode()}, table)

    assert roster(b"Rifle squad")[0] in (200, 422)
    for name, make in bombs.ROSTERS.items():
        yield f"roster {name}", make(), [roster]
    for name, make in bombs.ZIPS.items():
        yield f"zip {name}", make(), [lambda raw: _take_in(site, raw, desk)]


def _take_in(site: Any, raw: bytes, token: str) -> tuple[int, str]:
    """Send a file of a campaign; what it is read by is another process."""
    asked = urllib.request.Request(
        f"{site.base}/api/v1/campaigns/import/",
        data=raw,
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/zip"},
    )
    from tests.test_bombs import _answered

    return _answered(asked)


def _bombed(site: Any, beats: Pulse, only: str) -> int:
    from django.core.cache import cache

    from campaign.models import Tally, Transfer
    from tests import bombs

    problems: list[str] = []
    harmless = bombs.gif(frames=3)
    warm, busy = True, os.getloadavg()[0] > BUSY
    for name, raw, chosen in _kinds(site):
        if not name.startswith(only):
            continue
        if warm:
            with ThreadPoolExecutor(AT_ONCE) as crowd:
                mild = b"..." if name.startswith(("map", "roster", "zip")) else harmless
                list(crowd.map(lambda n, doors=chosen, mild=mild: doors[n % len(doors)](mild), range(ROUNDS)))
            warm = False
        # A person may send forty pictures a day: here each kind has a day of its own.
        Tally.objects.all().delete()
        Transfer.objects.all().delete()
        cache.clear()
        rested = time.monotonic()
        time.sleep(IDLE)
        now = time.monotonic()
        quiet, free = (statistics.median(beats.during(rested, now, running=one)) for one in (False, True))
        Path(f"/proc/{site.pid}/clear_refs").write_text("5")
        before, begun = site.memory(), time.monotonic()
        with ThreadPoolExecutor(AT_ONCE) as crowd:
            told = list(
                crowd.map(lambda n, doors=chosen, raw=raw: doors[n % len(doors)](raw), range(AT_ONCE))
            )
        ended = time.monotonic()
        grown = (site.memory("VmHWM") - before) / 2**20
        took = beats.during(begun, ended)
        statuses = Counter(status for status, _said in told)
        median = statistics.median(took)
        freely = statistics.median(beats.during(begun, ended, running=True))
        print(
            f"{name}: {dict(statuses)} in {ended - begun:.1f} s; {grown:+.1f} MiB;"
            f" /healthz {1000 * median:.0f} ms, at most {1000 * max(took):.0f},"
            f" {median / quiet:.1f} times the {1000 * quiet:.1f} before ({len(took)} asked);"
            f" running {1000 * freely:.1f} and {1000 * free:.1f}; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        wrong = statuses.keys() - REFUSED - LATER - ({202} if name.startswith("zip") else set())
        if wrong:
            problems.append(f"{name}: answered {sorted(wrong)}")
        if not statuses.keys() & (REFUSED | {202}):
            problems.append(f"{name}: nobody was told what is wrong: nothing was tried")
        if grown > MORE:
            problems.append(f"{name}: the process grew by {grown:.1f} MiB, {MORE} at most")
        slower = freely / free if busy else median / quiet
        if slower > TIMES:
            problems.append(f"{name}: /healthz took {slower:.1f} times as long, {TIMES} at most")
    for problem in problems:
        print(f"  {problem}")
    print(f"{len(problems)} problems; load {os.getloadavg()[0]:.1f}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
