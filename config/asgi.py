"""The web process's entry: ``uvicorn config.asgi:application``."""

import asyncio
import io
import os
import signal
import sys
import threading
import time
import warnings
from asyncio import selector_events
from contextlib import suppress
from functools import cache, partial
from types import FrameType
from typing import Any
from weakref import WeakKeyDictionary

from django.core.asgi import get_asgi_application
from django.core.handlers.asgi import ASGIRequest
from django.utils.translation import gettext_lazy as _

from config.reading import read_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
read_settings()

# Small files, read at once: nothing is gained by reading them asynchronously.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

_pages = get_asgi_application()

from campaign.access.visitors import asker_of  # noqa: E402
from campaign.base.sandbox.children import waited  # noqa: E402
from campaign.web.doors import door_at  # noqa: E402
from config import hearing, signs  # noqa: E402
from config.errors import not_heard  # noqa: E402
from config.middleware import HEALTH  # noqa: E402

AT_ONCE = 8
"""Requests that are worked on at the same time in this process; the others wait for their turn, in order.

Each is worked on by a thread of its own. Hundreds of them would take the interpreter from whichever holds the
database's lock or a connection of its pool, until the others have waited too long for it and fail.
"""
SWITCH = 0.0005
"""Seconds after which a thread that computes hands the interpreter on, if another waits for it.

Python's own are 5 ms: with all places taken, whoever needs it for a moment, as the loop does several times
for each answer, would wait for 40 ms each time.
"""
IN_ONE_PIECE = 64 * 1024
"""Bytes that are taken from a socket at a time.

Python's own are 256 KiB, of which the server keeps two copies for each who sends until they are asked for:
with fifty who send, 30 MiB. There is no public way to say so: an application sees neither sockets nor
transports, and uvicorn's command takes only its own protocols. Another transport stays as it is.
"""
GRACE = 3
"""Seconds that those get, when the server stops, who are not heard out yet or are being answered.

Who has been heard out is waited for: its thread cannot be stopped, and would still do what nobody is told of.
"""
LARGE_AT_ONCE = 2
"""Large requests, and those with files, that are worked on at the same time, as many as may have a child: the
others wait where they cost nothing, on the disk and without a thread."""
PATIENCE = 10.0
"""Seconds for which they wait so; then they are told what there is to tell, in words and with their form."""
ALIVE, LIVES = "/healthz", b'{"alive": true}'
NOT_BEGUN = _(
    "The site is being restarted, and this was not begun. Nothing was changed; send it again in a moment."
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request, in its turn: from when it has been heard out until its answer begins.

    So neither somebody who sends slowly nor a stream that stays open keeps a place from others.
    """
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    _end_with_the_server()
    if scope.get("path") == ALIVE and scope.get("method") in ("GET", "HEAD"):
        await _say_alive(scope["method"], send)
        return
    if scope.get("path") in HEALTH:
        # Not in its turn: a process whose places are all taken lives.
        await _pages(scope, receive, send)
        return
    turn = _Turn(scope, receive, send)
    try:
        await _pages(scope, turn.heard, turn.told)
    except asyncio.CancelledError:
        if turn.holds or turn.answers:
            raise
        await _say_not_heard(scope, hearing.NotHeardError(hearing.FULL, str(NOT_BEGUN), after=5), send)
    except hearing.NotHeardError as error:
        await turn.heard_out()
        await _say_not_heard(scope, error, send)
    finally:
        turn.end()


class _Turn:
    """A request's way through: it is heard out, has a place while it is worked on, and is answered."""

    def __init__(self, scope: Any, receive: Any, send: Any) -> None:
        self._receive, self._send = receive, send
        kinds = [value for name, value in scope.get("headers", ()) if name == b"content-type"]
        self._files = any(value.startswith(b"multipart/form-data") for value in kinds)
        self._places, self._large = _places_of(asyncio.get_running_loop())
        self._task = asyncio.current_task()
        self._asks = scope.get("method") in ("GET", "HEAD")
        self.holds = self.answers = self._holds_large = False
        self._hearing = hearing.Hearing(partial(door_at, scope.get("path", "")), partial(_network_of, scope))
        _loose.add(self._task)

    async def heard(self) -> Any:
        """What is heard; with the last of it comes a place. Raises ``NotHeardError``.

        Who only asks, and leaves before there is one, is not worked on: pages that are left while they load
        must not keep those waiting who are still there. What was sent to be done is done all the same: that
        its sender has left is not told before the answer.
        """
        if self.holds and not self._asks:
            await asyncio.get_running_loop().create_future()
        message = await self._hearing.next(self._receive)
        if message["type"] == "http.request" and not message.get("more_body") and not self.holds:
            if self._hearing.large or self._files:
                await self._wait_for_the_large()
            if not await (self._wait_while_there() if self._asks else self._wait()):
                return {"type": "http.disconnect"}
            _loose.discard(self._task)
        return message

    async def heard_out(self) -> None:
        """Hear the rest of what is not kept."""
        await self._hearing.hear_out(self._receive)

    async def told(self, message: Any) -> None:
        """Answer; with the first of it the place is free."""
        if message["type"] == "http.response.start":
            self.answers = True
            self._leave()
            _loose.add(self._task)
        await self._send(message)

    def end(self) -> None:
        """It is over."""
        self._leave()
        self._hearing.end()
        _loose.discard(self._task)

    async def _wait(self) -> bool:
        """Wait for a place."""
        self.holds = await self._places.acquire()
        return True

    async def _wait_while_there(self) -> bool:
        """Wait for a place as long as somebody is there to be answered; whether there is one now."""
        if not self._places.locked():
            return await self._wait()
        place = asyncio.ensure_future(self._places.acquire())
        leaving = asyncio.ensure_future(self._receive())
        leaving.add_done_callback(lambda _: place.cancel())
        try:
            self.holds = await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                # Had in the very moment in which the server ended it.
                self._places.release()
            if not leaving.done():
                raise
        finally:
            leaving.cancel()
        return self.holds

    async def _wait_for_the_large(self) -> None:
        begun = time.monotonic()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._large.acquire(), PATIENCE)
            self._holds_large = True
        waited.set(time.monotonic() - begun)

    def _leave(self) -> None:
        if self.holds:
            self.holds = False
            self._places.release()
        if self._holds_large:
            self._holds_large = False
            self._large.release()


async def _say_alive(method: str, send: Any) -> None:
    """What ``campaign.operations.views.alive`` answers, said by the loop itself: as long as it comes to say
    this the process lives. It waits for no thread, of which each would have to wait for the interpreter.
    """
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(LIVES)).encode()),
        (b"cache-control", b"max-age=0, no-cache, no-store, must-revalidate, private"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": LIVES if method == "GET" else b""})


async def _say_not_heard(scope: Any, error: hearing.NotHeardError, send: Any) -> None:
    """Tell whoever has sent too much, or too much just now, or was not heard out when the server stopped."""
    answer = not_heard(_head_of(scope), error)
    told = {"content-length": str(len(answer.content)), "connection": "close", **answer.headers}
    headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


def _head_of(scope: Any) -> ASGIRequest:
    """A request as far as it is known before it is heard."""
    return ASGIRequest(scope, io.BytesIO())


def _network_of(scope: Any) -> str:
    return asker_of(_head_of(scope))


async def _live(receive: Any, send: Any) -> None:
    """Begin and end with the server: from its start on, be there visitors or not, the process lives."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            sys.setswitchinterval(SWITCH)
            _read_in_pieces()
            signs.start()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def _read_in_pieces() -> None:
    transport = getattr(selector_events, "_SelectorTransport", None)
    if transport is not None:
        transport.max_size = IN_ONE_PIECE


_loose: set[Any] = set()
"""The tasks of requests that the end of the server may cut: nothing is being done for them."""
Places = tuple[asyncio.Semaphore, asyncio.Semaphore]
_places: WeakKeyDictionary[asyncio.AbstractEventLoop, Places] = WeakKeyDictionary()


def _places_of(loop: asyncio.AbstractEventLoop) -> Places:
    """The places of an event loop, of all and of the large: a server has one loop, tests have many."""
    return _places.setdefault(loop, (asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(LARGE_AT_ONCE)))


@cache
def _end_with_the_server() -> None:
    """When the server is told to stop, let the streams of live pages end, for which it would wait in vain,
    and soon whoever sends or reads slowly.

    Once, with the first request: by then the server has set its own handlers, which are called as before.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, partial(_stop, loop, before))


def _stop(loop: asyncio.AbstractEventLoop, before: Any, number: int, frame: FrameType | None) -> None:
    from campaign.base.sse import hub

    hub.end()
    loop.call_soon_threadsafe(loop.call_later, GRACE, _cut)
    before(number, frame)


def _cut() -> None:
    for task in list(_loose):
        task.cancel()
