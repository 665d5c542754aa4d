"""The first page: what needs me, by when."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.access.public_page import open_campaigns
from campaign.access.versions import keys_of_home
from campaign.base.sse import hub
from campaign.home.selectors import home_of
from campaign.people.invitations.selectors import waiting_for
from campaign.web.bounded_fields import whole


def home(request: HttpRequest) -> HttpResponse:
    """Over all campaigns of a person; a stranger is told what this is."""
    if not request.user.is_authenticated:
        return render(request, "home/landing.html", {"campaigns": open_campaigns()})
    # Read before all else: what changes while the page is made is told by its stream.
    seen = hub.token(keys_of_home(request.user))
    page = home_of(request.user, whole(request.GET.get("page", "1")) or 1)
    invitations = waiting_for(request.user) if page.number == 1 else ()
    context = {"seen": seen, "page": page, "invitations": invitations}
    return render(request, "home/home.html", context)
