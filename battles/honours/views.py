"""Pages beside a battle's own: honours, a shared battle, a stand-in's link, when one can usually play."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from battles.dates.services import set_availability
from battles.honours.forms import AvailabilityForm
from battles.honours.selectors import records_of
from battles.rights.page_head import head_of
from battles.stand_ins.selectors import offered_place, stand_in_keys
from battles.stand_ins.services import accept_stand_in
from battles.stories.selectors import shared_battle, shared_row
from campaign.base.refusal import Refusal
from campaign.base.sse import hub
from campaign.models import CampaignKind, CampaignStatus, StandIn, User
from campaign.operations.live_views import stream
from campaign.web.page_actions import fulfilled
from campaign.web.viewer import viewer_of


@login_required
@require_GET
def honours(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The own battle honours and records; after the end everybody's."""
    viewer = viewer_of(request, campaign_id)
    ended = viewer.campaign.status == CampaignStatus.ENDED
    if (viewer.seat is None and not ended) or viewer.campaign.kind != CampaignKind.CAMPAIGN:
        raise Http404
    records = records_of(viewer.campaign, viewer.seat, ended=ended)
    return render(
        request, "battles/honours/honours.html", {**head_of(viewer), "records": records, "ended": ended}
    )


@require_GET
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A battle that both sides show to everybody."""
    battle = shared_row(token)
    if battle is None:
        raise Http404
    return render(request, "battles/honours/shared.html", {"battle": shared_battle(battle), "token": token})


@login_required
def stand_in(request: HttpRequest, token: str) -> HttpResponse:
    """A stand-in's link: what it is for, and the tap that takes the place."""
    assert isinstance(request.user, User)
    seen = hub.token(stand_in_keys(token, request.user))
    place = offered_place(token, request.user)
    if place is None:
        raise Http404
    wrong = ""
    if request.method == "POST":
        try:
            taken = accept_stand_in(token=token, by=request.user)
        except StandIn.DoesNotExist:
            raise Http404 from None
        except Refusal as refusal:
            wrong = refusal.message
        else:
            messages.success(request, _("You stand in. Thank you!"))
            if taken.battle is None:
                return redirect("stand_in", token=token)
            campaign = taken.seat.campaign.public_id
            return redirect("battle", campaign_id=campaign, battle_id=taken.battle.public_id)
    status = 422 if wrong else 200
    context = {"place": place, "wrong": wrong, "token": token, "seen": seen}
    return render(request, "battles/honours/stand_in.html", context, status=status)


@require_GET
async def stand_in_stream(request: HttpRequest, token: str) -> HttpResponseBase:
    """Changes of a place and its battle, for the stand-in who has taken it."""

    def keys() -> list[hub.Key]:
        found = stand_in_keys(token, request.user) if isinstance(request.user, User) else []
        if not found:
            raise Http404
        return found

    return await stream(request, keys)


@login_required
def availability(request: HttpRequest) -> HttpResponse:
    """When the person can usually play: dates are proposed from it."""
    assert isinstance(request.user, User)
    form = AvailabilityForm(request.user, request.POST if request.method == "POST" else None)
    user = request.user
    if fulfilled(form, lambda: set_availability(user=user, windows=form.windows())):
        messages.success(request, _("Saved. Your dates are proposed from it."))
        return redirect("availability")
    status = 422 if request.method == "POST" else 200
    return render(request, "battles/honours/availability.html", {"form": form}, status=status)
