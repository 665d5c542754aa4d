"""The starting packet: a player's own, and for builders what it will be."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from campaign.founding.packet.selectors import packet_of, packet_preview
from campaign.founding.selectors import dossier_of
from campaign.founding.start.started import while_built
from campaign.founding.views import Builder
from campaign.models import Seat
from campaign.web.viewer import viewer_of


@login_required
@require_GET
def packet(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The packet of the seat that is looked at, or as; before the start there is only what is public."""
    viewer = viewer_of(request, campaign_id)
    seat = viewer.player
    seat.campaign = viewer.campaign
    found = packet_of(seat)
    if found is None:
        return redirect("campaign_about", campaign_id)
    context = {"packet": found, "frame": found.frame, "here": "packet", "viewer": viewer}
    return render(request, "founding/packet/packet.html", context)


@while_built
@require_GET
def preview(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """What a seat's packet will hold."""
    at = Builder(request, campaign_id, "players")
    if at.campaign.blind:
        raise Http404
    try:
        dossier = dossier_of(at.campaign, at.draft, number)
    except Seat.DoesNotExist:
        raise Http404 from None
    found = packet_preview(at.campaign, at.draft, dossier)
    context = {"packet": found, "frame": found.frame, "here": "packet"}
    return render(request, "founding/packet/packet.html", context)
