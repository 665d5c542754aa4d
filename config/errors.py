"""Pages for what went wrong: each says what and what to do, and keeps no secret in it."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db.utils import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from battles.table.intake.asking import NotSeatedError
from campaign.models import User
from campaign.turn.stored_turns import latest_number
from campaign.web.api.problems import FieldError, ProblemError, failure, response_of
from config.hearing import FULL, LARGE, SLOW, NotHeardError
from config.policy import BARE
from config.unsaved import page_of_form, typed_in, unsaved, wants_page


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request could not be understood; 413: it is larger, or holds more, than a form may."""
    limit = _limit(exception)
    if limit and request.path.startswith("/api/"):
        return response_of(ProblemError("too-large", limit))
    return render(request, "errors/400.html", {"limit": limit}, status=413 if limit else 400)


def _limit(exception: Exception) -> str:
    """What a form may hold that held too much; empty for what else is wrong."""
    if isinstance(exception, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024**2
        return _("What is typed into a form may have up to %(most)d MiB in all.") % {"most": most}
    if isinstance(exception, TooManyFieldsSent):
        return _("A form may have up to %(most)d fields.") % {"most": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS}
    if isinstance(exception, TooManyFilesSent):
        return _("A form may have up to %(most)d files.") % {"most": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    return ""


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: known, but not allowed."""
    return render(request, "errors/403.html", {"reason": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: nothing here for this viewer; whether it exists for others is not said."""
    if isinstance(exception, NotSeatedError):
        return _no_table(request)
    return render(request, "errors/404.html", _turn_asked_for(request), status=404)


def _no_table(request: HttpRequest) -> HttpResponse:
    """The same of a table: what was typed for it is shown, and what waits for it on the phone."""
    match = request.resolver_match
    told = {"kept": typed_in(request), "table_id": match.kwargs["table_id"] if match is not None else ""}
    page = render(request, "errors/table_gone.html", told, status=404)
    page["Cache-Control"] = "private, no-store"
    return page


def _turn_asked_for(request: HttpRequest) -> dict[str, object]:
    """Which turn of which campaign has nothing here, and the latest one: told to who takes part in it."""
    match, user = request.resolver_match, getattr(request, "user", None)
    named = match.kwargs if match is not None and "/turns/" in request.path else {}
    if not isinstance(user, User) or not {"campaign_id", "number"} <= named.keys():
        return {}
    latest = latest_number(user, named["campaign_id"])
    return {"turn": named["number"], "latest": latest, "campaign_id": named["campaign_id"]}


def not_allowed(request: HttpRequest, response: HttpResponseBase) -> HttpResponse:
    """405: an address that only takes what a form sends was opened as a page, or the other way round."""
    page = render(request, "errors/405.html", status=405)
    page["Allow"] = response["Allow"]
    return page


def too_many(request: HttpRequest) -> HttpResponse:
    """429: asked too often from one place."""
    return render(request, "errors/429.html", status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault; 503 when the database does not answer. The page itself asks no database."""
    status = 503 if isinstance(sys.exc_info()[1], OperationalError) else 500
    if request.path.startswith("/api/"):
        response = failure(status)
    else:
        told = {"request_id": request.META.get("REQUEST_ID", ""), "posted": request.method == "POST"}
        response = HttpResponse(render_to_string(f"errors/{status}.html", told), status=status)
    if status == 503:
        response["Retry-After"] = "30"
    return response


_NOT_HEARD = {SLOW: "too-slow", LARGE: "too-large", FULL: "unavailable"}


def not_heard(request: HttpRequest, error: NotHeardError) -> HttpResponse:
    """408, 413, 503: a request that was not kept, so that nobody knows whose it is. Only its head is read."""
    status, why = error.status, str(error)
    if request.path.startswith("/api/"):
        errors = (FieldError(error.field, why),) if error.field else ()
        response = response_of(ProblemError(_NOT_HEARD[status], why, errors=errors))
    elif wants_page(request):
        told = {"status": status, "why": why, "posted": request.method == "POST"}
        page = render_to_string("errors/not_heard.html", {**told, "back": page_of_form(request)})
        response = HttpResponse(page, status=status, headers=BARE)
    else:
        response = HttpResponse(why, status=status, content_type="text/plain; charset=utf-8")
    if error.after:
        response["Retry-After"] = str(error.after)
    return response


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that does not carry this browser's token; what was typed is offered again."""
    title = _("This form was too old, or cookies are off")
    back = page_of_form(request) or request.path
    return unsaved(request, "errors/csrf.html", {"title": title, "back": back})
