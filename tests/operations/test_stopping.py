"""A web process that is told to stop: what it does for people it does to the end, and says so."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from campaign.management.commands import tick
from config.asgi import GRACE
from tests.gates import ROOT
from tests.operations.test_health import free_port, wait_for
from tests.sites import with_tables

FOUND = """
import django
django.setup()
from campaign.access.api_tokens import make_token
from campaign.models import Scope
from tests.faults.wars import found, seats_of
war = found(1, automatic=True)
seat = seats_of(war)[0]
print(war.campaign.public_id, make_token(user=seat.user, name="p", scopes=[Scope.PRESS])[1])
"""


@pytest.mark.once
def test_who_has_been_heard_out_is_answered_and_who_has_not_is_told_that_nothing_was_done(
    tmp_path: Path,
) -> None:
    env = {**with_tables(tmp_path), "HOME": os.environ["HOME"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", FOUND], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    war, token = done.stdout.split()
    path, port = f"/api/v1/campaigns/{war}/messages/all/", free_port()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def send() -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
        line.request("POST", path, json.dumps({"text": "We hold the ford"}), headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()

    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with (
        subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as site,
        closing(sqlite3.connect(tmp_path / "site.sqlite3", isolation_level=None)) as other,
        ThreadPoolExecutor() as people,
        socket.socket() as slow,
    ):
        assert wait_for(f"http://127.0.0.1:{port}/healthz")
        slow.connect(("127.0.0.1", port))
        slow.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90\r\n\r\n{{".encode())
        # Another writes for longer than the server is polite for: the request has to wait for it.
        other.execute("BEGIN IMMEDIATE")
        told = people.submit(send)
        time.sleep(1)
        site.send_signal(signal.SIGTERM)
        time.sleep(GRACE + 1.5)
        other.execute("ROLLBACK")
        status, said = told.result()
        slow.settimeout(5)
        not_begun = slow.recv(4096).decode()
        words = site.communicate(timeout=30)[0].decode()
        stored = other.execute("SELECT text FROM campaign_message").fetchall()
    assert (status, stored) == (200, [("We hold the ford",)]), (said, words)
    assert not_begun.startswith("HTTP/1.1 503 ")
    assert "retry-after: 5" in not_begun.lower()
    assert "Nothing was changed" in not_begun
    assert site.returncode == 0
    assert words.splitlines()[-1] == "Stopped."


def test_a_clock_that_is_told_to_stop_ends_after_what_it_is_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a container's first process it is sent a signal that nothing answers by itself."""
    done: list[str] = []

    def step(canary: object) -> int:
        os.kill(os.getpid(), signal.SIGTERM)
        done.append("to its end")
        return 0

    monkeypatch.setattr(sys, "argv", ["manage.py", "tick"])
    monkeypatch.setattr(tick, "end_with_the_step", lambda: None)
    monkeypatch.setattr(tick.tick, "tick", step)
    monkeypatch.setattr(tick, "close_old_connections", lambda: None)
    before = signal.signal(signal.SIGTERM, lambda *_: done.append("nobody listened"))
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("it goes on"))
    try:
        tick.Command().handle(loop=60, turns=True, trust_clock=False)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert done == ["to its end"]
