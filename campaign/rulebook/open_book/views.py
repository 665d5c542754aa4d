"""How a campaign is played, for its members, for all if it is open, and for whoever holds an invitation."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from campaign.models import Invitation
from campaign.people.invitations.selectors import closed_because, invitation_by_token
from campaign.rulebook.open_book.selectors import open_book
from campaign.web.reader import Reader, for_readers


@require_GET
@for_readers
def book(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The same for everybody who may read it."""
    context = {**reader.head("about"), "book": open_book(reader.campaign)}
    return render(request, "rulebook/open_book/open_book.html", context)


@require_GET
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """The book before joining; a link that works no more shows nothing but that."""
    try:
        invitation = invitation_by_token(token)
    except Invitation.DoesNotExist:
        raise Http404 from None
    if closed_because(invitation):
        return redirect("join", token=token)
    context = {"book": open_book(invitation.campaign), "token": token}
    return render(request, "rulebook/open_book/invited.html", context)
