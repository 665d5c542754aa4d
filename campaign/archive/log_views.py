"""The log of a campaign: on the desk while it runs, open to all who may read it once it has ended."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.access.membership import has_ended
from campaign.desk.selectors import log_page, open_entries
from campaign.desk.views import Desk
from campaign.web.bounded_fields import whole
from campaign.web.reader import Reader, for_readers


@require_GET
@for_readers
def log(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The log of everything that was done: for facilitators, and when the campaign has ended for all."""
    number = whole(request.GET.get("page", "1")) or 1
    if reader.viewer is not None and reader.viewer.facilitator:
        at = Desk(request, reader.campaign.public_id)
        return at.answer("desk/log.html", {}, "log", log=log_page(at.campaign, number))
    if not has_ended(reader.campaign):
        if reader.viewer is None and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        raise Http404
    found = log_page(reader.campaign, number, entries=open_entries(reader.campaign))
    return render(request, "archive/log.html", {**reader.head("end"), "log": found})
