"""The calendar of a campaign: for all to read, for its facilitators to change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.calendar import services as changing
from campaign.calendar.forms import HolidayForm, OwnDatesForm, ReasonForm, SlotsForm
from campaign.calendar.selectors import calendar_page
from campaign.models import Campaign, User
from campaign.turn.stored_turns import latest_turn
from campaign.web.page_actions import explain
from campaign.web.viewer import viewer_of


@login_required
def calendar(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The dates of this turn and of those to come; a facilitator changes the latter."""
    viewer = viewer_of(request, campaign_id)
    campaign, page = viewer.campaign, calendar_page(viewer.campaign)
    may_change = viewer.facilitator and not viewer.watching and page.running
    act = request.POST.get("act", "") if request.method == "POST" else ""
    made: dict[str, forms.Form] = {
        "slots": SlotsForm(page, request.POST if act == "slots" else None, auto_id="slots_%s"),
        "holiday": HolidayForm(request.POST if act == "holiday" else None, auto_id="holiday_%s"),
        "own": OwnDatesForm(page, request.POST if act == "own" else None, auto_id="own_%s"),
        "workday": ReasonForm(request.POST if act == "workday" else None, auto_id="workday_%s"),
    }
    wrong = ""
    if request.method == "POST":
        if not may_change or act not in made:
            raise Http404
        form = made[act]
        if form.is_valid():
            try:
                _ACTS[act](form, request, campaign, viewer.user)
            except Refusal as refusal:
                wrong = explain(form, refusal)
            else:
                messages.success(request, _("Changed; all players are told. Promised dates stay."))
                return redirect("calendar", campaign_id=campaign_id)
    context = {
        "viewer": viewer,
        "page": page,
        "frame": frame_of(campaign, latest_turn(campaign), viewer.seat, facilitator=viewer.facilitator),
        "here": "calendar",
        "forms": made,
        "acting": act,
        "may_change": may_change,
        "wrong": wrong,
    }
    return render(request, "calendar/calendar.html", context, status=422 if request.method == "POST" else 200)


def _slots(form: SlotsForm | OwnDatesForm, request: HttpRequest, campaign: Campaign, by: User) -> None:
    changing.change_schedule(
        campaign=campaign, changes=form.changes(), reason=form.cleaned_data["reason"], by=by
    )


def _holiday(form: HolidayForm, request: HttpRequest, campaign: Campaign, by: User) -> None:
    data = form.cleaned_data
    changing.add_holidays(
        campaign=campaign,
        first=data["first"],
        last=data["last"] or data["first"],
        reason=data["reason"],
        by=by,
    )


def _workday(form: ReasonForm, request: HttpRequest, campaign: Campaign, by: User) -> None:
    try:
        day = date.fromisoformat(request.POST.get("day", ""))
    except ValueError:
        raise Http404 from None
    changing.remove_holiday(campaign=campaign, day=day, reason=form.cleaned_data["reason"], by=by)


_ACTS: dict[str, Callable[..., None]] = {
    "slots": _slots,
    "own": _slots,
    "holiday": _holiday,
    "workday": _workday,
}
