"""What is public of a campaign: its armies, its dates, and every decision that was told to all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.access.membership import keeps, left_seat, watches
from campaign.access.public_page import public_page
from campaign.accounts.profile.selectors import players_of
from campaign.founding.drafts import builds
from campaign.people.texts.selectors import texts_of
from campaign.web.reader import Reader, for_readers


@require_GET
@for_readers
def about(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The same for everybody who may read it, but for who may pause it."""
    viewer = reader.viewer
    if viewer is None:
        page = public_page(reader.campaign)
        head = reader.head("about")
        shown = {"texts": texts_of(reader.campaign), "players": players_of(reader.campaign, None)}
        return render(request, "home/public.html", {"page": page, **shown, **head})
    page = public_page(viewer.campaign, viewer.seat, facilitator=viewer.facilitator)
    context = {
        "page": page,
        "texts": texts_of(viewer.campaign),
        "players": players_of(viewer.campaign, viewer.user),
        "frame": page.frame,
        "here": "about",
        "viewer": viewer,
        "builds": builds(viewer.user, viewer.campaign),
        "left": None if viewer.seat is not None else left_seat(viewer.user, viewer.campaign),
        "may_leave": viewer.seat is None and watches(viewer.user, viewer.campaign),
        "may_pause": not viewer.watching and keeps(viewer.user, viewer.campaign),
    }
    return render(request, "home/public.html", context)
