"""What was sent and is not saved, for nobody is logged in any more or the form was too old: it is not lost.

A script keeps what was typed for its writer, and puts it back into its form (``unsent.js``). The pages here
say so, lead back to that form, and show what was typed to whoever has no script.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

SECRET = re.compile(r"proof|code|pin\d*|credential|.*password.*")
OF_THE_PAGE = ("csrfmiddlewaretoken", "act", "next", "version", "client_id")
"""What a form holds that nobody has typed."""


class LoggedOutMiddleware:
    """Answers a form that was sent by nobody who is logged in, and that would have led to the log-in.

    After that its sender is back on the page of the form, not at the address to which it was sent. Scripts
    are led to the log-in as before: each knows what to do.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        log_in = _log_in_of(request, response)
        return unsaved(request, "errors/logged_out.html", {"log_in": log_in}) if log_in else response


def unsaved(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    """403 with what was typed: who sees the page is who has sent it, and nobody keeps it."""
    page = render(request, template, {"kept": typed_in(request), **context}, status=403)
    page["Cache-Control"] = "private, no-store"
    return page


def page_of_form(request: HttpRequest) -> str:
    """The page of this site from which something was sent, if the browser tells it."""
    told = request.headers.get("Referer", "")
    try:
        host = request.get_host()
    except DisallowedHost:
        return ""
    url = urlsplit(told)
    if not url.netloc or not url_has_allowed_host_and_scheme(told, {host}, require_https=request.is_secure()):
        return ""
    return urlunsplit(("", "", f"/{url.path.lstrip('/')}", url.query, ""))


def wants_page(request: HttpRequest) -> bool:
    """Whether a person waits for a page, not a script or a program for an answer."""
    return "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")


def _log_in_of(request: HttpRequest, response: HttpResponseBase) -> str:
    """The log-in to which a form is led, with the form's page as what comes next; empty for all else."""
    if request.method != "POST" or response.status_code != 302 or not wants_page(request):
        return ""
    url = urlsplit(response["Location"])
    if request.user.is_authenticated or parse_qs(url.query).get("next") != [request.get_full_path()]:
        return ""
    after = urlencode({"next": page_of_form(request) or request.get_full_path()}, safe="/")
    return urlunsplit(url._replace(query=after))


def typed_in(request: HttpRequest) -> list[tuple[str, str]]:
    """What somebody has typed into the form that was sent; no secrets."""
    return [
        (name, value)
        for name, values in sorted(request.POST.lists())
        for value in values
        if value and name not in OF_THE_PAGE and not SECRET.fullmatch(name)
    ]
