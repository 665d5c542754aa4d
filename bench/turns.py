"""Turns without dates: how long after a submitted plan the turn is told, over HTTP, in skirmishes of guests.

The one process that ``manage.py serve`` is, over SQLite: web, worker and clock. Guests press the button and
submit plans in which all hold, several at once; each then asks the page that waits until it leads on.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

from bench.rounds import Verdict

TICK = 2.0
"""Seconds between two ticks: within one a turn is to be told."""
SHARE = 0.95
WARS, AT_ONCE, TURNS = 24, 3, 6
PATIENCE = 120.0
ASKED_EVERY = 0.1
KEY = re.compile(r'name="key" value="([^"]+)"')
WAR = re.compile(r"/c/([\w-]+)/")
SUBMIT = 'value="submit"'
MANAGE = Path(__file__).resolve().parent.parent / "manage.py"


def turns(_rounds: int) -> list[Verdict]:
    """The share of turns that were told within a tick's interval of their plan."""
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as site:
        taken: list[float] = []
        faults: list[Exception] = []
        left = iter(range(WARS))

        def play() -> None:
            try:
                for _war in left:
                    taken.extend(_played(site))
            except Exception as error:
                faults.append(error)

        threads = [threading.Thread(target=play) for _ in range(AT_ONCE)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if faults:
        raise faults[0]
    taken.sort()
    share = sum(one <= TICK for one in taken) / len(taken)
    at = [taken[int(part * (len(taken) - 1))] for part in (0.5, SHARE, 1.0)]
    note = f"{len(taken)} turns: half in {at[0]:.2f} s, 95 of 100 in {at[1]:.2f}, the last in {at[2]:.2f}"
    return [
        Verdict("T1", f"turns told within {TICK:g} s of their plan", share, share, share, SHARE, note=note)
    ]


class _Guest:
    """A browser without scripts."""

    def __init__(self, site: str) -> None:
        self.site, self.jar = site, CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar)).open

    def ask(self, path: str, said: dict[str, str] | None = None) -> tuple[str, str]:
        """The address at which the answer was found, and its text."""
        headers = {"X-CSRFToken": self._token(), "Origin": self.site, "Referer": f"{self.site}/"}
        data = None if said is None else urlencode(said).encode()
        request = urllib.request.Request(self.site + path, data, headers)
        with self._open(request, timeout=PATIENCE) as answer:
            return answer.url, answer.read().decode()

    def _token(self) -> str:
        return next((str(one.value) for one in self.jar if one.name == "csrf"), "")


def _played(site: str) -> Iterator[float]:
    """Seconds from a plan's answer until its turn was told, turn by turn."""
    guest = _Guest(site)
    _address, page = guest.ask("/")
    found = KEY.search(page)
    assert found, "the page has the button"
    there = WAR.search(guest.ask("/play/", {"key": found[1]})[0])
    assert there, "the button leads to a war"
    root = f"/c/{there[1]}"
    for number in range(1, TURNS + 1):
        if SUBMIT not in guest.ask(f"{root}/table/")[1]:
            return  # the war is over, or the guest has no banner left
        guest.ask(f"{root}/plan/form/", {"do": "submit", "sure": "yes", "turn": str(number)})
        begun = time.monotonic()
        while "/report/" not in guest.ask(f"{root}/turns/{number}/comes/")[0]:
            assert time.monotonic() - begun < PATIENCE, "the turn is never told"
            time.sleep(ASKED_EVERY)
        yield time.monotonic() - begun


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The site over a database of its own, its worker and clock at work."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    limits = {"GUESTS_AN_HOUR": "10000", "GUESTS_A_DAY": "10000"}
    env = (
        os.environ
        | limits
        | {
            "DATABASE_URL": f"sqlite:///{folder / 'turns.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "EMAIL_URL": f"filemail://{folder / 'mail'}",
            "ENV_FILE": "/dev/null",
            "DEBUG": "on",
            "SECRET_KEY": "measured-" * 8,
        }
    )
    run = [sys.executable, str(MANAGE)]
    subprocess.run([*run, "migrate", "-v0"], env=env, check=True)
    server = subprocess.Popen([*run, "serve", "--port", str(port)], env=env, stdout=subprocess.DEVNULL)
    site = f"http://127.0.0.1:{port}"
    try:
        _wait(site)
        yield site
    finally:
        server.terminate()
        server.wait(30)


def _wait(site: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{site}/healthz", timeout=5)
            return
        except (urllib.error.URLError, OSError):
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.2)
