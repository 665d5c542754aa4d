"""What whoever comes to play is given, in whatever war: a session, or a page that says why not just now."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.home.own_skirmishes import own_skirmishes
from campaign.models import User
from campaign.skirmish import services
from campaign.skirmish.allowance import TooManyError
from campaign.skirmish.stepping import BACKEND

WEEKS = 60 * 60 * 24 * 14
"""Seconds for which a guest's session lasts without a visit: longer than its war does."""


def let_in(request: HttpRequest, guest: User) -> None:
    """Give the browser the guest's session, the only thing by which it is known."""
    login(request, guest, BACKEND)
    request.session.set_expiry(WEEKS)
    request.session.save()
    services.keep_session(guest, request.session.session_key or "")


def later(request: HttpRequest, full: TooManyError) -> HttpResponse:
    """There are too many just now: since when, and what works all the same."""
    user = request.user if isinstance(request.user, User) else None
    context = {"full": full, "minutes": -(-full.wait // 60), "wars": own_skirmishes(user) if user else ()}
    page = render(request, "skirmish/later.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    page["Retry-After"] = str(full.wait)
    return page
