"""Whoever is suspended or banned meets a page that says why, until when, and what is left to do (Trust 5)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from campaign.access.suspensions import OPEN, suspension_of
from campaign.web.api.problems import ProblemError, response_of


class SuspendedMiddleware:
    """Answers a suspended person instead of the view, but for what stays open to everybody (403)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        """Let through who is not suspended: that costs no query."""
        suspension = suspension_of(request.user)
        match = request.resolver_match
        if suspension is None or (match is not None and match.url_name in OPEN):
            return None
        if request.path.startswith("/api/"):
            detail = _("This account is suspended by the operators of the site; its first page says why.")
            return response_of(ProblemError("forbidden", detail, code="suspended"))
        return render(request, "operations/suspended.html", {"suspension": suspension}, status=403)
