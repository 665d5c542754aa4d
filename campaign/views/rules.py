"""The rules as a page: every control and every line of a report leads to a section of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.rulebook import SECTIONS
from rules.armies import ARMY_RULES


@require_GET
def rulebook(request: HttpRequest) -> HttpResponse:
    """For everybody, with or without an account."""
    return render(request, "campaign/rules.html", {"sections": SECTIONS, "army_rules": ARMY_RULES})
