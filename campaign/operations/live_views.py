"""Live pages: streams that say "changed", and nothing else, when what the viewer may see has changed.

Who may listen to what is settled and the database's connection given back before the stream begins. A stream
ends after some minutes and the browser comes back by itself, so that rights taken away are noticed.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import partial

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaign.access.versions import keys_of, keys_of_home
from campaign.base.sse import hub
from campaign.base.sse.streams import has_room, respond
from campaign.models import User
from campaign.web.viewer import viewer_of


@require_GET
async def campaign_stream(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """Changes in one campaign, as the viewer may see them."""

    def keys() -> list[hub.Key]:
        viewer = viewer_of(request, campaign_id)
        return keys_of(viewer.campaign, viewer.seat, facilitator=viewer.facilitator)

    return await stream(request, keys)


@require_GET
async def home_stream(request: HttpRequest) -> HttpResponseBase:
    """Changes in all campaigns of a person."""

    def keys() -> list[hub.Key]:
        if not isinstance(request.user, User):
            raise Http404
        return keys_of_home(request.user)

    return await stream(request, keys)


async def stream(request: HttpRequest, find: hub.Finder) -> HttpResponseBase:
    """A stream of changes of the things that ``find`` gives; it may use the database and raise ``Http404``.

    The answer is 404 for a person who is not logged in, 429 for one who has too many streams open, and 204
    (do not come back) from a server that cannot hold streams.
    """
    keys, user = await sync_to_async(partial(_admit, request, find))()
    return await answer(request, keys, user)


async def answer(request: HttpRequest, keys: Collection[hub.Key], who: Hashable) -> HttpResponseBase:
    """The stream itself, for somebody who has been let in; ``who`` is counted by."""
    if not has_room(who):
        return HttpResponse(_("Too many pages are open at once. Close some of them."), status=429)
    return respond(request, keys, who)


def _admit(request: HttpRequest, find: hub.Finder) -> tuple[list[hub.Key], int]:
    """Who listens to what. The connection is given back: a stream must not hold one."""
    try:
        if not isinstance(request.user, User):
            raise Http404
        return list(find()), request.user.pk
    finally:
        if isinstance(request, ASGIRequest):
            connections.close_all()
