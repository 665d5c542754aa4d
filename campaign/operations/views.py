"""For those who watch the processes: does it live, can it answer people, do deadlines fire."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.operations.selectors import clock_health, health


@require_safe
@never_cache
def alive(request: HttpRequest) -> JsonResponse:
    """200 while the process answers; asks nothing of anybody else."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 if this process can answer people, that is if database and tables are well; else 503."""
    found = health()
    answer = {
        "ready": found.ready,
        "database": found.database,
        "migrated": found.migrated,
        "seconds_since_last_tick": found.tick_age,
    }
    return JsonResponse(answer, status=200 if found.ready else 503)


@require_safe
@never_cache
def clock(request: HttpRequest) -> JsonResponse:
    """200 while deadlines fire; 503 if they do not, or cannot be relied on, and why."""
    found = clock_health()
    answer = {
        "ticking": found.ticking,
        "seconds_since_last_tick": found.tick_age,
        "a_turn_is_late": found.late,
        "jumped": found.jumped,
        "sick": found.sick,
    }
    return JsonResponse(answer, status=200 if found.ticking else 503)
