"""A person's own page: what counts of plans, battles and wars, and each miss."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.models import User
from campaign.people.reliability.selectors import FEW, own_reliability


@login_required
@require_safe
def reliability(request: HttpRequest) -> HttpResponse:
    """The counts that facilitators whom one asks read, and the misses that nobody else reads."""
    assert isinstance(request.user, User)
    page = {"own": own_reliability(request.user), "few": FEW}
    return render(request, "people/reliability/own.html", page)
