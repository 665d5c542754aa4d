"""Guests at the door: they may open what is on their list, and are told how to have the rest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from campaign.access.guest_pages import AS_STRANGER, is_open
from campaign.base.dates import clock
from campaign.models import User
from campaign.skirmish.stepping import STEPS, step_back
from campaign.web.api.problems import ProblemError, response_of

VISIT = timedelta(minutes=10)
"""How exactly it is kept when a guest was here last."""


class GuestMiddleware:
    """Lets guests into what is open to them, notes that they were here, and refuses everything else (403)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        """Answer instead of the view what is not for guests."""
        match = request.resolver_match
        name = (match.url_name or "") if match is not None and not match.namespaces else ""
        if not name.startswith(STEPS) and not request.user.is_authenticated:
            step_back(request)
        user = request.user
        if not isinstance(user, User) or not user.guest:
            return None
        if name in AS_STRANGER:
            _note_visit(user)
            request.user = AnonymousUser()
            return None
        if is_open(name, request.method or ""):
            _note_visit(user)
            return None
        if request.path.startswith("/api/"):
            detail = _("The API is for accounts. Keep your war at /claim/ with a name and an e-mail address.")
            return response_of(ProblemError("forbidden", detail, code="guest"))
        return render(request, "skirmish/closed.html", status=403)


def _note_visit(user: User) -> None:
    moment = clock.now()
    if user.visited_at is None or moment - user.visited_at > VISIT:
        User.objects.filter(pk=user.pk).update(visited_at=moment)
