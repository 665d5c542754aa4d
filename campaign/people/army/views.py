"""A player's page to choose an army. It works without a script: saving counts the points."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.models import ArmyPick, CampaignStatus, Seat
from campaign.people.army.forms import choice_of, with_preset
from campaign.people.army.selectors import pick_of, pick_page
from campaign.people.army.services import Choice, save_pick
from campaign.turn.stored_turns import latest_turn
from campaign.web.viewer import viewer_of


@login_required
def army(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The army, its rules with what they cost, and the hand-in. Its player's own alone."""
    viewer = viewer_of(request, campaign_id)
    seat = viewer.player
    if seat.user_id != viewer.user.pk:
        raise Http404
    seat.campaign = viewer.campaign
    pick = pick_of(seat)
    wrong, status = "", 200
    if request.method == "POST":
        choice = choice_of(request.POST)
        if request.POST.get("use"):
            choice = with_preset(choice, request.POST.get("preset", ""))
        submit = request.POST.get("do") == "submit"
        try:
            save_pick(seat=seat, by=viewer.user, choice=choice, submit=submit)
        except Refusal as refusal:
            wrong, status = refusal.message, 422
            pick = _typed(seat, pick, choice)
        else:
            messages.success(request, _done(seat, submit=submit))
            return redirect(request.path)
    context = {
        "viewer": viewer,
        "page": pick_page(seat, pick, Variables.of(viewer.campaign)),
        "frame": frame_of(
            viewer.campaign, latest_turn(viewer.campaign), seat, facilitator=viewer.facilitator
        ),
        "here": "army",
        "wrong": wrong,
        "open": viewer.campaign.status == CampaignStatus.BUILDING,
    }
    return render(request, "people/army/army.html", context, status=status)


def _typed(seat: Seat, stored: ArmyPick, choice: Choice) -> ArmyPick:
    """What was typed, as a pick that is not stored: nothing of it is lost."""
    return ArmyPick(
        seat=seat,
        army=choice.army,
        colour=choice.colour,
        preset=choice.preset,
        rules=list(choice.rules),
        why=dict(choice.why),
        called=dict(choice.called),
        state=stored.state,
        word=stored.word,
    )


def _done(seat: Seat, *, submit: bool) -> str:
    if not submit:
        return _("Saved. It is not handed in yet.")
    if seat.campaign.blind:
        return _("Your army is approved: the points fit.")
    return _("Handed in. The facilitator approves it, or returns it with a comment.")
