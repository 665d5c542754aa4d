"""Answers that stay open and say "changed", for pages and for programs.

A stream ends after some minutes and its reader comes back, so that rights taken away are noticed.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Hashable

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from campaign.base.sse import hub as live

LIFE = 300
"""Seconds after which a stream ends and is opened anew."""
BEAT = 20
"""Seconds between two signs of life, so that nothing in between takes a quiet stream for a dead one."""
RETRY = 2000
"""Milliseconds that a browser waits before it comes back."""
MOST = 20
"""Streams that one person may hold open in one process."""

_open: Counter[Hashable] = Counter()


def has_room(who: Hashable) -> bool:
    """Whether somebody may open one more stream."""
    return _open[who] < MOST


def respond(request: HttpRequest, keys: Collection[live.Key], who: Hashable) -> HttpResponseBase:
    """The answer that streams; 204 from a server that cannot hold streams."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    since = request.headers.get("Last-Event-ID") or request.GET.get("since", "")
    response = StreamingHttpResponse(_events(who, keys, since), content_type="text/event-stream")
    response["Cache-Control"] = "private, no-store"
    # Said of itself, so that nothing on the way gathers events to compress or to send them together.
    response["Content-Encoding"] = "identity"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(who: Hashable, keys: Collection[live.Key], since: str) -> AsyncIterator[str]:
    """The stream: an id so that a browser that comes back misses nothing, and "changed" whenever it is."""
    known = since
    end = time.monotonic() + LIFE + secrets.randbelow(LIFE // 5)
    hub = live.hub()
    listener = hub.join(keys)
    _open[who] += 1
    try:
        yield f"retry: {RETRY}\n\n"
        while time.monotonic() < end:
            stirred = await listener.news(BEAT)
            if listener.ended:
                return
            if not stirred:
                yield ": still here\n\n"
            elif listener.token is not None and listener.token != known:
                changed = "event: changed\ndata: changed\n" if known else ""
                known = listener.token
                yield f"id: {known}\n{changed}\n"
    finally:
        hub.leave(listener)
        _open[who] -= 1
        if not _open[who]:
            del _open[who]
