"""The first page: what needs me, by when."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.access.play_keys import new_key
from campaign.access.public_page import open_campaigns
from campaign.access.versions import keys_of_home
from campaign.base.sse import hub
from campaign.home.own_skirmishes import own_skirmishes
from campaign.home.selectors import home_of
from campaign.people.invitations.selectors import waiting_for
from campaign.web.bounded_fields import whole


def home(request: HttpRequest) -> HttpResponse:
    """Over all campaigns of a person; a stranger is told what this is."""
    user = request.user
    if not user.is_authenticated or user.guest:
        wars = own_skirmishes(user) if user.is_authenticated else ()
        landing = {"campaigns": open_campaigns(), "play_key": new_key(), "wars": wars}
        answer = render(request, "home/landing.html", landing)
        # Its key is for one reader.
        answer["Cache-Control"] = "private, no-store"
        return answer
    # Read before all else: what changes while the page is made is told by its stream.
    seen = hub.token(keys_of_home(user))
    page = home_of(user, whole(request.GET.get("page", "1")) or 1)
    invitations = waiting_for(user) if page.number == 1 else ()
    context = {"seen": seen, "page": page, "invitations": invitations, "play_key": new_key()}
    return render(request, "home/home.html", context)
