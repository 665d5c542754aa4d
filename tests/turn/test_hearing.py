"""Large requests: they lie on the disk, come two at a time, and share so much room; small ones never wait."""

from __future__ import annotations

import asyncio
import json
import socket
from asyncio import selector_events
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import URLPattern, get_resolver, include, path
from django.views.decorators.csrf import csrf_exempt

from campaign.web.doors import DOORS, Door
from config import hearing
from config.asgi import IN_ONE_PIECE, LARGE_AT_ONCE, _read_in_pieces, application
from config.hearing import IN_MEMORY, SMALL

pytestmark = pytest.mark.django_db


@csrf_exempt
def sized(request: HttpRequest) -> HttpResponse:
    """Say how long what was sent is, and whether it lies on the disk."""
    spooled = request._stream  # type: ignore[attr-defined]
    return HttpResponse(f"{spooled._rolled} {len(request.body)}")


urlpatterns = [path("sized/", sized), path("api/sized/", sized), path("", include("config.urls"))]


HERE, THERE = "203.0.113.7", "198.51.100.9"
"""Two networks."""
BROWSER = ((b"accept", b"text/html,*/*;q=0.8"), (b"referer", b"http://testserver/campaigns/import/?as=1"))


async def sending(
    where: str,
    *pieces: bytes,
    over: bool = True,
    headers: Iterable[tuple[bytes, bytes]] = (),
    network: str = HERE,
) -> ApplicationCommunicator:
    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": where, "query_string": b""}
    scope |= {"headers": [(b"host", b"testserver"), *headers], "client": (network, 4711)}
    scope |= {"http_version": "1.1", "asgi": {"version": "3.0"}}
    asked = ApplicationCommunicator(application, scope)
    for number, piece in enumerate(pieces, 1):
        more = number < len(pieces) or not over
        await asked.send_input({"type": "http.request", "body": piece, "more_body": more})
    return asked


async def told(asked: ApplicationCommunicator) -> tuple[int, dict[bytes, bytes], bytes]:
    head, body = await asked.receive_output(30), await asked.receive_output(30)
    await asked.wait(30)
    return head["status"], {key.lower(): value for key, value in head["headers"]}, body["body"]


def ran(what: Callable[[], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        return await what()

    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        return asyncio.run(run())


def test_what_is_long_lies_on_the_disk() -> None:
    async def both() -> list[bytes]:
        return [(await told(await sending("/sized/", bytes(size))))[2] for size in (IN_MEMORY, SMALL + 1)]

    assert ran(both) == [b"False %d" % IN_MEMORY, b"True %d" % (SMALL + 1)]
    assert hearing._heard["bytes"] == 0


def test_whoever_finds_no_room_is_told_when_to_come_again_and_small_ones_are_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hearing, "ROOM", 3 * SMALL)
    monkeypatch.setattr(hearing, "WAITS", 0.2)

    async def crowd() -> list[Any]:
        first = await sending("/sized/", bytes(2 * SMALL), over=False)
        await asyncio.sleep(0.05)
        page, program = [
            await told(await sending(where, bytes(SMALL), bytes(SMALL), b"rest"))
            for where in ("/sized/", "/api/sized/")
        ]
        small = await told(await sending("/sized/", bytes(SMALL)))
        await first.send_input({"type": "http.request", "body": b"", "more_body": False})
        after = await told(first)
        return [page, program, small, after, await told(await sending("/sized/", bytes(2 * SMALL)))]

    page, program, *others = ran(crowd)
    for status, headers, said in (page, program):
        assert (status, headers[b"retry-after"]) == (503, b"60")
        assert b"send yours again in a minute" in said
    assert program[1][b"content-type"] == b"application/problem+json"
    assert [status for status, _headers, _said in others] == [200, 200, 200]
    assert hearing._heard["bytes"] == 0


def test_whoever_finds_no_room_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "ROOM", 3 * SMALL)

    async def crowd() -> list[int]:
        first = await sending("/sized/", bytes(2 * SMALL), over=False)
        await asyncio.sleep(0.05)
        second = await sending("/sized/", bytes(2 * SMALL))
        await asyncio.sleep(0.3)
        await first.send_input({"type": "http.request", "body": b"", "more_body": False})
        return [(await told(asked))[0] for asked in (first, second)]

    assert ran(crowd) == [200, 200]
    assert hearing._heard["bytes"] == 0


def test_who_stalls_loses_the_room_before_whoever_waits_gives_up() -> None:
    assert hearing.PATIENCE < hearing.WAITS


def test_strangers_who_stall_at_a_log_in_shut_out_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is heard there of the size of a file, and of what is heard room is made."""
    monkeypatch.setattr(hearing, "PATIENCE", 0.2)
    million = 1024 * 1024

    async def crowd() -> list[Any]:
        strangers = [
            await sending("/account/login/", *[bytes(million)] * count, over=False) for count in (31, 28)
        ]
        others = [await sending("/campaigns/import/", *[bytes(million)] * 29, over=False) for _ in "ab"]
        while hearing._heard["bytes"] < 58 * million:
            await asyncio.sleep(0.05)
        mine = await told(await sending("/sized/", *[bytes(million)] * 4))
        for one in (*strangers, *others):
            await one.send_input({"type": "http.request", "body": b"", "more_body": False})
        return [mine, *[await told(one) for one in (*strangers, *others)]]

    mine, first, second, *others = ran(crowd)
    assert mine[0] == 200
    assert (first[0], second[0]) == (413, 413)
    assert first[2] == b"A request may have up to 6 MiB here. Nothing was saved."
    assert 408 in [status for status, _headers, _said in others]


def test_each_door_tells_its_own_limit() -> None:
    mib = 1024 * 1024

    async def each() -> list[Any]:
        doors = {
            "/campaigns/import/": 54,
            "/c/x/battles/y/act/picture/": 16,
            "/api/v1/campaigns/x/battles/y/pictures/": 8,
        }
        return [await told(await sending(path, *[bytes(mib)] * (size + 1))) for path, size in doors.items()]

    war, page, program = ran(each)
    assert [war[0], page[0], program[0]] == [413, 413, 413]
    assert war[2].startswith(b"A campaign's file has at most 50 MB.")
    assert b"a picture of it 5 MB" in page[2]
    (error,) = json.loads(program[2])["errors"]
    assert error["path"] == "picture"
    assert error["detail"].startswith("A picture has at most 5 MB.")


def test_every_door_is_an_address() -> None:
    known = {f"{space}{one.name}" for space, one in named(get_resolver().url_patterns)}
    assert set(DOORS) <= known


def named(patterns: Any, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in patterns:
        if isinstance(one, URLPattern):
            yield space, one
        else:
            yield from named(one.url_patterns, f"{one.namespace}:" if one.namespace else space)


def test_who_sends_hardly_anything_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "ROOM", 3 * SMALL)
    monkeypatch.setattr(hearing, "PATIENCE", 0.1)

    async def crowd() -> list[Any]:
        first = await sending("/sized/", bytes(2 * SMALL), over=False)
        await asyncio.sleep(0.15)
        second = await told(await sending("/sized/", bytes(2 * SMALL)))
        return [await told(first), second]

    first, second = ran(crowd)
    assert (first[0], second[0]) == (408, 200)
    assert b"others needed the room" in first[2]
    assert hearing._heard["bytes"] == 0
    assert not hearing._hearings


def test_what_is_too_long_or_never_ends_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.web.doors.PLAIN", Door(2 * SMALL))
    monkeypatch.setattr(hearing, "LONGEST", 0.1)

    async def both() -> list[int]:
        large = await told(await sending("/api/sized/", bytes(3 * SMALL)))
        slow = await told(await sending("/api/sized/", bytes(SMALL + 1), over=False))
        return [large[0], slow[0]]

    assert ran(both) == [413, 408]
    assert hearing._heard["bytes"] == 0


def test_what_is_small_ends_in_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "LONGEST_SMALL", 0.1)

    async def small() -> Any:
        return await told(await sending("/sized/", b"x", over=False))

    status, _headers, said = ran(small)
    assert status == 408
    assert b"within 0 seconds" in said


def test_who_fills_the_room_from_one_network_makes_room_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who send just fast enough not to stall."""
    monkeypatch.setattr(hearing, "ROOM", 5 * SMALL)
    monkeypatch.setattr(hearing, "WAITS", 1.0)
    monkeypatch.setattr(hearing, "PATIENCE", 0.1)
    monkeypatch.setattr(hearing, "_who_stalls", list)

    async def crowd() -> list[Any]:
        first = [await sending("/sized/", bytes(2 * SMALL), over=False) for _ in "ab"]
        await asyncio.sleep(0.05)
        alike = await told(await sending("/sized/", bytes(2 * SMALL)))
        other = await told(await sending("/sized/", bytes(2 * SMALL), network=THERE))
        for one in first:
            await one.send_input({"type": "http.request", "body": b"", "more_body": False})
        return [alike, other, *[await told(one) for one in first]]

    alike, other, *first = ran(crowd)
    assert (alike[0], other[0]) == (503, 200)
    assert sorted(one[0] for one in first) == [200, 408]
    assert hearing._heard["bytes"] == 0
    assert not hearing._hearings


def test_who_is_slow_makes_room_even_if_little_is_kept_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "ROOM", 4 * SMALL)
    monkeypatch.setattr(hearing, "PATIENCE", 0.1)
    monkeypatch.setattr(hearing, "_who_stalls", list)
    monkeypatch.setattr(hearing, "A_WHILE", 0.5)

    async def crowd() -> list[Any]:
        first = await sending("/sized/", bytes(2 * SMALL), over=False, network=THERE)
        await asyncio.sleep(0.6)
        fast = await told(await sending("/sized/", bytes(3 * SMALL)))
        await first.send_input({"type": "http.request", "body": b"", "more_body": False})
        return [fast, await told(first)]

    monkeypatch.setattr(hearing, "FAIR", 10**9)
    fast, first = ran(crowd)
    assert (fast[0], first[0]) == (200, 408)


def test_who_is_worked_on_gives_way_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been heard out is done."""
    monkeypatch.setattr(hearing, "ROOM", 3 * SMALL)
    monkeypatch.setattr(hearing, "WAITS", 0.3)
    monkeypatch.setattr(hearing, "PATIENCE", 0.1)
    go_on = asyncio.Event()

    async def pages(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr("config.asgi._pages", pages)

    async def crowd() -> list[int]:
        first = await sending("/sized/", bytes(2 * SMALL))
        await asyncio.sleep(0.05)
        second = await told(await sending("/sized/", bytes(2 * SMALL), network=THERE))
        go_on.set()
        return [(await told(first))[0], second[0]]

    assert ran(crowd) == [200, 503]


def test_people_are_told_on_a_page_that_leads_back_to_their_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "WAITS", 0.1)
    mib = 1024 * 1024

    async def both() -> list[Any]:
        large = await told(await sending("/campaigns/import/", *[bytes(mib)] * 55, headers=BROWSER))
        monkeypatch.setattr(hearing, "ROOM", 0)
        return [large, await told(await sending("/campaigns/import/", bytes(mib), headers=BROWSER))]

    large, full = ran(both)
    for status, headers, said in (large, full):
        assert headers[b"content-type"] == b"text/html; charset=utf-8"
        assert headers[b"cache-control"] == b"no-store"
        assert b"default-src 'none'" in headers[b"content-security-policy"]
        assert int(headers[b"content-length"]) == len(said), status
        assert b"Nothing was saved." in said
        assert b'<meta name="saved" content="no">' in said
        assert b'href="/campaigns/import/?as=1"' in said
        assert b"unsent" in said
    assert (large[0], full[0], full[1][b"retry-after"]) == (413, 503, b"60")
    assert b"A campaign&#x27;s file has at most 50 MB. A request may have up to 54 MiB here." in large[2]
    assert b"send yours again in a minute" in full[2]


def test_large_ones_are_worked_on_two_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"working": 0, "most": 0}

    async def pages(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        now["working"] += 1
        now["most"] = max(now["most"], now["working"])
        await asyncio.sleep(0.01)
        now["working"] -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr("config.asgi._pages", pages)

    async def crowd() -> list[int]:
        asked = [await sending("/sized/", bytes(SMALL + 1)) for _ in range(6)]
        return [status for status, _headers, _body in await asyncio.gather(*map(told, asked))]

    assert ran(crowd) == [200] * 6
    assert now["most"] == LARGE_AT_ONCE


class Pieces(asyncio.Protocol):
    """How long each piece was that came."""

    def __init__(self) -> None:
        self.found: list[int] = []

    def data_received(self, data: bytes) -> None:
        self.found.append(len(data))


def test_what_comes_is_taken_in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """By an attribute that is Python's own: an upgrade that does without it is seen here."""
    transport = selector_events._SelectorTransport  # type: ignore[attr-defined]
    monkeypatch.setattr(transport, "max_size", 256 * 1024)

    async def pieces() -> list[int]:
        here, there = socket.socketpair()
        with here:
            here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1024 * 1024)
            here.setblocking(False)
            sent = here.send(bytes(2 * IN_ONE_PIECE))
            loop = asyncio.get_running_loop()
            made, found = await loop.create_connection(Pieces, sock=there)
            while sum(found.found) < sent:
                await asyncio.sleep(0.01)
            made.close()
        return found.found

    assert max(asyncio.run(pieces())) > IN_ONE_PIECE
    _read_in_pieces()
    assert max(asyncio.run(pieces())) == IN_ONE_PIECE
    monkeypatch.delattr(selector_events, "_SelectorTransport")
    _read_in_pieces()
