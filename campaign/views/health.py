"""For those who watch the processes: is it alive, is it ready."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.selectors.health import health


@require_safe
@never_cache
def alive(request: HttpRequest) -> JsonResponse:
    """200 while the process answers; asks nothing of anybody else."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 if database, tables and clock are well, else 503; with the age of the last tick in seconds."""
    found = health()
    answer = {
        "ready": found.ready,
        "database": found.database,
        "migrated": found.migrated,
        "seconds_since_last_tick": found.tick_age,
    }
    return JsonResponse(answer, status=200 if found.ready else 503)
