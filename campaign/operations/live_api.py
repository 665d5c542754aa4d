"""Streams that say "changed" when what the person may see has changed: the same as the pages have."""

from __future__ import annotations

from collections.abc import Collection

from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from campaign.access.membership import facilitates, seat_of
from campaign.access.versions import keys_of, keys_of_home
from campaign.base.sse import hub
from campaign.base.sse.streams import has_room, respond
from campaign.models import Scope
from campaign.web.api.base import CampaignEndpoint, Endpoint
from campaign.web.api.problems import ProblemError

EVENTS = "text/event-stream"
_SINCE = OpenApiParameter(
    "since",
    {"type": "string", "maxLength": 2000},
    description="The last event's id, as Last-Event-ID has it.",
)
_ANSWERS = {(200, EVENTS): OpenApiTypes.STR, 204: None}


class EventRenderer(JSONRenderer):
    """Lets programs ask for a stream; what says no is JSON all the same."""

    media_type = EVENTS
    format = "events"


class _Stream(Endpoint):
    renderer_classes = (JSONRenderer, EventRenderer)
    parameters = ("since",)

    def stream(self, keys: Collection[hub.Key]) -> HttpResponseBase:
        """The stream, begun after the database's connection has been given back. Raises ``ProblemError``."""
        request, who = self.request._request, self.person.pk
        if isinstance(request, ASGIRequest):
            connections.close_all()
        if not has_room(who):
            raise ProblemError("throttled", "You have too many streams open. Close some of them.")
        return respond(request, keys, who)


class MyStream(_Stream):
    """Changes in all my campaigns."""

    read_scope = Scope.READ

    @extend_schema(parameters=[_SINCE], responses=_ANSWERS, operation_id="listen")
    def get(self, request: Request) -> HttpResponseBase:
        """Listen: an event ``changed`` whenever what you may see of any of your campaigns has changed.

        The event says nothing else: read again what you show. The stream ends after some minutes; come back
        with the last event's id. 204: this server holds no streams.
        """
        return self.stream(keys_of_home(self.person))


class CampaignStream(_Stream, CampaignEndpoint):
    """Changes in one of my campaigns."""

    read_scope = Scope.READ

    @extend_schema(parameters=[_SINCE], responses=_ANSWERS, operation_id="listen_to_campaign")
    def get(self, request: Request, campaign_id: str) -> HttpResponseBase:
        """Listen to one campaign: an event ``changed`` whenever what you may see of it has changed."""
        seat = seat_of(self.person, self.campaign)
        return self.stream(keys_of(self.campaign, seat, facilitator=facilitates(self.person, self.campaign)))
