"""The demo's button "run this deadline now". It exists only in the demo."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaign.base.refusal import Refusal
from campaign.web.viewer import viewer_of
from config.demo.clock_push import run_deadline as let_time_pass


@login_required
@require_POST
def run_deadline(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Let the present phase's time have come, for anybody with a part in a demo campaign."""
    viewer = viewer_of(request, campaign_id)
    try:
        passed = let_time_pass(viewer.campaign)
    except Refusal:
        raise Http404 from None
    if passed:
        messages.success(request, _("The deadline has passed: see what came of it."))
    else:
        messages.warning(
            request, _("Nothing has moved: a dispute waits for its ruling, or the campaign does not run.")
        )
    return redirect("desk" if viewer.facilitator and viewer.seat is None else "war_map", campaign_id)
