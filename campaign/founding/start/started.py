"""The way on from the builder once the campaign has started: by whoever asks, or by another facilitator."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.access.membership import campaigns_of, facilitates, keeps
from campaign.models import Campaign, CampaignStatus, User


def of_started(request: HttpRequest, campaign_id: str) -> HttpResponse | None:
    """Where its builder is led who presses twice, goes back, or has kept the address; None before the start.

    Whoever has not built it gets None too: for them there is no such page.
    """
    user = request.user
    assert isinstance(user, User)
    campaign = campaigns_of(user).filter(public_id=campaign_id).first()
    if campaign is None or campaign.status == CampaignStatus.BUILDING or not keeps(user, campaign):
        return None
    messages.info(request, _("The campaign has started: its set-up is fixed."))
    return to_the_war(user, campaign)


def to_the_war(user: User, campaign: Campaign) -> HttpResponse:
    """Where the campaign is run from: the desk, or the war map of a facilitator who plays."""
    return redirect("desk" if facilitates(user, campaign) else "war_map", campaign.public_id)
