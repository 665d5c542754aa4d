"""Acts that cannot be undone are asked about once more, on a page of its own that needs no script.

Whatever was typed travels along, so that "yes" does just what was asked for, and nothing has happened before.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme

_SAID = "sure"
_NOT_ALONG = ("csrfmiddlewaretoken", _SAID)


def ask_first(request: HttpRequest, question: str | Promise, button: str | Promise) -> HttpResponse | None:
    """The page that asks, with the question and what "yes" is called; None once the answer came along."""
    if request.POST.get(_SAID) == "yes":
        return None
    along = [
        (name, value) for name, values in request.POST.lists() if name not in _NOT_ALONG for value in values
    ]
    came_from = request.headers.get("referer", "")
    here = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    context = {"question": question, "button": button, "along": along, "back": came_from if here else "/"}
    return render(request, "web/sure.html", context)
