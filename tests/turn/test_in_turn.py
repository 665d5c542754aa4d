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

from config.asgi import AT_ONCE, application

pytestmark = pytest.mark.django_db

_guard = threading.Lock()
_now = {"working": 0, "most": 0}


def slow(request: HttpRequest) -> HttpResponse:
    """Say "done" after a moment, and keep how many did so at the same time."""
    with _guard:
        _now["working"] += 1
        _now["most"] = max(_now["most"], _now["working"])
    time.sleep(0.02)
    with _guard:
        _now["working"] -= 1
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


urlpatterns = [path("slow/", slow), path("broken/", broken), path("endless/", endless)]


def ask(where: str) -> ApplicationCommunicator:
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": where, "query_string": b""}
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
