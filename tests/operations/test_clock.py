"""The clock waits for nothing but the database, and says how it is to whoever asks."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import kombu
import pytest
from asgiref.testing import ApplicationCommunicator
from celery import Celery
from django.conf import settings as site_settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from campaign.base.dates import clock
from campaign.models import Campaign, Heartbeat, Notice, NoticeState, Phase, Turn, TurnStart
from campaign.turn import bot_plans, tick
from campaign.turn.deadlines import beat
from campaign.turn.plans.services import save_plan
from config import asgi
from config.celery import app
from config.embedded import QUEUES
from tests.gates import ROOT
from tests.sites import with_tables
from tests.turn.test_ready import war as ready_war
from tests.wars import APART, CLOSE, begin_war, march

__all__ = ["ready_war"]

Settings = Any


# The lanes


def test_every_task_has_a_lane_and_the_clock_has_its_own() -> None:
    app.loader.import_default_modules()
    tasks = {name for name in app.tasks if not name.startswith("celery.")}
    lanes = site_settings.LANES
    assert tasks == {task for lane in lanes.values() for task in lane}
    assert sum(map(len, lanes.values())) == len(tasks)
    assert lanes["clock"] == ("campaign.tasks.tick",)
    assert {lane: set(map(_queue_of, names)) for lane, names in lanes.items()} == {
        lane: {lane} for lane in lanes
    }
    assert {entry["task"] for entry in site_settings.CELERY_BEAT_SCHEDULE.values()} == tasks
    assert not any("queue" in entry["options"] for entry in site_settings.CELERY_BEAT_SCHEDULE.values())
    assert site_settings.CELERY_TASK_DEFAULT_QUEUE != "clock"


def _queue_of(task: str) -> str:
    queue: str = app.amqp.router.route({}, task)["queue"].name
    return queue


def test_every_lane_has_its_workers_in_both_deployments() -> None:
    assert set(QUEUES) == set(site_settings.LANES)
    compose = (ROOT / "docker-compose.yml").read_text()
    for lane, slots in (("clock", 2), ("care", 1), ("post", 2), ("heavy", 1)):
        assert compose.count(f'"--queues", "{lane}", "--concurrency", "{slots}"') == 1
    assert compose.count('"--queues"') == len(site_settings.LANES)
    assert '"tick", "--loop", "2", "--turns"]' in compose


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What anybody tries to reach; libpq, which talks with PostgreSQL, has connections of its own."""
    tried: list[Any] = []
    for name in ("connect", "connect_ex", "bind"):
        monkeypatch.setattr(socket.socket, name, lambda self, *place: tried.append(place))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *place, **more: tried.append(place))
    # The broker may be memory here; a deployment's is not.
    monkeypatch.setattr(Celery, "send_task", lambda self, *named, **more: tried.append(named))
    monkeypatch.setattr(kombu.Connection, "connect", lambda self: tried.append(self))
    return tried


@pytest.mark.django_db
@pytest.mark.parametrize("battles", ["tabletop", "abstract"])
def test_the_clocks_lane_opens_no_connection_but_the_databases(opened: list[Any], battles: str) -> None:
    """The whole turn, by each task of the lane; a bot is in it, and somebody who missed the plan."""
    (name,) = site_settings.LANES["clock"]
    app.loader.import_default_modules()
    war = begin_war(CLOSE, bots=("south",), battles=battles)
    war.plan("north", {"north1": march(2, 4)})
    seen = []
    while war.turn.number == 1:
        turn = war.turn
        seen.append(turn.phase)
        assert turn.resolve_after is not None
        with clock.at(turn.resolve_after):
            assert app.tasks[name]() == 1
    assert seen[0] == Phase.PLANNING
    assert seen[-1] == Phase.AFTERMATH_REVIEW
    assert app.tasks[name]() == 0
    assert opened == []
    with socket.socket() as one:
        one.connect(("127.0.0.1", 9))
    app.send_task("x")
    assert opened == [(("127.0.0.1", 9),), ("x",)]  # it would have been noticed


def test_the_clock_wakes_nobody_where_bots_play_without_dates(ready_war: Campaign, opened: list[Any]) -> None:
    """They have planned within two seconds all the same: their own lane looks for them."""
    mine = ready_war.seats.get(key="ada")
    bot_plans.plan_ahead()
    save_plan(seat=mine, number=1, plan={"orders": {}}, by=mine.user, submit=True)
    assert app.tasks["campaign.tasks.tick"]() == 1
    assert bot_plans.waits_undated()
    assert opened == []
    assert site_settings.CELERY_BEAT_SCHEDULE["campaign.tasks.plan_undated"]["schedule"] == 2.0
    assert app.tasks["campaign.tasks.plan_undated"]() == 2
    assert not bot_plans.waits_undated()


@pytest.mark.django_db(transaction=True)
def test_a_tick_from_cron_can_leave_the_outbox_alone(capsys: pytest.CaptureFixture[str]) -> None:
    begin_war(APART)
    call_command("tick", turns=True)
    assert capsys.readouterr().out == "0 steps taken\n"
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.QUEUED}


def test_a_tick_from_cron_does_all_that_workers_do(tmp_path: Path) -> None:
    """Where there is no worker nobody else asks the beacon, keeps dates, or takes files in."""
    env = {**with_tables(tmp_path), "HOME": os.environ["HOME"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    run = subprocess.run(
        [sys.executable, "-c", TICKS], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "failed" not in run.stderr
    tasks = [name for lane, names in site_settings.LANES.items() for name in names if lane != "clock"]
    assert run.stdout.splitlines()[-1].split() == tasks


TICKS = """
import sys
import django
django.setup()
from celery.app.task import Task
from django.core.management import call_command
done, plain = [], Task.__call__
def called(self, *args, **kwargs):
    done.append(self.name)
    return plain(self, *args, **kwargs)
Task.__call__ = called
call_command("tick")
print(*done)
"""
"""A process of its own, which knows no more tasks than this command has made it load."""


# How it is


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(1, 200), (29, 200), (31, 503), (-3599, 503), (None, 503)])
def test_clockz_is_well_while_deadlines_fire(age: int | None, status: int) -> None:
    if age is not None:
        Heartbeat.objects.create(name="tick", at=timezone.now() - timedelta(seconds=age))
    answer = Client().get("/clockz")
    assert answer.status_code == status
    told = answer.json()["seconds_since_last_tick"]
    assert told is None if age is None else age <= told < age + 10
    assert answer.json()["ticking"] is (status == 200)


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "late"), [(59, False), (61, True)])
def test_clockz_tells_of_a_turn_that_is_a_minute_late_and_not_whose(seconds: int, late: bool) -> None:
    war = begin_war(APART)
    tick.tick()
    Turn.objects.filter(pk=war.turn.pk).update(resolve_after=timezone.now() - timedelta(seconds=seconds))
    answer = Client().get("/clockz")
    assert (answer.status_code, answer.json()["a_turn_is_late"]) == ((503 if late else 200), late)
    assert set(answer.json()) == {"ticking", "seconds_since_last_tick", "a_turn_is_late", "jumped", "sick"}
    for secret in (war.campaign.name, war.campaign.public_id, "north"):
        assert secret not in answer.content.decode()
    Campaign.objects.update(status="paused")
    assert Client().get("/clockz").status_code == 200


@pytest.mark.django_db
def test_clockz_tells_of_a_turn_that_fails_though_its_next_try_is_not_due() -> None:
    war = begin_war(APART)
    tick.tick()
    moment = timezone.now()
    Turn.objects.filter(pk=war.turn.pk).update(attempts=1, resolve_after=moment + timedelta(minutes=9))
    assert Client().get("/clockz").status_code == 200
    TurnStart.objects.create(turn=war.turn, process="x", begun=moment - timedelta(seconds=61), ended=moment)
    assert Client().get("/clockz").json()["a_turn_is_late"] is True


@pytest.mark.django_db
def test_a_dead_clock_takes_no_web_process_away() -> None:
    Heartbeat.objects.create(name="tick", at=timezone.now() - timedelta(hours=5))
    assert Client().get("/readyz").status_code == 200
    assert Client().get("/healthz").status_code == 200
    assert Client().get("/clockz").status_code == 503


@pytest.mark.django_db
def test_signs_of_life_of_the_web_are_not_the_clocks() -> None:
    beat("web")
    assert Client().get("/clockz").status_code == 503


@pytest.mark.django_db
def test_a_heartbeat_in_the_future_heals_with_the_next_tick() -> None:
    Heartbeat.objects.create(name="tick", at=timezone.now() + timedelta(hours=1))
    assert Client().get("/clockz").status_code == 503
    tick.tick()
    assert Client().get("/clockz").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/clockz"])
def test_whoever_watches_may_call_the_host_as_he_likes(path: str, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    tick.tick()
    answer = Client().get(path, headers={"host": "10.1.2.3:8000"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert Client().post(path, headers={"host": "10.1.2.3:8000"}).status_code == 405
    settings.SECURE_SSL_REDIRECT = False
    assert Client().get("/", headers={"host": "10.1.2.3:8000"}).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_a_process_whose_places_are_all_taken_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    """People wait in turn; who asks for health must not, or a busy process would be taken for a dead one."""
    monkeypatch.setattr(asgi, "AT_ONCE", 0)

    async def ask(path: str) -> int:
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        site = ApplicationCommunicator(asgi.application, scope)
        await site.send_input({"type": "http.request", "body": b"", "more_body": False})
        try:
            return int((await site.receive_output(3))["status"])
        except TimeoutError:
            return 0
        finally:
            await site.wait(3) if site.future.done() else site.future.cancel()

    assert asyncio.run(ask("/healthz")) == 200
    assert asyncio.run(ask("/")) == 0


@pytest.mark.django_db
def test_the_loop_itself_says_that_it_lives_as_the_page_does() -> None:
    """It waits for no thread: of those each waits for the interpreter, as long as pages are made."""

    async def ask(method: str) -> tuple[int, dict[bytes, bytes], bytes]:
        scope = {"type": "http", "method": method, "path": "/healthz", "query_string": b"", "headers": []}
        site = ApplicationCommunicator(asgi.application, scope)
        with monkeypatch.context() as none:
            none.setattr(asgi, "_pages", None)
            await site.send_input({"type": "http.request", "body": b"", "more_body": False})
            head, body = await site.receive_output(3), await site.receive_output(3)
        await site.wait(3)
        return head["status"], dict(head["headers"]), body["body"]

    monkeypatch = pytest.MonkeyPatch()
    status, headers, body = asyncio.run(ask("GET"))
    page = Client().get("/healthz")
    assert (status, body) == (page.status_code, page.content)
    for name in ("Content-Type", "Cache-Control"):
        assert headers[name.lower().encode()].decode() == page[name]
    assert asyncio.run(ask("HEAD"))[::2] == (200, b"")
