"""The operator's page, and ``/metrics``."""

from __future__ import annotations

import hmac

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from campaign.base.remedies import remedy, words
from campaign.models import CampaignStatus, User
from campaign.operations.metrics.exposition import exposition
from campaign.operations.metrics.selectors import MOST_SHOWN, site_status
from campaign.operations.metrics.warnings import warnings_of
from campaign.web.operator_pages import for_operators

TYPE = "text/plain; version=0.0.4; charset=utf-8"


@for_operators
@require_GET
def operator(request: HttpRequest, _operator: User) -> HttpResponse:
    """How the site does, what is wrong, and what to do about it."""
    status = site_status()
    held = [(one, words(one.cause), remedy(one.cause)) for one in status.held[:MOST_SHOWN]]
    wars = [(CampaignStatus(state).label, count) for state, count in status.wars.items()]
    context = {
        "wars": wars,
        "status": status,
        "warnings": warnings_of(status),
        "held": held,
        "held_more": len(status.held) - len(held),
        "resting": status.resting[:MOST_SHOWN],
        "resting_more": max(0, len(status.resting) - MOST_SHOWN),
    }
    return render(request, "operations/operator.html", context)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The same in numbers, for whoever has the token: ``Authorization: Bearer ...``; else it is not there."""
    if not _may_read(request):
        return HttpResponse("There is nothing here.\n", status=404, content_type="text/plain; charset=utf-8")
    try:
        status = site_status()
    except DatabaseError:
        return HttpResponse(status=503)
    return HttpResponse(exposition(status, settings.VERSION), content_type=TYPE)


def _may_read(request: HttpRequest) -> bool:
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    if not wanted or kind.lower() != "bearer":
        return False
    return hmac.compare_digest(token.strip().encode(), wanted.encode())
