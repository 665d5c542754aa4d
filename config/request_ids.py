"""Each request has an id of its own: its lines in the log bear it, and the page that says that it failed."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from campaign.base.log_context import about, add
from campaign.ids import random_id

MOST_ID = 40
_ID = re.compile(r"[A-Za-z0-9_.:-]{8,64}")


class RequestIdMiddleware:
    """Names a request, as the operator's own proxy does if there is one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        told = request.headers.get("X-Request-ID", "") if settings.TRUSTED_PROXIES else ""
        name = told if _ID.fullmatch(told) else random_id()
        request.META["REQUEST_ID"] = name
        with about(request=name):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        """Note the war and the turn that the address names; nothing is answered here."""
        add(**named_in(request))
        return None


def named_in(request: HttpRequest) -> dict[str, str]:
    """The war and the turn that a request's address names."""
    match = request.resolver_match
    named = match.kwargs if match is not None else {}
    found = {"war": str(named["campaign_id"])[:MOST_ID]} if "campaign_id" in named else {}
    if "number" in named and "/turns/" in request.path:
        found["turn"] = str(named["number"])
    return found
