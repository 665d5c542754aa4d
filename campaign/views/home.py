"""The first page: what needs me, by when."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.listening import live
from campaign.selectors.home import home_of
from campaign.selectors.invitations import waiting_for
from campaign.selectors.live import keys_of_home
from campaign.selectors.public import open_campaigns


def home(request: HttpRequest) -> HttpResponse:
    """Over all campaigns of a person; a stranger is told what this is."""
    if not request.user.is_authenticated:
        return render(request, "landing.html", {"campaigns": open_campaigns()})
    # Read before all else: what changes while the page is made is told by its stream.
    seen = live.token(keys_of_home(request.user))
    context = {"seen": seen, "page": home_of(request.user), "invitations": waiting_for(request.user)}
    return render(request, "home.html", context)
