"""What the processes tell of themselves, and whether they run as the demo runs them."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from campaign.models import Heartbeat
from config.celery import make_app
from config.embedded import Embedded
from tests.gates import ROOT, SECRET, run


def environment(folder: Path) -> dict[str, str]:
    """A site of its own in a folder."""
    return {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": SECRET,
        "ENV_FILE": os.devnull,
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "STATIC_ROOT": str(folder / "static"),
        "EMAIL_URL": f"filemail://{folder / 'mail'}",
    }


@pytest.mark.django_db
def test_a_process_that_answers_is_alive() -> None:
    assert Client().get("/healthz").json() == {"alive": True}


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(1, 200), (29, 200), (31, 503), (None, 503)])
def test_it_is_ready_while_deadlines_fire(age: int | None, status: int) -> None:
    if age is not None:
        Heartbeat.objects.create(name="tick", at=timezone.now() - timedelta(seconds=age))
    answer = Client().get("/readyz")
    assert answer.status_code == status
    told = answer.json()["seconds_since_last_tick"]
    assert told is None if age is None else age <= told < age + 10


@pytest.mark.once
def test_one_process_serves_ticks_and_stops_cleanly(tmp_path: Path) -> None:
    env = environment(tmp_path)
    assert run([sys.executable, "manage.py", "migrate", "-v0"], env=env).returncode == 0
    assert run([sys.executable, "manage.py", "collectstatic", "-v0", "--noinput"], env=env).returncode == 0
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as site:
        ready = wait_for(f"http://127.0.0.1:{port}/readyz")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
            assert b"/static/css/base." in page.read()
        second = run(command, env=env)
        site.send_signal(signal.SIGINT)
        said = site.communicate(timeout=30)[0].decode()
    assert ready, said
    assert site.returncode == 0, said
    assert said.splitlines()[-1] == "Stopped."
    assert "Traceback" not in said
    assert second.returncode == 1
    assert second.stderr.strip() == (
        f"CommandError: Port {port} is taken; stop what runs there, or take another: "
        f"make demo PORT={port + 1}, or --port {port + 1}"
    )


@pytest.mark.once
def test_worker_and_clock_stop_at_once_when_they_have_nothing_to_do() -> None:
    idle = make_app(current=False)
    idle.conf.beat_schedule = {}

    def stopping() -> float:
        with Embedded(idle):
            time.sleep(1)
            told = time.monotonic()
        return time.monotonic() - told

    assert min(stopping() for _ in range(3)) < 1.5


@pytest.mark.once
def test_a_database_without_tables_is_told_in_a_line(tmp_path: Path) -> None:
    done = run([sys.executable, "manage.py", "serve", "--port", str(free_port())], env=environment(tmp_path))
    assert done.returncode == 1
    assert (
        done.stderr.strip() == "CommandError: The database is not up to date; run: python manage.py migrate"
    )


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(address: str, seconds: float = 40) -> bool:
    """Whether an address answers 200 within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return True
        except OSError:
            time.sleep(0.2)
    return False


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_a_backup_is_whole_and_never_overwrites(tmp_path: Path) -> None:
    Heartbeat.objects.create(name="tick", at=timezone.now())
    copy = tmp_path / "copy.sqlite3"
    call_command("backup", copy, verbosity=0)
    with sqlite3.connect(copy) as database:
        assert database.execute("SELECT name FROM campaign_heartbeat").fetchall() == [("tick",)]
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", copy)
    with pytest.raises(CommandError, match="is no folder"):
        call_command("backup", tmp_path / "none" / "copy.sqlite3")


@pytest.mark.once
def test_there_is_no_backup_of_a_database_that_is_not_there(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "backup", str(tmp_path / "copy.sqlite3")]
    done = run(command, env=environment(tmp_path))
    assert done.returncode == 1
    assert f"{tmp_path / 'site.sqlite3'} is not there; set DATABASE_URL" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.once
def test_log_ins_that_all_can_read_are_made_for_a_demo_only(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "build_demo"]
    done = run(command, env=environment(tmp_path))
    assert done.returncode == 1
    assert "only where DEMO=on is set" in done.stderr
