"""What is public of a campaign: its armies, its dates, and every decision that was told to all."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.selectors.public import public_page
from campaign.services.desk_dates import keeps
from campaign.views.viewer import viewer_of


@login_required
@require_GET
def about(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The same for everybody with a part in the campaign, but for who may pause it."""
    viewer = viewer_of(request, campaign_id)
    page = public_page(viewer.campaign, viewer.seat, facilitator=viewer.facilitator)
    context = {
        "page": page,
        "frame": page.frame,
        "here": "about",
        "viewer": viewer,
        "may_pause": not viewer.watching and keeps(viewer.user, viewer.campaign),
    }
    return render(request, "campaign/public.html", context)
