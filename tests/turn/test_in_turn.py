"""However many ask at once, a few are answered at a time and the others wait: none fails or is forgotten."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.asgi import AT_ONCE, application

pytestmark = pytest.mark.django_db

_guard = threading.Lock()
_now = {"working": 0, "most": 0}
_door = threading.Event()
_came: list[str] = []


def slow(request: HttpRequest) -> HttpResponse:
    """Say "done" after a moment, and keep how many did so at the same time."""
    with _guard:
        _now["working"] += 1
        _now["most"] = max(_now["most"], _now["working"])
    time.sleep(0.02)
    with _guard:
        _now["working"] -= 1
    return HttpResponse("done")


@csrf_exempt
def held(request: HttpRequest) -> HttpResponse:
    """Say "done" once the door is open, and keep who came so far."""
    _came.append(f"{request.method} {request.GET.get('who', '')}")
    _door.wait(30)
    return HttpResponse("done")


def broken(request: HttpRequest) -> HttpResponse:
    """Fail."""
    raise RuntimeError("no answer")


async def endless(request: HttpRequest) -> StreamingHttpResponse:
    """A stream that says one thing and stays open."""

    async def lines() -> AsyncIterator[str]:
        yield "begun"
        await asyncio.sleep(60)

    return StreamingHttpResponse(lines())


urlpatterns = [path("slow/", slow), path("held/", held), path("broken/", broken), path("endless/", endless)]


def ask(where: str, method: str = "GET") -> ApplicationCommunicator:
    place, _, query = where.partition("?")
    scope: dict[str, Any] = {"type": "http", "method": method, "path": place, "query_string": query.encode()}
    scope |= {"headers": [(b"host", b"testserver")], "http_version": "1.1", "asgi": {"version": "3.0"}}
    return ApplicationCommunicator(application, scope)


async def begun(asked: ApplicationCommunicator) -> int:
    await asked.send_input({"type": "http.request", "body": b"", "more_body": False})
    return int((await asked.receive_output(timeout=30))["status"])


async def answered(where: str) -> int:
    asked = ask(where)
    status = await begun(asked)
    await asked.receive_output(timeout=30)
    await asked.wait(timeout=30)
    return status


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_a_few_are_worked_on_at_a_time_and_all_are_answered() -> None:
    async def crowd() -> list[int]:
        return await asyncio.gather(*(answered("/slow/") for _ in range(5 * AT_ONCE)))

    _now.update(working=0, most=0)
    assert asyncio.run(crowd()) == [200] * 5 * AT_ONCE
    assert 1 < _now["most"] <= AT_ONCE


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[], DEBUG_PROPAGATE_EXCEPTIONS=False)
def test_neither_streams_nor_failures_nor_slow_senders_keep_a_place() -> None:
    async def crowd() -> tuple[list[int], list[int], int]:
        sending = [ask("/slow/") for _ in range(AT_ONCE + 1)]
        for one in sending:
            await one.send_input({"type": "http.request", "body": b"a", "more_body": True})
        streams = [ask("/endless/") for _ in range(AT_ONCE + 1)]
        open_ones = [await begun(stream) for stream in streams]
        failed = [await answered("/broken/") for _ in range(AT_ONCE + 1)]
        last = await answered("/slow/")
        for stream in (*streams, *sending):
            stream.future.cancel()
        return open_ones, failed, last

    open_ones, failed, last = asyncio.run(crowd())
    assert set(open_ones) == {200}
    assert set(failed) == {500}
    assert last == 200


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_who_leaves_while_waiting_keeps_nobody_waiting_and_what_was_sent_is_done() -> None:
    async def crowd() -> list[int]:
        whole = {"type": "http.request", "body": b"", "more_body": False}
        working = [ask("/held/?who=first") for _ in range(AT_ONCE)]
        gone = [ask("/held/?who=gone") for _ in range(5 * AT_ONCE)]
        sent, there = ask("/held/?who=sent", "POST"), ask("/held/?who=there")
        for one in (*working, *gone, sent, there):
            await one.send_input(whole)
        while len(_came) < AT_ONCE:
            await asyncio.sleep(0.01)
        for one in (*gone, sent):
            await one.send_input({"type": "http.disconnect"})
        # With all places taken they end, having been told nothing.
        for one in gone:
            await one.wait(timeout=10)
        _door.set()
        await sent.wait(timeout=30)
        answers = [await one.receive_output(timeout=30) for one in (*working, there)]
        for one in (*working, there):
            await one.receive_output(timeout=30)
            await one.wait(timeout=30)
        return [answer["status"] for answer in answers]

    _door.clear()
    _came.clear()
    assert asyncio.run(crowd()) == [200] * (AT_ONCE + 1)
    assert sorted(_came) == ["GET first"] * AT_ONCE + ["GET there", "POST sent"]
