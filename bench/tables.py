"""Tables at once: how soon a tap on one phone is on the other, with 200 sessions live in one process.

A server of its own over a scratch SQLite database; each session has a phone that acts and one that listens.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.rounds import Verdict, quartiles

SESSIONS = 200
PAUSE = 20.0
"""Seconds between two actions at one table, on the average: a quick table."""
ACTIONS = 3
PATIENCE = 180
"""Seconds after which an action that the other phone has not followed ends the measurement."""
ROOT = Path(__file__).resolve().parent.parent
TOKEN = "t" * 32

MAKE = f"""
import django; django.setup()
from importlib import import_module
from django.conf import settings
from battles.table import services
from battles.table.services import Request
store = import_module(settings.SESSION_ENGINE).SessionStore
ROSTER = "\\n".join(["10x Rifle squad 10 men rifle 100 pts"])
for n in range({SESSIONS}):
    a = services.open_table(services.Setup(f"T{{n}}", ("Green", "Brown"), (("A", 0), ("B", 1))), user=None,
        numbers=[0])
    b = services.join(table=a.table, user=None, numbers=[1])
    keys = []
    for phone, player in ((a, 0), (b, 1)):
        services.act(a.table, phone, Request(f"r{{player}}", "roster", player, {{"roster": ROSTER}}))
        session = store(); session["tables"] = {{a.table.public_id: phone.public_id}}; session.create()
        keys.append(session.session_key)
    services.act(a.table, a, Request("b", "begin", 0, {{}}))
    print("TABLE", a.table.public_id, *keys)
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """A table and the sessions of its two phones."""

    table: str
    actor: str
    listener: str


def table(rounds: int) -> list[Verdict]:
    """The figures of 200 sessions."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEBUG": "on",
            "EMAIL_URL": "dummymail://",
            "ENV_FILE": os.devnull,
            "REDIS_URL": "",
        }
        _run(environment, "manage.py", "migrate", "-v", "0")
        made = _run(environment, "-c", MAKE)
        pairs = [Pair(*line.split()[1:]) for line in made.splitlines() if line.startswith("TABLE")]
        port = _free_port()
        server = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            answered, followed = asyncio.run(_measure(port, pairs))
        finally:
            server.terminate()
            try:
                server.wait(60)
            finally:
                server.kill()
    return [
        _verdict("T1", "the phone that taps, seconds", answered, 1.0),
        _verdict("T2", "the other phone's new board, seconds", followed, 1.0),
    ]


def _verdict(name: str, what: str, found: list[float], goal: float) -> Verdict:
    found.sort()
    middle, low, high = quartiles(found)
    worst = found[int(len(found) * 0.95)]
    note = f"95 in 100 within {worst:.2f} s, {len(found)} actions, {SESSIONS} sessions"
    return Verdict(name, what, middle, low, high, goal, at_most=True, note=note)


def _run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _measure(port: int, pairs: list[Pair]) -> tuple[list[float], list[float]]:
    await _until_up(port)
    answered: list[float] = []
    followed: list[float] = []
    news = [asyncio.Queue[None]() for _ in pairs]
    listening = [
        asyncio.create_task(_listen(port, pair, queue)) for pair, queue in zip(pairs, news, strict=True)
    ]
    await asyncio.sleep(5)

    async def play(pair: Pair, queue: asyncio.Queue[None]) -> None:
        await asyncio.sleep(PAUSE * secrets.randbelow(1000) / 1000)
        for n in range(ACTIONS):
            while not queue.empty():
                queue.get_nowait()
            began = time.perf_counter()
            told = asyncio.create_task(_follow(port, pair, queue))
            # A change of the house rules is an action like any other, and never runs out.
            body = f"kind=table&player=0&path=save.soft&value={6 - (n + 1) % 2}&cid={secrets.token_hex(8)}"
            text = await _ask(port, pair, pair.actor, "POST", f"/t/{pair.table}/act/", body)
            if "save" not in text and "House rule" not in text:
                raise RuntimeError(f"not the board: {text[:200]}")
            answered.append(time.perf_counter() - began)
            await asyncio.wait_for(told, PATIENCE)
            followed.append(time.perf_counter() - began)
            await asyncio.sleep(PAUSE * (0.5 + secrets.randbelow(1000) / 1000))

    await asyncio.gather(*(play(pair, queue) for pair, queue in zip(pairs, news, strict=True)))
    for task in listening:
        task.cancel()
    return answered, followed


async def _follow(port: int, pair: Pair, queue: asyncio.Queue[None]) -> None:
    await queue.get()
    await _ask(port, pair, pair.listener, "GET", f"/t/{pair.table}/")


async def _until_up(port: int) -> None:
    for _ in range(300):
        try:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.2)
            continue
        writer.close()
        return
    raise RuntimeError("the server did not start")


def _head(pair: Pair, session: str, method: str, path: str, body: str = "") -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: session={session}; csrf={TOKEN}",
        f"X-CSRFToken: {TOKEN}",
        "X-Part: board",
        "Connection: close",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


async def _ask(port: int, pair: Pair, session: str, method: str, path: str, body: str = "") -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_head(pair, session, method, path, body))
    answer = (await reader.read()).decode()
    writer.close()
    if not re.match(r"HTTP/1.1 200", answer):
        raise RuntimeError(answer[:300])
    return answer


async def _listen(port: int, pair: Pair, queue: asyncio.Queue[None]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_head(pair, pair.listener, "GET", f"/t/{pair.table}/live/"))
    while line := await reader.readline():
        if line.startswith(b"event: changed"):
            queue.put_nowait(None)
