"""The way on from the builder's pages once the campaign has started, whoever of its builders started it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.access.membership import campaigns_of, facilitates, keeps
from campaign.models import Campaign, CampaignStatus, User

View = Callable[..., HttpResponse]


def while_built(view: View) -> View:
    """A page of the builder: left open across the start, it leads whoever built to where the war is run from.

    Its script is told in words, for it takes every answer that it does not know for a lost network.
    """

    @wraps(view)
    def page(request: HttpRequest, campaign_id: str, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, campaign_id, *args, **kwargs)
        except Http404:
            by_script = request.headers.get("Accept") == "application/json"
            started = _told(request, campaign_id) if by_script else of_started(request, campaign_id)
            if started is None:
                raise
            return started

    return login_required(page)


def _told(request: HttpRequest, campaign_id: str) -> HttpResponse | None:
    """The same for the script that saves: what was typed is not saved, and why."""
    if _started(request, campaign_id) is None:
        return None
    words = _("Not saved: the campaign has started, and its set-up is fixed.")
    version = request.POST.get("version", "")[:64]
    return JsonResponse({"saved": False, "errors": {"__all__": [words]}, "version": version}, status=422)


def of_started(request: HttpRequest, campaign_id: str) -> HttpResponse | None:
    """Where its builder is led who presses twice, goes back, or has kept the address; None before the start.

    Whoever has not built it gets None too: for them there is no such page.
    """
    campaign = _started(request, campaign_id)
    if campaign is None:
        return None
    messages.info(request, _("The campaign has started: its set-up is fixed."))
    assert isinstance(request.user, User)
    return to_the_war(request.user, campaign)


def _started(request: HttpRequest, campaign_id: str) -> Campaign | None:
    """The campaign, if it has started and whoever asks has built it."""
    user = request.user
    assert isinstance(user, User)
    campaign = campaigns_of(user).filter(public_id=campaign_id).first()
    if campaign is None or campaign.status == CampaignStatus.BUILDING or not keeps(user, campaign):
        return None
    return campaign


def to_the_war(user: User, campaign: Campaign) -> HttpResponse:
    """Where the campaign is run from: the desk, or the war map of a facilitator who plays."""
    return redirect("desk" if facilitates(user, campaign) else "war_map", campaign.public_id)
