"""PostgreSQL, Redis, a mail server and a beacon of the rig's own: to be killed and stopped, to misbehave."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from tests import run as programs
from tests.faults.outage import Broker
from tests.rig.journal import Journal

TRIES = 40
GOOD, HANGING, DROPPING, LOSING, REFUSING = "good", "hanging", "dropping", "losing", "refusing"
ODD = (HANGING, DROPPING, LOSING, REFUSING)
"""How the mail server can misbehave. ``losing`` takes a mail and is gone before it says so."""
LYING, FORGED = "lying", "forged"
BEACON_ODD = (HANGING, LYING, FORGED)
"""How the beacon can: one of its addresses lies, or the numbers of both are not those of their signatures."""


def can_be_had() -> bool:
    """Whether this machine has the programs of both."""
    return programs.postgres_programs() is not None and shutil.which("redis-server") is not None


class Postgres:
    """A PostgreSQL with a data folder of its own."""

    def __init__(self, url: str, data: Path, restart: Callable[[], None]) -> None:
        self.url, self.data, self._restart = url, data, restart

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Postgres]:
        """Start one, in the folder for temporary files of this moment."""
        import psycopg

        found = programs.postgres_programs()
        assert found is not None
        with programs.own_postgres_to_restart(found) as (url, restart):
            with psycopg.connect(f"{url}/postgres", autocommit=True) as talk:
                row = talk.execute("SHOW data_directory").fetchone()
                # A disk that is full is to be noticed at the next few pages.
                for name, value in (("wal_recycle", "off"), ("min_wal_size", "'32MB'")):
                    talk.execute(f"ALTER SYSTEM SET {name} = {value}")
                talk.execute("SELECT pg_reload_conf()")
            assert row is not None
            yield cls(url, Path(row[0]), restart)

    def pids(self) -> list[int]:
        """The server and all its processes."""
        with suppress(OSError, ValueError, IndexError):
            first = int((self.data / "postmaster.pid").read_text().split()[0])
            return [first, *_children(first)]
        return []

    def kill(self) -> None:
        """``kill -9``, all of it."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        # Whoever starts it again need not wait for one that is gone, and may not have been buried.
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self, seconds: float) -> None:
        """Let it stand still for so long."""
        pids = self.pids()
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            if number == signal.SIGSTOP:
                time.sleep(seconds)

    def restart(self) -> None:
        """Restart it without a word to anybody, or start it again; what is left of it may be in the way."""
        for left in reversed(range(TRIES)):
            try:
                self._restart()
            except subprocess.CalledProcessError:
                if not left:
                    raise
                time.sleep(0.25)
            else:
                return

    def take_room(self) -> None:
        """Begin a new file of what was done, so that the next pages need room."""
        import psycopg

        with suppress(psycopg.Error), psycopg.connect(f"{self.url}/postgres", autocommit=True) as talk:
            talk.execute("SELECT pg_switch_wal()")

    def fill_from(self, migrated: str) -> bool:
        """Take over a migrated database of the machine's own server, if there is one; whether there was."""
        if not migrated or "/" in migrated or not shutil.which("pg_dump"):
            return False
        known = os.environ.get("DATABASE_URL", "")
        server = (
            known.rpartition("/")[0] if known.startswith("postgres") else "postgres://postgres@127.0.0.1:5432"
        )
        source, target = (one.replace("postgres://", "postgresql://") for one in (server, self.url))
        dump = subprocess.run(["pg_dump", f"{source}/{migrated}"], capture_output=True)
        if dump.returncode:
            return False
        command = ["psql", "--quiet", "--output", os.devnull, f"{target}/postgres"]
        return not subprocess.run(command, input=dump.stdout, capture_output=True).returncode


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            after = status.read_text().rpartition(")")[2].split()
            if int(after[1]) == parent:
                found.append(int(status.parent.name))
    return found


class Redis:
    """A Redis that keeps nothing."""

    def __init__(self) -> None:
        self._broker = Broker.started(programs.free_port())
        self.url = f"redis://127.0.0.1:{self._broker.port}/0"

    def kill(self) -> None:
        """``kill -9``: whatever it held is gone."""
        self._broker.kill()

    def start(self) -> None:
        """Start it again, empty."""
        self._broker.process = Broker.started(self._broker.port).process

    def stop(self, seconds: float) -> None:
        """Let it stand still for so long."""
        self._broker.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._broker.process.send_signal(signal.SIGCONT)

    def restart(self) -> None:
        """Tell it to end, and start it again."""
        self._broker.process.terminate()
        self._broker.process.wait()
        self.start()


class MailServer:
    """A mail server that writes down what it has taken before it says so, and can have moods."""

    def __init__(self, journal: Journal, port: int) -> None:
        self.mood = GOOD
        self.talking = self.spoilt = 0
        """Mails that are being said, and those that met a mood other than good."""
        self._journal = journal
        self._controller = Controller(self, hostname="127.0.0.1", port=port)
        self._controller.start()

    def close(self) -> None:
        """End it."""
        self._controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail, or do not, as the mood is."""
        self.talking += 1
        try:
            return await self._answer(server, envelope)
        finally:
            self.talking -= 1

    async def _answer(self, server: Any, envelope: Any) -> str:
        self.spoilt += self.mood != GOOD
        while self.mood == HANGING:
            await asyncio.sleep(0.05)
        if self.mood == DROPPING:
            server.transport.abort()
        if self.mood == REFUSING:
            return "451 not now"
        if self.mood != DROPPING:
            found = re.search(rb"^Message-ID:\s*(<[^>]+>)", envelope.content, re.MULTILINE | re.IGNORECASE)
            name = found[1].decode() if found else ""
            # Not in this loop's thread: others talk meanwhile.
            await asyncio.get_running_loop().run_in_executor(
                None, lambda: self._journal.write("mail", message_id=name, to=list(envelope.rcpt_tos))
            )
        if self.mood == LOSING:
            server.transport.abort()
        return "250 OK"


class BeaconServer:
    """A drand-style chain with a round a second, at two addresses that can misbehave."""

    HASH = "cd" * 32
    GENESIS, PERIOD = 1_692_803_367, 1

    def __init__(self) -> None:
        self.mood = GOOD
        self.spoilt = 0
        """Times that it was asked while in a mood other than good."""
        self._servers = [ThreadingHTTPServer(("127.0.0.1", 0), self._answers(n)) for n in range(2)]
        ports = [server.server_address[1] for server in self._servers]
        self.addresses = ",".join(f"http://127.0.0.1:{port}/{self.HASH}" for port in ports)

    def start(self) -> None:
        """Answer. Until then it is only known where."""
        for server in self._servers:
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()

    def close(self) -> None:
        """End it."""
        for server in self._servers:
            server.shutdown()
            server.server_close()

    @staticmethod
    def signature(number: int) -> bytes:
        """Of a round: what comes out is its hash."""
        return sha256(f"round {number}".encode()).digest()

    def _answers(self, place: int) -> type[BaseHTTPRequestHandler]:
        beacon = self

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                beacon.spoilt += beacon.mood != GOOD
                while beacon.mood == HANGING:
                    time.sleep(0.02)
                body = json.dumps(beacon._said(self.path, place)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with suppress(OSError):
                    self.wfile.write(body)

            def log_message(self, *_words: object) -> None:
                """Nobody reads it."""

        return Answers

    def _said(self, path: str, place: int) -> dict[str, object]:
        if path.endswith("/info"):
            return {"hash": self.HASH, "genesis_time": self.GENESIS, "period": self.PERIOD}
        number = int(path.rpartition("/")[2])
        lies = self.mood == LYING and place == 1
        signature = self.signature(number + 1 if lies else number)
        randomness = "00" * 32 if self.mood == FORGED else sha256(signature).hexdigest()
        return {"round": number, "randomness": randomness, "signature": signature.hex()}


@contextmanager
def small_files(folder: Path) -> Iterator[None]:
    """Let temporary files be made in this folder."""
    before, tempfile.tempdir = tempfile.tempdir, str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before
