"""Anybody's scenario, adjudicated: the form, and what came of it at an address that nobody can guess."""

from __future__ import annotations

import json
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from campaign.access.visitors import asker_of
from campaign.models import Verdict
from campaign.rulebook.adjudicator.forms import VerdictForm
from campaign.rulebook.adjudicator.selectors import VerdictPage, verdict_page
from campaign.rulebook.adjudicator.services import ask_verdict
from campaign.rulebook.compliance import all_cases
from campaign.web.page_actions import fulfilled
from rules import VERSION


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The form, with ``case`` filled with that case; a scenario that is taken in leads to its own page."""
    if request.method != "POST":
        return _form(request, VerdictForm(initial={"scenario": _start(request.GET.get("case", ""))}))
    form = VerdictForm(request.POST)

    def act() -> Verdict:
        return ask_verdict(text=form.cleaned_data["scenario"], asker=asker_of(request))

    done = fulfilled(form, act, field="scenario")
    if done:
        return redirect("verdict", done[0].public_id)
    throttled = form.has_error("scenario", "throttled")
    return _form(
        request, form, HTTPStatus.TOO_MANY_REQUESTS if throttled else HTTPStatus.UNPROCESSABLE_ENTITY
    )


@never_cache
@require_GET
def verdict(request: HttpRequest, verdict_id: str) -> HttpResponse:
    """What came of a scenario; while it waits the page asks again by itself."""
    page = _page(verdict_id)
    form = None if page.open else VerdictForm(initial={"scenario": page.scenario})
    context = {"here": "cases", "page": page, "form": form, "rules_version": VERSION}
    return _hidden(render(request, "rulebook/adjudicator/verdict.html", context))


@never_cache
@require_GET
def outcome(request: HttpRequest, verdict_id: str) -> HttpResponse:
    """The outcome as a file, as the rules' command prints it."""
    page = _page(verdict_id)
    if page.outcome is None:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="outcome.json"'}
    return _hidden(HttpResponse(f"{page.outcome_text}\n", content_type="application/json", headers=headers))


def _page(verdict_id: str) -> VerdictPage:
    try:
        return verdict_page(verdict_id)
    except Verdict.DoesNotExist:
        raise Http404 from None


def _form(request: HttpRequest, form: VerdictForm, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {"here": "cases", "form": form, "rules_version": VERSION}
    return render(request, "rulebook/adjudicator/ask_verdict.html", context, status=status)


def _start(slug: str) -> str:
    found = next((case for case in all_cases() if case.slug == slug), None)
    return json.dumps(found.scenario, indent=1) if found is not None else ""


def _hidden(answer: HttpResponse) -> HttpResponse:
    """Its address is all that guards it: nobody else is to learn it from here.

    No stricter than ``same-origin``: without an origin the browser's form could not be sent again.
    """
    answer["Referrer-Policy"] = "same-origin"
    answer["X-Robots-Tag"] = "noindex"
    return answer
