"""The clock waits for nothing but the database, and says how it is to whoever asks."""

from __future__ import annotations

import asyncio
import socket
from datetime import timedelta
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings as site_settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from campaign.models import Heartbeat, Notice, NoticeState, Phase
from campaign.turn import tick
from campaign.turn.deadlines import beat
from config import asgi
from config.celery import app
from config.embedded import QUEUES
from tests.gates import ROOT
from tests.wars import APART, begin_war

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
    for lane in site_settings.LANES:
        assert compose.count(f'"--queues", "{lane}"') == 1


@pytest.mark.django_db
def test_a_tick_opens_no_connection_but_the_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    war = begin_war(APART)
    opened: list[Any] = []
    monkeypatch.setattr(socket.socket, "connect", lambda self, place: opened.append(place))
    monkeypatch.setattr(socket.socket, "connect_ex", lambda self, place: opened.append(place))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *place, **more: opened.append(place))
    war.pass_deadline()
    assert war.turn.phase == Phase.MOVEMENT_REVIEW
    assert tick.tick() == 0
    assert opened == []
    with socket.socket() as one:
        one.connect(("127.0.0.1", 9))
    assert opened == [("127.0.0.1", 9)]  # it would have been noticed


@pytest.mark.django_db(transaction=True)
def test_a_tick_from_cron_can_leave_the_outbox_alone(capsys: pytest.CaptureFixture[str]) -> None:
    begin_war(APART)
    call_command("tick", turns=True)
    assert capsys.readouterr().out == "0 steps taken\n"
    assert set(Notice.objects.values_list("state", flat=True)) == {NoticeState.QUEUED}


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
