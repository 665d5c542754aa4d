"""Promises: what one's army has promised and was promised, offers and answers."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaign.base.refusal import Refusal
from campaign.press.messages.views import _head, _page, _viewer
from campaign.press.promises import selectors as reading
from campaign.press.promises import services as promising
from campaign.press.promises.forms import AnswerForm, OfferForm


@login_required
@require_GET
def promises(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All promises of one's own army."""
    viewer = _viewer(request, campaign_id)
    found = reading.own_promises(viewer.user, viewer.campaign)
    return render(request, "press/promises/list.html", {**_head(viewer), "promises": found})


@login_required
@require_POST
def offer(request: HttpRequest, campaign_id: str, name: str) -> HttpResponse:
    """Offer the other side of a talk a promise."""
    viewer = _viewer(request, campaign_id)
    page = _page(request, viewer, name)
    form = OfferForm(request.POST)
    if form.is_valid():
        try:
            promising.offer_promise(
                user=viewer.user, campaign=viewer.campaign, name=name, **form.cleaned_data
            )
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(request, _("The offer is made. It binds nothing, and can be withdrawn."))
    else:
        messages.error(request, " ".join(map(str, form.errors["until"])))
    return redirect(reverse("conversation", args=[campaign_id, page.name]) + "#promises")


@login_required
@require_POST
def answer(request: HttpRequest, campaign_id: str, promise_id: str) -> HttpResponse:
    """Accept or decline an offer, or take one's own back."""
    viewer = _viewer(request, campaign_id)
    found = reading.promise_of(viewer.user, viewer.campaign, promise_id)
    form = AnswerForm(request.POST)
    if found is None or not form.is_valid():
        raise Http404
    try:
        promising.answer_promise(
            user=viewer.user,
            campaign=viewer.campaign,
            promise_id=promise_id,
            answer=form.cleaned_data["answer"],
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
    if request.POST.get("back") == "list" or not found.talk:
        return redirect("own_promises", campaign_id)
    return redirect(reverse("conversation", args=[campaign_id, found.talk]) + "#promises")
