"""The web process's entry: ``uvicorn config.asgi:application``."""

import asyncio
import os
import signal
import threading
import warnings
from functools import cache, partial
from types import FrameType
from typing import Any
from weakref import WeakKeyDictionary

from django.core.asgi import get_asgi_application

from config.reading import read_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
read_settings()

# Small files, read at once: nothing is gained by reading them asynchronously.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

_pages = get_asgi_application()

from config import signs  # noqa: E402
from config.middleware import HEALTH  # noqa: E402

AT_ONCE = 8
"""Requests that are worked on at the same time in this process; the others wait for their turn, in order.

Each is worked on by a thread of its own. Hundreds of them would take the interpreter from whichever holds the
database's lock or a connection of its pool, until the others have waited too long for it and fail.
"""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request, in its turn: from when it has been heard out until its answer begins.

    So neither somebody who sends slowly nor a stream that stays open keeps a place from others.
    """
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    _end_streams_with_the_server()
    if scope.get("path") in HEALTH:
        # Not in its turn: a process whose places are all taken lives.
        await _pages(scope, receive, send)
        return
    places = _places_of(asyncio.get_running_loop())
    holding = False

    async def heard() -> Any:
        nonlocal holding
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body") and not holding:
            await places.acquire()
            holding = True
        return message

    def leave() -> None:
        nonlocal holding
        if holding:
            holding = False
            places.release()

    async def told(message: Any) -> None:
        if message["type"] == "http.response.start":
            leave()
        await send(message)

    try:
        await _pages(scope, heard, told)
    finally:
        leave()


async def _live(receive: Any, send: Any) -> None:
    """Begin and end with the server: from its start on, be there visitors or not, the process lives."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            signs.start()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


_places: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def _places_of(loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
    """The places of an event loop: a server has one loop, tests have many."""
    return _places.setdefault(loop, asyncio.Semaphore(AT_ONCE))


@cache
def _end_streams_with_the_server() -> None:
    """When the server is told to stop, let the streams of live pages end, for which it would wait in vain.

    Once, with the first request: by then the server has set its own handlers, which are called as before.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, partial(_stop, before))


def _stop(before: Any, number: int, frame: FrameType | None) -> None:
    from campaign.base.sse import hub

    hub.end()
    before(number, frame)
