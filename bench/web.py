"""P6: the war map of somebody logged in over a trivial view; P12: plans submitted over trivial writes.

One uvicorn on PostgreSQL with the app's pool serves both sides; each is asked in turn for some seconds.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from bench import rounds as compare
from bench.campaigns import founded, scene_with_everything
from bench.database import NO_SERVER, Scratch, in_its_own_process, scratch
from bench.rounds import SkippedError, Verdict

SIZE = (30, 30, 6)
CLIENTS = 4
BURST = 2.0
"""Seconds for which one side is asked in each round."""

BROWSER = {"Accept-Encoding": "gzip", "Accept": "text/html,application/json"}


def requests(rounds: int) -> list[Verdict]:
    """P6 and P12, in a process of its own."""
    found: dict[str, Any] = in_its_own_process("bench.web", rounds, BURST)
    note = "{:.0f} over {:.0f} requests/s"
    return [
        Verdict(
            "P6",
            "war map, logged in, over a trivial view",
            *found["map"],
            goal=0.2,
            note=note.format(*found["map_rates"]),
        ),
        Verdict(
            "P12",
            "plans submitted over trivial writes",
            *found["plan"],
            goal=0.4,
            note=note.format(*found["plan_rates"]),
        ),
    ]


@dataclass
class Asked:
    """One kind of request; ``bodies`` are sent in turn, and the answer to each must have the marker."""

    path: str
    marker: bytes
    headers: dict[str, str] = field(default_factory=dict)
    bodies: tuple[bytes | None, ...] = (None,)
    rates: list[float] = field(default_factory=list)


class Clients:
    """Some clients that ask at once, each on a connection that it keeps."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pool = ThreadPoolExecutor(CLIENTS)

    def rate(self, asked: Asked, seconds: float) -> float:
        """Requests a second, of all clients together."""
        start = time.perf_counter()
        counts = self.pool.map(lambda number: self._ask(asked, start + seconds, number), range(CLIENTS))
        asked.rates.append(sum(counts) / (time.perf_counter() - start))
        return asked.rates[-1]

    def _ask(self, asked: Asked, until: float, number: int) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        done = 0
        bodies = cycle(asked.bodies)
        for _ in range(number):
            next(bodies)
        while not done or time.perf_counter() < until:
            body = next(bodies)
            connection.request("GET" if body is None else "POST", asked.path, body, asked.headers)
            answer = connection.getresponse()
            told = answer.read()
            if not done:
                _must_be_right(asked, answer, told)
            elif answer.status != http.HTTPStatus.OK:
                raise RuntimeError(f"{asked.path} answered {answer.status}: {told[:300]!r}")
            done += 1
        connection.close()
        return done


def _must_be_right(asked: Asked, answer: http.client.HTTPResponse, told: bytes) -> None:
    """A redirect or an error is quick, and no page."""
    import gzip

    plain = gzip.decompress(told) if answer.headers.get("Content-Encoding") == "gzip" else told
    if answer.status != http.HTTPStatus.OK or asked.marker not in plain:
        raise RuntimeError(f"{asked.path} answered {answer.status} without {asked.marker!r}: {plain[:300]!r}")


def main() -> int:
    """Measure, and print what was found as JSON."""
    rounds, seconds = int(sys.argv[1]), float(sys.argv[2])
    try:
        with scratch() as database:
            page, plan = _prepared(database)
            read = Asked("/bench/read/", b"here", {**BROWSER, **page.headers})
            write = Asked("/bench/write/", b"stored", plan.headers, plan.bodies)
            with _serving(database) as port:
                clients = Clients(port)
                found = {
                    "map": _compared(clients, page, read, rounds, seconds),
                    "plan": _compared(clients, plan, write, rounds, seconds),
                    "map_rates": (_middle(page), _middle(read)),
                    "plan_rates": (_middle(plan), _middle(write)),
                }
            _must_have_stored(plan)
            print(json.dumps(found))
    except SkippedError as reason:
        print(reason)
        return NO_SERVER
    return 0


def _compared(
    clients: Clients, ours: Asked, trivial: Asked, rounds: int, seconds: float
) -> tuple[float, float, float]:
    return compare.ratio(lambda: clients.rate(ours, seconds), lambda: clients.rate(trivial, seconds), rounds)


def _middle(asked: Asked) -> float:
    return compare.quartiles(asked.rates)[0]


def _prepared(database: Scratch) -> tuple[Asked, Asked]:
    """What is to be asked: the map of one player, and two plans of hers in turn, so that each is a change."""
    from django.conf import settings
    from django.db import connection, connections
    from django.test import Client

    from campaign.models import Banner, Seat, Turn
    from rules.scenario import plan_document

    one = scene_with_everything(SIZE)
    turn = Turn.objects.select_related("campaign").get(pk=founded(one, plan_revision=True))
    seat = Seat.objects.select_related("user").filter(campaign=turn.campaign).order_by("id").first()
    assert seat is not None
    assert seat.user is not None
    browser = Client()
    browser.force_login(seat.user)
    public = dict(Banner.objects.filter(seat=seat).values_list("key", "public_id"))
    orders = {
        public[banner]: given
        for banner, given in plan_document(one.plans[seat.key])["orders"].items()  # type: ignore[index]
    }
    other = {**orders, min(orders): {"hold": True}}
    secret = "0123456789abcdefghijklmnopqrstuv"
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = {
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={secret}",
    }
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_write (id bigserial PRIMARY KEY, body text NOT NULL)")
    connections.close_all()
    base = f"/c/{turn.campaign.public_id}/"
    page = Asked(base, b'class="board', {**BROWSER, **cookies})
    plan = Asked(
        base + "plan/submit/",
        b'"receipt"',
        {**BROWSER, **cookies, "X-CSRFToken": secret, "Content-Type": "application/json"},
        tuple(json.dumps({"node": None, "orders": some}).encode() for some in (orders, other)),
    )
    return page, plan


def _must_have_stored(plan: Asked) -> None:
    """Plans that were not stored measure nothing."""
    from campaign.models import PlayerTurn

    if not PlayerTurn.objects.exclude(saved_at=None).exclude(receipt="0" * 64).exists():
        raise RuntimeError("no plan was stored")


@contextmanager
def _serving(database: Scratch) -> Iterator[int]:
    """The app on a free port of this machine, as a deployment runs it but for one process instead of two."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "bench.served", "DATABASE_POOL": "8"}
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", f"--port={port}"]
    command += ["--host=127.0.0.1", "--no-access-log", "--log-level=warning"]
    server = subprocess.Popen(command, env=environment)
    try:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if server.poll() is not None:
                    raise RuntimeError("the server did not start") from None
                time.sleep(0.2)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=30)


if __name__ == "__main__":
    sys.exit(main())
