"""From an invitation's link to a seat: who holds the link is asked for a name and an address, no more."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaign.access.play_keys import new_key
from campaign.base.refusal import Refusal
from campaign.models import CampaignStatus, Gathering, Invitation, InvitationKind, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.selectors import invitation_by_token, lacks_second_factor, offer_of
from campaign.web.bounded_fields import whole


def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the invitation offers, and the button that accepts it. A link that works no more says why."""
    try:
        invitation = invitation_by_token(token)
    except Invitation.DoesNotExist:
        raise Http404 from None
    user = request.user if isinstance(request.user, User) else None
    wrong = ""
    if request.method == "POST" and user is not None:
        try:
            accept_invitation(
                invitation=invitation,
                user=user,
                seat_id=request.POST.get("seat", "")[:64],
                agreed=whole(request.POST.get("agreed", "")),
            )
        except Refusal as refusal:
            wrong = refusal.message
        else:
            return _welcome(request, invitation, user)
    offer = offer_of(invitation, user)
    if offer.member and request.method == "GET":
        return redirect("war_map", campaign_id=offer.campaign_id)
    status = 422 if wrong else (410 if offer.closed else 200)
    typed = {"chosen": request.POST.get("seat", ""), "agreed": request.POST.get("agreed", "")}
    context = {"offer": offer, "wrong": wrong, "token": token, "play_key": new_key(), **typed}
    return render(request, "people/invitations/join.html", context, status=status)


def _welcome(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    """The first page of whoever has come in."""
    campaign = invitation.campaign
    messages.success(request, _("Welcome to %(campaign)s.") % {"campaign": campaign.name})
    if invitation.kind == InvitationKind.FACILITATOR:
        if lacks_second_factor(user):
            messages.warning(
                request, _("You run a campaign now: please protect your account with a second factor.")
            )
        return redirect("people", campaign_id=campaign.public_id)
    if Gathering.objects.filter(campaign=campaign, campaign__status=CampaignStatus.BUILDING).exists():
        return redirect("gathering", campaign_id=campaign.public_id)
    if invitation.kind == InvitationKind.PLAYER and campaign.status == CampaignStatus.BUILDING:
        return redirect("army", campaign_id=campaign.public_id)
    return redirect("war_map", campaign_id=campaign.public_id)
