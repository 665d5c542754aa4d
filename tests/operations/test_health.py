"""What the processes tell of themselves, and whether they run as the demo runs them."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from celery import Celery
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from campaign.models import Heartbeat
from config.celery import make_app
from config.demo.people import FACILITATOR
from config.demo.people import PASSWORD as DEMO_PASSWORD
from config.embedded import QUEUES, Embedded
from tests.gates import ROOT, run
from tests.sites import copy_of_migrated, environment, with_tables

Found = TypeVar("Found")


@pytest.mark.django_db
def test_a_process_that_answers_is_alive() -> None:
    assert Client().get("/healthz").json() == {"alive": True}


@pytest.mark.django_db
@pytest.mark.parametrize("age", [1, 31, -3599, None])
def test_it_is_ready_while_the_database_is_and_tells_of_the_clock(age: int | None) -> None:
    if age is not None:
        Heartbeat.objects.create(name="tick", at=timezone.now() - timedelta(seconds=age))
    answer = Client().get("/readyz")
    assert answer.status_code == 200
    told = answer.json()["seconds_since_last_tick"]
    assert told is None if age is None else age <= told < age + 10


@pytest.mark.once
def test_one_process_serves_ticks_and_stops_cleanly(tmp_path: Path) -> None:
    env = with_tables(tmp_path)
    assert run([sys.executable, "manage.py", "collectstatic", "-v0", "--noinput"], env=env).returncode == 0
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as site:
        ready = wait_for(f"http://127.0.0.1:{port}/clockz")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
            assert b"/static/css/web/base." in page.read()
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
def test_every_worker_has_all_its_tasks_before_the_first_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that is found late is told to every app: also to one that is just going through its own."""
    seen: list[tuple[bool, bool]] = []

    class Beginning:
        def __init__(self, *, app: Celery, **options: object) -> None:
            seen.append((app.finalized, "campaign.tasks.tick" in app.tasks))

        def start(self) -> None:
            pass

    monkeypatch.setattr("config.embedded.WorkController", Beginning)
    idle = make_app(current=False)
    idle.conf.beat_schedule = {}
    with Embedded(idle):
        _until(lambda: len(seen) >= len(QUEUES))
    assert len(seen) >= len(QUEUES)
    assert set(seen) == {(True, True)}


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


@pytest.mark.long
@pytest.mark.once
def test_there_is_no_backup_of_a_database_that_is_not_there(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "backup", str(tmp_path / "copy.sqlite3")]
    done = run(command, env=environment(tmp_path))
    assert done.returncode == 1
    assert f"{tmp_path / 'site.sqlite3'} is not there; set DATABASE_URL" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.once
def test_log_ins_that_all_can_read_are_made_for_a_demo_only(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "build_demo"]
    done = run(command, env=environment(tmp_path))
    assert done.returncode == 1
    assert "only where DEMO=on is set" in done.stderr


@pytest.mark.once
@pytest.mark.long
def test_the_demo_and_what_it_sends_name_the_port_it_is_served_at(tmp_path: Path) -> None:
    """``make demo PORT=``, and again with another port once it is built."""
    for name in ("Makefile", "manage.py", "config", "campaign", "battles", "rules", "static", "templates"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "bootstrap.py").touch()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / ".venv" / "bin" / "python").chmod(0o755)
    assert made(tmp_path, ".demo/env").returncode == 0
    copy_of_migrated(tmp_path / ".demo" / "campaigns.sqlite3")
    # With somebody in it the demo is taken for built: what is looked at here is where its links lead.
    facilitator = (
        "from django.core.management import call_command; call_command('migrate', verbosity=0)\n"
        "from config.demo.people import FACILITATOR, open_accounts; open_accounts()"
    )
    env = environment(tmp_path) | {"ENV_FILE": str(tmp_path / ".demo" / "env")}
    told = [sys.executable, "manage.py", "shell", "-v0", "-c", facilitator]
    for name in ("DATABASE_URL", "EMAIL_URL", "STATIC_ROOT", "SECRET_KEY"):
        del env[name]
    done = subprocess.run(told, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for port in (free_port(), free_port()):
        with serving(tmp_path, port) as site:
            calendar, mail = links_of(site, tmp_path / ".demo" / "mail")
        assert calendar.startswith(f"http://127.0.0.1:{port}/calendar/")
        assert set(re.findall(r"http://[^/\s]+", mail)) == {f"http://127.0.0.1:{port}"}
    with serving(tmp_path, free_port(), SITE_URL="http://localhost:9999") as site:
        calendar, mail = links_of(site, tmp_path / ".demo" / "mail")
    assert calendar.startswith("http://localhost:9999/calendar/")
    assert set(re.findall(r"http://[^/\s]+", mail)) == {"http://localhost:9999"}


def made(folder: Path, *what: str) -> subprocess.CompletedProcess[str]:
    """``make`` there."""
    command = ["make", *what, f"PYTHON={sys.executable}"]
    env = {"PATH": os.environ["PATH"]}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=200)


@contextmanager
def serving(folder: Path, port: int, **env: str) -> Iterator[str]:
    """``make demo PORT=`` there, once it answers; its address."""
    command = ["make", "demo", f"PORT={port}", f"PYTHON={sys.executable}"]
    site = subprocess.Popen(
        command, cwd=folder, env={"PATH": os.environ["PATH"], **env}, start_new_session=True
    )
    try:
        assert wait_for(f"http://127.0.0.1:{port}/healthz", 90)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(site.pid, signal.SIGTERM)
        site.wait(30)


def links_of(site: str, mails: Path) -> tuple[str, str]:
    """The address of a person's calendar as the page says it, and the mail with the code to log in."""
    jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def send(path: str, **fields: str) -> str:
        form = jar.open(site + path).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
        assert token is not None
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token.group(1), **fields}).encode()
        page: str = jar.open(site + path, data).read().decode()
        return page

    before = set(mails.glob("*")) if mails.exists() else set()
    send("/account/login/code/", email=FACILITATOR.email)
    (mail,) = _until(lambda: set(mails.glob("*")) - before)
    jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    send("/account/login/", login=FACILITATOR.email, password=DEMO_PASSWORD)
    page = jar.open(f"{site}/account/notices/").read().decode()
    found = re.search(r"http://\S+?\.ics", page)
    assert found is not None
    return found.group(0), mail.read_text()


def _until(look: Callable[[], Found], seconds: float = 20) -> Found:
    end = time.monotonic() + seconds
    while not (found := look()) and time.monotonic() < end:
        time.sleep(0.2)
    return found
